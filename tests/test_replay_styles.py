"""First-spot style: told by the game as a whole, and slips into it."""

from replays import GAME2, errors, game, one, played

from gipfkit.notations.official import counted_text
from gipfkit.replay import replay
from gipfkit.restate import FIRST_SPOT, restated


def test_first_spot_style_is_told_by_the_game_as_a_whole() -> None:
    text = "\n".join(counted_text(turn) for turn in restated(replay(game(GAME2)), FIRST_SPOT).turns)
    found = replay(game(text))
    assert found.findings == ()
    assert found.walk is not None
    assert found.walk.style == "first-spot"
    assert found.positions == replay(game(GAME2)).positions


def test_a_game_that_mixes_styles_is_warned_of() -> None:
    found = played("1. e1-e3 e9-e8 2. e1-e4 e9-e8 *", "basic")
    assert errors(found) == []
    assert one(found, "style-mixed").severity == "warning"


def test_one_slip_into_first_spot_is_an_error_in_a_short_game_too() -> None:
    found = played("1. b1-c2 b6-c6 2. b1-d3 b6-d6 3. b1-c2 *", "basic")
    assert errors(found) == ["push-end-differs"]
    assert "write b1-e4" in (one(found, "push-end-differs").hint or "")
    alone = played("1. e1-e2 *", "basic")
    assert errors(alone) == []


def test_one_slip_into_first_spot_in_a_long_game_is_an_error() -> None:
    found = replay(game(GAME2.replace("c7-e7 (5)", "c7-d7 (5)")))
    assert errors(found) == ["push-end-differs"]
    assert "c7-e7" in (one(found, "push-end-differs").hint or "")
    # What is counted ends before the turn that is not played as it is written.
    assert found.played == 20


def test_a_short_game_in_first_spot_style_is_read_in_that_style() -> None:
    text = "1. f7 h6-h5 2. h3 d8-e8 3. d2 b4 4. c2 h6-g6;x 5. b1-b2;x i4-h4 6. f2 a3-b4 7. g7-f7 a3-b4;xGe7 *"
    found = played(text, "standard")
    assert errors(found) == []
    assert found.played == 14
    assert found.walk is not None
    assert found.walk.style == "first-spot"
