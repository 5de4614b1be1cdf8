"""What became of the games that came by a position or made a move."""

from dataclasses import dataclass, replace
from functools import lru_cache

from gipfkit.analysis.summaries import wilson
from gipfkit.dates import date_range, date_text


@dataclass(slots=True)
class Tally:
    """What became of the games that made a move, or stood in a position. Tallies of parts add up to the whole.

    ``times`` counts a game each time it came by; all else counts each game once: ``games``, of which ``white``,
    ``black`` and ``draws`` ended so and the rest is unfinished; ``turns`` and ``captures`` (pieces captured by both
    sides) are sums over the games' whole length; ``last`` is the latest date, yyyy.mm.dd with question marks for what
    isn't known; a date without its day is before those of its month. Where it is known whose games they are (the
    ``owners`` of an explorer), ``own_finished`` have a result and ``own_points`` are their points doubled.
    """

    times: int = 0
    games: int = 0
    white: int = 0
    black: int = 0
    draws: int = 0
    turns: int = 0
    captures: int = 0
    last: str = ""
    own_points: int = 0
    own_finished: int = 0

    def add(self, other: "Tally") -> None:
        """Add what became of other games."""
        self.times += other.times
        self.games += other.games
        self.white += other.white
        self.black += other.black
        self.draws += other.draws
        self.turns += other.turns
        self.captures += other.captures
        self.last = max(self.last, other.last, key=_in_order)
        self.own_points += other.own_points
        self.own_finished += other.own_finished

    def exchanged(self) -> "Tally":
        """Give the tally with the colours exchanged."""
        return replace(self, white=self.black, black=self.white)

    @property
    def finished(self) -> int:
        """How many have a result."""
        return self.white + self.black + self.draws

    @property
    def points(self) -> float:
        """White's points: a draw is half a point."""
        return self.white + self.draws / 2

    @property
    def score(self) -> float | None:
        """White's share of the points of the finished games, or None without one."""
        return self.points / self.finished if self.finished else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the score, or None without a finished game."""
        return wilson(self.points, self.finished) if self.finished else None


def _in_order(date: str) -> str:
    """Give a date as it is sorted: what isn't known before what is."""
    return date.replace("?", "!")


@lru_cache(maxsize=100_000)
def day_in_order(tag: str | None) -> str:
    """Give a date tag as it is sorted; what is no date comes first."""
    if date_range(tag or "") is None:
        return ""
    return date_text(tag or "").replace("?", "!")
