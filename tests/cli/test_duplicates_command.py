"""The command duplicates on files and on an index of them."""

import json
from pathlib import Path

import pytest
from images import imaged
from indexes import indexed, run, some_games, write

from gipfkit.cli.output import FORMATS
from gipfkit.reading import read
from gipfkit.record import Record

FAULTY = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n[Variant "basic"]\n\n1. b3 b4 2. a2-d4 c2 *\n'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Six games in a file; in another the first again, the second mirrored, one with an error, and one of its own."""
    (tmp_path / "games").mkdir()
    first = some_games(6, 1)
    write(tmp_path / "games" / "a.gipf", first)
    write(tmp_path / "games" / "b.gipf", [first[0], imaged(first[1], 10), *some_games(1, 9)])
    with (tmp_path / "games" / "b.gipf").open("a") as stream:
        stream.write(FAULTY)
    return tmp_path / "games"


def test_the_list_names_kind_group_game_and_orientation(games: Path) -> None:
    result = run("duplicates", games, "--kinds", "identical,symmetric", "--format", "json")
    assert result.exit_code == 0
    assert result.stderr == "note: 1 game is not compared: no turns, or turns that can't be played\n"
    rows = json.loads(result.stdout)
    shown = [(r["kind"], r["group"], Path(r["source"]).name, r["game"], r["white"], r["orientation"]) for r in rows]
    assert shown == [
        ("identical", 1, "a.gipf", 1, "Ann", "same"),
        ("identical", 1, "b.gipf", 1, "Ann", "same"),
        ("symmetric", 1, "a.gipf", 2, "Bob", "same"),
        ("symmetric", 1, "b.gipf", 2, "Bob", "mirrored"),
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_the_list_comes_in_every_format(name: str, games: Path) -> None:
    result = run("duplicates", games, "-q", "--format", name)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "identical" in result.stdout
    empty = run("duplicates", games / "a.gipf", "--kinds", "identical", "--format", name)
    assert empty.exit_code == 0


@pytest.mark.parametrize("arguments", [[], ["--unique"], ["--unique", "--to", "jsonl", "--player", "ann"]])
def test_an_index_and_its_files_give_the_same(arguments: list[str], games: Path, tmp_path: Path) -> None:
    index = indexed(tmp_path / "x.gipfdb", games)
    of_files, of_index = (run("duplicates", path, *arguments) for path in (games, index))
    assert of_files.output == of_index.output
    assert (of_files.exit_code, of_index.exit_code) == (0, 0)


def test_unique_writes_each_game_once_and_those_not_compared(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gipf"
    assert run("duplicates", games, "--unique", "-o", out).exit_code == 0
    records = [item for item in read([out]) if isinstance(item, Record)]
    assert len(records) == 8
    again = run("duplicates", out, "--kinds", "identical,symmetric", "--format", "csv")
    assert len(again.stdout.splitlines()) == 1


TWO_GAMES = """[White "Ann"]
[Black "Bob"]
[Date "2019.??.??"]
[Result "1-0"]

1. Gb3 Ga3-c3 2. Gd2 Gb2 1-0

[White "Carl"]
[Black "Dora"]
[Date "2021.??.??"]
[Result "0-1"]

1. Gb3 Ga3-c3 2. Gd2 Gb2 0-1
"""


def test_games_of_other_players_are_no_copies_and_the_list_says_what_differs(tmp_path: Path) -> None:
    """Field test, A14."""
    path = tmp_path / "two.gipf"
    path.write_text(TWO_GAMES)
    result = run("duplicates", path, "--unique")
    assert result.stdout.count("[White ") == 2
    assert "left out" not in result.stderr
    listed = json.loads(run("duplicates", path, "--format", "json").stdout)
    assert [(row["kind"], row["white"], row["differs"]) for row in listed] == [
        ("identical", "Ann", None),
        ("identical", "Carl", "players, date, result"),
    ]


def test_every_game_that_is_left_out_is_named(games: Path) -> None:
    result = run("duplicates", games, "--unique")
    one, two = games / "a.gipf", games / "b.gipf"
    assert f"{two}: game 1: note[copy-left-out]: left out: a copy of game 1 of {one}\n" in result.stderr
    assert "left out: a copy of game" in result.stderr
    assert "note: 2 copies left out\n" in result.stderr
    assert run("duplicates", games, "--unique", "-q").stderr == ""


def test_beginnings_are_dropped_on_demand_and_named(tmp_path: Path) -> None:
    path = tmp_path / "x.gipf"
    text = '[Variant "basic"]\n\n1. b3 h3 *\n\n[Variant "basic"]\n[White "Ann"]\n\n1. b3 h3 2. d2 *\n'
    path.write_text(text)
    assert run("duplicates", path, "--unique").stdout.count("[Variant") == 2
    result = run("duplicates", path, "--unique", "--drop-beginnings")
    assert result.stdout.count("[Variant") == 1
    assert f"{path}: game 1: note[copy-left-out]: left out: the beginning of game 2 of {path}" in result.stderr
    assert "note: 1 beginning left out" in result.stderr
    assert run("duplicates", path, "--drop-beginnings").exit_code == 2


def test_a_kind_that_isnt_there_is_wrong_use(games: Path) -> None:
    result = run("duplicates", games, "--kinds", "identical,similar")
    assert result.exit_code == 2
    assert "'similar' is none of identical, symmetric, beginning, ending" in result.stderr


def test_a_good_file_stays_where_no_game_could_be_read(tmp_path: Path) -> None:
    out = tmp_path / "out.gipf"
    out.write_text("good")
    result = run("duplicates", tmp_path / "nowhere.gipf", "--unique", "-o", out)
    assert result.exit_code == 2
    assert out.read_text() == "good"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--unique", "--kinds", "ending"], "--unique and --kinds exclude each other"),
        (["--unique", "--format", "table"], "--unique and --format exclude each other"),
        (["--to", "tagged"], "--to is for --unique"),
    ],
)
def test_options_that_would_mean_nothing_are_wrong_use(arguments: list[str], said: str, games: Path) -> None:
    result = run("duplicates", games, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_what_a_notation_cant_hold_is_said_but_not_to_the_quiet(games: Path) -> None:
    loud, quiet = (run("duplicates", games, "--unique", "--to", "webgipf", *more) for more in ([], ["-q"]))
    assert "warning[not-expressed]: webgipf holds no tags" in loud.stderr
    assert (quiet.stdout, quiet.stderr) == (loud.stdout, "")


@pytest.mark.parametrize(
    "command", [["duplicates"], ["find", "--captures", "1"], ["find", "--captures", "1", "--count"]]
)
def test_every_column_of_the_list_is_explained(command: list[str], games: Path) -> None:
    names = run(*command, games, "--format", "csv").stdout.splitlines()[0].split(",")
    explained = run(command[0], "--columns").stdout
    assert [name for name in names if f"| `{name}` |" not in explained] == []
