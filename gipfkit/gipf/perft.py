"""Counting what the rules allow to a depth, to compare engines (spec: rules section 6).

A ply is a push, the mover's complete removal and the opponent's complete removal, so that every position counted is a
settled one. A position with a winner is a leaf at its own depth and has nothing below it.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from gipfkit.gipf.board import PATHS, Colour
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.rows import REMOVER_WINS, has_row, phases
from gipfkit.gipf.turn import Push

# A settled position with the winner that the last removals made: entry rights stand as they were.
Leaf = tuple[Position, Colour | None]
COUNTS = ("S", "P", "U")


def perft(position: Position, depth: int, count: str = "S") -> int:
    """Count to a depth: ``S`` sequences, ``P`` distinct results of each node summed, ``U`` distinct positions.

    A depth below 0 is a ValueError.

    >>> [perft(Position.initial(), depth) for depth in (0, 1, 2)]
    [1, 42, 1764]
    """
    return _total({(position, None): 1}, depth, count)


def divide(position: Position, depth: int, count: str = "S") -> dict[Push, int]:
    """Give the count below each first push (depth 1 or more); results that two pushes share count under both."""
    totals: dict[Push, int] = {}
    for push in _pushes(position):
        below = _settled(position, push)
        totals[push] = _total(below if count == "S" else dict.fromkeys(below, 1), depth - 1, count)
    return totals


def _total(level: dict[Leaf, int], depth: int, count: str) -> int:
    if depth < 0:
        raise ValueError("the depth is too small: nothing lies above the start")
    if depth and count == "S":
        for _ in range(depth - 1):
            level = _deeper(level, count)
        return sum(times * _sequences(node) for (node, winner), times in level.items() if winner is None)
    for _ in range(depth):
        level = _deeper(level, count)
    return sum(level.values())


def _deeper(level: dict[Leaf, int], count: str) -> dict[Leaf, int]:
    """Give the positions a ply below a level, each with how often it counts."""
    found: Counter[Leaf] = Counter()
    for (node, winner), times in level.items():
        if winner is not None:
            continue
        children: Counter[Leaf] = Counter()
        for push in _pushes(node):
            children.update(_settled(node, push))
        for child, ways in children.items():
            found[child] += times * ways if count == "S" else times
    return dict.fromkeys(found, 1) if count == "U" else found


def _pushes(position: Position) -> list[Push]:
    return [] if position.outcome() else position.pushes()


def _settled(position: Position, push: Push) -> dict[Leaf, int]:
    """Give the settled positions after a push, each with the number of ways that both players can take their rows."""
    mover = position.to_move
    pushed = position.entered(push)
    if not (has_row(pushed.white) or has_row(pushed.black)):
        return {(pushed.passed(), None): 1}
    found: Counter[Leaf] = Counter()
    for own in pushed.phases(mover):
        middle = pushed.take(pushed.as_removals(mover, own))
        if own.end:
            ended = replace(middle.passed(), entry=pushed.entry)
            found[ended, _winner(mover, own.end)] += own.ways
            continue
        for other in middle.phases(mover.opponent):
            settled = middle.take(middle.as_removals(mover.opponent, other)).passed()
            winner = _winner(mover.opponent, other.end) if other.end else None
            found[replace(settled, entry=pushed.entry), winner] += own.ways * other.ways
    return found


def _winner(remover: Colour, end: int) -> Colour:
    return remover if end == REMOVER_WINS else remover.opponent


def _sequences(position: Position) -> int:
    """Count the sequences of one ply, without building the positions below."""
    if position.outcome():
        return 0
    own, other = position.pieces(position.to_move), position.pieces(position.to_move.opponent)
    kinds, occupied, gipfs = position.kinds(), position.occupied, position.gipfs
    total = 0
    for path in PATHS:
        run = RUNS[path.index][occupied & path.mask]
        if run < 0:
            continue
        shift = _shifter(path.step)
        first = path.spans[0]
        own_after = (own & ~run) | shift(own & run) | first
        other_after = (other & ~run) | shift(other & run)
        if not (has_row(own_after) or has_row(other_after)):
            total += len(kinds)
            continue
        gipfs_after = (gipfs & ~run) | shift(gipfs & run)
        loses = position.variant.last_gipf_loses
        for kind in kinds:
            total += _ways(own_after, other_after, gipfs_after | first * kind, loses)
    return total


def _ways(own: int, other: int, gipfs: int, last_gipf_loses: bool) -> int:
    total = 0
    for phase in phases(own, other, gipfs, last_gipf_loses):
        if phase.end:
            total += phase.ways
            continue
        kept = ~phase.removed
        answers = phases(other & kept, own & kept, gipfs & kept, last_gipf_loses)
        total += phase.ways * sum(answer.ways for answer in answers)
    return total


def _shifter(step: int) -> Callable[[int], int]:
    return (lambda moving: moving << step) if step > 0 else (lambda moving: moving >> -step)
