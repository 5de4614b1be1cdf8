import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from gipfkit.analysis.by_spot import CAPTURES, ENTRIES, PIECES, SUBJECTS, BySpot
from gipfkit.analysis.game_table import game_row
from gipfkit.analysis.simulation import simulate
from gipfkit.analysis.turn_table import turn_rows
from gipfkit.gipf.board import BLACK, SPOTS, WHITE
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read_text
from gipfkit.record import TurnList
from gipfkit.replay import Replay, replay

DATA = Path(__file__).parent.parent / "data"
GAMES = [replay(record) for v in VARIANTS.values() for record in simulate(v, 8, policy="greedy", seed=4)]


def replayed(name: str) -> Replay:
    return replay(read_text((DATA / name).read_text())[0])


def test_a_short_game_counted_by_hand() -> None:
    # The piece on e2 goes to e3 with the first push and to e4 with the second.
    game = replay(read_text('[Variant "basic"]\n\n1. e1-e3 b3 2. e1-e4 b4 *\n')[0])
    entries = BySpot.of(ENTRIES, [game])
    assert entries.sides == ({"e2": 2}, {"b3": 1, "b4": 1})
    pieces = BySpot.of(PIECES, [game])
    assert pieces.positions == 4
    assert pieces.sides[WHITE] == {"b5": 4, "h5": 4, "e2": 4, "e3": 4, "e4": 2}
    assert pieces.sides[BLACK] == {"b2": 4, "e8": 4, "h2": 4, "b3": 3, "b4": 1}
    assert pieces.rates(WHITE)["e4"] == 0.5
    assert set(pieces.rates(WHITE)) == set(SPOTS)


def test_captures_of_the_complete_games_counted_by_hand() -> None:
    # A GIPF-piece is two: c4 in turn 37 and f6 in 34.
    first = BySpot.of(CAPTURES, [replayed("game1.txt")])
    assert first.sides == ({"c6": 1, "d7": 1, "b3": 1, "c4": 3}, {"f6": 2})
    second = BySpot.of(CAPTURES, [replayed("game2.txt")])
    white = {"b5": 1, "c5": 2, "d3": 1, "h5": 1}
    assert second.sides == (white, {"g2": 1, "f3": 4, "d7": 1, "b4": 1, "c3": 1, "d4": 1})
    both = BySpot.of(CAPTURES, [replayed("game1.txt"), replayed("game2.txt")])
    assert both.rates(WHITE)["c4"] == 1.5
    first.merge(second)
    assert first == both


def test_the_last_positions_of_the_games_played_through_gf1_are_its_own() -> None:
    for line in (DATA / "gf1-played.jsonl").read_text().splitlines():
        game = json.loads(line)
        (record,) = read_text(game["gf1_log_old"], notation="gf1-old")
        shorter = replace(record, main=TurnList(tuple(record.turns[:-1])))
        variant = VARIANTS[game["variant"]]
        all_turns, but_one = (BySpot.of(PIECES, [replay(each, variant=variant)]) for each in (record, shorter))
        for side, letter in ((WHITE, "o"), (BLACK, "x")):
            stated = re.findall(rf"{letter}([b-h][2-8])", game["final_pieces"].lower())
            assert sorted((all_turns.sides[side] - but_one.sides[side]).elements()) == sorted(stated)


def test_the_sums_are_those_of_the_other_tables() -> None:
    entries, captures, pieces = (BySpot.of(subject, GAMES) for subject in (ENTRIES, CAPTURES, PIECES))
    rows = [row for game in GAMES for row in turn_rows(game)]
    games = [game_row(game) for game in GAMES]
    for side in (WHITE, BLACK):
        pushed = Counter(row["spot"] for row in rows if row["side"] == side.word and row["spot"])
        assert entries.sides[side] == pushed
        assert captures.total(side) == sum(row[f"{side.word}_captures"] for row in games)
        assert pieces.total(side) == sum(row[f"{side.word}_pieces"] - row[f"{side.word}_gipfs"] for row in rows)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_parts_counted_apart_add_up_to_the_whole(subject: str) -> None:
    parts = [BySpot.of(subject, GAMES[k::3]) for k in range(3)]
    merged = BySpot(subject)
    for part in reversed(parts):
        merged.merge(part)
    assert merged == BySpot.of(subject, GAMES)
    with pytest.raises(ValueError, match="can't be added"):
        merged.merge(BySpot(next(other for other in SUBJECTS if other != subject)))


def test_games_that_cannot_start_are_left_out() -> None:
    (record,) = read_text('[Variant "chess"]\n\n1. b3 *\n')
    found = BySpot.of(PIECES, [replay(record)])
    assert found == BySpot(PIECES)
    assert found.rates(WHITE)["e5"] == 0
