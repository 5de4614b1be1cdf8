"""The board of GIPF: 37 spots, 24 dots, 21 lines and 42 paths, as names and as bit masks.

A set of spots is an int: the spot in column x (``b`` = 0) and axial row y (0 to 6) is bit ``8 * x + y``. The eighth bit
of a column is always 0, so a step along a line, a shift by 1, 8 or 9, never wraps into another line.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from gipfkit.hexboard import AXES, DIRECTIONS, SYMMETRIES, HexBoard, Point, step

HEXAGON = HexBoard(4)
STEPS = (1, 8, 9)


class Colour(IntEnum):
    """A side: White moves first."""

    WHITE = 0
    BLACK = 1

    @property
    def opponent(self) -> "Colour":
        """The other side."""
        return BLACK if self is WHITE else WHITE

    @property
    def word(self) -> str:
        """The side in a sentence and in output: ``white`` or ``black``."""
        return "black" if self else "white"


WHITE, BLACK = Colour.WHITE, Colour.BLACK


def _bit(point: Point) -> int:
    return 1 << (8 * (point[0] - 1) + point[1] - 1)


_SPOT_POINTS = sorted((p for p in HEXAGON.points() if HEXAGON.distance(p) < 4), key=_bit)
_DOT_POINTS = [p for p in HEXAGON.points() if HEXAGON.distance(p) == 4]

SPOTS: tuple[str, ...] = tuple(HEXAGON.name(p) for p in _SPOT_POINTS)
DOTS: tuple[str, ...] = tuple(HEXAGON.name(p) for p in _DOT_POINTS)
BIT: dict[str, int] = {HEXAGON.name(p): _bit(p) for p in _SPOT_POINTS}
SPOT: dict[int, str] = {bit: name for name, bit in BIT.items()}
ALL_SPOTS = sum(BIT.values())


def mask(names: Iterable[str]) -> int:
    """Give the bit mask of some spots; an unknown name is a KeyError.

    >>> mask(["b2", "e5"]) == BIT["b2"] | BIT["e5"]
    True
    """
    result = 0
    for name in names:
        result |= BIT[name]
    return result


def bits(spots: int) -> Iterator[int]:
    """Yield the single bits of a mask, lowest first."""
    while spots:
        low = spots & -spots
        yield low
        spots ^= low


def names(spots: int) -> list[str]:
    """Give the names of a mask's spots, column by column.

    >>> names(mask(["e5", "b2", "b3"]))
    ['b2', 'b3', 'e5']
    """
    return [SPOT[bit] for bit in bits(spots)]


@dataclass(frozen=True, slots=True)
class Line:
    """One of the 21 lines of spots: its spots in order, their mask, and the shift from a spot to the next."""

    index: int
    spots: tuple[str, ...]
    mask: int
    step: int

    def ordered(self, spots: int) -> list[str]:
        """Give the names of those of ``spots`` that lie on this line, in the line's order."""
        return [name for name in self.spots if BIT[name] & spots]


@dataclass(frozen=True, slots=True)
class Path:
    """A way to push: from a dot along one of its lines. ``spans[k]`` is the mask of the first k + 1 spots."""

    index: int
    dot: str
    spots: tuple[str, ...]
    line: int
    step: int
    spans: tuple[int, ...]

    @property
    def first(self) -> str:
        """The spot next to the dot."""
        return self.spots[0]

    @property
    def mask(self) -> int:
        """The mask of the whole line."""
        return self.spans[-1]


def _walk(point: Point, direction: Point) -> list[Point]:
    found = []
    point = step(point, direction)
    while HEXAGON.distance(point) < 4:
        found.append(point)
        point = step(point, direction)
    return found


def _lines() -> Iterator[Line]:
    index = 0
    for axis, shift in zip(AXES, STEPS, strict=True):
        for dot in _DOT_POINTS:
            if points := _walk(dot, axis):
                spots = tuple(HEXAGON.name(p) for p in points)
                yield Line(index, spots, mask(spots), shift)
                index += 1


