"""The turn table: one row a turn (``columns.COLUMNS["turn"]``)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gipfkit.analysis.branching import RING, notation_pushes, push_positions, raw_pushes
from gipfkit.analysis.clocks import seconds_used
from gipfkit.analysis.columns import line_name
from gipfkit.analysis.game_table import Row
from gipfkit.gipf.board import BLACK, LINES, WHITE
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Turn
from gipfkit.record import WrittenTurn
from gipfkit.replay import Replay

if TYPE_CHECKING:
    from pandas import DataFrame

_LINE_NAMES = tuple(map(line_name, LINES))
_NO_PUSH: Row = dict.fromkeys(
    (
        "dot",
        "line",
        "kind",
        "spot",
        "ring",
        "run_length",
        "end",
        "end_ring",
        "pushes_raw",
        "pushes_notation",
        "pushes_positions",
    )
)


def turn_table(replays: Iterable[Replay]) -> "DataFrame":
    """Give the turns of some replays as a pandas frame; ``columns.COLUMNS["turn"]`` documents it."""
    from gipfkit.analysis.frames import frame

    return frame((row for replay in replays for row in turn_rows(replay)), "turn")


def turn_rows(replay: Replay) -> Iterator[Row]:
    """Yield the rows of a game's turns."""
    record, positions = replay.record, replay.positions
    source = record.source or None
    turns = zip(replay.turns, record.turns, seconds_used(record), strict=False)
    for k, (turn, written, seconds) in enumerate(turns):
        before, after = positions[k], positions[k + 1]
        row: Row = {"source": source, "game": record.number, "turn": k + 1, "side": before.to_move.word}
        row |= _push(turn, written, before.take(turn.before)) if turn.push else _NO_PUSH
        row |= _removals(turn)
        row |= _counts(after, positions[0])
        row["seconds"] = seconds
        yield row


def _push(turn: Turn, written: WrittenTurn, before: Position) -> Row:
    """Give the push and what else was legal; ``before`` is the position with the rows before the push removed."""
    push = turn.push
    assert push
    path, occupied, kinds = push.path, before.occupied, before.kinds()
    run = RUNS[path.index][occupied & path.mask].bit_count()
    # A push onto an empty spot looks the same from each dot beside it: unless one is named, none is known.
    told = bool(run or (written.push and written.push.dot))
    end = path.spots[run]
    return {
        "dot": push.dot if told else None,
        "line": _LINE_NAMES[path.line] if told else None,
        "kind": "gipf" if push.gipf else "single",
        "spot": push.first,
        "ring": RING[push.first],
        "run_length": run,
        "end": end,
        "end_ring": RING[end],
        "pushes_raw": raw_pushes(occupied) * len(kinds),
        "pushes_notation": notation_pushes(occupied) * len(kinds),
        "pushes_positions": push_positions(before.pieces(before.to_move), before.gipfs, occupied, kinds),
    }


def _removals(turn: Turn) -> Row:
    removals = turn.before + turn.after
    return {
        "pieces_taken_back": sum(removal.returned for removal in removals),
        "gipfs_taken_back": sum(removal.gipfs.bit_count() for removal in removals),
        "pieces_captured": sum(removal.lost for removal in removals),
        "gipfs_captured": sum(removal.captured_gipfs.bit_count() for removal in removals),
        "rows_own_turn": len(turn.after),
        "rows_opponents_turn": len(turn.before),
    }


def _counts(after: Position, start: Position) -> Row:
    row: Row = {}
    for side in (WHITE, BLACK):
        other, gipfs = side.opponent, after.gipf_count(side)
        row[f"{side.word}_reserve"] = after.reserves[side]
        row[f"{side.word}_captures"] = after.captured[other] - start.captured[other]
        row[f"{side.word}_pieces"] = after.pieces(side).bit_count() + gipfs
        row[f"{side.word}_gipfs"] = gipfs
    return row
