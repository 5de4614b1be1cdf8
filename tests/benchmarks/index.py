"""An index of 50,000 simulated games against one of 10,000, and what is asked of it.

    python tests/benchmarks/index.py [FILE]

FILE keeps the games for the next time: to simulate them takes longer than all the rest. All are of one variant, so that
every game stands at the start of the tree. Whole processes, processor time and peak memory.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

FEW, MANY = 10_000, 50_000
LIMIT_MS = 200
MEASURED = """
import resource, sys
from gipfkit.cli import cli
try:
    cli(sys.argv[1:], standalone_mode=False)
except SystemExit:
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, file=sys.stderr)
"""
# The times of the nodes that most games came by, with players and sample games; and of finding one position.
ASKED = """
import sys, time
from gipfkit.analysis.index import Index
from gipfkit.analysis.openings import Explorer
from gipfkit.analysis.pattern import Pattern
from gipfkit.analysis.search import Finder, Query
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import STANDARD

def took(work):
    start = time.process_time()
    found = work()
    return 1000 * (time.process_time() - start), found

with Index.open(sys.argv[1]) as index:
    explorer = Explorer(index)
    waiting, times = [Position.initial(STANDARD)], []
    for k in range(60):
        position = waiting.pop(0)
        spent, node = took(lambda: explorer.node(position, names=3, samples=3))
        times.append((spent, node.visits))
        waiting += [move.position for move in node.moves]
    worst = max(times)
    spent, hits = took(lambda: sum(1 for _ in Finder(Query(position=waiting[-1])).hits_in(index)))
    query = Query(pattern=Pattern.from_text("?x??/?????/???w??/???????/??????/?????/?b?? w"))
    scan, found = took(lambda: sum(1 for _ in Finder(query).hits_in(index)))
print(worst[0], worst[1], times[0][0], spent, hits, scan / 1000, found, file=sys.stderr)
"""


def run(code: str, *arguments: str) -> list[float]:
    """Run a process; give the numbers of its last line."""
    command = [sys.executable, "-c", code, *arguments]
    # What a command writes isn't read here: a child counts this process's memory as its own where that is more.
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return [float(number) for number in done.stderr.splitlines()[-1].split()]


def simulate(path: Path) -> None:
    """Write the games."""
    arguments = ["simulate", "--variant", "standard", "--games", str(MANY), "--seed", "1", "-o", str(path)]
    subprocess.run([sys.executable, "-m", "gipfkit", *arguments], check=True)


def first_games(source: Path, target: Path, games: int) -> None:
    """Copy the first games of a file."""
    with source.open() as lines, target.open("w") as stream:
        for line in lines:
            games -= line.startswith("[Event ")
            if games < 0:
                return
            stream.write(line)


def main() -> None:
    """Measure and print."""
    assert resource
    with tempfile.TemporaryDirectory() as folder:
        many = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "many.gipf"
        if not many.exists():
            simulate(many)
        few, indexes = Path(folder) / "few.gipf", [Path(folder) / f"{name}.gipfdb" for name in ("few", "many")]
        first_games(many, few, FEW)
        # Every move of ten turns; and those that one game in a thousand made, so that both trees are of one size.
        whole = ["--turns", "10", "--format", "csv"]
        trees = [[*whole, "--min-games", str(games // 1000)] for games in (FEW, MANY)]
        for name, arguments in {
            "index": [["index", str(path), "-o", str(to)] for path, to in zip((few, many), indexes, strict=True)],
            "index, nothing changed": [
                ["index", str(path), "-o", str(to)] for path, to in zip((few, many), indexes, strict=True)
            ],
            "whole tree of the files": [["openings", str(path), *whole] for path in (few, many)],
            "whole tree of the index": [["openings", str(to), *whole] for to in indexes],
            "its frequent moves": [["openings", str(to), *tree] for to, tree in zip(indexes, trees, strict=True)],
            "stats --per game": [["stats", str(to), "--per", "game", "--format", "csv"] for to in indexes],
        }.items():
            (short, small), (long, large) = (run(MEASURED, *each) for each in arguments)
            print(
                f"{name:24} {FEW:,} games {short:7.2f} s {small:6.1f} MiB   {MANY:,} games {long:7.2f} s "
                f"{large:6.1f} MiB   {long / short:5.2f} times the time, {large / small:.2f} times the memory"
            )
        worst, visits, start, spent, hits, scan, found = run(ASKED, str(indexes[1]))
        print(
            f"worst node {worst:.0f} ms ({visits:,.0f} visits; the start {start:.0f} ms), "
            f"{worst / LIMIT_MS:.2f} of {LIMIT_MS} ms"
        )
        print(f"find --position {spent:.1f} ms ({hits:.0f} hits), find --pattern {scan:.1f} s ({found:,.0f} hits)")


if __name__ == "__main__":
    main()
