"""Everything that a report on a collection tells, gathered in one pass over its games; parts merge into the whole."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gipfkit.analysis.by_spot import CAPTURES as CAPTURES_BY_SPOT
from gipfkit.analysis.by_spot import ENTRIES, PIECES, BySpot
from gipfkit.analysis.by_turn import CAPTURES, PUSHES, RESERVES, ByTurn
from gipfkit.analysis.game_table import Row, game_row, is_position_alone
from gipfkit.analysis.gipf_counts import GipfCounts
from gipfkit.analysis.lengths import Lengths
from gipfkit.analysis.summaries import Summary, quantile
from gipfkit.dates import date_range
from gipfkit.findings import Finding
from gipfkit.gipf.position import Position
from gipfkit.replay import Replay

Measures = tuple[str, int, int, int]


@dataclass(frozen=True, slots=True)
class Outline:
    """A game in short: its row of the game table and its last position. ``times`` counts the games of its measures."""

    row: Row
    position: Position
    times: int = 1

    @property
    def margin(self) -> int:
        """By how many captured pieces the sides differ."""
        _, _, white, black = self.measures
        return abs(white - black)

    @property
    def measures(self) -> Measures:
        """What makes it usual or unusual: its variant, its length and both sides' captures."""
        return self.row["variant"], self.row["turns"], self.row["white_captures"], self.row["black_captures"]


@dataclass(slots=True)
class Overview:
    """A collection in figures. ``findings`` counts findings by code and severity, ``examples`` holds one of each.

    ``outlines`` hold the first game of each measures, of the finished games without errors: the games shown are chosen
    from them.
    """

    summary: Summary = field(default_factory=Summary)
    lengths: Lengths = field(default_factory=Lengths)
    captures: ByTurn = field(default_factory=lambda: ByTurn(CAPTURES))
    reserves: ByTurn = field(default_factory=lambda: ByTurn(RESERVES))
    pushes: ByTurn = field(default_factory=lambda: ByTurn(PUSHES))
    gipfs: GipfCounts = field(default_factory=GipfCounts)
    pieces: BySpot = field(default_factory=lambda: BySpot(PIECES))
    entries: BySpot = field(default_factory=lambda: BySpot(ENTRIES))
    captured: BySpot = field(default_factory=lambda: BySpot(CAPTURES_BY_SPOT))
    findings: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], Finding] = field(default_factory=dict)
    outlines: dict[Measures, Outline] = field(default_factory=dict)
    games: int = 0
    turns: int = 0
    faulty: int = 0
    years: tuple[int, int] | None = None

    @classmethod
    def of(cls, replays: Iterable[Replay]) -> "Overview":
        """Gather some games."""
        found = cls()
        for played in replays:
            found.add(played)
        return found

    def add(self, played: Replay, row: Row | None = None) -> None:
        """Gather in a game; ``row`` is its row of the game table."""
        row = row or game_row(played)
        self.games += 1
        self.turns += row["turns"]
        self.faulty += not row["ok"]
        self.summary.add(row)
        self.lengths.add(row)
        for part in (self.captures, self.reserves, self.pushes, self.gipfs, self.pieces, self.entries, self.captured):
            part.add(played)
        self.note(played.findings)
        days = date_range(row["date"] or "")
        if days:
            year = days[0][0]
            self.years = (min(year, self.years[0]), max(year, self.years[1])) if self.years else (year, year)
        if row["ok"] and row["result"] != "*" and played.as_written and not is_position_alone(row):
            self._outline(Outline(row, played.as_written.last))

    def _outline(self, game: Outline) -> None:
        known = self.outlines.get(game.measures)
        self.outlines[game.measures] = replace(known, times=known.times + game.times) if known else game

    def note(self, findings: Iterable[Finding]) -> None:
        """Count findings."""
        for finding in findings:
            key = finding.code, finding.severity
            self.findings[key] += 1
            self.examples.setdefault(key, finding)

    def merge(self, other: "Overview") -> None:
        """Add what was gathered of other games."""
        self.games += other.games
        self.turns += other.turns
        self.faulty += other.faulty
        self.summary.merge(other.summary)
        self.lengths.merge(other.lengths)
        self.captures.merge(other.captures)
        self.reserves.merge(other.reserves)
        self.pushes.merge(other.pushes)
        self.gipfs.merge(other.gipfs)
        self.pieces.merge(other.pieces)
        self.entries.merge(other.entries)
        self.captured.merge(other.captured)
        self.findings.update(other.findings)
        self.examples = other.examples | self.examples
        for game in other.outlines.values():
            self._outline(game)
        both = [year for years in (self.years, other.years) if years for year in years]
        self.years = (min(both), max(both)) if both else None

    def most_lopsided(self) -> Outline | None:
        """Give the finished game that one side won captures in by most; of several the shortest, then the first."""
        won = [game for game in self.outlines.values() if game.margin]
        return max(won, key=lambda game: (game.margin, -game.row["turns"])) if won else None

    def most_typical(self) -> Outline | None:
        """Give the finished game of the most frequent variant nearest to the middle in length and captures.

        Each is measured from its median, in quartile ranges (in units, where the quartiles are one).
        """
        if not self.outlines:
            return None
        variants: Counter[str] = Counter()
        for game in self.outlines.values():
            variants[game.measures[0]] += game.times
        common = variants.most_common(1)[0][0]
        games = [game for game in self.outlines.values() if game.measures[0] == common]
        middles = [_middle(games, k) for k in range(1, 4)]
        return min(games, key=lambda game: _strangeness(game, middles))


def _strangeness(game: Outline, middles: list[tuple[float, float]]) -> float:
    _, *values = game.measures
    return sum(abs(value - middle) / span for value, (middle, span) in zip(values, middles, strict=True))


def _middle(games: list[Outline], measure: int) -> tuple[float, float]:
    """Give median and quartile range of a measure, the latter 1 where it is 0."""
    values: Counter[int] = Counter()
    for game in games:
        values[int(game.measures[measure])] += game.times
    low, middle, high = (quantile(values, share) for share in (0.25, 0.5, 0.75))
    return middle, high - low or 1
