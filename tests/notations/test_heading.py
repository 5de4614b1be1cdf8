"""Headings of games without tags, in four languages, each game with its own (field test A12)."""

import pytest
from linear import assert_linear
from readings import assert_comes_back, codes, comments, games, items, turns

from gipfkit.notations import heading
from gipfkit.replay import replay

SHEET = "1. Ge8 Gd8-f7\n2. Ge9-e7 Gf8-d7\n"
PAIR = {"White": "Ann", "Black": "Bob"}


@pytest.mark.parametrize("blank", ["", "\n", "\n\n\n"])
@pytest.mark.parametrize(
    ("lines", "tags"),
    [
        ("Liege 2023\nAnn - Bob 1-0", PAIR | {"Event": "Liege 2023", "Result": "1-0"}),
        ("Open of Liege\nAnn - Bob 0-1", PAIR | {"Event": "Open of Liege", "Result": "0-1"}),
        ("Ann - Bob 1-0", PAIR | {"Result": "1-0"}),
        ("Ann - Bob\n1-0", PAIR | {"Result": "1-0"}),
        ("Ann-Bob 1-0", PAIR | {"Result": "1-0"}),
        ("Ann vs Bob 1-0", PAIR | {"Result": "1-0"}),
        ("Ann v. Bob ½-½", PAIR | {"Result": "1/2-1/2"}),
        ("Ann – Bob 0–1", PAIR | {"Result": "0-1"}),
        ("Ann — Bob, 0 - 1", PAIR | {"Result": "0-1"}),
        ("Ann - Bob (1:0)", PAIR | {"Result": "1-0"}),
        ("Ann 1-0 Bob", PAIR | {"Result": "1-0"}),
        ("Ann x Bob", PAIR),
        ("Ann contre Bob", PAIR),
        ("Ann gegen Bob 1-0", PAIR | {"Result": "1-0"}),
        ("Ann tegen Bob, Liege 2023", PAIR | {"Event": "Liege 2023"}),
        ("Liège, le 12 mai 2021\nAnn - Bob", PAIR | {"Site": "Liège", "Date": "2021.05.12"}),
        ("Ulm, den 12. Mai 2021\nAnn - Bob", PAIR | {"Site": "Ulm", "Date": "2021.05.12"}),
        ("Coupe de Belgique, 3e ronde\nAnn - Bob", PAIR | {"Event": "Coupe de Belgique", "Round": "3"}),
        ("Meisterschaft 2022, 3. Runde\nAnn - Bob", PAIR | {"Event": "Meisterschaft 2022", "Round": "3"}),
        ("Ann - Bob 2019 1-0", PAIR | {"Date": "2019.??.??", "Result": "1-0"}),
        ("Ann - Bob, 2023-05-01", PAIR | {"Date": "2023.05.01"}),
        ("Ann - Bob, Liege 2023, 1-0", PAIR | {"Event": "Liege 2023", "Result": "1-0"}),
        ("Ann versus Bob, Liege 2023", PAIR | {"Event": "Liege 2023"}),
        ("Ann (White) - Bob (Black) 1-0", PAIR | {"Result": "1-0"}),
        ("Bob (Zwart) - Ann (Wit)", PAIR),
        ("Ghent, 26 August 2000\nAnn - Bob", PAIR | {"Site": "Ghent", "Date": "2000.08.26"}),
        ("Liège, 1er août 2000\nAnn - Bob", PAIR | {"Site": "Liège", "Date": "2000.08.01"}),
        ("Wit: Ann\nZwart: Bob\nDatum: 3 maart 2001", PAIR | {"Date": "2001.03.03"}),
        ("12. Dezember 1999\nAnn - Bob", PAIR | {"Date": "1999.12.12"}),
        ("Game 1: Ann - Bob 1-0", PAIR | {"GameId": "1", "Result": "1-0"}),
        ("Partij 12b\nAnn - Bob", PAIR | {"GameId": "12b"}),
        ("ann - bob 1-0", {"White": "ann", "Black": "bob", "Result": "1-0"}),
        ("Ann (NL) - Bob (B) 1-0", PAIR | {"WhiteCountry": "NL", "BlackCountry": "B", "Result": "1-0"}),
        ("de Jongh, K. - Van Perre, P. 1-0", {"White": "de Jongh, K.", "Black": "Van Perre, P.", "Result": "1-0"}),
        ("Jean-Luc de la Tour - O'Brien 1-0", {"White": "Jean-Luc de la Tour", "Black": "O'Brien", "Result": "1-0"}),
        ("White: Ann\nBlack: Bob\nResult: 1-0", PAIR | {"Result": "1-0"}),
        ("WHITE = Ann\nblack : Bob\nRESULT : ½-½", PAIR | {"Result": "1/2-1/2"}),
        ("Blancs : Ann\nNoirs : Bob\nRésultat : 0-1", PAIR | {"Result": "0-1"}),
        ("Les Blancs : Ann\nles noirs: Bob", PAIR),
        ("Wit: Ann\nZwart: Bob\nUitslag: 1-0", PAIR | {"Result": "1-0"}),
        ("Weiß: Ann\nSchwarz: Bob\nErgebnis: 1:0", PAIR | {"Result": "1-0"}),
        ("Weiss: Ann (D)\nSchwarz: Bob (A)", PAIR | {"WhiteCountry": "D", "BlackCountry": "A"}),
        ("White: Ann, Black: Bob; Result: 1-0", PAIR | {"Result": "1-0"}),
        ("Wit: Ann   Zwart: Bob", PAIR),
        ("Tournoi : Coupe\nLieu : Liège\nRonde : 4", {"Event": "Coupe", "Site": "Liège", "Round": "4"}),
        ("Turnier: Pokal\nOrt: Ulm\nRunde: 2b", {"Event": "Pokal", "Site": "Ulm", "Round": "2b"}),
        ("Wit: Ann\nZwart: Bob\nDatum: 1.5.2023", PAIR | {"Date": "2023.05.01"}),
        ("Toernooi: Beker\nPlaats: Gent\nDate: May 1, 2023", {"Event": "Beker", "Site": "Gent", "Date": "2023.05.01"}),
        ("Variant: tournament\nPlace: Gent", {"Variant": "tournament", "Site": "Gent"}),
        ("Variante : Standard\nDate: 12/03/2023", {"Variant": "standard", "Date": "12/03/2023"}),
        ("Result: White resigned", {"Result": "0-1", "Termination": "resignation"}),
        ("4. Runde\nAnn - Bob", PAIR | {"Round": "4"}),
        ("2023-05-01\nAnn - Bob", PAIR | {"Date": "2023.05.01"}),
        ("Club championship, Ronde 4", {"Event": "Club championship", "Round": "4"}),
        ("Standard game\nLiege, 2023", {"Variant": "standard", "Event": "Liege, 2023"}),
    ],
)  # fmt: skip
def test_the_lines_of_a_heading_become_tags(lines: str, tags: dict[str, str], blank: str) -> None:
    text = f"{lines}\n{blank}{SHEET}"
    (game,) = games(text)
    assert dict(game.tags) == tags
    assert turns(text) == [["Ge8", "Gd8-f7", "Ge9-e7", "Gf8-d7"]]
    assert (game.findings, comments(game), game.line) == ((), {}, 1)
    assert_comes_back(text)


