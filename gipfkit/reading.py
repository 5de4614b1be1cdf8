"""Reads records from paths and text, and writes them, in any notation."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gipfkit.archives import texts
from gipfkit.findings import CODES, ERROR, WARNING, Finding
from gipfkit.notations import Reader, named, sniff
from gipfkit.pasted.beginnings import kind_of as container_of
from gipfkit.pasted.kinds import Kinds
from gipfkit.pasted.through import Items, Text
from gipfkit.pasted.through import read as read_through
from gipfkit.record import Record
from gipfkit.sources import DATABASE, Limits, Source, find, lines_of

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
# How many mails may stand inside each other.
_DEEPEST = 3


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
            yield from read_source(source, notation, table)


def read_text(text: str, *, notation: str | None = None) -> list[Record]:
    """Give the games of a text.

    >>> [len(record.turns) for record in read_text("b3 b4 1-0  b3 0-1")]
    [2, 1]
    """
    plain = "".join(io.StringIO(text, newline=None))  # None: lines end as they do in a file
    items = _items(_Given("", plain), notation, None)
    return [item for item in items if isinstance(item, Record)]


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


def read_source(source: Source, name: str | None = None, table: "Table | None" = None, depth: int = 0) -> Items:
    """Yield every game of one text, and what concerns it as a whole; see ``read``."""
    head = source.head(_HEAD)
    if head.startswith(DATABASE.decode()):
        hint = "an index is read under the name of its own file, not from a pipe or an archive"
        yield Finding("unreadable-path", ERROR, "a database, no text of games", source=source.name, hint=hint)
        return
    if not name and _is_binary(head):
        yield from (finding for finding in source.findings if finding.severity == ERROR)
        yield _no_game(source.name, _BINARY)
        return
    answered = False
    for item in _items(source, name, table, depth):
        answered = answered or isinstance(item, Record) or item.severity == ERROR
        yield item
    yield from source.findings
    if not answered and not any(finding.severity == ERROR for finding in source.findings):
        if head.strip():
            yield _no_game(source.name, "no game found")
        else:
            yield Finding("no-game", WARNING, "the file is empty", source=source.name)


@dataclass(frozen=True, slots=True)
class _Given:
    """A text that is given itself, with what is asked of a source."""

    name: str
    given: str

    def head(self, size: int) -> str:
        return self.given[:size]

    def lines(self) -> Iterator[str]:
        return lines_of(io.StringIO(self.given))

    def text(self) -> str:
        return self.given

    def opener(self) -> io.BytesIO:
        return io.BytesIO(self.given.encode("utf-8", "surrogatepass"))


def _items(source: Source | _Given, name: str | None, table: "Table | None", depth: int = 0) -> Items:
    """Yield the games of a text, and what concerns it."""

    def reader(notation: "Notation") -> Reader:
        if table and notation.name == "bga":
            return partial(notation.reader, table=table)  # type: ignore[call-arg]
        return notation.reader

    head = source.head(_HEAD)
    if kind := container_of(head):
        from gipfkit.pasted.containers import Container

        def attached(inner: str, data: bytes) -> Items:
            return _attached(inner, data, name, table, depth + 1)

        yield from Container(source.name, kind, source.text, lambda: _raw(source), reader, attached).read(name)
        return
    kinds = Kinds()
    notation = named(name) if name else _sniffed(source.head, source.name)
    yield from read_through(Text(source.name, source.lines, reader), notation, kinds, named_so=bool(name))
    if kinds.first:
        yield kinds.note(source.name)


def _raw(source: Source | _Given) -> str:
    """Give the bytes of a mail as letters, its lines ended by LF; its parts say themselves how they are encoded."""
    from gipfkit.pasted.containers import MOST_BYTES

    if isinstance(source, Source):
        source.findings[:] = [finding for finding in source.findings if finding.code != "encoding"]
    with source.opener() as stream:
        data = stream.read(MOST_BYTES + 1)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("ascii", "surrogateescape")


def _attached(inner: str, data: bytes, name: str | None, table: "Table | None", depth: int) -> Items:
    """Read a file that came with a mail as a file of its own."""
    if depth > _DEEPEST:
        yield Finding("archive-limit", ERROR, f"more than {_DEEPEST} mails inside each other", source=inner)
        return
    for found in texts(inner, lambda: io.BufferedReader(io.BytesIO(data)), Limits()):
        if isinstance(found, Finding):
            yield found
        else:
            yield from read_source(Source(found.name, found.open), name, table, depth)


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
