import csv
import io
import json
import os
import sys
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from gipfkit.analysis.columns import COLUMNS, names_of
from gipfkit.analysis.game_table import game_table
from gipfkit.analysis.summaries import player_table
from gipfkit.analysis.turn_table import turn_table
from gipfkit.cli import cli
from gipfkit.cli.tables import TABLE_FORMATS
from gipfkit.reading import read
from gipfkit.record import Record
from gipfkit.replay import Replay, replay

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "samples"
GAME1, GAME2 = SAMPLES / "game1.gipf", SAMPLES / "game2.gipf"
GAME = (
    '[Event "{event}"]\n[Date "{date}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[Variant "basic"]\n'
)


def game(
    white: str = "Ann",
    black: str = "Bob",
    result: str = "1-0",
    date: str = "2000.08.26",
    event: str = "Club",
    turns: str = "1. b3 b4",
    more: str = '[Termination "resignation"]\n',
) -> str:
    return f"{GAME.format(event=event, date=date, white=white, black=black, result=result)}{more}\n{turns} {result}\n\n"


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def rows(*arguments: str | Path, stdin: str | None = None) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(run("stats", *arguments, "--format", "json", stdin=stdin).stdout)
    return found


def replays(*paths: Path) -> list[Replay]:
    return [replay(item) for item in read(paths) if isinstance(item, Record)]


@pytest.mark.parametrize("per", ["turn", "game", "player", "variant", "opening"])
@pytest.mark.parametrize("name", TABLE_FORMATS)
def test_every_table_comes_in_every_format(per: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "out"
    result = run("stats", SAMPLES, "--per", per, "--format", name, "-o", path)
    assert result.exit_code == 0
    if name in ("csv", "tsv"):
        frame = pd.read_csv(path, sep="," if name == "csv" else "\t")
    elif name in ("json", "ndjson"):
        frame = pd.read_json(path, lines=name == "ndjson")
    elif name == "parquet":
        frame = pd.read_parquet(path)
    else:
        lines = path.read_text().splitlines()
        assert all(column in lines[0] for column in names_of(per))
        return
    assert list(frame) == names_of(per)
    assert len(frame) > 0


def test_what_is_written_is_what_the_frames_hold(tmp_path: Path) -> None:
    for per, frame in {
        "game": game_table(replays(GAME1, GAME2)),
        "turn": turn_table(replays(GAME1, GAME2)),
        "player": player_table(replays(GAME1, GAME2)),
    }.items():
        path = tmp_path / f"{per}.parquet"
        assert run("stats", GAME1, GAME2, "--per", per, "--format", "parquet", "-o", path).exit_code == 0
        types = {column.name: column.dtype for column in COLUMNS[per] if column.dtype != "category"}
        written = pd.read_parquet(path).astype(types)
        plain = frame.astype({name: "string" for name, dtype in frame.dtypes.items() if str(dtype) == "category"})
        pd.testing.assert_frame_equal(written.astype(plain.dtypes.to_dict()), plain)


def test_the_complete_games_are_counted() -> None:
    first, second = rows(GAME1, GAME2, "--per", "game")
    assert (first["turns"], first["white_captures"], first["black_captures"]) == (42, 6, 2)
    assert (second["turns"], second["white_captures"], second["black_captures"]) == (84, 5, 9)
    (variant,) = rows(GAME1, GAME2)
    assert (variant["variant"], variant["games"], variant["finished"], variant["length_mean"]) == (
        "tournament",
        2,
        1,
        63,
    )
    assert variant["captures_mean"] == 11
    assert variant["gipfs_entered_mean"] == 7.5
    assert variant["gipfs_survived_share"] == pytest.approx(6 / 15)


def test_players_are_counted_with_scores_by_colour() -> None:
    text = game() + game("Bob", "Ann", "1/2-1/2", more="") + game("Ann", "Cleo", "*", more="") + game("?", "Bob", "0-1")
    table = {row["player"]: row for row in rows("-", "--per", "player", stdin=text)}
    assert list(table) == ["Ann", "Bob", "Cleo"]
    ann = table["Ann"]
    assert [ann[name] for name in ("games", "finished", "wins", "draws", "losses")] == [3, 2, 1, 1, 0]
    assert [ann[name] for name in ("score", "white_score", "black_score")] == [0.75, 1.0, 0.5]
    assert [ann[name] for name in ("games_white", "games_black", "resignation_share")] == [2, 1, 0.5]
    assert table["Bob"]["white_score"] == 0.5
    assert table["Bob"]["black_score"] == 0.5
    assert table["Cleo"]["score"] is None


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        ([], ["a", "b", "c", "d"]),
        (["--player", "ann"], ["a", "b"]),
        (["--player", "Dumbot", "--player", "CLEO"], ["b", "c", "d"]),
        (["--no-bots"], ["a", "b"]),
        (["--result", "0-1"], ["b", "d"]),
        (["--result", "0-1", "--result", "*"], ["b", "c", "d"]),
        (["--termination", "time"], ["b"]),
        (["--since", "2001"], ["b"]),
        (["--until", "2000-12-31"], ["a", "c"]),
        (["--min-turns", "3"], ["b"]),
        (["--variant", "tournament"], []),
        (["--where", "turns > 2 and black == 'Cleo'"], ["b"]),
        (["--where", "winner == None"], ["c"]),
    ],
)
def test_filters_choose_games(arguments: list[str], kept: list[str]) -> None:
    text = (
        game(event="a")
        + game("Ann", "Cleo", "0-1", "2001.05.??", "b", "1. b3 b4 2. c2", '[Termination "time"]\n')
        + game("Dumbot", "gipfkit random", "*", "2000.??.??", "c", more="")
        + game("Cleo", "dumbot", "0-1", "", "d")
    )
    assert [row["event"] for row in rows("-", "--per", "game", *arguments, stdin=text)] == kept


