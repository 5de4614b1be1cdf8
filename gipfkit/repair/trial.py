"""Plays a game on from a changed turn, to see whether the rest of it fits."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gipfkit.ending import ending
from gipfkit.findings import ERROR
from gipfkit.gipf import quick
from gipfkit.gipf.board import Colour
from gipfkit.gipf.position import Position
from gipfkit.gipf.rows import has_row
from gipfkit.judge import FIRST_SPOT, Issue, readings
from gipfkit.plans import plan_of
from gipfkit.record import Record, WrittenTurn

# More positions than this, to which turns with a bare x may have led, are not followed.
_MOST = 200
_OF_ENDINGS = ("result-differs", "termination-differs", "unsettled-ending")
# Behind an error that may stay the game can't be followed.
_DOUBTFUL = 1


class Trial:
    """The turns of a record, ready to be played on from any of them. ``style`` is that of the game's pushes.

    Errors of the turns at the indexes ``tolerated`` don't count.
    """

    def __init__(self, record: Record, style: str, lenient: bool, tolerated: frozenset[int] = frozenset()):
        self._record, self._turns, self._style, self._lenient = record, record.turns, style, lenient
        self._plans = [plan_of(turn) for turn in record.turns]
        self._stated = [None if k in tolerated else turn.reserve for k, turn in enumerate(record.turns)]
        self._tolerated = tolerated
        self._known: dict[tuple[Position, int], int | None] = {}

    def misfit(self, positions: Iterable[Position], turns: Sequence[WrittenTurn], index: int) -> int | None:
        """Play ``turns`` from one of the positions, then the game's own from ``index`` on.

        Return how many things are odd about the ending then, 0 being well, or None where a turn can't be played.
        """
        frontier = set(positions)
        for turn in turns:
            frontier = self._played(frontier, turn, plan_of(turn))
            if not frontier:
                return None
        return _least(self.rest(position, index) for position in frontier)

    def reserves(self, position: Position, written: WrittenTurn) -> set[int]:
        """Return the mover's reserve after a turn, in each way to read it without its count."""
        after = self._played((position,), replace(written, reserve=None), plan_of(written))
        return {board.reserves[position.to_move] for board in after}

    def rest(self, position: Position, index: int) -> int | None:
        """Play the game's own turns from ``index`` on; return the same as ``misfit``."""
        key = position, index
        if key not in self._known:
            self._known[key] = self._to_the_end({position}, index)
        return self._known[key]

    def _to_the_end(self, frontier: set[Position], index: int) -> int | None:
        passed = False
        while frontier:
            if len(frontier) == 1:
                position = frontier.pop()
                run = quick.play_on(position, self._plans, index)
                stop = index + len(run.states)
                if run.reserves != self._stated[index:stop] and _contradicted(run.reserves, self._stated[index:stop]):
                    return _DOUBTFUL if passed else None
                if run.states:
                    mover = Colour((position.to_move + len(run.states) - 1) % 2)
                    position = quick.as_position(run.states[-1], mover, position)
                frontier, index = {position}, stop
            if index == len(self._turns):
                return _least(self._ending(position) for position in frontier)
            if index in self._tolerated:
                passed = True
                frontier = self._mended(frontier, self._turns[index])
            else:
                frontier = self._played(frontier, self._turns[index], self._plans[index])
            index += 1
        return _DOUBTFUL if passed else None

    def _played(self, positions: Iterable[Position], written: WrittenTurn, plan: quick.Plan | None) -> set[Position]:
        """Return the positions to which a turn leads, read in any way that has no error."""
        found: set[Position] = set()
        for position in positions:
            if plan and self._style != FIRST_SPOT and _goes_elsewhere(position, plan):
                continue
            read = readings(position, written, lenient=self._lenient)
            for reading in () if isinstance(read, Issue) else read:
                errors = [issue.code for issue in reading.issues if issue.weight == ERROR]
                if not errors or (self._style == reading.style == FIRST_SPOT and errors == ["push-end-differs"]):
                    found.add(reading.position)
            if len(found) > _MOST:
                break
        return found

    def _mended(self, positions: Iterable[Position], written: WrittenTurn) -> set[Position]:
        """Return the positions to which a turn with an error may lead."""
        found: set[Position] = set()
        for position in positions:
            read = readings(position, written, lenient=self._lenient, mend=self._style)
            found |= set() if isinstance(read, Issue) else {reading.position for reading in read[:_MOST]}
        return found

    def _ending(self, position: Position) -> int | None:
        """Return how many things are odd about the game's ending here; None for an error."""
        odd = [issue for issue in ending(self._record, position).issues if issue.code in _OF_ENDINGS]
        return None if any(issue.weight == ERROR for issue in odd) else len(odd)


def _least(misfits: Iterable[int | None]) -> int | None:
    return min((misfit for misfit in misfits if misfit is not None), default=None)


def _contradicted(reserves: Sequence[int], stated: Sequence[int | None]) -> bool:
    return any(written is not None and written != reserve for reserve, written in zip(reserves, stated, strict=True))


def _goes_elsewhere(position: Position, plan: quick.Plan) -> bool:
    """Say whether a push doesn't end on its spot, as no row that may go before it makes room."""
    if plan.before.spots or has_row(position.pieces(position.to_move)):
        return False
    return position.occupied & plan.span != plan.run or plan.gipf not in position.kinds()
