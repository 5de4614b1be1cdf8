"""Sums over games that can be added up: per player, variant and opening, with intervals of the scores.

A ``Sums`` holds whole numbers alone, so that parts of a collection counted apart add up to the whole exactly, in any
order. Medians and quartiles come from the counts of each length.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gipfkit.analysis.game_table import Row, game_rows, is_position_alone
from gipfkit.analysis.players import Spellings, player_key
from gipfkit.gipf.variant import TOURNAMENT, VARIANTS
from gipfkit.replay import Replay

if TYPE_CHECKING:
    from pandas import DataFrame

# The normal deviate of a 95 % interval.
Z = 1.959963984540054
_ENDINGS = ("reserve", "gipf", "resignation", "time")
_SIDES = ("white", "black")


def wilson(points: float, games: int, z: float = Z) -> tuple[float, float]:
    """Give Wilson's interval of a share of points; a draw's half point makes it an approximation.

    >>> [round(end, 4) for end in wilson(125, 240)]
    [0.4578, 0.5832]
    """
    share, square = points / games, z * z / games
    middle = share + square / 2
    reach = z * math.sqrt(share * (1 - share) / games + square / games / 4)
    low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
    # At the ends the interval touches the share, which rounding would miss.
    return low if points > 0 else 0.0, high if points < games else 1.0


def quantile(lengths: Counter[int], share: float) -> float:
    """Give a quantile of counted values, between two of them by proportion, as pandas does.

    >>> quantile(Counter({20: 1, 30: 1, 50: 2}), 0.25)
    27.5
    """
    place = share * (lengths.total() - 1)
    low, part = int(place), place - int(place)
    ends: list[int] = []
    seen = 0
    for value in sorted(lengths):
        seen += lengths[value]
        while len(ends) < 2 and seen > low + len(ends):
            ends.append(value)
    return ends[0] + part * (ends[-1] - ends[0])


@dataclass(slots=True)
class Sums:
    """Whole numbers summed over games: results, lengths, captures and GIPF-pieces of each side, endings.

    Of a player's games ``side`` 0 is the player, 1 the opponent; of a variant's games 0 is White, 1 Black. ``points``
    maps (the colour of side 0, points of side 0) to a number of games: points 2, 1, 0 for a win, a draw, a loss.
    """

    points: Counter[tuple[str, int]] = field(default_factory=Counter)
    open_games: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    captures: list[int] = field(default_factory=lambda: [0, 0])
    entering_games: int = 0
    gipfs_entered: list[int] = field(default_factory=lambda: [0, 0])
    gipfs_survived: list[int] = field(default_factory=lambda: [0, 0])
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row, colour: str = "white") -> None:
        """Add a game's row, seen by a colour."""
        winner, finished = row["winner"], row["result"] != "*"
        if finished:
            self.points[colour, 1 if winner is None else 2 if winner == colour else 0] += 1
            self.endings[row["termination"] or ""] += 1
        else:
            self.open_games[colour] += 1
        self.lengths[row["turns"]] += 1
        self.entering_games += row["variant"] == TOURNAMENT.name
        for side, name in enumerate((colour, _other(colour))):
            self.captures[side] += row[f"{name}_captures"] or 0
            entered = row[f"{name}_gipfs_entered"] or 0
            if entered:
                self.gipfs_entered[side] += entered
                # More than that can only have stood there at a stated start.
                self.gipfs_survived[side] += min(row[f"{name}_gipfs_left"], entered)

    def merge(self, other: "Sums") -> None:
        """Add the sums of other games."""
        self.points.update(other.points)
        self.open_games.update(other.open_games)
        self.lengths.update(other.lengths)
        self.endings.update(other.endings)
        self.entering_games += other.entering_games
        for mine, theirs in (
            (self.captures, other.captures),
            (self.gipfs_entered, other.gipfs_entered),
            (self.gipfs_survived, other.gipfs_survived),
        ):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]

    @property
    def games(self) -> int:
        """The number of games."""
        return self.lengths.total()

    def finished(self, *colours: str) -> int:
        """Give the number of games with a result, as some colours."""
        return sum(number for (colour, _), number in self.points.items() if colour in colours)

    def with_points(self, points: int) -> int:
        """Give the number of games with 2, 1 or 0 points: won, drawn, lost."""
        return sum(number for (_, got), number in self.points.items() if got == points)

    def score(self, prefix: str, *colours: str) -> Row:
        """Give score and interval as some colours; empty without a finished game."""
        games = self.finished(*colours)
        points = sum(got * number for (colour, got), number in self.points.items() if colour in colours) / 2
        values = (points / games, *wilson(points, games)) if games else (None, None, None)
        return dict(zip((f"{prefix}score", f"{prefix}score_low", f"{prefix}score_high"), values, strict=True))

    def length(self) -> Row:
        """Give mean, standard deviation and quartiles of the length."""
        games = self.games
        total = sum(value * number for value, number in self.lengths.items())
        squares = sum(value * value * number for value, number in self.lengths.items())
        return {
            "length_mean": total / games,
            "length_sd": math.sqrt((games * squares - total * total) / (games * (games - 1))) if games > 1 else None,
            "length_q1": quantile(self.lengths, 0.25),
            "length_median": quantile(self.lengths, 0.5),
            "length_q3": quantile(self.lengths, 0.75),
        }

    def gipfs(self, *sides: int) -> Row:
        """Give the GIPF-pieces entered a tournament game by some sides, and the share that survived."""
        entered = sum(self.gipfs_entered[side] for side in sides)
        survived = sum(self.gipfs_survived[side] for side in sides)
        return {
            "gipfs_entered_mean": entered / self.entering_games if self.entering_games else None,
            "gipfs_survived_share": survived / entered if entered else None,
        }

    def shares(self) -> Row:
        """Give the share of each kind of ending among the finished games."""
        finished = self.endings.total()
        return {f"{name}_share": self.endings[name] / finished if finished else None for name in _ENDINGS}


