"""A position on the board."""

from matplotlib.axes import Axes

from gipfkit.analysis.by_turn import SIDES
from gipfkit.gipf.position import Position
from gipfkit.pictures.board_axes import draw_board, draw_position
from gipfkit.pictures.panels import axes_or_new, points
from gipfkit.pictures.styles import style as style_named
from gipfkit.pictures.words import Words


def board(position: Position, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw a position as White sees it, each side's reserve and the pieces that it has lost below it."""
    look, words = style_named(style), Words(lang)
    ax = axes_or_new(ax, look)
    draw_board(ax, look)
    draw_position(ax, position, look)
    lines = [
        words("state", side=words(side.word), reserve=position.reserves[side], lost=position.captured[side])
        for side in SIDES
    ]
    ax.text(0.5, 0, "\n".join(lines), transform=ax.transAxes, ha="center", va="top", color=look.ink, size=points(9))
    return ax
