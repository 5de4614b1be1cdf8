"""How the turns of a text are divided and numbered, and what becomes of that where turns are added or go."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gipfkit.notations.official import turn_text
from gipfkit.record import WrittenTurn
from gipfkit.repair.changes import Change

NUMBER = re.compile(r"([0-9]{1,6})([.…]+[ \t]*|[ \t]+)$")
_INNER_NUMBER = re.compile(r"[0-9]{1,6}[.…]+[ \t]*")
_DOTS = ("..", "…")
_JOINTS = ";:,"
_DIVIDERS = " \t\r\n/,;:"


@dataclass(frozen=True, slots=True)
class Piece:
    """A turn as it stands: what divides it from the turn before, its number, its words and what follows them.

    ``between`` are the glyphs and blanks up to its count, ``close`` ends the count, ``glyphs`` stand behind all that.
    """

    gap: str
    number: str
    words: str
    between: str = ""
    count: str = ""
    close: str = ""
    glyphs: str = ""

    def __str__(self) -> str:
        counted = f"({self.count}{self.close}" if self.count else ""
        return f"{self.gap}{self.number}{self.words}{self.between}{counted}{self.glyphs}"

    @property
    def interrupted(self) -> bool:
        """Whether more than a divider stands before the turn: a comment, a variation."""
        return bool(self.gap.strip(_DIVIDERS))


@dataclass(frozen=True, slots=True)
class Layout:
    """What divides and numbers the turns of a game.

    ``white`` and ``black`` usually stand before White's and Black's turns, ``point`` and ``dots`` behind their numbers.
    Black's are numbered where ``blacks`` says so, and behind a comment where ``resumed`` does.
    """

    white: str
    black: str
    point: str
    dots: str
    numbered: bool
    blacks: bool
    resumed: bool
    first: int
    black_first: int

    @classmethod
    def of(cls, pieces: Sequence[Piece], black_first: int) -> "Layout":
        """Return the layout of a game as it stands."""
        sides: tuple[list[Piece], list[Piece]] = ([], [])
        for piece, black in list(zip(pieces, _blacks(pieces, black_first), strict=True))[1:]:
            sides[black].append(piece)
        points = [found[2] for piece in pieces if (found := NUMBER.search(piece.number))]
        dots = [point for point in points if point.startswith(_DOTS)]
        first = NUMBER.search(pieces[0].number)
        plain = [piece.number for piece in sides[1] if not piece.interrupted]
        resumed = [piece.number for piece in sides[1] if piece.interrupted]
        white, black_gap = (_most_common([p.gap for p in side if not p.interrupted], " ") for side in sides)
        return cls(
            white=white,
            black=black_gap,
            point=_most_common([point for point in points if point not in dots], ". "),
            dots=_most_common(dots, "... "),
            numbered=bool(points),
            blacks=sum(map(bool, plain)) * 2 > len(plain),
            resumed=not resumed or any(resumed),
            first=int(first[1]) if first else 1,
            black_first=black_first,
        )

    def gap(self, index: int) -> str:
        """Return what usually stands before a turn."""
        return self.black if (index + self.black_first) % 2 else self.white

    def divided(self, gap: str, index: int) -> tuple[str, str]:
        """Return what stands before and behind a turn that is put in at an index, where ``gap`` stands.

        A turn that was left out may have left its number, or the blanks on both sides of it.
        """
        before, behind = self.gap(index), self.gap(index + 1)
        if _INNER_NUMBER.sub("", gap) == before + behind:
            return before, behind
        return gap or before, behind

    def laid_out(self, pieces: Sequence[Piece], start: int) -> list[Piece]:
        """Divide and number the turns from an index on as they stand now."""
        found = list(pieces[:start])
        for index, piece in enumerate(pieces[start:], start):
            gap = piece.gap
            if index and not piece.interrupted and (self.white != self.black or not gap):
                gap = self.gap(index)
            found.append(replace(piece, gap=gap, number=self._number(piece, index)))
        return found

    def _number(self, piece: Piece, index: int) -> str:
        pair, black = divmod(index + self.black_first, 2)
        number = pair + self.first
        if not self.numbered or (black and index and not (self.resumed if piece.interrupted else self.blacks)):
            return ""
        known = NUMBER.search(piece.number)
        if known and int(known[1]) == number and (black or not known[2].startswith(_DOTS)):
            return piece.number
        return f"{number}{self.dots if black else self.point}"


def _blacks(pieces: Sequence[Piece], black_first: int) -> list[bool]:
    """Say of each turn whether it stands as Black's: by the numbers, where there are any, as a turn may be missing."""
    numbers = [NUMBER.search(piece.number) for piece in pieces]
    if not any(numbers):
        return [(k + black_first) % 2 == 1 for k in range(len(pieces))]
    found, last = [], ""
    for number in numbers:
        found.append(number is None or number[2].startswith(_DOTS) or number[1] == last)
        last = number[1] if number else last
    return found


