import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from boardspace_games import one
from hypothesis import given, settings
from records import random_record, random_turns, records, written

from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations.boardspace import writing as boardspace_write
from gipfkit.record import Annotation, Record, TurnList, WrittenPiece, WrittenPush, WrittenTurn
from gipfkit.replay import replay

# There and back


def assert_same_game(record: Record) -> None:
    text, lost = boardspace_write.write(record)
    assert lost == []
    there, back = replay(record), replay(one(text))
    assert back.ok
    assert back.turns == there.turns
    assert back.positions == there.positions
    assert (back.ending.result, back.ending.termination) == (there.ending.result, there.ending.termination)
    again, lost = boardspace_write.write(one(text))
    assert lost == []
    assert again == text


def random_games(count: int) -> Iterator[Record]:
    variants = list(VARIANTS.values())
    for seed in range(count):
        yield random_record(seed, variants[seed % 3], 20 + seed * 7 % 130)


def test_random_games_come_back_the_same() -> None:
    for record in random_games(60):
        assert_same_game(record)


@pytest.mark.slow
def test_a_thousand_random_games_come_back_the_same() -> None:
    for record in random_games(1000):
        assert_same_game(record)


@settings(deadline=None, max_examples=40)
@given(records())
def test_comments_and_variations_come_back(record: Record) -> None:
    text, _ = boardspace_write.write(record)
    once = one(text)
    assert shape(once.main) == shape(record.main)
    assert replay(once).positions == replay(record).positions
    assert one(boardspace_write.write(once)[0]) == once


def shape(turns: TurnList) -> list[object]:
    """The comments, and the variations with theirs, by turn; a turn's comments come before its variations."""
    found: list[object] = []
    for number, note in sorted(turns.annotations.items()):
        if note.items:
            found.append((number, note.comments, [(len(v.turns), shape(v)) for v in note.variations]))
    return found


def test_starts_set_up_at_random_come_back() -> None:
    rng = random.Random(5)
    for seed in range(12):
        variant = list(VARIANTS.values())[seed % 3]
        _, start = random_turns(rng, Position.initial(variant), 20)[-1]
        played = random_turns(rng, start, 10)
        tags = (("Variant", variant.name), ("SetUp", "1"), ("Position", start.to_text()))
        record = Record(tags, TurnList(written(start, played)))
        text, lost = boardspace_write.write(record)
        assert lost == []
        assert replay(one(text)).positions == replay(record).positions


def test_what_boardspace_can_not_hold_is_named() -> None:
    note = Annotation((1,), ())
    turn = WrittenTurn(WrittenPush("e1", "e3"))
    bad = WrittenTurn(None, unreadable="zz", text="zz")
    tags = (("Event", "Club"), ("Site", "Here"), ("Termination", "agreement"), ("Variant", "basic"))
    text, lost = boardspace_write.write(Record(tags, TurnList((turn, bad), {1: note}), "1/2-1/2"))
    assert [finding.message for finding in lost] == [
        "turn 2 and what follows can't be played; kept as a comment",
        "BoardSpace holds no termination: agreement",
        "BoardSpace holds no tags but its own: Event",
        "BoardSpace holds no other Site: Here",
        "BoardSpace holds no glyphs",
    ]
    assert one(text).main.annotations[1].comments == ("zz",)
    assert one(text).mark == "1/2-1/2"
    removed = (WrittenPiece("e2"),)
    assert boardspace_write.write(Record(tags[3:], TurnList((replace(turn, after=(removed,)),))))[1]
