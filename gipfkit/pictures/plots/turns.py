"""Means by turn with a band for the spread, both sides: captures, reserves, GIPF-pieces, legal pushes."""

from math import ceil

from matplotlib.axes import Axes
from matplotlib.container import BarContainer

from gipfkit.analysis.by_turn import CAPTURES, PUSHES, RESERVES, SIDES, ByTurn
from gipfkit.analysis.gipf_counts import FATES, GipfCounts
from gipfkit.gipf.board import Colour
from gipfkit.pictures.panels import (
    NothingToDraw,
    area_of,
    axes_or_new,
    divided,
    entitle,
    from_zero,
    legend,
    line_of,
    points,
    scale,
)
from gipfkit.pictures.styles import Style
from gipfkit.pictures.styles import style as style_named
from gipfkit.pictures.words import Words

# Turns that a smaller share of the games has reached are left out: a mean of a few games says little.
LEAST = 0.05


def captures(games: ByTurn, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw the pieces captured so far by each side after each turn; games in play are counted in a panel below."""
    return _by_turn(games, CAPTURES, ax, Words(lang), style_named(style))


def reserves(games: ByTurn, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw each side's reserve after each turn; games in play are counted in a panel below."""
    return _by_turn(games, RESERVES, ax, Words(lang), style_named(style))


def branching(games: ByTurn, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw the legal pushes in each turn, those of the side to move; games in play are counted in a panel below."""
    return _by_turn(games, PUSHES, ax, Words(lang), style_named(style))


def gipfs(games: GipfCounts, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw GIPF-pieces on the board after each turn, games in play below that, and below what became of the pieces."""
    if not games.games:
        raise NothingToDraw("no game with GIPF-pieces to draw: basic games have none")
    look, words = style_named(style), Words(lang)
    whole, fates = divided(axes_or_new(ax, look), (3, 1), look, alike=False)
    found = _by_turn(games.by_turn, games.by_turn.measure, whole, words, look)
    _fates(fates, games, look, words)
    return found


def _by_turn(games: ByTurn, measure: str, ax: Axes | None, words: Words, style: Style) -> Axes:
    if games.measure != measure:
        raise ValueError(f"{games.measure} by turn can't be drawn as {measure}")
    if not games.last:
        raise NothingToDraw("no turn to draw")
    least = max(1, ceil(LEAST * games.games))
    turns = [turn for turn in range(games.last + 1) if games.playing[turn] >= least]
    ax = axes_or_new(ax, style)
    several = games.games > 1
    panels = divided(ax, (4, 1), style) if several else [ax]
    for side in SIDES:
        _side(ax, games, side, turns, style, words)
    ax.set(ylabel=words(f"{measure} axis"), xlim=(0, max(1, *turns)))
    from_zero(ax)
    scale(ax.yaxis, words)
    if several:
        _playing(panels[1], games, turns, style, words)
    panels[-1].set_xlabel(words("turn axis"))
    scale(panels[-1].xaxis, words, whole=True)
    # Above the panel, as within it there is no place that no band reaches.
    line = legend(ax, style, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderpad=0, borderaxespad=0.3)
    about = words.games(games.variants)
    if len(turns) <= games.last:
        about = words("also", first=about, second=words("reached", n=words.share(LEAST)))
    entitle(ax, words(f"{measure} title"), about, style, raised=(2 if several else 1) * line)
    return ax


def _side(ax: Axes, games: ByTurn, side: Colour, turns: list[int], style: Style, words: Words) -> None:
    look, moments = style.side(side), games.sides[side]
    known = [turn for turn in turns if moments.numbers[turn]]
    means = [moments.mean(turn) for turn in known]
    name = words(side.word)
    label = words("mean", side=name) if games.games > 1 else name
    ax.plot(known, means, label=label, clip_on=False, **line_of(look, style, ceil(len(known) / 12)))
    spreads = [moments.sd(turn) for turn in known]
    if all(spread is None for spread in spreads):
        return
    low = [max(0.0, mean - (spread or 0)) for mean, spread in zip(means, spreads, strict=True)]
    high = [mean + (spread or 0) for mean, spread in zip(means, spreads, strict=True)]
    ax.fill_between(
        known,
        low,
        high,
        label=words("spread", side=name),
        facecolor=look.colour if not look.hatch else "none",
        edgecolor=look.colour,
        hatch=look.hatch,
        alpha=0.5 if look.hatch else 0.3,
        linewidth=points(0.8),
    )


def _playing(ax: Axes, games: ByTurn, turns: list[int], style: Style, words: Words) -> None:
    ax.fill_between(
        turns, [games.playing[turn] for turn in turns], step="post", color=style.ink, alpha=0.3, linewidth=0
    )
    ax.set(ylabel=words("playing axis"))
    ax.set_ylim(0, games.games * 1.05)
    scale(ax.yaxis, words)
    ax.set_yticks([0, games.games])


def _fates(ax: Axes, games: GipfCounts, style: Style, words: Words) -> None:
    """Draw a bar for each side: its GIPF-pieces a game, by what became of them."""
    looks = dict(zip(FATES, (style.drawn, style.gone, style.unfinished), strict=True))
    lefts = [0.0, 0.0]
    for fate in FATES:
        widths = [games.fates[side.word, fate] / games.games for side in SIDES]
        bars = ax.barh([0, 1], widths, 0.6, lefts, label=words(fate), **area_of(looks[fate], style))
        _shares(ax, bars, games, fate, style, words)
        lefts = [left + width for left, width in zip(lefts, widths, strict=True)]
    ax.set_yticks([0, 1], [words(side.word) for side in SIDES])
    ax.set(xlabel=words("fates axis"), ylim=(1.5, -0.5))
    ax.grid(visible=False, axis="y")
    scale(ax.xaxis, words)
    legend(ax, style, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0.2)


def _shares(ax: Axes, bars: BarContainer, games: GipfCounts, fate: str, style: Style, words: Words) -> None:
    """Write the share of a side's GIPF-pieces that met a fate into the bars that have room for it."""
    most = max(games.total(side.word) for side in SIDES) or 1
    texts = []
    for side in SIDES:
        number, total = games.fates[side.word, fate], games.total(side.word)
        texts.append(words.share(round(number / total, 2)) if number > most / 15 else "")
    box = {"facecolor": style.paper, "edgecolor": "none", "pad": 1.5}
    for text in ax.bar_label(bars, texts, label_type="center", color=style.ink, size=points(8.5)):
        text.set_bbox(box if text.get_text() else None)