@pytest.mark.parametrize("end", ["", "1-0\n", "\n0-1\n"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Liege 2023\nAnn - Bob 1-0", "Liege 2024\nCarl - Dora 0-1"),
        ("Ann - Bob\n1-0", "Carl - Dora\n0-1"),
        ("White: Ann\nBlack: Bob\nResult: 1-0", "White: Carl\nBlack: Dora\nResult: 0-1"),
        ("Ann versus Bob", "Carl versus Dora"),
        ("Noirs : Bob\n\nBlancs : Ann", "Noirs : Dora\n\nBlancs : Carl"),
    ],
)
def test_each_of_several_games_has_its_own_heading(first: str, second: str, end: str) -> None:
    text = f"{first}\n\n{SHEET}{end}\n{second}\n\n{SHEET}{end}\n{first}\n\n{SHEET}{end}"
    found = games(text)
    assert [game.tag("White") for game in found] == ["Ann", "Carl", "Ann"]
    assert [game.tag("Black") for game in found] == ["Bob", "Dora", "Bob"]
    assert [game.tag("Result") for game in found] == ([None] * 3 if "1-0" not in first else ["1-0", "0-1", "1-0"])
    assert [game.number for game in found] == [1, 2, 3]
    lines = text.split("\n")
    assert [place.line for game in found if (place := game.main.place(1))] == [
        k for k, line in enumerate(lines, 1) if line.startswith("1. Ge8")
    ]
    assert [comments(game) for game in found] == [{}] * 3
    assert_comes_back(text)


