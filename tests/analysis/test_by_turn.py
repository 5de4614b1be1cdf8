import json
import random
import statistics
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfkit.analysis.by_turn import CAPTURES, GIPFS, PUSHES, RESERVES, ByTurn
from gipfkit.analysis.gipf_counts import GipfCounts
from gipfkit.analysis.simulation import simulate
from gipfkit.analysis.turn_table import turn_rows
from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read_text
from gipfkit.replay import Replay, replay

DATA = Path(__file__).parent.parent / "data"
MEASURES = (CAPTURES, RESERVES, GIPFS, PUSHES)
GAMES = [replay(record) for v in VARIANTS.values() for record in simulate(v, 8, policy="greedy", seed=3)]


def replayed(name: str) -> Replay:
    return replay(read_text((DATA / name).read_text())[0])


def changes(found: ByTurn, side: int) -> list[tuple[int, float]]:
    """The turns of a single game after which a side's value is another than before, with the value."""
    values = [found.sides[side].mean(turn) for turn in range(found.last + 1)]
    return [(k, value) for k, value in enumerate(values) if not k or value != values[k - 1]]


def test_game_1_counted_by_hand() -> None:
    game = replayed("game1.txt")
    captures = ByTurn.of(CAPTURES, [game])
    # White: c6 in turn 19, d7 in 23, b3 and c4 in 25, the GIPF-piece c4 in 37. Black: the GIPF-piece f6 in 34.
    assert changes(captures, WHITE) == [(0, 0), (19, 1), (23, 2), (25, 4), (37, 6)]
    assert changes(captures, BLACK) == [(0, 0), (34, 2)]
    gipfs = ByTurn.of(GIPFS, [game])
    assert changes(gipfs, WHITE) == [(0, 0), (1, 1), (3, 2), (5, 3), (34, 2)]
    assert changes(gipfs, BLACK) == [(0, 0), (2, 1), (4, 2), (6, 3), (37, 2)]
    reserves = ByTurn.of(RESERVES, [game])
    # The beginning of the score, and White's four pieces d6, f5, g4 and the one pushed in turn 19.
    assert changes(reserves, WHITE)[:5] == [(0, 18), (1, 16), (3, 14), (5, 12), (7, 11)]
    assert [reserves.sides[side].mean(turn) for turn, side in ((18, WHITE), (19, WHITE), (42, WHITE), (42, BLACK))] == [
        6, 8, 5, 0,
    ]  # fmt: skip


def test_reserves_of_the_games_played_through_gf1_are_its_own() -> None:
    games = [json.loads(line) for line in (DATA / "gf1-played.jsonl").read_text().splitlines()]
    replays = [
        replay(read_text(g["gf1_log_old"], notation="gf1-old")[0], variant=VARIANTS[g["variant"]]) for g in games
    ]
    found = ByTurn.of(RESERVES, replays)
    assert (found.games, found.variants) == (36, {"basic": 12, "standard": 12, "tournament": 12})
    assert found.last == max(game["plies"] for game in games)
    for turn in range(1, found.last + 1):
        stated = [g["reserve_after_each_ply_w_b"][turn - 1] for g in games if g["plies"] >= turn]
        assert found.playing[turn] == len(stated)
        # GF1 takes the other side's rows off at once, so that only the mover's reserve is the same.
        mover = (turn - 1) % 2
        values = [pair[mover] for pair in stated]
        assert found.sides[mover].mean(turn) == pytest.approx(statistics.mean(values))
        sd = found.sides[mover].sd(turn)
        assert sd == (pytest.approx(statistics.stdev(values)) if len(values) > 1 else None)
    captures = ByTurn.of(CAPTURES, replays)
    last = [sum(g["lost_w_b"][side] for g in games if g["plies"] == captures.last) for side in (BLACK, WHITE)]
    assert [captures.sides[side].totals[captures.last] for side in (WHITE, BLACK)] == last


