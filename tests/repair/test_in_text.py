"""Mended turns written into the text: everything else stays as it is."""

import pytest
from replays import GAME2, game

from gipfkit.notations import jsonl
from gipfkit.notations.official import counted_text
from gipfkit.reading import read_text
from gipfkit.repair.changes import DOUBLED, Change
from gipfkit.repair.in_text import Text
from gipfkit.repair.mending import mended
from gipfkit.repair.texts import rewritten
from gipfkit.replay import replay

TAGS = '[White "Ann"]\n[Black "Bob"]\n[Variant "tournament"]\n\n'


def repaired(text: str) -> str:
    games = [mended(replay(record)) for record in read_text(text)]
    result = rewritten(text, [found for found in games if found.changes], read_text)
    assert not result.unwritten
    return result.text


START = "1. Gb2 (16) Gh2 (16) 2. a2-c2 (15) h1-h3 (15) 3. a2-d2 (14) h1-h4 (14)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "1. Gb2! (16) {a slip {} follows} Gh2 (16) 2. a2-c2 $6 (12) {two\nlines} (2. Gb3 (14)) h1-h3 (15)\n\n",
            "1. Gb2! (16) {a slip {} follows} Gh2 (16) 2. a2-c2 $6 (15) {two\nlines} (2. Gb3 (14)) h1-h3 (15)\n\n",
        ),
        ("1. Gb2 (16) Gh2 ( 15 )   2.   a2-c2 (15) *\n", "1. Gb2 (16) Gh2 (16)   2.   a2-c2 (15) *\n"),
        ("1. Gb2!(15) Gh2 (16) *", "1. Gb2!(16) Gh2 (16) *"),
    ],
)
def test_only_the_words_that_are_wrong_change(before: str, after: str) -> None:
    text = TAGS + before.replace("{}", "")
    assert repaired(text) == TAGS + after.replace("{}", "")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("layout", ["lines", "slashes", "sheet", "numbers"])
def test_a_turn_taken_out_or_added_leaves_the_layout_and_the_numbers_right(layout: str, end: str) -> None:
    turns = [counted_text(turn) for turn in game(GAME2).turns]
    doubled, missing = turns[:25] + turns[24:], turns[:26] + turns[27:]
    for wrong in (doubled, missing):
        text = laid_out(wrong, layout).replace("\n", end)
        assert repaired(text) == laid_out(turns, layout).replace("\n", end)


def laid_out(turns: list[str], layout: str) -> str:
    if layout == "lines":
        return TAGS + "\n".join(turns) + "\n*\n"
    if layout == "slashes":
        return TAGS + " / ".join(turns) + "\n*\n"
    pairs = [turns[k : k + 2] for k in range(0, len(turns), 2)]
    divider = "\n" if layout == "sheet" else " "
    return TAGS + divider.join(f"{k}. {' '.join(pair)}" for k, pair in enumerate(pairs, 1)) + "\n*\n"


def test_many_games_in_one_text_are_mended_each_in_its_place() -> None:
    right = "".join(f'[White "Ann {k}"]\n[Variant "tournament"]\n\n{{game {k}}} {START} *\n\n' for k in range(30))
    wrong = right
    for k in range(0, 30, 3):
        begin = wrong.index(f"{{game {k}}}")
        wrong = wrong[:begin] + wrong[begin:].replace("h1-h3 (15)", "h1-h4 (15)", 1)
    assert wrong != right
    assert repaired(wrong) == right


def test_jsonl_is_mended_line_by_line() -> None:
    lines = [jsonl.write(record)[0] for record in read_text(f"{TAGS}{START} *\n\n{TAGS}{START} *\n")]
    text = lines[0] + lines[1].replace('"reserve": 15', '"reserve": 12', 1)
    assert text != "".join(lines)
    found = read_text(repaired(text))
    assert [record.turns for record in found] == [record.turns for record in read_text("".join(lines))]


def test_a_text_that_says_turns_in_other_words_is_left_as_it_is() -> None:
    text = "GKb1-b2 GWh1-h2 Ka2-b2 Wh1-h2 Ka1-a2\n"
    games = [mended(replay(record)) for record in read_text(text, notation="webgipf")]
    assert rewritten(text, [g for g in games if g.changes], lambda t: read_text(t, notation="webgipf")).text == text


def played() -> list[str]:
    """Give the turns of a game from whose text one or more are taken out or doubled below."""
    return [counted_text(turn) for turn in game(GAME2).turns]


def sheet(cells: list[str]) -> str:
    pairs = [cells[k : k + 2] for k in range(0, len(cells), 2)]
    return TAGS + "".join(f"{k}.\t{chr(9).join(pair)}\n" for k, pair in enumerate(pairs, 1))


def test_a_cell_left_empty_in_a_score_sheet_is_filled() -> None:
    turns = played()
    assert repaired(sheet([*turns[:26], "", *turns[27:]])) == sheet(turns)
    assert repaired(sheet([*turns[:1], "", *turns[2:]])) == sheet(turns)


def test_the_tab_behind_a_number_stays_where_numbers_change() -> None:
    turns = played()
    assert repaired(sheet([*turns[:25], *turns[24:]])) == sheet(turns)


@pytest.mark.parametrize("divider", [" / ", "\n"])
def test_a_turn_goes_where_its_place_was_left(divider: str) -> None:
    turns = played()
    text = TAGS + divider.join([*turns[:26], "", *turns[27:]])
    assert repaired(text) == TAGS + divider.join(turns)


