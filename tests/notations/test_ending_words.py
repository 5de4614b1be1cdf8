"""Endings in words, in four languages, behind the last turn of bare and tagged games (field test B6)."""

import pytest
from linear import assert_linear
from readings import assert_comes_back, codes, comments, games, items, places, turns

from gipfkit.notations import ending_words
from gipfkit.replay import replay

TAGS = '[White "Ann Smith"]\n[Black "Bob"]\n\n'
HEADING = "Ann Smith - Bob\n\n"
# White is to move behind two turns, Black behind three.
TWO, THREE = "1. Ge8 Gd8-f7", "1. Ge8 Gd8-f7 2. Ge9-e7"

SAID = {
    "Black resigns": ("1-0", "resignation"),
    "White resigned": ("0-1", "resignation"),
    "BLACK RESIGNS": ("1-0", "resignation"),
    "White gives up": ("0-1", "resignation"),
    "Black has resigned here": ("1-0", "resignation"),
    "les Blancs abandonnent": ("0-1", "resignation"),
    "Les noirs ont abandonné": ("1-0", "resignation"),
    "Noir abandonne": ("1-0", "resignation"),
    "Wit geeft op": ("0-1", "resignation"),
    "Zwart gaf op": ("1-0", "resignation"),
    "Wit heeft opgegeven": ("0-1", "resignation"),
    "Weiß gibt auf": ("0-1", "resignation"),
    "Schwarz hat aufgegeben": ("1-0", "resignation"),
    "Weiss gab auf": ("0-1", "resignation"),
    "White lost on time": ("0-1", "time"),
    "Black loses by time": ("1-0", "time"),
    "Black ran out of time": ("1-0", "time"),
    "White forfeits on time": ("0-1", "time"),
    "Les Blancs perdent au temps": ("0-1", "time"),
    "Zwart verliest door tijd": ("1-0", "time"),
    "Weiß hat auf Zeit verloren": ("0-1", "time"),
    "Schwarz verliert durch Zeitüberschreitung": ("1-0", "time"),
    "Black wins on time": ("0-1", "time"),
    "White won by resignation": ("1-0", "resignation"),
    "Black wins": ("0-1", None),
    "White won": ("1-0", None),
    "les Noirs gagnent": ("0-1", None),
    "Les blancs ont gagné": ("1-0", None),
    "Wit wint": ("1-0", None),
    "Zwart heeft gewonnen": ("0-1", None),
    "Weiß gewinnt": ("1-0", None),
    "Schwarz hat gewonnen": ("0-1", None),
    "draw": ("1/2-1/2", None),
    "draw by agreement": ("1/2-1/2", "agreement"),
    "draw by repetition": ("1/2-1/2", "repetition"),
    "nulle": ("1/2-1/2", None),
    "partie nulle": ("1/2-1/2", None),
    "remise": ("1/2-1/2", None),
    "Remis": ("1/2-1/2", None),
    "Remis vereinbart": ("1/2-1/2", "agreement"),
    "1-0 (resignation)": ("1-0", "resignation"),
    "0-1, time": ("0-1", "time"),
    "1-0 opgave": ("1-0", "resignation"),
    "0-1 (par abandon)": ("0-1", "resignation"),
    "1-0 on time": ("1-0", "time"),
    "1-0 resigned": ("1-0", "resignation"),
    "White resigns 0-1": ("0-1", "resignation"),
    "White resigns, 0–1": ("0-1", "resignation"),
    "0-1 White resigns": ("0-1", "resignation"),
    "1–0": ("1-0", None),
    "Résultat : 1-0": ("1-0", None),
    "Result: Black resigned": ("1-0", "resignation"),
    "Uitslag: remise": ("1/2-1/2", None),
    "0 - 1": ("0-1", None),
    "½–½": ("1/2-1/2", None),
    "Schwarz hat die Zeit überschritten": ("1-0", "time"),
    "Wit heeft de tijd overschreden": ("0-1", "time"),
    "Les blancs ont dépassé le temps": ("0-1", "time"),
    "Black's flag fell": ("1-0", "time"),
    "Zwart verliest door tijdsoverschrijding": ("1-0", "time"),
    "Aufgabe von Schwarz": ("1-0", "resignation"),
    "Abandon des Noirs": ("1-0", "resignation"),
    "Opgave van wit": ("0-1", "resignation"),
    "Winner: White": ("1-0", None),
    "Vainqueur : les blancs": ("1-0", None),
    "Black forfeits": ("1-0", None),
    "resignation": (None, "resignation"),
    "by agreement": (None, "agreement"),
}
NAMED = {
    "Ann Smith resigns": ("0-1", "resignation"),
    "Ann resigned": ("0-1", "resignation"),
    "smith lost on time": ("0-1", "time"),
    "Bob wins": ("0-1", None),
    "Bob gibt auf": ("1-0", "resignation"),
    "Bob's time is up": ("1-0", "time"),
    "Ann: I resign": ("0-1", "resignation"),
    "Bob: ich gebe auf": ("1-0", "resignation"),
    "Bob : j'abandonne": ("1-0", "resignation"),
}


