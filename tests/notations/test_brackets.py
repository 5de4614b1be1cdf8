"""Square brackets that are no tag pair eat no turns and cut no game in two (field test A11)."""

from collections.abc import Callable

import pytest
from linear import assert_linear
from readings import assert_comes_back, codes, comments, games, items, places, texts, turns

from gipfkit.replay import replay

SHEET = ["Ge8", "Gd8-f7", "Ge9-e7", "Gf8-d7"]


@pytest.mark.parametrize(
    "text",
    [
        "[18:01] 1. Ge8 Gd8-f7\n[18:02] 2. Ge9-e7 Gf8-d7",
        "[Ann] Ge8\n[Bob] Gd8-f7\n[Ann] Ge9-e7\n[Bob] Gf8-d7",
        "[1] Ge8 Gd8-f7\n[2] Ge9-e7 Gf8-d7",
        "[2023-05-01 18:01:33] [Ann] 1. Ge8 Gd8-f7\n  [2023-05-01 18:02:00] [Bob] 2. Ge9-e7 Gf8-d7",
        "1. Ge8 Gd8-f7\n[Diagram]\n2. Ge9-e7 Gf8-d7",
        "1. Ge8 Gd8-f7\n\n[Diagram]\n\n2. Ge9-e7 Gf8-d7\n\n[#]\n",
        "[#]\n1. Ge8 Gd8-f7 2. Ge9-e7 Gf8-d7",
        "1. Ge8 [%clk 0:10:00] Gd8-f7 [%clk 0:09:00]\n2. Ge9-e7 [18:02] Gf8-d7",
        "[%clk 0:10:00] 1. Ge8 Gd8-f7\n[%clk 0:08:00] 2. Ge9-e7 Gf8-d7",
        "(18:01) 1. Ge8 Gd8-f7\n(18:02:03) 2. Ge9-e7 Gf8-d7",
        "[18:00] hello\n[18:01] Ann: Ge8\n"
        "[18:01] Bob: Gd8-f7\n[18:02] Ann: Ge9-e7\n[18:03] Bob: well!\n[18:03] Bob: Gf8-d7",
        "[White to move]\n1. Ge8 Gd8-f7\n\n[Black to play]\n2. Ge9-e7 Gf8-d7",
        "1. Ge8 Gd8-f7\n\n[Zebra: striped]\n\n2. Ge9-e7 Gf8-d7",
        "[Ge8] [Gd8-f7] [Ge9-e7] [Gf8-d7]",
        "[1. Ge8 Gd8-f7 2. Ge9-e7 Gf8-d7]",
        "[1. Ge8 Gd8-f7]\n[2. Ge9-e7 Gf8-d7]",
    ],
)
def test_turns_beside_a_bracket_that_is_no_tag_pair_are_read(text: str) -> None:
    (game,) = games(text)
    assert turns(text) == [SHEET]
    assert game.tags == ()
    assert {finding.severity for finding in game.findings} <= {"note", "warning"}
    assert replay(game).ok
    assert_comes_back(text)
    assert [turn for game in turns(f"{text}\n\n{text}\n") for turn in game] == SHEET * 2


@pytest.mark.parametrize("end", ["", " *", " 1-0"])
def test_a_chat_log_of_two_games_is_two_games(end: str) -> None:
    text = f"[18:01] 1. Ge8 Gd8-f7\n[18:02] 2. Ge9-e7 Gf8-d7{end}\n"
    found = games(f"{text}\n{text}")
    assert [place.line for game in found if (place := game.main.place(1))] == [1, 4]
    assert turns(f"{text}\n{text}") == [SHEET] * 2


def test_what_the_brackets_held_is_kept_and_said_once() -> None:
    text = "[18:01] 1. Ge8 Gd8-f7\n[18:02] 2. Ge9-e7 Gf8-d7"
    (game,) = games(text)
    assert comments(game) == {0: ("[18:01]",), 2: ("[18:02]",)}
    assert places(text) == [("bracket-kept", "note", 1, 1)]
    assert [game.main.place(k).column for k in (1, 2, 3)] == [12, 16, 12]  # type: ignore[union-attr]


def test_a_clock_is_a_comment_without_a_word() -> None:
    text = "1. Ge8 [%clk 0:10:00] Gd8-f7 [%eval 0.3] *"
    (game,) = games(text)
    assert comments(game) == {1: ("[%clk 0:10:00]",), 2: ("[%eval 0.3]",)}
    assert game.findings == ()


