import math
import random
import statistics
from collections import Counter

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfkit.analysis.columns import COLUMNS
from gipfkit.analysis.game_table import Row, game_rows, game_table
from gipfkit.analysis.simulation import GREEDY, simulate
from gipfkit.analysis.summaries import OpeningSummary, Summary, player_table, quantile, variant_table, wilson
from gipfkit.gipf.variant import VARIANTS
from gipfkit.replay import Replay, replay

NAMES = ("Ann", "Bob", "Cleo", None)


def made_up_rows(seed: int = 1) -> list[Row]:
    """Rows of simulated games under made-up names and endings."""
    rng = random.Random(seed)
    rows = [
        row
        for variant in VARIANTS.values()
        for policy in ("random", GREEDY)
        for row in game_rows(map(replay, simulate(variant, 10, policy=policy, seed=seed)))
    ]
    for row in rows:
        row["white"], row["black"] = rng.choice(NAMES), rng.choice(NAMES)
        result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        row["result"], row["winner"] = result, {"1-0": "white", "0-1": "black"}.get(result)
        row["termination"] = rng.choice(["reserve", "gipf", "resignation", "time", "agreement", None])
    return rows


ROWS = made_up_rows()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=len(ROWS), max_size=len(ROWS)), st.randoms())
def test_parts_counted_apart_add_up_to_the_whole(parts: list[int], rng: random.Random) -> None:
    summaries = [Summary.of(row for row, k in zip(ROWS, parts, strict=True) if k == part) for part in range(4)]
    rng.shuffle(summaries)
    merged = Summary()
    for summary in summaries:
        merged.merge(summary)
    whole = Summary.of(ROWS)
    openings = [OpeningSummary() for _ in range(5)]
    for row, k in zip(ROWS, parts, strict=True):
        openings[k].add(row)
        openings[4].add(row)
    for part in (3, 2, 1):
        openings[0].merge(openings[part])
    assert list(openings[0].rows()) == list(openings[4].rows())
    assert merged == whole
    assert list(merged.player_rows()) == list(whole.player_rows())
    assert list(merged.variant_rows()) == list(whole.variant_rows())


def test_merging_leaves_the_parts_as_they_were() -> None:
    part, copy = Summary.of(ROWS[:9]), Summary.of(ROWS[:9])
    whole = Summary()
    whole.merge(part)
    whole.merge(Summary.of(ROWS[9:]))
    assert part == copy


@pytest.mark.parametrize("name", ["Ann", "Bob", "Cleo"])
def test_a_players_row_is_what_pandas_makes_of_the_games(name: str) -> None:
    frame = player_table(ROWS).set_index("player").loc[name]
    sides = [(row, side, other) for row in ROWS for side, other in (("white", "black"), ("black", "white"))]
    own = [(row, side, other) for row, side, other in sides if row[side] == name]
    lengths = pd.Series([row["turns"] for row, _, _ in own])
    finished = [(row, side) for row, side, _ in own if row["result"] != "*"]
    points = [0.5 if row["winner"] is None else float(row["winner"] == side) for row, side in finished]
    assert frame["games"] == len(own)
    assert frame["finished"] == len(finished)
    assert frame["score"] == pytest.approx(sum(points) / len(points))
    assert (frame["wins"], frame["draws"], frame["losses"]) == tuple(points.count(p) for p in (1.0, 0.5, 0.0))
    assert frame["games_white"] == sum(side == "white" for _, side, _ in own)
    assert frame["games_white"] + frame["games_black"] == frame["games"]
    as_white = [p for p, (_, side) in zip(points, finished, strict=True) if side == "white"]
    assert frame["white_score"] == pytest.approx(sum(as_white) / len(as_white))
    assert frame["length_mean"] == pytest.approx(lengths.mean())
    assert frame["length_sd"] == pytest.approx(lengths.std())
    for column, share in (("length_q1", 0.25), ("length_median", 0.5), ("length_q3", 0.75)):
        assert frame[column] == pytest.approx(lengths.quantile(share))
    assert frame["captures_mean"] == pytest.approx(statistics.mean(row[f"{side}_captures"] for row, side, _ in own))
    assert frame["captured_mean"] == pytest.approx(statistics.mean(row[f"{other}_captures"] for row, _, other in own))
    entering = [(row, side) for row, side, _ in own if row["variant"] == "tournament"]
    entered = sum(row[f"{side}_gipfs_entered"] for row, side in entering)
    assert frame["gipfs_entered_mean"] == pytest.approx(entered / len(entering))
    left = sum(row[f"{side}_gipfs_left"] for row, side in entering)
    assert frame["gipfs_survived_share"] == pytest.approx(left / entered)
    for ending in ("reserve", "gipf", "resignation", "time"):
        share = sum(row["termination"] == ending for row, _ in finished) / len(finished)
        assert frame[f"{ending}_share"] == pytest.approx(share)


