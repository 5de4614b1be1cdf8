"""What pictures of openings are made of: where first moves enter, and the nested sizes of a tree."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gipfkit.analysis.opening_tree import Branch, Growth, tree
from gipfkit.analysis.openings import Explorer
from gipfkit.gipf.position import Position


@dataclass(frozen=True, slots=True)
class Entry:
    """A move by where it enters: ``spots`` are those of all turns that count as this one, the shown turn's first.

    ``played`` counts times, ``share`` is their part, 0 to 1, in the visits of the position; ``score`` is White's, None
    without a finished game.
    """

    text: str
    spots: tuple[str, ...]
    played: int
    share: float
    score: float | None


def entries(explorer: Explorer, position: Position) -> list[Entry]:
    """Give the moves played in a position by the spots entered, as its own board has them, the most frequent first.

    Turns without a push, which end a game, are left out. What explorers without symmetry are asked has a spot or two
    for each move, else there are as many as the position's symmetry gives.
    """
    node = explorer.node(position)
    spots: dict[object, list[str]] = {}
    for turn in position.turns():
        if turn.push is not None:
            spots.setdefault(explorer.key(position.play(turn)), []).append(turn.push.first)
    found = []
    for move in node.moves:
        if move.turn.push is not None:
            own = move.turn.push.first
            others = sorted(set(spots.get(explorer.key(move.position), ())) - {own})
            times = move.tally.times
            found.append(Entry(move.text, (own, *others), times, times / node.visits, move.tally.score))
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """A move's rectangle in an icicle, or its arc in a sunburst.

    ``depth`` counts the turns from the root, from 1; ``begin`` and ``size`` are shares of the root's width, 0 to 1.
    """

    line: tuple[str, ...]
    depth: int
    begin: float
    size: float
    played: int
    score: float | None


def parts(branches: Sequence[Branch], begin: float = 0.0, size: float = 1.0) -> Iterator[Part]:
    """Yield the parts of a tree, each before those behind it.

    A move is as wide as its share of what was played in its position, taken from the width of the move before: lines
    that meet are drawn in each place in proportion to how often that place was come to. What is left at the end of a
    position's moves are games that ended there, that aren't followed further or that were left out as rare.
    """
    for branch in branches:
        own = branch.share * size
        tally = branch.move.tally
        yield Part(branch.line, len(branch.line), begin, own, tally.times, tally.score)
        yield from parts(branch.branches, begin, own)
        begin += own


@dataclass(frozen=True, slots=True)
class Shapes:
    """What a picture of the openings from one position shows: its games, its first moves and the tree behind them."""

    position: Position
    visits: int
    entries: list[Entry]
    parts: list[Part]


# How deep the tree of a picture is, and the share of the games under which a move is left out.
PICTURED_TURNS = 4
RARE = 0.005


def shapes(explorer: Explorer) -> Shapes | None:
    """Give the shapes of the tree from the start that most games have; None without a game."""
    starts = explorer.starts()
    if not starts:
        return None
    start, games = starts[0]
    growth = Growth(PICTURED_TURNS, least=max(1, math.ceil(RARE * games)), repeat=True)
    branches = tree(explorer, start, growth)
    return Shapes(start, explorer.node(start).visits, entries(explorer, start), list(parts(branches)))
