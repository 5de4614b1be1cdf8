"""The turns that lead from one position to another."""

from collections.abc import Iterator

from gipfkit.gipf.board import PATHS
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Push, Turn, taken


def turns_between(before: Position, after: Position) -> list[Turn]:
    """Give every turn that leads from one position to another, in the order of ``Position.turns``.

    Where no legal turn does, those are given that leave rows standing, as games read with ``--lenient`` have them.

    >>> start = Position.initial()
    >>> turn = next(start.turns())
    >>> turns_between(start, start.play(turn)) == [turn]
    True
    """
    if after.to_move is before.to_move or before.outcome():
        return []
    search = _with_removals if after.occupied.bit_count() <= before.occupied.bit_count() else _of_one_push
    return list(search(before, after, partial=False)) or list(search(before, after, partial=True))


def _of_one_push(before: Position, after: Position, *, partial: bool) -> Iterator[Turn]:
    """Yield the turns that only push: a piece more on the board is a piece pushed in and nothing taken off."""
    mover = before.to_move
    if not partial and (before.obligations(mover) or after.obligations(mover)):
        return
    for push in _pushes(before, after):
        if before.entered(push).passed() == after:
            yield Turn(push)


def _pushes(before: Position, after: Position) -> Iterator[Push]:
    """Yield the pushes along the lines that hold all that has changed between two positions."""
    changed = (before.white ^ after.white) | (before.black ^ after.black) | (before.gipfs ^ after.gipfs)
    paths = [
        path
        for path in PATHS
        if not changed & ~path.mask
        and after.occupied & path.spans[0]
        and RUNS[path.index][before.occupied & path.mask] >= 0
    ]
    for kind in before.kinds():
        for path in paths:
            yield Push(path.dot, path.first, kind)


def _with_removals(before: Position, after: Position, *, partial: bool) -> Iterator[Turn]:
    """Yield the turns that take rows off."""
    mover = before.to_move
    for phase in before.phases(mover, partial=partial):
        removed = before.as_removals(mover, phase)
        middle = before.take(removed)
        if phase.end:
            if middle.passed() == after:
                yield Turn(None, removed)
            continue
        for push in middle.pushes():
            pushed = middle.entered(push)
            # What stands after the turn stood before its removals: most pushes end here.
            if after.white & ~pushed.white or after.black & ~pushed.black or after.gipfs & ~pushed.gipfs:
                continue
            for last in pushed.phases(mover, partial=partial):
                gone = pushed.as_removals(mover, last)
                if taken(gone) == pushed.occupied ^ after.occupied and pushed.take(gone).passed() == after:
                    yield Turn(push, removed, gone)
