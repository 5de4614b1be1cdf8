"""Reading from paths and from text: the same lines, the same games."""

import pickle
import random
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest
from linear import assert_linear

import gipfkit
from gipfkit.findings import Finding
from gipfkit.notations import NOTATIONS
from gipfkit.reading import read, read_text, write
from gipfkit.record import Record
from gipfkit.replay import replay

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


@pytest.mark.parametrize("kind", [str, Path])
def test_one_path_alone_is_no_list_of_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[str] | type[Path]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games").write_text("b3 b4\n")
    assert [len(item.turns) for item in read(kind("games")) if isinstance(item, Record)] == [2]


@pytest.mark.parametrize("source", ["game2.txt", "boardspace-game2-robot.sgf"])
def test_a_record_can_be_sent_to_another_process(source: str) -> None:
    record = next(read(Path(__file__).parent / "data" / source))
    assert isinstance(record, Record)
    sent = pickle.loads(pickle.dumps(record))
    assert (sent, sent.findings, sent.source) == (record, record.findings, record.source)
    places = [record.main.place(number) for number in range(86)]
    assert [sent.main.place(number) for number in range(86)] == places
    assert (places[0], places[85], None in places[1:85]) == (None, None, False)
    assert replay(sent).findings == replay(record).findings


@pytest.mark.parametrize("name", [name for name, notation in NOTATIONS.items() if not notation.writes])
def test_a_notation_that_is_only_read_is_not_written(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is read, not written"):
        write(read_text("b3 b4"), name)


def random_bytes() -> bytes:
    return random.Random(1).randbytes(2_000_000)


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.gipf", "x.log", "x"])
def test_a_file_that_is_no_text_is_one_finding(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(random_bytes())
    (found,) = read([tmp_path / name])
    assert isinstance(found, Finding)
    assert (found.code, found.severity, found.message) == ("no-game", "error", "no game found: the file is no text")


def test_a_text_with_some_control_characters_is_read(tmp_path: Path) -> None:
    turns = "1. Ge2 \x00\x01\x1b Gb3 *\n" * 40
    (tmp_path / "x").write_text(turns)
    assert sum(isinstance(item, Record) for item in read([tmp_path / "x"])) == 40
    # Whoever names the notation has it read whatever the text is.
    (tmp_path / "y").write_text("\x00" * 200 + "\n1. Ge2 Gb3 *\n")
    assert [item for item in read([tmp_path / "y"], notation="official") if isinstance(item, Record)]


@pytest.mark.parametrize(
    "before",
    [
        '<?xml version="1.0"?>\n<!DOCTYPE game [' + '<!ENTITY a "b">\n' * 1000 + "]>\n",
        "<!-- " + "a long comment " * 1000 + "-->\n",
        "<?note " + "a long instruction " * 1000 + "?>\n",
    ],
)
def test_a_save_of_gf1_is_known_however_much_stands_before_its_root(tmp_path: Path, before: str) -> None:
    (tmp_path / "x.xml").write_text(f"{before}<gipfgame type='basic'></gipfgame>")
    found = list(read([tmp_path / "x.xml"]))
    notations = [item.notation for item in found if isinstance(item, Record)]
    refused = [item for item in found if isinstance(item, Finding) and "DOCTYPE" in f"{item.message} {item.hint}"]
    assert len(found) == 1
    assert notations == ["gf1-xml"] or refused
    assert len(read_text((tmp_path / "x.xml").read_text())) == len(notations)


@pytest.mark.parametrize("part", ["<!-- a -->\n", "<!DOCTYPE x [\n", '<!ENTITY a "<b">\n', "<!-- ", "[ \n", "<\n"])
def test_the_time_to_tell_a_notation_grows_with_what_stands_before_the_root_alone(part: str) -> None:
    assert_linear(lambda times: read_text("<!DOCTYPE x [" + part * times), 1_000, 16_000)


def test_a_text_with_returns_alone_is_told_by_its_lines() -> None:
    (game,) = read_text('a heading\r[White "Ann"]\r[Variant "basic"]\r\r1. b2 *\r')[-1:]
    assert game.notation == "tagged"
    assert game.tag("White") == "Ann"


def test_an_unknown_notation_is_answered_with_those_there_are() -> None:
    for work in (partial(read_text, "e2 *", notation="nope"), partial(write, (), "nope")):
        with pytest.raises(ValueError, match="no notation 'nope': there are official, tagged, "):
            work()
    with pytest.raises(ValueError, match="no notation 'nope'"):
        list(read([Path(__file__)], notation="nope"))


def test_the_package_tells_its_version() -> None:
    assert gipfkit.__version__ == version("gipfkit")


@pytest.mark.parametrize(
    ("text", "line"),
    [("*", 1), ("\n\n1-0\n", 3), ("{forfeit} 0-1", 1), ("1. e2 b2 1-0\n*", 2), ('[Variant "basic"]\n\n*', 3), ("X", 1)],
)
def test_a_game_without_turns_says_so_on_its_line(text: str, line: int) -> None:
    found = [(f.code, f.severity, f.line) for game in read_text(text) for f in game.findings if f.code == "no-turns"]
    assert found == [("no-turns", "warning", line)]
