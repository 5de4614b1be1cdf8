"""Files are written whole or not at all, whatever is named with -o and whatever ends the run."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gipfkit.cli import cli
from gipfkit.cli.plot import KINDS

SAMPLES = Path(__file__).parent.parent.parent / "samples"
GAME = '[Event "Club"]\n[Result "*"]\n[Variant "basic"]\n\n1. e1-e3 (11) b3 (11) *\n\n'
OLD = "a good old file\n"
# Every command that takes -o FILE.
COMMANDS = [
    ["validate", str(SAMPLES / "game2.gipf")],
    ["convert", str(SAMPLES / "game2.gipf"), "--to", "official", "-q"],
    ["formats"],
    ["stats", str(SAMPLES / "game2.gipf"), "-q"],
    ["stats", str(SAMPLES / "game2.gipf"), "-q", "--format", "parquet"],
    ["simulate"],
]
every_command = pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
posix = pytest.mark.skipif(os.name != "posix", reason="signals and devices of POSIX")


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@every_command
def test_a_missing_folder_is_wrong_use_and_the_sentence_names_it(command: list[str], tmp_path: Path) -> None:
    result = run(*command, "-o", tmp_path / "nope" / "deeper" / "x")
    assert result.exit_code == 2
    sentence = f"the folder {tmp_path / 'nope'} doesn't exist; create it, or name another file\n"
    assert result.stderr == f"Error: {tmp_path / 'nope' / 'deeper' / 'x'} can't be written: {sentence}"
    assert names(tmp_path) == []


@every_command
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "it needs a name"),
        ("folder", "it is a folder; name a file in it"),
        ("new/", "it is a folder; name a file in it"),
        ("file/x", "is no folder; name a file in a folder"),
        ("circle", "the links lead in a circle; name another file"),
        ("n" * 300, "the name is too long; choose a shorter one"),
        ("dangling", "nowhere doesn't exist; create it, or name another file"),
    ],
)
def test_a_name_that_cant_be_written_is_wrong_use_and_says_why(
    command: list[str], name: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text(OLD)
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere" / "x")
    before = names(tmp_path)
    result = run(*command, "-o", f"{tmp_path}/{name}" if name else "")
    assert result.exit_code == 2
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert (names(tmp_path), (tmp_path / "file").read_text()) == (before, OLD)


@every_command
def test_a_write_protected_file_is_kept(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_text(OLD)
    # The superuser may write anything.
    monkeypatch.setattr(os, "access", lambda *_: False)
    result = run(*command, "-o", path)
    assert result.exit_code == 2
    assert "you lack the right to write there" in result.stderr
    assert path.read_text() == OLD


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device")
@every_command
def test_a_full_device_ends_with_a_sentence(command: list[str]) -> None:
    result = run(*command, "-o", "/dev/full")
    assert result.exit_code == 2
    assert result.stderr == "Error: /dev/full can't be written: the disk is full; make room, or write to another disk\n"


@every_command
def test_a_name_as_long_as_the_file_system_takes_is_written(command: list[str], tmp_path: Path) -> None:
    assert run(*command, "-o", tmp_path / ("n" * 255)).exit_code == 0
    assert names(tmp_path) == ["n" * 255]


def test_a_link_stays_and_the_file_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    target.write_text(OLD)
    target.chmod(0o640)
    link.symlink_to("folder/target")
    assert run("formats", "-o", link).exit_code == 0
    assert link.is_symlink()
    assert target.read_text().startswith("notation")
    assert target.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path / "folder") == ["target"]


def test_a_new_file_has_the_rights_that_the_user_gives_new_files(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        run("formats", "-o", tmp_path / "x")
    finally:
        os.umask(old)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o640


@posix
@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_names_of_standard_output_mean_it_and_replace_no_file(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(OLD)
    with log.open("a") as stream:
        command = [sys.executable, "-m", "gipfkit", "formats", "-o", name]
        assert subprocess.run(command, stdout=stream, check=False).returncode == 0
    assert log.read_text().startswith(f"{OLD}notation")


@pytest.mark.parametrize("command", [["convert", "--to", "tagged"], ["stats", "--per", "game"]], ids=" ".join)
def test_a_good_old_file_stays_where_no_game_could_be_read(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text(OLD)
    result = run(*command, tmp_path / "nope.gipf", "-o", path)
    assert result.exit_code == 2
    assert result.stderr.endswith(f"{path} is not written: no game could be read\n")
    assert path.read_text() == OLD
    result = run(*command, "-", "-o", path, stdin="no game at all\n")
    assert (result.exit_code, path.read_text()) == (1, OLD)


WRITERS = [
    ["convert", "--to", "tagged"],
    ["convert", "--to", "jsonl", "-q"],
    ["stats"],
    ["stats", "--per", "game", "--format", "csv"],
    ["find", "--captures", "1"],
    ["find", "--captures", "1", "--to", "tagged"],
    ["find", "--captures", "1", "--count"],
    ["duplicates"],
    ["duplicates", "--unique"],
    ["openings"],
    ["openings", "--novelties"],
]


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
@pytest.mark.parametrize("empty", ["", "\n\n \n", None], ids=["nothing", "blank lines", "an empty folder"])
def test_a_good_old_file_stays_where_the_input_is_empty(command: list[str], empty: str | None, tmp_path: Path) -> None:
    path, folder = tmp_path / "old", tmp_path / "empty"
    path.write_text(OLD)
    folder.mkdir()
    result = run(*command, "-" if empty is not None else folder, "-o", path, stdin=empty or "")
    assert result.exit_code == 0
    assert result.stderr.endswith(f"{path} is not written: no game could be read\n")
    assert path.read_text() == OLD
    # Standard output is no file that could be lost.
    assert "is not written" not in run(*command, folder, "-o", "-").stderr


@pytest.mark.parametrize("kind", KINDS)
def test_a_good_old_picture_stays_where_the_input_is_empty(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "old.svg"
    path.write_text(OLD)
    assert run("plot", kind, "-", "-o", path, stdin="").exit_code == 2
    assert path.read_text() == OLD


def test_old_tables_and_an_old_page_stay_where_the_input_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    path.write_text(OLD)
    assert run("stats", "--per", "all", "--format", "csv", "-", "-o", tmp_path, stdin="").exit_code == 0
    assert run("report", "-", "-o", path, stdin="").exit_code == 2
    assert (names(tmp_path), path.read_text()) == (["game.csv"], OLD)


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
def test_games_that_were_read_but_not_chosen_leave_an_empty_result(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text(OLD)
    assert run(*command, SAMPLES / "game2.gipf", "--min-turns", "9999", "-o", path).exit_code == 0
    assert path.read_text() != OLD


def test_an_index_without_a_match_leaves_an_empty_result(tmp_path: Path) -> None:
    path, index = tmp_path / "old", tmp_path / "games.gipfdb"
    path.write_text(OLD)
    run("index", SAMPLES / "game2.gipf", "-o", index)
    assert run("find", "--captures", "40", "--to", "tagged", index, "-o", path).exit_code == 0
    assert path.read_text() == ""


def with_usual_signals() -> None:
    """Let signals end the command, though they be ignored where the tests run (under nohup, say)."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


