"""``gipfkit plot``: pictures of what happened."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from gipfkit.analysis.by_spot import PIECES, SUBJECTS, BySpot
from gipfkit.analysis.by_turn import CAPTURES, PUSHES, RESERVES, ByTurn
from gipfkit.analysis.columns import OPENING, VARIANT
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.gipf_counts import GipfCounts
from gipfkit.analysis.lengths import Lengths
from gipfkit.analysis.opening_shapes import Shapes, shapes
from gipfkit.analysis.openings import Explorer
from gipfkit.analysis.summaries import OpeningSummary, Summary
from gipfkit.cli import options
from gipfkit.cli.games import exit_code
from gipfkit.cli.opening_games import indexed
from gipfkit.cli.output import opened
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.streams import say
from gipfkit.gipf.position import Position
from gipfkit.pictures.styles import STYLES
from gipfkit.pictures.words import LANGUAGES
from gipfkit.replay import Replay

HEATMAP, TIMELINE, OPENINGS, RESULTS = "heatmap", "timeline", "openings", "results"
_MOST_OPENINGS = 10
Games = Iterator[tuple[Row, Replay]]
Size = tuple[float, float]


def _by_turn(measure: str, games: Games) -> ByTurn:
    return ByTurn.of(measure, (played for _, played in games))


# What each kind draws, gathered from the games in one pass.
_GATHER: dict[str, Callable[[Games], Any]] = {
    "length": lambda games: Lengths.of(row for row, _ in games),
    "captures": partial(_by_turn, CAPTURES),
    "gipfs": lambda games: GipfCounts.of(played for _, played in games),
    "reserves": partial(_by_turn, RESERVES),
    "branching": partial(_by_turn, PUSHES),
    RESULTS: lambda games: list(Summary.of(row for row, _ in games).variant_rows()),
}
KINDS = (*_GATHER, HEATMAP, OPENINGS, TIMELINE)
FORMATS = ("png", "svg", "pdf")
_SIZES: dict[str, Size] = {
    RESULTS: (7, 3.5),
    OPENING: (7, 7),
    "gipfs": (7, 6),
    HEATMAP: (8, 5.4),
    OPENINGS: (10, 5.4),
    TIMELINE: (8, 6),
}
_SIZE: Size = (7, 4.5)
# Inches a side, and dots a side: more can't be drawn.
_SMALLEST, _LARGEST, _MOST_DOTS, _CM = 3.0, 100.0, 20_000, 2.54


class SizeType(click.ParamType[Size]):
    """Width and height, in inches or centimetres; gives inches."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Size:
        """Give the inches, or say how a size is written."""
        found = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)x([0-9]{1,4}(?:\.[0-9]{1,4})?)(cm|in)?", value.strip())
        if not found:
            self.fail(f"{value!r} is no size: write 8x5 (inches) or 20x12cm", param, ctx)
        unit = _CM if found[3] == "cm" else 1
        width, height = float(found[1]) / unit, float(found[2]) / unit
        if min(width, height) < _SMALLEST or max(width, height) > _LARGEST:
            ends = f"{_SMALLEST:.0f} to {_LARGEST:.0f} inches ({_SMALLEST * _CM:.0f} to {_LARGEST * _CM:.0f} cm)"
            self.fail(f"{value} is too small or too large: each side has {ends}", param, ctx)
        return width, height


