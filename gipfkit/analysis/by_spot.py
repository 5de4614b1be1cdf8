"""Counts by spot and side: where pieces stand, where they are entered, where they are captured."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from gipfkit.gipf.board import BLACK, SPOTS, WHITE, Colour, names
from gipfkit.replay import Replay

PIECES, ENTRIES, CAPTURES = "pieces", "entries", "captures"
SUBJECTS = (PIECES, ENTRIES, CAPTURES)


@dataclass(slots=True)
class BySpot:
    """Counts of a subject by side and spot over games; parts merge into the whole.

    ``subject`` is ``pieces`` (positions after a turn in which a side has a piece on the spot), ``entries`` (pieces that
    a side has entered there) or ``captures`` (pieces that a side has captured there, a GIPF-piece as two). ``variants``
    counts the games of each variant, ``positions`` the turns played. Games that could not start are left out.
    """

    subject: str
    variants: Counter[str] = field(default_factory=Counter)
    positions: int = 0
    sides: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))

    @classmethod
    def of(cls, subject: str, replays: Iterable[Replay]) -> "BySpot":
        """Count in some games; an unknown subject is a KeyError."""
        found = cls(subject)
        for replay in replays:
            found.add(replay)
        return found

    def add(self, replay: Replay) -> None:
        """Count in a game."""
        if not replay.variant:
            return
        self.variants[replay.variant.name] += 1
        self.positions += replay.played
        for side, spots in _COUNTED[self.subject](replay):
            self.sides[side].update(spots)

    def merge(self, other: "BySpot") -> None:
        """Add the counts of other games; of another subject they are a ValueError."""
        if other.subject != self.subject:
            raise ValueError(f"{other.subject} can't be added to {self.subject}")
        self.variants.update(other.variants)
        self.positions += other.positions
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine.update(theirs)

    @property
    def games(self) -> int:
        """The number of games counted."""
        return self.variants.total()

    def total(self, side: Colour) -> int:
        """Give the count of a side over all spots."""
        return self.sides[side].total()

    def rates(self, side: Colour) -> dict[str, float]:
        """Give for each spot the share of positions (of pieces, 0 to 1) or the count a game (of entries, captures)."""
        of = self.positions if self.subject == PIECES else self.games
        return {spot: self.sides[side][spot] / of if of else 0.0 for spot in SPOTS}


def _pieces(replay: Replay) -> Iterator[tuple[Colour, list[str]]]:
    for position in replay.positions[1:]:
        yield WHITE, names(position.white)
        yield BLACK, names(position.black)


def _entries(replay: Replay) -> Iterator[tuple[Colour, list[str]]]:
    for position, turn in zip(replay.positions, replay.turns, strict=False):
        if turn.push:
            yield position.to_move, [turn.push.first]


def _captures(replay: Replay) -> Iterator[tuple[Colour, list[str]]]:
    for turn in replay.turns:
        for removal in turn.before + turn.after:
            gipfs = names(removal.captured_gipfs)
            yield removal.colour, names(removal.captured) + gipfs + gipfs


_COUNTED: dict[str, Callable[[Replay], Iterator[tuple[Colour, list[str]]]]] = {
    PIECES: _pieces,
    ENTRIES: _entries,
    CAPTURES: _captures,
}
