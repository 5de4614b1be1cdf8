"""Standard output and standard error that are closed, full, read no further, or in an old encoding."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gipfkit.cli import cli

ROOT = Path(__file__).parent.parent.parent
GAME2 = "samples/game2.gipf"
COMMANDS = [
    f"validate {GAME2}",
    f"validate {GAME2} --format json",
    f"convert {GAME2} --to tagged",
    f"show {GAME2}",
    "formats",
    "perft --depth 1 --divide",
    f"stats {GAME2}",
    f"stats {GAME2} --per all --format json",
    f"stats {GAME2} --format parquet",
    "stats --columns",
    "simulate",
    "--help",
    "stats --help",
    "--version",
]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="redirections of a shell")
every_command = pytest.mark.parametrize("command", COMMANDS)
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device")


def shell(line: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    line = line.replace("gipfkit", f"{sys.executable} -m gipfkit", 1)
    return subprocess.run(["sh", "-c", line], capture_output=True, cwd=ROOT, env=os.environ | more, check=False)


@full
@every_command
def test_a_full_standard_output_ends_with_2_and_a_sentence(command: str) -> None:
    done = shell(f"gipfkit {command} >/dev/full")
    sentence = "standard output can't be written: the disk is full; make room, or write to another disk"
    assert (done.returncode, done.stderr.decode()) == (2, f"Error: {sentence}\n")


@every_command
def test_a_closed_standard_output_ends_with_2_and_a_sentence(command: str) -> None:
    done = shell(f"gipfkit {command} >&-")
    sentence = "standard output can't be written: it is closed; leave it open, or send it to a file"
    assert (done.returncode, done.stderr.decode()) == (2, f"Error: {sentence}\n")


def test_a_closed_standard_output_is_nothing_to_a_command_that_writes_a_file(tmp_path: Path) -> None:
    done = shell(f"gipfkit formats -o {tmp_path}/x <&- >&- 2>&-")
    assert (done.returncode, (tmp_path / "x").read_text()[:8]) == (0, "notation")


@every_command
def test_output_into_a_pipe_that_nobody_reads_ends_quietly(command: str) -> None:
    done = shell(f"{{ gipfkit {command}; echo $? >&2; }} | exit 0")
    # 0 where all of it fitted into the pipe before the reader went; else by SIGPIPE, as a shell tells it.
    assert done.stderr.decode() in ("0\n", "141\n")


@full
@pytest.mark.parametrize("closing", ["2>/dev/full", "2>&-"])
def test_messages_that_cant_be_written_cost_nothing_else(closing: str) -> None:
    with_messages = shell("gipfkit convert samples --to official")
    without = shell(f"gipfkit convert samples --to official {closing}")
    assert with_messages.stderr.count(b"not-expressed") > 20
    assert (without.returncode, without.stdout) == (0, with_messages.stdout)
    # Wrong use has nothing else to say.
    wrong = shell(f"gipfkit validate {closing}")
    assert (wrong.returncode, wrong.stdout) == (2, b"")


NAMES = ["\u0141ukasz \U0001f600", "half \ud800", "\x1b[31mred\x07"]
OLD_ENCODINGS = [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}]


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    games = [{"gipfkit": 1, "tags": [["White", name], ["Variant", "basic"], ["Result", "1-0"]]} for name in NAMES]
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    return path


@pytest.mark.parametrize(
    "command",
    [
        *(f"validate {{}} --format {name}" for name in ("text", "table", "csv", "tsv", "json", "ndjson", "markdown")),
        *(f"stats {{}} --per game --format {name}" for name in ("table", "csv", "json", "markdown", "parquet")),
        *(f"convert {{}} --to {name}" for name in ("tagged", "jsonl", "boardspace", "gf1", "gf1-xml")),
        "show {}",
    ],
)
def test_names_that_an_encoding_lacks_are_written_escaped(command: str, foreign: Path, tmp_path: Path) -> None:
    given = command.format(foreign)
    done = shell(f"gipfkit {given}", **OLD_ENCODINGS[0])
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr.decode()
    if not given.startswith("show"):
        assert CliRunner().invoke(cli, [*given.split(), "-o", str(tmp_path / "out")]).exit_code == 0


@pytest.mark.parametrize("settings", OLD_ENCODINGS, ids=["ascii", "C"])
def test_json_is_json_in_any_encoding(settings: dict[str, str], foreign: Path) -> None:
    done = shell(f"gipfkit convert {foreign} --to jsonl", **settings)
    games = [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]
    assert [game["tags"][0] for game in games] == [["White", name] for name in NAMES]
    done = shell(f"gipfkit stats {foreign} --per game --format json", **settings)
    assert [row["white"] for row in json.loads(done.stdout.decode("ascii"))] == NAMES


def test_what_an_encoding_lacks_is_named_in_a_conversion(foreign: Path, tmp_path: Path) -> None:
    done = shell(f"gipfkit convert {foreign} --to tagged -o {tmp_path}/out")
    assert "game 2: warning[not-expressed]: utf-8 holds no \\ud800" in done.stderr.decode()
    assert '[White "\u0141ukasz \U0001f600"]' in (tmp_path / "out").read_text(encoding="utf-8")
    done = shell(f"gipfkit convert {foreign} --to tagged", PYTHONIOENCODING="latin-1")
    assert "game 1: warning[not-expressed]: iso8859-1 holds no \\u0141" in done.stderr.decode()


@pytest.mark.parametrize(
    "command", ["show {} --game 3", "stats {} --per game", "stats {} --format markdown --per game"]
)
def test_no_name_moves_the_terminals_cursor(command: str, foreign: Path) -> None:
    assert b"\x1b" not in shell(f"gipfkit {command.format(foreign)}").stdout


@pytest.mark.parametrize("settings", [{"COLUMNS": "20"}, {"COLUMNS": "x"}, {"NO_COLOR": "1", "TERM": "dumb"}])
def test_odd_terminals_change_nothing(settings: dict[str, str]) -> None:
    assert shell("gipfkit stats --help", **settings).returncode == 0
    for command in (f"show {GAME2}", "formats"):
        assert shell(f"gipfkit {command}", **settings).stdout == shell(f"gipfkit {command}").stdout
