"""Words before a notation (A25) and files of other games and programs (A26 of the field test): one sentence each."""

from pathlib import Path

import pytest

from gipfkit.findings import Finding
from gipfkit.notations import NOTATIONS
from gipfkit.reading import read, read_text
from gipfkit.record import Record

SGF = "(;GM[gipf]SU[gipf]VV[1];P0[0 Start P0]\n;P0[1 Dropb E 1];P0[2 Dropb E 2];P0[3 Done ])\n"
LOG = " standard game\n\n    Ann                                  Bob\n\n"
LOG += "01. e1-e3                                 e9-e7\n"
LOG += "".join(f"{k:02}. a1-c3 ; c5 d5 e5 Gb5 x(b5-e5) f4        e9-e7\n" for k in (2, 3))
STRUCTURED = {
    "boardspace": SGF,
    "jsonl": '{"gipfkit": 1, "turns": [{"text": "Gd2 (16)"}]}\n',
    "gf1": LOG,
    "gf1-old": "game: standard\nwhite player: Ann\nblack player: Bob\nmoves:\no: a1-c3\nx: e9-e7\nend of gamelog\n",
    "gf1-xml": '<gipfgame type="basic"><gamelog><move start="a1" end="c3" piece="o"/></gamelog></gipfgame>\n',
    "webgipf": "GWi3-h3 GKb6-c6\n",
    "bga": '{"data": {"logs": [{"data": [{"type": "pieceEntered", "args": {"dot": "e1", "spot": "e3"}}]}]}}\n',
}  # fmt: skip


def items(folder: Path, text: str, name: str = "x") -> list[Record | Finding]:
    (folder / name).write_text(text, encoding="utf-8")
    return list(read([folder / name]))


@pytest.mark.parametrize("name", STRUCTURED)
def test_words_before_a_notation_are_one_warning(tmp_path: Path, name: str) -> None:
    (alone,) = (item for item in items(tmp_path, STRUCTURED[name]) if isinstance(item, Record))
    found = items(tmp_path, f"Games of Ann\nand some words\n\n{STRUCTURED[name]}")
    (game,) = (item for item in found if isinstance(item, Record))
    assert (game.notation, game.turns, game.tags) == (name, alone.turns, alone.tags)
    places = [(r.main.place(1), d) for r, d in ((game, 3), (alone, 0))]
    assert len({(place.line - down, place.column) for place, down in places if place}) == 1
    (warning,) = (item for item in found if isinstance(item, Finding) and item.code == "stray-text")
    assert (warning.line, warning.severity, "Games of Ann" in warning.message) == (1, "warning", True)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n\n' * 5, "chess"),
        ("1. d4 Sf6 2. c4 e6 3. Sc3 Lb4 4. Dc2 *\n", "chess"),
        ('[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *\n', "draughts"),
        ('[GameType "Base+MLP"]\n\n1. wS1\n2. bG1 wS1-\n3. wQ -wS1\n4. bQ bG1/\n', "Hive"),
        ("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\n", "Hive"),
        ('[Size "5"]\n[Player1 "A"]\n\n1. a5 e1\n2. Cc3 Sd2\n3. c3> 2d4-11\n', "Tak"),
        ("f5d6c3d3c4f4f6f3e6e7\n", "Othello"),
        ("V2.2\nPI\n+\n+7776FU\n-3334FU\n", "shogi"),
        ("手合割：平手\n先手：A\n後手：B\n1 ７六歩(77)\n", "shogi"),
        ("1.P-7f P-3d 2.P-2f P-4d 3.S-4h R-4b\n", "shogi"),
        ("(;FF[4]SZ[19]PB[A]PW[B];B[pd];W[dp])\n", "SGF"),
        ("(;GM[1]FF[4]SZ[19];B[pd];W[dp])\n(;GM[1];B[aa])\n", "Go"),
        ("(;GM[yinsh]SU[yinsh]VV[1];P0[0 Start P0])\n" * 3, "YINSH"),
        ("(;GM[Zertz]SU[Zertz];P0[0 Start P0])\n", "ZERTZ"),
        ('[Game "DVONN"]\n\n1. a1 b2 c3?z\n', "DVONN"),
        ("name,age,town\nAnn,30,Paris\nBob,31,Gent\n", "table"),
        ("import os\n\ndef f(x):\n    return x\n\nclass A:\n    pass\n", "program"),
    ],
)
def test_a_file_of_something_else_is_one_sentence(tmp_path: Path, text: str, word: str) -> None:
    (found,) = items(tmp_path, text)
    assert isinstance(found, Finding)
    assert (found.severity, found.code in ("other-game", "unknown-tag-value")) == ("error", True)
    assert word in found.message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (LOG.replace("standard", "standar"), "gf1"),
        (LOG.replace("game", "gane"), "gf1"),
        ("GWi3h3 GKb6-c6 GWi2-h2 GKb1-c2\n", "webgipf"),
        ("LOAD_GAMEBOARD\n4 4 15 15\n12 12 W\nDO_MOVE a5-b5\nDO_MOVE a1-b2\n", "course"),
    ],
)
def test_a_slip_in_a_notations_beginning_is_asked_about(tmp_path: Path, text: str, name: str) -> None:
    found = items(tmp_path, text)
    if name == "course":
        assert found  # whatever is read, it is said
        return
    (finding,) = found
    assert isinstance(finding, Finding)
    assert (finding.code, f"--from {name}" in (finding.hint or "")) == ("no-game", True)


@pytest.mark.parametrize(
    "text",
    [
        "1. Ge8 {as in chess: 1. e4 e5 2. Nf3 Nc6 3. Bb5} Gd8-f7 zz *\n",
        "1. e4 Gb2\n2. Nf3 Gb3\n3. Nc3 Nf6\n",
        "(;GM[gipf]SU[gipf];P0[0 Start P0])\n(;GM[1];B[aa])\n",
        '[Variant "standard"]\n[SetUp "1"]\n[Position "w3/5/6/7/6/5/b3 w 10/14 4/0 - standard"]\n\n*\n\n' * 3,
        "Position: w3/5/6/7/6/5/b3 w 10/14 4/0 - standard\n\n(12/12 11/12 11/11) zz\n",
        '[Variant "basic"]\n\n1. b3 zz (12/12 11/12 11/11)\n',
    ],
)
def test_what_holds_a_game_of_gipf_is_read(tmp_path: Path, text: str) -> None:
    assert any(isinstance(item, Record) for item in items(tmp_path, text))


def test_rtf_is_answered_with_what_to_do(tmp_path: Path) -> None:
    (found,) = items(tmp_path, "{\\rtf1\\ansi 1. Ge8 Gd8-f7}")
    assert isinstance(found, Finding)
    assert (found.code, ".txt" in (found.hint or "")) == ("no-game", True)


def test_whoever_names_the_notation_has_it_read() -> None:
    assert NOTATIONS["official"].name == read_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6", notation="official")[0].notation
