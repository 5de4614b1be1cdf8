"""Hexagonal boards: points, their names, axes and symmetries, for any game of the series.

A point is a pair of axial coordinates ``(x, y)``: x is the column (0 = ``a``), y the row along the column, skewed so
that the three axes of lines are (0, 1), (1, 0) and (1, 1).
"""

from dataclasses import dataclass
from functools import cache

Point = tuple[int, int]

AXES: tuple[Point, Point, Point] = ((0, 1), (1, 0), (1, 1))
DIRECTIONS: tuple[Point, ...] = AXES + tuple((-dx, -dy) for dx, dy in AXES)
SYMMETRIES = range(12)


@dataclass(frozen=True, slots=True)
class HexBoard:
    """A hexagon of points around a centre, ``radius`` steps from the centre to a corner."""

    radius: int

    def distance(self, point: Point) -> int:
        """Give the number of steps from the centre to a point."""
        dx, dy = point[0] - self.radius, point[1] - self.radius
        return max(abs(dx), abs(dy), abs(dx - dy))

    def points(self) -> list[Point]:
        """Give every point, column by column from the left and each column from its low end."""
        size = range(2 * self.radius + 1)
        return [(x, y) for x in size for y in size if self.distance((x, y)) <= self.radius]

    def name(self, point: Point) -> str:
        """Give a point's name: the column's letter and the number counted from the column's low end.

        >>> HexBoard(4).name((4, 4))
        'e5'
        """
        x, y = point
        return f"{chr(ord('a') + x)}{y - max(0, x - self.radius) + 1}"

    def image(self, point: Point, symmetry: int) -> Point:
        """Give a point's image: symmetries 0 to 5 turn by that many sixths, 6 to 11 first swap the two short axes."""
        dx, dy = _moved((point[0] - self.radius, point[1] - self.radius), symmetry)
        return dx + self.radius, dy + self.radius


def _moved(offset: Point, symmetry: int) -> Point:
    dx, dy = offset
    if symmetry >= 6:
        dx, dy = dy, dx
    for _ in range(symmetry % 6):
        dx, dy = dy, dy - dx
    return dx, dy


def _as_moved(east: Point, north: Point) -> int:
    """Give the symmetry that moves (1, 0) and (0, 1) to these places."""
    return next(k for k in SYMMETRIES if (_moved((1, 0), k), _moved((0, 1), k)) == (east, north))


@cache
def composed(first: int, second: int) -> int:
    """Give the symmetry that does what two do one after the other."""
    return _as_moved(_moved(_moved((1, 0), first), second), _moved(_moved((0, 1), first), second))


@cache
def inverse(symmetry: int) -> int:
    """Give the symmetry that undoes one."""
    return next(k for k in SYMMETRIES if composed(symmetry, k) == 0)


# Left and right exchanged, each column's points kept in their order.
MIRROR = _as_moved((-1, -1), (0, 1))


def symmetry_name(symmetry: int) -> str:
    """Name a symmetry: first left and right are exchanged, then the board is turned clockwise.

    >>> [symmetry_name(k) for k in (0, 1, MIRROR)]
    ['same', 'turned 60°', 'mirrored']
    """
    mirrored, turned = symmetry >= 6, symmetry
    if mirrored:
        turned = composed(MIRROR, symmetry)
    words = ["mirrored"] * mirrored + [f"turned {60 * turned}°"] * bool(turned)
    return ", ".join(words) or "same"


def step(point: Point, direction: Point) -> Point:
    """Give the next point in a direction (a pair out of ``DIRECTIONS``)."""
    return point[0] + direction[0], point[1] + direction[1]
