"""Means by turn: captures, reserves, GIPF-pieces on the board and legal pushes, over the games that got so far.

Sums hold whole numbers alone, so that parts of a collection counted apart add up to the whole exactly.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gipfkit.analysis.branching import notation_pushes
from gipfkit.analysis.game_table import played_states
from gipfkit.gipf.board import BLACK, WHITE, Colour
from gipfkit.replay import Replay

CAPTURES, RESERVES, GIPFS, PUSHES = "captures", "reserves", "gipfs", "pushes"
SIDES = (WHITE, BLACK)

# A side's value after a turn (of pushes: before it).
Value = tuple[Colour, int, int]


@dataclass(slots=True)
class Moments:
    """Whole numbers summed by turn: how many, their sum, the sum of their squares."""

    numbers: Counter[int] = field(default_factory=Counter)
    totals: Counter[int] = field(default_factory=Counter)
    squares: Counter[int] = field(default_factory=Counter)

    def add(self, turn: int, value: int) -> None:
        """Add a value of a turn."""
        self.numbers[turn] += 1
        self.totals[turn] += value
        self.squares[turn] += value * value

    def merge(self, other: "Moments") -> None:
        """Add the sums of other values."""
        self.numbers.update(other.numbers)
        self.totals.update(other.totals)
        self.squares.update(other.squares)

    def mean(self, turn: int) -> float:
        """Give the mean of a turn's values; without any it is a ZeroDivisionError."""
        return self.totals[turn] / self.numbers[turn]

    def sd(self, turn: int) -> float | None:
        """Give the standard deviation of a turn's values (of a sample); None for one value."""
        number, total = self.numbers[turn], self.totals[turn]
        if number < 2:
            return None
        return math.sqrt((number * self.squares[turn] - total * total) / (number * (number - 1)))


@dataclass(slots=True)
class ByTurn:
    """A measure summed by side and turn over games.

    ``measure`` is ``captures`` (pieces captured so far), ``reserves`` (pieces), ``gipfs`` (GIPF-pieces on the board)
    or ``pushes`` (legal pushes of the side to move, told apart by the notation). The first three are those after a
    turn, with turn 0 for the start; pushes are those before it. ``variants`` counts the games of each variant,
    ``playing`` those that were played so far. Games that could not start are left out, of ``gipfs`` also those
    without GIPF-pieces by their variant.
    """

    measure: str
    variants: Counter[str] = field(default_factory=Counter)
    playing: Counter[int] = field(default_factory=Counter)
    sides: tuple[Moments, Moments] = field(default_factory=lambda: (Moments(), Moments()))

    @classmethod
    def of(cls, measure: str, replays: Iterable[Replay]) -> "ByTurn":
        """Sum up a measure of some games; an unknown measure is a KeyError."""
        found = cls(measure)
        for replay in replays:
            found.add(replay)
        return found

    def add(self, replay: Replay) -> None:
        """Add a game."""
        if not replay.start or not replay.variant:
            return
        if self.measure == GIPFS and not (replay.variant.enters_gipfs or replay.start.gipfs):
            return
        self.variants[replay.variant.name] += 1
        self.playing.update(range(replay.played + 1))
        for side, turn, value in _MEASURES[self.measure](replay):
            self.sides[side].add(turn, value)

    def merge(self, other: "ByTurn") -> None:
        """Add the sums of other games; of another measure they are a ValueError."""
        if other.measure != self.measure:
            raise ValueError(f"{other.measure} can't be added to {self.measure}")
        self.variants.update(other.variants)
        self.playing.update(other.playing)
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine.merge(theirs)

    @property
    def games(self) -> int:
        """The number of games counted."""
        return self.playing[0]

    @property
    def last(self) -> int:
        """The number of turns of the longest game."""
        return max(self.playing, default=0)


class _Counts(NamedTuple):
    """A side's counts after a turn: its reserve, its pieces that are out of the game, its GIPF-pieces on the board."""

    side: Colour
    turn: int
    reserve: int
    lost: int
    gipfs: int


def _counts(replay: Replay) -> Iterator[_Counts]:
    """Yield the counts of both sides at the start and after each turn."""
    walk, start = replay.as_written, replay.start
    assert walk
    assert start
    for side in SIDES:
        yield _Counts(side, 0, start.reserves[side], start.captured[side], start.gipf_count(side))
    for turn, state in enumerate(played_states(walk), 1):
        own, other, gipfs, reserve, others_reserve, lost, others_lost, *_ = state
        mover = walk.mover(turn)
        yield _Counts(mover, turn, reserve, lost, (own & gipfs).bit_count())
        yield _Counts(mover.opponent, turn, others_reserve, others_lost, (other & gipfs).bit_count())


def _captures(replay: Replay) -> Iterator[Value]:
    # A stated start may have captured pieces, which are not this record's.
    before = replay.start.captured if replay.start else (0, 0)
    return ((c.side.opponent, c.turn, c.lost - before[c.side]) for c in _counts(replay))


def _reserves(replay: Replay) -> Iterator[Value]:
    return ((c.side, c.turn, c.reserve) for c in _counts(replay))


def _gipfs(replay: Replay) -> Iterator[Value]:
    return ((c.side, c.turn, c.gipfs) for c in _counts(replay))


def _pushes(replay: Replay) -> Iterator[Value]:
    for turn, (position, played) in enumerate(zip(replay.positions, replay.turns, strict=False), 1):
        if played.push:
            before = position.take(played.before)
            yield before.to_move, turn, notation_pushes(before.occupied) * len(before.kinds())


_MEASURES: dict[str, Callable[[Replay], Iterator[Value]]] = {
    CAPTURES: _captures,
    RESERVES: _reserves,
    GIPFS: _gipfs,
    PUSHES: _pushes,
}
