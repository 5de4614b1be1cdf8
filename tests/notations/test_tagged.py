from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import assert_linear
from records import records

from gipfkit.findings import Finding
from gipfkit.notations import tagged_write
from gipfkit.notations.official import counted_text
from gipfkit.notations.tagged import read
from gipfkit.record import Annotation, Record, TurnList

GAME = '[Event "Club"]\n[White "Ann"]\n[Result "1-0"]\n[Variant "basic"]\n\n1. e2 (11) b3 (11) 1-0\n'


def games(text: str) -> list[Record]:
    return [item for item in read(text.split("\n"), "x.gipf") if isinstance(item, Record)]


def findings(text: str) -> list[Finding]:
    found: list[Finding] = []
    for item in read(text.split("\n"), "x.gipf"):
        found += [item] if isinstance(item, Finding) else item.findings
    return found


def codes(text: str) -> list[str]:
    return [finding.code for finding in findings(text)]


@settings(deadline=None)
@given(st.lists(records(), min_size=1, max_size=3))
def test_what_is_written_is_read_back_equal(written: list[Record]) -> None:
    parts = [tagged_write.write(record) for record in written]
    assert [finding for _, found in parts for finding in found] == []
    assert games("".join(text for text, _ in parts)) == written


@settings(deadline=None)
@given(records())
def test_turns_written_bare_are_read_back_equal(record: Record) -> None:
    text, _ = tagged_write.write_official(record)
    read_back = games(text)
    assert [game.turns for game in read_back] == ([record.turns] if record.turns else [])


@given(st.text(max_size=200))
def test_any_text_gives_games_and_findings_but_no_exception(text: str) -> None:
    for item in read(text.split("\n")):
        assert item is not None


@given(st.integers(0, 3 * len(GAME)), st.text('[]"{}()X1-0 \n;x', max_size=3))
def test_a_mangled_game_costs_no_other_game(place: int, inserted: str) -> None:
    text = GAME * 3
    start = 2 * len(GAME)
    mangled = text[:start] + text[start:][: place % len(GAME)] + inserted + text[start:][place % len(GAME) :]
    first, second, *_ = games(mangled)
    assert first == second == games(GAME)[0]


def test_tags_come_in_roster_order_and_unknown_ones_are_kept() -> None:
    (game,) = games('[Zebra "z"]\n[Variant "basic"]\n[Event "a \\"b\\" \\\\ c"]\n\n*')
    assert game.tags == (("Event", 'a "b" \\ c'), ("Variant", "basic"), ("Zebra", "z"))


def test_each_game_knows_its_number_and_first_line() -> None:
    found = games(GAME + "\n\n" + GAME)
    assert [(game.number, game.line, game.source, game.notation) for game in found] == [
        (1, 1, "x.gipf", "tagged"),
        (2, 9, "x.gipf", "tagged"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        GAME.replace("\n\n", "\n"),
        GAME.replace("\n\n", "\n\n\n\n"),
        GAME.replace("[White", "\n[White"),
        GAME.replace(" 1-0\n", "\n1-0\n"),
        GAME.replace("\n[", " ["),
        "\n\n" + GAME + "\n",
    ],
)
def test_blank_lines_and_line_breaks_make_no_difference(text: str) -> None:
    assert games(text) == games(GAME)
    assert games(text * 3) == games(GAME) * 3


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (GAME.replace(" 1-0\n", "\n"), "missing-result"),
        (GAME.replace("b3", "{never closed b3"), "unclosed-comment"),
        (GAME.replace("b3", "(b3"), "unclosed-variation"),
        (GAME.replace("b3", "{a {b} c} b3"), "nested-comment"),
        (GAME.replace('"Ann"', '"An "A" n"'), "bad-tag"),
        (GAME.replace('"Ann"]', '"Ann'), "bad-tag"),
        (GAME.replace("White", "Event"), "duplicate-tag"),
        (GAME.replace("b3", "b3zz"), "unreadable"),
        (GAME.replace("1. e2 (11) b3 (11) 1-0", ""), "no-turns"),
        (GAME.replace("1. e2 (11) b3 (11) 1-0", "1-0"), "no-turns"),
        (GAME.replace("1. e2 (11) b3 (11) 1-0", "{forfeit} 1-0"), "no-turns"),
        (GAME.replace("1. e2 (11) b3 (11) 1-0", "X"), "no-turns"),
        (GAME.replace("1. e2 (11)", "1. e2 (11"), "missing-bracket"),
        (GAME + "\njunk between the games\n", "stray-text"),
        (GAME.replace("1. e2", "7. e2"), "number-differs"),
    ],
)
def test_a_broken_game_is_reported_and_the_next_one_read(broken: str, code: str) -> None:
    assert code in codes(broken)
    for text in (GAME + "\n" + broken + "\n" + GAME, broken + GAME):
        found = games(text)
        assert found[-1] == games(GAME)[0]
        assert code in codes(text)


