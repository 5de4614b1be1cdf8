"""GIPF's board on matplotlib Axes: its lines, spots, dots and their names, pieces, and values by spot.

The board stands as White sees it: dot e1 at the bottom, columns upright, a step of length 1 between neighbours.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Normalize, to_rgba
from matplotlib.patches import Circle

from gipfkit.gipf.board import BIT, BLACK, DOTS, HEXAGON, PATHS, SPOTS, WHITE
from gipfkit.gipf.position import Position
from gipfkit.pictures.panels import points
from gipfkit.pictures.styles import Style

_CENTRE = HEXAGON.radius
# From the board's middle to the ends of its frame, names of the dots included.
_REACH = 4.55
_PIECE, _VALUE = 0.4, 0.44
_BEHIND, _LINES, _FRONT, _TEXT = 0.5, 1.0, 2.0, 3.0


def _place(point: tuple[int, int]) -> tuple[float, float]:
    x, y = point[0] - _CENTRE, point[1] - _CENTRE
    return x * sqrt(3) / 2, y - x / 2


# Where each spot and dot lies, the centre at (0, 0).
PLACES: Mapping[str, tuple[float, float]] = {HEXAGON.name(point): _place(point) for point in HEXAGON.points()}


def draw_board(ax: Axes, style: Style) -> None:
    """Draw the empty board: 21 lines from dot to dot, 37 spots where they cross, 24 dots with their names."""
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set(xlim=(-_REACH * 0.9, _REACH * 0.9), ylim=(-_REACH, _REACH))
    corners = [PLACES[name] for name in ("a1", "a5", "e9", "i5", "i1", "e1")]
    ax.fill(*zip(*corners, strict=True), facecolor=style.wood, edgecolor="none", zorder=_BEHIND)
    ends = [(PLACES[path.dot], PLACES[_far_dot(path.line, path.dot)]) for path in PATHS]
    lines = LineCollection(
        sorted({tuple(sorted(pair)) for pair in ends}), colors=style.ink, linewidths=points(0.8), zorder=_LINES
    )
    ax.add_collection(lines)
    for name in DOTS:
        x, y = PLACES[name]
        ax.add_patch(Circle((x, y), 0.07, facecolor=style.ink, edgecolor="none", zorder=_FRONT))
        ax.text(x * 1.09, y * 1.09, name, ha="center", va="center", color=style.ink, size=points(8), zorder=_TEXT)


def _far_dot(line: int, dot: str) -> str:
    return next(path.dot for path in PATHS if path.line == line and path.dot != dot)


def draw_position(ax: Axes, position: Position, style: Style) -> None:
    """Draw the pieces of a position on a board drawn already: a GIPF-piece is a piece with a smaller one on it."""
    for side, board in ((WHITE, position.white), (BLACK, position.black)):
        for spot in SPOTS:
            if board & BIT[spot]:
                _piece(ax, spot, side, bool(position.gipfs & BIT[spot]), style)


def _piece(ax: Axes, spot: str, side: int, gipf: bool, style: Style) -> None:
    sizes = (_PIECE, _PIECE * 0.58) if gipf else (_PIECE,)
    for size in sizes:
        edge = style.edges[side] if size == _PIECE else style.stones[1 - side]
        piece = Circle(
            PLACES[spot], size, facecolor=style.stones[side], edgecolor=edge, linewidth=points(1.3), zorder=_FRONT
        )
        piece.set_label(f"{'gipf' if gipf else 'single'} {spot}")
        ax.add_patch(piece)


def draw_values(
    ax: Axes, values: Mapping[str, float], texts: Mapping[str, str], norm: Normalize, cmap: Any, style: Style
) -> None:
    """Draw a value on each spot of a board drawn already, as a colour of a map and a text; spots of 0 stay empty."""
    for spot, value in values.items():
        empty = value == 0
        colour = to_rgba(style.paper) if empty else cmap(norm(value))
        disc = Circle(PLACES[spot], _VALUE, facecolor=colour, edgecolor=style.ink, linewidth=points(0.6), zorder=_FRONT)
        disc.set_label(spot)
        ax.add_patch(disc)
        if not empty:
            ink = "#000000" if lightness(colour) > 0.45 else "#ffffff"
            ax.text(*PLACES[spot], texts[spot], ha="center", va="center", color=ink, size=points(7.5), zorder=_TEXT)


def lightness(colour: tuple[float, float, float, float]) -> float:
    """Give how light a colour is, 0 to 1: letters on it are black or white by that."""
    red, green, blue = colour[:3]
    return 0.299 * red + 0.587 * green + 0.114 * blue