@pytest.mark.parametrize(
    ("measure", "column"),
    [(CAPTURES, "captures"), (RESERVES, "reserve"), (GIPFS, "gipfs"), (PUSHES, "pushes_notation")],
)
def test_the_sums_are_those_of_the_turn_table(measure: str, column: str) -> None:
    games = [game for game in GAMES if measure != GIPFS or game.variant is not VARIANTS["basic"]]
    found = ByTurn.of(measure, GAMES)
    rows = [row for game in games for row in turn_rows(game)]
    assert found.games == len(games)
    for turn in range(1, found.last + 1):
        for side in (WHITE, BLACK):
            name = column if measure == PUSHES else f"{side.word}_{column}"
            at_turn = [row for row in rows if row["turn"] == turn and (measure != PUSHES or row["side"] == side.word)]
            values = [row[name] for row in at_turn if row[name] is not None]
            moments = found.sides[side]
            assert (moments.numbers[turn], moments.totals[turn]) == (len(values), sum(values))
            assert moments.squares[turn] == sum(value * value for value in values)


@pytest.mark.parametrize("measure", MEASURES)
@settings(max_examples=20)
@given(st.lists(st.integers(0, 2), min_size=len(GAMES), max_size=len(GAMES)), st.randoms())
def test_parts_counted_apart_add_up_to_the_whole(measure: str, parts: list[int], rng: random.Random) -> None:
    counted = [ByTurn.of(measure, [g for g, k in zip(GAMES, parts, strict=True) if k == part]) for part in range(3)]
    rng.shuffle(counted)
    merged = ByTurn(measure)
    for part in counted:
        merged.merge(part)
    assert merged == ByTurn.of(measure, GAMES)


def test_different_measures_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="reserves can't be added to captures"):
        ByTurn(CAPTURES).merge(ByTurn(RESERVES))


def test_captures_of_a_stated_start_are_not_counted() -> None:
    text = (
        '[Variant "basic"]\n[SetUp "1"]\n[Position "2w1/2w2/2w3/3wbwb/6/5/b3 b 10/12 1/2 - basic"]\n\n'
        "1... e9-e4 (11) 2. xb4,c4,d4,e4;h5 (13) *\n"
    )
    found = ByTurn.of(CAPTURES, [replay(read_text(text)[0])])
    assert changes(found, WHITE) == changes(found, BLACK) == [(0, 0)]
    # Black moves first: his pushes are those of turn 1.
    pushes = ByTurn.of(PUSHES, [replay(read_text(text)[0])])
    assert (list(pushes.sides[BLACK].numbers), list(pushes.sides[WHITE].numbers)) == ([1], [2])


def test_games_that_cannot_start_are_left_out_and_basic_ones_have_no_gipf_pieces() -> None:
    games = [replay(record) for record in read_text('[Variant "chess"]\n\n1. b3 *\n\n[Variant "basic"]\n\n1. b3 *\n')]
    assert ByTurn.of(RESERVES, games).games == 1
    assert ByTurn.of(GIPFS, games) == ByTurn(GIPFS)
    assert GipfCounts.of(games) == GipfCounts()


def test_what_became_of_the_gipf_pieces_counted_by_hand() -> None:
    found = GipfCounts.of([replayed("game1.txt"), replayed("game2.txt")])
    # Game 1: three entered and one captured on each side. Game 2: White 4 entered, 2 captured, 1 taken back;
    # Black 5 entered, 1 captured, 3 taken back.
    assert (found.games, found.total("white"), found.total("black")) == (2, 7, 8)
    fates = {
        ("white", "left"): 3,
        ("white", "lost"): 3,
        ("white", "taken_back"): 1,
        ("black", "left"): 3,
        ("black", "lost"): 2,
        ("black", "taken_back"): 3,
    }
    assert found.fates == fates
    parts = GipfCounts.of([replayed("game1.txt")])
    parts.merge(GipfCounts.of([replayed("game2.txt")]))
    assert parts == found