@pytest.mark.parametrize(("text", "capitals"), [("E2\nGE8\n", True), ("a heading\nE1-E4 B3", True), ("A-team", False)])
def test_turns_in_capitals_are_told_to_be_written_small(text: str, capitals: bool) -> None:
    (finding,) = read(text.splitlines())
    assert isinstance(finding, Finding)
    assert (finding.code, "small letters" in (finding.hint or "")) == ("stray-text", capitals)


def test_a_bare_quote_in_a_tag_is_kept_and_reported_with_its_place() -> None:
    (game,) = games(GAME.replace('"Ann"', '"An "A" n"'))
    assert game.tag("White") == 'An "A" n'
    (finding,) = game.findings
    assert (finding.code, finding.line, finding.column) == ("bad-tag", 2, 1)


POSITION = '[Position "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic"]'


@pytest.mark.parametrize(
    ("tags", "code", "message", "column"),
    [
        ('[SetUp "1"]', "setup-differs", "SetUp says 1, but no Position is given", 1),
        (f'{POSITION} [SetUp "0"]', "setup-differs", "SetUp says 0, but a Position is given", len(POSITION) + 2),
        (f'  [SetUp "0"] {POSITION}', "setup-differs", "SetUp says 0, but a Position is given", 3),
        (f'[SetUp "yes"] {POSITION}', "unknown-tag-value", "SetUp 'yes' is unknown", 1),
        ('[SetUp ""]', "unknown-tag-value", "SetUp '' is unknown", 1),
    ],
)
def test_a_setup_that_contradicts_the_position_is_warned_of_at_its_place(
    tags: str, code: str, message: str, column: int
) -> None:
    (game,) = games(GAME.replace("[White", f"{tags}\n[White"))
    (finding,) = game.findings
    assert (finding.code, finding.severity, finding.message) == (code, "warning", message)
    assert (finding.line, finding.column, finding.game) == (2, column, 1)


@pytest.mark.parametrize("tags", ["", POSITION, f'[SetUp "1"]\n{POSITION}', '[SetUp "0"]'])
def test_a_setup_that_fits_is_taken_without_a_word(tags: str) -> None:
    assert codes(GAME.replace("[White", f"{tags}\n[White")) == []


def test_the_variant_in_a_heading_becomes_a_tag() -> None:
    for heading, variant in (("Standard game", "standard"), ("  tournament", "tournament"), ("Basic Game", "basic")):
        (game,) = games(f"{heading}\n\n1. e1-e3 (11)\nb3 (11)\n")
        assert (game.tags, game.main.annotations) == ((("Variant", variant),), {})
        assert len(game.turns) == 2


def test_semicolons_and_tag_like_lines_in_comments_are_text() -> None:
    (game,) = games(GAME.replace("b3", '{a; b\n[Event "no"]\nc} b3'.replace("[Event", "[Eventual")))
    assert game.main.annotations[1].comments == ('a; b\n[Eventual "no"]\nc',)


