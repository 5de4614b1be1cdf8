"""Reads the games of PATHS for a command: of files, and of the indexes among them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Union

import click

from gipfkit.archives import shown
from gipfkit.cli.output import STANDARD_OUTPUT
from gipfkit.cli.streams import say
from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.variant import Variant
from gipfkit.reading import read
from gipfkit.record import Record
from gipfkit.replay import Replay, replay
from gipfkit.sources import find

if TYPE_CHECKING:
    from gipfkit.analysis.filters import Filters
    from gipfkit.analysis.index import Index
    from gipfkit.notations.bga.table import Table

UNREADABLE = "unreadable-path"
# An index begins as any SQLite file does; whoever reads none needn't load what reads it.
_SQLITE = b"SQLite format 3\0"


def read_games(
    paths: tuple[str, ...], from_: str | None = None, encoding: str | None = None, table: str | None = None
) -> Iterator[Record | Finding]:
    """Yield every game of some paths and what concerns a file as a whole; of an index the games that it holds.

    An unknown encoding, a table with mistakes and one for an index are usage errors.
    """
    check_encoding(encoding)
    check_table(table, paths)
    loaded = None if table is None else read_table(table)[1]
    for part in parts(paths):
        if isinstance(part, Finding):
            yield part
        elif isinstance(part, tuple):
            yield from read(part, notation=from_, encoding=encoding, table=loaded)
        else:
            with part:
                for item in part.items():
                    yield item if isinstance(item, Finding) else part.record(item[0])


def replayed(
    items: Iterable[Record | Finding], variant: Variant | None, lenient: bool, filters: "Filters | None"
) -> Iterator[Replay | Finding]:
    """Replay every game, and leave out those that filters don't choose; what concerns files passes."""
    for item in items:
        if isinstance(item, Finding):
            yield item
            continue
        played = replay(item, variant=variant, lenient=lenient)
        if filters is None or _chosen(played, filters):
            yield played


def _chosen(played: Replay, filters: "Filters") -> bool:
    from gipfkit.analysis.game_table import game_row

    return filters(game_row(played))


def parts(paths: tuple[str, ...]) -> Iterator[Union[tuple[str, ...], "Index", Finding]]:
    """Yield paths in order: those of files together, each index opened, and what keeps one from being opened."""
    for of_index, group in groupby(paths, _may_be_index):
        if of_index:
            yield from map(_opened, group)
        else:
            yield tuple(group)


def _may_be_index(path: str) -> bool:
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as stream:
            return stream.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError):
        return False


def _opened(path: str) -> Union["Index", Finding]:
    from gipfkit.analysis.index import Index, NoIndex

    try:
        return Index.open(path)
    except NoIndex as error:
        return Finding(UNREADABLE, ERROR, str(error))


def check_encoding(encoding: str | None) -> None:
    """Refuse an unknown encoding as wrong use."""
    try:
        # Names no path: looks at the encoding alone.
        next(find((), encoding=encoding), None)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--encoding") from error


def check_table(table: str | None, paths: tuple[str, ...]) -> None:
    """Refuse a table for an index as wrong use."""
    index = next(filter(_may_be_index, paths), None) if table is not None else None
    if index is not None:
        raise click.UsageError(
            f"--table is for logs: {shown(index)} holds its games as they were read; give the table to gipfkit index"
        )


def read_table(path: str) -> tuple[str, "Table"]:
    """Give a table for logs of Board Game Arena, as text and read; one with mistakes is wrong use."""
    from gipfkit.notations.bga.table import load

    try:
        text = Path(path).read_text(encoding="utf-8")
        return text, load(text)
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


@dataclass(slots=True)
class Count:
    """How many games were read, whether or not they were chosen then."""

    read: int = 0

    def of(self, items: Iterable[Record | Finding]) -> Iterator[Record | Finding]:
        """Yield what was read, and count the games in it."""
        for item in items:
            self.read += isinstance(item, Record)
            yield item


def leave_if_nothing_was_read(read: int, status: int, output: str | None) -> None:
    """End the run before its output takes the name of a good old file, where no game was read, an empty input's too.

    To standard output goes what there is to say of no game, unless errors are the reason.
    """
    if read:
        return
    if output is not None and output not in STANDARD_OUTPUT:
        say(f"{shown(output)} is not written: no game could be read")
        raise SystemExit(status)
    if status:
        raise SystemExit(status)
