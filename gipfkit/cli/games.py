"""Reads the games of PATHS for a command."""

from collections.abc import Iterable, Iterator

import click

from gipfkit.findings import ERROR, Finding
from gipfkit.reading import read
from gipfkit.record import Record

UNREADABLE = "unreadable-path"


def read_games(
    paths: tuple[str, ...], from_: str | None = None, encoding: str | None = None
) -> Iterator[Record | Finding]:
    """Yield every game of some paths and what concerns a file as a whole; an unknown encoding is a usage error."""
    try:
        yield from read(paths, notation=from_, encoding=encoding)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--encoding") from error


def exit_code(findings: Iterable[Finding]) -> int:
    """Give the exit status that some findings call for."""
    worst = 0
    for finding in findings:
        if finding.code == UNREADABLE:
            return 2
        worst = max(worst, finding.severity == ERROR)
    return worst
