"""Lines of turns and lines of prose in texts without tags: no turn becomes prose without a word (field test A1)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import assert_linear
from readings import codes, comments, findings, games, items, places, texts, turns

from gipfkit.findings import Finding
from gipfkit.notations import prose
from gipfkit.notations.prose import Kind

TWO = "1. Ge8 (16)\nGd8-f7 (16)\n"


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("xGb5*,c5;b3 (2)", "xGb5*,c5;b3 (2)"),
        ("xGe5", "xGe5"),
        ("xb5,Gc5*,d5;Ge8", "xb5,Gc5*,d5;Ge8"),
        ("x;b3", "x;b3"),
        ("x:Gd1-d4;x (7)", "x;Gd1-d4;x (7)"),
        ("x", "x"),
        ("2. x;b3", "x;b3"),
        ("2.xGb5*,c5;b3", "xGb5*,c5;b3"),
        ("2 xb5;b3", "xb5;b3"),
        ("/ b3", "b3"),
        ("/xb5,c5;b3/", "xb5,c5;b3"),
        ("{a comment} b3", "b3"),
        ("$1 b3", "b3"),
        ("! b3", "b3"),
        ("  xGb5*;b3", "xGb5*;b3"),
    ],
)
def test_a_line_that_begins_like_a_turn_is_one_of_turns(line: str, turn: str) -> None:
    (game,) = games(f"{TWO}{line}\n")
    assert texts(game.main) == ["Ge8 (16)", "Gd8-f7 (16)", turn]
    assert game.findings == ()


@pytest.mark.parametrize("line", ["12... xb5", "7. xGb5*,c5;b3"])
def test_a_number_stands_before_a_removal(line: str) -> None:
    (game,) = games(f"{TWO}{line}\n")
    assert len(game.turns) == 3
    assert [finding.code for finding in game.findings] == ["number-differs"]


@pytest.mark.parametrize("line", ["Xb5,c5;b3", "XGb5*,c5;b3", "x b5,c5 ; b3", "2. Xb5;b3"])
def test_a_removal_written_loosely_is_no_prose(line: str) -> None:
    assert "unreadable" in codes(f"{TWO}{line}\n")


def test_the_field_tests_removal_is_the_second_of_two_turns() -> None:
    assert turns("13. i1-d5 (2)\nxGb5*,c5;b3 (2)") == [["i1-d5 (2)", "xGb5*,c5;b3 (2)"]]


@pytest.mark.parametrize(
    ("cut", "turn"),
    [
        ("Gg1-g3;xb2,\nb3,b4,b5 (12)", "Gg1-g3;xb2,b3,b4,b5 (12)"),
        ("Gg1-g3;xb2\n,b3,b4", "Gg1-g3;xb2,b3,b4"),
        ("Gg1-g3;\n  xb2,b3", "Gg1-g3;xb2,b3"),
        ("Gg1-g3\n;xb2,b3", "Gg1-g3;xb2,b3"),
        ("xb2,b3;\ng1-g3", "xb2,b3;g1-g3"),
        ("xb2,b3\n:g1-g3 (4)", "xb2,b3;g1-g3 (4)"),
        ("Gg1-\ng3", "Gg1-g3"),
        ("Gg1-g3\n(12)", "Gg1-g3 (12)"),
    ],
)
def test_a_turn_that_is_cut_where_its_line_ends_is_joined(cut: str, turn: str) -> None:
    for text in (f"{cut}\nGd8-f7", f"1. {cut} Gd8-f7", f'[White "Ann"]\n\n1. {cut}\nGd8-f7 *'):
        (game,) = games(text)
        assert texts(game.main) == [turn, "Gd8-f7"]
        assert game.findings == ()
        first = game.main.place(1)
        assert first is not None
        assert first.column == text.split("Gd8")[0].split("\n\n")[-1].index(turn[0]) + 1


def test_a_turn_behind_one_that_is_cut_stands_on_its_own_line() -> None:
    (game,) = games("Gg1-g3;xb2,\nb3\n\nGd8-f7")
    assert (game.main.place(2)) is not None
    assert [place.line for k in (1, 2) if (place := game.main.place(k))] == [1, 4]


@pytest.mark.parametrize(
    ("line", "severity", "column"),
    [
        ("Then Ann played Gd8-f7 (16) at once", "warning", 17),
        ("She could take with g1-c3;xc2,d3 there", "warning", 21),
        ("Was Ge8 better?", "warning", 5),
        ("Or perhaps 12. c6 instead", "warning", 16),
        ("Perhaps b3 (7) then", "warning", 9),
        ("A removal, xb2,b3,b4,b5, follows", "warning", 12),
        ("after b3 White is better", "note", 7),
        ("The rows on d4 and e5 cross", "note", 13),
        ("> Gd8-f7", "warning", 3),
        ("Ann: Gd8-f7", "warning", 6),
    ],
)
def test_prose_that_may_hold_a_turn_is_a_comment_and_named_once(line: str, severity: str, column: int) -> None:
    (game,) = games(f"{TWO}{line}\n2. b3\n")
    assert texts(game.main) == ["Ge8 (16)", "Gd8-f7 (16)", "b3"]
    assert comments(game) == {2: (line,)}
    assert places(f"{TWO}{line}\n2. b3\n") == [("turn-in-prose", severity, 3, column)]


@pytest.mark.parametrize(
    "line",
    [
        "A quiet answer follows.",
        "x-ray vision helps",
        "xylophones were played",
        "x marks the spot",
        "X marks the spot",
        "e-mail: ann@example.org",
        "(The players drew lots for the colours.)",
        "* the best move of all",
        "A1 and B2 are spelled large",
        "Half-e5ish words and be2 are none",
        "On 12.05.2023 they met again",
    ],
)
def test_prose_without_a_turn_is_a_comment_without_a_word(line: str) -> None:
    for text in (f"{TWO}{line}\n2. b3\n", f"{line}\n{TWO}2. b3\n"):
        (game,) = games(text)
        assert texts(game.main) == ["Ge8 (16)", "Gd8-f7 (16)", "b3"]
        assert [text for texts in comments(game).values() for text in texts] == [line]
        assert game.findings == ()


def test_turns_in_prose_before_and_between_games_and_without_any_game_are_named() -> None:
    text = f"We began with Gd2 here.\n{TWO}\nThen Gc1-c4 was tried.\nAnd more.\n{TWO}"
    assert places(text) == [("turn-in-prose", "warning", 1, 15), ("turn-in-prose", "warning", 5, 6)]
    assert turns(text) == [["Ge8 (16)", "Gd8-f7 (16)"]] * 2
    text = "Nothing here.\nShe played Gd8-f7\nand he e2."
    assert places(text) == [
        ("stray-text", "warning", 1, 1),
        ("turn-in-prose", "warning", 2, 12),
        ("turn-in-prose", "note", 3, 8),
    ]


def test_a_comment_of_several_lines_costs_no_turn_beside_it() -> None:
    (game,) = games("1. Ge8 {a long\ncomment here} Gd8-f7\n2. b3 {x\nb4 y\n} b5\n")
    assert texts(game.main) == ["Ge8", "Gd8-f7", "b3", "b5"]
    assert comments(game) == {1: ("a long\ncomment here",), 3: ("x\nb4 y",)}
    assert game.findings == ()


def test_words_around_a_comment_of_several_lines_are_named() -> None:
    assert turns("1. Ge8 Gd8-f7\nwords {a\nb} b3\nb4") == [["Ge8", "Gd8-f7", "?words", "b3", "b4"]]
    assert turns("1. Ge8 {a\nb} words\nb4") == [["Ge8", "?words", "b4"]]


def test_a_line_of_a_colour_and_its_turn_is_read() -> None:
    (game,) = games("White: Ge8 (16)\nBlack: Gd8-f7 (16)\nles Blancs : b3\n")
    assert texts(game.main) == ["Ge8 (16)", "Gd8-f7 (16)", "b3"]
    assert comments(game)[1] == ("White:",)
    assert game.main.place(1) is not None
    assert [place.column for k in (1, 2, 3) if (place := game.main.place(k))] == [8, 8, 14]


@pytest.mark.parametrize("heading", ["1. Klubmeisterschaft", "3.5 points from 4 games", "26. Treffen der Freunde"])
def test_a_numbered_line_of_words_before_the_first_turn_is_prose(heading: str) -> None:
    (game,) = games(f"{heading}\n{TWO}")
    assert texts(game.main) == ["Ge8 (16)", "Gd8-f7 (16)"]
    assert game.findings == ()


def test_a_numbered_line_between_turns_stays_one_that_cant_be_read() -> None:
    assert codes(f"{TWO}2. resign\nb3") == ["unreadable"]
    assert codes(f"{TWO}2. words\nb3") == ["unreadable"]


def test_words_behind_a_result_are_a_comment() -> None:
    (game, other) = games(f"{TWO}1-0 a fine game\n\n1. b3 0-1, at last\n")
    assert (game.mark, other.mark) == ("1-0", "0-1")
    assert comments(game) == {2: ("a fine game",)}
    assert game.findings == ()


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", Kind.BLANK),
        ("  ", Kind.BLANK),
        ("1-0", Kind.MARK),
        ("X", Kind.MARK),
        ("X 1-0", Kind.MARK),
        ("; aside", Kind.ASIDE),
        ("% aside", Kind.ASIDE),
        (" % no aside", Kind.PROSE),
        (";xb2", Kind.TURNS),
        ("12 b3", Kind.TURNS),
        ("12", Kind.PROSE),
        ("(16)", Kind.TURNS),
        ("(2. b3 c6)", Kind.TURNS),
        ("(open", Kind.TURNS),
        ("[18:01] b3", Kind.TURNS),
        ("[18:01] hello", Kind.PROSE),
        ("[Diagram]", Kind.PROSE),
        ("c1-e", Kind.TURNS),
        ("12.05.2023", Kind.PROSE),
    ],
)
def test_every_line_has_its_kind(line: str, kind: Kind) -> None:
    assert prose.kind_of(line) is kind


PIECES = [
    "1. ",
    "2... ",
    "Gd8-f7",
    "b3",
    "xGb5*,c5;b3",
    ";xb2",
    " (16)",
    " ",
    ", ",
    "/",
    "words ",
    "and more ",
    "x",
    "X ",
]
PIECES += ["[18:01] ", "Ann: ", "* ", "1-0 ", "; ", "% ", "(", ") ", "{c} ", "! ", "White: ", "Ann - Bob ", "e2 "]
LINES = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


@settings(deadline=None, max_examples=400)
@given(st.lists(LINES, min_size=1, max_size=6))
def test_no_line_with_a_turn_is_lost_without_a_word(lines: list[str]) -> None:
    text = "\n".join(lines)
    told = {finding.line for finding in findings(text)}
    for item in items(text):
        if not isinstance(item, Finding):
            stack = [item.main]
            while stack:
                main = stack.pop()
                told |= {place.line for k in range(len(main.turns)) if (place := main.place(k + 1))}
                stack += [inner for note in main.annotations.values() for inner in note.variations]
    for number, line in enumerate(lines, 1):
        # A turn may begin on the line before.
        if "{" not in line and prose.holds_turn(line):
            assert told & {number, number - 1, number + 1}, (number, line)


@pytest.mark.parametrize(
    "line",
    [
        "Gd8-f7 b3 ",
        "xb2,",
        "x;",
        "and b3 ",
        "A b c: ",
        "[x] ",
        "[",
        "{a\n",
        "{a} ",
        "words\n",
        "words b3\n",
        "\n\nwords\n",
        "1-0 words\n",
        "Ann - Bob 1-0\n",
        "b3\n\nAnn - Bob\n\n",
        "b3;\n",
        "b3 1-0 a\n",
        "; a\n",
        "%\n",
        "b3 ; b3 ",
    ],
)
def test_time_grows_with_the_length_alone(line: str) -> None:
    assert_linear(lambda times: items("Intro\n1. Ge8\n" + line * times + "\nb3"), 250, 4_000)
