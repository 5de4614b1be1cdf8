"""Where pieces stand, are entered or are captured: a board for each side, coloured by spot."""

import matplotlib
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Colormap, Normalize

from gipfkit.analysis.by_spot import CAPTURES, ENTRIES, PIECES, BySpot
from gipfkit.analysis.by_turn import SIDES
from gipfkit.gipf.board import Colour
from gipfkit.pictures.board_axes import draw_board, draw_values
from gipfkit.pictures.panels import NothingToDraw, axes_or_new, entitle, scale, side_by_side
from gipfkit.pictures.styles import Style
from gipfkit.pictures.styles import style as style_named
from gipfkit.pictures.words import Words

_TITLES = {PIECES: "pieces title", ENTRIES: "entries title", CAPTURES: "captures spot title"}


def heatmap(games: BySpot, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw a board for each side, each spot coloured by its count, on Axes of their own within those given.

    Pieces are a share of the positions (%), entries and captures are pieces a game. Both boards have one scale.
    """
    if not any(games.total(side) for side in SIDES):
        raise NothingToDraw({CAPTURES: "no capture to draw"}.get(games.subject, "no turn to draw"))
    look, words = style_named(style), Words(lang)
    factor = 100 if games.subject == PIECES else 1
    rates = [{spot: factor * rate for spot, rate in games.rates(side).items()} for side in SIDES]
    norm, cmap = Normalize(0, max(max(found.values()) for found in rates)), matplotlib.colormaps[look.ramp]
    ax = axes_or_new(ax, look)
    boards = side_by_side(ax, look)
    for side, board, values in zip(SIDES, boards, rates, strict=True):
        draw_board(board, look)
        draw_values(board, values, {s: _text(v, games, words) for s, v in values.items()}, norm, cmap, look)
        board.text(
            0.5, -0.02, _about(games, side, words), transform=board.transAxes, ha="center", va="top", color=look.ink
        )
    _bar(boards, norm, cmap, words(f"{games.subject} scale"), look, words)
    entitle(ax, words(_TITLES[games.subject]), words.games(games.variants), look)
    return ax


def _text(value: float, games: BySpot, words: Words) -> str:
    """Write a value as short as its place on a spot: whole percents, whole counts of one game, else two digits."""
    if games.subject == PIECES or games.games == 1:
        return words.number(value, 0)
    return words.number(value, 2 if value < 1 else 1)


def _about(games: BySpot, side: Colour, words: Words) -> str:
    if games.subject == PIECES:
        return words("of n", what=words("pieces of", side=words(side.word)), n=words.count("position", games.positions))
    number = words.count("entry" if games.subject == ENTRIES else "piece", games.total(side))
    return words("of n", what=words(f"{games.subject} of", side=words(side.word)), n=number)


def _bar(boards: list[Axes], norm: Normalize, cmap: Colormap, label: str, style: Style, words: Words) -> None:
    """Draw the scale of colours below both boards."""
    figure = boards[0].get_figure()
    assert figure is not None
    bar = figure.colorbar(
        ScalarMappable(norm, cmap), ax=boards, orientation="horizontal", aspect=40, shrink=0.6, pad=0.06
    )
    bar.set_label(label, color=style.ink)
    bar.ax.tick_params(colors=style.ink)
    bar.outline.set_edgecolor(style.ink)
    scale(bar.ax.xaxis, words)
