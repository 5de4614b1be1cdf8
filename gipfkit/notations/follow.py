"""Follows a game on the board while it is read, for notations that leave to the rules what they don't write."""

from collections.abc import Iterable

from gipfkit.gipf.board import BIT, Colour, mask, path_through
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import taken
from gipfkit.judge import Issue, readings
from gipfkit.record import WrittenPiece, WrittenRemoval, WrittenTurn


class Follower:
    """The board of a game being read. ``position`` is None from the first turn on that the rules don't allow."""

    def __init__(self, start: Position):
        self.position: Position | None = start

    def play(self, turn: WrittenTurn) -> bool:
        """Take a turn, its likeliest reading; False where it can't be played or the board is lost already."""
        if self.position is None:
            return False
        found = readings(self.position, turn, lenient=True)
        self.position = None if isinstance(found, Issue) else found[0].position
        return self.position is not None

    def end_spot(self, dot: str, first: str) -> str | None:
        """Give the spot on which the furthest piece of a push would end; None without a board, a path or room."""
        path = path_through(dot, first)
        if self.position is None or path is None:
            return None
        run = RUNS[path.index][self.position.occupied & path.mask]
        return path.spots[run.bit_count()] if run >= 0 else None

    def marked(self, spots: Iterable[str], remover: Colour) -> WrittenRemoval:
        """Give removed spots with the marks that the board has for them; marks untold without a board."""
        if self.position is None:
            return tuple(WrittenPiece(spot, None, None) for spot in spots)
        gipfs, own = self.position.gipfs, self.position.pieces(remover)
        return tuple(WrittenPiece(spot, bool(BIT[spot] & gipfs), not BIT[spot] & own) for spot in spots)


def can_take(position: Position, colour: Colour, spots: Iterable[str]) -> bool:
    """Say whether a side's rows, as they stand, can be taken so that just these spots go first (others may follow)."""
    wanted = mask(spots)
    return any(taken(option) & wanted == wanted for option in position.removals(colour, partial=True) if option)
