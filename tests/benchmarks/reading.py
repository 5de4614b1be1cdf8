"""Text to verdict: game 2 repeated in one tagged file, and distinct random games, against python-chess.

The chess games are played at random, with as many plies as the GIPF games have turns; python-chess reads their PGN and
replays every move. Both run in the same process, in turn, three times; the medians are printed.
"""

import io
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess.pgn

sys.path.insert(0, str(Path(__file__).parent.parent))
from records import random_record

from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations import tagged_write
from gipfkit.reading import read
from gipfkit.record import Record
from gipfkit.replay import replay

GAMES = 2000
GAME2 = Path(__file__).parent.parent.parent / "samples" / "game2.gipf"


def chess_games(lengths: list[int]) -> str:
    """Write random chess games of at least the given total of plies, as PGN."""
    rng = random.Random(1)
    texts = []
    for length in lengths:
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        board = chess.Board()
        for _ in range(length):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            board.push(move)
            node = node.add_variation(move)
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def read_chess(text: str) -> int:
    """Read and replay every game; give the number of plies."""
    plies = 0
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            plies += 1
    return plies


def read_gipf(path: Path) -> int:
    """Read, replay and check every game; give the number of turns."""
    turns = 0
    for item in read([path]):
        assert isinstance(item, Record)
        played = replay(item)
        assert played.ok
        turns += played.played
    return turns


def rate(work: Callable[[], int]) -> float:
    """Give units of work a second."""
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        repeated, distinct = Path(folder) / "repeated.gipf", Path(folder) / "distinct.gipf"
        repeated.write_text(GAME2.read_text() * GAMES)
        names = sorted(VARIANTS)
        records = [random_record(seed, VARIANTS[names[seed % 3]]) for seed in range(300)]
        distinct.write_text("".join(tagged_write.write(record)[0] for record in records))
        pgn = chess_games([84] * 60)
        figures: dict[str, list[float]] = {"game 2 repeated": [], "distinct random games": [], "python-chess": []}
        for _ in range(3):
            figures["python-chess"].append(rate(lambda: read_chess(pgn)))
            figures["game 2 repeated"].append(rate(lambda: read_gipf(repeated)))
            figures["distinct random games"].append(rate(lambda: read_gipf(distinct)))
        peer = statistics.median(figures["python-chess"])
        for name, values in figures.items():
            middle = statistics.median(values)
            print(f"{name:24} {middle:10,.0f} turns/s   {middle / peer:5.1f} times python-chess")


if __name__ == "__main__":
    main()
