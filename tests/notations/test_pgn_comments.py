"""PGN's comments to the end of the line, its escaped lines and its null moves (field test B8), comments that come back
(A16)."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import assert_linear
from readings import assert_comes_back, codes, comments, findings, games, items, places, texts, turns

from gipfkit.notations import tagged_write
from gipfkit.notations.official import read_turn
from gipfkit.record import Annotation, Record, TurnList
from gipfkit.replay import replay

TAG = '[Event "a"]\n\n'


@pytest.mark.parametrize("head", ["", TAG])
@pytest.mark.parametrize(
    ("text", "main", "said"),
    [
        ("1. Ge8 ; a good start\nGd8-f7\n", ["Ge8", "Gd8-f7"], {1: ("a good start",)}),
        ("1. Ge8\n; a good start\nGd8-f7\n", ["Ge8", "Gd8-f7"], {1: ("a good start",)}),
        ("1. Ge8\n  ;a good start\nGd8-f7\n", ["Ge8", "Gd8-f7"], {1: ("a good start",)}),
        ("1. Ge8 ; it ends 1-0\nGd8-f7\n", ["Ge8", "Gd8-f7"], {1: ("it ends 1-0",)}),
        ("1. Ge8 ; open { brace\nGd8-f7 {c}\n", ["Ge8", "Gd8-f7"], {1: ("open { brace",), 2: ("c",)}),
        ("1. Ge8 ; shut } brace\nGd8-f7\n", ["Ge8", "Gd8-f7"], {1: ("shut } brace",)}),
        ("1. Ge8 {a ; b} Gd8-f7 ; c {d}\n", ["Ge8", "Gd8-f7"], {1: ("a ; b",), 2: ("c {d}",)}),
        ("1. Ge8 ; one ; two\nGd8-f7\n", ["Ge8", "Gd8-f7"], {1: ("one ; two",)}),
        ("1. g1-c3 ;x b3\n", ["g1-c3;x", "b3"], {}),
        ("1. g1-c3 ; xc2,d3 b3\n", ["g1-c3;xc2,d3", "b3"], {}),
        ("1. xc2 ; g1-c3 b3\n", ["xc2;g1-c3", "b3"], {}),
        ("1. Ge8 (16) ; xylophones\nb3\n", ["Ge8 (16)", "b3"], {1: ("xylophones",)}),
    ],
)
def test_a_semicolon_behind_a_blank_begins_a_comment_unless_a_removal_follows(
    text: str, main: list[str], said: dict[int, tuple[str, ...]], head: str
) -> None:
    (game,) = games(f"{head}{text}{'*' * bool(head)}")
    assert texts(game.main) == main
    assert comments(game) == said
    assert game.findings == ()


def test_a_comment_to_the_end_of_the_line_that_may_hold_a_turn_is_named() -> None:
    assert places("1. Ge8 ; Gd2 was better\nGd8-f7\n") == [("turn-in-prose", "warning", 1, 10)]
    assert places(f"{TAG}1. Ge8 ; or b3\nGd8-f7 *\n") == [("turn-in-prose", "note", 3, 13)]


@pytest.mark.parametrize("text", ["1. Ge8 ; Gd8-f7\n", "1. Ge8 ; 1... Gd8-f7! (16)\n", "; Gd8-f7\n1. Ge8\n"])
def test_a_semicolon_before_turns_alone_hides_none(text: str) -> None:
    assert findings(text)
    assert not any(
        "Gd8-f7" in comment for game in games(text) for said in comments(game).values() for comment in said
    ) or (codes(text) == ["turn-in-prose"])


@pytest.mark.parametrize("head", ["", TAG])
def test_a_line_that_begins_with_a_percent_sign_is_kept_and_said_once(head: str) -> None:
    text = f"{head}1. Ge8\n% made by hand 1-0\nGd8-f7\n%second {{\n2. b3 {{a\n% no escape}} c6 *\n\n{head}1. e2 *\n"
    game, other = games(text)
    assert texts(game.main) == ["Ge8", "Gd8-f7", "b3", "c6"]
    assert comments(game) == {1: ("made by hand 1-0",), 2: ("second {",), 3: ("a\n% no escape",)}
    assert [finding.code for finding in game.findings] == ["escaped-line"]
    assert texts(other.main) == ["e2"]
    assert other.findings == ()


def test_comments_before_the_turns_of_a_bare_game_are_remarks_beside_its_heading() -> None:
    (game,) = games("; typed by Ann\n% version 2\nAnn - Bob 1-0\n\n1. Ge8 Gd8-f7\n")
    assert (game.tag("White"), game.tag("Result")) == ("Ann", "1-0")
    assert comments(game) == {0: ("typed by Ann\nversion 2",)}


@pytest.mark.parametrize("null", ["--", "Z0"])
@pytest.mark.parametrize("head", ["", TAG])
def test_a_null_move_in_a_variation_is_a_warning_and_what_follows_is_kept(null: str, head: str) -> None:
    text = f"{head}1. Ge8 Gd8-f7 (1... {null} 2. a1-b9 Gd2 ({null})) 2. Ge9-e7 *\n"
    (game,) = games(text)
    assert texts(game.main) == ["Ge8", "Gd8-f7", "Ge9-e7"]
    (variation,) = game.main.annotations[2].variations
    assert texts(variation) == [f"?{null}", "?a1-b9", "Gd2"]
    text = text.replace("a1-b9 ", "a1-e5 ")
    replayed = replay(games(text)[0])
    assert replayed.ok
    told = [finding for finding in replayed.findings if "null move" in finding.message]
    assert [(finding.code, finding.severity, finding.turn) for finding in told] == [
        ("unreadable", "warning", 2)
    ] * 2 or [finding.severity for finding in told] == ["warning", "warning"]
    assert not [finding for finding in replayed.findings if "a1-e5" in finding.message]
    assert_comes_back(text.replace("1. Ge8", f"{TAG * (not head)}1. Ge8"))


@pytest.mark.parametrize("null", ["--", "Z0"])
def test_a_null_move_of_the_game_itself_is_an_error_that_says_so(null: str) -> None:
    text = f"1. Ge8 {null} 2. Ge9-e7 *"
    (game,) = games(text)
    assert texts(game.main) == ["Ge8", f"?{null}", "Ge9-e7"]
    (finding,) = [finding for finding in replay(game).findings if finding.severity == "error"]
    assert (finding.code, finding.turn, finding.side) == ("unreadable", 2, "black")
    assert (finding.line, finding.column) == (1, 8)
    assert finding.message == f"{null}: a null move; GIPF knows no pass"
    assert_comes_back(text.replace("1. Ge8", f"{TAG}1. Ge8"))


def test_lines_that_begin_with_a_percent_sign_before_the_tags_are_said() -> None:
    text = f"% made by hand\n{TAG}1. Ge8 *\n"
    assert turns(text) == [["Ge8"]]
    assert places(text) == [("escaped-line", "note", 1, 1)]


def test_dashes_that_are_no_null_move_are_prose() -> None:
    (game,) = games("1. Ge8 Gd8-f7\n-- Ann\n2. Ge9-e7\n")
    assert comments(game) == {2: ("-- Ann",)}


COMMENTS = [
    "[%clk 0:10:00]",
    "[%clk 0:10:00] good",
    "[18:01]",
    "[",
    "a [b",
    "a\n[%clk 0:10:00]\n[b",
    'a\n[White "Ann"]\nb',
    '[Event "x"]\n[x]',
    "a\n\n[%eval 3]",
    "; a",
    "% a",
    "a\n% b\n; c 1-0\nd",
    "[%clk 1]" + " word" * 60,
]


@pytest.mark.parametrize("comment", COMMENTS)
def test_a_comment_comes_back_equal_without_a_finding(comment: str) -> None:
    turn, other = read_turn("Ge8"), read_turn("Gd8-f7")
    assert turn
    assert other
    for k in (0, 1, 2):
        inner = TurnList((other,), {0: Annotation((), (comment,)), 1: Annotation((), (comment, comment))})
        notes = {k: Annotation((), (comment,)), 2: Annotation((), (inner, comment))}
        record = Record((("Event", "a"),), TurnList((turn, other), notes), "*")
        text, lost = tagged_write.write(record)
        assert lost == []
        assert games(text * 3) == [record] * 3
        assert codes(text) == []


def test_a_clock_is_written_as_it_was_read() -> None:
    text = '[Event "a"]\n\n1. Ge8 {[%clk 0:10:00]} 1... Gd8-f7 {[%clk 0:09:58]} *\n\n'
    (game,) = games(text)
    assert tagged_write.write(game) == (text, [])


@pytest.mark.parametrize("comment", ['a\n\n[White "Ann"]\nb', 'a\n[Event "x"]'])
def test_a_line_of_a_comment_that_would_begin_a_game_is_set_in_and_that_is_said(comment: str) -> None:
    record = Record((("Event", "a"),), TurnList((), {0: Annotation((), (comment,))}), "*")
    text, lost = tagged_write.write(record)
    assert [finding.code for finding in lost] == ["not-expressed"]
    (game,) = games(text)
    assert comments(game) == {0: (comment.replace("\n[", "\n ["),)}


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["[", "]", '[A "b"]', '[Event "x"]', "\n", " ", "a", ";", "%", "1-0", "\n\n"]), max_size=12
    )
)
def test_comments_of_anything_come_back_or_are_named(parts: list[str]) -> None:
    comment = "".join(parts)
    if not comment.strip(" \t\n"):
        return
    turn = read_turn("Ge8")
    assert turn
    record = Record((("Event", "a"),), TurnList((turn,), {1: Annotation((), (comment,))}), "*")
    text, lost = tagged_write.write(record)
    back = games(text * 2)
    assert len(back) == 2
    assert back[0] == back[1]
    assert bool(lost) or back[0] == record


@pytest.mark.parametrize(
    "text",
    [
        lambda times: "b3 ; " * times,
        lambda times: "b3 ; a\n" * times,
        lambda times: "b3 ;" + " b3" * times,
        lambda times: "b3 ;" + " b3" * times + " z",
        lambda times: "b3 ;" + "a1" * times + " z",
        lambda times: "% a\n" * times,
        lambda times: "b3\n%\n" * times,
        lambda times: "(-- " * times,
        lambda times: "-- " * times,
        lambda times: ";" * times,
        lambda times: "; {" * times,
    ],
)
def test_time_grows_with_the_length_alone(text: Callable[[int], str]) -> None:
    assert_linear(lambda times: items(f"1. b3\n{text(times)}\n"), 250, 4_000)
    assert_linear(lambda times: items(f"{TAG}1. b3\n{text(times)}\n"), 250, 4_000)


def test_turns_of_several_games_stand_beside_all_of_it() -> None:
    text = f"{TAG}% a\n1. Ge8 ; b\nGd8-f7 {{c}} 1-0 ; d\n\n"
    assert turns(text * 3) == [["Ge8", "Gd8-f7"]] * 3
    assert [game.line for game in games(text * 3)] == [1, 7, 13]
