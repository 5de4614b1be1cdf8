"""The moves of an opening tree, from a position on, turn by turn."""

from collections.abc import Callable, Iterator, Sequence
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

    def moves(here: Position) -> tuple[list[tuple[Move, float]], bool]:
        node = explorer.node(here, names=growth.names, samples=growth.samples)
        played = [(move, move.tally.times / node.visits) for move in node.moves if move.tally.games >= growth.least]
        # Of a position with one visit no other line leads anywhere.
        return played, node.visits > 1

    for (move, share), line, goes_on_as in steps(
        explorer.key(position), position, growth, moves, lambda found: found[0]
    ):
        yield Branch(move, line, share, goes_on_as)


def steps(
    key: Key,
    position: Position,
    growth: Growth,
    found_in: Callable[[Position], tuple[Sequence[_T], bool]],
    move_of: Callable[[_T], Move],
) -> Iterator[tuple[_T, Line, Line | None]]:
    """Yield what is found in a position and in those behind it, with its line and the line that it goes on as.

    ``found_in`` gives what there is for a position, a thing for each move (``move_of``), and whether other lines may
    meet there.
    """
    listed = Listed(repeat=growth.repeat)

    def of(key: Key, position: Position, line: Line) -> Iterator[tuple[_T, Line, Line | None]]:
        left = growth.turns - len(line)
        found, may_meet = found_in(position)
        if found and may_meet:
            listed.add(key, left, line)
        for thing in found:
            move = move_of(thing)
            # Looked up when its turn has come: those before it are listed by then.
            yield thing, (*line, move.text), listed.line(move.key, left - 1)

    def behind(step: tuple[_T, Line, Line | None]) -> Iterator[tuple[_T, Line, Line | None]]:
        thing, line, goes_on_as = step
        if len(line) >= growth.turns or goes_on_as is not None:
            return iter(())
        move = move_of(thing)
        return of(move.key, move.position, line)

    return depth_first(of(key, position, ()), behind)


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


def tree(explorer: Explorer, position: Position, growth: Growth) -> list[Branch]:
    """Give the moves of a position, those behind each gathered in its ``branches``."""
    roots: list[Branch] = []
    path: list[Branch] = []
    for branch in branches(explorer, position, growth):
        del path[len(branch.line) - 1 :]
        (path[-1].branches if path else roots).append(branch)
        path.append(branch)
    return roots
