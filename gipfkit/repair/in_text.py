"""Writes mended turns into the text that a game was read from; comments, tags and the rest of the layout stay."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gipfkit.notations.official import turn_text
from gipfkit.record import Record, WrittenTurn, plies_before
from gipfkit.repair.changes import Change

# Behind a turn's own words: a glyph, then its count.
_COUNT = re.compile(r"((?:\s*(?:[!?]{1,2}|\$[0-9]{1,3}))*\s*)\(([ \t]*[0-9]{1,4}[ \t]*)(\)|(?=\s))")
_NUMBER = re.compile(r"([0-9]{1,6})([.…]+[ \t]*|[ \t]+)$")


class NotInTextError(ValueError):
    """A turn that doesn't stand in the text as it was read."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A turn as it stands: the text between the turn before and it, its words, what follows them up to its count."""

    gap: str
    words: str
    between: str = ""
    count: str = ""
    close: str = ""

    def __str__(self) -> str:
        counted = f"({self.count}{self.close}" if self.count else ""
        return f"{self.gap}{self.words}{self.between}{counted}"


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

    def mended(self, record: Record, changed: Sequence[Change]) -> tuple[int, int, str]:
        """Return which part of the text a game's changes, made one after the other, replace, and with what.

        Raises NotInTextError where the turns don't stand in the text as they were read, as its notation says them in
        other words.
        """
        start, pieces = self._pieces(record)
        end = start + sum(len(str(piece)) for piece in pieces)
        turns, layout = list(record.turns), _Layout.of(pieces, plies_before(record.tags))
        for change in changed:
            pieces = _changed(pieces, turns, change, layout)
            turns = list(change.applied(turns))
            if len(change.turns) != change.removed:
                pieces = layout.laid_out(pieces, change.start)
        return start, end, "".join(map(str, pieces))

    def _pieces(self, record: Record) -> tuple[int, list[_Piece]]:
        """Return where the first turn's line begins and every turn as it stands."""
        pieces: list[_Piece] = []
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
        found = _NUMBER.search(line)
        return offset - (len(line) - found.start() if found else 0)

    def _piece(self, gap: str, turn: WrittenTurn, offset: int, number: int) -> _Piece:
        words = re.compile(r"\s+".join(map(re.escape, (turn.unreadable or _words(turn)).split()))).match(
            self.text, offset
        )
        if words is None or not words[0]:
            raise NotInTextError(f"turn {number} doesn't stand in the text as it was read")
        counted = _COUNT.match(self.text, words.end()) if turn.reserve is not None else None
        if turn.reserve is not None and counted is None:
            raise NotInTextError(f"the count of turn {number} doesn't stand behind it")
        return _Piece(gap, words[0], *(counted.groups() if counted else ()))


def _words(turn: WrittenTurn) -> str:
    """Return a turn's own text without its count."""
    return re.sub(r"\s*\([ \t]*[0-9]{1,4}[ \t]*\)\s*$", "", turn.text)


@dataclass(frozen=True, slots=True)
class _Layout:
    """What divides the turns of a game: what usually stands before White's and before Black's, numbers left out."""

    white: str
    black: str
    numbered: bool
    black_first: int

    @classmethod
    def of(cls, pieces: Sequence[_Piece], black_first: int) -> "_Layout":
        """Return the layout of a game as it stands."""
        gaps = [_without_number(piece.gap) for piece in pieces[1:]]
        usual = [_most_common(gaps[side::2]) for side in (1, 0)]
        white, black = usual[::-1] if black_first else usual
        return cls(white, black, any(_number(piece.gap) for piece in pieces), black_first)

    def gap(self, index: int) -> str:
        """Return what usually stands before a turn."""
        return self.black if (index + self.black_first) % 2 else self.white

    def laid_out(self, pieces: list[_Piece], start: int) -> list[_Piece]:
        """Divide and number the turns from an index on as they stand now.

        White's are numbered, Black's where a comment stands before them.
        """
        found = pieces[:start]
        for index, piece in enumerate(pieces[start:], start):
            gap = _without_number(piece.gap)
            if not gap.strip() and index and (self.white != self.black or not gap):
                gap = self.gap(index)
            pair, black = divmod(index + self.black_first, 2)
            interrupted = bool(gap.strip(" \t\r\n/")) or not index
            number = f"{pair + 1}. " if not black else f"{pair + 1}... " if interrupted else ""
            found.append(replace(piece, gap=gap + number * self.numbered))
        return found


def _most_common(gaps: Sequence[str]) -> str:
    return max(set(gaps), key=gaps.count) if gaps else " "


def _changed(pieces: list[_Piece], turns: Sequence[WrittenTurn], change: Change, layout: _Layout) -> list[_Piece]:
    """Put a change's turns into the places of those that they replace."""
    end = change.start + change.removed
    old, rest = pieces[change.start : end], pieces[end:]
    new: list[_Piece] = []
    for k, turn in enumerate(change.turns):
        if k < len(old):
            new.append(_rewritten(old[k], turns[change.start + k], turn))
        else:
            new.append(_rewritten(_Piece(layout.gap(change.start + k), ""), None, turn))
    # What stood around a turn that goes stays, but for its number.
    kept = "".join(_without_number(piece.gap).strip(" \t\r\n/") for piece in old[len(change.turns) :])
    if rest and kept:
        rest = [replace(rest[0], gap=_joined(kept, rest[0].gap)), *rest[1:]]
    if not change.start and not old and rest:
        new[0], rest = replace(new[0], gap=rest[0].gap), [replace(rest[0], gap=layout.gap(1)), *rest[1:]]
    if not change.start and not new and old and rest:
        rest = [replace(rest[0], gap=old[0].gap), *rest[1:]]
    return [*pieces[: change.start], *new, *rest]


def _joined(kept: str, gap: str) -> str:
    return f" {kept.strip()}{gap if gap[:1].isspace() else ' ' + gap}"


def _rewritten(piece: _Piece, old: WrittenTurn | None, new: WrittenTurn) -> _Piece:
    """Write a turn in a piece's place: of a turn with the same words its own spelling stays, and so do glyphs."""
    words = piece.words
    if old is None or replace(old, reserve=None) != replace(new, reserve=None):
        words = turn_text(new)
    if new.reserve is None:
        return replace(
            piece, words=words, count="", between=piece.between.rstrip() if piece.count else piece.between, close=""
        )
    if old is not None and old.reserve == new.reserve:
        return replace(piece, words=words)
    return replace(piece, words=words, between=piece.between if piece.count else " ", count=str(new.reserve), close=")")


def _number(gap: str) -> re.Match[str] | None:
    return _NUMBER.search(gap)


def _without_number(gap: str) -> str:
    found = _number(gap)
    return gap[: found.start()] if found else gap
