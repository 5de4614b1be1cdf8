from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from linear import assert_linear, seconds

from gipfkit.notations.game_words import DEEPEST
from gipfkit.notations.movetext import Movetext, read, read_by_grammar, read_plain
from gipfkit.notations.official import turn_text
from gipfkit.record import Annotation, Place, TurnList

WORDS = ["1.", "2.", "1...", "12.", "e2", "Gg1-g3", "xe7,e8;c7-e7", "g1-c3;xc2,d3*", "(16)", "(3", "x", "X", "1-0", "*"]
WORDS += ["{", "}", "{good}", "(", ")", "!", "?!", "$3", "zz", "/", "\n", "e1-z9", "½-½", "[", "e2!", "e2(3)", "1.e2"]
texts = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)


def codes(game: Movetext) -> list[str]:
    return [finding.code for finding in game.findings]


def contents(game: Movetext) -> tuple[TurnList, str | None, bool]:
    return game.main, game.mark, game.resigned


@given(st.one_of(texts, st.text("Ge2x17-.;,*() \n!{}", max_size=30)))
@example("1. e2 (12) e8 (12) 1-0")
@example("e2 / e8 / X")
def test_a_plain_run_is_read_as_the_grammar_reads_it(text: str) -> None:
    plain = read_plain(text)
    if plain is not None:
        game = read_by_grammar(text)
        assert contents(plain) == contents(game)
        assert not game.findings
        assert game.rest is None
        places = [plain.main.place(k + 1) for k in range(len(plain.main.turns))]
        assert places == [game.main.place(k + 1) for k in range(len(game.main.turns))]


@given(st.one_of(texts, st.text(max_size=60)))
@example("\xa0")
def test_any_text_is_read_without_an_exception_and_no_word_is_lost(text: str) -> None:
    games = list(read(text))
    kept = sum(len(game.main.turns) for game in games)
    assert kept >= 0
    for game in games:
        for k in range(len(game.main.turns)):
            assert game.main.place(k + 1) is not None


def test_comments_glyphs_and_variations_stand_where_they_belong() -> None:
    (game,) = read("1. e2! (11) {good} e8 (1... b2 $6 (1... h2) {well}) 2. b3 0-1")
    notes = game.main.annotations
    assert [turn_text(turn) for turn in game.main.turns] == ["e2", "e8", "b3"]
    assert game.main.turns[0].reserve == 11
    assert notes[1] == Annotation((1,), ("good",))
    (variation,) = notes[2].variations
    assert [turn_text(turn) for turn in variation.turns] == ["b2"]
    assert variation.annotations[1].glyphs == (6,)
    assert [turn_text(turn) for turn in variation.annotations[1].variations[0].turns] == ["h2"]
    assert variation.annotations[1].comments == ("well",)
    assert game.mark == "0-1"


def test_the_place_of_a_turn_is_its_line_and_column() -> None:
    (game,) = read("1. e2 (11)\n   e8 {x}\n2.  b3", line=5)
    assert [game.main.place(k) for k in (1, 2, 3)] == [Place(5, 4), Place(6, 4), Place(7, 5)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("e2 (16\nb2", ["missing-bracket"]),
        ("e2 (16 b2 (b3)", ["missing-bracket"]),
        ("e2 (16 (b2) b3", ["missing-bracket"]),
        ("e2 (16  (b2) b3", ["missing-bracket"]),
        ("e2 (1 ... b2 (b3))", ["unreadable"]),
        ("e2 (1  ... b2 (b3))", ["unreadable"]),
        ("e2 {never closed", ["unclosed-comment"]),
        ("e2 {a {b} c}", ["nested-comment"]),
        ("e2 (b2 1-0", ["unclosed-variation"]),
        ("e2 ) b2", ["stray-bracket"]),
        ("e2 } b2", ["stray-bracket"]),
        ("5. e2", ["number-differs"]),
        ("1. e2 b2 1. b3", ["number-differs"]),
        ("1... e2", ["number-differs"]),
        ("1… e2 b2", ["number-differs"]),
        ("1. e2 b2 2... b3", ["number-differs"]),
        ("1. e2 1... b2 2. b3 2… c2 3. d2 3. e8", []),
        ("e2 zz yy b2", ["unreadable"]),
        ("e2 zz !!! b2", ["unreadable"]),
        ("e2!!! b2", ["unreadable"]),
        ("e2 ?!? (16) b2", ["unreadable"]),
        ("e2 zz\nyy b2", ["unreadable", "unreadable"]),
        ("e2 c1-e", ["text-cut"]),
        ("e2 c1-e 1-0", ["unreadable"]),
        ("e2 c1-e *", ["text-cut"]),
        ("e2 c1-e\n*\n\n1. e2 b2 *", ["text-cut"]),
        ("e2 c1+e *", ["unreadable"]),
        ("e2 c1-e b2 *", ["unreadable"]),
        ("e2 zz c1-e *", ["unreadable"]),
        ("e2 (9) (8)", ["unreadable"]),
    ],
)
def test_each_flaw_of_a_text_is_named(text: str, found: list[str]) -> None:
    game = next(iter(read(text)))
    assert codes(game) == found


@pytest.mark.parametrize("text", ["1. e2!!! (16) b2 2. b3", "1. e2 (16) !!! b2 2. b3", "1. e2 !!!(16) b2 2. b3"])
def test_more_marks_than_a_glyph_has_are_a_comment_and_no_turn(text: str) -> None:
    (game,) = read(text)
    assert [turn_text(turn) for turn in game.main.turns] == ["e2", "b2", "b3"]
    assert game.main.turns[0].reserve == 16
    assert game.main.annotations[1].comments == ("!!!",)
    (found,) = game.findings
    assert (found.code, found.severity, found.text) == ("unreadable", "warning", "!!!")


