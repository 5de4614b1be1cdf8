"""What takes time in a replay grows with the text alone."""

import re

import pytest
from linear import assert_linear
from replays import ROW, errors, game

from gipfkit.gipf import quick
from gipfkit.gipf.position import Position
from gipfkit.record import Record, TurnList, WrittenPiece, WrittenPush, WrittenTurn
from gipfkit.replay import replay


@pytest.mark.parametrize(
    ("variations", "times"),
    [("()", 24_000), ("(b3)", 16_000), ("((b3) b3) (b3 (b4 (c2)) (b4))", 3_200)],
)
def test_variations_are_replayed_in_time_that_grows_with_their_number_alone(variations: str, times: int) -> None:
    records = {many: game('[Variant "basic"]\n\n1. b2 ' + variations * many + " *") for many in (times // 16, times)}
    assert_linear(lambda many: replay(records[many]), times // 16, times)


# White on the line a1-h5 and Black on a2-g6 push four pieces each, take their row and stand where they stood.
ROUND = "a1-b2 a2-b3 a1-c3 a2-c4 a1-d4 a2-d5 a1-e5;xb2,c3,d4,e5 a2-e6;xb3,c4,d5,e6 "
EMPTY = '[Variant "basic"]\n[SetUp "1"]\n[Position "4/5/6/7/6/5/4 w 15/15 0/0 - basic"]\n\n'


def test_a_wrong_count_in_every_turn_is_told_in_time_that_grows_with_their_number_alone() -> None:
    counted = re.sub(r"(\S+)", r"\1 (1)", ROUND)
    records = {many: game(EMPTY + counted * many + "*") for many in (60, 960)}
    found = replay(records[960])
    assert found.played == len(found.findings) == 960 * 8
    assert_linear(lambda many: replay(records[many]), 60, 960)


def test_a_turn_is_reached_as_fast_late_in_a_game_as_early() -> None:
    def judged(times: int) -> None:
        for _ in range(times):
            quick.play_on(Position.initial(), plans[times], times - 1)

    plans: dict[int, list[None]] = {times: [None] * times for times in (4_000, 64_000)}
    assert_linear(judged, 4_000, 64_000)


def test_many_tags_and_many_unreadable_turns_take_no_longer_together() -> None:
    def text(times: int) -> str:
        return "".join(f'[T{k} "x"]\n' for k in range(10 * times)) + "\n1. b2 " + "zz\n" * times + "*"

    records = {many: game(text(many)) for many in (250, 4_000)}
    assert_linear(lambda many: replay(records[many]), 250, 4_000)


def test_very_many_findings_of_one_turn_take_time_that_grows_with_their_number_alone() -> None:
    start = Position.from_text(ROW)
    extra = WrittenPiece("e5", captured=True)

    def work(times: int) -> None:
        row = tuple(WrittenPiece(spot) for spot in ("e2", "e3", "e4", "e5"))
        turn = WrittenTurn(WrittenPush("e1", "e5"), after=((*row, *[extra] * times),))
        record = Record((("SetUp", "1"), ("Position", start.to_text())), TurnList((turn,)), "*")
        assert len(errors(replay(record))) == times

    assert_linear(work, 500, 8_000)
