"""Reads the games of PATHS for a command."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gipfkit.archives import shown
from gipfkit.cli.streams import say
from gipfkit.findings import ERROR, Finding
from gipfkit.reading import read
from gipfkit.record import Record
from gipfkit.sources import find

if TYPE_CHECKING:
    from gipfkit.notations.bga_table import Table

UNREADABLE = "unreadable-path"


def read_games(
    paths: tuple[str, ...], from_: str | None = None, encoding: str | None = None, table: str | None = None
) -> Iterator[Record | Finding]:
    """Yield every game of some paths and what concerns a file as a whole.

    An unknown encoding and a table with mistakes are usage errors.
    """
    try:
        # Names no path: looks at the encoding alone.
        next(find((), encoding=encoding), None)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--encoding") from error
    yield from read(paths, notation=from_, encoding=encoding, table=None if table is None else _table(table))


def _table(path: str) -> "Table":
    from gipfkit.notations.bga_table import load

    try:
        return load(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"{path}: {error}", param_hint="--table") from error


def exit_code(findings: Iterable[Finding]) -> int:
    """Give the exit status that some findings call for."""
    worst = 0
    for finding in findings:
        if finding.code == UNREADABLE:
            return 2
        worst = max(worst, finding.severity == ERROR)
    return worst


def leave_if_nothing_was_read(games: int, status: int, output: str | None) -> None:
    """End the run before its output takes the name of a good old file, where errors left no game to write."""
    if status and not games:
        if output is not None:
            say(f"{shown(output)} is not written: no game could be read")
        raise SystemExit(status)
