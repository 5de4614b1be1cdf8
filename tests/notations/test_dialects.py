"""Notations of which only a part is known: Julio974's, the PBeM server's, OpenXum's; and the course's position text."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from lark import Token as LarkToken
from lark import UnexpectedInput
from limits import SAYS, pbem_says
from linear import assert_linear
from positions import from_case
from roundtrips import (
    assert_linear_reading,
    assert_same_game,
    fuzz,
    lines_of,
    mutated,
    one_game,
    random_game_of,
    random_games,
)

from gipfkit.findings import Finding
from gipfkit.gipf.board import DOTS, PATHS, PATHS_OF_DOT, SPOTS, mask
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, TOURNAMENT
from gipfkit.notations import course, grammars, julio974, openxum, pbem
from gipfkit.record import Record, TurnList, WrittenPiece, WrittenPush, WrittenTurn
from gipfkit.replay import replay

Case = dict[str, Any]
CASES: list[Case] = [
    case
    for case in map(json.loads, (Path(__file__).parents[1] / "data/positions.jsonl").read_text("utf-8").splitlines())
    if case["source"].startswith("Szymongr14")
]
DIALECTS: dict[str, Any] = {"julio974": julio974, "pbem": pbem, "openxum": openxum}
each = pytest.mark.parametrize("name", DIALECTS)


def rounds(name: str, count: int, first: int = 0) -> None:
    read, write = DIALECTS[name].read, DIALECTS[name].write
    says, variants = SAYS[name]
    turns = 0
    for seed in range(first, first + count):
        variant = variants[seed % len(variants)]
        game = random_game_of(seed, variant, says, most=60 if first else 30)
        text, lost = write(game)
        assert [finding.message for finding in lost] == (
            [] if variant is TOURNAMENT else [f"{name} holds no variant: {variant.name}"]
        )
        back = one_game(read, text)
        assert not back.findings
        assert_same_game(back, game, variant)
        assert write(back)[0] == text
        turns += len(game.turns)
    assert turns > count * 7


@each
def test_random_games_that_it_can_say_come_back_equal(name: str) -> None:
    rounds(name, 60)


@pytest.mark.slow
@each
def test_many_random_games_that_it_can_say_come_back_equal(name: str) -> None:
    rounds(name, 1000, 1000)


@each
def test_what_it_cannot_say_of_a_game_is_named(name: str) -> None:
    """Every game is written; where nothing is named but the variant, it comes back equal."""
    read, write = DIALECTS[name].read, DIALECTS[name].write
    named = 0
    for game in random_games(45):
        text, lost = write(game)
        rest = [finding for finding in lost if "holds no variant" not in finding.message]
        assert all(finding.code == "not-expressed" for finding in lost)
        named += bool(rest)
        if not rest:
            assert_same_game(one_game(read, text), game, replay(game).variant)
    assert 0 < named <= 45


@each
def test_tags_results_and_notes_that_are_lost(name: str) -> None:
    turns = (WrittenTurn(WrittenPush(None, "b2", True)), WrittenTurn(None, unreadable="what is this"))
    record = Record((("Event", "Club"), ("Variant", "tournament")), TurnList(turns), "1-0")
    text, lost = DIALECTS[name].write(record)
    assert [finding.message for finding in lost] == [
        f"{name} holds no tags: Event",
        f"{name} holds no result: 1-0",
        "a turn that can't be read: what is this",
    ]
    assert text.endswith(" whatisthis\n\n")


@each
def test_blank_lines_stand_between_games(name: str) -> None:
    games = [random_game_of(seed, TOURNAMENT, SAYS[name][0], 8) for seed in range(5)]
    text = "\ufeff\n" + "\n".join(DIALECTS[name].write(game)[0] for game in games)
    back = list(DIALECTS[name].read(lines_of(text), "x"))
    assert [item.number for item in back if isinstance(item, Record)] == [1, 2, 3, 4, 5]
    for item, game in zip(back, games, strict=True):
        assert isinstance(item, Record)
        assert_same_game(item, game, TOURNAMENT)


@each
def test_text_without_a_turn_is_no_game(name: str) -> None:
    (finding,) = DIALECTS[name].read(["hello world\n"], "x")
    assert isinstance(finding, Finding)
    assert finding.code == "stray-text"


# --- Julio974 ---


def test_julio_s_dots_and_stars() -> None:
    said = {
        "c1": "c2",
        "c1*": "d2",
        "a2": "b2",
        "a4": "b4",
        "a4*": "b5",
        "i3": "h3",
        "f8": "f7",
        "f8*": "e8",
        "e1": "e2",
    }
    game = one_game(julio974.read, " ".join(said))
    assert [turn.push.spot for turn in game.turns if turn.push] == list(said.values())
    firsts = {path.first for path in PATHS}
    for dot in DOTS:
        both = one_game(julio974.read, f"{dot} {dot}*")
        found = [turn.push.spot for turn in both.turns if turn.push]
        assert sorted(found) == sorted(path.first for path in PATHS_OF_DOT[dot])
        assert set(found) <= firsts
        if len(found) == 2:
            column = [spot for spot in found if spot[0] == dot[0]]
            assert found[0] == (column or [spot for spot in found if spot[1] == dot[1]])[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("e1XX", "more than one row"),
        ("Xe1", "a row that goes before the push"),
        ("e1XGe5", "which GIPF-pieces go"),
        ("a1*", "no turn"),
        ("e9-e8", "no turn"),
    ],
)
def test_what_is_not_known_of_julio_s_notation_is_refused(text: str, message: str) -> None:
    game = one_game(julio974.read, f"e2 {text} e2")
    assert [turn.unreadable for turn in game.turns] == [None, text, None]
    assert [finding.code for finding in game.findings] == ["unreadable"]
    assert message in game.findings[0].message
    assert game.findings[0].column == 4


def test_numbers_of_turns_are_left_out() -> None:
    assert len(one_game(julio974.read, "1. Ge2 Ge8 2.Gc2 3 Gb3").turns) == 4


# --- PBeM ---


def test_pbem_refuses_rows() -> None:
    game = one_game(pbem.read, "ga1-b2 ga5-b5\nna1-c3 xb2,c3")
    assert game.tag("Variant") == "tournament"
    assert [turn.push for turn in game.turns[:3]] == [
        WrittenPush("a1", "b2", True),
        WrittenPush("a5", "b5", True),
        WrittenPush("a1", "c3", False),
    ]
    assert "not known" in game.findings[0].message
    lost = pbem.write(random_game_of(1, BASIC, pbem_says))[1]
    assert [finding.message for finding in lost] == ["pbem holds tournament games alone, not basic"]


# --- OpenXum ---


def test_openxum_s_points() -> None:
    for name in (*DOTS, *SPOTS):
        point = openxum.openxum_point(name)
        assert re.fullmatch("[A-I][1-9]", point)
        assert openxum.official_point(point) == name
    assert [openxum.openxum_point(name) for name in ("e9", "f8", "i1", "i5", "h2")] == ["E9", "F9", "I5", "I9", "H5"]


def test_openxum_s_moves_make_turns() -> None:
    game = one_game(openxum.read, "PPWB2;PPBE8;PpWE1;ppWE1E2;RRWB2C2D2E2;RrBE8E7;PpBI5,ppBI5H5")
    assert not game.findings
    assert game.tag("Variant") == "tournament"
    assert [turn.push for turn in game.turns] == [
        WrittenPush(None, "b2", True),
        WrittenPush(None, "e8", True),
        WrittenPush("e1", "e2"),
        WrittenPush("i1", "h2"),
    ]
    assert game.turns[2].after == (tuple(WrittenPiece(spot, None, None) for spot in ("b2", "c2", "d2", "e2")),)
    assert game.turns[3].before == (tuple(WrittenPiece(spot, None, None) for spot in ("e8", "e7")),)
    assert game.turns[2].text == "PpWE1 ppWE1E2\nRRWB2C2D2E2"
    assert game.main.place(3).column == 13  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    ["PpWE1 PpBE9 ppBE9E8", "PpWE1", "PpWE1 ppWE9E8", "ppWE1E3", "PpWE2", "PPWE1", "PpW", "PPWB2C2", "RRW", "RRWA1"],
)
def test_moves_of_openxum_that_cannot_stand_there(text: str) -> None:
    game = one_game(openxum.read, f"PPWB2 PPBE8 {text}")
    assert [finding.code for finding in game.findings][:1] == ["unreadable"]
    assert any(turn.unreadable for turn in game.turns)


# --- The course ---


def drawn(position: Position, totals: tuple[int, int] = (15, 15)) -> str:
    letters = {spot: "_" for row in course.ROWS for spot in row}
    letters |= {spot: "W" for spot in SPOTS if position.white & mask([spot])}
    letters |= {spot: "B" for spot in SPOTS if position.black & mask([spot])}
    rows = [" " * (7 - len(row)) + " ".join(letters[spot] for spot in row) for row in course.ROWS]
    side = "WB"[position.to_move]
    head = f"LOAD_GAME_BOARD\n4 4 {totals[0]} {totals[1]}\n{position.reserves[0]} {position.reserves[1]} {side}\n"
    return head + "\n".join(rows) + "\n"


START = drawn(Position.initial(BASIC))


def command(case: Case) -> str:
    given = case["input"]
    row = given["chosen_row"]
    return f"DO_MOVE {given['dot']}-{given['to']}" + (f" {row[0]}: {' '.join(row[1:])}" if row else "") + "\n"


def test_the_drawing_of_basic_s_start() -> None:
    rows = [row.strip() for row in START.splitlines()[3:]]
    assert rows == [
        "W _ _ B",
        "_ _ _ _ _",
        "_ _ _ _ _ _",
        "B _ _ _ _ _ W",
        "_ _ _ _ _ _",
        "_ _ _ _ _",
        "W _ _ B",
    ]
    assert sorted(spot for row in course.ROWS for spot in row) == sorted(SPOTS)
    assert one_game(course.read, START).tags == (("Variant", "basic"),)


TURNS = [case for case in CASES if case["kind"] == "turn"]


@pytest.mark.parametrize("case", TURNS, ids=lambda case: case["id"])
def test_a_move_of_the_course_comes_to_what_the_course_says(case: Case) -> None:
    start = from_case(case["variant"], case["position"])
    wanted = from_case(case["variant"], case["expect"]["position"])
    text = drawn(start, (99, 99)) + command(case)
    game = one_game(course.read, text)
    assert not game.findings
    played = replay(game)
    assert len(game.turns) == 1
    assert played.start
    assert (played.start.white, played.start.black, played.start.reserves) == (start.white, start.black, start.reserves)
    if not played.played:
        # A position with a row that stands already: no recorded game starts so.
        pytest.fail(str(played.findings))
    last = played.positions[-1]
    # The course takes the opponent's rows at once; here they go with his next turn.
    ways = [last.take(way) for way in last.removals(last.to_move)]
    boards = [(way.white, way.black, way.reserves, way.to_move) for way in ways]
    assert (wanted.white, wanted.black, wanted.reserves, wanted.to_move) in boards
    row = case["input"]["chosen_row"]
    if row and row[0] != case["position"]["to_move"]:
        assert game.main.annotations[1].comments == (f"{row[0]}: {' '.join(row[1:])}",)
    else:
        assert not game.main.annotations
        assert len(boards) == 1


def test_an_opponent_s_chosen_row_goes_with_his_next_turn() -> None:
    case = next(case for case in TURNS if (case["input"]["chosen_row"] or "-")[0] == "b")
    text = drawn(from_case("basic", case["position"]), (99, 99)) + command(case) + "DO_MOVE i1-h2\n"
    game = one_game(course.read, text)
    played = replay(game)
    assert len(played.turns) == 2
    wanted = from_case("basic", case["expect"]["position"])
    before = played.positions[1].take(played.turns[1].before)
    assert (before.white, before.black, before.reserves) == (wanted.white, wanted.black, wanted.reserves)
    assert not game.main.annotations


def test_each_board_begins_a_game() -> None:
    text = "\n" + START + "DO_MOVE a1-b2\nIS_GAME_OVER\n\nPRINT_GAME_BOARD\nDO_MOVE e9-e8\n" + START + "DO_MOVE i5-h5\n"
    games = list(course.read(lines_of(text), "x"))
    assert [len(game.turns) for game in games if isinstance(game, Record)] == [2, 1]
    assert [game.line for game in games if isinstance(game, Record)] == [2, 17]
    assert not any(game.findings for game in games if isinstance(game, Record))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (START.replace("4 4", "3 4"), "start-impossible"),
        (START.replace("   W _ _ B\n", "   W _ _\n", 1), "start-impossible"),
        (START.replace("12 12 W\n", ""), "start-impossible"),
        (START + "DO_MOVE a1-c3-b2\n", "unreadable"),
        (START + "hello\n", "stray-text"),
    ],
)
def test_what_is_wrong_in_the_course_s_text(text: str, code: str) -> None:
    game = one_game(course.read, text)
    assert code in [finding.code for finding in game.findings]
    if code == "start-impossible":
        assert not replay(game).ok
        assert replay(game).start is None


def test_text_outside_the_course_s_boards() -> None:
    (finding,) = course.read(["hello\n", "world\n"], "x")
    assert isinstance(finding, Finding)
    assert finding.code == "stray-text"


# --- The grammars ---


def by_grammar(name: str, text: str) -> list[str] | None:
    start = "move" if name == "course" else "token"
    try:
        tree = grammars.load(name, start=start).parse(text)
    except UnexpectedInput:
        return None
    return [str(token) for token in tree.scan_values(lambda value: isinstance(value, LarkToken))]


def by_hand(name: str, text: str) -> list[str] | None:
    if name == "openxum":
        found = openxum._TOKEN.fullmatch(text)
        if found is None or openxum.move(text) is None:
            return None
        return [found[2], *re.findall("..", found[3])]
    if name == "course":
        found = course._TURN.fullmatch(text)
        return None if found is None else re.findall("[a-i][1-9]|[wb]", " ".join(filter(None, found.groups())))
    found = DIALECTS[name]._TOKEN.fullmatch(text)
    return None if found is None else [group for group in found.groups() if group]


WORDS = {
    "julio974": [f"{g}{point}{x}" for g in ("", "G") for point in (*DOTS, *SPOTS, "c1*") for x in ("", "X")],
    "pbem": [f"{kind}{path.dot}-{spot}" for kind in "gn" for path in PATHS for spot in path.spots],
    "openxum": ["PPWB2", "PpWE1", "ppBE1E2", "RRWB5C6D7E8", "RrBF3F4F5F6", "RRBA1", "PPWI9"],
    "course": [f"DO_MOVE {p.dot}-{p.first}{row}" for p in PATHS for row in ("", " w: e5 e8", " b: h2", "w:e5 e6 e7")],
}


@pytest.mark.parametrize("name", WORDS)
def test_the_pattern_and_the_grammar_take_the_same_turns(name: str) -> None:
    for word in WORDS[name]:
        assert by_hand(name, word) == by_grammar(name, word) is not None
    for seed in range(3000):
        text = mutated(random.Random(seed), WORDS[name])
        if not re.search(r"[^\S ]", text) and len(text) < 200 and (name == "course" or " " not in text):
            assert by_hand(name, text) == by_grammar(name, text), text


# --- Broken text ---


def good(name: str) -> list[str]:
    if name == "course":
        return [
            START + "DO_MOVE a1-b2\nDO_MOVE e9-e8\n",
            *(drawn(from_case("basic", c["position"])) + command(c) for c in TURNS),
        ]
    return [DIALECTS[name].write(game)[0] for game in random_games(6)]


READERS = [*((name, module.read, module.write) for name, module in DIALECTS.items()), ("course", course.read, None)]


@pytest.mark.parametrize(("name", "read", "write"), READERS)
def test_broken_text_is_read_without_an_exception(name: str, read: Any, write: Any) -> None:
    fuzz(read, write, good(name), 200)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "read", "write"), READERS)
def test_much_broken_text_is_read_without_an_exception(name: str, read: Any, write: Any) -> None:
    fuzz(read, write, good(name), 10_000)


def test_time_grows_with_the_text_alone() -> None:
    assert_linear_reading(julio974.read, ["Ge2 ", "e1X ", "e1X\n\n", "1", "G", " "])
    assert_linear_reading(pbem.read, ["ga1-b2 ", "ga1", " ", "na1-b2\n\n"])
    assert_linear_reading(openxum.read, ["PPWB2;", "PpWE1;", "RRWB2;", "RrBB2;", "RRW", "B2", ";", "PpWE1 ppWE1E2\n\n"])
    assert_linear_reading(course.read, ["LOAD_GAME_BOARD\n", START, "DO_MOVE a1-b2\n", "W ", "_ _\n", " "])
    assert_linear(lambda times: list(course.read(lines_of(START + "DO_MOVE a1-b2\n" * times))), 50, 1000)
