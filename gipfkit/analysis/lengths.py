"""Counts games by result and length; parts merge into the whole."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from gipfkit.analysis.game_table import Row, game_row, is_position_alone
from gipfkit.replay import Replay


@dataclass(slots=True)
class Lengths:
    """How many games of each variant there are, and how many of each result and length (turns, counted singly).

    Games that could not start have no length and are left out, and so are positions alone.
    """

    variants: Counter[str] = field(default_factory=Counter)
    counts: Counter[tuple[str, int]] = field(default_factory=Counter)

    @classmethod
    def of(cls, games: Iterable[Replay | Row]) -> "Lengths":
        """Count replays, or rows of the game table (``notes.rows_of`` gives those of a frame)."""
        lengths = cls()
        for game in games:
            lengths.add(game_row(game) if isinstance(game, Replay) else game)
        return lengths

    def add(self, row: Row) -> None:
        """Count a game by its row in the game table."""
        if row["variant"] is not None and not is_position_alone(row):
            self.variants[row["variant"]] += 1
            self.counts[row["result"], row["turns"]] += 1

    def merge(self, other: "Lengths") -> None:
        """Add the counts of other games."""
        self.variants.update(other.variants)
        self.counts.update(other.counts)

    @property
    def games(self) -> int:
        """The number of games counted."""
        return self.counts.total()

    def with_result(self, result: str) -> Counter[int]:
        """Give the number of games of each length with a result."""
        return Counter({turns: number for (found, turns), number in self.counts.items() if found == result})