def test_the_list_of_robots_can_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "bots.txt"
    path.write_text("# mine\nAnn\n")
    text = game() + game("Dumbot", "Cleo")
    assert [row["white"] for row in rows("-", "--per", "game", "--no-bots", stdin=text)] == ["Ann"]
    assert [row["white"] for row in rows("-", "--per", "game", "--bots", path, stdin=text)] == ["Dumbot"]
    path.write_bytes(b"\xff\xfe\x00")
    assert run("stats", "-", "--bots", path, stdin=text).exit_code == 2


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("__import__('os').system('touch hacked')", "functions can't be called"),
        ("white.str.len() > 3", "functions can't be called"),
        ("turn > 3", "did you mean turns?"),
        ("turns >", "no condition"),
    ],
)
def test_a_condition_that_is_refused_says_why(expression: str, said: str) -> None:
    result = run("stats", GAME1, "--where", expression)
    assert result.exit_code == 2
    assert said in result.stderr.replace("\n", " ")
    assert result.stdout == ""


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\u0009x", "\uff1d1"])
@pytest.mark.parametrize("kind", ["csv", "tsv"])
def test_no_name_becomes_a_formula(name: str, kind: str) -> None:
    text = game(white=name, black="Al=ice")
    result = run("stats", "-", "--per", "game", "--format", kind, "--excel", stdin=text)
    assert result.stdout.startswith("\ufeff")
    (row,) = csv.DictReader(io.StringIO(result.stdout[1:]), delimiter="," if kind == "csv" else "\t")
    assert row["white"] == f"'{name}"
    assert row["black"] == "Al=ice"
    # Numbers are as they were; so is everything without --excel.
    assert row["turns"] == "2"
    plain = run("stats", "-", "--per", "game", "--format", kind, stdin=text).stdout
    (row,) = csv.DictReader(io.StringIO(plain), delimiter="," if kind == "csv" else "\t")
    assert row["white"] == name


