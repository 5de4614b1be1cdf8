"""Reads the games of PATHS for a command."""

from collections.abc import Iterator

import click

from gipfkit.findings import CODES, ERROR, WARNING, Finding
from gipfkit.notations import NOTATIONS, sniff
from gipfkit.record import Record
from gipfkit.sources import Source, find

UNREADABLE = "unreadable-path"


def read_games(
    paths: tuple[str, ...], from_: str | None = None, encoding: str | None = None
) -> Iterator[Record | Finding]:
    """Yield every game of some paths, and findings for what concerns a file or a path as a whole."""
    try:
        found = list_sources(paths, encoding)
        for source in found:
            if isinstance(source, Finding):
                yield source
            else:
                yield from _read(source, from_)
    except LookupError as error:
        raise click.BadParameter(str(error), param_hint="--encoding") from error


def list_sources(paths: tuple[str, ...], encoding: str | None) -> Iterator[Source | Finding]:
    """Yield the sources of some paths; an unknown encoding is a usage error."""
    try:
        return find(paths, encoding=encoding)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--encoding") from error


def _read(source: Source, from_: str | None) -> Iterator[Record | Finding]:
    head = source.head()
    notation = NOTATIONS[from_] if from_ else sniff(head, source.name)
    games = 0
    for item in notation.reader(source.lines(), source.name):
        games += isinstance(item, Record)
        yield item
    yield from source.findings
    if not games and not any(finding.severity == ERROR for finding in source.findings):
        yield _no_game(source.name, empty=not head.strip())


def _no_game(name: str, *, empty: bool) -> Finding:
    if empty:
        return Finding("no-game", WARNING, "the file is empty", source=name)
    hint = "is it a record of GIPF? see gipfkit formats, and --from"
    return Finding("no-game", CODES["no-game"].severity, "no game found", source=name, hint=hint)


def exit_code(findings: Iterator[Finding] | list[Finding]) -> int:
    """Give the exit status that some findings call for."""
    worst = 0
    for finding in findings:
        if finding.code == UNREADABLE:
            return 2
        worst = max(worst, finding.severity == ERROR)
    return worst
