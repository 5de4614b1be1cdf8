"""The game table: one row a game (``columns.COLUMNS["game"]``), made in one pass over what the replay holds already."""

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from gipfkit.analysis.branching import notation_pushes_total
from gipfkit.analysis.opening_codes import code_of_game
from gipfkit.dates import date_tag, date_text
from gipfkit.gipf.board import BIT, BLACK, WHITE, Colour
from gipfkit.gipf.position import Position
from gipfkit.gipf.quick import State
from gipfkit.gipf.turn import taken
from gipfkit.record import Record, WrittenRemoval, WrittenTurn
from gipfkit.replay import Replay
from gipfkit.walk import Walk

if TYPE_CHECKING:
    from pandas import DataFrame

# A row's values by column.
Row = dict[str, Any]

_TAGS = ("Event", "Site", "Date", "Round", "White", "Black")
_RESERVE = itemgetter(3)


def game_table(replays: Iterable[Replay]) -> "DataFrame":
    """Give the game table of some replays as a pandas frame; ``columns.COLUMNS["game"]`` documents it."""
    from gipfkit.analysis.frames import frame

    return frame(game_rows(replays), "game")


def game_rows(replays: Iterable[Replay]) -> Iterator[Row]:
    """Yield the row of each replay."""
    return map(game_row, replays)


def game_row(replay: Replay) -> Row:
    """Give a game's row."""
    record, ending = replay.record, replay.ending
    row: Row = {"source": record.source or None, "game": record.number, **_tags(record)}
    row["variant"] = replay.variant.name if replay.variant else None
    row["turns"] = replay.played
    row["result"] = ending.result
    row["winner"] = ending.winner.word if ending.winner is not None else None
    row["termination"] = ending.termination
    row |= _facts(replay.as_written) if replay.as_written else _NO_FACTS
    row["findings"] = len(replay.findings)
    row["ok"] = replay.ok if replay.findings else True
    return row


def is_position_alone(row: Row) -> bool:
    """Say whether a game is no more than a position: no turn was played, and no result but the board's own is stated.

    It is no finished game, whatever the board shows.
    """
    if row["turns"] or row["variant"] is None:
        return False
    return row["result"] == "*" or row["termination"] in ("reserve", "gipf")


def _tags(record: Record) -> Row:
    """Give the tags that name a game; what is only question marks is empty."""
    tags = dict(reversed(record.tags))
    tags["Date"] = date_text(date_tag(tags) or "")
    return {name.lower(): value if value.strip("?. ") else None for name in _TAGS for value in (tags.get(name, ""),)}


class Removed(NamedTuple):
    """What a turn removed: pieces captured, GIPF-pieces captured and taken back, the most that went with one row.

    ``before`` is the mask of what went before the push.
    """

    captured: int
    gipfs_captured: int
    gipfs_back: int
    largest: int
    before: int


def _facts(walk: Walk) -> Row:
    """Give what happened on the board."""
    start, end, first = walk.start, walk.last, walk.start.to_move
    states = played_states(walk)
    written = walk.written[: len(states)]
    removed = {k: removed_by(walk, states, k) for k, turn in enumerate(written) if turn.before or turn.after}
    row: Row = {
        "first_capture": next((k + 1 for k, what in removed.items() if what.captured), None),
        "largest_removal": max((what.largest for what in removed.values()), default=0),
        "lead_changes": _lead_changes(removed, first) if removed else 0,
        "branching_mean": _branching_mean(start, states, written, removed) if states else None,
    }
    for side in (WHITE, BLACK):
        own = (side - first) % 2
        mine = states[own::2]
        name = side.word
        row[f"{name}_captures"] = end.captured[1 - side] - start.captured[1 - side]
        row[f"{name}_reserve"] = end.reserves[side]
        row[f"{name}_lowest_reserve"] = min(map(_RESERVE, mine), default=start.reserves[side])
        row[f"{name}_lowest_reserve"] = min(row[f"{name}_lowest_reserve"], start.reserves[side])
        row[f"{name}_gipfs_entered"] = sum(_enters(turn) for turn in written[own::2]) if start.entry[side] else 0
        row[f"{name}_gipfs_lost"] = sum(what.gipfs_captured for k, what in removed.items() if k % 2 != own)
        row[f"{name}_gipfs_taken_back"] = sum(what.gipfs_back for k, what in removed.items() if k % 2 == own)
        row[f"{name}_gipfs_left"] = end.gipf_count(side)
    entered = row["white_gipfs_entered"], row["black_gipfs_entered"]
    row["opening"] = code_of_game(start, states, entered)
    return row


def _enters(turn: WrittenTurn) -> bool:
    return turn.push is not None and turn.push.gipf


