"""Two sets of games side by side: each move with the difference of the scores."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from gipfkit.analysis.explored import Key
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.opening_codes import code_of
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_table import Root, goes_on_as, place, tally_row
from gipfkit.analysis.opening_tree import Growth, Line, steps
from gipfkit.analysis.openings import Explorer, Move
from gipfkit.analysis.summaries import Z, wilson
from gipfkit.analysis.tallies import Tally
from gipfkit.gipf.position import Position


def newcombe(points: float, games: int, others_points: float, others_games: int, z: float = Z) -> tuple[float, float]:
    """Give the interval of the difference of two shares of points, the first minus the second.

    It is the hybrid score interval without continuity correction, method 10 of R. G. Newcombe, Interval estimation for
    the difference between independent proportions: comparison of eleven methods, Statistics in Medicine 17 (1998)
    873-890, made of the two Wilson intervals. A draw's half point makes it an approximation, as it does those.

    >>> [round(end, 4) for end in newcombe(56, 70, 48, 80)]
    [0.0524, 0.3339]
    """
    share, others_share = points / games, others_points / others_games
    low, high = wilson(points, games, z)
    others_low, others_high = wilson(others_points, others_games, z)
    difference = share - others_share
    return (
        difference - math.hypot(share - low, others_high - others_share),
        difference + math.hypot(high - share, others_share - others_low),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """A move of either set of games, with what became of it in both, and how often each stood before it."""

    move: Move
    tallies: tuple[Tally, Tally]
    visits: tuple[int, int]

    @property
    def games(self) -> int:
        return self.tallies[0].games + self.tallies[1].games


def compared_rows(sides: tuple[Explorer, Explorer], root: Root, growth: Growth, names: Names) -> Iterator[Row]:
    """Yield a row for each move that one of two explorers knows (``columns.COLUMNS["comparison"]``).

    Moves that fewer than ``growth.least`` games of both together played are left out. Both must fold positions alike.
    Where both know whose games they are (``owners``) those players' scores are compared, else White's.
    """

    def pairs(here: Position) -> tuple[list[_Pair], bool]:
        return [pair for pair in _pairs(sides, here) if pair.games >= growth.least], True

    own = all(explorer.owned for explorer in sides)
    places = steps(sides[0].key(root.here), root.here, growth, pairs, lambda pair: pair.move)
    for (pair, line, known), positions in root.along(places, lambda step: (step[1], step[0].move.position)):
        yield _row(root, pair, line, known, positions, names, _Scores.of(pair.tallies, own=own))


def _pairs(sides: tuple[Explorer, Explorer], position: Position) -> list[_Pair]:
    nodes = [explorer.node(position) for explorer in sides]
    known: list[dict[Key, Move]] = [{move.key: move for move in node.moves} for node in nodes]
    visits = nodes[0].visits, nodes[1].visits
    pairs = []
    for key, move in (known[1] | known[0]).items():
        tallies = [moves[key].tally if key in moves else Tally() for moves in known]
        pairs.append(_Pair(move, (tallies[0], tallies[1]), visits))
    return sorted(pairs, key=lambda pair: (-pair.games, pair.move.key))


@dataclass(frozen=True, slots=True)
class _Scores:
    """Points and finished games of what is compared, in either set."""

    points: tuple[float, float]
    games: tuple[int, int]

    @classmethod
    def of(cls, tallies: tuple[Tally, Tally], *, own: bool) -> "_Scores":
        """Take the players' own points, or White's."""
        one, other = tallies
        if own:
            return cls((one.own_points / 2, other.own_points / 2), (one.own_finished, other.own_finished))
        return cls((one.points, other.points), (one.finished, other.finished))

    def row(self, side: int, prefix: str) -> Row:
        """Give the columns of a set's score."""
        points, games = self.points[side], self.games[side]
        values = (points / games, *wilson(points, games)) if games else (None, None, None)
        return dict(zip((f"{prefix}score", f"{prefix}score_low", f"{prefix}score_high"), values, strict=True))

    def difference(self) -> Row:
        """Give the columns of the difference."""
        names = ("difference", "difference_low", "difference_high")
        (points, others), (games, other_games) = self.points, self.games
        if not games or not other_games:
            return dict.fromkeys(names)
        ends = newcombe(points, games, others, other_games)
        return dict(zip(names, (points / games - others / other_games, *ends), strict=True))


def _row(
    root: Root,
    pair: _Pair,
    line: Line,
    known: Line | None,
    positions: tuple[Position, ...],
    names: Names,
    scores: _Scores,
) -> Row:
    row = place(root, line)
    for side, (tally, visits) in enumerate(zip(pair.tallies, pair.visits, strict=True)):
        prefix = ("a_", "b_")[side]
        row[f"{prefix}played"] = tally.games
        row[f"{prefix}share"] = tally.times / visits if visits else None
        row |= tally_row(tally, prefix) | scores.row(side, prefix)
    return {
        **row,
        **scores.difference(),
        "goes_on_as": goes_on_as(root, known),
        "opening": code_of(*positions[:3]),
        "opening_name": names.along(positions),
    }
