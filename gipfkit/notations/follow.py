"""Follows a game on the board while it is read, for notations that leave to the rules what they don't write."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gipfkit.gipf.board import BIT, Colour, mask, path_through
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Push, Removal, Turn, taken
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS
from gipfkit.judge import Issue, Reading, readings, row_of
from gipfkit.record import Record, WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn
from gipfkit.stated import NOTHING, stated_variant


class Follower:
    """The board of a game being read. ``position`` is None from the first turn on that the rules don't allow."""

    def __init__(self, start: Position | None):
        self.position: Position | None = start
        self._played = 0

    def catch_up(self, turns: Sequence[WrittenTurn]) -> None:
        """Take those of a game's turns that haven't been taken by this yet."""
        for turn in turns[self._played :]:
            self.play(turn)
        self._played = len(turns)

    def play(self, turn: WrittenTurn) -> bool:
        """Take a turn, its likeliest reading; False where it can't be played or the board is lost already."""
        if self.position is None:
            return False
        found = readings(self.position, turn, lenient=True)
        self.position = None if isinstance(found, Issue) else found[0].position
        return self.position is not None

    def take(self, turn: WrittenTurn) -> Reading | None:
        """Take a turn and give its likeliest reading, rows in the written order; None where ``play`` says False."""
        before = self.position
        found = readings(before, turn, lenient=True) if before else None
        if before is None or found is None or isinstance(found, Issue):
            self.position = None
            return None
        self.position = found[0].position
        return replace(found[0], turn=in_written_order(found[0].turn, before, turn))

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


def in_written_order(turn: Turn, position: Position, written: WrittenTurn) -> Turn:
    """Give a turn with its rows in the order and split in which they are written, where they can be taken so.

    Rows that cross, or that don't touch, can be taken in several orders with one result; the source's is kept.
    """
    if len(written.before) < 2 and len(written.after) < 2:
        return turn
    before = _as_written(position, turn.before, written.before)
    if turn.push is None or len(written.after) < 2:
        return replace(turn, before=before)
    pushed = position.take(turn.before).entered(turn.push)
    return replace(turn, before=before, after=_as_written(pushed, turn.after, written.after))


def _as_written(
    position: Position, removals: tuple[Removal, ...], groups: tuple[WrittenRemoval, ...]
) -> tuple[Removal, ...]:
    found: list[Removal] = []
    board = position
    for group in groups if len(groups) > 1 else ():
        row = row_of(board, board.to_move, mask(piece.spot for piece in group))
        if row is None:
            return removals
        found.append(row)
        board = board.take((row,))
    return tuple(found) if found and taken(tuple(found)) == taken(removals) else removals


def pushed_by(position: Position, written: WrittenPush) -> Position | None:
    """Give the position after a push whose dot is named, rows left standing; None where there is no path or no room."""
    path = path_through(written.dot or "", written.spot)
    if path is None or RUNS[path.index][position.occupied & path.mask] < 0:
        return None
    return position.entered(Push(path.dot, path.first, written.gipf))


def start_of(record: Record) -> Position | None:
    """Give the position that a record starts from, or None where its tags name an impossible one.

    Where no variant is named it is tournament if the first turn has a G, else the one of standard and basic by which
    more turns can be played.
    """
    text, name = (record.tag("Position") or "").strip(), stated_variant(record.tag("Variant") or "")
    if text:
        try:
            position = Position.from_text(text)
        except ValueError:
            return None
        return None if any(problem.impossible for problem in position.problems()) else position
    if name != NOTHING:
        return Position.initial(VARIANTS[name]) if name else None
    if record.turns and record.turns[0].push and record.turns[0].push.gipf:
        return Position.initial(TOURNAMENT)
    return max((Position.initial(variant) for variant in (STANDARD, BASIC)), key=lambda start: _length(start, record))


def _length(start: Position, record: Record) -> int:
    follower = Follower(start)
    return next((k for k, turn in enumerate(record.turns) if not follower.play(turn)), len(record.turns))
