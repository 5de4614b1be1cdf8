"""``gipfkit openings``: the opening tree, two sets of games compared, and where games leave what others played."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TextIO

import click

from gipfkit.analysis.columns import COLUMNS, COMPARISON, MOVE, NOVELTY
from gipfkit.analysis.comparison import compared_rows
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.novelties import novelty_rows
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_table import Root, move_rows
from gipfkit.analysis.opening_tree import branches, tree
from gipfkit.analysis.openings import Explorer
from gipfkit.cli import options
from gipfkit.cli.choosing import Choice
from gipfkit.cli.endings import fit_format, not_over_input
from gipfkit.cli.games import leave_if_nothing_was_read
from gipfkit.cli.opening_games import indexed
from gipfkit.cli.opening_names import names_option
from gipfkit.cli.opening_sides import explorers, read_side
from gipfkit.cli.opening_view import StartType, View
from gipfkit.cli.output import FORMATS, opened
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.streams import say
from gipfkit.cli.tables import columns_option, write_table

TREE, TABLE = "tree", "table"
# How many players and sample games a table names, where the number isn't given.
_NAMED = 3


@click.command(name="openings")
@partial(selecting, paths=options.paths_if_any)
@click.option("--turns", type=click.IntRange(1), default=2, show_default=True, metavar="N", help="How deep.")
@click.option(
    "--min-games",
    "least",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Leave out moves, and starts, of fewer games.",
)
@click.option("--from-position", "start", type=StartType(), metavar="TEXT", help="Begin at a position.")
@click.option(
    "--after",
    "moves",
    default="",
    metavar="TURNS",
    help='Begin after some turns, such as "Ge8 Gb2", from the start or the position.',
)
@click.option("--no-symmetry", "symmetry", flag_value=False, default=True, help="Keep the images of a position apart.")
@click.option(
    "--colour-swap", is_flag=True, help="Positions with the colours exchanged count as one, their scores turned."
)
@click.option(
    "--games",
    "samples",
    type=click.IntRange(0),
    metavar="N",
    help="Name up to N games for each move. [default: 3 in tables]",
)
@click.option(
    "--repeat", is_flag=True, help="Where lines meet, list what follows under each, not under the first alone."
)
@names_option
@click.option(
    "--compare",
    nargs=2,
    metavar="A B",
    help="Two sets of games side by side: each a path, or filters of PATHS such as white=Ann,since=2001; one given "
    "again holds for any of its values.",
)
@click.option("--novelties", is_flag=True, help="For each game the turn at which it leaves what the others played.")
@click.option(
    "--against", multiple=True, metavar="PATH", help="With --novelties: the others are the games of PATH. [repeatable]"
)
@click.option(
    "--format",
    "format_",
    type=click.Choice([TREE, *FORMATS]),
    help="How to write it. [default: tree; with --compare and --novelties table]",
)
@click.option("--boards", is_flag=True, help="Draw a small board at each move of the tree.")
@columns_option(MOVE, COMPARISON, NOVELTY)
@options.output
@options.quiet
def command(
    selection: Selection,
    compare: tuple[str, str] | None,
    novelties: bool,
    against: tuple[str, ...],
    format_: str | None,
    boards: bool,
    output: str | None,
    quiet: bool,
    **view: object,
) -> None:
    """Show what was played in the opening and what became of it.

    Positions that the board's symmetry leads into each other are one, and so are lines that meet. PATHS may be an
    index. The exit status is that of validate.
    """
    seen = View(**view)  # type: ignore[arg-type]
    study = "--compare" if compare else "--novelties" if novelties else ""
    format_ = format_ or (TABLE if study else TREE)
    _check_use(selection, study, format_, boards)
    fit_format(output, format_)
    not_over_input(output, [*selection.paths, *against, *(compare or ())])
    _check_paths([*selection.paths, *against, *(compare or ())])
    with opened(output) as stream:
        if compare:
            said = _compare(selection, seen, compare, format_, stream)
        elif novelties:
            said = _find_novelties(selection, seen, against, format_, stream)
        else:
            said = _show(selection, seen, format_, boards, stream)
        leave_if_nothing_was_read(selection.read, selection.exit_code, output)
    for sentence in () if quiet else [*said, *selection.remarks()]:
        say(f"note: {sentence}")
    raise SystemExit(selection.exit_code)


# What each study has no use for.
_UNUSED = {
    "--compare": ("--games", "--against"),
    "--novelties": ("--turns", "--min-games", "--from-position", "--after", "--games", "--repeat", "--names"),
    "": ("--against",),
}


def _check_use(selection: Selection, study: str, format_: str, boards: bool) -> None:
    """Refuse options that don't go together."""
    options.exclude("--compare", "--novelties")
    if not selection.paths and study != "--compare":
        raise click.UsageError("Missing argument 'PATHS...'.")
    if study and format_ == TREE:
        raise click.UsageError(f"{study} gives a table, no tree")
    if boards and format_ != TREE:
        raise click.UsageError("--boards is for the tree")
    for option in _UNUSED[study]:
        if option in options.given():
            raise click.UsageError(f"{study} has no use for {option}" if study else f"{option} is for --novelties")