def test_games_without_tags_are_told_apart_by_their_results() -> None:
    found = games("1. e2 b3 1-0\n\n1. b2 0-1\n1. Gb2 *")
    assert [(game.mark, len(game.turns), game.notation) for game in found] == [
        ("1-0", 2, "official"),
        ("0-1", 1, "official"),
        ("*", 1, "official"),
    ]


# Layouts of spec notations section 1: the same four turns.
LAYOUTS = {
    "one turn a line": "Gd2 (16)\nGc1-e3 (16)\nGg2 (14)\nGf2 (14)\n",
    "slashes": "Gd2 (16) / Gc1-e3 (16) / Gg2 (14) / Gf2 (14)",
    "slashes without blanks": "Gd2 (16)/Gc1-e3 (16)/Gg2 (14)/Gf2 (14)",
    "score sheet": "1. Gd2 (16)    Gc1-e3 (16)\n2. Gg2 (14)    Gf2 (14)\n",
    "score sheet with bare numbers": "1   Gd2 (16)    Gc1-e3 (16)\n2   Gg2 (14)    Gf2 (14)\n",
    "published": "1. Gd2 (16)\nGc1-e3 (16)\n2. Gg2 (14)\nGf2 (14)\n",
    "a number for each": "1. Gd2 (16)\n1... Gc1-e3 (16)\n2. Gg2 (14)\n2… Gf2 (14)\n",
    "no blanks before counts": "1.Gd2(16) Gc1-e3(16) 2.Gg2(14) Gf2(14)",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_read_alike(layout: str) -> None:
    (game,) = games(LAYOUTS[layout])
    assert [counted_text(turn) for turn in game.turns] == ["Gd2 (16)", "Gc1-e3 (16)", "Gg2 (14)", "Gf2 (14)"]
    assert game.findings == ()


def test_a_line_with_x_alone_is_the_side_to_move_resigning() -> None:
    (game,) = games("e2\nb3\nX\n")
    assert game.resigned
    assert len(game.turns) == 2


# Game 000826-03 as printed on gipf.com (shared/games/official): heading, prose, a missing bracket, a cut end.
PUBLISHED = """Game 000826-03

Koen de Jongh (NL) versus Patrick Van de Perre (B)
GIPF World Championship, Round 4
MSO 4, Alexandra Palace, London, August 26, 2000

Both players know each other well.

1. Gg2 (16)
Gh4 (16
2. Gg1-g3 (14)
A quiet answer follows.
Gh2 (14)
3. Gh1-h3 (12)
Gi2-g4 (12)
4. Gd2 (10)
Gf2 (10)
5. c1-e
"""


def test_the_heading_of_a_published_page_becomes_tags_and_prose_becomes_comments() -> None:
    (game,) = games(PUBLISHED)
    assert dict(game.tags) == {
        "Event": "GIPF World Championship",
        "Site": "MSO 4, Alexandra Palace, London",
        "Date": "2000.08.26",
        "Round": "4",
        "White": "Koen de Jongh",
        "Black": "Patrick Van de Perre",
        "GameId": "000826-03",
        "WhiteCountry": "NL",
        "BlackCountry": "B",
    }
    assert game.main.annotations[0].comments == ("Both players know each other well.",)
    assert game.main.annotations[3].comments == ("A quiet answer follows.",)
    assert [finding.code for finding in game.findings] == ["missing-bracket", "text-cut"]
    assert [(finding.line, finding.column) for finding in game.findings] == [(10, 5), (18, 4)]


def test_a_heading_before_a_turn_numbered_1_begins_another_game() -> None:
    found = games(PUBLISHED.replace("5. c1-e\n", "") + "\n" + PUBLISHED)
    assert [len(game.turns) for game in found] == [8, 9]
    assert found[0].tags == found[1].tags
    assert [game.line for game in found] == [1, 18]


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("1. e2\ne8\n2. b3\n\n1... c6\n2. d2\n\n1… h4\n2. h2", [3, 2, 2]),
        ("1. e2\n1... e8\n2. b3\n2... c6", [4]),
        ("1. e2\n\n1... e8\n\n2. b3", [3]),
        ("1... e2\n11. e8", [2]),
    ],
)
def test_a_first_turn_of_blacks_begins_another_game_behind_higher_numbers(text: str, turns: list[int]) -> None:
    assert [len(game.turns) for game in games(text)] == turns