@click.command(name="plot")
@click.argument("kind", type=click.Choice(KINDS), metavar="KIND")
@selecting
@options.output_file("Write to FILE, whole or not at all: .png, .svg or .pdf.")
@click.option(
    "--by",
    type=click.Choice([VARIANT, OPENING]),
    help="What results are scores of, openings the ten most frequent.  [default: variant]",
)
@click.option("--of", "subject", type=click.Choice(SUBJECTS), help="What a heatmap counts by spot.  [default: pieces]")
@click.option(
    "--game", type=click.IntRange(1), metavar="N", help="Which of the games chosen a timeline draws.  [default: 1]"
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The words' language.")
@click.option(
    "--style",
    type=click.Choice(list(STYLES)),
    default="light",
    show_default=True,
    help="Colours on white, colours on black, or greys for print.",
)
@click.option(
    "--size", type=SizeType(), metavar="WxH", help="Width and height in inches (8x5) or, so marked, in cm (20x12cm)."
)
@click.option("--dpi", type=click.IntRange(30, 1200), default=150, show_default=True, help="Dots an inch of a PNG.")
@options.quiet
def command(
    kind: str,
    selection: Selection,
    output: str,
    by: str | None,
    subject: str | None,
    game: int | None,
    lang: str,
    style: str,
    size: Size | None,
    dpi: int,
    quiet: bool,
) -> None:
    """Draw what happened in games.

    \b
    length     how long games last, and how many are still in play, by result
    captures   pieces captured by turn, mean and spread
    gipfs      GIPF-pieces on the board by turn, and what became of them
    reserves   reserves by turn, mean and spread
    branching  legal pushes by turn, mean and spread
    results    White's score by variant or opening (--by), with Wilson intervals
    heatmap    where pieces stand, are entered or are captured (--of)
    openings   first moves, and the tree of the first four turns, up to symmetry
    timeline   one game (--game), with its removals and its end

    The exit status is that of validate, and 2 where there is nothing to draw.
    """
    if by and kind != RESULTS:
        raise click.UsageError("--by is for results")
    if subject and kind != HEATMAP:
        raise click.UsageError("--of is for heatmap")
    if game and kind != TIMELINE:
        raise click.UsageError("--game is for timeline")
    format_ = Path(output).suffix.lower().removeprefix(".")
    if format_ not in FORMATS:
        raise click.BadParameter(f"{output}: a picture's name ends in .png, .svg or .pdf", param_hint="--output")
    room = _SIZES.get(OPENING if by == OPENING else kind, _SIZE)
    settings = {"format_": format_, "size": size or room, "room": room, "dpi": dpi, "style": style}
    if format_ == "png" and max(size or room) * dpi > _MOST_DOTS:
        raise click.UsageError(f"a PNG has up to {_MOST_DOTS:,} dots a side: give a smaller --size or --dpi")
    with opened(output) as stream:
        data = _by_opening(selection) if by == OPENING else _gathered(kind, selection, subject or PIECES, game or 1)
        stream.buffer.write(_picture(kind, data, lang, settings, selection))
    for sentence in () if quiet else [*selection.remarks(), *_remarks(data)]:
        say(f"note: {sentence}")
    raise SystemExit(selection.exit_code)


def _remarks(data: Any) -> list[str]:
    """Say what a picture leaves out."""
    if not isinstance(data, Shapes) or not data.others:
        return []
    start = data.position.variant.name
    if data.position != Position.initial(data.position.variant):
        start = f"{start} from {data.position}"
    return [f"drawn is {start}, where {data.games:,} of {data.games + data.others:,} games begin; --variant chooses"]


def _by_opening(selection: Selection) -> list[Row]:
    """Give the rows of the openings, the most frequent first."""
    openings = OpeningSummary()
    for row in selection.rows():
        openings.add(row)
    return list(openings.rows())


def _gathered(kind: str, selection: Selection, subject: str, game: int) -> Any:
    """Give what a plot of a kind draws of the games chosen."""
    if kind == TIMELINE:
        return _one(selection, game)
    if kind == HEATMAP:
        return BySpot.of(subject, (played for _, played in selection.games()))
    if kind == OPENINGS:
        with indexed(selection) as (index, chosen):
            return shapes(Explorer(index, chosen=chosen))
    return _GATHER[kind](selection.games())


def _one(selection: Selection, number: int) -> Replay | None:
    """Give one of the games chosen, or None where none is; those behind it are not read, those before it not judged."""
    for row, played in selection.games():
        if selection.chosen == number:
            selection.faulty = int(not row["ok"])
            selection.exit_code = max(exit_code(selection.findings), selection.faulty)
            return played
    if not selection.chosen:
        return None
    games = "1 game" if selection.chosen == 1 else f"{selection.chosen:,} games"
    raise click.BadParameter(f"{games} chosen, no game {number}", param_hint="--game")


def _picture(kind: str, data: Any, lang: str, settings: dict[str, Any], selection: Selection) -> bytes:
    """Draw and give the file; where there is nothing to draw say so and exit."""
    from gipfkit.pictures import plots
    from gipfkit.pictures.files import picture
    from gipfkit.pictures.panels import NothingToDraw

    try:
        if data is None:
            raise NothingToDraw("no game to draw")
        draw = partial(getattr(plots, kind), data, lang=lang, style=settings["style"])
        if kind == RESULTS and data and OPENING in data[0]:
            draw = partial(draw, by=OPENING, most=_MOST_OPENINGS)
        return picture(draw, **settings)
    except NothingToDraw as nothing:
        say("; ".join([f"nothing is written: {nothing}", *selection.remarks()]))
        raise SystemExit(2) from nothing
