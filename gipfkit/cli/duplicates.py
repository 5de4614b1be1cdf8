"""``gipfkit duplicates``: games that are there twice."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import click

from gipfkit.analysis import duplicates as analysis
from gipfkit.analysis.columns import COLUMNS, GAME, TEXT, WHOLE, Column
from gipfkit.analysis.copies import differences
from gipfkit.analysis.duplicates import BEGINNING, COPY, KINDS, Duplicates
from gipfkit.analysis.game_table import Row
from gipfkit.cli import options
from gipfkit.cli.endings import fit_format, fit_notation, not_over_input
from gipfkit.cli.games import exit_code, leave_if_nothing_was_read, say_of_choice, tell
from gipfkit.cli.output import FORMATS, opened
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.streams import say
from gipfkit.cli.tables import columns_option, write_table
from gipfkit.converting import converted
from gipfkit.findings import NOTE, Finding
from gipfkit.hexboard import symmetry_name
from gipfkit.notations import NOTATIONS

_OF_GAME = {column.name: column for column in COLUMNS[GAME]}
_COLUMNS = (
    Column("kind", TEXT, ", ".join(KINDS), "what the games of the group have in common"),
    Column("group", WHOLE, "number", "the group, from 1 in each kind"),
    *(_OF_GAME[name] for name in analysis.COLUMNS),
    Column("orientation", TEXT, "", "how the game's board lies, seen from the group's first game"),
    Column("differs", TEXT, "players, date, result", "what tells the game apart from the group's first"),
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
    help="Write the games instead of the list, of identical and symmetric ones the one with most tags and comments (a "
    "result counts as a tag), with the tags of the others. Those that a tag tells apart are other games, and stay: "
    "other players, another date, result, event. What is left out is named.",
)
@click.option(
    "--drop-beginnings",
    is_flag=True,
    help="With --unique: leave out games as well that go on in another and say nothing else.",
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
    drop_beginnings: bool,
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
    if drop_beginnings and not unique:
        raise click.UsageError("--drop-beginnings is for --unique")
    if unique:
        fit_notation(output, to)
    else:
        fit_format(output, format_)
    if not unique or not selection.choice.is_empty:
        not_over_input(output, selection.paths)
    not_compared = 0
    with closing(Duplicates(whole=unique)) as games:
        for row, played in selection.games():
            not_compared += not games.add(played, row)
        leave_if_nothing_was_read(selection.read, exit_code(selection.findings), output)
        with opened(output) as stream:
            if unique:
                for text in _written(selection, games, to, quiet=quiet, drop_beginnings=drop_beginnings):
                    stream.write(text)
            else:
                write_table(_rows(games, kinds), _COLUMNS, format_, stream)
        if unique:
            _say_left_out(games, quiet=quiet)
    if not_compared and not quiet:
        counted = "1 game is" if not_compared == 1 else f"{not_compared:,} games are"
        say(f"note: {counted} not compared: no turns, or turns that can't be played")
    say_of_choice(selection.choice, quiet=quiet)
    raise SystemExit(exit_code(selection.findings))


def _rows(games: Duplicates, kinds: tuple[str, ...]) -> Iterator[Row]:
    numbers = dict.fromkeys(KINDS, 0)
    for group in games.groups(kinds):
        numbers[group.kind] += 1
        first = games.row(group.members[0].game)
        for member in group.members:
            row = games.row(member.game)
            yield {
                "kind": group.kind,
                "group": numbers[group.kind],
                **row,
                "orientation": symmetry_name(member.symmetry),
                "differs": ", ".join(differences(first, row)) or None,
            }


def _say_left_out(games: Duplicates, *, quiet: bool) -> None:
    """Name every game that is left out, and the one that stands for it."""
    kinds = {COPY: "a copy", BEGINNING: "the beginning"}
    numbers: Counter[str] = Counter()
    for left_out in () if quiet else games.left_out():
        numbers[left_out.kind] += 1
        row, kept = games.row(left_out.game), games.row(left_out.kept)
        message = f"left out: {kinds[left_out.kind]} of game {kept['game']} of {kept['source']}"
        if left_out.lost:
            message += f"; not kept of it: {', '.join(left_out.lost)}"
        tell(Finding("copy-left-out", NOTE, message, source=row["source"], game=row["game"]), quiet=quiet)
    if numbers:
        words = {COPY: "copy", BEGINNING: "beginning"}, {COPY: "copies", BEGINNING: "beginnings"}
        counted = [f"{numbers[kind]:,} {words[numbers[kind] > 1][kind]}" for kind in kinds if numbers[kind]]
        say(f"note: {' and '.join(counted)} left out")


def _written(
    selection: Selection, games: Duplicates, notation: str, *, quiet: bool, drop_beginnings: bool
) -> Iterator[str]:
    for record in games.unique(drop_beginnings=drop_beginnings):
        text, lost = converted(selection.replay(record), NOTATIONS[notation])
        yield text
        for finding in lost:
            tell(replace(finding, source=record.source, game=record.number), quiet=quiet)