def _check_paths(paths: list[str]) -> None:
    if paths.count("-") > 1:
        raise click.UsageError("standard input can be read once: name - once, or save it to a file first")


def _show(selection: Selection, view: View, format_: str, boards: bool, stream: TextIO) -> list[str]:
    """Write the tree or its table; give what there is to say."""
    with indexed(selection) as games:
        explorer = view.explorer(games)
        roots = view.roots(explorer, lenient=selection.lenient)
        if format_ == TREE:
            _write_trees(explorer, view, roots, boards, stream)
        else:
            write_table(_rows(explorer, view, roots), COLUMNS[MOVE], format_, stream)
        return [*explorer.remarks(), *_why_nothing(view, roots, explorer)]


def _why_nothing(view: View, roots: list[Root], *explorers: Explorer) -> list[str]:
    """Say why there is no move to list."""
    if not roots and any(explorer.starts() for explorer in explorers):
        return [f"no start has {view.least:,} games or more"]
    if any(explorer.games_through(root.here) for root in roots for explorer in explorers):
        return []
    return ["no game came here"]


def _rows(explorer: Explorer, view: View, roots: list[Root]) -> Iterator[Row]:
    for root in roots:
        yield from move_rows(root, branches(explorer, root.here, view.growth(_NAMED)), view.names or Names())


def _write_trees(explorer: Explorer, view: View, roots: list[Root], boards: bool, stream: TextIO) -> None:
    from gipfkit.pictures.opening_tree import write_tree

    for number, root in enumerate(roots):
        stream.write("\n" if number else "")
        grown = tree(explorer, root.here, view.growth(0))
        write_tree(root, explorer.node(root.here), grown, view.names or Names(), stream, boards=boards)


def _compare(selection: Selection, view: View, texts: Iterable[str], format_: str, stream: TextIO) -> list[str]:
    """Write the moves of two sets of games side by side."""
    one, other = (read_side(text, selection.choice.players) for text in texts)
    with explorers(selection, (one, other), view.explorer) as (sides, said):
        roots = view.roots(*sides, lenient=selection.lenient)
        names = view.names or Names()
        rows = (row for root in roots for row in compared_rows(sides, root, view.growth(0), names))
        write_table(rows, COLUMNS[COMPARISON], format_, stream)
        said += [f"{name}: {sentence}" for name, side in zip("AB", sides, strict=True) for sentence in side.remarks()]
        return [*said, *_why_nothing(view, roots, *sides)]


def _find_novelties(
    selection: Selection, view: View, against: tuple[str, ...], format_: str, stream: TextIO
) -> list[str]:
    """Write where each game leaves what the others played; the filters hold for the games, not for the others."""
    with ExitStack() as stack:
        explorer = view.explorer(stack.enter_context(indexed(selection)))
        others, said = None, explorer.remarks()
        if against:
            everything = Choice(players=selection.choice.players)
            rest = replace(selection, paths=against, choice=everything, read=0, chosen=0, faulty=0, findings=[])
            others = view.explorer(stack.enter_context(indexed(rest)))
            selection.exit_code = max(selection.exit_code, rest.exit_code)
            said += [f"--against: {sentence}" for sentence in (*others.remarks(), *rest.remarks())]
        write_table(novelty_rows(explorer, others), COLUMNS[NOVELTY], format_, stream)
    return said
