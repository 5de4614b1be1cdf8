"""The moves of an opening tree, from a position on, turn by turn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from gipfkit.analysis.explored import Key
from gipfkit.analysis.openings import Explorer, Move
from gipfkit.gipf.position import Position

Line = tuple[str, ...]
_T = TypeVar("_T")


class Listed:
    """Which positions' moves are listed already, so that where lines meet they are listed once.

    With ``repeat`` they are listed again for each line.
    """

    def __init__(self, *, repeat: bool = False):
        self._repeat = repeat
        self._lines: dict[Key, tuple[int, Line]] = {}

    def line(self, key: Key, turns: int) -> Line | None:
        """Give the line under which the moves of a position are listed, as many turns deep; None where they aren't."""
        deep, line = self._lines.get(key, (0, ()))
        return line if 0 < turns <= deep else None

    def add(self, key: Key, turns: int, line: Line) -> None:
        """Say that the moves of a position are listed under a line, so many turns deep."""
        if not self._repeat:
            self._lines[key] = turns, line


@dataclass(slots=True)
class Branch:
    """A move in the tree; ``branches`` are the moves after it, where they are gathered (``tree``).

    ``line`` are the texts that lead here from where the tree begins, its own the last; ``share`` is the move's part, 0
    to 1, in the visits of the position that it was played in. ``goes_on_as`` is the line that meets this one and has
    been listed before it with what follows; nothing is listed behind this move then.
    """

    move: Move
    line: Line
    share: float
    goes_on_as: Line | None = None
    branches: list["Branch"] = field(default_factory=list)

    def flat(self) -> Iterator["Branch"]:
        """Yield the branch and all behind it, each before those behind it."""
        return depth_first(iter([self]), lambda branch: iter(branch.branches))


@dataclass(frozen=True, slots=True)
class Growth:
    """How a tree is grown: ``turns`` deep, of moves that ``least`` games or more played.

    Each move comes with up to ``names`` players and ``samples`` games. Where lines meet, the moves of their position
    are listed under the first, with ``repeat`` under each.
    """

    turns: int
    least: int = 1
    names: int = 0
    samples: int = 0
    repeat: bool = False


def branches(explorer: Explorer, position: Position, growth: Growth) -> Iterator[Branch]:
    """Yield the moves of a position and of those behind it, each before those behind it, nothing gathered."""
    listed = Listed(repeat=growth.repeat)

    def behind(branch: Branch) -> Iterator[Branch]:
        if len(branch.line) < growth.turns and branch.goes_on_as is None:
            return _moves(explorer, branch.move.position, growth, branch.line, listed)
        return iter(())

    return depth_first(_moves(explorer, position, growth, (), listed), behind)


def depth_first(first: Iterator[_T], behind: Callable[[_T], Iterator[_T]]) -> Iterator[_T]:
    """Yield some things, after each those behind it; each is asked for only when its turn has come."""
    # A stack, as a tree may be deeper than calls may be nested.
    waiting = [first]
    while waiting:
        for found in waiting[-1]:
            yield found
            waiting.append(behind(found))
            break
        else:
            waiting.pop()


def _moves(explorer: Explorer, position: Position, growth: Growth, line: Line, listed: Listed) -> Iterator[Branch]:
    """Yield the moves of one position; what is listed already is looked up when each one's turn has come."""
    left = growth.turns - len(line)
    node = explorer.node(position, names=growth.names, samples=growth.samples)
    moves = [move for move in node.moves if move.tally.games >= growth.least]
    # Of a position with one visit no other line leads anywhere.
    if moves and node.visits > 1:
        listed.add(explorer.key(position), left, line)
    for move in moves:
        known = listed.line(move.key, left - 1)
        yield Branch(move, (*line, move.text), move.tally.times / node.visits, known)


def tree(explorer: Explorer, position: Position, growth: Growth) -> list[Branch]:
    """Give the moves of a position, those behind each gathered in its ``branches``."""
    roots: list[Branch] = []
    path: list[Branch] = []
    for branch in branches(explorer, position, growth):
        del path[len(branch.line) - 1 :]
        (path[-1].branches if path else roots).append(branch)
        path.append(branch)
    return roots
