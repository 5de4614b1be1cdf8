"""Writes mended turns into the text that a game was read from; comments, tags and the rest of the layout stay."""

import re
from collections.abc import Sequence

from gipfkit.pasted.signs import signs_for
from gipfkit.record import Record, WrittenTurn, plies_before
from gipfkit.repair.changes import Change
from gipfkit.repair.layout import NUMBER, Layout, Piece, changed

# Behind a turn's own words: a glyph, then its count.
_COUNT = re.compile(r"((?:\s*(?:[!?]{1,2}|\$[0-9]{1,3}))*\s*)\(([ \t]*[0-9]{1,4}[ \t]*)(\)|(?=\s))")
_GLYPHS = re.compile(r"(?:[ \t]*(?:[!?]{1,2}|\$[0-9]{1,3}))*")
# What joins a dot and a spot where turns are written loosely.
_LINE = rf"[ \t]*(?:-->|->|=>|--|[->~{signs_for('-')}{signs_for('->')}]|)[ \t]*"


class NotInTextError(ValueError):
    """A turn that doesn't stand in the text as it was read."""


class Text:
    """A source's text, with the offsets of its lines."""

    def __init__(self, text: str):
        self.text = text
        self._starts = [0, *(match.end() for match in re.finditer("\r\n|\r|\n", text))]

    @property
    def lines(self) -> int:
        """How many lines the text has."""
        return len(self._starts)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place (from 1)."""
        return self._starts[line - 1] + column - 1

    def mended(self, record: Record, changes: Sequence[Change]) -> tuple[int, int, str]:
        """Return which part of the text a game's changes, made one after the other, replace, and with what.

        Raises NotInTextError where the turns don't stand in the text as they were read, as its notation says them in
        other words.
        """
        start, pieces = self._pieces(record)
        end = start + sum(len(str(piece)) for piece in pieces)
        turns, layout = list(record.turns), Layout.of(pieces, plies_before(record.tags))
        for change in changes:
            pieces = changed(pieces, turns, change, layout)
            turns = list(change.applied(turns))
        return start, end, "".join(map(str, pieces))

    def _pieces(self, record: Record) -> tuple[int, list[Piece]]:
        """Return where the first turn's line begins and every turn as it stands."""
        pieces: list[Piece] = []
        start = end = -1
        for number, turn in enumerate(record.turns, 1):
            place = record.main.place(number)
            if place is None:
                raise NotInTextError(f"turn {number} has no place")
            offset = self.offset(place.line, place.column)
            if end < 0:
                start = end = self._first_gap(offset)
            piece = self._piece(self.text[end:offset], turn, offset, number)
            pieces.append(piece)
            end += len(str(piece))
        return max(start, 0), pieces

    def _first_gap(self, offset: int) -> int:
        """Return where the first turn's number begins, or the turn itself."""
        line = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        found = NUMBER.search(line)
        return offset - (len(line) - found.start() if found else 0)

    def _piece(self, gap: str, turn: WrittenTurn, offset: int, number: int) -> Piece:
        plain = (turn.unreadable or _words(turn)).split()
        words = re.compile(r"\s+".join(map(re.escape, plain))).match(self.text, offset)
        if words is None:
            words = re.compile(r"\s+".join(map(_as_typed, plain))).match(self.text, offset)
        if words is None or not words[0]:
            raise NotInTextError(f"turn {number} doesn't stand in the text as it was read")
        counted = _COUNT.match(self.text, words.end()) if turn.reserve is not None else None
        if turn.reserve is not None and counted is None:
            raise NotInTextError(f"the count of turn {number} doesn't stand behind it")
        glyphs = _GLYPHS.match(self.text, (counted or words).end())
        assert glyphs
        between, count, close = counted.groups() if counted else ("", "", "")
        numbered = NUMBER.search(gap)
        divider = gap[: numbered.start()] if numbered else gap
        return Piece(divider, gap[len(divider) :], words[0], between, count, close, glyphs[0])


def _as_typed(word: str) -> str:
    """Return a pattern of a word as it may be typed: with other dashes and signs, capitals, blanks around them."""
    return "".join(_LINE if letter == "-" else _sign(letter) for letter in word)


def _sign(letter: str) -> str:
    one = f"[{re.escape(letter + letter.swapcase() + signs_for(letter))}]"
    return one if letter.isalnum() else f"[ \\t]*{one}[ \\t]*"


def _words(turn: WrittenTurn) -> str:
    """Return a turn's own text without its count."""
    return re.sub(r"\s*\([ \t]*[0-9]{1,4}[ \t]*\)\s*$", "", turn.text)
