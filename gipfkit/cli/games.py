"""Reads the games of PATHS for a command: of files, and of the indexes among them."""

from codecs import lookup
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Union

import click

from gipfkit.archives import shown
from gipfkit.cli import options
from gipfkit.cli.output import STANDARD_OUTPUT
from gipfkit.cli.streams import say
from gipfkit.findings import ERROR, NOTE, Finding
from gipfkit.gipf.variant import Variant
from gipfkit.left_out import FILES_LEFT_OUT
from gipfkit.reading import read
from gipfkit.record import Record
from gipfkit.replay import Replay, replay
from gipfkit.sources import DATABASE, beginning, files, find

if TYPE_CHECKING:
    from gipfkit.analysis.index import FileKey, Index
    from gipfkit.cli.choosing import Choice
    from gipfkit.notations.bga.table import Table

UNREADABLE = "unreadable-path"


def read_games(
    paths: tuple[str, ...], from_: str | None = None, encoding: str | None = None, table: str | None = None
) -> Iterator[Record | Finding]:
    """Yield every game of some paths and what concerns a file as a whole; of an index the games that it holds.

    An unknown encoding and a table with mistakes are usage errors.
    """
    check_encoding(encoding)
    loaded = None if table is None else read_table(table)[1]
    for part in parts(paths, from_, encoding, table):
        if isinstance(part, Finding):
            yield part
        elif isinstance(part, Files):
            yield from part.read(from_, encoding, loaded)
        else:
            with part:
                for item in part.items():
                    yield item if isinstance(item, Finding) else part.record(item[0])


def replayed(
    items: Iterable[Record | Finding], variant: Variant | None, lenient: bool, choice: "Choice | None"
) -> Iterator[Replay | Finding]:
    """Replay every game, and leave out those that aren't chosen; what concerns files passes."""
    for item in items:
        if isinstance(item, Finding):
            yield item
            continue
        played = replay(item, variant=variant, lenient=lenient)
        if choice is None or _chosen(played, choice):
            yield played


def _chosen(played: Replay, choice: "Choice") -> bool:
    from gipfkit.analysis.game_table import game_row

    return choice.takes(choice.named(game_row(played)))


def say_of_choice(choice: "Choice | None", *, quiet: bool) -> None:
    """Say who wasn't found, and what was left out for want of a date."""
    for sentence in () if quiet or choice is None else choice.sentences():
        say(f"note: {sentence}")


@dataclass(frozen=True, slots=True)
class Files:
    """Paths that stand together, none of them an index, and the files read before."""

    paths: tuple[str, ...]
    seen: set[tuple[int, int]]

    def read(
        self, from_: str | None = None, encoding: str | None = None, table: "Table | None" = None
    ) -> Iterator[Record | Finding]:
        """Yield the games, and what concerns a file as a whole."""
        return read(self.paths, notation=from_, encoding=encoding, table=table, seen=self.seen)


def parts(
    paths: tuple[str, ...], from_: str | None = None, encoding: str | None = None, table: str | None = None
) -> Iterator[Union[Files, "Index", Finding]]:
    """Yield paths in order: those of files together, each index opened, and what keeps one from being opened.

    Every file counts once: one that is named itself is read, and left out of the indexes; of several indexes the first
    has it. Options of reading that an index wasn't made with are a usage error, before anything is read.
    """
    seen: set[tuple[int, int]] = set()
    found: list[Files | Index | Finding] = []
    for of_index, group in groupby(paths, _may_be_index):
        together = tuple(group)
        found += map(_opened, together) if of_index else [Files(together, seen)]
    indexes = [part for part in found if not isinstance(part, Files | Finding)]
    with ExitStack() as stack:
        for index in indexes:
            stack.enter_context(index)
            check_options(index, from_, encoding, table)
        known = _named(found) if indexes and len(found) > 1 else set()
        for part in found:
            if not isinstance(part, Files | Finding):
                yield from _without_known(part, known)
            yield part


def _named(found: Iterable[Union[Files, "Index", Finding]]) -> "set[FileKey]":
    """Give what is the same for the same file, for every file named itself or in a folder named."""
    paths = [path for part in found if isinstance(part, Files) for path in part.paths]
    return {file.key for path in paths for file in files(path) if not isinstance(file, Finding)}


def _without_known(index: "Index", known: "set[FileKey]") -> Iterator[Finding]:
    """Leave files that count elsewhere out of an index, and say so; those that it brings are known from now on."""
    held = list(index.files())
    twice = [number for number, key in held if key in known]
    known.update(key for _, key in held)
    if twice:
        index.leave_out(twice)
        counted = "1 of its files counts" if len(twice) == 1 else f"{len(twice):,} of its files count"
        message = f"{counted} once: named beside it, or in an index before it"
        yield Finding("named-twice", NOTE, message, source=shown(index.path))


def check_options(index: "Index", from_: str | None, encoding: str | None, table: str | None = None) -> None:
    """Refuse options of reading that an index wasn't made with, as wrong use: it holds games as they were read then."""
    from gipfkit.analysis.indexing import Reading

    check_encoding(encoding)
    how = Reading.of(index)
    for option, given, asked, made_with in (
        ("--from", from_, from_, how.notation),
        ("--encoding", encoding, encoding and lookup(encoding).name, how.encoding and lookup(how.encoding).name),
        ("--table", table, table and read_table(table)[0], how.table),
    ):
        if asked not in (None, made_with):
            remedy = f"name its files, or make it anew with gipfkit index {option} {given}"
            raise click.UsageError(f"{shown(index.path)} was made without {option} {given}: {remedy}")


def _may_be_index(path: str) -> bool:
    # An index begins as any SQLite file does; whoever reads none needn't load what reads it.
    return beginning(path, len(DATABASE)) == DATABASE


def _opened(path: str) -> Union["Index", Finding]:
    from gipfkit.analysis.index import Index
    from gipfkit.analysis.index_file import NoIndex

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


def read_table(path: str) -> tuple[str, "Table"]:
    """Give a table for logs of Board Game Arena, as text and read; one with mistakes is wrong use."""
    from gipfkit.notations.bga.table import load

    try:
        text = Path(path).read_text(encoding="utf-8")
        return text, load(text)
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"{path}: {error}", param_hint="--table") from error


def tell(finding: Finding, *, quiet: bool) -> None:
    """Say a finding on standard error; the quiet hear of errors alone."""
    if not quiet or finding.severity == ERROR:
        say(told(finding))


def told(finding: Finding) -> str:
    """Give a finding as it is said; with -v files left out are named."""
    if finding.code == FILES_LEFT_OUT and options.is_verbose():
        return f"{replace(finding, hint=None)}\n    left out: {finding.text}"
    return str(finding)


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
