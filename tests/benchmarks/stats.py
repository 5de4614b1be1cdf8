"""The tables of 20,000 simulated games against `gipfkit validate` on them, and their peak memory for 40,000.

All as whole processes, in turn, three times; the medians of processor time are printed.
"""

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = 20_000
CODE = """
import resource, sys
from gipfkit.cli import cli
try:
    cli(sys.argv[1:], standalone_mode=False)
except SystemExit:
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
"""
FRAME = """
import resource, sys
from gipfkit.reading import read
from gipfkit.replay import replay
from gipfkit.analysis.game_table import game_table
assert len(game_table(map(replay, read(sys.argv[1:]))))
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
"""


def write(path: Path, games: int) -> None:
    """Write simulated games, a third of each variant; by other processes, as peak memory is passed on to children."""
    with path.open("w") as stream:
        for variant in ("basic", "standard", "tournament"):
            arguments = ["simulate", "--variant", variant, "--games", str(games // 3 + 1), "--seed", "1"]
            subprocess.run([sys.executable, "-m", "gipfkit", *arguments], stdout=stream, check=True)


def run(code: str, *arguments: str) -> tuple[float, float]:
    """Run a process; give its seconds of processor time and its peak memory in MiB."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, memory = done.stderr.splitlines()[-1].split()
    return float(seconds), int(memory) / 1024


def main() -> None:
    """Measure and print."""
    assert resource
    with tempfile.TemporaryDirectory() as folder:
        large, larger = Path(folder) / "large.gipf", Path(folder) / "larger.gipf"
        write(large, GAMES)
        with larger.open("wb") as stream:
            for _ in range(2):
                with large.open("rb") as games:
                    shutil.copyfileobj(games, stream)
        work = {
            "validate": (CODE, "validate"),
            "stats --per game --format csv": (CODE, "stats", "--per", "game", "--format", "csv"),
            "stats --per variant": (CODE, "stats", "--per", "variant"),
            "game_table, a pandas frame": (FRAME,),
            "stats --per turn --format csv": (CODE, "stats", "--per", "turn", "--format", "csv"),
        }
        figures: dict[str, list[tuple[float, float]]] = {name: [] for name in work}
        for _ in range(3):
            for name, (code, *arguments) in work.items():
                figures[name].append(run(code, *arguments, str(large)))
        peer = statistics.median(seconds for seconds, _ in figures["validate"])
        for name, (code, *arguments) in work.items():
            seconds = statistics.median(seconds for seconds, _ in figures[name])
            memory, twice = max(peak for _, peak in figures[name]), run(code, *arguments, str(larger))[1]
            print(
                f"{name:32} {seconds:6.1f} s   {seconds / peer:5.2f} times validate   "
                f"{memory:6.1f} MiB, for twice the games {twice / memory:.2f} times as much"
            )


if __name__ == "__main__":
    main()
