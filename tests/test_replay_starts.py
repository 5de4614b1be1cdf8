"""The start of a replayed game: positions and variants, stated, asked for or told by the turns."""

import pytest
from records import random_record
from replays import ROW, errors, game, played

from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT
from gipfkit.record import Record
from gipfkit.replay import replay
from gipfkit.restate import restated


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ('[Variant "gipf"]\n', "unknown-tag-value"),
        ('[Position "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basi"]\n', "start-impossible"),
        ('[Position "bbb/5/6/w5b/6/5/b2w w 12/12 0/0 - basic"]\n', "start-impossible"),
        ('[Position "B2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic"]\n', "start-impossible"),
        ('[Variant "standard"]\n[Position "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic"]\n', "start-impossible"),
    ],
)
def test_an_impossible_start_is_reported_and_nothing_is_played(tags: str, code: str) -> None:
    found = replay(game(f"{tags}\n1. b3 *"))
    assert errors(found) == [code]
    assert found.played == 0


def test_a_handicap_start_is_accepted_and_noted() -> None:
    found = played("1. b3 (14) b4 (11) *", position="b2w/5/6/w5b/6/5/b2w w 15/12 0/0 - basic")
    assert [f.code for f in found.findings] == ["start-unusual"]


def test_black_may_begin_in_a_position() -> None:
    found = played("1... b3 (11) 2. b4 (11) *", position="b2w/5/6/w5b/6/5/b2w b 12/12 0/0 - basic")
    assert found.findings == ()
    assert found.walk is not None
    assert [found.walk.mover(k) for k in (1, 2)] == [BLACK, WHITE]


def test_the_variant_of_a_bare_game_is_the_one_that_fits() -> None:
    assert replay(game("Gd2\nGb2")).variant is TOURNAMENT
    both = replay(game("b3\nb4"))
    assert both.variant is STANDARD
    assert [f.code for f in both.findings] == ["variant-assumed"]
    for seed in range(40):
        record = random_record(seed, BASIC, 60)
        if any(turn.after for turn in record.turns[:-1]) and record.mark != "*":
            bare = Record(main=record.main)
            assert replay(bare).ok
            break
    else:
        pytest.fail("no game with a removal")


BASIC_START = "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic"
STANDARD_START = BASIC_START.replace("basic", "standard")


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ('[Variant "standard"]\n', "standard"),
        (f'[Position "{STANDARD_START}"]\n', "standard"),
        (f'[Variant "standard"]\n[Position "{STANDARD_START}"]\n', "standard"),
        (
            f'[Variant "tournament"]\n[Position "{STANDARD_START}"]\n',
            "tournament and standard",
        ),
        (f'[Variant "Tournament"]\n[Position "{BASIC_START}"]\n', "tournament"),
    ],
)
def test_a_variant_asked_for_decides_over_the_record_with_a_note_naming_both(tags: str, said: str) -> None:
    found = replay(game(f"{tags}\n1. e1-e3 (11) b3 (11) *"), variant=BASIC)
    assert found.variant is BASIC
    (note,) = found.findings
    assert (note.code, note.severity, note.line) == ("variant-overruled", "note", 1)
    assert note.message == f"played as basic, as asked, but the record says {said}"


@pytest.mark.parametrize("tags", ["", '[Variant "basic"]\n', f'[Variant "BASIC"]\n[Position "{BASIC_START}"]\n'])
def test_a_variant_asked_for_that_the_record_does_not_deny_needs_no_note(tags: str) -> None:
    assert replay(game(f"{tags}\n1. e1-e3 (11) b3 (11) *"), variant=BASIC).findings == ()


def test_a_variant_asked_for_stands_in_the_record_written() -> None:
    found = replay(game('[Variant "standard"]\n\n1. b3 b4 *'), variant=BASIC)
    rewritten = restated(found)
    assert rewritten.tag("Variant") == "basic"
    assert rewritten.turns[0].reserve == 11
    assert errors(replay(rewritten)) == []
    stated = game(f'[SetUp "1"]\n[Position "{ROW}"]\n\n1. b3 *')
    moved = restated(replay(stated, variant=STANDARD))
    assert (moved.tag("Variant"), (moved.tag("Position") or "").split()[-1]) == ("standard", "standard")
