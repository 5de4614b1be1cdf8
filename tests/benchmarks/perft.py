"""Leaves a second of perft, against python-chess's move generator counting the leaves of chess."""

import time

import chess

from gipfkit.gipf.perft import perft
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS


def chess_leaves(board: chess.Board, depth: int) -> int:
    """Count the leaves below a chess position, the last ply by the number of legal moves."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_leaves(board, depth - 1)
        board.pop()
    return total


def main() -> None:
    """Measure and print."""
    start = time.perf_counter()
    leaves = chess_leaves(chess.Board(), 4)
    peer = leaves / (time.perf_counter() - start)
    print(f"python-chess, depth 4: {leaves:,} leaves, {peer:,.0f} a second")
    for name, variant in VARIANTS.items():
        for count in ("S", "P", "U"):
            start = time.perf_counter()
            leaves = perft(Position.initial(variant), 4, count)
            rate = leaves / (time.perf_counter() - start)
            ratio = f"{rate / peer:.1f} times python-chess"
            print(f"{name}, depth 4, {count}: {leaves:,} leaves, {rate:,.0f} a second, {ratio}")


if __name__ == "__main__":
    main()
