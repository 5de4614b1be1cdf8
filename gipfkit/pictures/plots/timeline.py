"""One game by turn: what happened when, captures, reserves and GIPF-pieces of both sides."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from gipfkit.analysis.by_turn import SIDES
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.turn_table import turn_rows
from gipfkit.pictures.panels import (
    NothingToDraw,
    axes_or_new,
    divided,
    entitle,
    from_zero,
    legend,
    line_of,
    points,
    scale,
)
from gipfkit.pictures.plain_text import plain
from gipfkit.pictures.styles import Style
from gipfkit.pictures.styles import style as style_named
from gipfkit.pictures.words import Words
from gipfkit.replay import Replay

CAPTURES, RESERVE, GIPFS = "captures", "reserve", "gipfs"
_LONGEST_NAME = 40


def timeline(game: Replay, ax: Axes | None = None, *, lang: str = "en", style: str = "light") -> Axes:
    """Draw a game: its removals and its end on the Axes given, captures, reserves and GIPF-pieces below them.

    The panel of GIPF-pieces is left out where there are none.
    """
    rows = list(turn_rows(game))
    if not rows or game.start is None:
        raise NothingToDraw("no turn of the game can be played")
    look, words = style_named(style), Words(lang)
    kinds = [CAPTURES, RESERVE]
    if game.start.gipfs or game.start.variant.enters_gipfs:
        kinds.append(GIPFS)
    events, *panels = divided(axes_or_new(ax, look), (1, *[2.2] * len(kinds)), look)
    for kind, panel in zip(kinds, panels, strict=True):
        _counts(panel, kind, game, rows, look, words)
    _events(events, rows, look, words)
    for panel in (events, *panels):
        panel.axvline(len(rows), color=look.ink, linewidth=points(1.2), linestyle=(0, (3, 2)))
    events.plot([], [], color=look.ink, linewidth=points(1.2), linestyle=(0, (3, 2)), label=words(_end(game)))
    legend(panels[0], look, loc="upper left", ncols=2)
    raised = legend(events, look, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderpad=0, borderaxespad=0.3)
    panels[-1].set(xlim=(0, len(rows) + max(0.5, len(rows) / 60)), xlabel=words("turn axis"))
    scale(panels[-1].xaxis, words, whole=True)
    entitle(events, _title(game, words), _about(game, words), look, raised=raised)
    return events


def _counts(ax: Axes, kind: str, game: Replay, rows: Sequence[Row], style: Style, words: Words) -> None:
    """Draw a count of both sides from the start on."""
    start = game.start
    assert start
    for side in SIDES:
        first = {CAPTURES: 0, RESERVE: start.reserves[side], GIPFS: start.gipf_count(side)}[kind]
        values = [first, *(row[f"{side.word}_{kind}"] for row in rows)]
        every = max(1, len(values) // 12)
        settings = line_of(style.side(side), style, every)
        ax.plot(range(len(values)), values, drawstyle="steps-post", clip_on=False, label=words(side.word), **settings)
    ax.set(ylabel=words(f"{kind} count"))
    ax.margins(y=0.15)
    from_zero(ax)
    scale(ax.yaxis, words, whole=True)


def _events(ax: Axes, rows: Sequence[Row], style: Style, words: Words) -> None:
    """Mark the turns in which a side removed rows, and in which it captured a GIPF-piece."""
    removals = [row for row in rows if row["rows_own_turn"] or row["rows_opponents_turn"]]
    captures = [row for row in rows if row["gipfs_captured"]]
    for found, marker, size, key in ((removals, "|", 11, "event removal"), (captures, "*", 11, "event gipf")):
        if found:
            _marks(ax, found, marker, size, words(key), style)
    ax.set_yticks([0, 1], [words(side.word) for side in SIDES])
    ax.set_ylim(1.6, -0.6)
    ax.grid(visible=False, axis="y")


def _marks(ax: Axes, rows: Sequence[Row], marker: str, size: float, label: str, style: Style) -> None:
    turns, places = [row["turn"] for row in rows], [row["side"] == "black" for row in rows]
    ax.plot(
        turns,
        places,
        linestyle="none",
        marker=marker,
        markersize=points(size),
        markeredgewidth=points(1.6),
        color=style.ink,
        label=label,
    )


def _end(game: Replay) -> str:
    return "event end" if game.played == len(game.record.turns) else "event error"


def _title(game: Replay, words: Words) -> str:
    names = {}
    for side in ("White", "Black"):
        name = plain(game.record.tag(side) or "", _LONGEST_NAME)
        names[side.lower()] = name if name.strip("?. ") else words(side.lower())
    return words("against", **names)


def _about(game: Replay, words: Words) -> str:
    assert game.variant
    ending = game.ending
    filled = {
        "result": words(ending.result),
        "turns": words.count("turn", game.played),
        "variant": words(game.variant.name),
    }
    if ending.result == "*" or ending.termination is None:
        return words("ends", **filled)
    how = {"gipf": "last gipf"}.get(ending.termination, ending.termination)
    return words("ends so", how=words(how), **filled)
