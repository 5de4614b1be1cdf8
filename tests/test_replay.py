"""Replaying games: whole games, one change to each, and the pushes that the rules refuse."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import random_record, records
from replays import DATA, GAME1, GAME2, errors, game, played

from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import TOURNAMENT, VARIANTS
from gipfkit.notations.official import counted_text
from gipfkit.record import Record
from gipfkit.replay import replay
from gipfkit.restate import restated


def test_game_1_is_clean_and_ends_with_blacks_reserve_at_0() -> None:
    found = replay(game(GAME1))
    assert found.findings == ()
    assert (found.played, found.variant) == (42, TOURNAMENT)
    assert found.positions[-1].reserves == (5, 0)
    assert (found.ending.result, found.ending.winner, found.ending.termination) == ("1-0", WHITE, "reserve")


def test_game_2_is_clean_with_the_written_reserve_at_each_of_its_84_turns() -> None:
    record = game(GAME2)
    found = replay(record)
    assert found.findings == ()
    assert found.played == 84
    last = found.positions[-1]
    assert last.reserves == (5, 10)
    assert (last.gipf_count(WHITE), last.gipf_count(BLACK), last.to_move) == (1, 1, WHITE)
    reserves = [after.reserves[k % 2] for k, after in enumerate(found.positions[1:])]
    assert reserves == [turn.reserve for turn in record.turns]
    assert found.ending.result == "*"


def test_turns_and_positions_agree_with_playing_the_turns() -> None:
    for text in (GAME1, GAME2):
        found = replay(game(text))
        position = Position.initial(TOURNAMENT)
        for turn, after in zip(found.turns, found.positions[1:], strict=True):
            position = position.play(turn)
            assert position == after


@settings(deadline=None)
@given(records())
def test_a_legal_game_is_replayed_clean_but_for_its_result(record: Record) -> None:
    found = replay(record)
    assert found.played == len(record.turns)
    assert {finding.code for finding in found.findings} <= {"result-differs", "unsettled-ending"}


@settings(deadline=None)
@given(st.integers(0, 5000), st.sampled_from(sorted(VARIANTS)))
def test_quick_play_and_judging_turn_by_turn_agree(seed: int, name: str) -> None:
    record = random_record(seed, VARIANTS[name], 80)
    found = replay(record)
    assert found.findings == ()
    position = Position.initial(VARIANTS[name])
    for turn, after in zip(found.turns, found.positions[1:], strict=True):
        position = position.play(turn)
        assert position == after


# One change each to game 2: what must be named (turn, line, column, code, what would be right).
CHANGES = [
    ("h1-e4 (9)", "h1-e5 (9)", 9, "push-not-on-line", "h1 leads to"),
    ("h1-e4 (9)", "h1-d4 (9)", 9, "push-end-differs", "h1-e4"),
    ("h1-e4 (9)", "h1-g2 (9)", 9, "push-end-differs", "h1-e4"),
    ("c2 (7)", "c2 (8)", 12, "reserve-count-differs", "(7)"),
    ("d7 (7)", "Gd7 (7)", 17, "piece-not-allowed", "perhaps d7"),
    ("b4 (4)", "d4 (4)", 18, "push-not-on-line", "perhaps b4"),
    ("xf3,g2;f1-f3 (8)", "xf3;f1-f3 (8)", 15, "removal-incomplete", "xf3,g2"),
    ("xf3,g2;f1-f3 (8)", "f1-f3 (8)", 15, "row-not-removed", "xf3,g2"),
    ("a4-c4;xc4,c3,c2,c5 (6)", "a4-c4;xc4,c3,c2,d5 (6)", 22, "removal-not-there", "xc2,c3,c4,c5"),
    ("a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)", "a4-g2;xd4,c4,b4,Ge4,g2,Gf3* (7)", 30, "owner-mark-differs", "g2*"),
    ("a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)", "a4-g2;xd4,c4,b4,e4,g2*,Gf3* (7)", 30, "kind-mark-differs", "Ge4"),
    ("Gd2 (16)", "d2 (17)", 1, "piece-not-allowed", "perhaps Gd2"),
    ("h5 (6)", "b2;xb2 (6)", 32, "removal-no-row", "remove the x"),
]


@pytest.mark.parametrize(("was", "now", "turn", "code", "right"), CHANGES)
def test_one_change_to_game_2_is_named_with_its_place_and_what_would_be_right(
    was: str, now: str, turn: int, code: str, right: str
) -> None:
    lines = GAME2.split("\n")
    assert lines[turn - 1] == was
    lines[turn - 1] = now
    record = game("\n".join(lines))
    # A first turn without G no longer says tournament by itself.
    found = replay(record, variant=TOURNAMENT)
    finding = next(f for f in found.findings if f.code == code)
    assert (finding.turn, finding.line, finding.column) == (turn, turn, 1)
    assert finding.side == ("white" if turn % 2 else "black")
    assert right in f"{finding.message} {finding.hint}"
    assert not found.ok


def test_after_an_illegal_turn_nothing_is_played_and_the_rest_is_kept() -> None:
    found = replay(game(GAME2.replace("h1-e4 (9)", "h1-e5 (9)")))
    assert found.played == 8
    assert len(found.record.turns) == 84
    assert errors(found) == ["push-not-on-line"]


# The third record of z0isch/GIPFFP (testGame3.gipf; shared/cases/positions.jsonl, z0isch-139).
def test_game_3_has_two_wrong_counts_and_then_an_impossible_push() -> None:
    lines = (DATA / "positions.jsonl").read_text().splitlines()
    case = next(c for c in map(json.loads, lines) if c["id"] == "z0isch-139")
    found = replay(game("\n".join(case["input"]["plies"])))
    assert [(f.code, f.turn) for f in found.findings] == [
        ("reserve-count-differs", 47),
        ("reserve-count-differs", 48),
        ("push-not-on-line", 49),
    ]
    assert "d4 is on none of a2's lines" in found.findings[2].message


def test_a_dot_named_without_need_is_legal_and_kept() -> None:
    found = played("1. Ge9-e8 Ge1-e2 *", "tournament")
    assert found.ok
    assert [counted_text(turn) for turn in restated(found).turns] == ["Ge9-e8 (16)", "Ge1-e2 (16)"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("e5 *", "push-not-on-line"),
        ("a1-e2 *", "push-not-on-line"),
        ("e2 *", "push-needs-dot"),
        ("Gb3 *", "piece-not-allowed"),
        ("b3;x *", "removal-no-row"),
        ("xe5;b3 *", "removal-no-row"),
        ("xe5 *", "removal-no-row"),
    ],
)
def test_a_push_that_the_rules_refuse_says_why(text: str, code: str) -> None:
    assert errors(played(text, "basic")) == [code]


# Line b5-h2 full but for nothing: a5 has no room.
FULL = "3w/3b1/3w2/3b3/2w3/1b3/w3 w 5/6 0/0 - basic"
ROW = "1w2/1w3/1w4/7/1b4/5/4 w 12/14 0/0 - basic"


def test_a_full_line_takes_no_push() -> None:
    assert errors(played("a5-b5 *", position=FULL)) == ["push-line-full"]


def test_a_push_with_an_empty_reserve_is_refused_as_the_game_is_over() -> None:
    found = played("b3 *", position="w3/5/6/7/6/5/b3 w 0/14 14/0 - basic")
    assert errors(found) == ["reserve-empty"]


def test_a_gipf_piece_needs_two_in_reserve() -> None:
    found = played("Gb3 *", position="W3/5/6/7/6/5/B3 w 1/16 15/0 wb tournament")
    assert "reserve-empty" in errors(found)


# White at b3, c3, d3 (line b3-f2) with Black behind at f2: e3 stays free.
def test_a_row_made_by_the_mover_must_be_removed_with_what_touches_it() -> None:
    right = played("g1-e3;xb3,c3,d3,e3,f2* *", position=ROW)
    # From g1 along the line f2, e3, ...: the black piece moves on to e3, so no row comes of it.
    assert errors(right) == ["removal-no-row"]