def test_a_number_of_black_is_right_where_black_begins() -> None:
    assert [codes(game) for game in read("1... e2 2. b2", ply=1)] == [[]]


def test_an_open_comment_ends_before_the_next_line_of_turns() -> None:
    (game,) = read("1. e2 {never closed\n2. b2 b3 1-0")
    assert [turn_text(turn) for turn in game.main.turns] == ["e2", "b2", "b3"]
    assert game.main.annotations[1].comments == ("never closed",)


def test_a_result_in_the_midst_ends_a_game_and_the_next_follows() -> None:
    games = list(read("1. e2 1-0 1. b2 b3 0-1 1. c2"))
    assert [(game.mark, len(game.main.turns)) for game in games] == [("1-0", 1), ("0-1", 2), (None, 1)]
    assert games[1].main.place(1) == Place(1, 14)


def test_variations_up_to_the_limit_are_read_and_deeper_ones_reported() -> None:
    for depth in (DEEPEST, 1000):
        (game,) = read("e2 " + "(e8 " * depth + ")" * depth + " b2 1-0")
        assert codes(game) == (["variation-too-deep"] if depth > DEEPEST else [])
        assert [turn_text(turn) for turn in game.main.turns] == ["e2", "b2"]
        assert game.mark == "1-0"


@pytest.mark.parametrize("character", list('(){}[]!?1a;/x*"\n X$'))
def test_ten_megabytes_of_one_character_are_read_in_seconds(character: str) -> None:
    games: list[Movetext] = []
    assert seconds(lambda: games.extend(read(character * 10_000_000))) < 30
    assert len(games) == 1
    assert len(games[0].findings) <= 1


@pytest.mark.parametrize(
    "piece",
    [
        "e2 1-0 ",
        "( e2 ",
        "e2 {x ",
        "{\n1. ",
        "(1 e2 ",
        "e2 (16\n",
        ") ",
        "{ {a} ",
        "{a {",
        "e2 zz ",
        "1 ",
        "(1\n(",
        "x; ",
    ],
)
def test_time_grows_with_the_length_alone(piece: str) -> None:
    assert_linear(lambda times: list(read(piece * times)), 500, 8_000)


def test_the_places_of_all_turns_cost_no_more_than_their_number() -> None:
    def work(times: int) -> None:
        game = read_plain("b3 b4\n" * times)
        assert game is not None
        assert [game.main.place(k) for k in range(1, 2 * times + 1, 2)] == [Place(k, 1) for k in range(1, times + 1)]

    assert_linear(work, 60, 1920)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        (lambda times: "1. b2 (1" + " " * times + "x)", 16_000),
        (lambda times: "1. b2 " + ("z" * 2_000 + " ") * times, 6_000),
        (lambda times: "1. b2\n" + ("z" * 6_000 + "\n") * times, 4_000),
    ],
)
def test_time_grows_with_the_length_of_a_stretch_alone(text: Callable[[int], str], times: int) -> None:
    assert_linear(lambda many: list(read(text(many))), times // 16, times)


def test_the_place_of_every_turn_is_told_in_time_that_grows_with_their_number_alone() -> None:
    def places(times: int) -> list[Place | None]:
        (game,) = read("e2 (1)\n" * times)
        return [game.main.place(k + 1) for k in range(times)]

    assert places(3) == [Place(1, 1), Place(2, 1), Place(3, 1)]
    assert_linear(places, 250, 4_000)


@pytest.mark.parametrize("turn", ["x;" * 301 + "e2", "xb2" + ",b2" * 300 + ";e2", "e2" + " " * 600 + ";x"])
def test_what_is_longer_than_any_turn_is_kept_as_an_unreadable_one(turn: str) -> None:
    (game,) = read(f"1. b2 {turn} 2. b3")
    assert [written.unreadable for written in game.main.turns] == [None, turn, None]
    assert codes(game) == ["unreadable"]


def test_unreadable_words_on_one_line_are_one_turn() -> None:
    (game,) = read("b2 zz (9) 1. yy xx\nww (b3 vv uu) b4")
    assert [turn.unreadable for turn in game.main.turns] == [None, "zz (9)", "yy xx", "ww", None]
    (variation,) = game.main.annotations[4].variations
    assert [turn.unreadable for turn in variation.turns] == [None, "vv uu"]


@pytest.mark.parametrize("bracket", ["()", "( )", "(/)", "(X)", "(*)", "(11.)", "(99999)", "(-1)", "( 123456789012 )"])
def test_a_bracket_without_a_turn_or_a_count_is_an_error(bracket: str) -> None:
    (game,) = read(f"1. b3 {bracket} b4")
    (finding,) = game.findings
    assert (finding.code, finding.severity, finding.line, finding.column) == ("unreadable", "error", 1, 7)
    assert [turn.reserve for turn in game.main.turns] == [None, None]
    assert [turn.unreadable for turn in game.main.turns] == [None, None]


@pytest.mark.parametrize("bracket", ["({a thought})", "(1-0)", "(11)", "(b4)", "((b4) b5)"])
def test_a_bracket_with_a_comment_a_count_or_a_turn_is_none(bracket: str) -> None:
    (game,) = read(f"1. b3 {bracket} b4")
    assert game.findings == []
