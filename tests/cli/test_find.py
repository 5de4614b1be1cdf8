"""The command find on files and on an index of them."""

import json
from pathlib import Path

import pytest
from click.testing import Result
from indexes import indexed, run, some_games, write

from gipfkit.cli.output import FORMATS
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC
from gipfkit.reading import read
from gipfkit.record import Record
from gipfkit.replay import replay

SAMPLES = Path(__file__).parent.parent.parent / "samples"
GAME2 = SAMPLES / "game2.gipf"
OPEN = "????/?????/??????/???????/??????/?????/????"
FAULTY = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n[Variant "basic"]\n\n1. b3 b4 2. a2-d4 c2 *\n'


def found(*arguments: str | Path) -> list[dict[str, object]]:
    result = run("find", *arguments, "--format", "json")
    assert result.exit_code == 0, result.output
    rows: list[dict[str, object]] = json.loads(result.stdout)
    return rows


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    write(tmp_path / "games" / "a.gipf", some_games(12, 1))
    write(tmp_path / "games" / "b.gipf", some_games(12, 2))
    return tmp_path / "games"


def same(one: Result, other: Result) -> None:
    assert (one.exit_code, one.stdout, one.stderr) == (other.exit_code, other.stdout, other.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--position", Position.initial(BASIC).to_text()],
        ["--position", Position.initial(BASIC).to_text(), "--no-symmetry", "--count"],
        ["--pattern", f"{OPEN} b", "--count"],
        ["--pattern", "?x??/?????/???w??/???????/??????/?????/?b??", "--colour-swap", "--player", "ann"],
        ["--pattern", "W???/?????/??????/???????/??????/?????/????", "--first", "--format", "csv"],
        ["--material", "white_reserve < 6", "--limit", "3", "--since", "2005"],
        ["--captures", "1", "--format", "ndjson"],
        ["--largest-removal", "4", "--no-bots"],
        ["--gipf-captured"],
        ["--both-rows"],
        ["--captures", "1", "--to", "tagged", "--where", "turns > 20"],
        ["--captures", "1", "--to", "official", "--limit", "2"],
        ["--material", "turn == 9", "--read-as", "basic"],
        ["--material", "turn == 9", "--lenient"],
    ],
)
def test_an_index_and_its_files_give_the_same(arguments: list[str], games: Path, tmp_path: Path) -> None:
    (games / "c.gipf").write_text(f"{FAULTY}\nno turn\n")
    index = indexed(tmp_path / "x.gipfdb", games, SAMPLES)
    write(games / "a.gipf", some_games(9, 3))  # added last, read first
    indexed(index, games, SAMPLES)
    on_files = run("find", games, SAMPLES, *arguments)
    same(run("find", index, *arguments), on_files)
    assert on_files.exit_code == 0
    assert on_files.stdout


def test_a_hit_names_game_turn_and_orientation() -> None:
    (record,) = (item for item in read([GAME2]) if isinstance(item, Record))
    position = replay(record).positions[30]
    for symmetry, words in ((0, "same"), (5, "turned 60°"), (10, "mirrored")):
        (row,) = found(GAME2, "--position", position.image(symmetry).to_text())
        assert (row["source"], row["game"], row["turn"], row["orientation"]) == (str(GAME2), 1, 30, words)
    assert found(GAME2, "--position", position.image(1).to_text(), "--no-symmetry") == []


def test_events_are_found_in_the_samples() -> None:
    # a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* and i1-e5;xf4,g3,h2,Ge5,b5*,Gc5*: GIPF-pieces count as two.
    assert [row["turn"] for row in found(GAME2, "--largest-removal", "8")] == [30, 31]
    assert {30, 76} <= {row["turn"] for row in found(GAME2, "--gipf-captured")}
    (row,) = found(SAMPLES, "--both-rows")
    assert (row["source"], row["game"], row["turn"]) == (str(SAMPLES / "removals.gipf"), 4, 1)


@pytest.mark.parametrize("name", FORMATS)
def test_the_list_comes_in_every_format(name: str, games: Path) -> None:
    for more in ([], ["--count"]):
        result = run("find", games, "--material", "turn < 2", *more, "--format", name)
        assert result.exit_code == 0
        assert ("positions" if more else "orientation") in result.stdout


def test_first_gives_each_game_once_and_limit_stops(games: Path) -> None:
    rows = found(games, "--material", "turn >= 1", "--first")
    assert len(rows) == 24
    assert {row["turn"] for row in rows} == {1}
    assert found(games, "--material", "turn >= 1", "--limit", "5") == found(games, "--material", "turn >= 1")[:5]
    everything = found(games, "--material", "turn >= 0")
    (counted,) = found(games, "--material", "turn >= 0", "--count")
    assert counted == {"positions": len(everything), "games": 24}
    assert found(games, "--material", "turn >= 0", "--count", "--limit", "7")[0]["positions"] == 7


def test_the_games_found_can_be_written(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gipf"
    assert run("find", games, "--captures", "1", "--player", "bob", "--to", "tagged", "-o", out).exit_code == 0
    wanted = {(row["white"], row["date"]) for row in found(games, "--captures", "1", "--player", "bob")}
    written = [item for item in read([out]) if isinstance(item, Record)]
    assert {(record.tag("White"), record.tag("Date")) for record in written} == wanted
    assert len(written) == len(found(games, "--captures", "1", "--player", "bob", "--first"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to look for"),
        (["--position", "4/5"], "a position text has six fields"),
        (["--position", "4/5/6/7/6/5/4 w 40/1 0/0 - basic"], "40 pieces are more than"),
        (["--pattern", "4/5/6/y6/6/5/4"], "'y' is neither"),
        (["--material", "reserve < 3"], "did you mean"),
        (["--material", "white_reserve < 3, turn > 2"], "joined with and"),
        (["--captures", "1", "--to", "tagged", "--count"], "exclude each other"),
        (["--captures", "1", "--to", "tagged", "--format", "csv"], "--to and --format exclude each other"),
    ],
)
def test_what_cant_be_looked_for_is_wrong_use(arguments: list[str], message: str) -> None:
    result = run("find", SAMPLES, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_columns_of_material_are_told() -> None:
    assert (
        "| `white_captures` | Int16 | pieces | pieces captured from Black so far |"
        in run("find", "--material-columns").stdout
    )


def test_nothing_found_is_no_error_and_an_unreadable_path_is(games: Path) -> None:
    assert found(games, "--material", "turn > 900") == []
    result = run("find", games, games / "nowhere", "--material", "turn == 0", "--count", "--format", "csv")
    assert (result.exit_code, result.stdout) == (2, "positions,games\n24,24\n")
    (games / "c.gipf").write_text(FAULTY)
    assert run("find", games, "--material", "turn == 0").exit_code == 0


def test_the_quiet_are_told_errors_alone(games: Path, tmp_path: Path) -> None:
    index = indexed(tmp_path / "x.gipfdb", games)
    (games / "c.txt").write_text("no game at all\n")
    loud, quiet = (run("find", index, games, "--captures", "1", "--to", "webgipf", *more) for more in ([], ["-q"]))
    assert all(code in loud.stderr for code in ("note[named-twice]", "warning[not-expressed]", "error[no-game]"))
    assert (quiet.exit_code, quiet.stdout) == (loud.exit_code, loud.stdout)
    assert ["note[" in quiet.stderr, "warning[" in quiet.stderr, "error[no-game]" in quiet.stderr] == [
        False,
        False,
        True,
    ]
