"""``gipfkit duplicates``: games that are there twice."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import click

from gipfkit.analysis import duplicates as analysis
from gipfkit.analysis.columns import COLUMNS, GAME, TEXT, WHOLE, Column
from gipfkit.analysis.duplicates import KINDS, Duplicates
from gipfkit.analysis.game_table import Row
from gipfkit.cli import options
from gipfkit.cli.games import exit_code, leave_if_nothing_was_read, tell
from gipfkit.cli.output import FORMATS, opened
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.streams import say
from gipfkit.cli.tables import columns_option, write_table
from gipfkit.converting import converted
from gipfkit.hexboard import symmetry_name
from gipfkit.notations import NOTATIONS

_OF_GAME = {column.name: column for column in COLUMNS[GAME]}
_COLUMNS = (
    Column("kind", TEXT, ", ".join(KINDS), "what the games of the group have in common"),
    Column("group", WHOLE, "number", "the group, from 1 in each kind"),
    *(_OF_GAME[name] for name in analysis.COLUMNS),
    Column("orientation", TEXT, "", "how the game's board lies, seen from the group's first game"),
)


def _kinds(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",")) if value is not None else tuple(KINDS)
    for name in names:
        if name not in KINDS:
            raise click.BadParameter(f"{name!r} is none of {', '.join(KINDS)}")
    return names


@click.command(name="duplicates")
@selecting
@click.option(
    "--kinds",
    callback=_kinds,
    metavar="KIND,...",
    help="; ".join(f"{name}: {meaning}" for name, meaning in KINDS.items()) + ". All of them where nothing is named.",
)
@click.option(
    "--unique",
    is_flag=True,
    help="Write the games instead of the list, of identical and symmetric ones the one with most tags and comments; a "
    "result counts as a tag.",
)
@click.option(
    "--to",
    type=click.Choice([name for name, notation in NOTATIONS.items() if notation.writes]),
    default="tagged",
    show_default=True,
    help="The notation for --unique.",
)
@columns_option(duplicates=_COLUMNS)
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True, help="How to write the list."
)
@options.output
@options.quiet
def command(
    selection: Selection,
    kinds: tuple[str, ...],
    unique: bool,
    to: str,
    format_: str,
    output: str | None,
    quiet: bool,
) -> None:
    """List games that are there twice, or write the games without them.

    Games are compared turn by turn, images of the board included. Those without a turn, and those with turns that can't
    be played, are not compared. Exit status: 0, duplicates or not; 1 where a file holds no game; 2 wrong use or a path
    that can't be read.
    """
    options.exclude("--unique", "--kinds", "--format")
    if not unique and "--to" in options.given():
        raise click.UsageError("--to is for --unique")
    left_out = 0
    with closing(Duplicates(whole=unique)) as games:
        for row, played in selection.games():
            left_out += not games.add(played, row)
        leave_if_nothing_was_read(selection.read, exit_code(selection.findings), output)
        with opened(output) as stream:
            if unique:
                for text in _written(selection, games, to, quiet):
                    stream.write(text)
            else:
                write_table(_rows(games, kinds), _COLUMNS, format_, stream)
    if left_out and not quiet:
        counted = "1 game is" if left_out == 1 else f"{left_out:,} games are"
        say(f"note: {counted} not compared: no turns, or turns that can't be played")
    raise SystemExit(exit_code(selection.findings))


def _rows(games: Duplicates, kinds: tuple[str, ...]) -> Iterator[Row]:
    numbers = dict.fromkeys(KINDS, 0)
    for group in games.groups(kinds):
        numbers[group.kind] += 1
        for member in group.members:
            yield {
                "kind": group.kind,
                "group": numbers[group.kind],
                **games.row(member.game),
                "orientation": symmetry_name(member.symmetry),
            }


def _written(selection: Selection, games: Duplicates, notation: str, quiet: bool) -> Iterator[str]:
    for record in games.unique():
        text, lost = converted(selection.replay(record), NOTATIONS[notation])
        yield text
        for finding in lost:
            tell(replace(finding, source=record.source, game=record.number), quiet=quiet)
