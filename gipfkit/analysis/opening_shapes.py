"""What pictures of openings are made of: where first moves enter, and the nested sizes of a tree."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gipfkit.analysis.opening_tree import Branch, Growth, tree
from gipfkit.analysis.openings import Explorer
from gipfkit.gipf.board import image_name
from gipfkit.gipf.packing import own_symmetries
from gipfkit.gipf.position import Position


@dataclass(frozen=True, slots=True)
class Entry:
    """A move by where it enters: ``spots`` are those of the shown turn, first, and of its images that count as it.

    ``played`` counts games, ``share`` is the move's part, 0 to 1, in the visits of the position; ``score`` is White's,
    None without a finished game.
    """

    text: str
    spots: tuple[str, ...]
    played: int
    share: float
    score: float | None


def entries(explorer: Explorer, position: Position) -> list[Entry]:
    """Give the moves played in a position by the spots entered, as its own board has them, the most frequent first.

    Turns without a push, which end a game, are left out. Of turns that come to one position, as a piece entered beside
    a corner's and one that pushes it there, the shortest to write stands for all. Explorers without symmetry give one
    spot for each move, others as many as the position's symmetry does.
    """
    node = explorer.node(position)
    own = own_symmetries(position) if explorer.symmetry else (0,)
    found = []
    for move in node.moves:
        if move.turn.push is not None:
            spots = tuple(dict.fromkeys(image_name(move.turn.push.first, k) for k in own))
            found.append(Entry(move.text, spots, move.tally.games, move.tally.times / node.visits, move.tally.score))
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
        yield Part(branch.line, len(branch.line), begin, own, tally.games, tally.score)
        yield from parts(branch.branches, begin, own)
        begin += own


@dataclass(frozen=True, slots=True)
class Shapes:
    """What a picture of the openings from one position shows: its games, its first moves and the tree behind them.

    ``others`` are the games from other starts, which the picture leaves out.
    """

    position: Position
    games: int
    others: int
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
    (start, games), *others = starts
    growth = Growth(PICTURED_TURNS, least=max(1, math.ceil(RARE * games)), repeat=True)
    branches = tree(explorer, start, growth)
    return Shapes(start, games, sum(number for _, number in others), entries(explorer, start), list(parts(branches)))