def _most_common(texts: Sequence[str], usual: str) -> str:
    return max(dict.fromkeys(texts), key=texts.count) if texts else usual


def changed(pieces: list[Piece], turns: Sequence[WrittenTurn], change: Change, layout: Layout) -> list[Piece]:
    """Put a change's turns into the places of those that they replace."""
    end = change.start + change.removed
    old, rest = pieces[change.start : end], pieces[end:]
    found = pieces[: change.start]
    for k, turn in enumerate(change.turns):
        if k < len(old):
            found.append(_rewritten(old[k], turns[change.start + k], turn))
            # What divided the turn from its list went with the list.
            if rest and k + 1 == change.removed and found[-1].words != old[k].words:
                rest[0] = replace(rest[0], gap=rest[0].gap.lstrip(_JOINTS) or layout.gap(len(found)))
            continue
        gap = layout.gap(len(found))
        if rest and not found:
            gap, rest[0] = rest[0].gap, replace(rest[0], gap=layout.gap(1))
        elif rest:
            gap, behind = layout.divided(rest[0].gap, len(found))
            rest[0] = replace(rest[0], gap=behind)
        found.append(_rewritten(Piece(gap, "", ""), None, turn))
    for piece in reversed(old[len(change.turns) :]):
        _taken_out(piece, found, rest, layout)
    pieces = found + rest
    return layout.laid_out(pieces, change.start) if len(change.turns) != change.removed else pieces


def _taken_out(piece: Piece, before: list[Piece], rest: list[Piece], layout: Layout) -> None:
    """Leave what stands around a turn that goes, but for its number and one divider; its glyphs go to the one before.

    Changes ``before`` and ``rest``.
    """
    if before and piece.between.strip() and not before[-1].between.strip():
        before[-1] = replace(before[-1], between=piece.between)
    if before and piece.glyphs.strip():
        before[-1] = replace(before[-1], glyphs=before[-1].glyphs + piece.glyphs)
    if not rest:
        if before and piece.interrupted:
            before[-1] = replace(before[-1], glyphs=before[-1].glyphs + piece.gap.rstrip())
        return
    gap = rest[0].gap
    if not before:
        gap = piece.gap + (gap.lstrip() if rest[0].interrupted else "")
    elif piece.interrupted and rest[0].interrupted:
        gap = piece.gap.rstrip() + (gap if gap[:1].isspace() else f" {gap}")
    elif piece.interrupted or (not rest[0].interrupted and layout.white == layout.black and "\n" in piece.gap):
        gap = piece.gap
    rest[0] = replace(rest[0], gap=gap)


def _rewritten(piece: Piece, old: WrittenTurn | None, new: WrittenTurn) -> Piece:
    """Write a turn in a piece's place: of a turn with the same words its own spelling stays, and so do glyphs."""
    words = piece.words
    if old is None or replace(old, reserve=None) != replace(new, reserve=None):
        words = turn_text(new)
    if new.reserve is None:
        between = piece.between.rstrip() if piece.count else piece.between
        return replace(piece, words=words, count="", between=between, close="")
    if old is not None and old.reserve == new.reserve:
        return replace(piece, words=words)
    return replace(piece, words=words, between=piece.between if piece.count else " ", count=str(new.reserve), close=")")