@pytest.mark.parametrize(
    ("tags", "column"),
    [('[White "Ann"]', 18), ('[White "Ann"][Black "Bob"]', 31), ('  [White "Ann"] [Black "B"]', 32)],
)
def test_turns_behind_tags_on_their_line_are_read(tags: str, column: int) -> None:
    text = f"{tags} 1. Ge8 Gd8-f7 2. Ge9-e7 Gf8-d7 1-0\n"
    (game,) = games(text)
    assert game.tag("White") == "Ann"
    assert (turns(text), game.mark, game.findings) == ([SHEET], "1-0", ())
    place = game.main.place(1)
    assert place is not None
    assert (place.line, place.column) == (1, column)
    assert turns(text * 3) == [SHEET] * 3


def test_turns_behind_a_broken_tag_are_read() -> None:
    text = "[Site London] 1. Ge8 Gd8-f7 *\n[Site Paris] 1. Ge8 *\n"
    assert [game.tag("Site") for game in games(text)] == ["London", "Paris"]
    assert turns(text) == [["Ge8", "Gd8-f7"], ["Ge8"]]
    assert codes(text) == ["bad-tag", "bad-tag"]


def test_brackets_in_a_game_with_tags_cost_nothing() -> None:
    text = '[Event "a"]\n[18:03] 1. Ge8 Gd8-f7\n[Diagram]\n2. Ge9-e7 Gf8-d7 *\n[Event "b"]\n\n[18:03] 1. Gd2 *\n'
    assert turns(text) == [SHEET, ["Gd2"]]
    assert [game.tag("Event") for game in games(text)] == ["a", "b"]
    assert [game.line for game in games(text)] == [1, 5]


@pytest.mark.parametrize(
    ("text", "main", "inner"),
    [
        ("1. Gd2 Gc2 [1... Gc3 (15) Gb2] 2. Gb3", ["Gd2", "Gc2", "Gb3"], {2: ["Gc3 (15)", "Gb2"]}),
        ("1. Gd2 Gc2 2. Gb3\n[2. e2 (15) c6]\nGb4", ["Gd2", "Gc2", "Gb3", "Gb4"], {3: ["e2 (15)", "c6"]}),
        ("Gd2 Gc2 [1... Gc3] Gb3", ["Gd2", "Gc2", "Gb3"], {2: ["Gc3"]}),
        ("1. Gd2 [Gc2]\n1... Gc3", ["Gd2", "Gc3"], {1: ["Gc2"]}),
        ("1. Gd2 Gc2\n[2. Gb3 Gb4]", ["Gd2", "Gc2", "Gb3", "Gb4"], {}),
    ],
)
def test_turns_in_brackets_are_a_variation_where_their_number_says_so(
    text: str, main: list[str], inner: dict[int, list[str]]
) -> None:
    (game,) = games(text)
    assert texts(game.main) == main
    found = {k: texts(line) for k, note in game.main.annotations.items() for line in note.variations}
    assert found == inner
    (finding,) = game.findings
    assert (finding.code, finding.severity) == ("bracket-turns", "warning")
    assert ("variation" in finding.message) == bool(inner)


def test_a_bracket_of_words_and_a_turn_is_a_comment_and_named() -> None:
    text = "1. Gd2 [or perhaps Gd1-d3] Gc2 *"
    assert turns(text) == [["Gd2", "Gc2"]]
    assert places(text) == [("turn-in-prose", "warning", 1, 20), ("bracket-kept", "note", 1, 8)][::-1]


def test_a_tag_in_the_midst_begins_the_next_game_as_before() -> None:
    text = "1. Ge8 Gd8-f7\n\n[White Carl]\n1. Gd2\n"
    assert turns(text) == [["Ge8", "Gd8-f7"], ["Gd2"]]
    assert turns('1. Ge8\n[White "Carl"]\n1. Gd2\n') == [["Ge8"], ["Gd2"]]


@pytest.mark.parametrize(
    "text",
    [
        lambda times: "[b3]\n" * times,
        lambda times: "[x] " * times + "b3",
        lambda times: "b3 " + "[" * times,
        lambda times: "b3\n" + "[b3 " * times,
        lambda times: "b3 " + "[b3] " * times,
        lambda times: "[x] b3\n" * times,
        lambda times: '[A "x"] b3\n' * times,
        lambda times: "b3\n" + "[x " + "y " * times,
        lambda times: "b3\n" + "[x]\n" * times,
    ],
)
def test_time_grows_with_the_length_alone(text: Callable[[int], str]) -> None:
    assert_linear(lambda times: items(text(times)), 250, 4_000)


def test_a_chat_with_tags_names_its_speakers_behind_their_turns() -> None:
    text = '[White "Ann"]\n\n[18:01] Ann: 1. Ge8\n[18:02] Bob: Gd8-f7\nWhite: Ge9-e7\nBlack: Gf8-d7 *\n'
    (game,) = games(text)
    assert turns(text) == [SHEET]
    assert comments(game)[1] == ("Ann:", "[18:02]")
