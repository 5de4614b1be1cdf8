"""The end of a replayed game: what is written of result and termination, against the board."""

import pytest
from replays import GAME1, errors, game, one, played

from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.variant import BASIC
from gipfkit.replay import replay
from gipfkit.restate import restated


def test_results_and_terminations_are_checked_against_the_board() -> None:
    gone = "w3/5/6/7/6/5/b3 w 0/14 14/0 - basic"
    # A position alone is no finished game.
    assert (played("*", position=gone).ending.result, errors(played("*", position=gone))) == ("*", [])
    for tags, text, code in [
        ("", "1-0", "result-differs"),
        ('[Result "0-1"]\n', "1-0", "result-differs"),
        ('[Termination "gipf"]\n', "0-1", "termination-differs"),
        ('[Result "won"]\n', "0-1", "unknown-tag-value"),
    ]:
        assert code in errors(played(text, position=gone, tags=tags)), (tags, text)
    clean = played("0-1", position=gone, tags='[Result "0-1"]\n[Termination "reserve"]\n')
    assert errors(clean) == []
    assert clean.ending.winner is BLACK
    soon = played("0-1", position=gone, tags='[Termination "soon"]\n')
    assert one(soon, "unknown-tag-value").severity == "warning"


@pytest.mark.parametrize("termination", ["resignation", "time", "agreement"])
def test_a_game_that_ends_off_the_board_keeps_the_records_word(termination: str) -> None:
    found = played("1. e1-e3 1-0", "basic", tags=f'[Termination "{termination}"]\n')
    assert found.findings == ()
    assert (found.ending.result, found.ending.termination) == ("1-0", termination)


def test_an_x_is_the_side_to_move_resigning() -> None:
    found = replay(game("b3\nb4\nX"), variant=BASIC)
    assert (found.ending.result, found.ending.winner, found.ending.termination) == ("0-1", BLACK, "resignation")
    assert errors(replay(game("b3\nb4\nX\n1-0"), variant=BASIC)) == ["result-differs"]


def test_a_decisive_result_without_a_reason_is_noted() -> None:
    assert [f.code for f in played("1. b3 1-0", "basic").findings] == ["unsettled-ending"]


def test_a_player_with_an_empty_reserve_may_leave_a_row_of_gipf_pieces_and_lose() -> None:
    start = "4/1BBBB/6/7/6/1W3/4 w 2/0 14/10 - standard"
    found = played("1. b2 (1) 1-0", position=start, tags='[Result "1-0"]\n[Termination "reserve"]')
    assert found.findings == ()
    assert (found.ending.result, found.ending.termination) == ("1-0", "reserve")
    other = played("1. b2 (1) 0-1", position=start, tags='[Result "0-1"]\n[Termination "reserve"]')
    assert errors(other) == ["termination-differs"]


def test_an_x_contradicts_another_termination() -> None:
    found = played("1. b3 X", tags='[Termination "time"]')
    assert errors(found) == ["termination-differs"]
    assert errors(played("1. b3 X", tags='[Termination "resignation"]')) == []


def test_a_game_without_a_result_tag_keeps_its_end_mark_in_the_tag_that_is_added() -> None:
    text = GAME1.rstrip() + "\n*\n"
    rewritten = restated(replay(game(text)))
    assert (rewritten.tag("Result"), rewritten.mark) == ("*", "*")
    assert errors(replay(rewritten)) == []


def test_an_x_says_more_than_a_star() -> None:
    found = played("1. b3 b4 2. c2 X", "basic", tags='[Result "*"]')
    assert errors(found) == []
    assert "* is written, but Black resigns (X)" in one(found, "result-differs").message
    assert (found.ending.result, found.ending.winner, found.ending.termination) == ("1-0", WHITE, "resignation")
    rewritten = restated(found)
    assert (rewritten.tag("Result"), rewritten.mark, rewritten.tag("Termination")) == ("1-0", "1-0", "resignation")


@pytest.mark.parametrize(
    ("result", "termination"),
    [("1-0", "repetition"), ("*", "time"), ("*", "agreement"), ("1/2-1/2", "resignation"), ("1/2-1/2", "time")],
)
def test_a_termination_that_does_not_go_with_the_result_is_warned_of(result: str, termination: str) -> None:
    found = played(f"1. b3 {result}", "basic", tags=f'[Termination "{termination}"]')
    assert errors(found) == []
    assert one(found, "termination-differs").severity == "warning"
    assert found.ending.result == result