def test_a_variants_row_is_what_pandas_makes_of_the_games() -> None:
    table = variant_table(ROWS)
    assert table["variant"].tolist() == ["basic", "standard", "tournament"]
    games = pd.DataFrame(ROWS)
    for _, row in table.iterrows():
        part = games[games["variant"] == row["variant"]]
        ended = part[part["result"] != "*"]
        assert row["games"] == len(part)
        assert row["white_wins"] == (ended["winner"] == "white").sum()
        assert row["black_wins"] == (ended["winner"] == "black").sum()
        assert row["white_score"] == pytest.approx((row["white_wins"] + row["draws"] / 2) / len(ended))
        assert row["white_score_low"] < row["white_score"] < row["white_score_high"]
        assert row["length_median"] == part["turns"].median()
        captures = part["white_captures"] + part["black_captures"]
        assert row["captures_mean"] == pytest.approx(captures.mean())
    assert table["gipfs_entered_mean"].isna().tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (5, 10, 0.2366, 0.7634)],
)
def test_wilsons_interval_has_the_published_values(points: int, games: int, low: float, high: float) -> None:
    # 81 of 263: Newcombe 1998, table I.
    assert wilson(points, games) == pytest.approx((low, high), abs=6e-5)


def test_wilsons_interval_ends_at_the_share_where_all_or_nothing_was_won() -> None:
    for games in range(1, 300):
        assert wilson(0, games)[0] == 0
        assert wilson(games, games)[1] == 1
        for points in range(2 * games + 1):
            low, high = wilson(points / 2, games)
            assert 0 <= low <= points / 2 / games <= high <= 1


@given(st.lists(st.integers(0, 200), min_size=1, max_size=60), st.sampled_from([0.0, 0.25, 0.5, 0.75, 0.9, 1.0]))
def test_quantiles_of_counts_are_those_of_the_values(values: list[int], share: float) -> None:
    assert math.isclose(quantile(Counter(values), share), float(pd.Series(values).quantile(share)), abs_tol=1e-9)


def test_a_player_against_himself_counts_on_both_sides() -> None:
    played = [replay(record) for record in simulate(VARIANTS["basic"], 4, seed=3)]
    (row,) = Summary.of(played).player_rows()
    assert (row["games"], row["games_white"], row["games_black"]) == (8, 4, 4)
    assert row["score"] == 0.5


def test_no_games_make_empty_tables() -> None:
    for table, name in ((player_table([]), "player"), (variant_table([]), "variant")):
        assert [(n, str(t)) for n, t in table.dtypes.items()] == [(c.name, c.dtype) for c in COLUMNS[name]]
        assert len(table) == 0


def test_tables_take_replays_rows_and_summaries() -> None:
    played: list[Replay] = [replay(record) for record in simulate(VARIANTS["standard"], 5)]
    of_replays, of_rows = variant_table(played), variant_table(game_rows(played))
    pd.testing.assert_frame_equal(of_replays, of_rows)
    pd.testing.assert_frame_equal(of_replays, variant_table(Summary.of(played)))
    assert of_replays["games"].sum() == len(game_table(played))
    for frame, name in ((player_table(played), "player"), (of_replays, "variant")):
        assert [(n, str(t)) for n, t in frame.dtypes.items()] == [(c.name, c.dtype) for c in COLUMNS[name]]
