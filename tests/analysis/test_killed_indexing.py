"""Runs that make an index, killed at any moment: what was there answers as before, or as after."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from indexes import indexed, some_games, write

from gipfkit.analysis.index import Index
from gipfkit.analysis.openings import Explorer
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS

# A small cache: changes are written to the file all the while, not only at the end.
CODE = """
import sys
from gipfkit.analysis import indexing
indexing.CACHE = int(sys.argv[1])
print("begun", flush=True)
indexing.update(sys.argv[2], sys.argv[3:])
"""
GAMES = 60

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills here")


def killed(after: float, cache: int, target: Path, *paths: Path) -> bool:
    """Start a run and kill it some seconds after it has begun; say whether it was still at work."""
    command = [sys.executable, "-c", CODE, str(cache), str(target), *map(str, paths)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(after)
        process.kill()
    return process.returncode == -signal.SIGKILL


def duration(target: Path, *paths: Path) -> float:
    """Give the seconds that a whole run takes once it has begun."""
    command = [sys.executable, "-c", CODE, "200", str(target), *map(str, paths)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        start = time.perf_counter()
        process.wait()
    return time.perf_counter() - start


def answers(path: Path) -> object:
    """Give what an index answers; it must be whole for that."""
    with Index.open(path) as index:
        assert index.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = [row for _, row in index.rows()]
        records = [index.record(number) for number, _ in index.rows()]
        starts = [Explorer(index).node(Position.initial(variant)).visits for variant in VARIANTS.values()]
    return rows, records, starts


def kill_while_updating(times: int, folder: Path) -> int:
    target, files = folder / "games.gipfdb", (folder / "a.gipf", folder / "b.gipf")
    states = []
    for seed in (1, 2):
        for k, file in enumerate(files):
            write(file, some_games(GAMES, 10 * seed + k))
        texts = [file.read_text() for file in files]
        states.append((texts, answers(indexed(folder / f"{seed}.gipfdb", *files))))
    took = duration(folder / "measured.gipfdb", *files)
    indexed(target, *files)
    rng, caught = random.Random(times), 0
    for k in range(times):
        for file, text in zip(files, states[k % 2][0], strict=True):
            file.write_text(text)
        caught += killed(rng.uniform(0, (0.8, 1.4)[k % 4 == 3]) * took, (200, 65_536)[k % 3 == 0], target, *files)
        assert answers(target) in [state for _, state in states]
    return caught


def kill_while_making(times: int, folder: Path) -> int:
    target, games = folder / "games.gipfdb", write(folder / "a.gipf", some_games(GAMES, 1))
    took = duration(folder / "measured.gipfdb", games)
    wanted = answers(folder / "measured.gipfdb")
    rng, caught = random.Random(times), 0
    for k in range(times):
        caught += killed(rng.uniform(0, (0.8, 1.4)[k % 4 == 3]) * took, (200, 65_536)[k % 2], target, games)
        if target.exists():
            assert answers(target) == wanted
            target.unlink()
    for left in folder.glob(".*"):
        os.utime(left, (1, 1))
    indexed(target, games)
    assert answers(target) == wanted
    assert sorted(path.name for path in folder.iterdir()) == ["a.gipf", "games.gipfdb", "measured.gipfdb"]
    return caught


def test_a_run_killed_while_it_updates_leaves_the_index_as_before_or_after(tmp_path: Path) -> None:
    assert kill_while_updating(5, tmp_path) > 0


def test_a_first_run_killed_leaves_no_half_index(tmp_path: Path) -> None:
    assert kill_while_making(5, tmp_path) > 0


@pytest.mark.slow
def test_a_hundred_runs_killed_while_they_update(tmp_path: Path) -> None:
    assert kill_while_updating(100, tmp_path) > 30


@pytest.mark.slow
def test_a_hundred_first_runs_killed(tmp_path: Path) -> None:
    assert kill_while_making(100, tmp_path) > 30


def test_what_was_half_written_is_rolled_back_by_whoever_opens_it_next(tmp_path: Path) -> None:
    """The journal of a run that was killed as it wrote is there: it must not be read past."""
    target, games = tmp_path / "games.gipfdb", write(tmp_path / "a.gipf", some_games(GAMES, 1))
    indexed(target, games)
    before = answers(target)
    code = """
import os, sys
from gipfkit.analysis import indexing
indexing.CACHE = 50
indexing.Index.games = property(lambda index: os._exit(9))
indexing.update(sys.argv[1], sys.argv[2:])
"""
    write(games, some_games(GAMES, 2))
    done = subprocess.run([sys.executable, "-c", code, str(target), str(games)], check=False)
    assert done.returncode == 9
    assert target.with_name("games.gipfdb-journal").exists()
    assert answers(target) == before
    with closing(Index.open(target).connection) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
