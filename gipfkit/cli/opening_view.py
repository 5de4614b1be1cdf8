"""From where, how deep and how folded an opening tree is looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click

from gipfkit.analysis.explored import Key
from gipfkit.analysis.lines import LineError
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_table import Root
from gipfkit.analysis.opening_tree import Growth
from gipfkit.analysis.openings import Explorer
from gipfkit.cli import options
from gipfkit.cli.opening_games import Chosen
from gipfkit.gipf.packing import canonical_key
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS


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
    repeat: bool
    names: Names | None

    def growth(self, number: int) -> Growth:
        """Give how a tree is grown; ``number`` is how many players are named, and sample games where none is asked."""
        samples = number if self.samples is None else self.samples
        return Growth(self.turns, self.least, number, samples, self.repeat)

    def roots(self, *explorers: Explorer, lenient: bool = False) -> list[Root]:
        """Give the roots of the trees: the position asked for, else each start of enough games, most games first.

        ``lenient`` lets the turns after it leave rows standing.
        """
        starts = [self.start] if self.start else _starts(explorers, self.least)
        found: list[Root] = []
        problems: list[LineError] = []
        for start in starts or [Position.initial(variant) for variant in VARIANTS.values() if self.moves]:
            try:
                found.append(Root.of(start, self.moves, lenient=lenient))
            except LineError as error:
                problems.append(error)
        if problems and not found:
            # That of the start on which most of the turns could be played.
            problem = max(problems, key=lambda error: error.turn)
            raise click.BadParameter(str(problem), param_hint="--after") from problem
        return found if starts else []

    def explorer(self, games: Chosen, owners: Mapping[int, str | None] | None = None) -> Explorer:
        """Give what answers from some games; ``owners`` are the sides whose scores are asked for."""
        index, chosen = games
        return Explorer(index, symmetry=self.symmetry, colour_swap=self.colour_swap, chosen=chosen, owners=owners)


def _starts(explorers: Sequence[Explorer], least: int) -> list[Position]:
    """Give the starts of ``least`` games or more, those with most games first."""
    found: dict[Key, tuple[Position, int]] = {}
    for explorer in explorers:
        for start, games in explorer.starts():
            key = explorer.least_key(start)
            first, others = found.get(key, (start, 0))
            found[key] = first, others + games
    return [start for start, games in sorted(found.values(), key=lambda item: -item[1]) if games >= least]
