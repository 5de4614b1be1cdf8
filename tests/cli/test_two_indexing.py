"""Two runs that write one index at once (field test, A20): real processes, none of whose games are lost unsaid."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from indexes import indexed, run, some_games, write

from gipfkit.analysis.index import Index

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills here")

# A run that says when it holds the index, and goes on when it is told to.
HELD = """
import sys
from gipfkit.analysis import indexing
from gipfkit.cli import main
whole = indexing._bring_up_to_date
def waiting(*given):
    print("begun", flush=True)
    sys.stdin.readline()
    whole(*given)
indexing._bring_up_to_date = waiting
sys.argv[1:1] = ["index"]
main()
"""


def held(*arguments: Path | str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", HELD, *map(str, arguments)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def games_in(path: Path) -> int:
    with Index.open(path) as index:
        return index.games


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "in").mkdir()
    return write(tmp_path / "in" / "a.gipf", some_games(5, 1)), write(tmp_path / "in" / "b.gipf", some_games(3, 2))


@pytest.mark.parametrize("stands", [False, True])
def test_the_second_run_says_that_another_writes(stands: bool, files: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "games.gipfdb"
    if stands:
        indexed(target, files[1])
    first = held(files[0], "-o", target)
    # By another name of the folder, too.
    (tmp_path / "link").symlink_to(tmp_path)
    for name in (target, tmp_path / "link" / "games.gipfdb"):
        second = run("index", files[1], "-o", name)
        assert second.exit_code == 2
        assert "is written by another run: try again when that is done" in second.stderr
    # Beside it others can be made.
    assert games_in(indexed(tmp_path / "other.gipfdb", files[1])) == 3
    out, _ = first.communicate("\n")
    assert (first.returncode, "5 games" in out) == (0, True)
    assert games_in(target) == 5
    assert games_in(indexed(target, *files)) == 8
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.gipfdb", "in", "link", "other.gipfdb"]


def test_a_killed_run_s_lock_holds_nobody_up(files: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "games.gipfdb"
    first = held(files[0], "-o", target)
    first.kill()
    first.communicate()
    assert not target.exists()
    for left in tmp_path.glob(".*"):
        os.utime(left, (1, 1))
    started = time.perf_counter()
    assert games_in(indexed(target, *files)) == 8
    assert time.perf_counter() - started < 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.gipfdb", "in"]


def test_of_many_runs_at_once_those_that_succeed_leave_their_games(files: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "games.gipfdb"
    command = [sys.executable, "-m", "gipfkit", "index", *map(str, files), "-o", str(target)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(5)]
    results = [(process.communicate(), process.returncode) for process in runs]
    assert {code for _, code in results} <= {0, 2}
    assert any(code == 0 for _, code in results)
    assert all("another run" in err for (_, err), code in results if code == 2)
    assert games_in(target) == 8
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.gipfdb", "in"]