def waiting(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a command that waits for its standard input, its output begun."""
    line = [sys.executable, "-m", "gipfkit", *arguments]
    process = subprocess.Popen(
        line,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        preexec_fn=with_usual_signals,
    )
    until_begun(process, folder)
    return process


def until_begun(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait until a command has begun a file; end it where it doesn't."""
    end = time.monotonic() + 30
    while not any(name.startswith(".") for name in names(folder)):
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            pytest.fail("no output is begun")
        time.sleep(0.01)


@posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "-", "--to", "tagged", "-o", "old"],
        ["convert", "-", "--to", "tagged", "--split", "."],
        ["validate", "-", "-o", "old"],
        ["stats", "-", "--per", "all", "-o", "."],
    ],
    ids=" ".join,
)
def test_a_signal_leaves_the_old_file_and_nothing_else(name: str, arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "old").write_text(OLD)
    process = waiting(tmp_path, *arguments)
    process.send_signal(getattr(signal, name))
    said, _ = process.communicate()
    # It ends by the signal, as a shell expects it of a program that was stopped, and says nothing.
    assert (process.returncode, said) == (-getattr(signal, name), b"")
    assert names(tmp_path) == ["old"]
    assert (tmp_path / "old").read_text() == OLD


@posix
def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    script = 'trap "" HUP; exec "$0" -m gipfkit convert - --to tagged -o new'
    process = subprocess.Popen(["sh", "-c", script, sys.executable], stdin=subprocess.PIPE, cwd=tmp_path)
    until_begun(process, tmp_path)
    process.send_signal(signal.SIGHUP)
    process.communicate(GAME.encode())
    assert (process.returncode, names(tmp_path)) == (0, ["new"])


