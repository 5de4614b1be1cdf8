"""The command index: what an index holds, when files are read anew, and that every command takes one."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from indexes import indexed, run, some_games, write
from linear import assert_linear

from gipfkit.analysis import index_file
from gipfkit.analysis.index import Index
from gipfkit.findings import Finding
from gipfkit.gipf.packing import canonical_key
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC
from gipfkit.replay import replay

SAMPLES = Path(__file__).parent.parent.parent / "samples"
FAULTY = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n[Variant "basic"]\n\n1. b3 b4 2. a2-d4 c2 *\n'


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files of games."""
    (tmp_path / "games").mkdir()
    write(tmp_path / "games" / "a.gipf", some_games(6, 1))
    write(tmp_path / "games" / "b.gipf", some_games(5, 2))
    return tmp_path / "games"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "games.gipfdb"


def test_the_last_line_gives_the_totals(folder: Path, target: Path) -> None:
    first, again = (run("index", folder, "-o", target) for _ in range(2))
    assert first.stdout == "2 files (2 read anew, 0 removed), 11 games\n"
    assert again.stdout == "2 files (0 read anew, 0 removed), 11 games\n"
    assert first.exit_code == again.exit_code == 0
    assert first.stderr == ""
    assert run("index", folder, "-o", target, "-q").output == ""


@pytest.mark.parametrize(
    "command", [["index", "-o", "x.gipfdb"], ["duplicates"], ["stats"], ["report", "-o", "x.html"]]
)
def test_the_quiet_hear_of_errors_alone(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.gipf").write_bytes('[White "J\xf6rg"]\n[Variant "basic"]\n\n1. b3 b4 *\n'.encode("latin-1"))
    Path("b.gipf").write_text("no game at all")
    for quiet, heard in (([], ["warning[encoding]", "error[no-game]"]), (["-q"], ["error[no-game]"])):
        result = run(*command, "a.gipf", "b.gipf", *quiet)
        assert re.findall(r"(?:warning|error)\[(?:encoding|no-game)\]", result.stderr) == heard
        assert result.exit_code in (0, 1)


def test_any_sqlite_tool_can_read_it(folder: Path, target: Path) -> None:
    indexed(target, folder)
    games = some_games(6, 1) + some_games(5, 2)
    assert rows(target, "SELECT count(*), sum(turns) FROM games") == [(11, sum(len(game.turns) for game in games))]
    assert rows(target, "SELECT white, black, date, variant FROM games ORDER BY id") == [
        (game.tag("White"), game.tag("Black"), game.tag("Date"), game.tag("Variant")) for game in games
    ]
    names = Counter(game.tag(side) for game in games for side in ("White", "Black"))
    assert rows(target, "SELECT player, white + black FROM players ORDER BY player") == sorted(names.items())
    start = canonical_key(Position.initial(BASIC))[0].hex()
    found = rows(target, f"SELECT game, turn FROM positions WHERE key = x'{start}'")
    assert found == [(k, 0) for k, game in enumerate(games, 1) if game.tag("Variant") == "basic"]
    assert rows(target, "PRAGMA integrity_check") == [("ok",)]
    assert rows(target, "PRAGMA user_version") == [(3,)]


def test_what_a_turn_took_off_stands_beside_the_position(target: Path) -> None:
    indexed(target, SAMPLES / "game2.gipf")
    row = rows(target, "SELECT removed, largest, captures, gipf_captures FROM positions WHERE turn = 30")
    # a4-g2;xb4,c4,d4,Ge4,Gf3*,g2*: one row after the push, eight pieces, three of them taken from White.
    assert row == [(1, 8, 3, 1)]
    assert rows(target, "SELECT sum(captures), max(largest) FROM positions") == [(14, 8)]


def test_only_files_that_have_changed_are_read_anew(folder: Path, target: Path) -> None:
    indexed(target, folder)
    write(folder / "a.gipf", some_games(4, 3))
    assert run("index", folder, "-o", target).stdout == "2 files (1 read anew, 0 removed), 9 games\n"
    os.utime(folder / "b.gipf", (1, 1))
    assert run("index", folder, "-o", target).stdout == "2 files (0 read anew, 0 removed), 9 games\n"
    assert rows(target, "SELECT modified FROM files WHERE path LIKE '%b.gipf'") == [(10**9,)]


def test_a_file_of_the_same_size_and_time_is_not_read(folder: Path, target: Path) -> None:
    path = folder / "a.gipf"
    indexed(target, folder)
    about = path.stat()
    path.write_text(path.read_text().replace("Ann", "Eve"))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert run("index", folder, "-o", target).stdout == "2 files (0 read anew, 0 removed), 11 games\n"
    assert rows(target, "SELECT count(*) FROM games WHERE white = 'Eve'") == [(0,)]
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns + 1))
    assert run("index", folder, "-o", target).stdout == "2 files (1 read anew, 0 removed), 11 games\n"
    assert rows(target, "SELECT count(*) > 0 FROM games WHERE white = 'Eve'") == [(1,)]


