"""webgipf's tokens: recorded games of its own tests, random games, broken text."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from lark import Token as LarkToken
from lark import UnexpectedInput
from positions import from_case
from records import random_record
from roundtrips import assert_linear_reading, assert_same_game, fuzz, lines_of, mutated, one_game, random_games

from gipfkit.findings import Finding
from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS
from gipfkit.notations import grammars, webgipf
from gipfkit.record import Place, Record, TurnList, WrittenPiece, WrittenPush, WrittenTurn
from gipfkit.replay import replay

Case = dict[str, Any]
CASES: list[Case] = [
    case
    for case in map(json.loads, (Path(__file__).parents[1] / "data/positions.jsonl").read_text("utf-8").splitlines())
    if case["source"] == "vkryukov/webgipf"
]
ROW_LEFT = (
    "GWi3-h3 GKb6-c6 GWi2-h3 GKc7-c6 GWi2-h3 GKc7-c6 Wi4-h4 Ka5-b5 Wi3-h4 Ki4-h4 Wi3-h4 Kg7-g6 Wb6-c6 Kb6-c6 Wi3-h4 "
    "Kf8-f7 Wg1-f2 Ka5-b5 xf6,g6 Wf1-f2\n"
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_recorded_game_ends_where_webgipf_says(case: Case) -> None:
    game = one_game(webgipf.read, " ".join(case["input"]["tokens"]))
    assert not game.findings
    assert game.tag("Variant") == case["variant"]
    played = replay(game, lenient=True)
    assert played.ok, [str(finding) for finding in played.findings]
    last, final = played.positions[-1], from_case(case["variant"], case["expect"]["final"])
    assert (last.white, last.black, last.gipfs) == (final.white, final.black, final.gipfs)
    # webgipf plays basic with 18 pieces a side, three more than the rules.
    more = 18 - last.variant.pieces
    assert [reserve + more for reserve in last.reserves] == list(final.reserves)
    assert list(last.captured) == case["expect"]["captured_w_b"]
    found = [[colour.word[0], row.spots] for colour in (WHITE, BLACK) for row in last.obligations(colour)]
    assert sorted(found) == sorted(case["expect"]["unresolved_rows"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_recorded_game_is_written_as_it_was(case: Case) -> None:
    text = " ".join(case["input"]["tokens"])
    again, lost = webgipf.write(one_game(webgipf.read, text))
    assert not lost
    known = text.split()
    if case["variant"] == "basic":  # written with the pieces of the start in an order of its own
        assert again.split()[6:] == known[6:]
        assert sorted(again.split()[:6]) == sorted(known[:6])
    else:
        assert again.split() == known


def test_a_row_left_standing_is_found_in_the_last_turn() -> None:
    game = one_game(webgipf.read, ROW_LEFT)
    assert not game.findings
    assert game.turns[17].after == ((WrittenPiece("f6", None, None), WrittenPiece("g6", None, None)),)
    assert [turn.text for turn in game.turns[17:]] == ["Ka5-b5 xf6,g6", "Wf1-f2"]
    (finding,) = replay(game).findings
    assert (finding.code, finding.severity, finding.turn, finding.side) == ("row-not-removed", "error", 19, "white")
    assert (finding.line, finding.column) == (1, ROW_LEFT.index("Wf1") + 1)
    assert [f.severity for f in replay(game, lenient=True).findings] == ["warning"]


def rounds(count: int, first: int = 0) -> None:
    for game in random_games(count, first=first):
        text, lost = webgipf.write(game)
        assert not lost
        back = one_game(webgipf.read, text)
        assert not back.findings
        assert back.tag("Variant") == game.tag("Variant")
        assert_same_game(back, game)
        assert webgipf.write(back)[0] == text


def test_random_games_come_back_equal() -> None:
    rounds(60)


@pytest.mark.slow
def test_many_random_games_come_back_equal() -> None:
    rounds(1000, first=1000)


# --- The start, and how lines hold games ---


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_the_pieces_of_the_start_are_no_turns(variant: Any) -> None:
    record = random_record(5, variant, 9)
    text, _ = webgipf.write(record)
    assert len(text.split()) == 9 + (0 if variant is TOURNAMENT else 6)
    back = one_game(webgipf.read, text)
    assert len(back.turns) == 9
    assert replay(back).start == Position.initial(variant)


def test_a_start_that_is_not_entered() -> None:
    game = one_game(webgipf.read, "We1-e2 Ka1-b2 Wa5-b5")
    assert game.tags == ()
    assert len(game.turns) == 3
    assert replay(game).variant in (BASIC, STANDARD)
    basic = random_record(11, BASIC, 40)
    bare = " ".join(webgipf.write(basic)[0].split()[6:])
    assert_same_game(one_game(webgipf.read, bare), basic, BASIC)


def test_six_gipf_pieces_on_the_corners_and_more_are_tournament() -> None:
    start = "GWe1-e2 GKa1-b2 GWa5-b5 GKe9-e8 GWi5-h5 GKi1-h2 "
    assert one_game(webgipf.read, start + "Wf1-f2").tag("Variant") == "standard"
    game = one_game(webgipf.read, start + "GWf1-f2")
    assert (game.tag("Variant"), len(game.turns)) == ("tournament", 7)
    assert one_game(webgipf.read, start.replace("Ka1-b2", "Ka1-c3")).tag("Variant") == "tournament"


def test_a_line_is_a_game_unless_it_goes_on() -> None:
    text = "\ufeffGWe1-e2\nGKe9-e8 GWi3-h3\n\nGWa1-b2 GKa2-b2\n"
    games = list(webgipf.read(lines_of(text), "x"))
    assert [len(game.turns) for game in games if isinstance(game, Record)] == [3, 2]
    assert [game.line for game in games if isinstance(game, Record)] == [1, 4]
    assert [game.number for game in games if isinstance(game, Record)] == [1, 2]


@pytest.mark.parametrize(
    ("text", "turns", "column"),
    [
        ("GWe1-e2 GKe9-e7x Wf1-f2", [None, "GKe9-e7x", None], 9),
        ("GWe1-e2 GWi3-h3", [None, "", None], 9),
        ("GKe1-e2", ["", None], 1),
    ],
)
def test_what_is_no_token_or_out_of_turn(text: str, turns: list[str | None], column: int) -> None:
    game = one_game(webgipf.read, text)
    assert [turn.unreadable for turn in game.turns] == turns
    (finding,) = game.findings
    assert (finding.code, finding.column) == ("unreadable", column)


def test_text_without_a_token_is_no_game() -> None:
    (finding,) = webgipf.read(["hello world\n"], "x")
    assert isinstance(finding, Finding)
    assert finding.code == "stray-text"


def test_a_removal_at_the_end_that_no_push_follows() -> None:
    cut = "GWi3-h3 xb2,c3"
    assert [turn.after for turn in one_game(webgipf.read, cut).turns] == [
        ((WrittenPiece("b2", None, None), WrittenPiece("c3", None, None)),)
    ]


def test_what_webgipf_cannot_hold_is_named() -> None:
    record = random_record(2, TOURNAMENT, 4)
    lost = webgipf.write(Record((("Event", "Club"), *record.tags), record.main, "1/2-1/2"))[1]
    assert [finding.message for finding in lost] == ["webgipf holds no tags: Event", "webgipf holds no result: 1/2-1/2"]
    turns = (WrittenTurn(None, unreadable="what is this"), WrittenTurn(WrittenPush(None, "e5")))
    text, lost = webgipf.write(Record((("Variant", "tournament"),), TurnList(turns)))
    assert text == "whatisthis e5\n"
    assert len(lost) == 3


# --- The grammar, broken text ---


def by_grammar(text: str) -> tuple[str, ...] | None:
    try:
        tree = grammars.load("webgipf", start="token").parse(text)
    except UnexpectedInput:
        return None
    return (str(tree.data), *(str(token) for token in tree.scan_values(lambda value: isinstance(value, LarkToken))))


def by_hand(text: str) -> tuple[str, ...] | None:
    token = webgipf._token(text, Place(1, 1))
    if token.spots:
        return ("removal", *token.spots)
    if token.push is None:
        return None
    assert token.push.dot
    return ("push", *"G" * token.push.gipf, "WK"[token.colour], token.push.dot, token.push.spot)


def good() -> list[str]:
    return [ROW_LEFT, *(webgipf.write(game)[0] for game in random_games(9))]


def test_the_pattern_and_the_grammar_take_the_same_tokens() -> None:
    words = sorted({word for text in good() for word in text.split()})
    for word in words:
        assert by_hand(word)
        assert by_hand(word) == by_grammar(word)
    for seed in range(3000):
        text = mutated(random.Random(seed), words).strip()
        if not any(character.isspace() for character in text) and len(text) < 200:
            assert by_hand(text) == by_grammar(text), text


def test_broken_text_is_read_without_an_exception() -> None:
    fuzz(webgipf.read, webgipf.write, good(), 200)


@pytest.mark.slow
def test_much_broken_text_is_read_without_an_exception() -> None:
    fuzz(webgipf.read, webgipf.write, good(), 10_000)


def test_time_grows_with_the_text_alone() -> None:
    assert_linear_reading(webgipf.read, ["GWi3-h3 ", "xb2,b3 ", "xb2,", "GWi3-h3\n", "GKi3-h3\n", ROW_LEFT, "W", " "])
