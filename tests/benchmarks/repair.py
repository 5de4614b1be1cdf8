"""How often ``repair`` mends one slip made at random in a legal game, and how long it takes, by kind of slip.

For each kind of slip: games with an error in which the original came back (mended), games in which another game was
taken for it (wrong), and games in which several mendings were listed, the original among them or not. Slips that make
another legal game aren't errors and are counted apart. Half the games have reserve counts, half have none.

    python tests/benchmarks/repair.py [GAMES [POLICY]]
"""

import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from slips import SLIPS

from gipfkit.analysis.simulation import RANDOM, simulate
from gipfkit.gipf.variant import VARIANTS
from gipfkit.record import Record, TurnList
from gipfkit.repair.mending import changed
from gipfkit.repair.search import repair
from gipfkit.replay import replay

GAMES = 2000
OUTCOMES = ("mended", "wrong", "listed", "missed")


def outcome(original: Record, slipped: Record) -> tuple[str, float]:
    """Repair a game with an error; return what came of it and the seconds it took."""
    played = replay(slipped)
    start = time.process_time()
    found = repair(played)
    seconds = time.process_time() - start
    right = replay(original).positions
    ways = [
        replay(changed(slipped, mending.change)).positions == right for mending in (found.mendings if found else ())
    ]
    if found and found.taken:
        return ("mended" if ways[0] else "wrong"), seconds
    return ("listed" if any(ways) else "missed"), seconds


def main(games: int, policy: str) -> None:
    """Print the table."""
    rng = random.Random(0)
    counts: dict[bool, dict[str, Counter[str]]] = {True: defaultdict(Counter), False: defaultdict(Counter)}
    times: list[float] = []
    records = {name: list(simulate(variant, games // 3 + 1, policy=policy)) for name, variant in VARIANTS.items()}
    kinds = list(SLIPS)
    while len(times) < games:
        counted = len(times) % 2 == 0
        kind = rng.choice(kinds)
        record = rng.choice(records[rng.choice(list(VARIANTS))])
        turns = record.turns if counted else tuple(replace(turn, reserve=None) for turn in record.turns)
        slip = SLIPS[kind](rng, tuple(turns))
        if slip is None:
            continue
        game = replace(record, main=TurnList(slip))
        if replay(game).ok:
            counts[counted][kind]["no error"] += 1
            continue
        what, seconds = outcome(replace(record, main=TurnList(tuple(turns))), game)
        counts[counted][kind][what] += 1
        times.append(seconds)
    for counted, table in counts.items():
        print(f"{'with' if counted else 'without'} reserve counts")
        total: Counter[str] = Counter()
        for kind, found in sorted(table.items()):
            total += found
            print(_line(kind, found))
        print(_line("all", total))
    print(f"median {statistics.median(times) * 1000:.0f} ms a game, longest {max(times) * 1000:.0f} ms")


def _line(kind: str, found: Counter[str]) -> str:
    total = sum(found[name] for name in OUTCOMES)
    shares = "  ".join(f"{name} {found[name] / total:6.1%}" for name in OUTCOMES)
    return f"  {kind:10} {total:5}  {shares}  (no error: {found['no error']})"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, sys.argv[2] if len(sys.argv) > 2 else RANDOM)