def test_files_that_are_gone_are_taken_out(folder: Path, target: Path) -> None:
    indexed(target, folder)
    (folder / "a.gipf").unlink()
    assert run("index", folder, "-o", target).stdout == "1 file (0 read anew, 1 removed), 5 games\n"
    for table, count in {"files": 1, "games": 5, "records": 5}.items():
        assert rows(target, f"SELECT count(*) FROM {table}") == [(count,)]
    assert rows(target, "SELECT count(*) FROM positions WHERE game NOT IN (SELECT id FROM games)") == [(0,)]


def test_other_options_of_reading_build_it_anew(folder: Path, target: Path) -> None:
    indexed(target, folder)
    for arguments in (["--lenient"], ["--lenient", "--read-as", "basic"], ["--from", "tagged"], []):
        assert run("index", folder, "-o", target, *arguments).stdout.startswith("2 files (2 read anew")
    indexed(target, folder, arguments=["--read-as", "basic"])
    assert rows(target, "SELECT DISTINCT variant FROM games") == [("basic",)]


def test_an_archive_counts_as_one_file(folder: Path, target: Path, tmp_path: Path) -> None:
    archive = tmp_path / "both.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("a.gipf", "b.gipf"):
            packed.write(folder / name, name)
    assert run("index", archive, "-o", target).stdout == "1 file (1 read anew, 0 removed), 11 games\n"
    assert rows(target, "SELECT DISTINCT source FROM games") == [(f"{archive}/a.gipf",), (f"{archive}/b.gipf",)]


def test_errors_in_games_and_unreadable_paths_decide_the_exit_status(folder: Path, target: Path) -> None:
    (folder / "c.gipf").write_text(FAULTY)
    for _ in range(2):
        assert run("index", folder, "-o", target).exit_code == 1
    (folder / "c.gipf").unlink()
    assert run("index", folder, "-o", target).exit_code == 0
    result = run("index", folder, folder / "nowhere.gipf", "-o", target)
    assert result.exit_code == 2
    assert "nowhere.gipf: error[unreadable-path]" in result.stderr
    assert result.stdout == "2 files (0 read anew, 0 removed), 11 games\n"


def test_what_concerns_a_file_as_a_whole_is_said_whether_it_has_changed_or_not(folder: Path, target: Path) -> None:
    (folder / "c.gipf").write_text("nothing of the kind\n")
    said = {run("index", folder, "-o", target).stderr for _ in range(2)}
    assert len(said) == 1
    assert "c.gipf: error[no-game]" in said.pop()


