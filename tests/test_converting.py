"""What is written of a game has the errors that the game has: no more, no fewer, whatever notation and style."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from damaged_games import KINDS, damaged
from roundtrips import lines_of

from gipfkit.converting import converted
from gipfkit.findings import Finding
from gipfkit.notations import NOTATIONS
from gipfkit.reading import read_text
from gipfkit.record import Record
from gipfkit.replay import Replay, replay
from gipfkit.restate import COMPLETE, SHORT, STYLES, errors

# The others have no styles of their own.
WAYS = [
    (name, style)
    for name, notation in NOTATIONS.items()
    for style in (STYLES if "reserves" in notation.carries else STYLES[:1])
    if notation.writes
]
# Those that hold all kinds of games, and keep every game apart from the next.
WHOLE = ("official", "tagged", "jsonl", "boardspace", "gf1", "gf1-old", "gf1-xml", "webgipf")


def read_as(name: str, text: str) -> list[Record]:
    return [item for item in NOTATIONS[name].reader(lines_of(text), "test") if isinstance(item, Record)]


def games_of(kind: str, seed: int, *, lenient: bool) -> list[Replay]:
    text, notation = damaged(kind, seed)
    return [replay(record, lenient=lenient) for record in read_as(notation, text)]


def kept(kind: str, seeds: range, *, lenient: bool) -> Counter[str]:
    """Convert damaged games to everything, each alone and all in one file; count what was held without a loss."""
    games = [game for seed in seeds for game in games_of(kind, seed, lenient=lenient)]
    held: Counter[str] = Counter()
    for name, style in WAYS:
        written = [converted(game, NOTATIONS[name], style) for game in games]
        for game, (text, lost) in zip(games, written, strict=True):
            if not lost:
                held[name] += 1
                (back,) = read_as(name, text)
                assert errors(replay(back, lenient=lenient)) == errors(game), (name, style, text)
        if name in WHOLE:
            assert_kept_together(name, games, written, lenient=lenient)
    return held


def assert_kept_together(
    name: str, games: list[Replay], written: list[tuple[str, list[Finding]]], *, lenient: bool
) -> None:
    """Read all in one file: each game that was written is there, with its errors."""
    there = [
        (game, lost)
        for game, (_, lost) in zip(games, written, strict=True)
        if not any("holds no game" in finding.message for finding in lost)
    ]
    together = read_as(name, "".join(text for text, _ in written))
    for (game, lost), back in zip(there, together, strict=True):
        assert lost or errors(replay(back, lenient=lenient)) == errors(game), (name, game.record)


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_game_has_the_same_errors_in_whatever_it_is_converted_to(kind: str) -> None:
    assert kept(kind, range(3), lenient=False)["tagged"] > 3
    assert kept(kind, range(3, 5), lenient=True)["jsonl"] > 2


@pytest.mark.long
@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_many_damaged_games_have_the_same_errors_in_whatever_they_are_converted_to(kind: str, lenient: bool) -> None:
    assert kept(kind, range(100, 130), lenient=lenient)["tagged"] > 40


# --- Single inputs of the field test's kinds ---

GOOD = '[Variant "basic"]\n[Result "1-0"]\n\n'


def convert(text: str, name: str, style: str = COMPLETE) -> tuple[str, list[str]]:
    (record,) = read_text(text, notation="tagged")
    written, lost = converted(replay(record), NOTATIONS[name], style)
    return written, [finding.message for finding in lost]


@pytest.mark.parametrize("name", ["tagged", "official", "jsonl", "boardspace"])
@pytest.mark.parametrize("cut", ["i", "c1-e", "xb2,c2,"])
def test_a_turn_at_which_the_text_was_cut_off_is_a_comment_before_a_result(name: str, cut: str) -> None:
    """Field test A13."""
    text, lost = convert(f"{GOOD}1. e1-e3 e9-e7 2. e1-e4 {cut}\n", name)
    assert lost[0] == f"{cut}: the text ends inside this turn; it is no turn, kept as a comment"
    (back,) = read_as(name, text)
    assert len(back.turns) == 3
    assert errors(replay(back)) == set()
    if name != "official":
        assert back.main.annotations[3].comments == (cut,)


@pytest.mark.parametrize(
    ("turns", "stands", "code"),
    [
        ("1. e1-e3 (10) e9-e7 1-0", "e1-e3 (10)", "reserve-count-differs"),
        ("1. e1-e6 e9-e7 1-0", "e1-e6", "push-end-differs"),
        ("1. e1-e4 (10) e9-e7 1-0", "e1-e4 (10)", "push-end-differs"),
    ],
)
@pytest.mark.parametrize("style", [COMPLETE, SHORT])
def test_a_turn_with_an_error_stands_as_it_was_written(turns: str, stands: str, code: str, style: str) -> None:
    for name in ("tagged", "official", "jsonl"):
        text, _ = convert(GOOD + turns, name, style)
        assert stands in text
        (back,) = read_as(name, text)
        assert (code, 1) in errors(replay(back))


def test_what_a_notation_makes_of_an_error_is_named() -> None:
    _, lost = convert(f"{GOOD}1. e1-e3 (10) e9-e7 1-0", "gf1")
    assert "gf1 can't hold the game with its error reserve-count-differs, written as e1-e3" in lost
    text, lost = convert(f"{GOOD}1. e1-e6 e9-e7 1-0", "gf1")
    assert "01. e1-e6" in text
    assert not any("error" in message for message in lost)


def test_an_x_that_contradicts_the_result_stays() -> None:
    for name in ("tagged", "official", "jsonl"):
        text, lost = convert('[Variant "basic"]\n\n1. e1-e3 X 0-1', name)
        assert lost == []
        assert errors(replay(read_as(name, text)[0])) == {("result-differs", None)}


def test_of_a_tag_given_twice_the_first_one_counts_in_what_is_written() -> None:
    line = '{"gipfkit": 1, "tags": [["Variant", "basic"], ["Variant", "tournament"]], "turns": [{"text": "b3"}]}'
    (record,) = read_text(line)
    for name in ("tagged", "official", "jsonl"):
        text, _ = converted(replay(record), NOTATIONS[name])
        assert read_as(name, text)[0].tag("Variant") == "basic"


def test_unreadable_turns_are_unreadable_still_and_one_each() -> None:
    for junk in ("foo", "what is this", "e2", "1-0", "{no", "[Event", "", "resigns", "time", "Runde"):
        turns = [{"text": "b3"}, {"text": "", "unreadable": junk}, {"text": "b4"}]
        (record,) = read_text(json.dumps({"gipfkit": 1, "tags": [["Variant", "basic"]], "turns": turns}))
        for name in ("tagged", "official", "jsonl"):
            text, _ = converted(replay(record), NOTATIONS[name])
            (back,) = read_as(name, text)
            assert [turn.unreadable is not None for turn in back.turns] == [False, True, False], (name, junk)


@pytest.mark.parametrize("unreadable", [";c2", "c2-;", "|c2-z9"])
def test_an_unreadable_turn_is_no_row_of_a_table_in_what_is_written(unreadable: str) -> None:
    text = '[Variant "tournament"]\n\n1. Gd2 Gg2 2. Gb2 g6 3. h5 g7-g5 4. zz c7-e7 5. b3 *\n'
    game = read_text(text)[0]
    turns = tuple(replace(turn, unreadable=unreadable) if turn.unreadable else turn for turn in game.turns)
    wrong = replay(replace(game, main=replace(game.main, turns=turns)))
    written, lost = converted(wrong, NOTATIONS["tagged"])
    back = read_text(written)[0]
    assert [number for number, turn in enumerate(back.turns, 1) if turn.unreadable] == [7]
    assert [finding.turn for finding in lost] == [7]
