"""Reading from paths and from text: the same lines, the same games."""

from pathlib import Path

import pytest

from gipfkit.notations import NOTATIONS
from gipfkit.reading import read, read_text, write
from gipfkit.record import Record

# Everything that Python's splitlines takes for the end of a line, and that is none.
NO_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


@pytest.mark.parametrize("character", NO_LINE_ENDS)
def test_a_tag_with_an_unusual_character_is_one_tag(character: str) -> None:
    (game,) = read_text(f'[White "A{character}b"]\n[Variant "basic"]\n\n1. b2 *\n')
    assert game.tags == (("White", f"A{character}b"), ("Variant", "basic"))
    assert game.findings == ()


@pytest.mark.parametrize("name", [name for name, notation in NOTATIONS.items() if notation.writes])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_text_is_read_as_a_file_of_it_is(tmp_path: Path, name: str, end: str) -> None:
    (game,) = read_text(f'[White "A{NO_LINE_ENDS}b"]\n[Variant "tournament"]\n\n1. Ge2 Gb3 {{c\x0cd}} 1-0\n')
    text = write([game], name).replace("\n", end)
    path = tmp_path / "x"
    path.write_text(text, encoding="utf-8", newline="")
    from_text = read_text(text, notation=name)
    assert from_text == [item for item in read([path], notation=name) if isinstance(item, Record)]
    assert [len(found.turns) for found in from_text] == [2]


def test_a_text_with_returns_alone_is_told_by_its_lines() -> None:
    (game,) = read_text('a heading\r[White "Ann"]\r[Variant "basic"]\r\r1. b2 *\r')[-1:]
    assert game.notation == "tagged"
    assert game.tag("White") == "Ann"
