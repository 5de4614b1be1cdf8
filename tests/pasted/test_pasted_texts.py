"""What people paste (the field test's kinds B1 to B4 and B7) is read as what it plainly is, with one note."""

from pathlib import Path

import pytest

from gipfkit.findings import Finding
from gipfkit.notations.official import counted_text
from gipfkit.reading import read
from gipfkit.record import Record


def items(folder: Path, text: str | bytes, name: str = "x.txt") -> list[Record | Finding]:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read([path]))


def games(found: list[Record | Finding]) -> list[Record]:
    return [item for item in found if isinstance(item, Record)]


def turns(record: Record) -> str:
    return " ".join(map(counted_text, record.turns))


def places(record: Record) -> list[tuple[int, int]]:
    found = (record.main.place(k + 1) for k in range(len(record.turns)))
    return [(place.line, place.column) for place in found if place]


def notes(found: list[Record | Finding]) -> list[str]:
    return [item.message for item in found if isinstance(item, Finding) and item.code == "read-through"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # B1: signs
        ("1. Gd8–f7 Ge9—e7", "Gd8-f7 Ge9-e7"),
        ("1. Gd8−f7 Ge9‐e7 2. g1‑c3", "Gd8-f7 Ge9-e7 g1-c3"),
        ("1. Gd8\u00adf7 b\u00ad3", "Gd8-f7 b3"),
        ("1. g1-c3;×c2,d3 (6)", "g1-c3;xc2,d3 (6)"),
        ("1. g1-c3;✕c2,d3∗ (6)", "g1-c3;xc2,d3* (6)"),
        ("1. g1-c3;хc2,d3＊ (6)", "g1-c3;xc2,d3* (6)"),
        ("1. Ｇｅ８ Ｇｄ８－ｆ７", "Ge8 Gd8-f7"),
        ("1. Ge\u200b8 G\u2060d8-f7", "Ge8 Gd8-f7"),
        ("1. g1-c3\u037exc2\uff0cd3", "g1-c3;xc2,d3"),
        ("1. a2→b3 a1->b2", "a2-b3 a1-b2"),
        ("1. Ge8 𝐆𝐝𝟖-𝐟𝟕", "Ge8 Gd8-f7"),
        ("1. Ge8 （16） Gd8-f7 （16）", "Ge8 (16) Gd8-f7 (16)"),
        ("1. g1-c3;xc2,d3\\* e2", "g1-c3;xc2,d3* e2"),
        ("1. Ge8&nbsp;Gd8&ndash;f7", "Ge8 Gd8-f7"),
        ("1. Ge8 … Gd8-f7", "Ge8 Gd8-f7"),
        ("1.GE8 GD8-F7 2.GE9-E7", "Ge8 Gd8-f7 Ge9-e7"),
        ("1. x b5,c5,d5 ; x;b2 (12)", "xb5,c5,d5;x;b2 (12)"),
        ("1. X b5, c5 ; b3", "xb5,c5;b3"),
        ("1. Xb5,c5;b3", "xb5,c5;b3"),
        # B2: quotes and lists
        ("> 1. Ge8 (16) Gd8-f7 (16)", "Ge8 (16) Gd8-f7 (16)"),
        (">> 1. Ge8\n>> Gd8-f7\n", "Ge8 Gd8-f7"),
        ("> 1. Ge8 (16) Gd8-f7 (16) 2. Ge9-e7\n(15) Gf8-d7 (15)\n", "Ge8 (16) Gd8-f7 (16) Ge9-e7 (15) Gf8-d7 (15)"),
        ("> 1. Ge8 g1-c3;xc2,d3,\n> e4,f4 (6)\n", "Ge8 g1-c3;xc2,d3,e4,f4 (6)"),
        ("| 1. Ge8 Gd8-f7\n| 2. Ge9-e7\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("- Ge8 Gd8-f7", "Ge8 Gd8-f7"),
        ("* Ge8\n* Gd8-f7\n", "Ge8 Gd8-f7"),
        ("• Ge8\n• Gd8-f7\n", "Ge8 Gd8-f7"),
        ("– Ge8\n– Gd8-f7\n", "Ge8 Gd8-f7"),
        ("1) Ge8 Gd8-f7\n2) Ge9-e7\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("(1) Ge8 Gd8-f7\n(2) Ge9-e7\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("1: Ge8 Gd8-f7\n2: Ge9-e7\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("#1 Ge8 Gd8-f7\n#2 Ge9-e7\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("<1.> Ge8 Gd8-f7", "Ge8 Gd8-f7"),
        ("**1.** Ge8 __Gd8-f7__", "Ge8 Gd8-f7"),
        ("```\n1. `Ge8` `Gd8-f7`\n```\n", "Ge8 Gd8-f7"),
        # B3: tables
        ("| No | White | Black |\n|---|---|---|\n| 1 | Ge8 | Gd8-f7 |\n| 2 | Ge9-e7 | |\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("1,Ge8 (16),Gd8-f7 (16)\n", "Ge8 (16) Gd8-f7 (16)"),
        ('1,"g1-c3;xc2,d3","b3"\n', "g1-c3;xc2,d3 b3"),
        ("1,g1-c3;xc2,d3 (6),b3 (7)\n", "g1-c3;xc2,d3 (6) b3 (7)"),
        ("1;Ge8;Gd8-f7\n2;Ge9-e7;...\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("No\tWhite\tBlack\n1\tGe8\tGd8–f7\n", "Ge8 Gd8-f7"),
        ("┌───┬─────┬────┐\n│ 1 │ Ge8 │ b3 │\n└───┴─────┴────┘\n", "Ge8 b3"),
        ("| Ann | Bob |\n|:---:|:---:|\n| Ge8 | Gd8-f7 |\n| Ge9-e7 | |\n", "Ge8 Gd8-f7 Ge9-e7"),
        ('1,Ge8,16,Gd8-f7,16,"good, ""solid"""\n2,Ge9-e7,14,,,\n', "Ge8 (16) Gd8-f7 (16) Ge9-e7 (14)"),
        # B4: web pages and forums
        ("<td>Ge8</td>", "Ge8"),
        ("<table><tr><td>1</td><td>Ge8</td>\n<td>Gd8-f7</td></tr></table>", "Ge8 Gd8-f7"),
        ("1. Ge8<br>Gd8-f7<br/>2. Ge9-e7", "Ge8 Gd8-f7 Ge9-e7"),
        ("<ol><li>Ge8 Gd8-f7</li><li>Ge9-e7</li></ol>", "Ge8 Gd8-f7 Ge9-e7"),
        ("<html><style>b3 {}</style><script>var b4</script><pre>1. Ge8\nGd8-f7</pre></html>", "Ge8 Gd8-f7"),
        ("[b]1.[/b] Ge8 Gd8-f7", "Ge8 Gd8-f7"),
        ("[quote=Ann][code]1. Ge8 Gd8-f7[/code][/quote]", "Ge8 Gd8-f7"),
        # B7: loose turns
        ("GE8 GD8-F7", "Ge8 Gd8-f7"),
        ("gE8 gd8-f7", "Ge8 Gd8-f7"),
        ("a2 - b3", "a2-b3"),
        ("a2 -b3 a1- b2", "a2-b3 a1-b2"),
        ("f8f6 Gf8f6", "f8-f6 Gf8-f6"),
        ("a1 > b2 a1 to b2", "a1-b2 a1-b2"),
        ("e2 | b3", "e2 b3"),
        ("1. Ge8, Gd8-f7", "Ge8 Gd8-f7"),
        ("1. Ge8 - Gd8-f7", "Ge8 Gd8-f7"),
        ("g1-c3 ; x c2, d3", "g1-c3;xc2,d3"),
        ("e2, b3, g1-c3;xc2,d3 (6), b4\n", "e2 b3 g1-c3;xc2,d3 (6) b4"),
        ("1.) Ge8 Gd8-f7\n2.) Ge9-e7\n", "Ge8 Gd8-f7 Ge9-e7"),
        ("1,Ge8,16,Gd8-f7,16\n2,Ge9-e7,15,,\n", "Ge8 (16) Gd8-f7 (16) Ge9-e7 (15)"),
        ("White,Black\nGe8,Gd8-f7\nGe9-e7,Gf8-d7\n", "Ge8 Gd8-f7 Ge9-e7 Gf8-d7"),
        ('1. "Ge8" Gd8-f7.\n', "Ge8 Gd8-f7"),
        ("Move 1: Ge8 Gd8-f7\nMove 2: Ge9-e7\n", "Ge8 Gd8-f7 Ge9-e7"),
    ],
)
def test_what_people_paste_is_read_as_what_it_plainly_is(tmp_path: Path, text: str, expected: str) -> None:
    found = items(tmp_path, text)
    (game,) = games(found)
    assert turns(game) == expected
    assert [finding for finding in game.findings if finding.severity == "error"] == []
    assert len(notes(found)) == 1


@pytest.mark.parametrize(
    ("text", "mark"), [("1–0", "1-0"), ("1 - 0", "1-0"), ("0:1", "0-1"), ("½–½", "1/2-1/2"), ("1 – 0", "1-0")]
)
def test_results_with_other_signs_are_results(tmp_path: Path, text: str, mark: str) -> None:
    for between in (" ", "\n"):
        (game,) = games(items(tmp_path, f"1. Ge8 Gd8-f7{between}{text}\n"))
        assert (turns(game), game.mark) == ("Ge8 Gd8-f7", mark)


@pytest.mark.parametrize("marks", ["“”", "„“", "«»", "‹›", "″″", "''", "‘’", "``"])
def test_tags_between_other_quotation_marks_are_tags(tmp_path: Path, marks: str) -> None:
    text = f'[White {marks[0]}Ann – B{marks[1]}]\n[Black "Carl – D"]\n\n1. Ge8 {{a – b}} Gd8–f7 *\n'
    (game,) = games(items(tmp_path, text))
    assert game.tags == (("White", "Ann – B"), ("Black", "Carl – D"))
    assert (turns(game), game.main.annotations[1].comments) == ("Ge8 Gd8-f7", ("a – b",))


@pytest.mark.parametrize("text", ["Nr,Ann,Bob\n1,Ge8,Gd8-f7\n", "| # | Ann | Bob |\n| 1 | Ge8 | Gd8-f7 |\n"])
def test_names_over_a_tables_columns_are_the_players(tmp_path: Path, text: str) -> None:
    (game,) = games(items(tmp_path, text))
    assert (game.tag("White"), game.tag("Black"), turns(game)) == ("Ann", "Bob", "Ge8 Gd8-f7")


def test_places_lead_to_the_original_text(tmp_path: Path) -> None:
    found = items(tmp_path, "Ann wrote:\n> 1) Ge8 – Gd8–f7\n> 2) **Ge9-e7** zz\n")
    (game,) = games(found)
    assert places(game) == [(2, 6), (2, 12), (3, 8), (3, 17)]
    assert [(f.code, f.line, f.column) for f in game.findings if f.code == "unreadable"] == [("unreadable", 3, 17)]
    (note,) = (item for item in found if isinstance(item, Finding))
    assert (note.severity, note.line, note.column) == ("note", 2, 1)


def test_places_in_a_web_page_are_those_of_its_source(tmp_path: Path) -> None:
    text = "<html>\n<body>\n<p>1. <b>Ge8</b> Gd8&ndash;f7</p>\n<p>2. Ge9-e7</p></body></html>"
    (game,) = games(items(tmp_path, text, "x.html"))
    assert places(game) == [(3, 10), (3, 18), (4, 7)]


@pytest.mark.parametrize(
    "text",
    [
        "1. g1-c3; xc2 d3 e4\n",  # d3 and e4 may be turns
        "1. Gc2;x Gh2 zz\n",
        "1;g1-c3;xc2,d3;b3\n",  # the row may go after the first push or before the second
        "1,g1-c3;xc2,d3,b3\n",
        "1. Ge8\n(16) Gd8-f7 zz\n",
        "1. a1/b2\n",
    ],
)
def test_what_can_be_read_in_two_ways_stays_as_it_is(tmp_path: Path, text: str) -> None:
    assert notes(items(tmp_path, text)) == []


def test_a_lone_star_that_ends_a_game_is_no_bullet(tmp_path: Path) -> None:
    found = games(items(tmp_path, "1. e2 b3\n* 1. e3 b4 zz\n*\n"))
    assert [game.mark for game in found] == ["*", "*"]


def test_only_what_follows_the_first_trouble_is_read_through_and_no_game_twice(tmp_path: Path) -> None:
    clean = '[White "Ann – B"]\n[Variant "basic"]\n\n1. b3 {a – b} b4 *\n\n'
    found = items(tmp_path, clean * 3 + "> " + clean.replace("\n", "\n> ") + "\n\n" + clean)
    read_games = games(found)
    assert [game.number for game in read_games] == [1, 2, 3, 4, 5]
    assert {(game.tag("White"), turns(game), game.main.annotations[1].comments) for game in read_games} == {
        ("Ann – B", "b3 b4", ("a – b",))
    }
    assert [game.line for game in read_games] == [1, 6, 11, 16, 23]
    assert len(notes(found)) == 1


def test_several_games_in_one_quoted_text_are_several(tmp_path: Path) -> None:
    found = games(items(tmp_path, "> 1. e2 b3 1-0\n>\n> 1. e3 b4 0-1\n"))
    assert [(turns(game), game.mark) for game in found] == [("e2 b3", "1-0"), ("e3 b4", "0-1")]


def test_other_notations_are_read_out_of_quotes_too(tmp_path: Path) -> None:
    for text, notation in (
        ("> (;GM[gipf]SU[gipf]VV[1];P0[0 Start P0]\n> ;P0[1 Dropb E 1];P0[2 Dropb E 2];P0[3 Done ])\n", "boardspace"),
        ('> {"gipfkit": 1, "turns": [{"text": "Gd2 (16)"}]}\n', "jsonl"),
        ("> GWi3-h3 GKb6-c6\n", "webgipf"),
        ("GWi3–h3 GKb6–c6\n", "webgipf"),
    ):
        (game,) = games(items(tmp_path, text))
        assert (game.notation, [turn.unreadable for turn in game.turns].count(None)) == (notation, len(game.turns))


def test_players_over_the_columns_of_a_table_without_numbers_are_read(tmp_path: Path) -> None:
    (game,) = games(items(tmp_path, "| Ann | Bob (NL) |\n|---|---|\n| Ge8 | Gd8-f7 |\n| Ge9-e7 | |\n"))
    assert (game.tag("White"), game.tag("Black"), game.tag("BlackCountry")) == ("Ann", "Bob", "NL")


def test_the_links_of_a_page_are_no_turns(tmp_path: Path) -> None:
    page = "<html><body><nav><ul><li><a href='/'>Home</a><li><a href='/g2'>G2</a></ul></nav><p>1. Ge8 Gd8-f7</p></body>"
    (game,) = games(items(tmp_path, page, "x.html"))
    assert turns(game) == "Ge8 Gd8-f7"


def test_a_quoted_post_with_its_heading_beside_the_tag_is_read(tmp_path: Path) -> None:
    text = '[quote="Bob"]Ann - Bob 1-0\n1. Ge8 Gd8-f7\nBlack resigns[/quote]\nNice, but 1... Gb2 was better!\n'
    (game,) = games(found := items(tmp_path, text))
    assert (game.tag("White"), game.mark, turns(game)) == ("Ann", "1-0", "Ge8 Gd8-f7")
    assert [finding.code for finding in game.findings] == ["turn-in-prose"]
    assert len(notes(found)) == 1


@pytest.mark.parametrize("word", ["GD8-F7", "Ge9e7", "gE8", "Gd8–f7", "e2 → e4", "a1>b2"])
def test_what_may_be_a_turn_in_words_is_named(tmp_path: Path, word: str) -> None:
    (game,) = games(items(tmp_path, f"1. Ge8 Gd8-f7\nI thought about {word} here\n2. Ge9-e7 Gf8-d7\n"))
    assert [(one.code, one.line, one.column) for one in game.findings] == [("turn-in-prose", 2, 17)]


@pytest.mark.parametrize(
    "text",
    [
        "**Ann - Bob**\n\n1. Ge8 Gd8-f7\n2. Ge9-e7 Gf8-d7\n\n**Black resigns**\n",
        "## Ann - Bob\n\n1. Ge8 Gd8-f7\n2. Ge9-e7 Gf8-d7\n_Schwarz gibt auf_\n",
        "*Ann – Bob*\n| 1 | Ge8 | Gd8-f7 |\n| 2 | Ge9-e7 | Gf8-d7 |\n*Black resigns*\n",
        "No,Ann,Bob\n1,Ge8,Gd8-f7,good\n2,Ge9-e7,Gf8-d7,Black resigns\n",
        "No;Ann;Bob\n1;Ge8;Gd8-f7\n2;Ge9-e7;Gf8-d7\nResult;1-0 Black resigns\n",
        "No\tAnn\tBob\n1\tGe8\tGd8-f7\tgood\n2\tGe9-e7\tGf8-d7\tBlack resigns\n",
    ],
)
def test_players_and_endings_are_read_in_marks_and_in_tables(tmp_path: Path, text: str) -> None:
    (game,) = games(items(tmp_path, text))
    assert turns(game) == "Ge8 Gd8-f7 Ge9-e7 Gf8-d7"
    told = game.tag("White"), game.tag("Black"), game.mark, game.tag("Termination")
    assert told == ("Ann", "Bob", "1-0", "resignation")


def test_a_contradiction_is_said_of_a_text_that_is_read_through(tmp_path: Path) -> None:
    (game,) = games(items(tmp_path, "> [18:01] 1. Ge8 Gd8–f7\n> [18:02] 2. Ge9-e7 Gf8-d7 *\n> Black resigns\n"))
    assert turns(game) == "Ge8 Gd8-f7 Ge9-e7 Gf8-d7"
    assert [finding.code for finding in game.findings] == ["bracket-kept", "result-differs"]


@pytest.mark.parametrize("value", ["<![", "<!", "<!a", "<!--", "<![ b", "<?", "</", "<!DOCTYPE", "&#", "<a <![ x"])
def test_what_only_begins_like_html_is_text(tmp_path: Path, value: str) -> None:
    (game,) = games(items(tmp_path, f'> [Event "{value}"]\n>\n> 1. Ge8 Gd8–f7 *\n'))
    assert (game.tag("Event"), turns(game)) == (value, "Ge8 Gd8-f7")
    assert places(game) == [(3, 6), (3, 10)]
