"""``gipfkit find``: positions in games, by what they look like or by what was played."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, islice
from typing import Any, NamedTuple, TextIO

import click

from gipfkit.analysis.columns import COLUMNS, GAME, TEXT, WHOLE, Column, as_markdown
from gipfkit.analysis.entries import entries
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.index import Index
from gipfkit.analysis.pattern import Pattern
from gipfkit.analysis.search import MATERIAL, Finder, Hit, Query
from gipfkit.analysis.where import ConditionError, condition
from gipfkit.cli import options
from gipfkit.cli.endings import fit_format, fit_notation, not_over_input
from gipfkit.cli.games import exit_code, leave_if_nothing_was_read, say_of_choice, tell
from gipfkit.cli.output import FORMATS, opened
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.tables import columns_option, write_table
from gipfkit.converting import converted
from gipfkit.gipf.position import Position
from gipfkit.notations import NOTATIONS
from gipfkit.replay import Replay

_OF_GAME = {column.name: column for column in COLUMNS[GAME]}
_HIT = (
    _OF_GAME["source"],
    _OF_GAME["game"],
    Column("turn", WHOLE, "number", "turns played before the position; 0 at the start"),
    Column("orientation", TEXT, "", "how the game's board lies, seen from what was asked for"),
    *(_OF_GAME[name] for name in ("white", "black", "date", "result")),
)
_COUNT = (Column("positions", WHOLE, "", "positions found"), Column("games", WHOLE, "", "games that they are in"))


class _Found(NamedTuple):
    """A game with positions that match, and what gives its replay."""

    row: Row
    hits: Iterator[Hit]
    replay: Callable[[], Replay]


class PatternType(click.ParamType[Pattern]):
    """A pattern of positions."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Pattern:
        """Give the Pattern, or say what is wrong with the text."""
        if isinstance(value, Pattern):
            return value
        try:
            return Pattern.from_text(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _print_columns(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        click.echo(as_markdown(MATERIAL), nl=False)
        ctx.exit()


@click.command(name="find")
@selecting
@click.option(
    "--position", type=options.PositionType(), metavar="TEXT", help="This position, reserves and captures included."
)
@click.option(
    "--pattern",
    type=PatternType(),
    metavar="TEXT",
    help="A position text with ? for anything, x for any piece, . for an empty spot; fields left out or ? are open.",
)
@click.option(
    "--material",
    metavar="CONDITION",
    help="A condition such as 'white_reserve < 3 and black_captures >= 5'; see --material-columns.",
)
@click.option("--captures", type=click.IntRange(1), metavar="N", help="Behind a turn that captured N pieces or more.")
@click.option(
    "--largest-removal",
    type=click.IntRange(1),
    metavar="N",
    help="Behind a turn that took off a row of N pieces or more, both sides' counted.",
)
@click.option("--gipf-captured", is_flag=True, help="Behind a turn that captured a GIPF-piece.")
@click.option(
    "--both-rows", is_flag=True, help="Behind a turn after which both sides took rows off, each in its own turn."
)
@click.option("--no-symmetry", is_flag=True, help="As the board lies, without its images.")
@click.option("--colour-swap", is_flag=True, help="With the colours exchanged as well.")
@click.option("--first", is_flag=True, help="Only the first position of each game.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N positions; with --to after N games.")
@click.option("--count", is_flag=True, help="Give only the numbers of positions and games.")
@click.option(
    "--to",
    type=click.Choice([name for name, notation in NOTATIONS.items() if notation.writes]),
    help="Write the games found in this notation instead of the list.",
)
@click.option(
    "--material-columns",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_columns,
    help="Say what a condition on material can name.",
)
@columns_option(positions=_HIT, counts=_COUNT)
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True, help="How to write the list."
)
@options.output
@options.quiet
def command(
    selection: Selection,
    position: Position | None,
    pattern: Pattern | None,
    material: str | None,
    captures: int | None,
    largest_removal: int | None,
    gipf_captured: bool,
    both_rows: bool,
    no_symmetry: bool,
    colour_swap: bool,
    first: bool,
    limit: int | None,
    count: bool,
    to: str | None,
    format_: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Find positions: by what stands on the board, by material, by what the turn before them did.

    Every condition given must hold. Images of a position or pattern count as the same. An index (gipfkit index) answers
    at once for a position and for what a turn did, after a look at each of its positions for a pattern and material;
    otherwise the games are read. Exit status: 0, found or not; 1 where a file holds no game; 2 wrong use or a path that
    can't be read. Games are searched up to the first turn that can't be played as it is written.
    """
    query = Query(
        position,
        pattern,
        _material(material),
        largest_removal or 0,
        captures or 0,
        gipf_captured,
        both_rows,
        not no_symmetry,
        colour_swap,
    )
    if query.is_empty:
        raise click.UsageError("nothing to look for: give --position, --pattern, --material or what a turn did")
    options.exclude("--to", "--count", "--format")
    if to:
        fit_notation(output, to)
    else:
        fit_format(output, format_)
    not_over_input(output, selection.paths)
    try:
        found = _first_each(_found(selection, Finder(query))) if first else _found(selection, Finder(query))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--position") from error
    with opened(output) as stream:
        if to:
            _write_games(islice(found, limit), to, stream, quiet)
        elif count:
            write_table([_counted(found, limit)], _COUNT, format_, stream)
        else:
            write_table(islice(_rows(found), limit), _HIT, format_, stream)
        leave_if_nothing_was_read(selection.read, exit_code(selection.findings), output)
    # Where the search was broken off the rest of the names wasn't seen.
    say_of_choice(selection.choice if limit is None else None, quiet=quiet)
    raise SystemExit(exit_code(selection.findings))


def _material(text: str | None) -> Any:
    try:
        return condition(text, MATERIAL) if text is not None else None
    except ConditionError as error:
        raise click.BadParameter(str(error), param_hint="--material") from error


def _found(selection: Selection, finder: Finder) -> Iterator[_Found]:
    """Yield the chosen games with positions that match, one at a time."""
    for part in selection.parts():
        if not isinstance(part, Index):
            yield from _in_games(selection.of_files(part), finder)
            continue
        with part:
            if selection.as_indexed(part):
                yield from _in_index(selection, part, finder)
            else:
                yield from _in_games(selection.of_index(part), finder)


def _in_games(games: Iterator[tuple[Row, Replay]], finder: Finder) -> Iterator[_Found]:
    for row, played in games:
        hits = finder.hits(entries(played))
        begun = next(hits, None)
        if begun:
            yield _Found(row, chain([begun], hits), partial(_same, played))


def _in_index(selection: Selection, index: Index, finder: Finder) -> Iterator[_Found]:
    selection.read += index.games
    choice = selection.choice
    for _, row in index.rows() if choice.watches else ():
        choice.watch(choice.named(row))
    for game, hits in groupby(finder.hits_in(index), key=lambda found: found[0]):
        ((_, row),) = index.rows([game])
        if choice.filters(choice.named(row)):
            yield _Found(row, (hit for _, hit in hits), partial(_replayed, selection, index, game))
    selection.say_findings(index)


def _same(played: Replay) -> Replay:
    return played


def _replayed(selection: Selection, index: Index, game: int) -> Replay:
    return selection.replay(index.record(game))


def _first_each(found: Iterator[_Found]) -> Iterator[_Found]:
    return (game._replace(hits=islice(game.hits, 1)) for game in found)


def _rows(found: Iterator[_Found]) -> Iterator[Row]:
    for game in found:
        for hit in game.hits:
            yield {**game.row, "turn": hit.turn, "orientation": hit.orientation or None}


def _counted(found: Iterator[_Found], limit: int | None) -> Row:
    positions = games = 0
    for game in found:
        games += 1
        positions += sum(1 for _ in islice(game.hits, None if limit is None else limit - positions))
        if positions == limit:
            break
    return {"positions": positions, "games": games}


def _write_games(found: Iterator[_Found], notation: str, stream: TextIO, quiet: bool) -> None:
    for game in found:
        played = game.replay()
        text, lost = converted(played, NOTATIONS[notation])
        stream.write(text)
        for finding in lost:
            tell(replace(finding, source=played.record.source, game=played.record.number), quiet=quiet)
