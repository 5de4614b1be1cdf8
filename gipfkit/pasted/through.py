"""Reads a text the ordinary way, and through what stands around its turns only where that reads better.

The first trouble of its words decides, once for a text: ``others`` looks for a better way to read it. Games handed on
before are the same in that, and are not handed on again.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from gipfkit.findings import Finding
from gipfkit.notations import Notation, Reader, named, sniff
from gipfkit.pasted.kinds import Kinds
from gipfkit.pasted.places import Line, Origin, numbered
from gipfkit.pasted.weighing import troubled
from gipfkit.record import Record

if TYPE_CHECKING:
    from gipfkit.pasted.others import Other

Items = Iterator[Record | Finding]
_HEAD = 4096
# JSON is JSON or it isn't.
_EXACT = ("jsonl", "bga")


@dataclass(frozen=True, slots=True)
class Text:
    """A text to read, as often as wanted: its name, its lines, and how each notation is read.

    ``lines`` gives lines as they stand in the source, or ``parts`` lines that were taken out of something else.
    """

    name: str
    lines: Callable[[], Iterable[str]]
    reader: Callable[[Notation], Reader]
    parts: tuple[Line, ...] | None = None

    def placed(self) -> Iterator[Line]:
        """Give the lines with their places."""
        return numbered(self.lines()) if self.parts is None else iter(self.parts)

    def ordinary(self, notation: Notation, origin: Origin) -> Items:
        """Read the text as it stands; places are those of the lines given."""
        lines = self.lines() if self.parts is None else origin.texts(self.parts)
        return self.reader(notation)(lines, self.name)

    def head(self) -> str:
        """Give its beginning."""
        parts, size = [], 0
        for line in self.lines() if self.parts is None else (part.text for part in self.parts):
            parts.append(line[:_HEAD])
            size += len(line) + 1
            if size >= _HEAD:
                break
        return "\n".join(parts)


def read(text: Text, notation: Notation, kinds: Kinds, *, named_so: bool = False) -> Items:
    """Yield the games of a text and what concerns it; ``kinds`` gets what was read through.

    ``named_so``: whoever reads named the notation.
    """
    origin = Origin()
    items = text.ordinary(notation, origin)
    for handed, item in enumerate(items):
        if troubled(item):
            line = (item.line or 1) if not isinstance(item, Record) else min(item.line, _first_line(item))
            other = _better(text, notation, line, handed, named_so)
            if other is not None:
                kinds.first = other.kinds.first | kinds.first
                yield from islice(other.items(), handed, None)
                return
            yield origin.of(item)
            break
        yield origin.of(item)
    yield from map(origin.of, items)


def _better(text: Text, notation: Notation, line: int, handed: int, named_so: bool) -> "Other | None":
    if notation.name in _EXACT:
        return None
    from gipfkit.pasted.others import better

    return better(text, notation, line, handed, named_so)


def _first_line(record: Record) -> int:
    return min((finding.line for finding in record.findings if finding.line), default=record.line)


def whole(text: Text, name: str | None, kinds: Kinds) -> Items:
    """Read a text that was taken out of something else."""
    notation = named(name) if name else sniff(text.head())
    return read(text, notation, kinds, named_so=name is not None)
