"""Rows and removals as written: which row goes, what was overlooked, what is listed twice."""

import pytest
from records import random_record
from replays import ROW, errors, one, played

from gipfkit.gipf.variant import TOURNAMENT
from gipfkit.replay import replay


def test_overlooked_rows_are_errors_and_with_lenient_warnings() -> None:
    start = "4/1w3/1w4/1w5/6/5/4 w 11/3 1/12 - basic"
    text = "1. b3 (10) h5 (2) 2. xb3,c3,d3,e3;h2 (13) *"
    strict = played(text, position=start)
    assert errors(strict) == ["row-not-removed"]
    assert strict.played == 0
    lenient = played(text, position=start, lenient=True)
    assert errors(lenient) == []
    assert [f.code for f in lenient.findings] == ["row-not-removed", "row-removed-late"]
    assert lenient.played == 3
    assert lenient.positions[-1].reserves == (13, 2)


def test_a_row_overlooked_for_several_turns_may_be_removed_after_the_push() -> None:
    start = "4/1w3/1w4/1w5/6/5/4 w 11/3 1/12 - basic"
    text = "1. b3 (10) h5 (2) 2. h2 (9) c6 (1) 3. d7;xb3,c3,d3,e3 (12) *"
    found = played(text, position=start, lenient=True)
    assert errors(found) == []
    assert [f.code for f in found.findings].count("row-removed-late") == 1
    assert found.played == 5


def test_a_new_row_on_the_line_of_one_that_a_crossing_removal_broke_is_not_late() -> None:
    # Found by random play: a crossing row takes a piece of the line, and the push makes a new row there.
    record = random_record(588, TOURNAMENT)
    assert errors(replay(record, lenient=True)) == []
    assert "row-removed-late" not in [finding.code for finding in replay(record, lenient=True).findings]


@pytest.mark.parametrize(
    ("turn", "code", "said"),
    [
        ("e1-e5;xe2,e3,e4,e5;x", "removal-no-row", "2 removals are written, but only 1 row of White can go"),
        ("e1-e5;x;x", "removal-no-row", "2 removals are written, but only 1 row of White can go"),
        ("e1-e5;xe2,e3;xe4,e5", "removal-no-row", "2 removals are written, but only 1 row of White can go"),
        ("e1-e5;xe2,e3;x", "removal-incomplete", "e4, e5 must go as well"),
        ("x;e1-e5;xe2,e3,e4,e5", "removal-no-row", "no row of White stands"),
    ],
)
def test_each_removal_written_needs_a_row_of_its_own(turn: str, code: str, said: str) -> None:
    found = played(f"1. {turn} *", position=ROW)
    assert errors(found) == [code]
    assert one(found, code).message == said
    assert found.played == 0


@pytest.mark.parametrize("turn", ["e1-e5;xe2,e2,e3,e4,e5", "e1-e5;xe2,e3,e4,e5,e2"])
def test_a_spot_listed_twice_is_warned_of(turn: str) -> None:
    found = played(f"1. {turn} (15) *", position=ROW)
    assert errors(found) == []
    assert one(found, "removal-not-there").message == "e2 is listed twice"


def test_two_rows_may_stand_in_one_list_or_in_two_and_in_short_under_one_x() -> None:
    start = "4/wwww1/6/wwww3/6/5/b3 w 6/14 0/0 - basic"
    first, second = "xc2,c3,c4,c5", "xe2,e3,e4,e5"
    for removal in (f"{first};{second}", f"{second};{first}", f"{first},{second[1:]}", f"{first};x", "x", "x;x"):
        found = played(f"1. {removal};b2 (13) *", position=start)
        assert errors(found) == []
        assert found.played == 1


def test_lenient_says_once_a_turn_that_a_row_stands_and_nothing_where_it_goes_in_the_same_turn() -> None:
    start = "4/1w3/1w4/1w5/6/5/4 w 11/3 1/12 - basic"
    text = "1. b3 (10) h5 (2) 2. h2 (9) c6 (1) 3. d7;xb3,c3,d3,e3 (12) *"
    found = played(text, position=start, lenient=True)
    assert [(f.code, f.turn) for f in found.findings] == [
        ("row-not-removed", 1),
        ("row-not-removed", 3),
        ("row-removed-late", 5),
    ]


def test_gipf_pieces_left_of_a_row_may_be_taken_as_a_row_behind_it() -> None:
    start = "3W/5/6/6B/6/WWWWb/4 w 2/9 0/0 - tournament"
    one, two = (
        played(f"1. {text};a4-b5 (9) *", position=start) for text in ("xGg2,Gg3,Gg4,Gg5,g6*", "xg6*;xGg2,Gg3,Gg4,Gg5")
    )
    assert errors(one) == errors(two) == []
    assert one.positions[-1] == two.positions[-1]