def ending(text: str) -> tuple[str | None, str | None]:
    (game,) = games(text)
    assert turns(text)[0] == ["Ge8", "Gd8-f7", "Ge9-e7"][: len(game.turns)]
    assert_comes_back(text)
    return game.mark, game.tag("Termination")


@pytest.mark.parametrize(
    "layout", ["{}\n{}", "{}\n\n{}", "{} {}", "{}, {}.", "{} ({})", "{} - {}", "{} – {}!", "{} [18:01] {}"]
)
@pytest.mark.parametrize("head", ["", TAGS])
def test_words_tell_how_a_game_ended_wherever_they_stand_behind_it(head: str, layout: str) -> None:
    for words, told in SAID.items():
        if "(" in words and "(" in layout:
            continue
        text = head + layout.format(TWO, words)
        assert ending(text) == told, text
        (game,) = games(text)
        assert [finding.code for finding in game.findings if finding.code != "bracket-kept"] == (
            ["missing-result"] if head and told[0] is None else []
        ), text


@pytest.mark.parametrize("head", [HEADING, TAGS])
@pytest.mark.parametrize("words", NAMED)
def test_a_player_may_be_named(head: str, words: str) -> None:
    assert ending(f"{head}{TWO}\n{words}\n") == NAMED[words]
    assert ending(f"{head}{TWO}, {words}.\n") == NAMED[words]


@pytest.mark.parametrize(
    "words", ["Carl resigns", "Ann Bob resigns", "Resign yourself to it", "time to go", "a drawing"]
)
def test_other_words_tell_nothing(words: str) -> None:
    (game,) = games(f"{HEADING}{TWO}\n{words}\n")
    assert (game.mark, game.tag("Termination"), game.resigned) == (None, None, False)
    assert comments(game) == {2: (words,)}


@pytest.mark.parametrize(
    "words", ["resigns", "resigned.", "abandonne", "opgegeven", "geeft op", "aufgegeben", "gibt auf"]
)
@pytest.mark.parametrize(("played", "result"), [(TWO, "0-1"), (THREE, "1-0")])
def test_who_resigns_without_a_name_is_the_side_to_move(words: str, played: str, result: str) -> None:
    for text in (f"{played}\n{words}", f"{played} {words}", f"{TAGS}{played} {words}\n", f"{played}\n3. {words}\n"):
        (game,) = games(text)
        assert game.resigned
        replayed = replay(game)
        assert (replayed.ending.result, replayed.ending.termination) == (result, "resignation")
        assert replayed.ok
        assert_comes_back(text)


@pytest.mark.parametrize("words", ["time", "on time", "Zeit", "temps", "tijd", "lost on time", "out of time", "flag"])
@pytest.mark.parametrize(("played", "result"), [(TWO, "0-1"), (THREE, "1-0")])
def test_time_alone_is_that_of_the_side_to_move(words: str, played: str, result: str) -> None:
    assert ending(f"{played}\n{words}") == (result, "time")
    assert ending(f"{TAGS}{played}, {words}.") == (result, "time")


def test_where_black_begins_the_side_to_move_is_the_other_one() -> None:
    position = '[SetUp "1"]\n[Position "B2W/5/6/W5B/6/5/B2W b 12/12 0/0 - standard"]\n\n'
    assert [game.mark for game in games(f"{position}1... e2 time\n")] == ["0-1"]
    assert [game.mark for game in games(f"{position}1... e2 2. e8 time\n")] == ["1-0"]


def test_an_ending_beside_the_turns_of_the_next_game_is_its_own_games() -> None:
    bare = f"{HEADING}{TWO}\nBlack resigns\n\nCarl - Dora\n\n{TWO}, Carl resigns.\n\n{TWO}\ndraw\n\n{TWO} 1-0 (time)\n"
    found = games(bare)
    assert [(game.mark, game.tag("Termination")) for game in found] == [
        ("1-0", "resignation"),
        ("0-1", "resignation"),
        ("1/2-1/2", None),
        ("1-0", "time"),
    ]
    assert [game.tag("White") for game in found] == ["Ann Smith", "Carl", None, None]
    assert [place.line for game in found if (place := game.main.place(1))] == [3, 8, 10, 13]
    tagged = f'{TAGS}{TWO}\nBob resigns\n\n[White "C"]\n\n{TWO} 1-0 (time)\n\n[White "D"]\n{TWO} 0-1\nWhite resigned\n'
    assert [(game.mark, game.tag("Termination")) for game in games(tagged)] == [
        ("1-0", "resignation"),
        ("1-0", "time"),
        ("0-1", "resignation"),
    ]
    assert codes(tagged) == codes(bare) == []


