"""Openings: the first moves on a board, and the tree behind them as an icicle."""

import matplotlib
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from gipfkit.analysis.opening_shapes import PICTURED_TURNS, RARE, Part, Shapes
from gipfkit.gipf.board import SPOTS
from gipfkit.pictures.board_axes import draw_board, draw_position, draw_values, lightness
from gipfkit.pictures.panels import NothingToDraw, axes_or_new, entitle, points, scale, side_by_side
from gipfkit.pictures.styles import Style
from gipfkit.pictures.styles import style as style_named
from gipfkit.pictures.words import Words

# Scores beyond these have the ends' colours.
_SCORES = Normalize(20, 80)
# The least part of the width that a move's text has room in, for each of its letters.
_LETTER = 0.021


def openings(found: Shapes, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw the first moves by spot, and the moves of the first turns as nested bars coloured by White's score.

    All spots of moves that are images of each other have the move's share of the games. A bar is as wide as the share
    of its games; an empty place under a bar are games that ended there or that went on in a rare move.
    """
    if not found.entries:
        raise NothingToDraw("no turn to draw")
    look, words = style_named(style), Words(lang)
    ax = axes_or_new(ax, look)
    board, icicle = side_by_side(ax, look)
    _first_moves(board, found, look, words)
    _bars(icicle, found.parts, look, words)
    filled = {
        "variant": words(found.position.variant.name),
        "games": words("n", what=words.count("game", found.games)),
        "turns": PICTURED_TURNS,
        "rare": words.share(RARE),
    }
    entitle(ax, words("openings title"), words("openings about", **filled), look)
    return ax


def _first_moves(ax: Axes, found: Shapes, style: Style, words: Words) -> None:
    shares = dict.fromkeys(SPOTS, 0.0)
    for entry in found.entries:
        for spot in entry.spots:
            shares[spot] += 100 * entry.share
    norm, ramp = Normalize(0, max(shares.values())), matplotlib.colormaps[style.ramp]
    draw_board(ax, style)
    draw_position(ax, found.position, style)
    played = {spot: share for spot, share in shares.items() if share}
    draw_values(ax, played, {s: words.number(v, 0 if v >= 1 else 1) for s, v in played.items()}, norm, ramp, style)
    label = words("openings first")
    ax.text(0.5, -0.02, label, transform=ax.transAxes, ha="center", va="top", color=style.ink, size=points(9))


def _bars(ax: Axes, parts: list[Part], style: Style, words: Words) -> None:
    ramp = matplotlib.colormaps["RdBu_r" if style.name != "grey" else "Greys"]
    for part in parts:
        colour = style.faint if part.score is None else ramp(_SCORES(100 * part.score))
        bar = Rectangle(
            (part.begin, part.depth - 1), part.size, 1, facecolor=colour, edgecolor=style.paper, linewidth=points(0.8)
        )
        bar.set_label(" ".join(part.line))
        ax.add_patch(bar)
        text = part.line[-1]
        if part.size >= _LETTER * len(text):
            ink = "#000000" if part.score is None or lightness(ramp(_SCORES(100 * part.score))) > 0.45 else "#ffffff"
            place = (part.begin + part.size / 2, part.depth - 0.5)
            ax.text(*place, text, ha="center", va="center", color=ink, size=points(8), clip_on=True)
    deepest = max(part.depth for part in parts)
    ax.set(xlim=(0, 1), ylim=(deepest, 0), ylabel=words("openings axis"))
    ax.set_yticks([k + 0.5 for k in range(deepest)], [str(k + 1) for k in range(deepest)])
    ax.set_xticks([])
    ax.grid(visible=False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.tick_params(length=0)
    _score_scale(ax, ramp, style, words)


def _score_scale(ax: Axes, ramp: matplotlib.colors.Colormap, style: Style, words: Words) -> None:
    figure = ax.get_figure()
    assert figure is not None
    bar = figure.colorbar(
        ScalarMappable(_SCORES, ramp), ax=ax, orientation="horizontal", aspect=40, shrink=0.8, pad=0.06, extend="both"
    )
    bar.set_label(words("openings scale"), color=style.ink)
    bar.ax.tick_params(colors=style.ink)
    bar.outline.set_edgecolor(style.ink)
    scale(bar.ax.xaxis, words)
