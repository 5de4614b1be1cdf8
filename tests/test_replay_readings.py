"""Readings of an x alone: the one that fits the rest of the game, or all that do."""

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import random_record, without_counts
from replays import errors, one, played

from gipfkit.gipf.variant import TOURNAMENT, VARIANTS
from gipfkit.notations.official import counted_text
from gipfkit.record import TurnList
from gipfkit.replay import replay
from gipfkit.restate import COMPLETE, FIRST_SPOT, SHORT, restated


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 5000), st.sampled_from(sorted(VARIANTS)))
def test_a_game_in_the_short_way_is_replayed_to_one_that_fits(seed: int, name: str) -> None:
    record = random_record(seed, VARIANTS[name], 70, SHORT)
    found = replay(record)
    assert errors(found) == []
    assert found.played == len(record.turns)
    full = random_record(seed, VARIANTS[name], 70)
    if not any(f.code == "removal-ambiguous" for f in found.findings):
        assert found.positions == replay(full).positions


# Szymongr14 tests/5.in board 8 (shared/cases/positions.jsonl): after a1-e5 three rows of White cross on e5.
CROSS = "w3/1w3/2w3/4www/2w3/1w3/w3 w 6/3 0/12 - basic"
ROWS = ["xe5,e6,e7,e8", "xb2,c3,d4,e5", "xe5,f4,g3,h2"]


@pytest.mark.parametrize(("answer", "row"), [("e8", ROWS[0]), ("b2", ROWS[1]), ("h2", ROWS[2])])
def test_a_choice_that_the_rest_of_the_game_decides_is_inferred_and_noted(answer: str, row: str) -> None:
    found = played(f"1. a1-e5;x (9) {answer} (2) *", position=CROSS)
    assert [f.code for f in found.findings] == ["removal-inferred"]
    note = one(found, "removal-inferred")
    assert row in note.message
    assert (note.turn, note.side) == (1, "white")
    assert counted_text(restated(found).turns[0]) == f"a1-e5;{row} (9)"


def test_the_stated_result_decides_between_readings_of_the_last_turn() -> None:
    # Seed found by search: one reading of the last x takes the last GIPF-piece, another does not.
    record = random_record(305, TOURNAMENT, 70, SHORT)
    assert errors(replay(record)) == []


def test_a_choice_that_stays_open_is_warned_of_and_all_readings_are_named() -> None:
    found = played("1. a1-e5;x (9) b3 (2) *", position=CROSS)
    (warning,) = found.findings
    assert (warning.code, warning.severity, warning.turn) == ("removal-ambiguous", "warning", 1)
    assert all(row in warning.message for row in ROWS)


def test_an_x_with_one_legal_reading_is_taken_without_a_word() -> None:
    found = played("1. b3;x (14) *", position="4/1w3/1w4/1w5/6/5/4 w 11/3 1/12 - basic")
    assert found.findings == ()
    assert counted_text(restated(found).turns[0]) == "b3;xb3,c3,d3,e3 (14)"


def test_the_list_says_which_crossing_row_was_taken() -> None:
    for row in ROWS:
        found = played(f"1. a1-e5;{row} (9) *", position=CROSS)
        assert found.findings == ()
    wrong = played("1. a1-e5;xe5,e6,e7,e8,d4 (10) *", position=CROSS)
    assert "d4 can't go with the others" in one(wrong, "removal-incomplete").message


# Positions and games below were found by random play and by search; what is right was worked out by hand.
def test_readings_that_meet_again_keep_the_faultless_way_there() -> None:
    text = "1. Ge2 Gh2 2. Gh1-h3 Ge8 3. Gg2 Gd7 4. Gd1-f2;x Gb2 5. Gd1-f2;x Gd2 6. Gd1-f2;x *"
    found = played(text, "tournament")
    assert errors(found) == []
    assert {finding.code for finding in found.findings} == {"removal-inferred", "removal-ambiguous"}


@settings(max_examples=80)
@given(st.integers(0, 5000), st.sampled_from(sorted(VARIANTS)), st.sampled_from([COMPLETE, FIRST_SPOT]))
def test_a_game_with_every_removal_an_x_alone_is_replayed_to_one_that_fits(seed: int, name: str, style: str) -> None:
    record = restated(replay(random_record(seed, VARIANTS[name], 70)), style)
    turns = [
        replace(turn, before=tuple(() for _ in turn.before), after=tuple(() for _ in turn.after))
        for turn in without_counts(tuple(record.turns))
    ]
    found = replay(replace(record, main=TurnList(tuple(turns))))
    assert errors(found) == []
    assert found.played == len(turns)


MANY = "4/WWWWB/WWWWBB/BBBBBBW/6/5/4 w 5/5 0/0 - tournament"


def test_more_readings_than_are_followed_are_said_to_be_cut_and_nothing_behind_them_is_called_an_error() -> None:
    found = played("1. x;h2 (5) b2 (4) *", position=MANY)
    assert one(found, "readings-cut").severity == "warning"
    assert one(found, "readings-cut").turn == 1
    lost = played("1. x;h2 b2 (4) 2. h2 *", position=MANY)
    assert errors(lost) == []
    (doubt,) = (finding for finding in lost.findings if finding.turn == 3)
    assert (doubt.code, doubt.severity) == ("readings-cut", "warning")
    assert "not every reading of x;h2 is followed: h2: h2 is occupied" in doubt.message
    assert not any("no other reading fits" in finding.message for finding in found.findings + lost.findings)


def test_many_gipf_pieces_in_rows_cost_no_more_than_they_are_worth() -> None:
    # 262,144 ways to take these rows; each list is one of them.
    listed = "xGc2,Gc3,Gc4,Gc5,Gc6*;xGd2,Gd3,Gd4,Gd5,Gd6*,Gd7*"
    started = time.process_time()
    assert errors(played(f"1. {listed};h2 (20) *", position=MANY)) == []
    assert "readings-cut" in [f.code for f in played("1. x;h2 *", position=MANY).findings]
    assert time.process_time() - started < 5


@settings(max_examples=60)
@given(st.integers(0, 5000), st.sampled_from(sorted(VARIANTS)))
def test_the_short_way_written_loses_nothing(seed: int, name: str) -> None:
    record = random_record(seed, VARIANTS[name], 70)
    found = replay(restated(replay(record), SHORT))
    assert found.findings == ()
    assert found.positions == replay(record).positions
