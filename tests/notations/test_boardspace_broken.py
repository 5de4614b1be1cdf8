import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from boardspace_games import HEADER, OPENING, codes, findings, game2, games, items, made, one, played_from, push
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import assert_linear

from gipfkit.findings import ERROR
from gipfkit.notations.boardspace import writing as boardspace_write
from gipfkit.notations.boardspace.header import read_result
from gipfkit.record import Record, WrittenPush
from gipfkit.replay import replay

# Broken files

BROKEN = {
    "text between": ("hello", "stray-text"),
    "another game": ("(;GM[yinsh];P0[0 Start P0])", "unknown-tag-value"),
    "another variant": (made(*OPENING, su="gipf-matrx 0 102"), "unknown-tag-value"),
    "no turns": (made("Resign , Resign "), "no-turns"),
    "an empty game": ("(;)", "no-turns"),
    "no set-up": (made(*OPENING).replace("SU[gipf 0 102]", ""), "variant-assumed"),
    "a value left open": (made(*OPENING).replace("E 2]", "E 2"), "unclosed-value"),
    "a game left open": (made(*OPENING).replace(")", ""), "unclosed-game"),
    "a variation left open": (made(*OPENING).replace("; P1[4", "(; P1[4") + "\n", "unclosed-variation"),
    "cut inside a turn": (made(*OPENING, "Dropb F 1"), "text-cut"),
    "no Done at the end": (made(*OPENING, "Dropb F 1, Dropb F 2"), "text-cut"),
    "a turn without a push": (made(*OPENING, "Dropb F 1, Done "), "unreadable"),
    "an unknown gesture": (made(*OPENING, "Frobnicate 1, Dropb F 1, Dropb F 2, Done "), "unreadable"),
    "a point that is none": (made(*OPENING, "Dropb J 1, Dropb F 1, Dropb F 2, Done "), "unreadable"),
    "one point of two": (made(*OPENING, "Slide F 1, Dropb F 1, Dropb F 2, Done "), "unreadable"),
    "a second push": (made(*OPENING, "Dropb F 1, Dropb F 2, Dropb F 2, Done "), "unreadable"),
    "a lonely Done": (made(*OPENING, "Done , Dropb F 1, Dropb F 2, Done "), "unreadable"),
    "the wrong side": (made(*OPENING, *OPENING, players="0111"), "side-differs"),
    "an index left out": (made(*OPENING).replace("P1[5 ", "P1[7 "), "number-differs"),
    "an unknown property": (made(*OPENING).replace("E 8]", "E 8]XY[z]"), "unreadable"),
    "a bad time": (made(*OPENING).replace("E 8]", "E 8]TM[x]"), "unreadable"),
    "a header value twice": (made(*OPENING, header="GN[a]GN[b]"), "duplicate-tag"),
    "set up inside": (made(*OPENING, "Edit , Pickb E 2, Dropb E 3, Start P0, Dropb F 1"), "unreadable"),
    "zeros": (made(*OPENING).replace("Done ", "Do\x00ne "), "unreadable"),
    "too deep": ("(;GM[gipf]SU[gipf]" + "(;P0[Start P0])(;" * 300 + ")" * 300 + ")", "variation-too-deep"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_reported_with_its_place_and_costs_no_other(name: str) -> None:
    broken, code = BROKEN[name]
    good = made(*OPENING)
    for text in (f"{good}\n{broken}\n{good}", f"{good}\r\n{broken}\r\n{good}".replace("\n", "\r\n")):
        found = games(text)
        assert found[0] == found[-1] == one(good)
        assert [game.number for game in found] == list(range(1, len(found) + 1))
        assert code in codes(text)
        assert all(finding.line and finding.source == "x.sgf" for finding in findings(text))
        for game in found:
            replay(game)


def test_an_illegal_turn_is_kept_as_it_stands_and_found_by_the_replay() -> None:
    game = played_from("wbwb/5/6/7/6/5/4 w 13/13 0/0 - basic", push("B 1", "B 2"), push("F 1", "F 2"))
    assert [turn.push for turn in game.turns] == [WrittenPush("b1", "b2"), WrittenPush("f1", "f2")]
    assert game.turns[0].text == "P0[Dropb B 1] P0[Dropb B 2] P0[Done]"
    (finding,) = (f for f in replay(game).findings if f.severity == ERROR)
    assert (finding.code, finding.turn, finding.column) == ("push-line-full", 1, 6)
    assert one(made(push("E 1", "G 2"))).turns[0].push == WrittenPush("e1", "g2")


def test_places_are_those_of_a_turns_first_gesture() -> None:
    main = one(HEADER.replace("\r", "")).main
    assert [(place.line, place.column) for place in (main.place(1), main.place(2)) if place] == [(16, 6), (21, 6)]


def test_a_game_of_ten_thousand_turns_and_a_doubled_game_are_read() -> None:
    text = made(*(push("E 1", "E 2"), push("E 9", "E 8")) * 5000)
    first, second = games(f"{text}\n{text}")
    assert first == second
    assert len(first.turns) == 10_000


def test_three_hundred_variations_are_read_and_written() -> None:
    lines = [f"(; P1[Dropb E 9]; P1[Dropb E 8]; P1[Done ]C[{k}])" for k in range(300)]
    text = "\n".join(["(;GM[gipf]SU[gipf];P0[Start P0];P0[Slide E 1 E 2];P0[Done ]", *lines, ")"])
    game = one(text)
    assert game.findings == ()
    assert len(game.main.annotations[2].variations) == 299
    assert one(boardspace_write.write(game)[0]) == replace(game, tags=one(boardspace_write.write(game)[0]).tags)


def test_a_variation_may_branch_inside_a_turn() -> None:
    text = "(;GM[gipf]SU[gipf];P0[Start P0];P0[Dropb E 1](;P0[Dropb E 2];P0[Done ])"
    text += "(;P0[Dropb F 1];P0[Dropb F 2];P0[Done ]))"
    game = one(text)
    (variation,) = game.main.annotations[1].variations
    assert [turn.push for turn in (*game.turns, *variation.turns)] == [WrittenPush("e1", "e3"), WrittenPush("f1", "f2")]


# Any text


@settings(deadline=None)
@given(st.one_of(st.text(max_size=200), st.text("(;)[]\\P01 DropbDoneE123\n", max_size=200)))
def test_any_text_gives_games_and_findings_but_no_exception(text: str) -> None:
    for item in items(text) + items("(;GM[gipf]SU[gipf]" + text) + items(made(*OPENING)[:-1] + text):
        assert item is not None
        if isinstance(item, Record):
            replay(item)
            boardspace_write.write(item)


SAMPLES = (HEADER, game2("person"), game2("robot"), made(*OPENING))
PIECES = (
    "",
    "]",
    "[",
    "(",
    ")",
    ";",
    "\\",
    "Done ",
    "Edit ",
    "Remove E 5",
    "Preserve E 5",
    "Pickb E 2",
    "P1[",
    "\n",
    "\0",
)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(SAMPLES), st.integers(0, 10_000), st.data())
def test_a_mangled_game_raises_nothing_and_costs_no_other(text: str, seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    for _ in range(data.draw(st.integers(1, 5))):
        a, b = sorted(rng.randrange(len(text)) for _ in range(2))
        text = text[:a] + rng.choice(PIECES) + text[min(b, a + rng.choice((0, 1, 5, 40))) :]
    good = made(*OPENING)
    found = games(f"{good}\n{text}\n{good}")
    assert found[0] == found[-1] == one(good)
    for game in found:
        replay(game)
        boardspace_write.write(game)


SIDES_DIFFER = ";P1[Dropb A 1];P1[Done];P0[Dropb A 1];P0[Done]"


@pytest.mark.parametrize(
    ("text", "times"),
    [
        # Variations inside a turn of very many single removals.
        (lambda times: made("Pick wr")[:-1] + ";P0[1 Remove E 5](;C[v])" * times, 12_000),
        # Findings that a game has once, behind very many others.
        (lambda times: made("x")[:-1] + ";P0[%]" * 2 * times + SIDES_DIFFER * times, 16_000),
        (lambda times: made("x")[:-1] + ";ZZ[a]" * times + "(;C[a](;C[a])" * 201 + "(;C[a])" * times, 32_000),
    ],
)
def test_time_grows_with_the_length_alone(text: Callable[[int], str], times: int) -> None:
    assert_linear(lambda many: items(text(many) + ")"), times // 16, times)


@pytest.mark.parametrize(
    ("result", "name", "times"),
    [
        (lambda times: "Game won by a" + " " * times + "x", lambda _: "Ann", 16_000),
        (lambda times: "ab" * 2 * times + "c", lambda times: "ab" * times, 32_000),
    ],
)
def test_a_sentence_is_read_in_time_that_grows_with_its_length_alone(
    result: Callable[[int], str], name: Callable[[int], str], times: int
) -> None:
    assert_linear(lambda many: read_result(result(many), (name(many), name(many) + "c")), times // 16, times)


def test_a_variation_inside_a_turn_takes_its_last_gestures_along() -> None:
    game = one(made("Pick wr, Dropb E 1")[:-1] + "(;P0[3 Dropb E 2];P0[4 Done ])(;P0[3 Dropb E 2];P0[4 Done ]))")
    (variation,) = game.main.annotations[1].variations
    assert variation.turns[0].text == game.turns[0].text == "P0[1 Pick wr] P0[2 Dropb E 1] P0[3 Dropb E 2] P0[4 Done]"
    game = one(
        made(*["Pick wr"] * 99, players="0" * 99)[:-1] + "(;P0[3 Slide E 1 E 2];P0[4 Done ])(;P0[5 Slide E 1 E 2]))"
    )
    (variation,) = game.main.annotations[1].variations
    assert variation.turns[0].text == " ".join([*(f"P0[{k} Pick wr]" for k in range(50, 100)), "P0[5 Slide E 1 E 2]"])


def test_a_variation_inside_a_turn_takes_the_beginnings_of_long_gestures_along() -> None:
    game = one(made("Pick wr" + " " * 200 + "x")[:-1] + "(;P0[1 Done ])(;P0[2 Slide E 1 E 2]))")
    (variation,) = game.main.annotations[1].variations
    assert variation.turns[0].text == f"{'P0[1 Pick wr':100} P0[2 Slide E 1 E 2]"


def test_a_piece_lifted_again_in_a_variation_gives_back_what_stood_before_it_alone() -> None:
    removals = "Remove E 5, Dropb E 2"
    lifted = ";P0[3 Pickb E 2];P0[4 Remove {}];P0[5 Dropb E 2];P0[6 Done ]"
    game = one(made(removals)[:-1] + f"({lifted.format('D 4')})({lifted.format('F 5')}))")
    (variation,) = game.main.annotations[1].variations
    assert [
        [piece.spot for group in turn.before for piece in group] for turn in (game.turns[0], variation.turns[0])
    ] == [
        ["e5", "d4"],
        ["e5", "f5"],
    ]
