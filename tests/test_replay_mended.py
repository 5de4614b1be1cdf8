"""Turns that can't be played as they are written: what fits in their place, and where counting ends."""

import pytest
from records import random_record
from replays import GAME2, errors, game, one, played

from gipfkit.analysis.by_spot import BySpot
from gipfkit.analysis.by_turn import ByTurn
from gipfkit.analysis.duplicates import form_of
from gipfkit.analysis.entries import entries
from gipfkit.analysis.game_table import game_row
from gipfkit.analysis.turn_table import turn_rows
from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.variant import BASIC, TOURNAMENT
from gipfkit.replay import Replay, replay


def hint(found: Replay, code: str) -> str:
    return one(found, code).hint or ""


# The first is the field test's.
@pytest.mark.parametrize(
    ("text", "turn", "fits"),
    [
        ("1. Gb2 (16) Gh2 (16) 2. Gg2 (14) h3 (14) 3. Gd2 (12) Gh5 (12) *", 4, "Gh3 fits (14)"),
        ("1. Gb2 (16) Gh2 (16) 2. d2 (14) Gh3 (14) 3. Gf2 (12) Gh5 (12) *", 3, "Gd2 fits (14)"),
        ("1. Gb2 (16) Gh2 (16) 2. Gd2 (15) Gh3 (14) 3. f2 (14) Gh5 (12) *", 3, "d2 fits (15)"),
        ("1. Gb2 (16) Gh2 (16) 2. Gd2 (14) b1-b3 (14) 3. Gf2 (12) Gh5 (12) *", 4, "Gb1-b3 fits (14)"),
    ],
)
def test_a_count_that_shows_the_kind_of_piece_says_so_and_the_game_goes_on_from_there(
    text: str, turn: int, fits: str
) -> None:
    found = played(text, "tournament")
    assert [(f.code, f.turn) for f in found.findings] == [("reserve-count-differs", turn)]
    assert hint(found, "reserve-count-differs").startswith(f"{fits}; what follows is checked as if ")
    assert found.played == turn - 1
    assert found.walk
    assert len(found.walk.steps) == 6


def test_a_count_that_is_wrong_by_itself_is_mended_as_a_count() -> None:
    found = played("1. Gb2 (16) Gh2 (16) 2. Gd2 (14) h3 (14) 3. f2 (13) h5 (14) *", "tournament")
    assert [(f.code, f.turn, f.hint) for f in found.findings] == [("reserve-count-differs", 4, "write (15)")]
    assert found.played == 6


@pytest.mark.parametrize(
    ("position", "text", "fits"),
    [
        # Field test: the own GIPF-piece on h2 was taken too.
        ("3b/b3w/W4w/ww1BB2/4W1/w2w1/Bbbw b 7/7 0/1 - standard", "1... i5-f5;xh3,h4,h5 (11) *", "xGh2,h3,h4,h5"),
        # The GIPF-piece on c3 stayed.
        ("4/1Wwww/6/7/6/5/B2W w 5/9 0/0 - standard", "1. xGc3,c4,c5,c6;d2 (7) *", "xc4,c5,c6"),
        # The other of two rows that cross was taken: it has one piece more.
        ("w3/1w3/2w3/3wwww/3w2/5/4 w 5/3 0/12 - basic", "1. xe5,e6,e7,e8;h4 (9) *", "xb2,c3,d4,e5,f5"),
    ],
)
def test_a_count_that_shows_another_list_says_which(position: str, text: str, fits: str) -> None:
    found = played(text, position=position)
    assert errors(found) == ["reserve-count-differs"]
    count = text.split("(")[1].split(")")[0]
    assert hint(found, "reserve-count-differs").startswith(f"{fits} fits ({count})")


def test_other_dots_to_the_written_spot_are_tried_against_the_rest_of_the_game() -> None:
    # e9-e6 was played: Black's answer fits no other board.
    found = played("1. e9-e7 (11) b3 (11) 2. e1-e6 (10) e1-e3 (10) 3. b4 (9) *", "basic")
    assert errors(found) == ["push-end-differs"]
    assert hint(found, "push-end-differs") == (
        "write e9-e6; what follows is checked as if e9-e6 were written, tables stop before it"
    )
    assert found.played == 2