def _other(colour: str) -> str:
    return _SIDES[colour == "white"]


@dataclass(slots=True)
class Summary:
    """Sums per player and per variant; parts merge into the whole.

    Players are told apart by ``players.player_key``. A position alone is in no sum.
    """

    players: dict[str, Sums] = field(default_factory=dict)
    spellings: Spellings = field(default_factory=Spellings)
    variants: dict[str | None, Sums] = field(default_factory=dict)

    @classmethod
    def of(cls, games: Iterable[Replay | Row]) -> "Summary":
        """Sum up replays, or rows of the game table."""
        summary = cls()
        for game in games:
            for row in game_rows((game,)) if isinstance(game, Replay) else (game,):
                summary.add(row)
        return summary

    def add(self, row: Row) -> None:
        """Add a game's row."""
        if is_position_alone(row):
            return
        self.variants.setdefault(row["variant"], Sums()).add(row)
        for colour in _SIDES if row["variant"] else ():
            if name := row[colour]:
                self.spellings.add(name)
                self.players.setdefault(player_key(name), Sums()).add(row, colour)

    def merge(self, other: "Summary") -> None:
        """Add the sums of other games."""
        self.spellings.merge(other.spellings)
        for player, sums in other.players.items():
            self.players.setdefault(player, Sums()).merge(sums)
        for variant, sums in other.variants.items():
            self.variants.setdefault(variant, Sums()).merge(sums)

    def player_rows(self) -> Iterator[Row]:
        """Yield a row for each player, those with most games first."""
        named = ((self.spellings.shown(key), sums) for key, sums in self.players.items())
        for name, sums in sorted(named, key=lambda item: (-item[1].games, item[0])):
            yield _player_row(name, sums)

    def variant_rows(self) -> Iterator[Row]:
        """Yield a row for each variant played, in the order of the rules."""
        for name in (*VARIANTS, None):
            if name in self.variants:
                yield _variant_row(name, self.variants[name])


@dataclass(slots=True)
class OpeningSummary:
    """Sums per opening, by code and name; parts merge into the whole."""

    openings: dict[tuple[str | None, str | None], Sums] = field(default_factory=dict)

    def add(self, row: Row, name: str | None = None) -> None:
        """Add a game's row; ``name`` is its opening's."""
        if not is_position_alone(row):
            self.openings.setdefault((row["opening"], name), Sums()).add(row)

    def merge(self, other: "OpeningSummary") -> None:
        """Add the sums of other games."""
        for opening, sums in other.openings.items():
            self.openings.setdefault(opening, Sums()).merge(sums)

    def rows(self) -> Iterator[Row]:
        """Yield a row for each opening, those with most games first."""
        ranked = sorted(self.openings.items(), key=lambda item: (-item[1].games, [word or "" for word in item[0]]))
        for (code, name), sums in ranked:
            yield {"opening": code, "opening_name": name, **_summed(sums)}


def _player_row(name: str, sums: Sums) -> Row:
    games = sums.games
    as_white = sums.finished("white") + sums.open_games["white"]
    return {
        "player": name,
        "games": games,
        "finished": sums.finished(*_SIDES),
        "wins": sums.with_points(2),
        "draws": sums.with_points(1),
        "losses": sums.with_points(0),
        **sums.score("", *_SIDES),
        "games_white": as_white,
        "games_black": games - as_white,
        **sums.score("white_", "white"),
        **sums.score("black_", "black"),
        **sums.length(),
        "captures_mean": sums.captures[0] / games,
        "captured_mean": sums.captures[1] / games,
        **sums.gipfs(0),
        **sums.shares(),
    }


def _variant_row(name: str | None, sums: Sums) -> Row:
    return {"variant": name, **_summed(sums)}


def _summed(sums: Sums) -> Row:
    """Give what is said of the games of a variant or an opening, White's side first."""
    games = sums.games
    return {
        "games": games,
        "finished": sums.finished("white"),
        "white_wins": sums.with_points(2),
        "draws": sums.with_points(1),
        "black_wins": sums.with_points(0),
        **sums.score("white_", "white"),
        **sums.length(),
        "captures_mean": sum(sums.captures) / games,
        "white_captures_mean": sums.captures[0] / games,
        "black_captures_mean": sums.captures[1] / games,
        **sums.gipfs(0, 1),
        **sums.shares(),
    }


def player_table(games: Iterable[Replay | Row] | Summary) -> "DataFrame":
    """Give the player table of replays, of rows of the game table or of a summary, as a pandas frame."""
    from gipfkit.analysis.frames import frame

    return frame((games if isinstance(games, Summary) else Summary.of(games)).player_rows(), "player")


def variant_table(games: Iterable[Replay | Row] | Summary) -> "DataFrame":
    """Give the variant table of replays, of rows of the game table or of a summary, as a pandas frame."""
    from gipfkit.analysis.frames import frame

    return frame((games if isinstance(games, Summary) else Summary.of(games)).variant_rows(), "variant")
