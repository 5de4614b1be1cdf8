"""Finds the small changes that let the rest of a game be played, with its counts, its lists and its result."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gipfkit.findings import ERROR
from gipfkit.gipf.position import Position
from gipfkit.repair import changes
from gipfkit.repair.changes import Change
from gipfkit.repair.trial import Trial
from gipfkit.replay import Replay, replay
from gipfkit.restate import write_turn
from gipfkit.walk import Walk

SECONDS = 5.0
# How much likelier a change of one kind is than one of another where both fit: fitted to some 2,000 slips made at
# random (tests/benchmarks/repair.py), of each kind as many.
_WEIGHTS = {
    changes.MISSING: 4.0,
    changes.EXCHANGED: 3.0,
    changes.DOUBLED: 3.0,
    changes.DIVIDED: 3.0,
    changes.ORDER: 1.5,
    changes.LIST: 1.5,
    changes.LETTER: 1.0,
    changes.COUNT: 1.0,
    changes.KIND: 1.0,
    changes.IMAGE: 0.6,
    changes.PUSH: 0.4,
    changes.SPOT: 0.04,
}
_ODD_ENDING = 0.2
_EACH_PIECE = 0.2
# A change is made where no other fits, or all others together are less likely than this.
_DOUBT = 0.35


@dataclass(frozen=True, slots=True)
class Mending:
    """A change that fits, with its share of the likelihood of all that fit: 1 where it is the only one."""

    change: Change
    likelihood: float


@dataclass(frozen=True, slots=True)
class Repair:
    """What can mend the first error of a game: every change that fits, the likeliest first.

    ``error`` is the index (from 0) of the turn with the error, the number of turns where only the ending has one.
    ``complete`` is false where the time was up before all changes were tried; then none is certain.
    """

    error: int
    mendings: tuple[Mending, ...]
    complete: bool = True

    @property
    def taken(self) -> Change | None:
        """The change to make; None where none fits, or several that are about as likely."""
        first = self.mendings[0] if self.mendings else None
        return first.change if first and self.complete and first.likelihood > 1 - _DOUBT else None


def first_error(played: Replay) -> int | None:
    """Return the index of the first turn with an error; the number of turns where only the ending has one.

    None where the game has no error that a change of its turns could mend.
    """
    errors = [finding for finding in played.findings if finding.severity == ERROR]
    turns = [finding.turn - 1 for finding in errors if finding.turn is not None]
    if turns:
        return min(turns)
    return len(played.record.turns) if any(issue.weight == ERROR for issue in played.ending.issues) else None


def repair(played: Replay, *, lenient: bool = False, seconds: float = SECONDS) -> Repair | None:
    """Look for what mends the first error of a game; None for a game without one, or without a start."""
    error = first_error(played)
    if error is None or played.walk is None:
        return None
    later = {finding.turn - 1 for finding in played.findings if finding.severity == ERROR and finding.turn}
    best = Repair(error, ())
    deadline = time.monotonic() + seconds
    # Errors of later turns may have causes of their own: they may stay where nothing mends all.
    for tolerated in (frozenset[int](), frozenset(later - {error})):
        if best.mendings or not best.complete or (tolerated and error == len(played.record.turns)):
            break
        search = _Search(played, played.walk, error, lenient, tolerated, deadline)
        best = Repair(error, tuple(search.mendings()), search.complete)
        if not tolerated and not later - {error}:
            break
    return best


@dataclass(slots=True)
class _Search:
    """A search for one game; one use each."""

    played: Replay
    walk: Walk
    error: int
    lenient: bool
    tolerated: frozenset[int]
    deadline: float
    complete: bool = True
    trial: Trial = field(init=False)
    spelling: changes.Spelling = field(init=False)
    fitting: list[tuple[Change, int]] = field(default_factory=list)

    def mendings(self) -> list[Mending]:
        """Return the changes that fit, the likeliest first; of several that come to the same game one."""
        self.spelling = changes.Spelling.of(self.walk)
        self.trial = Trial(self.played.record, self.spelling.style, self.lenient, self.tolerated)
        for step in (self._of_turns, self._of_the_count, self._of_order):
            step()
        found: dict[tuple[Position, ...], tuple[float, Change]] = {}
        for change, odd in self.fitting:
            if self._late():
                break
            positions = self._played(change)
            weight = _WEIGHTS[change.kind] * (_ODD_ENDING if odd else 1) * _EACH_PIECE ** (change.pieces - 1)
            if positions and weight > found.get(positions, (0.0, change))[0]:
                found[positions] = weight, change
        total = sum(weight for weight, _ in found.values())
        ranked = sorted(found.values(), key=lambda way: (-way[0], self.error - way[1].start))
        return [Mending(change, weight / total) for weight, change in ranked]

    def _of_turns(self) -> None:
        """Try every turn up to the error as another, and another before it."""
        turns, spelling = self.played.record.turns, self.spelling
        counted = any(turn.reserve is not None for turn in turns)
        for index in range(self._last, -1, -1):
            for board in self.walk.possible(index):
                if self._late():
                    return
                if index < len(turns):
                    for change in changes.of_turn(board, turns[index], index, spelling):
                        self._try(change, (board,))
                for turn, after in changes.all_turns(board):
                    odd = self.trial.rest(after, index)
                    if odd is not None:
                        full = write_turn(turn, board, after, spelling.style)
                        written = full if counted else replace(full, reserve=None)
                        self.fitting.append((Change(changes.MISSING, index, 0, (written,)), odd))

    def _of_the_count(self) -> None:
        turns = self.played.record.turns
        if self.error >= len(turns) or turns[self.error].reserve is None or turns[self.error].unreadable is not None:
            return
        for before in self.walk.possible(self.error):
            for reserve in self.trial.reserves(before, turns[self.error]):
                turn = replace(turns[self.error], reserve=reserve)
                self._try(Change(changes.COUNT, self.error, 1, (turn,)), (before,))

    def _of_order(self) -> None:
        for change in changes.moved(self.played.record.turns, self._last):
            if self._late():
                return
            self._try(change, self.walk.possible(change.start))

    @property
    def _last(self) -> int:
        """The index of the last turn that may have to be changed: its board must be known."""
        return min(self.error, len(self.walk.steps))

    def _try(self, change: Change, boards: Iterable[Position]) -> None:
        odd = self.trial.misfit(boards, change.turns, change.start + change.removed)
        if odd is not None:
            self.fitting.append((change, odd))

    def _late(self) -> bool:
        self.complete = self.complete and time.monotonic() <= self.deadline
        return not self.complete

    def _played(self, change: Change) -> tuple[Position, ...]:
        """Replay the whole game with a change; return its positions, or none where an error is left or new."""
        record = self.played.record
        turns = change.applied(record.turns)
        again = replay(
            replace(record, main=replace(record.main, turns=turns, annotations={}, locate=None), findings=()),
            variant=self.played.variant,
            lenient=self.lenient,
        )
        shift = len(change.turns) - change.removed
        known = {index + shift for index in self.tolerated}
        left = {finding.turn - 1 for finding in again.findings if finding.severity == ERROR and finding.turn}
        whole = any(finding.severity == ERROR and finding.turn is None for finding in again.findings)
        if left - known or (whole and not self.tolerated):
            return ()
        return tuple(again.walk.positions) if again.walk else ()
