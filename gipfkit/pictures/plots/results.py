"""White's score with Wilson intervals."""

from collections.abc import Iterable
from typing import Any

from matplotlib.axes import Axes

from gipfkit.analysis.columns import OPENING, VARIANT
from gipfkit.analysis.game_table import Row
from gipfkit.pictures.panels import NothingToDraw, axes_or_new, entitle, points, scale
from gipfkit.pictures.styles import Style
from gipfkit.pictures.styles import style as style_named
from gipfkit.pictures.words import Words


def results(
    table: Iterable[Row],
    ax: Axes | None = None,
    *,
    by: str = VARIANT,
    most: int | None = None,
    lang: str = "en",
    style: str = "light",
) -> Axes:
    """Draw White's score and its 95 % Wilson interval for each row of a table that has a finished game.

    ``table`` holds rows such as ``Summary.variant_rows`` yields: ``white_score``, ``white_score_low`` and
    ``white_score_high`` from 0 to 1, ``finished`` games, and ``by``, the column that names the row. Of a table whose
    rows with most games come first, ``most`` rows are drawn, and that there are others is said.
    """
    found = [row for row in table if row["finished"] and row[by]]
    if not found:
        raise NothingToDraw("no finished game to draw")
    rows = found[:most]
    look, words = style_named(style), Words(lang)
    ax = axes_or_new(ax, look)
    ax.axvline(50, color=look.ink, linestyle=(0, (1, 2)), linewidth=points(1))
    scores = [100 * row["white_score"] for row in rows]
    below = [score - 100 * row["white_score_low"] for score, row in zip(scores, rows, strict=True)]
    above = [100 * row["white_score_high"] - score for score, row in zip(scores, rows, strict=True)]
    places = range(len(rows))
    sizes: dict[str, Any] = {"markersize": points(7), "capsize": points(5), "linewidth": points(1.6)}
    ax.errorbar(scores, places, xerr=[below, above], fmt="o", color=look.sides[1].colour, clip_on=False, **sizes)
    _figures(ax, scores, look, words)
    ax.set_yticks(places, [_label(row, by, words) for row in rows])
    ax.set(xlim=_frame(rows), ylim=(len(rows) - 0.5, -0.7), xlabel=words("results axis"))
    ax.grid(visible=False, axis="y")
    scale(ax.xaxis, words)
    finished = sum(row["finished"] for row in rows)
    title = words(f"results by {by} title" if by in (VARIANT, OPENING) else "results title")
    about = words("n", what=words.count("finished", finished))
    if len(rows) < len(found):
        parts = words("most frequent", shown=words.number(len(rows)), n=words.number(len(found)))
        about = words("also", first=about, second=parts)
    entitle(ax, title, about, look)
    return ax


def _figures(ax: Axes, scores: list[float], style: Style, words: Words) -> None:
    """Write each score above its mark."""
    settings: dict[str, Any] = {"ha": "center", "color": style.ink, "size": points(9)}
    settings["bbox"] = {"facecolor": style.paper, "edgecolor": "none", "pad": points(1)}
    for place, score in enumerate(scores):
        text = words.share(score / 100, 1)
        ax.annotate(text, (score, place), (0, points(9)), textcoords="offset points", **settings)


def _label(row: Row, by: str, words: Words) -> str:
    name = words(row[by]) if by == VARIANT else row[by]
    return f"{name}\n{words('n', what=words.number(row['finished']))}"


def _frame(rows: list[Row]) -> tuple[float, float]:
    """Give the ends of the scale: even scores in the middle, every interval inside, in steps of ten."""
    reach = max(max(0.5 - row["white_score_low"], row["white_score_high"] - 0.5) for row in rows)
    half = min(50.0, 10.0 * (int(10 * reach) + 1))
    return 50 - half - 3, 50 + half + 3