def test_a_number_left_on_a_line_of_its_own_gets_its_turn() -> None:
    turns = played()
    lines = [f"{k // 2 + 1}. {turn}" if k % 2 == 0 else turn for k, turn in enumerate(turns)]
    right = TAGS + "\n".join(lines) + "\n"
    wrong = right.replace(f"14. {turns[26]}", "14. ")
    assert wrong != right
    assert repaired(wrong) == right


@pytest.mark.parametrize(
    ("doubled", "second", "right"),
    [
        # Most of Black's turns have a comment before them: that is no divider.
        (
            "1. b4 {one} 1... f7 {two} 2. h3 {three} 2... e2 {four} 3. e2 c6 *",
            5,
            "1. b4 {one} 1... f7 {two} 2. h3 {three} 2... e2 {four} 3. c6 *",
        ),
        ("1. b4 f7 2. h3 e2! {four} 3. e2 c6 *", 5, "1. b4 f7 2. h3 e2! {four} 3. c6 *"),
        ("1. b4 f7 2. h3 e2 3. e2! c6 *", 5, "1. b4 f7 2. h3 e2! 3. c6 *"),
        ("1. b4 (9) f7 (9) 2. f7! (9) c6 (8) *", 3, "1. b4 (9) f7! (9) 2. c6 (8) *"),
        ("1. b4 f7! 2. h3 h3 3. e2 c6 4. g2 *", 4, "1. b4 f7! 2. h3 e2 3. c6 g2 *"),
        ("7. b4 f7 8. h3 e2 9. e2 c6 *", 5, "7. b4 f7 8. h3 e2 9. c6 *"),
        ("1. b4 1... f7 2. h3 2... e2 3. e2 3... c6 *", 5, "1. b4 1... f7 2. h3 2... e2 3. c6 *"),
        ("1. b4 f7 {a} 2. h3 {b} e2 3. e2 c6 {c} 4. g2 *", 5, "1. b4 f7 {a} 2. h3 {b} e2 3. c6 {c} g2 *"),
        ("1. b4 f7 {a} 2. f7 {b} c6 *", 3, "1. b4 f7 {a} {b} 2. c6 *"),
        ("1. b4 f7\n2. h3 h3\n3. e2 c6\n*", 4, "1. b4 f7\n2. h3 e2\n3. c6\n*"),
        ("1. b4 f7 {a} 2. f7 *", 3, "1. b4 f7 {a} *"),
    ],
)
def test_a_turn_taken_out_leaves_comments_glyphs_and_numbers(doubled: str, second: int, right: str) -> None:
    head = '[Variant "basic"]\n\n'
    text = f"{head}{doubled}\n"
    start, end, new = Text(text).mended(read_text(text)[0], [Change(DOUBLED, second - 1, 1, ())])
    assert text[:start] + new + text[end:] == f"{head}{right}\n"


def without_counts(turns: list[str]) -> str:
    return TAGS + "\n".join(turn.partition(" (")[0] for turn in turns) + "\n"


@pytest.mark.parametrize(("slip", "right"), [("g1-3c", "g1-c3"), ("h1d-4", "h1-d4"), ("f8-f", "f8-f6")])
def test_a_game_without_counts_gets_none(slip: str, right: str) -> None:
    text = without_counts(played())
    wrong = text.replace(right, slip, 1)
    assert wrong != text
    assert repaired(wrong) == text


@pytest.mark.parametrize("slip", [";c4,c3,c2,c5", " c4,c3,c2,c5", "; c4 c3 c2 c5", ";x c4 c3 c2 c5", "xc4,c3,c2,c5"])
def test_a_list_that_has_lost_its_x_gets_it(slip: str) -> None:
    text = TAGS + "\n".join(played()) + "\n"
    assert repaired(text.replace(";xc4,c3,c2,c5", slip)) == text


def test_a_list_before_the_push_that_has_lost_its_x_gets_it() -> None:
    text = TAGS + " ".join(played()) + "\n"
    assert repaired(text.replace("xf3,g2;f1-f3 (8)", "f3,g2;f1-f3 (8)")) == text


def test_what_divided_a_turn_from_a_lost_x_does_not_stay_behind_it() -> None:
    text = without_counts(played()).replace("a4-c4;xc4,c3,c2,c5", "a4-c4;x")
    assert repaired(text.replace("a4-c4;x", "a4-c4;")) == text.replace("a4-c4;x", "a4-c4;xc2,c3,c4,c5")


@pytest.mark.parametrize("line", ["–", " - ", "", "→", "->"])
def test_a_pasted_text_is_mended_in_its_own_signs(line: str) -> None:
    text = f"1. Gb2 (16) Gh2 (16)\n2. a2{line}c2 (15) h1{line}h4 (15)\n3. a2{line}d2 (14) h1{line}h4 (14)\n"
    right = f"h1{line}h4 (15)", "h1-h3 (15)"
    assert repaired(text) == text.replace(*right)


def test_capitals_and_signs_of_other_turns_stay() -> None:
    text = "1. GB2 (16) GH2 (16)\n2. A2-C2 (15) H1-H4 (15)\n3. A2-D2 (14) H1-H4 (14)\n"
    assert repaired(text) == text.replace("H1-H4 (15)", "h1-h3 (15)")