def test_a_ten_thousand_turn_game_is_read() -> None:
    (game,) = games(GAME.replace("1. e2 (11) b3 (11) 1-0", "e2 (11) b3 (11) " * 5000 + "1-0"))
    assert len(game.turns) == 10_000


@pytest.mark.parametrize(
    ("text", "times"),
    [
        (lambda times: "[A x" + " " * times + "x", 1_600),
        (lambda times: '[A "x"] ' * times, 48_000),
        (lambda times: "[A" + " " * 100 * times + "x\n" + '\n[B "x"]' * times, 24_000),
        (lambda times: "1. b2 (\n" + " *\n" * times, 16_000),
        (lambda times: "a" + " " * times + "b\n1. b2", 24_000),
    ],
)
def test_time_grows_with_the_length_alone(text: Callable[[int], str], times: int) -> None:
    assert_linear(lambda many: findings(text(many)), times // 16, times)


@pytest.mark.parametrize(
    ("line", "tag"),
    [
        ("[White Ann]", ("White", "Ann")),
        ("[White = Ann", ("White", "Ann")),
        ('[ White : "Ann"', ("White", "Ann")),
        ('[White "A "b" c" ] ', ("White", 'A "b" c')),
        ('[White "', ("White", "")),
        ("[White]]", None),
        ("[White", None),
        ("[White  x]]", ("White", "x]")),
    ],
)
def test_a_broken_tag_is_read_as_far_as_it_goes(line: str, tag: tuple[str, str] | None) -> None:
    (game,) = games(f"{line}\n\n1. b2 *")
    assert game.tags == ((tag,) if tag else ())
    assert [finding.code for finding in game.findings] == ["bad-tag"]


@pytest.mark.parametrize("text", ["[", "[" * 3000, "[\n\n[ ]\n", "[White]"])
def test_brackets_without_a_tag_or_a_turn_are_no_game(text: str) -> None:
    assert not games(text)
    assert {finding.code for finding in read(text.split("\n")) if isinstance(finding, Finding)} == {"bad-tag"}


@pytest.mark.parametrize(
    ("heading", "event"),
    [
        ("Club, Round 4", {"Event": "Club", "Round": "4"}),
        ("A b  round  4a", {"Event": "A b", "Round": "4a"}),
        (", Round 4", {"Event": ",", "Round": "4"}),
        ("Round 4", {}),
        ("Club Round", {}),
    ],
)
def test_the_round_is_the_last_word_of_its_heading(heading: str, event: dict[str, str]) -> None:
    (game,) = games(f"{heading}\n1. b2\nb3")
    assert dict(game.tags) == event


def test_results_inside_a_variation_end_no_game_whatever_comments_stand_between() -> None:
    text = '[Event "a"]\n\n1. b2 (b3 *\n{( ) (1)} (c2\n1-0\n) {a\n(b} *\n) b4 (3) 1-0\n1. c2 *\n'
    assert [len(game.turns) for game in games(text)] == [2, 1]


def test_blanks_at_the_ends_of_a_comments_lines_go_in_time_that_grows_with_their_number_alone() -> None:
    def lost(comment: str) -> tuple[str, list[Finding]]:
        return tagged_write.write(Record((), TurnList((), {0: Annotation((), (comment,))})))

    assert lost("a \t\nb  c \n\n d")[0] == "\n{a\nb  c\n\n d}\n\n"
    assert_linear(lambda times: lost("a" + " " * times + "b"), 4_000, 64_000)
