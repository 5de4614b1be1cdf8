"""Variations and turns that can't be read: what is said of them, and that the game goes on."""

from replays import ROW, errors, one, played

from gipfkit.record import Record, TurnList, WrittenTurn
from gipfkit.replay import replay


def test_errors_in_variations_are_warnings_and_do_not_stop_the_game() -> None:
    found = played("1. b3 (b2 (1-0)) b4 (e5) 2. c6 (2. h3 b2) *", "basic")
    assert errors(found) == []
    assert [f.code for f in found.findings if f.turn == 2] == ["push-not-on-line"]
    assert all(f.message.startswith("in a variation: ") for f in found.findings if f.turn)
    assert found.played == 3


def test_an_unreadable_turn_names_turn_and_side() -> None:
    found = played("1. Gd2 (16) zz9 2. Gg2 (14) *")
    assert errors(found) == ["unreadable"]
    assert (one(found, "unreadable").turn, one(found, "unreadable").side) == (2, "black")
    black = played("1... zz9 *", position=ROW.replace(" w ", " b "))
    assert (one(black, "unreadable").turn, one(black, "unreadable").side) == (1, "black")


def test_an_unreadable_turn_in_a_variation_is_a_warning_that_names_its_turn() -> None:
    found = played("1. Gd2 (16) Gb2 (16) (1... Gc2 (16) 2. zz9) 2. Gg2 (14) *")
    assert errors(found) == []
    warning = one(found, "unreadable")
    assert (warning.severity, warning.turn, warning.side) == ("warning", 3, "white")
    assert warning.message.startswith("in a variation: zz9")


def test_an_unreadable_turn_that_no_reader_reported_is_an_error_all_the_same() -> None:
    turns = TurnList((WrittenTurn(None, unreadable="zz9"),))
    found = replay(Record((("Variant", "basic"),), turns, "*"))
    assert errors(found) == ["unreadable"]
    assert (one(found, "unreadable").turn, one(found, "unreadable").text) == (1, "zz9")


def test_findings_of_variations_name_their_turns() -> None:
    found = played("1. b3 b4 (zz (g6) g6) (c6 (b5)) 2. c6 ((d7 b2)) *", "basic")
    in_variations = [(f.turn, f.side, f.text) for f in found.findings if f.message.startswith("in a variation: ")]
    assert sorted(in_variations, key=str) == [(2, "black", "b5"), (2, "black", "zz"), (4, "black", "b2")]
