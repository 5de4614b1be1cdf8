"""Hexagonal boards: points, their names, axes and symmetries, for any game of the series.

A point is a pair of axial coordinates ``(x, y)``: x is the column (0 = ``a``), y the row along the column, skewed so
that the three axes of lines are (0, 1), (1, 0) and (1, 1).
"""

from dataclasses import dataclass

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
        dx, dy = point[0] - self.radius, point[1] - self.radius
        if symmetry >= 6:
            dx, dy = dy, dx
        for _ in range(symmetry % 6):
            dx, dy = dy, dy - dx
        return dx + self.radius, dy + self.radius


def step(point: Point, direction: Point) -> Point:
    """Give the next point in a direction (a pair out of ``DIRECTIONS``)."""
    return point[0] + direction[0], point[1] + direction[1]