def test_names_are_safe_in_the_player_table_and_in_all_tables_too() -> None:
    text = game(white="=cmd|'/c calc'!A1")
    for per in ("player", "all"):
        result = run("stats", "-", "--per", per, "--format", "csv", "--excel", stdin=text)
        assert result.stdout.count("=cmd") == result.stdout.count("'=cmd") > 0
        assert result.stdout.count("\ufeff") == 1


def test_notes_name_the_columns_that_tell_nothing() -> None:
    result = run("stats", GAME1, GAME2, "--per", "turn", "--format", "csv")
    assert "note: per turn: empty columns: seconds\n" in result.stderr
    assert "ring = 3" in result.stderr
    assert run("stats", GAME1, GAME2, "--per", "turn", "--format", "csv", "-q").stderr == ""


def test_no_game_chosen_leaves_an_empty_table() -> None:
    result = run("stats", GAME1, "--variant", "basic", "--format", "csv")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert "0 of 1 games chosen" in result.stderr
    assert "the table is empty" in result.stderr
    assert rows(GAME1, "--variant", "basic", "--per", "game") == []


def test_games_with_errors_count_and_are_said_to() -> None:
    text = game() + game(turns="1. b3 b9 2. b4")
    result = run("stats", "-", "--per", "game", "--format", "json", stdin=text)
    assert result.exit_code == 1
    assert [row["turns"] for row in json.loads(result.stdout)] == [2, 1]
    assert "1 game has errors and counts up to the first turn that can't be played" in result.stderr
    clean = run("stats", "-", "--per", "game", "--where", "ok", stdin=text)
    assert clean.exit_code == 0


def test_a_path_that_is_missing_exits_with_2_and_the_rest_is_counted(tmp_path: Path) -> None:
    result = run("stats", tmp_path / "none", GAME1, "--format", "json")
    assert result.exit_code == 2
    assert "unreadable-path" in result.stderr
    assert json.loads(result.stdout)[0]["games"] == 1


def test_all_tables_one_after_another(tmp_path: Path) -> None:
    text = game() * 2
    shown = run("stats", "-", "--per", "all", stdin=text).stdout
    assert [line for line in shown.splitlines() if line.startswith("per ")] == ["per game", "per player", "per variant"]
    assert list(json.loads(run("stats", "-", "--per", "all", "--format", "json", stdin=text).stdout)) == [
        "game",
        "player",
        "variant",
    ]
    lines = run("stats", "-", "--per", "all", "--format", "ndjson", stdin=text).stdout.splitlines()
    assert [json.loads(line)["table"] for line in lines] == ["game", "game", "player", "player", "variant"]
    parts = run("stats", "-", "--per", "all", "--format", "csv", stdin=text).stdout.split("\n\n")
    assert [part.split(",")[0] for part in parts] == ["source", "player", "variant"]
    assert "## Per player\n\n| player |" in run("stats", "-", "--per", "all", "--format", "markdown", stdin=text).stdout
    for name, suffix in (("csv", "csv"), ("parquet", "parquet"), ("markdown", "md"), ("table", "txt")):
        folder = tmp_path / name
        assert run("stats", "-", "--per", "all", "--format", name, "-o", folder, stdin=text).exit_code == 0
        assert {path.name for path in folder.iterdir()} == {f"{t}.{suffix}" for t in ("game", "player", "variant")}


def test_each_file_of_all_is_what_its_own_run_gives(tmp_path: Path) -> None:
    assert run("stats", SAMPLES, "--per", "all", "--format", "csv", "-o", tmp_path / "out").exit_code == 0
    for per in ("game", "player", "variant"):
        alone = run("stats", SAMPLES, "--per", per, "--format", "csv").stdout
        assert (tmp_path / "out" / f"{per}.csv").read_text() == alone


