"""Chooses games by their rows in the game table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gipfkit.analysis.players import fits, player_key
from gipfkit.analysis.where import condition
from gipfkit.dates import Day, date_range

if TYPE_CHECKING:
    from pandas import DataFrame

# Programs that play under these names: BoardSpace's robots, GF1, the players of ``simulate``. In any case of letters.
KNOWN_BOTS = (
    "AlphaBot",
    "BestBot",
    "Dumbot",
    "GF1",
    "MonteBot",
    "NeuroBot",
    "PalaBot",
    "RandomBot",
    "SmartBot",
    "TestBot_1",
    "TestBot_2",
    "WeakBot",
    "gipfkit greedy",
    "gipfkit random",
)


def normal(name: str) -> str:
    """Give a name as it is compared."""
    return player_key(name)


def bot_names(lines: Iterable[str]) -> frozenset[str]:
    """Read a list of names, one a line; blank lines and lines that begin with # are left out."""
    return frozenset(normal(line) for line in lines if line.strip() and not line.lstrip().startswith("#"))


@dataclass(frozen=True)
class Filters:
    """What a game must be to be chosen; what isn't given chooses every game. Call it with a row of the game table.

    ``players``: one of them has played; names as ``players.player_key`` gives them, a * in one stands for anything.
    ``since`` and ``until``: the game can have been played then, as far as its date is known; without a date that can be
    read it is left out. ``bots``: none of these has played.
    """

    variants: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    since: Day | None = None
    until: Day | None = None
    min_turns: int = 0
    results: frozenset[str] = frozenset()
    terminations: frozenset[str] = frozenset()
    bots: frozenset[str] = frozenset()
    where: Callable[[Mapping[str, Any]], bool] | None = None

    def __call__(self, row: Mapping[str, Any]) -> bool:
        """Say whether a game is chosen."""
        return self._by_date(row) and self._by_the_rest(row)

    @property
    def by_date(self) -> bool:
        """Whether the date matters."""
        return self.since is not None or self.until is not None

    def lacks_date(self, row: Mapping[str, Any]) -> bool:
        """Say whether a game is left out for want of a date that can be read, and for nothing else."""
        return self.by_date and date_range(row["date"] or "") is None and self._by_the_rest(row)

    def _by_the_rest(self, row: Mapping[str, Any]) -> bool:
        return (
            (not self.variants or row["variant"] in self.variants)
            and row["turns"] >= self.min_turns
            and (not self.results or row["result"] in self.results)
            and (not self.terminations or row["termination"] in self.terminations)
            and self._by_players(row)
            and (self.where is None or self.where(row))
        )

    def _by_players(self, row: Mapping[str, Any]) -> bool:
        if not self.players and not self.bots:
            return True
        names = {player_key(name) for name in (row["white"], row["black"]) if name}
        return (not self.players or self._has_played(names)) and names.isdisjoint(self.bots)

    def _has_played(self, names: set[str]) -> bool:
        return any(asked in names or any(fits(asked, name) for name in names) for asked in self.players)

    def _by_date(self, row: Mapping[str, Any]) -> bool:
        if not self.by_date:
            return True
        days = date_range(row["date"] or "")
        return (
            days is not None
            and (self.since is None or days[1] >= self.since)
            and (self.until is None or days[0] <= self.until)
        )


def select(frame: "DataFrame", chooser: str | Callable[[Mapping[str, Any]], bool]) -> "DataFrame":
    """Give the rows of a game table that a condition (a text as in ``where``) or ``Filters`` choose."""
    from gipfkit.analysis.notes import rows_of

    check = condition(chooser) if isinstance(chooser, str) else chooser
    return frame[[bool(check(row)) for row in rows_of(frame)]]