@posix
def test_a_file_is_finished_though_nobody_reads_the_messages(tmp_path: Path) -> None:
    (tmp_path / "many.gipf").write_text(f'[Annotator "Ann"]\n{GAME}' * 2000)
    line = f"{sys.executable} -m gipfkit convert many.gipf --to official -o out 2>&1 | head -1"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.startswith("many.gipf: game 1: warning[not-expressed]")
    assert done.stderr == ""
    assert names(tmp_path) == ["many.gipf", "out"]
    assert (tmp_path / "out").read_text().count("1. e1-e3") == 2000


@posix
def test_two_commands_that_write_one_file_leave_one_of_the_two_whole(tmp_path: Path) -> None:
    first = waiting(tmp_path, "convert", "-", "--to", "tagged", "-o", "out")
    second = subprocess.run(
        [sys.executable, "-m", "gipfkit", "formats", "-o", "out"], check=False, cwd=tmp_path, capture_output=True
    )
    assert second.returncode == 0
    assert (tmp_path / "out").read_text().startswith("notation")
    first.communicate(GAME.encode())
    assert (first.returncode, names(tmp_path), (tmp_path / "out").read_text()) == (0, ["out"], GAME)


def test_splitting_into_the_folder_of_the_games_reads_all_before_it_writes(tmp_path: Path) -> None:
    # The second input has the name that the second game gets.
    (tmp_path / "0001.gipf").write_text(GAME * 2)
    (tmp_path / "0002.gipf").write_text(GAME.replace("Club", "Other"))
    assert run("convert", tmp_path, "--to", "tagged", "--split", tmp_path).exit_code == 0
    assert names(tmp_path) == ["0001.gipf", "0002.gipf", "0003.gipf"]
    assert [(tmp_path / name).read_text() for name in names(tmp_path)] == [GAME, GAME, GAME.replace("Club", "Other")]


def test_splitting_keeps_what_else_is_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "old").write_text(OLD)
    assert run("convert", "-", "--to", "tagged", "--split", tmp_path, stdin=GAME).exit_code == 0
    assert (names(tmp_path), (tmp_path / "old").read_text()) == (["0001.gipf", "old"], OLD)


@pytest.mark.parametrize("option", ["--split", "-o"])
@pytest.mark.parametrize("name", ["", "file", "file/x"])
def test_a_folder_that_cant_be_written_is_wrong_use(option: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(OLD)
    command = ["convert", "--to", "tagged"] if option == "--split" else ["stats", "--per", "all"]
    result = run(*command, SAMPLES / "game2.gipf", option, f"{tmp_path}/{name}" if name else "")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "can't be written" in result.stderr
    assert (tmp_path / "file").read_text() == OLD


@pytest.mark.parametrize("player", ["\U00010330" * 50, "CON", "a/b\\c:d\x1b\x00", "..", "  ", "\u00e9" * 50, "a\ud800"])
def test_a_players_name_makes_a_name_that_a_file_can_have(player: str, tmp_path: Path) -> None:
    text = json.dumps({"gipfkit": 1, "tags": [["White", player], ["Black", player]]})
    assert run("convert", "-", "--from", "jsonl", "--to", "jsonl", "--split", tmp_path, stdin=text).exit_code == 0
    (name,) = names(tmp_path)
    assert name.startswith("0001")
    assert len(name.encode()) <= 255
    assert not set(name) & set('/\\:\x1b\x00*?"<>|')