@pytest.mark.parametrize(
    "arguments",
    [
        ["--excel"],
        ["--per", "all", "--format", "parquet"],
        ["--since", "yesterday"],
        ["--per", "month"],
        ["-o", "."],
        ["--per", "all", "-o", str(GAME1)],
        ["--result", "2-0"],
        ["--names", str(ROOT / "pyproject.toml"), "--per", "opening"],
        ["--names", str(ROOT / "nothing"), "--per", "opening"],
        ["--names", os.devnull],
    ],
)
def test_wrong_use_exits_with_2(arguments: list[str]) -> None:
    result = run("stats", GAME1, *arguments)
    assert result.exit_code == 2
    assert "Usage" in result.stderr or "Error" in result.stderr


def test_parquet_without_pyarrow_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "x.parquet"
    result = run("stats", GAME1, "--format", "parquet", "-o", path)
    assert result.exit_code == 2
    assert "pip install 'gipfkit[parquet]'" in result.stderr
    assert not path.exists()
    assert os.listdir(tmp_path) == []  # noqa: PTH208


def test_read_as_plays_by_another_variant() -> None:
    text = "1. b3 b4\n"
    assert [row["variant"] for row in rows("-", "--per", "game", stdin=text)] == ["standard"]
    assert [row["variant"] for row in rows("-", "--per", "game", "--read-as", "basic", stdin=text)] == ["basic"]


def test_the_columns_are_explained() -> None:
    result = run("stats", "--columns")
    assert result.exit_code == 0
    for table, columns in COLUMNS.items():
        assert f"## Per {table}\n" in result.stdout
        for column in columns:
            assert f"| `{column.name}` | {column.dtype} |" in result.stdout


def test_a_long_table_keeps_the_widths_of_its_beginning() -> None:
    text = game() * 1200 + game(white="A very long name indeed, longer than others")
    lines = run("stats", "-", "--per", "game", stdin=text).stdout.splitlines()
    assert len(lines) == 1202
    assert len({line.index("Bob") for line in lines[1:-1]}) == 1
    assert "A very long name indeed, longer than others" in lines[-1]


def test_openings_are_summed_by_code_and_name(tmp_path: Path) -> None:
    text = game(turns="1. b3 h3 2. d2") + game(turns="1. d2 h3 2. b3", result="0-1") + game(turns="1. c6 c2 2. d2")
    text += game(turns="1. b3 h3 2. d3", result="*") + game(turns="1. b3 b4") + game(turns="")
    found = rows("-", "--per", "opening", stdin=text)
    assert [(row["opening"], row["opening_name"], row["games"]) for row in found] == [
        ("B3-96", None, 2),
        ("B4-59", None, 2),
        (None, None, 1),
        ("B3-32", None, 1),
    ]
    names = tmp_path / "names.tsv"
    names.write_text("basic: d2 h3 b3\tThe Fork\n")
    named = {
        (row["opening"], row["opening_name"]): row["white_wins"]
        for row in rows("-", "--per", "opening", "--names", names, stdin=text)
    }
    assert (named["B3-96", "The Fork"], named["B4-59", "The Fork"], named["B3-96", None]) == (1, 0, 0)
    assert ("B4-59", None) in named


def test_the_sums_per_opening_are_those_of_the_variants() -> None:
    openings = rows(SAMPLES, "--per", "opening")
    variants = rows(SAMPLES, "--per", "variant")
    for column in ("games", "finished", "white_wins", "draws", "black_wins"):
        assert sum(int(str(row[column])) for row in openings) == sum(int(str(row[column])) for row in variants)


def test_a_list_of_robots_ends_its_lines_as_every_file_does(tmp_path: Path) -> None:
    (tmp_path / "bots").write_text("Ann\u2028b\r\nBob\x0cc\r", encoding="utf-8", newline="")
    text = game(white="Ann\u2028b") + game(white="Bob\x0cc") + game(white="Bob") + game(white="Ann")
    chosen = rows("-", "--per", "game", "--bots", str(tmp_path / "bots"), stdin=text)
    assert [row["white"] for row in chosen] == ["Bob", "Ann"]
