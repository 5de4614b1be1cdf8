"""``gipfkit openings``: the opening tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

import click

from gipfkit.analysis.columns import COLUMNS, MOVE, as_markdown
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.index import MOST_TURNS
from gipfkit.analysis.lines import LineError
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_table import Root, move_rows
from gipfkit.analysis.openings import Branch, Explorer, tree
from gipfkit.cli import options
from gipfkit.cli.opening_games import Chosen, indexed
from gipfkit.cli.opening_names import names_option
from gipfkit.cli.output import FORMATS, opened
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.tables import write_table
from gipfkit.gipf.packing import canonical_key
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS

TREE = "tree"
# How many players and sample games a table names, where the number isn't given.
_NAMED = 3


class StartType(options.PositionType):
    """A position text to look games up by."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Position:
        """Give the Position, or say what is wrong with it."""
        position = super().convert(value, param, ctx)
        try:
            canonical_key(position)
        except ValueError as error:
            self.fail(f"{error}: no game comes to it", param, ctx)
        return position


def _print_columns(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        click.echo(as_markdown(MOVE), nl=False)
        ctx.exit()


@dataclass(frozen=True)
class View:
    """How a tree is looked at: from where, how deep, what counts as one, how many sample games are named."""

    turns: int
    least: int
    start: Position | None
    moves: str
    symmetry: bool
    colour_swap: bool
    samples: int | None
    names: Names | None

    @property
    def needed(self) -> int:
        """How many turns of each game are looked at: a position asked for may come at any time."""
        return MOST_TURNS if self.start else len(self.moves.split()) + self.turns

    def roots(self, explorer: Explorer) -> list[Root]:
        """Give the roots of the trees: the position asked for, else each start of the games, most games first."""
        starts = [self.start] if self.start else [start for start, _ in explorer.starts()]
        found: list[Root] = []
        problems: list[LineError] = []
        for start in starts or [Position.initial(variant) for variant in VARIANTS.values() if self.moves]:
            try:
                found.append(Root.of(start, self.moves))
            except LineError as error:
                problems.append(error)
        if problems and not found:
            # That of the start on which most of the turns could be played.
            problem = max(problems, key=lambda error: error.turn)
            raise click.BadParameter(str(problem), param_hint="--after") from problem
        return found if starts else []

    def explorer(self, games: Chosen) -> Explorer:
        """Give what answers from some games."""
        index, chosen = games
        return Explorer(index, symmetry=self.symmetry, colour_swap=self.colour_swap, chosen=chosen)


@click.command(name="openings")
@selecting
@click.option("--turns", type=click.IntRange(1), default=2, show_default=True, metavar="N", help="How deep.")
@click.option(
    "--min-games",
    "least",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Leave out moves that were played less often.",
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
@names_option
@click.option(
    "--format",
    "format_",
    type=click.Choice([TREE, *FORMATS]),
    default=TREE,
    show_default=True,
    help="How to write it.",
)
@click.option("--boards", is_flag=True, help="Draw a small board at each move of the tree.")
@click.option(
    "--columns",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_columns,
    help="Say what each column of the table means.",
)
@options.output
@options.quiet
def command(selection: Selection, format_: str, boards: bool, output: str | None, quiet: bool, **view: object) -> None:
    """Show what was played in the opening and what became of it.

    Positions that the board's symmetry leads into each other are one, and so are lines that meet. PATHS may be an
    index. The exit status is that of validate.
    """
    if boards and format_ != TREE:
        raise click.UsageError("--boards is for the tree")
    seen = View(**view)  # type: ignore[arg-type]
    with indexed(selection, seen.needed) as games:
        explorer = seen.explorer(games)
        roots = seen.roots(explorer)
        with opened(output) as stream:
            if format_ == TREE:
                _write_trees(explorer, seen, roots, boards, stream)
            else:
                write_table(_rows(explorer, seen, roots), COLUMNS[MOVE], format_, stream)
        nowhere = [] if any(explorer.games_through(root.here) for root in roots) else ["no game came here"]
    for sentence in () if quiet else [*nowhere, *selection.remarks()]:
        click.echo(f"note: {sentence}", err=True)
    raise SystemExit(selection.exit_code)


def _grown(explorer: Explorer, view: View, root: Root, number: int) -> list[Branch]:
    samples = number if view.samples is None else view.samples
    return tree(explorer, root.here, view.turns, least=view.least, names=number, samples=samples)


def _rows(explorer: Explorer, view: View, roots: list[Root]) -> Iterator[Row]:
    for root in roots:
        yield from move_rows(root, _grown(explorer, view, root, _NAMED), view.names or Names())


def _write_trees(explorer: Explorer, view: View, roots: list[Root], boards: bool, stream: TextIO) -> None:
    from gipfkit.pictures.opening_tree import write_tree

    for number, root in enumerate(roots):
        stream.write("\n" if number else "")
        branches = _grown(explorer, view, root, 0)
        write_tree(root, explorer.node(root.here), branches, view.names or Names(), stream, boards=boards)
