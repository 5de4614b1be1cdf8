"""Mended turns written into the text: everything else stays as it is."""

import pytest
from replays import GAME2, game

from gipfkit.notations import jsonl
from gipfkit.notations.official import counted_text
from gipfkit.reading import read_text
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