def test_where_several_pushes_fit_all_are_named_and_none_that_the_rest_refutes() -> None:
    found = played("1. e9-e7 (11) b3 (11) 2. e1-e6 (10) *", "basic")
    assert hint(found, "push-end-differs") == "write e1-e3 or e9-e6"
    told = played("1. e9-e7 (11) b3 (11) 2. e1-e6 (10) e9-e5 (10) *", "basic")
    assert hint(told, "push-end-differs").startswith("write e9-e6; ")


def test_what_fits_in_place_of_a_turn_that_can_not_be_played_is_found_by_trying() -> None:
    for was, now, right in [
        ("h1-e4 (9)", "h1-e5 (9)", "perhaps h1-e4"),
        ("b4 (4)", "d4 (4)", "perhaps b4"),
        ("d7 (7)", "Gd7 (7)", "perhaps d7"),
        ("xf3,g2;f1-f3 (8)", "xf3;f1-f3 (8)", "perhaps xf3,g2"),
    ]:
        assert was in GAME2
        found = replay(game(GAME2.replace(was, now, 1)), variant=TOURNAMENT)
        (error,) = (finding for finding in found.findings if finding.severity == "error")
        assert (error.hint or "").startswith(right), (now, error.hint)


def test_a_slip_of_the_end_spot_in_a_random_game_is_one_error_and_its_hint_is_right() -> None:
    tried = 0
    for seed in range(60):
        record = random_record(seed, BASIC, 40)
        number = next((k for k, t in enumerate(record.turns) if k > 3 and t.push and t.push.dot), None)
        if number is None or number + 4 > len(record.turns):
            continue
        lines = [turn_line(record, k) for k in range(len(record.turns))]
        push = record.turns[number].push
        assert push
        assert push.dot
        wrong = f"{push.dot}-{push.spot[0]}{int(push.spot[1]) + 1}"
        right = f"{push.dot}-{push.spot}"
        lines[number] = lines[number].replace(right, wrong)
        text = "\n".join(lines)
        found = replay(game(text), variant=BASIC)
        wrongs = [finding for finding in found.findings if finding.severity == "error"]
        if wrongs and wrongs[0].code != "unreadable":
            assert [finding.turn for finding in wrongs] == [number + 1]
            assert right in (wrongs[0].hint or "")
            assert found.played == number
            tried += 1
    assert tried > 10


def turn_line(record: object, number: int) -> str:
    from gipfkit.notations.official import counted_text
    from gipfkit.record import Record

    assert isinstance(record, Record)
    return counted_text(record.turns[number])


# The field test's game: a1-c3 is what a1-h5 can have been, and nobody wrote it.
MENDED = "1. b4 b3 2. a1-h5 h4 3. g2 *"


def test_what_is_counted_of_a_game_ends_before_the_first_turn_that_had_to_be_mended() -> None:
    found = played(MENDED, "basic")
    assert errors(found) == ["push-end-differs"]
    assert (found.played, len(found.turns), len(found.positions)) == (2, 2, 3)
    assert found.walk
    assert len(found.walk.positions) == 6
    assert game_row(found)["turns"] == 2
    assert len(list(entries(found))) == 3
    assert len(list(turn_rows(found))) == 2
    assert max(ByTurn.of("captures", [found]).playing) == 2
    assert sum(BySpot.of("entries", [found]).total(side) for side in (WHITE, BLACK)) == 2
    assert form_of(found) is None


def test_a_wrong_count_or_mark_alone_changes_no_turn() -> None:
    found = played("1. b4 (9) b3 2. c2 h4 3. g2 *", "basic")
    assert errors(found) == ["reserve-count-differs"]
    assert found.played == 5
    marked = played("1. e1-e5;xe2*,e3,e4,e5 h2 *", position="4/5/6/www4/6/5/3b w 12/14 0/0 - basic")
    assert errors(marked) == ["owner-mark-differs"]
    assert marked.played == 2


def test_the_board_behind_a_mended_turn_decides_no_game() -> None:
    start = "w3/5/6/7/6/5/b3 w 2/1 0/0 - basic"
    found = played("1. a1-b5 b3 2. c2 *", position=start)
    assert found.ending.result == "*"
    assert found.outcome is None
