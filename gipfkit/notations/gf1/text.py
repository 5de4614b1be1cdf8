"""GF1's turns as text: a turn of the save log, a line of the older log (spec: notations section 3).

``grammar/gf1.lark`` is the law. Both are plain enough to be split here; a property test holds both ways equal.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gipfkit.gipf.board import BLACK, LINES, WHITE, Colour
from gipfkit.notations.official import DOT, SPOT
from gipfkit.record import WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn

PUSH, PIECE, RUN, SEMICOLON = "push", "piece", "run", "semicolon"
LETTERS = {"o": (WHITE, False), "O": (WHITE, True), "x": (BLACK, False), "X": (BLACK, True)}
_BLANKS = r"[ \t]*+"
_TOKEN = re.compile(
    rf"{_BLANKS}(?:(G?){_BLANKS}({DOT}){_BLANKS}-{_BLANKS}({SPOT})|(G?){_BLANKS}({SPOT})"
    rf"|x\({_BLANKS}({SPOT}){_BLANKS}-{_BLANKS}({SPOT}){_BLANKS}\)|(;)){_BLANKS}"
)
_MOVE = re.compile(rf"([oOxX]){_BLANKS}:{_BLANKS}({DOT}){_BLANKS}-{_BLANKS}({SPOT})")
_ROW = re.compile(
    rf"([oOxX]){_BLANKS}removerow{_BLANKS}\({_BLANKS}({SPOT}){_BLANKS}-{_BLANKS}({SPOT}){_BLANKS}\){_BLANKS}:(.*)"
)
_GIPF = re.compile(rf"([oOxX]){_BLANKS}removegipf{_BLANKS}:(.*)")
_OWNED = re.compile(rf"{_BLANKS}({SPOT}){_BLANKS}([oOxX]){_BLANKS}")


class Token(NamedTuple):
    """A word of a turn: its kind, the spots or the dot and spot it names, whether a G stands before them, its place."""

    kind: str
    points: tuple[str, ...] = ()
    gipf: bool = False
    start: int = 0
    end: int = 0


def tokens(text: str) -> list[Token] | None:
    """Split the text of one or two turns into words; None where it is something else."""
    found, place = [], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            return None
        pushed, dot, end, marked, spot, low, high, _ = match.groups()
        first = place + len(match[0]) - len(match[0].lstrip(" \t"))
        place = match.end()
        last = first + len(match[0].strip(" \t"))
        if dot:
            found.append(Token(PUSH, (dot, end), bool(pushed), first, last))
        elif spot:
            found.append(Token(PIECE, (spot,), bool(marked), first, last))
        elif low:
            found.append(Token(RUN, (low, high), False, first, last))
        else:
            found.append(Token(SEMICOLON, (), False, first, last))
    return found


def read_turn(text: str) -> WrittenTurn | None:
    """Read a turn of the save log; None where it is none.

    >>> read_turn("a1-d4 ; c2 b2 d2 x(b2-e2) Gf2").after[0][-1]
    WrittenPiece(spot='f2', gipf=True, captured=True)
    """
    words = tokens(text)
    return turn_of(words, text.strip(" \t")) if words else None


def turn_of(words: Sequence[Token], text: str) -> WrittenTurn | None:
    """Make a turn of its words; None where they are none."""
    parts = list(_parts(words))
    pushes = [k for k, part in enumerate(parts) if part and part[0].kind == PUSH]
    if not pushes and len(parts) > 1 and not parts[-1]:
        parts.pop()  # a semicolon may end a turn without a push
    if len(pushes) > 1 or not all(parts):
        return None
    at = pushes[0] if pushes else len(parts)
    if pushes and len(parts[at]) > 1:
        return None
    segments = [[] if k == at else _rows(part) for k, part in enumerate(parts)]
    if any(segment is None for segment in segments):
        return None
    push = _push(parts[at][0]) if pushes else None
    before = tuple(row for segment in segments[:at] for row in segment or () if row)
    after = tuple(row for segment in segments[at:] for row in segment or () if row)
    return WrittenTurn(push, before, after, text=text)


def _push(word: Token) -> WrittenPush:
    dot, spot = word.points
    return WrittenPush(dot, spot, word.gipf)


def _parts(words: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for word in words:
        if word.kind == SEMICOLON:
            yield part
            part = []
        else:
            part.append(word)
    yield part


def _rows(part: list[Token]) -> list[WrittenRemoval] | None:
    """Split a segment into rows: pieces behind a run are captured as long as they lie on its line."""
    runs = [k for k, word in enumerate(part) if word.kind == RUN]
    if not runs or any(word.kind == PUSH for word in part):
        return None
    rows: list[WrittenRemoval] = []
    start = 0
    for at, following in zip(runs, [*runs[1:], len(part)], strict=True):
        end = following
        if following < len(part):
            end = at + 1 + on_line(part[at], part[at + 1 : following])
        own = [WrittenPiece(word.points[0], word.gipf, captured=False) for word in part[start:at]]
        other = [WrittenPiece(word.points[0], word.gipf, captured=True) for word in part[at + 1 : end]]
        rows.append(tuple(own + other))
        start = end
    return rows


def on_line(run: Token, pieces: Sequence[Token]) -> int:
    """Count the words, from the first on, that are pieces on the line of a run."""
    lines = [line.spots for line in LINES if set(run.points) <= set(line.spots)]
    for k, piece in enumerate(pieces):
        if piece.kind != PIECE or not lines or piece.points[0] not in lines[0]:
            return k
    return len(pieces)


@dataclass(frozen=True, slots=True)
class Move:
    """A push of the older log and of the XML save."""

    colour: Colour
    push: WrittenPush


@dataclass(frozen=True, slots=True)
class Taken:
    """Pieces of the older log and of the XML save that go: ``row`` is false for GIPF-pieces named behind their row."""

    colour: Colour
    pieces: WrittenRemoval
    row: bool


def read_line(text: str) -> Move | Taken | None:
    """Read a line of the older log; None where it is none.

    >>> read_line("o removegipf: d4O").pieces
    (WrittenPiece(spot='d4', gipf=True, captured=False),)
    """
    text = text.strip(" \t")
    if found := _MOVE.fullmatch(text):
        colour, gipf = LETTERS[found[1]]
        return Move(colour, WrittenPush(found[2], found[3], gipf))
    row = _ROW.fullmatch(text)
    found = row or _GIPF.fullmatch(text)
    if found is None:
        return None
    colour = LETTERS[found[1]][0]
    pieces = _owned(found[4] if row else found[2], colour)
    return None if pieces is None or not (pieces or row) else Taken(colour, pieces, row is not None)


def _owned(text: str, remover: Colour) -> WrittenRemoval | None:
    pieces: list[WrittenPiece] = []
    place = 0
    while place < len(text):
        found = _OWNED.match(text, place)
        if found is None:
            return None if text[place:].strip(" \t") else tuple(pieces)
        pieces.append(owned_piece(found[1], found[2], remover))
        place = found.end()
    return tuple(pieces)


def owned_piece(spot: str, letter: str, remover: Colour) -> WrittenPiece:
    """Give a removed piece from its spot and its letter."""
    colour, gipf = LETTERS[letter]
    return WrittenPiece(spot, gipf, colour is not remover)
