"""Reads records from paths and text, and writes them, in any notation."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from gipfkit.findings import CODES, ERROR, WARNING, Finding
from gipfkit.notations import named, sniff
from gipfkit.record import Record
from gipfkit.sources import DATABASE, Source, find, lines_of

if TYPE_CHECKING:
    from gipfkit.notations import Notation
    from gipfkit.notations.bga.table import Table

# Control characters but those that end or divide lines: a text has few of them, and of few kinds.
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MOST_KINDS = 8
_BINARY = "no game found: the file is no text"
# An XML file's own beginning may stand far behind comments, instructions and a document type.
_HEAD, _PROLOGUE = 4096, 1 << 20
_XML = ("<?", "<!")


def read(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    *,
    notation: str | None = None,
    encoding: str | None = None,
    table: "Table | None" = None,
    seen: set[tuple[int, int]] | None = None,
) -> Iterator[Record | Finding]:
    """Yield every game of some files, folders or archives, or of one (``-`` is standard input), one at a time.

    What concerns a file or path as a whole comes as a Finding; what concerns a game stands in ``Record.findings``.
    ``notation`` is one of ``NOTATIONS`` and overrides the guess; an unknown one, and an unknown ``encoding``, is a
    ValueError. ``table`` says how logs of Board Game Arena are read (``notations.bga.table.load``). ``seen`` holds
    files that were read already, and gets those read here (``sources.find``).
    """
    for source in find(paths, encoding=encoding, seen=seen, left_out=True):
        if isinstance(source, Finding):
            yield source
        else:
            yield from _read(source, notation, table)


def read_text(text: str, *, notation: str | None = None) -> list[Record]:
    """Give the games of a text.

    >>> [len(record.turns) for record in read_text("b3 b4 1-0  b3 0-1")]
    [2, 1]
    """
    stream = io.StringIO(text, newline=None)  # None: lines end as they do in a file

    def head(size: int) -> str:
        stream.seek(0)
        return stream.read(size)

    chosen = named(notation) if notation else _sniffed(head)
    stream.seek(0)
    return [item for item in chosen.reader(lines_of(stream), "") if isinstance(item, Record)]


def write(records: Iterable[Record], notation: str = "tagged") -> str:
    """Write records in a notation, as they are (see ``restated``); ValueError for one that is unknown or only read.

    >>> print(write(read_text("b3 b4"), "official"))
    1. b3
    b4
    <BLANKLINE>
    <BLANKLINE>
    """
    writer = named(notation).writer
    return "".join(writer(record)[0] for record in records)


def _read(source: Source, name: str | None, table: "Table | None") -> Iterator[Record | Finding]:
    head = source.head(_HEAD)
    if head.startswith(DATABASE.decode()):
        hint = "an index is read under the name of its own file, not from a pipe or an archive"
        yield Finding("unreadable-path", ERROR, "a database, no text of games", source=source.name, hint=hint)
        return
    if not name and _is_binary(head):
        yield from (finding for finding in source.findings if finding.severity == ERROR)
        yield _no_game(source.name, _BINARY)
        return
    notation = named(name) if name else _sniffed(source.head, source.name)
    reader: Callable[[Iterable[str], str], Iterator[Record | Finding]] = notation.reader
    if table and notation.name == "bga":
        reader = partial(reader, table=table)  # type: ignore[call-arg]
    answered = False
    for item in reader(source.lines(), source.name):
        answered = answered or isinstance(item, Record) or item.severity == ERROR
        yield item
    yield from source.findings
    if not answered and not any(finding.severity == ERROR for finding in source.findings):
        if head.strip():
            yield _no_game(source.name, "no game found")
        else:
            yield Finding("no-game", WARNING, "the file is empty", source=source.name)


def _sniffed(head: Callable[[int], str], name: str = "") -> "Notation":
    """Tell a text's notation by its beginning, which ``head`` gives so many characters of."""
    beginning = head(_HEAD)
    if beginning.lstrip("\ufeff \t\r\n").startswith(_XML):
        beginning = head(_PROLOGUE)
    return sniff(beginning, name)


def _is_binary(head: str) -> bool:
    """Say whether a text is none: one letter in twenty a control character, of many kinds."""
    found = _CONTROLS.findall(head)
    return len(found) * 20 > len(head) and len(set(found)) > _MOST_KINDS


def _no_game(name: str, message: str) -> Finding:
    hint = "is it a record of GIPF? see gipfkit formats, and --from"
    return Finding("no-game", CODES["no-game"].severity, message, source=name, hint=hint)
