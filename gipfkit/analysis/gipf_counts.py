"""GIPF-pieces over games: how many stand on the board by turn, and what became of them; parts merge into the whole."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from gipfkit.analysis.by_turn import GIPFS, ByTurn
from gipfkit.analysis.game_table import game_row
from gipfkit.replay import Replay

LEFT, LOST, TAKEN_BACK = "left", "lost", "taken_back"
FATES = (LEFT, LOST, TAKEN_BACK)


@dataclass(slots=True)
class GipfCounts:
    """GIPF-pieces by turn, and by side and fate: left at the end, captured by the opponent, taken back by the owner.

    The fates of a side add up to its GIPF-pieces at the start and those that it entered. Games without GIPF-pieces by
    their variant, and those that could not start, are left out of both.
    """

    by_turn: ByTurn = field(default_factory=lambda: ByTurn(GIPFS))
    fates: Counter[tuple[str, str]] = field(default_factory=Counter)

    @classmethod
    def of(cls, replays: Iterable[Replay]) -> "GipfCounts":
        """Count in some games."""
        found = cls()
        for replay in replays:
            found.add(replay)
        return found

    def add(self, replay: Replay) -> None:
        """Count in a game."""
        games = self.by_turn.games
        self.by_turn.add(replay)
        if self.by_turn.games > games:
            row = game_row(replay)
            self.fates.update(
                {(side, fate): row[f"{side}_gipfs_{fate}"] for side in ("white", "black") for fate in FATES}
            )

    def merge(self, other: "GipfCounts") -> None:
        """Add the counts of other games."""
        self.by_turn.merge(other.by_turn)
        self.fates.update(other.fates)

    @property
    def games(self) -> int:
        """The number of games counted."""
        return self.by_turn.games

    def total(self, side: str) -> int:
        """Give the GIPF-pieces that a side has had on the board, ``white`` or ``black``."""
        return sum(self.fates[side, fate] for fate in FATES)
