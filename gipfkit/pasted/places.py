"""Lines of plain text that know where each of their parts stands in the original text."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gipfkit.findings import Finding
from gipfkit.record import Annotation, Place, Record, TurnList


class Piece(NamedTuple):
    """From offset ``start`` of a plain line on: what stands at a place of the original, ``width`` columns of it."""

    start: int
    line: int
    column: int
    width: int

    def at(self, offset: int) -> Place:
        """Give the place of an offset that lies in this piece; what was put in leads to the piece's last column."""
        return Place(self.line, self.column + min(max(offset - self.start, 0), max(self.width - 1, 0)))


class Edit(NamedTuple):
    """Text to put in the place of a part of a line."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of plain text and its pieces; the first piece starts at 0."""

    text: str
    pieces: tuple[Piece, ...]

    @staticmethod
    def of(text: str, number: int) -> "Line":
        """Give a line of an original as it stands there."""
        return Line(text, (Piece(0, number, 1, len(text)),))

    def stands_at(self, number: int) -> bool:
        """Say whether every place in the line is what it is without pieces."""
        return len(self.pieces) == 1 and self.pieces[0] == (0, number, 1, len(self.text))

    def place(self, offset: int) -> Place:
        """Give the place of an offset in the original."""
        return _place(self.pieces, offset)

    def part(self, start: int, end: int) -> "Line":
        """Give a part of the line as a line."""
        first = max(bisect_right(self.pieces, start, key=lambda piece: piece.start) - 1, 0)
        pieces: list[Piece] = []
        for k in range(first, len(self.pieces)):
            piece = self.pieces[k]
            if piece.start >= end and pieces:
                break
            place, cut = piece.at(start), max(start - piece.start, 0)
            pieces.append(Piece(max(piece.start - start, 0), place.line, place.column, max(piece.width - cut, 1)))
        return Line(self.text[start:end], tuple(pieces))

    def edited(self, edits: Sequence[Edit]) -> "Line":
        """Give the line with parts of it replaced; the edits stand in order and don't overlap."""
        if not edits:
            return self
        parts: list[Line] = []
        done = 0
        for edit in edits:
            parts.append(self.part(done, edit.start))
            place, last = self.place(edit.start), self.place(max(edit.end - 1, edit.start))
            width = max(last.column - place.column + 1, 1) if last.line == place.line else 1
            parts.append(Line(edit.text, (Piece(0, place.line, place.column, width),)))
            done = edit.end
        parts.append(self.part(done, len(self.text)))
        return joined(parts)


def joined(parts: Iterable[Line]) -> Line:
    """Put parts together into one line."""
    texts: list[str] = []
    pieces: list[Piece] = []
    length = 0
    for part in parts:
        if part.text or not pieces:
            while pieces and pieces[-1].start == length:
                pieces.pop()
            pieces += [piece._replace(start=piece.start + length) for piece in part.pieces]
        texts.append(part.text)
        length += len(part.text)
    return Line("".join(texts), tuple(pieces))


def _place(pieces: Sequence[Piece], offset: int) -> Place:
    return pieces[max(bisect_right(pieces, offset, key=lambda piece: piece.start) - 1, 0)].at(offset)


def numbered(lines: Iterable[str]) -> Iterator[Line]:
    """Give the lines of an original."""
    return (Line.of(text, number) for number, text in enumerate(lines, 1))


@dataclass(slots=True)
class Origin:
    """Where the lines handed to a reader stood in the original: of those alone that don't stand where they are read."""

    moved: dict[int, tuple[Piece, ...]] = field(default_factory=dict)
    last: int = 0

    def texts(self, lines: Iterable[Line]) -> Iterator[str]:
        """Hand on the texts of lines, and keep where they stood."""
        for number, line in enumerate(lines, 1):
            if not line.stands_at(number):
                self.moved[number] = line.pieces
            self.last = number
            yield line.text

    def place(self, place: Place) -> Place:
        """Give the place in the original."""
        pieces = self.moved.get(min(place.line, self.last))
        return _place(pieces, place.column - 1) if pieces else place

    def of(self, item: Record | Finding) -> Record | Finding:
        """Give what was read with its places in the original."""
        if not self.moved:
            return item
        return self._finding(item) if isinstance(item, Finding) else self._record(item)

    def _finding(self, finding: Finding) -> Finding:
        if finding.line is None:
            return finding
        place = self.place(Place(finding.line, finding.column or 1))
        return replace(finding, line=place.line, column=None if finding.column is None else place.column)

    def _record(self, record: Record) -> Record:
        findings = tuple(map(self._finding, record.findings))
        line = self.place(Place(record.line, 1)).line
        return replace(record, main=self._turns(record.main), line=line, findings=findings)

    def _turns(self, turns: TurnList) -> TurnList:
        locate = turns.locate
        notes = {
            number: Annotation(note.glyphs, tuple(i if isinstance(i, str) else self._turns(i) for i in note.items))
            for number, note in turns.annotations.items()
        }
        return TurnList(turns.turns, notes, locate and (lambda number: self.place(locate(number))))