def test_players_begin_a_game_whose_turns_have_no_numbers() -> None:
    text = "Ann - Bob 1-0\n\nGe8\nGd8-f7\n\nCarl - Dora 0-1\n\nGe8\nGc2-c3\n"
    assert [game.tag("White") for game in games(text)] == ["Ann", "Carl"]
    assert [len(game) for game in turns(text)] == [2, 2]


def test_players_at_the_head_of_a_page_begin_no_game_where_its_numbers_go_on() -> None:
    text = f"Ann - Bob\n\n{SHEET}\nAnn - Bob\n\n3. Gd2 Gc2\n"
    (game,) = games(text)
    assert len(game.turns) == 6
    assert comments(game) == {4: ("Ann - Bob",)}


def test_a_result_of_the_heading_that_the_end_mark_contradicts_is_an_error() -> None:
    (game,) = games(f"Ann - Bob 1-0\n\n{SHEET}0-1\n")
    assert (game.tag("Result"), game.mark) == ("1-0", "0-1")
    assert "result-differs" in [finding.code for finding in replay(game).findings if finding.severity == "error"]


@pytest.mark.parametrize(
    "line",
    [
        "Both players know each other well.",
        "White to move",
        "MSO 4 - London",
        "Group A - Table 2",
        "Opening: the usual one",
        "Result: unknown",
        "Variant: chess",
        "This was a long fight - then it ended",
        "Round 4",
    ],
)
def test_what_is_no_line_of_a_heading_is_a_remark(line: str) -> None:
    (game,) = games(f"{line}\n\n{SHEET}")
    assert game.tags == ()
    assert comments(game) == {0: (line,)}
    assert len(game.turns) == 4


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("A friendly game", "A friendly game"),
        ("They met in 2023", "They met in 2023"),
        ("It was a fine day.", None),
        ("What a game!", None),
        ("A sentence that is so long that nobody would ever use it as the title of an event", None),
    ],
)
def test_a_short_line_right_before_the_players_is_the_event(line: str, event: str | None) -> None:
    (game,) = games(f"{line}\nAnn - Bob\n\n{SHEET}")
    assert game.tag("Event") == event
    assert comments(game) == ({} if event else {0: (line,)})


def test_a_second_line_of_players_is_a_remark() -> None:
    (game,) = games(f"Ann - Bob\nCarl - Dora\n{SHEET}")
    assert game.tag("White") == "Ann"
    assert comments(game) == {0: ("Carl - Dora",)}


def test_results_without_games_are_no_games() -> None:
    assert games("Ann - Bob 1-0\nCarl - Dora 0-1\n") == []
    assert codes("Ann - Bob 1-0\nCarl - Dora 0-1\n") == ["stray-text"]


def test_a_result_alone_before_the_turns_is_a_game_of_its_own_where_no_heading_stands() -> None:
    assert [(game.mark, len(game.turns)) for game in games("1-0\n\n1. Ge8 Gd8-f7 0-1")] == [("1-0", 0), ("0-1", 2)]


@pytest.mark.parametrize("row", ["a ", "- ", "1-0 ", "Ann ", "White: a ", "(a) ", " ", "2023 ", ", "])
def test_time_grows_with_the_length_alone(row: str) -> None:
    assert_linear(lambda times: heading.read([row * 100, row * times] * 4), 500, 8_000)
    assert_linear(lambda times: items((row * 15 + "\n") * times + "1. b3"), 50, 800)


@pytest.mark.parametrize(
    "line", ["Hello", "Bonjour Bob", "Hallo Bob", "Lieber Bob", "this was played in Liege, 12 May 2021"]
)
def test_a_greeting_is_no_event_and_a_sentence_no_place(line: str) -> None:
    text = f"{line}\n\nAnn - Bob\n\n{SHEET}"
    (game,) = games(text)
    assert (game.tag("Event"), game.tag("Site"), game.tag("White")) == (None, None, "Ann")
    assert comments(game) == {0: (line,)}


@pytest.mark.parametrize("line", ["this is a game against Bob", "Black plays gegen Weiß", "we fought tegen elkaar"])
def test_against_in_a_sentence_names_no_players(line: str) -> None:
    (game,) = games(f"{line}\n\n{SHEET}")
    assert game.tag("White") is None
