import math
import statistics
from collections import Counter

import pytest

from gipfkit.analysis.game_table import game_row
from gipfkit.analysis.simulation import CAPTURED, GREEDY, MOST_TURNS, PLAYERS, RANDOM, simulate, value
from gipfkit.gipf.board import BIT, mask
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant
from gipfkit.record import Record
from gipfkit.replay import replay


@pytest.mark.parametrize(("policy", "games"), [(RANDOM, 150), (GREEDY, 8)])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_simulated_games_are_clean_complete_records(variant: Variant, policy: str, games: int) -> None:
    for record in simulate(variant, games, policy=policy, seed=4):
        played = replay(record)
        assert played.findings == ()
        assert played.played == len(record.turns)
        assert [name for name, _ in record.tags] == ["Event", "White", "Black", "Result", "Variant", "Termination"]
        assert record.tag("White") == record.tag("Black") == PLAYERS[policy]
        assert record.tag("Termination") in ("reserve", "gipf")
        assert played.outcome is not None
        assert played.outcome.termination == record.tag("Termination")


def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    def texts(games: int, seed: int) -> list[Record]:
        return list(simulate(TOURNAMENT, games, seed=seed))

    assert texts(3, 1) == texts(7, 1)[:3]
    assert texts(3, 1) != texts(3, 2)
    assert [record.number for record in texts(3, 1)] == [1, 2, 3]


def test_the_opponents_gipf_pieces_are_taken_and_own_ones_kept() -> None:
    for record in simulate(STANDARD, 200, seed=6):
        played = replay(record)
        row = game_row(played)
        assert row["white_gipfs_taken_back"] == row["black_gipfs_taken_back"] == 0
        for turn in played.turns:
            for removal in turn.before + turn.after:
                assert not removal.gipfs
                assert not removal.left & (removal.captured_gipfs | removal.captured)


def test_every_first_push_is_as_likely_as_any_other() -> None:
    games = 6000
    counts = Counter(record.turns[0].push for record in simulate(BASIC, games, seed=8))
    assert len(counts) == 30
    expected = games / 30
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    # 29 degrees of freedom: more than 66 once in ten thousand times.
    assert chi_square < 66


def test_in_tournament_each_kind_is_drawn_with_each_push() -> None:
    second = [record.turns[2].push for record in simulate(TOURNAMENT, 2000, seed=8)]
    singles = sum(push is not None and not push.gipf for push in second)
    assert abs(singles - 1000) < 4 * math.sqrt(500)
    assert all(record.turns[0].push and record.turns[0].push.gipf for record in simulate(TOURNAMENT, 20))


def test_the_value_counts_what_is_documented() -> None:
    own, other = mask(["e5", "b2"]), mask(["e4"])
    assert value(0, 0, 0, (0, 0), 2) == 2 * CAPTURED
    # Steps from the rim: three for e5, none for b2, two for e4.
    assert value(own, other, 0, (5, 5), 0) == 3 * (3 - 2)
    assert value(0, 0, 0, (7, 5), 0) == 2 * 2
    assert value(BIT["b2"], BIT["e8"], BIT["b2"] | BIT["e8"], (0, 0), 0) == 0
    assert value(BIT["b2"], BIT["e8"], BIT["b2"], (0, 0), 0) == 3
    four = mask(["b2", "b5", "e8", "h2"])
    assert value(four, 0, four, (0, 0), 0) == value(four, 0, four & ~BIT["b2"], (0, 0), 0)


def test_greedy_players_take_the_best_turn_that_they_see() -> None:
    for record in simulate(STANDARD, 3, policy=GREEDY, seed=1):
        played = replay(record)
        for turn, before, after in zip(played.turns, played.positions, played.positions[1:], strict=False):
            assert worth(before, after) == max(worth(before, before.play(other)) for other in before.turns())
            assert turn in list(before.turns())


def worth(before: Position, after: Position) -> float:
    side = before.to_move
    outcome, other = after.outcome(), side.opponent
    if outcome and outcome.termination == "gipf":
        return math.inf if outcome.winner is side else -math.inf
    own, opponents = after.pieces(side), after.pieces(other)
    captured = after.captured[other] - before.captured[other]
    return value(own, opponents, after.gipfs, (after.reserves[side], after.reserves[other]), captured)


def test_greedy_games_end() -> None:
    lengths = [len(record.turns) for record in simulate(TOURNAMENT, 15, policy=GREEDY, seed=2)]
    assert max(lengths) < MOST_TURNS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "mean", "sd", "median", "share"), [(BASIC, 32.06, 9.89, 32, 0.429), (STANDARD, 29.97, 7.22, 28, 0.440)]
)
def test_random_play_has_the_lengths_and_shares_of_the_spec(
    variant: Variant, mean: float, sd: float, median: float, share: float
) -> None:
    games = 20_000
    lengths, won = [], 0
    for record in simulate(variant, games, seed=2024):
        # A ply is a push: a removal alone, which ends a game, belongs to the ply before.
        lengths.append(sum(turn.push is not None for turn in record.turns))
        won += record.result == "1-0"
    # The spec's own figures come from 200,000 games.
    spread = math.sqrt(1 / games + 1 / 200_000)
    assert abs(statistics.mean(lengths) - mean) < 4 * sd * spread
    assert abs(won / games - share) < 4 * math.sqrt(share * (1 - share)) * spread
    fourth = statistics.mean((x - mean) ** 4 for x in lengths)
    assert abs(statistics.pvariance(lengths) - sd * sd) < 4 * math.sqrt(fourth - sd**4) * spread + 2 * sd * 0.005
    # The share of games up to a median is a half, within its standard error.
    assert sum(x < median for x in lengths) / games < 0.5 + 2 * spread
    assert sum(x <= median for x in lengths) / games > 0.5 - 2 * spread