def test_games_without_numbers_are_told_apart_by_results_with_words() -> None:
    text = "Ge8 Gd8-f7 1-0 (resignation)\nGd2 Gc2 0-1, time.\nGd2 Gc2\nBlack resigns 1-0\nGe8\n"
    assert turns(text) == [["Ge8", "Gd8-f7"], ["Gd2", "Gc2"], ["Gd2", "Gc2"], ["Ge8"]]
    assert [game.mark for game in games(text)] == ["1-0", "0-1", "1-0", None]


def test_words_before_other_turns_stay_what_they_are() -> None:
    (game,) = games(f"{TWO}\nresigns\n2. Gc2 Gd2\n")
    assert (len(game.turns), game.mark, game.resigned, comments(game)) == (4, None, False, {2: ("resigns",)})
    assert turns(f"{TAGS}1. Ge8 resigns Gd8-f7 *") == [["Ge8", "?resigns", "Gd8-f7"]]
    assert turns("1. Ge8 Gd8-f7 (1... Gc2 resigns)") == [["Ge8", "Gd8-f7"]]
    (game,) = games("1. Ge8 {Black resigns}")
    assert (game.mark, comments(game)) == (None, {1: ("Black resigns",)})


def test_prose_may_stand_around_the_words() -> None:
    (game,) = games(f"{HEADING}{TWO}\nThe end came soon.\nBlack resigns\nNotes by Kris\n")
    assert (game.mark, game.tag("Termination")) == ("1-0", "resignation")
    assert comments(game) == {2: ("The end came soon.", "Notes by Kris")}
    (game,) = games("1. Ge8 (16) Gd8-f7! (16) {done} (1... Gc2) White resigns, 0-1")
    assert (game.mark, game.tag("Termination"), game.findings) == ("0-1", "resignation", ())


@pytest.mark.parametrize(
    ("text", "found", "mark"),
    [
        (f"{TWO}\nWhite resigns 1-0", ("result-differs", "error", 2, 1), "1-0"),
        (f"{TWO} 1-0\nBlack wins", ("result-differs", "error", 2, 1), "1-0"),
        (f"{TWO}, White resigns *", ("result-differs", "warning", 1, 14), "0-1"),
        (f"{TAGS}{TWO} draw 0-1", ("result-differs", "error", 4, 15), "0-1"),
        (
            f'[Termination "resignation"]\n{TWO} White lost on time',
            ("termination-differs", "error", 2, 15),
            "0-1",
        ),
    ],
)
def test_words_that_contradict_the_mark_or_the_tag_are_found(
    text: str, found: tuple[str, str, int, int], mark: str
) -> None:
    assert places(text) == [found]
    assert games(text)[0].mark == mark


def test_words_that_contradict_the_tag_of_the_result_are_found() -> None:
    (game,) = games(f'[Result "1-0"]\n\n{TWO} White resigns\n')
    assert "result-differs" in [finding.code for finding in replay(game).findings]
    (game,) = games(f"Ann - Bob 1-0\n\n{TWO}\nAnn resigns\n")
    assert "result-differs" in [finding.code for finding in replay(game).findings]


def test_an_x_beside_the_words_is_checked_by_the_board() -> None:
    (game,) = games(f"{TWO}\nX\nWhite resigns\n")
    assert (game.resigned, game.mark, replay(game).ok) == (True, "0-1", True)
    (game,) = games(f"{TWO}\nX\nBlack resigns\n")
    assert "result-differs" in [finding.code for finding in replay(game).findings]


@pytest.mark.parametrize(
    "piece", ["a ", "resigns ", "time\n", "Black resigns\n", "1-0 (time)\n", "- ", "b3 time ", "x)"]
)
def test_time_grows_with_the_length_alone(piece: str) -> None:
    assert_linear(lambda times: items(f"{TWO} {piece * times}\n"), 250, 4_000)
    assert_linear(lambda times: items(f"{TAGS}{TWO}\n{piece * times}\n"), 250, 4_000)
    assert_linear(lambda times: ending_words.parse(piece * times), 250, 8_000)


@pytest.mark.parametrize("said", ["Nice game!", "[18:03] see you", "Thank you.\n\nWell played"])
@pytest.mark.parametrize("words", ["Black resigns", "[18:04] Black resigns", "Les noirs abandonnent"])
def test_words_behind_other_words_end_the_game_before_them(said: str, words: str) -> None:
    text = f"1. Ge8 Gd8-f7\n2. Ge9-e7 Gf8-d7\n{said}\n{words}\n\n1. Gb2 Gh5\nWhite resigns\n"
    found = games(text)
    assert [(game.mark, game.tag("Termination")) for game in found] == [("1-0", "resignation"), ("0-1", "resignation")]


def test_words_in_the_heading_of_the_next_game_are_its_own() -> None:
    text = "1. Ge8 Gd8-f7\n\nCarl - Dora\nTime\n\n1. Gb2 Gh5\n"
    first, second = games(text)
    assert (first.mark, first.tag("Termination"), second.tag("White")) == (None, None, "Carl")