def _paths() -> Iterator[Path]:
    line_of = {line.mask: line.index for line in LINES}
    index = 0
    for dot in _DOT_POINTS:
        for direction in DIRECTIONS:
            if points := _walk(dot, direction):
                spots = tuple(HEXAGON.name(p) for p in points)
                spans = tuple(mask(spots[: k + 1]) for k in range(len(spots)))
                shift = 8 * direction[0] + direction[1]
                yield Path(index, HEXAGON.name(dot), spots, line_of[spans[-1]], shift, spans)
                index += 1


LINES: tuple[Line, ...] = tuple(_lines())
PATHS: tuple[Path, ...] = tuple(_paths())
PATHS_OF_DOT: dict[str, tuple[Path, ...]] = {dot: tuple(p for p in PATHS if p.dot == dot) for dot in DOTS}
PATHS_TO: dict[str, tuple[Path, ...]] = {
    spot: tuple(p for p in PATHS if p.first == spot) for spot in SPOTS if any(p.first == spot for p in PATHS)
}


def _blocks(line: Line) -> Iterator[tuple[int, int]]:
    """Yield each occupation of a line that holds four adjacent pieces, with its longest unbroken stretch."""
    spots = [BIT[name] for name in line.spots]
    for occupation in range(1 << len(spots)):
        run = re.search("1{4,}", f"{occupation:b}"[::-1])
        if run:
            yield sum(bit for k, bit in enumerate(spots) if occupation >> k & 1), sum(spots[run.start() : run.end()])


# The stretch of four or more pieces in a line's occupation: on at most seven spots there is only one.
STRETCH: dict[int, int] = {occupation: block for line in LINES for occupation, block in _blocks(line)}
LINE_MASK_AT: dict[int, dict[int, int]] = {
    shift: {bit: line.mask for line in LINES if line.step == shift for bit in bits(line.mask)} for shift in STEPS
}
LINE_AT: dict[int, dict[int, int]] = {
    shift: {bit: line.index for line in LINES if line.step == shift for bit in bits(line.mask)} for shift in STEPS
}


def path_through(dot: str, spot: str) -> Path | None:
    """Give the path from a dot that runs over a spot, or None; a dot's two lines share no spot.

    >>> path_through("a2", "b2").spots
    ('b2', 'c2', 'd2', 'e2')
    """
    for path in PATHS_OF_DOT.get(dot, ()):
        if spot in path.spots:
            return path
    return None


@cache
def _image_tables(symmetry: int) -> tuple[tuple[int, ...], ...]:
    image = {_bit(p): _bit(HEXAGON.image(p, symmetry)) for p in _SPOT_POINTS}

    def of(spots: int) -> int:
        return sum(image[bit] for bit in bits(spots & ALL_SPOTS))

    return tuple(tuple(of(value << (8 * column)) for value in range(128)) for column in range(7))


def image(spots: int, symmetry: int) -> int:
    """Give the image of a mask under one of the 12 symmetries of the board (``hexboard.SYMMETRIES``)."""
    table = _image_tables(symmetry)
    return (
        table[0][spots & 127]
        | table[1][spots >> 8 & 127]
        | table[2][spots >> 16 & 127]
        | table[3][spots >> 24 & 127]
        | table[4][spots >> 32 & 127]
        | table[5][spots >> 40 & 127]
        | table[6][spots >> 48 & 127]
    )


@cache
def image_name(name: str, symmetry: int) -> str:
    """Give the name of the image of a spot or a dot."""
    points = {HEXAGON.name(p): p for p in HEXAGON.points()}
    return HEXAGON.name(HEXAGON.image(points[name], symmetry))


__all__ = [
    "ALL_SPOTS",
    "BIT",
    "BLACK",
    "DOTS",
    "LINES",
    "LINE_AT",
    "LINE_MASK_AT",
    "PATHS",
    "PATHS_OF_DOT",
    "PATHS_TO",
    "SPOT",
    "SPOTS",
    "STEPS",
    "STRETCH",
    "SYMMETRIES",
    "WHITE",
    "Colour",
    "Line",
    "Path",
    "bits",
    "image",
    "image_name",
    "mask",
    "names",
    "path_through",
]
