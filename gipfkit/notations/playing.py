"""Plays a record for writing: what each turn comes to on the board, for notations that say it in other words."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.board import PATHS_TO, WHITE, Colour, Path, path_through
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Removal, Turn
from gipfkit.judge import removal_text
from gipfkit.notations.follow import Follower, start_of
from gipfkit.notations.losses import not_expressed
from gipfkit.notations.official import turn_text
from gipfkit.record import Record, WrittenPush, WrittenRemoval, WrittenTurn

_MARKS = {"kind-mark-differs", "owner-mark-differs"}


@dataclass(frozen=True, slots=True)
class Ply:
    """A turn to be written: where it could be played, the turn and the board before it; ``number`` counts from 1.

    ``wrong`` are the codes of what is wrong with it though it could be played.
    """

    number: int
    mover: Colour
    written: WrittenTurn
    board: Position | None = None
    turn: Turn | None = None
    wrong: frozenset[str] = frozenset()

    @property
    def marked_wrong(self) -> bool:
        """Whether a removed piece has a mark that it hasn't on the board."""
        return bool(self.wrong & _MARKS)

    @property
    def path(self) -> Path | None:
        """The path of the push; None without one, or where a turn that can't be played names none."""
        if self.turn:
            return self.turn.push.path if self.turn.push else None
        push = self.written.push
        if push is None:
            return None
        return path_through(push.dot, push.spot) if push.dot else next(iter(PATHS_TO.get(push.spot, ())), None)

    @property
    def push(self) -> WrittenPush | None:
        """The push with its dot and the spot on which its furthest piece ends, or as it is written."""
        path, written = self.path, self.written.push
        if path is None or written is None:
            return None
        # A first spot is no slip where the whole game names first spots.
        slip = "push-end-differs" in self.wrong and written.spot != path.first
        end = path.spots[self.run] if self.turn and not slip else written.spot
        return WrittenPush(path.dot, end, written.gipf)

    @property
    def run(self) -> int:
        """How many pieces the push moves; 0 where the board is lost."""
        if self.board is None or self.turn is None or self.turn.push is None:
            return 0
        path = self.turn.push.path
        return RUNS[path.index][self.board.take(self.turn.before).occupied & path.mask].bit_count()

    @property
    def pushed(self) -> Position | None:
        """The board after the push, before rows are taken."""
        if self.board is None or self.turn is None or self.turn.push is None:
            return None
        return self.board.take(self.turn.before).entered(self.turn.push)

    @property
    def before(self) -> list[tuple[str, ...]]:
        """The spots of each row taken before the push."""
        return _spots(self.turn.before) if self.turn else _listed(self.written.before)

    @property
    def after(self) -> list[tuple[str, ...]]:
        """The spots of each row taken after the push."""
        return _spots(self.turn.after) if self.turn else _listed(self.written.after)

    @property
    def unreadable(self) -> str | None:
        """The text of a turn that nobody could read, or whose push has no path; None for any other."""
        if self.written.unreadable is None and (self.written.push is None or self.path):
            return None
        return " ".join(turn_text(self.written).split())


def _spots(removals: tuple[Removal, ...]) -> list[tuple[str, ...]]:
    return [tuple(removal.spots) for removal in removals]


def _listed(groups: tuple[WrittenRemoval, ...]) -> list[tuple[str, ...]]:
    return [tuple(piece.spot for piece in group) for group in groups if group]


@dataclass(slots=True)
class Plies:
    """The turns of a record, the board before and behind them (None where it is lost), and what the turns lose."""

    start: Position | None
    last: Position | None
    plies: list[Ply]
    findings: list[Finding] = field(default_factory=list)


def plies(record: Record) -> Plies:
    """Play a record as far as its turns can be played."""
    start = start_of(record)
    follower = Follower(start)
    found = []
    for number, written in enumerate(record.turns, 1):
        mover = start.to_move if start else WHITE
        board = follower.position
        reading = follower.take(written) if written.unreadable is None else None
        mover = mover if number % 2 else mover.opponent
        if reading is None:
            follower.position = None
            found.append(Ply(number, mover, written))
        else:
            wrong = frozenset(issue.code for issue in reading.issues if issue.weight == ERROR)
            found.append(Ply(number, mover, written, board, reading.turn, wrong))
    return Plies(start, follower.position, found, [finding for ply in found for finding in _lost(ply)])


def _lost(ply: Ply) -> Iterator[Finding]:
    """Name what no notation but the official one can say of a turn."""
    written = ply.written
    if written.unreadable is not None:
        yield not_expressed(f"a turn that can't be read: {ply.unreadable or 'no text'}", ply.number)
    elif ply.unreadable is not None:
        yield not_expressed(f"{ply.unreadable}: no dot leads there; written as it stands", ply.number)
    elif not all(written.before + written.after):
        text = removal_text(ply.turn.before + ply.turn.after) if ply.turn else ""
        said = f"written as {text}" if text else "left out"
        yield not_expressed(f"an x without its pieces, {said}", ply.number)
