"""How long games last: a histogram, and how many are still in play, by result."""

from collections import Counter

from matplotlib.axes import Axes

from gipfkit.analysis.lengths import Lengths
from gipfkit.analysis.summaries import quantile
from gipfkit.pictures.panels import (
    NothingToDraw,
    area_of,
    axes_or_new,
    divided,
    entitle,
    legend,
    line_of,
    scale,
)
from gipfkit.pictures.styles import Style
from gipfkit.pictures.styles import style as style_named
from gipfkit.pictures.words import Words
from gipfkit.record import RESULTS

# White's wins and Black's mostly end on turns of their own: bins of an even width hold as many of either.
_WIDTHS = (2, 4, 10, 20, 50, 100, 200)
_BINS = 40


def length(games: Lengths, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw the lengths of games by result; gives the Axes of the histogram, those of the survival curves are below it.

    The histogram counts games, the curves show for each result the share still in play after each turn. A few very
    long games are left out of the frame, and that is said.
    """
    if not games.games:
        raise NothingToDraw("no game to draw")
    look, words = style_named(style), Words(lang)
    upper, lower = divided(axes_or_new(ax, look), (3, 2), look)
    found = {result: games.with_result(result) for result in RESULTS}
    found = {result: lengths for result, lengths in found.items() if lengths}
    width, end = _frame(sum(found.values(), Counter()))
    _histogram(upper, found, width, end, look, words)
    for result, lengths in found.items():
        _survival(lower, result, lengths, end, look, words)
    lower.set(xlim=(0, end), ylim=(0, 104), xlabel=words("length axis"), ylabel=words("survival axis"))
    legend(upper, look, lower, loc="best")
    scale(lower.xaxis, words, whole=True)
    scale(lower.yaxis, words)
    beyond = sum(number for lengths in found.values() for turns, number in lengths.items() if turns >= end)
    about = words.games(games.variants)
    if beyond:
        longer = words("beyond", what=words.count("game", beyond), turns=words.count("turn", end - 1))
        about = words("also", first=about, second=longer)
    entitle(upper, words("length title"), about, look)
    return upper


def _frame(lengths: Counter[int]) -> tuple[int, int]:
    """Give the bins' width and where the last ends: behind the longest game unless a few are far longer than most."""
    most = max(lengths)
    usual = 1.5 * quantile(lengths, 0.95)
    width = next((width for width in _WIDTHS if min(most, usual) < width * _BINS), _WIDTHS[-1])
    return width, int(min(most + width, usual) // width + 1) * width


def _histogram(ax: Axes, found: dict[str, Counter[int]], width: int, end: int, style: Style, words: Words) -> None:
    lefts = range(0, end, width)
    bottoms = [0] * len(lefts)
    for result, lengths in found.items():
        heights = [sum(lengths[turns] for turns in range(left, left + width)) for left in lefts]
        ax.bar(
            lefts,
            heights,
            width,
            bottoms,
            align="edge",
            label=_label(result, lengths, words),
            **area_of(style.result(result), style),
        )
        bottoms = [bottom + height for bottom, height in zip(bottoms, heights, strict=True)]
    ax.set(ylabel=words("games axis"))
    ax.set_ylim(0, 1.08 * max(bottoms))
    scale(ax.yaxis, words, whole=True)


def _survival(ax: Axes, result: str, lengths: Counter[int], end: int, style: Style, words: Words) -> None:
    left = games = lengths.total()
    shares = []
    for turn in range(end + 1):
        left -= lengths[turn]
        shares.append(100 * left / games)
    settings = line_of(style.result(result), style, end // 12)
    ax.plot(range(end + 1), shares, drawstyle="steps-post", label=_label(result, lengths, words), **settings)


def _label(result: str, lengths: Counter[int], words: Words) -> str:
    return words("of n", what=words(result), n=words.number(lengths.total()))
