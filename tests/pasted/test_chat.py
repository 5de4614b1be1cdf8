"""Chats without brackets: times and names before turns (kinds A11 and B7 of the field test)."""

from pathlib import Path

import pytest
from linear import assert_linear

from gipfkit.findings import Finding
from gipfkit.notations.official import counted_text
from gipfkit.pasted import chat
from gipfkit.reading import read
from gipfkit.record import Record

FOUR = ["Ge8", "Gd8-f7", "Ge9-e7", "Gf8-d7"]


def items(folder: Path, text: str) -> list[Record | Finding]:
    path = folder / "x.txt"
    path.write_text(text)
    return list(read([path]))


def game(folder: Path, text: str) -> Record:
    (found,) = (item for item in items(folder, text) if isinstance(item, Record))
    return found


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("18:01 ", "18:02 "),
        ("18:01:07 - ", "18:02:11 - "),
        ("(6:05 pm) ", "(6:07 pm) "),
        ("2021-05-12 18:01 ", "2021-05-12 18:02 "),
        ("18h01 Ann: ", "18h02 Bob: "),
        ("Ann: ", "Bob: "),
        ("Ann Smith : ", "Bob : "),
        ("<Ann> ", "<@Bob> "),
        ("Ann> ", "Bob> "),
        ("W ", "B "),
        ("12/05/2021, 18:01 - Ann: ", "12/05/2021, 18:02 - Bob: "),
        ("[12.05.21, 18:01] Ann: ", "[12.05.21, 18:02] Bob: "),
    ],
)
@pytest.mark.parametrize("tags", ["", '[White "Ann"]\n[Black "Bob"]\n\n'])
def test_turns_behind_times_and_names_are_read(tmp_path: Path, white: str, black: str, tags: str) -> None:
    text = "".join(f"{name}{turn}\n" for name, turn in zip((white, black) * 2, FOUR, strict=True))
    found = game(tmp_path, tags + text)
    assert [counted_text(turn) for turn in found.turns] == FOUR
    place = found.main.place(2)
    assert place
    assert (place.line, place.column) == (2 + tags.count("\n"), len(black) + 1)


def test_what_is_said_besides_is_a_comment_and_who_resigns_has_lost(tmp_path: Path) -> None:
    text = (
        '[White "Ann"]\n[Black "Bob"]\n\n18:01 Ann: 1. Ge8 (16)\n18:02 Bob: GD8–F7\n18:02 Bob: now e2, or not?\n'
        "18:03 Ann: Ge9e7\n18:04 Bob: I resign\n"
    )
    found = game(tmp_path, text)
    assert [counted_text(turn) for turn in found.turns] == ["Ge8 (16)", "Gd8-f7", "Ge9-e7"]
    assert (found.mark, found.tag("Termination")) == ("1-0", "resignation")
    comments = [comment for note in found.main.annotations.values() for comment in note.comments]
    assert "18:02 Bob: now e2, or not?" in comments


@pytest.mark.parametrize(
    "text",
    [
        "better: Ge8\nworse: Gb2\n\n1. Ge8 Gd8-f7\nbetter: Ge9-e7\n",
        "Ann: Ge8\nAnn: Gd2\nBob: Gd8-f7\n",
        "Ann: Ge8\nBob: Gd8-f7\nCarl: Gb2\n",
        "Ann: Ge8\nBob: Gd8-f7\n",
    ],
)
def test_where_it_may_be_no_chat_of_two_nothing_is_read_and_all_is_said(tmp_path: Path, text: str) -> None:
    assert chat.speakers(text.split("\n")) == frozenset()
    found = items(tmp_path, text)
    findings = [one for item in found for one in (item.findings if isinstance(item, Record) else [item])]
    assert "turn-in-prose" in [finding.code for finding in findings]


@pytest.mark.parametrize("part", ["Ann ", "18:01 ", "<", "A: ", "x: Ge8 ", "12/05/2021, ", "a:a "])
def test_any_line_is_looked_at_in_linear_time(part: str) -> None:
    assert_linear(lambda size: chat.speakers([part * size] * 3), 500, 10000)