def test_a_file_that_cant_be_read_keeps_the_games_it_had(
    folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed(target, folder)
    path = folder / "a.gipf"
    write(path, some_games(2, 9))
    plain = Path.open

    def refused(self: Path, *arguments: Any, **named: Any) -> Any:
        if self.name == "a.gipf":
            raise PermissionError(13, "Permission denied")
        return plain(self, *arguments, **named)

    monkeypatch.setattr(Path, "open", refused)
    result = run("index", folder, "-o", target)
    assert (result.exit_code, result.stdout) == (2, "2 files (0 read anew, 0 removed), 11 games\n")
    assert f"{path}: error[unreadable-path]: can't be read: Permission denied" in result.stderr
    monkeypatch.undo()
    assert run("index", folder, "-o", target).stdout == "2 files (1 read anew, 0 removed), 7 games\n"


def failed(result: Result) -> str:
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr
    return result.stderr


def test_standard_input_is_wrong_use(target: Path) -> None:
    assert "standard input can't be indexed" in failed(run("index", "-", "-o", target))
    assert not target.exists()


@pytest.mark.parametrize("text", [b"1. b3 b4", b"SQLite format 3\0" + bytes(100)])
def test_what_is_no_index_is_not_overwritten(folder: Path, target: Path, text: bytes) -> None:
    target.write_bytes(text)
    assert "is no index of gipfkit: give another name" in failed(run("index", folder, "-o", target))
    assert target.read_bytes() == text


def test_another_programs_database_is_not_overwritten(folder: Path, target: Path) -> None:
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    before = target.read_bytes()
    assert "is no index" in failed(run("index", folder, "-o", target))
    assert target.read_bytes() == before
    assert "is no index of gipfkit" in failed(run("stats", target))


@pytest.mark.parametrize(("text", "status"), [(None, 2), ("", 0), ("no game at all", 1)])
def test_a_new_index_is_not_written_where_there_is_no_game(
    text: str | None, status: int, target: Path, tmp_path: Path
) -> None:
    path = tmp_path / "x.gipf"
    if text is not None:
        path.write_text(text)
    result = run("index", path, "-o", target)
    assert (result.exit_code, result.stdout) == (status, "")
    assert f"{target} is not written: no game could be read" in result.stderr
    assert not target.exists()
    games = write(tmp_path / "y.gipf", some_games(1))
    indexed(target, games)
    games.unlink()
    path.write_text("")
    assert run("index", path, "-o", target).stdout == "1 file (1 read anew, 1 removed), 0 games\n"


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM])
def test_a_first_run_that_a_signal_ends_leaves_nothing(signal_: signal.Signals, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    code = f"""
import os
from gipfkit.analysis import indexing
from gipfkit.cli import main
indexing.Index.games = property(lambda index: os.kill(os.getpid(), {int(signal_)}))
main()
"""
    command = [sys.executable, "-c", code, "index", str(folder), "-o", str(tmp_path / "made" / "x.gipfdb")]
    done = subprocess.run(command, check=False, capture_output=True)
    assert done.returncode == -signal_
    assert list((tmp_path / "made").iterdir()) == []


def test_an_empty_file_becomes_an_index(folder: Path, target: Path) -> None:
    target.touch()
    assert run("index", folder, "-o", target).exit_code == 0
    assert Index.open(target).games == 11


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere/x.gipfdb", "nowhere/x.gipfdb can't be written: the folder {folder}/nowhere doesn't exist; create it"),
        ("file/x.gipfdb", "file/x.gipfdb can't be written: {folder}/file is no folder; name a file in a folder"),
        ("x" * 300, "can't be written: the name is too long; choose a shorter one"),
    ],
)
def test_an_index_that_cant_be_written_is_a_sentence_with_its_own_name(
    name: str, said: str, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    message = failed(run("index", folder, "-o", tmp_path / name))
    assert said.format(folder=tmp_path) in message
    assert "-gipfdb" not in message


@pytest.mark.parametrize("locked", ["games.gipfdb", "locked"])
def test_without_the_right_to_write_nothing_is_tried(
    locked: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locked").mkdir()
    target = indexed(tmp_path / "locked" / "games.gipfdb", folder)
    (folder / "a.gipf").unlink()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != locked or not mode & os.W_OK)
    before = target.read_bytes()
    said = failed(run("index", folder, "-o", target))
    assert f"{target} can't be written: you lack the right to write there; change the rights" in said
    assert target.read_bytes() == before


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_is_no_place_for_an_index(name: str, folder: Path) -> None:
    assert "can't go to standard output: give -o the name of a file" in failed(run("index", folder, "-o", name))


def test_a_pipe_or_a_device_is_not_replaced(folder: Path, target: Path) -> None:
    os.mkfifo(target)
    assert "is no index of gipfkit: give another name, it is not overwritten" in failed(
        run("index", folder, "-o", target)
    )
    assert target.is_fifo()


def test_what_a_killed_run_has_left_where_nobody_may_write_is_explained() -> None:
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY_ROLLBACK
    assert "x.gipfdb: a killed run has left it half changed" in str(index_file.unusable("x.gipfdb", error))
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY
    assert str(index_file.unusable("x.gipfdb", error)).endswith("change the rights of the file and its folder")


def test_a_second_run_at_once_is_told_so(folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed(target, folder)
    (folder / "a.gipf").unlink()
    monkeypatch.setattr(index_file, "PATIENCE", 0.01)
    with closing(sqlite3.connect(target, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "is in use by another run" in failed(run("index", folder, "-o", target))
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        assert "is in use by another run" in failed(run("stats", target))
    assert Index.open(target).games == 11


def test_whoever_reads_sees_one_state_while_another_run_writes(
    folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed(target, folder)
    monkeypatch.setattr(index_file, "PATIENCE", 0.01)
    (folder / "a.gipf").unlink()
    with Index.open(target) as reader:
        assert "is in use" in failed(run("index", folder, "-o", target))
        assert len(list(reader.rows())) == 11
    assert run("index", folder, "-o", target).exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        "PRAGMA user_version = 99; DROP TABLE settings",
        "DROP TABLE settings",
        "UPDATE settings SET value = replace(value, 'opening TEXT', '') WHERE name = 'schema'",
    ],
)
def test_an_index_of_another_version_is_refused_by_readers_and_made_anew(
    folder: Path, target: Path, change: str
) -> None:
    indexed(target, folder)
    with closing(sqlite3.connect(target)) as connection:
        connection.executescript(change)
    assert "another version of gipfkit" in failed(run("stats", target))
    assert run("index", folder, "-o", target).stdout == "2 files (2 read anew, 0 removed), 11 games\n"
    assert run("stats", target).exit_code == 0


def test_another_release_judges_the_games_anew(folder: Path, target: Path) -> None:
    indexed(target, folder)
    with closing(sqlite3.connect(target)) as connection:
        connection.executescript("UPDATE settings SET value = '0.0.1' WHERE name = 'gipfkit'")
    assert run("stats", target).exit_code == 0
    assert run("index", folder, "-o", target).stdout == "2 files (2 read anew, 0 removed), 11 games\n"


def test_a_damaged_index_is_a_sentence_wherever_it_comes_to_light(folder: Path, target: Path) -> None:
    indexed(target, folder)
    whole = target.read_bytes()
    for start in range(4096, len(whole), 4096):
        target.write_bytes(whole[:start] + b"\xaa" * 4096 + whole[start + 4096 :])
        assert run("stats", target, "--per", "game").exit_code in (0, 2)
        assert run("validate", target).exit_code in (0, 2)
        assert run("index", folder, "-o", target).exit_code in (0, 2)
    target.write_bytes(whole[: len(whole) // 2])
    assert "Error: " in failed(run("index", folder, "-o", target))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE settings SET value = 'rubbish' WHERE name = 'reading'",
        "UPDATE settings SET value = '[1, 2, 3, 4, 5]' WHERE name = 'reading'",
        "UPDATE findings SET finding = '{'",
        "UPDATE findings SET finding = '{\"kind\": 1}'",
        "DELETE FROM records WHERE game = 2",
        "UPDATE records SET record = NULL WHERE game = 2",
        "UPDATE games SET turns = 'x' WHERE id = 2",
        "UPDATE games SET turns = NULL WHERE id = 2",
        "UPDATE games SET white = x'00' WHERE id = 2",
    ],
)
@pytest.mark.parametrize(
    "command", [["stats", "--per", "variant"], ["find", "--captures", "1"], ["convert", "--to", "jsonl"]]
)
def test_a_value_that_no_run_has_written_is_damage(command: list[str], change: str, folder: Path, target: Path) -> None:
    (folder / "c.gipf").write_bytes('[White "J\xf6rg"]\n[Variant "basic"]\n\n1. b3 *\n'.encode("latin-1"))
    indexed(target, folder)
    with closing(sqlite3.connect(target)) as connection:
        connection.executescript(change)
    codes = {run(*command, target, *more).exit_code for more in ([], ["--lenient"])}
    assert codes <= {0, 2}
    assert 2 in codes


def test_an_index_and_a_pipe_are_no_files_of_games(folder: Path, target: Path, tmp_path: Path) -> None:
    indexed(target, folder)
    os.mkfifo(tmp_path / "pipe")
    result = run("index", folder, target, tmp_path / "pipe", "-o", tmp_path / "other.gipfdb")
    assert result.exit_code == 2
    assert "games.gipfdb: error[unreadable-path]: an index is no file of games" in result.stderr
    assert "pipe: error[unreadable-path]: what can be read only once" in result.stderr
    assert result.stdout == "2 files (2 read anew, 0 removed), 11 games\n"


@pytest.fixture
def piped(tmp_path: Path) -> Iterator[Callable[[bytes], Path]]:
    """What gives a pipe with something in it."""
    threads = []

    def pipe(content: bytes) -> Path:
        os.mkfifo(path := tmp_path / "pipe")
        threads.append(threading.Thread(target=path.write_bytes, args=(content,), daemon=True))
        threads[-1].start()
        return path

    yield pipe
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("command", [["openings", "--format", "csv"], ["find", "--material", "turn == 0", "--count"]])
def test_nothing_is_lost_of_a_pipe_by_looking_whether_it_is_an_index(
    command: list[str], folder: Path, piped: Callable[[bytes], Path]
) -> None:
    pipe = piped((folder / "a.gipf").read_bytes())
    of_file, of_pipe = (run(*command, path) for path in (folder / "a.gipf", pipe))
    assert of_pipe.stdout == of_file.stdout.replace(str(folder / "a.gipf"), str(pipe))
    assert (of_pipe.stderr, of_pipe.exit_code) == ("", 0)


@pytest.mark.parametrize("command", [["validate"], ["stats"], ["find", "--captures", "1"], ["openings"]])
def test_an_index_from_a_pipe_is_no_text_of_games(
    command: list[str], folder: Path, target: Path, piped: Callable[[bytes], Path]
) -> None:
    indexed(target, folder)
    result = run(*command, piped(target.read_bytes()))
    assert result.exit_code == 2
    assert "pipe: error[unreadable-path]: a database, no text of games" in result.output
    assert "under the name of its own file" in result.output


def test_names_that_are_no_text_can_be_kept(target: Path, tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl"))
    path.write_text('{"gipfkit": 1, "tags": [["White", "\\ud800x"]], "turns": [{"text": "b3"}]}\n')
    for read_anew in (1, 0):
        result = run("index", path, "-o", target)
        assert (result.exit_code, result.stdout) == (0, f"1 file ({read_anew} read anew, 0 removed), 1 game\n")
    assert rows(target, "SELECT white FROM games") == [("\\ud800x",)]
    with Index.open(target) as index:
        assert index.record(1).tag("White") == "\ud800x"


def test_what_a_killed_run_has_left_is_deleted_by_the_next(folder: Path, target: Path) -> None:
    old, young, open_ = (target.with_name(f".{k}-gipfdb") for k in ("1", "2", "3"))
    other = target.with_name(".4-gipfdb")
    other.write_text("somebody's own")
    for path in (old, young, open_):
        indexed(path, folder)
    for path in (old, open_, other):
        os.utime(path, (1, 1))
    with closing(sqlite3.connect(open_, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        indexed(target, folder)
    assert [path.exists() for path in (old, young, open_, other)] == [False, True, True, True]


def outputs(*arguments: str | Path) -> tuple[int, bytes, bytes]:
    result = run(*arguments)
    return result.exit_code, result.stdout_bytes, result.stderr_bytes


@pytest.mark.parametrize(
    "command",
    [
        ["stats", "--per", "game", "--format", "csv"],
        ["stats", "--per", "player"],
        ["stats", "--per", "variant", "--format", "json"],
        ["stats", "--per", "all", "--format", "ndjson"],
        ["stats", "--per", "turn", "--format", "tsv", "--player", "ann"],
        ["stats", "--per", "game", "--where", "turns > 20", "--since", "2004", "--no-bots"],
        ["stats", "--per", "game", "--lenient"],
        ["stats", "--per", "game", "--read-as", "basic"],
        ["validate"],
        ["validate", "--format", "ndjson"],
        ["validate", "--variant", "basic"],
        ["convert", "--to", "jsonl"],
        ["convert", "--to", "tagged", "--style", "short"],
    ],
)
def test_an_index_gives_what_its_files_give(command: list[str], folder: Path, target: Path) -> None:
    (folder / "c.gipf").write_text(f"{FAULTY}\nstray words between\n\n{FAULTY}")
    (folder / "d.gipf").write_text("no game at all\n")
    (folder / "e.gipf").write_bytes(
        '[White "J\xf6rg"]\n[Variant "basic"]\n\n1. b3 {x} (1. b4 zz) c2 ?! *\n'.encode("latin-1")
    )
    indexed(target, folder, SAMPLES)
    write(folder / "a.gipf", some_games(3, 5))  # its games are added last, and yet come first
    indexed(target, folder, SAMPLES)
    assert outputs(*command, target) == outputs(*command, folder, SAMPLES)


def test_stored_rows_are_used_without_a_replay(folder: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed(target, folder)
    monkeypatch.setattr("gipfkit.cli.selection.replay", lambda *_, **__: pytest.fail("replayed"))
    for per in ("game", "player", "variant", "all"):
        assert run("stats", target, "--per", per).exit_code == 0


def test_files_and_indexes_can_be_given_together(folder: Path, target: Path) -> None:
    indexed(target, folder / "a.gipf")
    together = run("validate", target, folder / "b.gipf", "--format", "ndjson").stdout
    assert together == run("validate", folder, "--format", "ndjson").stdout


def test_an_index_in_a_folder_is_not_read_with_it(folder: Path, target: Path) -> None:
    before = run("validate", folder).stdout
    indexed(folder / "games.gipfdb", folder)
    assert run("validate", folder).stdout == before
    assert re.match("2 files .* 11 games", run("index", folder, "-o", target).stdout)


def test_a_record_comes_back_as_it_was_read(target: Path) -> None:
    from gipfkit.reading import read
    from gipfkit.record import Record

    indexed(target, SAMPLES)
    wanted = [record for record in read([SAMPLES]) if isinstance(record, Record)]
    with Index.open(target) as index:
        for record, (number, _) in zip(wanted, index.rows(), strict=True):
            found = index.record(number)
            assert found == record
            assert [turn.text for turn in found.turns] == [turn.text for turn in record.turns]
            for name in ("source", "number", "line", "notation", "findings"):
                assert getattr(found, name) == getattr(record, name)
            for k in range(len(record.turns) + 2):
                assert found.main.place(k) == record.main.place(k)
            assert replay(found).findings == replay(record).findings


COUNTING = [["find", "--captures", "1", "--count"], ["stats", "--per", "variant", "--format", "csv"], ["duplicates"]]


@pytest.mark.parametrize("command", [*COUNTING, ["validate"], ["convert", "--to", "jsonl"], ["openings"]])
@pytest.mark.parametrize(
    ("paths", "same_as", "note"),
    [
        ("ab a", "a b", "ab.gipfdb: note[named-twice]: 1 of its files counts once"),
        ("a ab", "a b", "ab.gipfdb: note[named-twice]: 1 of its files counts once"),
        ("ab folder", "folder", "ab.gipfdb: note[named-twice]: 2 of its files count once"),
        ("ab link", "link b", "ab.gipfdb: note[named-twice]: 1 of its files counts once"),
        ("ab ab", "ab", "ab.gipfdb: note[named-twice]: 2 of its files count once"),
        ("ab bc", "a b c", "bc.gipfdb: note[named-twice]: 1 of its files counts once"),
        ("ab c", "a b c", ""),
        ("a ab a", "a b", "ab.gipfdb: note[named-twice]: 1 of its files counts once"),
        ("c ab c", "c a b", ""),
    ],
)
def test_each_file_counts_once_beside_and_among_indexes(
    paths: str, same_as: str, note: str, command: list[str], folder: Path, tmp_path: Path
) -> None:
    named = {"folder": folder, "a": folder / "a.gipf", "b": folder / "b.gipf", "link": tmp_path / "link.gipf"}
    named["c"] = write(tmp_path / "c.gipf", some_games(3, 4))
    named["link"].symlink_to(folder / "a.gipf")
    named["ab"] = indexed(tmp_path / "ab.gipfdb", folder)
    named["bc"] = indexed(tmp_path / "bc.gipfdb", folder / "b.gipf", named["c"])
    got, wanted = (run(*command, *(named[name] for name in names.split())) for names in (paths, same_as))

    def lines(text: str) -> list[str]:
        """Sorted, as files that are read and files of an index come in another order."""
        text = "".join(line for line in text.splitlines(keepends=True) if "note[named-twice]" not in line)
        return sorted(re.sub(r"[0-9]+ notes?", "notes", text).replace("link.gipf", "games/a.gipf").splitlines())

    assert lines(got.stdout) == lines(wanted.stdout)
    assert got.exit_code == wanted.exit_code
    assert got.output.count("note[named-twice]") == bool(note)
    assert note in got.output


def test_a_file_named_beside_its_index_counts_as_it_is_now(folder: Path, target: Path) -> None:
    indexed(target, folder)
    games = write(folder / "a.gipf", some_games(9, 7))
    assert run("validate", target, games, "-q").exit_code == 0
    for paths in ((target, games), (games, target)):
        result = run("stats", *paths, "--per", "game", "--format", "csv")
        assert result.stdout.count("a.gipf") == 9
        assert result.stdout.count("b.gipf") == 5


def test_two_indexes_of_a_file_that_is_gone_hold_the_same_file(folder: Path, target: Path, tmp_path: Path) -> None:
    indexed(target, folder)
    other = indexed(tmp_path / "other.gipfdb", folder / "a.gipf")
    (folder / "a.gipf").unlink()
    assert run("stats", target, other, "--per", "game", "--format", "csv").stdout.count("a.gipf") == 6


@pytest.mark.parametrize("command", [*COUNTING, ["validate"], ["convert", "--to", "jsonl"], ["openings"]])
def test_options_of_reading_that_an_index_wasnt_made_with_are_wrong_use(
    command: list[str], folder: Path, target: Path
) -> None:
    indexed(target, folder, arguments=["--encoding", "latin-1"])
    for option, value in (("--from", "tagged"), ("--encoding", "cp1250")):
        for paths in ([target], [folder, target]):
            result = run(*command, *paths, option, value)
            assert f"games.gipfdb was made without {option} {value}: name its files, or make it anew" in failed(result)
            assert len(result.stdout.splitlines()) <= 1  # the names of the columns
    assert run(*command, target, "--encoding", "ISO-8859-1").stdout == run(*command, target).stdout
    assert "unknown encoding: nonsense" in failed(run(*command, target, "--encoding", "nonsense"))


def test_a_table_for_logs_is_wrong_use_with_an_index(folder: Path, target: Path, tmp_path: Path) -> None:
    indexed(target, folder)
    (tmp_path / "x.toml").touch()
    assert "was made without --table" in failed(run("validate", target, "--table", tmp_path / "x.toml"))


def test_many_files_with_something_to_say_each_take_time_that_grows_with_them_alone() -> None:
    def asked(files: int) -> None:
        with Index.temporary() as index:
            for file in range(1, files + 1):
                index.connection.execute(
                    "INSERT INTO files (id, path, place) VALUES (?, ?, ?)", (file, str(file), file)
                )
                index.add_finding(Finding("no-game", "error", "no game found", source=str(file)), file)
            assert [item.source for item in index.items() if isinstance(item, Finding)] == [
                index.file_findings(file)[0].source for file in range(1, files + 1)
            ]

    assert_linear(asked, 500, 16_000)