def played_states(walk: Walk) -> Sequence[State]:
    """Give the board after each turn played, as the side that made it sees it (``quick.State``)."""
    if not walk.options:
        # Every step of a walk without judged turns is a state.
        return walk.steps  # type: ignore[return-value]
    states: list[State] = list(walk.steps)  # type: ignore[arg-type]
    for number, judged in walk.judged.items():
        position, mover = judged.reading.position, walk.mover(number)
        other = mover.opponent
        states[number - 1] = (
            position.pieces(mover),
            position.pieces(other),
            position.gipfs,
            position.reserves[mover],
            position.reserves[other],
            position.captured[mover],
            position.captured[other],
            position.entry[mover],
            position.entry[other],
        )
    return states


def _state_before(start: Position, states: Sequence[State], k: int) -> State:
    """Give the board before turn ``k`` (from 0), as the opponent of its side sees it."""
    if k:
        return states[k - 1]
    own, other = start.to_move.opponent, start.to_move
    pairs = start.reserves, start.captured, start.entry
    (reserve, others), (lost, others_lost), (entry, others_entry) = ((pair[own], pair[other]) for pair in pairs)
    boards = start.pieces(own), start.pieces(other), start.gipfs
    return (*boards, int(reserve), int(others), int(lost), int(others_lost), bool(entry), bool(others_entry))


def removed_by(walk: Walk, states: Sequence[State], k: int) -> Removed:
    """Say what turn ``k`` (from 0) removed; ``states`` are the walk's ``played_states``."""
    judged = walk.judged.get(k + 1) if walk.options else None
    if judged:
        turn = judged.reading.turn
        rows = turn.before + turn.after
        return Removed(
            sum(row.lost for row in rows),
            sum(row.captured_gipfs.bit_count() for row in rows),
            sum(row.gipfs.bit_count() for row in rows),
            max((row.returned + row.lost for row in rows), default=0),
            taken(turn.before),
        )
    # A plain turn removed one row on either side of its push at most: the counts tell the rest.
    written = walk.written[k]
    other, own, gipfs, _, reserve, lost, *_ = _state_before(walk.start, states, k)
    after = states[k]
    gipf = _enters(written)
    captured, back = after[6] - lost, after[3] - reserve + 1 + gipf
    gipfs_captured = (other & gipfs).bit_count() - (after[1] & after[2]).bit_count()
    gipfs_back = (own & gipfs).bit_count() + gipf - (after[0] & after[2]).bit_count()
    before = _spots(written.before)
    first = before.bit_count() + (before & gipfs).bit_count()
    return Removed(captured, gipfs_captured, gipfs_back, max(first, captured + back - first), before)


def _spots(groups: Iterable[WrittenRemoval]) -> int:
    found = 0
    for group in groups:
        for piece in group:
            found |= BIT[piece.spot]
    return found


def _lead_changes(removed: dict[int, Removed], first: Colour) -> int:
    """Count how often the side behind in captures took the lead; a tie in between makes no difference."""
    lead = changes = 0
    ahead: bool | None = None
    for k, what in removed.items():
        lead += -what.captured if (first + k) % 2 else what.captured
        if lead and (lead > 0) is not ahead:
            changes += ahead is not None
            ahead = lead > 0
    return changes


def _branching_mean(
    start: Position, states: Sequence[State], written: Sequence[WrittenTurn], removed: dict[int, Removed]
) -> float | None:
    """Give the mean number of legal pushes by notation, over turns with a push, each after the removals before it."""
    boards = [start.occupied, *[state[0] | state[1] for state in states]]
    # Only the last turn can be without a push: it ends the game.
    boards = boards[: len(states) - (written[-1].push is None)]
    for k, what in removed.items():
        if what.before and k < len(boards):
            boards[k] &= ~what.before
    if not boards:
        return None
    total = notation_pushes_total(boards)
    if start.variant.enters_gipfs:
        total += notation_pushes_total(list(_with_both_kinds(start, states, removed, boards)))
    return total / len(boards)


def _with_both_kinds(
    start: Position, states: Sequence[State], removed: dict[int, Removed], boards: Sequence[int]
) -> Iterator[int]:
    """Yield those boards on which the mover may enter a single piece as well as a GIPF-piece."""
    for k, board in enumerate(boards):
        _, own, gipfs, _, reserve, _, _, others_entry, entry = _state_before(start, states, k)
        if not entry and not others_entry:
            return
        if entry:
            if k in removed:
                back = own & removed[k].before
                own, reserve = own & ~back, reserve + back.bit_count() + (back & gipfs).bit_count()
            if reserve > 1 and own & gipfs:
                yield board


_NO_FACTS: Row = dict.fromkeys(
    ["opening", "first_capture", "largest_removal", "lead_changes", "branching_mean"]
    + [
        f"{side}_{what}"
        for side in ("white", "black")
        for what in (
            "captures",
            "reserve",
            "lowest_reserve",
            "gipfs_entered",
            "gipfs_lost",
            "gipfs_taken_back",
            "gipfs_left",
        )
    ]
)
