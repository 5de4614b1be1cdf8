"""Writes a record's turns anew from what they mean: complete, short, or in first-spot style."""

from dataclasses import replace

from gipfkit.ending import OPEN, UNTERMINATED
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Turn
from gipfkit.judge import Issue, readings, written_removal
from gipfkit.notations.follow import in_written_order
from gipfkit.record import (
    Annotation,
    Record,
    TurnList,
    WrittenPush,
    WrittenRemoval,
    WrittenTurn,
    ordered_tags,
)
from gipfkit.replay import Replay
from gipfkit.stated import NOTHING, stated_result, stated_termination
from gipfkit.walk import Walk

COMPLETE, SHORT, FIRST_SPOT = "complete", "short", "first-spot"
STYLES = (COMPLETE, SHORT, FIRST_SPOT)


def restated(replay: Replay, style: str = COMPLETE) -> Record:
    """Give the record with every turn that was played written in a style, and what was settled as tags.

    ``complete`` lists every piece removed and each reserve; ``short`` writes x, with the GIPF-pieces taken, where that
    can be read in one way; ``first-spot`` is complete, a push named by the first spot. A dot that the source names is
    kept, and the order of the rows that it lists. Turns behind an illegal one stay as they are, and so does a result
    that the record states; a variant that was asked for stands in place of the record's.
    """
    record = replay.record
    main = _turn_list(record.main, (), replay, style)
    settled = replay.ending
    tags = {name: value for name, value in record.tags if value.strip() or name not in ("SetUp", "Position")}
    if replay.start and tags.get("Variant", "").lower() != replay.start.variant.name:
        tags["Variant"] = replay.start.variant.name
    if replay.start and "Position" in tags and tags["Position"].split()[-1:] != [replay.start.variant.name]:
        tags["Position"] = replay.start.to_text()
    # A resignation says more than a * beside it.
    stated = settled.result if record.resigned and record.result == OPEN else record.result
    # What isn't understood stays: convert says of a game what validate says of it.
    if stated_result(tags.get("Result", "")) is not None or stated != record.result:
        tags["Result"] = stated or settled.result
    if stated_termination(tags.get("Termination", "")) == NOTHING and settled.termination not in (None, UNTERMINATED):
        tags["Termination"] = settled.termination or ""
    elif known := stated_termination(tags.get("Termination", "")):
        tags["Termination"] = known
    mark = stated or settled.result
    return replace(record, tags=ordered_tags(list(tags.items())), main=main, mark=mark, resigned=False)


def _turn_list(turns: TurnList, path: tuple[int, ...], replay: Replay, style: str) -> TurnList:
    walk = replay.variations.get(path) if path else replay.walk
    notes = {
        number: replace(note, items=_items(note, (*path, number), replay, style))
        for number, note in turns.annotations.items()
    }
    return TurnList(_turns(turns, walk, style) if walk else turns.turns, notes)


def _items(note: Annotation, path: tuple[int, ...], replay: Replay, style: str) -> tuple[str | TurnList, ...]:
    items: list[str | TurnList] = []
    k = 0
    for item in note.items:
        if isinstance(item, str):
            items.append(item)
        else:
            items.append(_turn_list(item, (*path, k), replay, style))
            k += 1
    return tuple(items)


def _turns(turns: TurnList, walk: Walk, style: str) -> tuple[WrittenTurn, ...]:
    played = [
        write_turn(in_written_order(turn, before, written), before, after, style, written=written.push)
        for turn, before, after, written in zip(
            walk.turns, walk.positions, walk.positions[1:], turns.turns, strict=False
        )
    ]
    return (*played, *turns.turns[len(played) :])


def write_turn(
    turn: Turn, before: Position, after: Position, style: str = COMPLETE, *, written: WrittenPush | None = None
) -> WrittenTurn:
    """Write one turn between two positions; ``written`` is the push as the source has it, whose dot is kept."""
    push = None
    if turn.push:
        path = turn.push.path
        run = RUNS[path.index][before.take(turn.before).occupied & path.mask]
        spot = path.first if style == FIRST_SPOT else path.spots[run.bit_count()]
        named = run or (written and written.dot)
        push = WrittenPush(turn.push.dot if named else None, spot, turn.push.gipf)
    full = WrittenTurn(
        push,
        tuple(map(written_removal, turn.before)),
        tuple(map(written_removal, turn.after)),
        after.reserves[before.to_move],
    )
    return _shortened(full, before, after) if style == SHORT else full


def _shortened(full: WrittenTurn, before: Position, after: Position) -> WrittenTurn:
    """Write a turn short: x with the GIPF-pieces taken, but the whole list where x alone can be read otherwise."""
    first, second = _only_gipfs(full.before), _only_gipfs(full.after)
    for sides in ((first, second), (full.before, second), (first, full.after)):
        turn = WrittenTurn(full.push, *sides)
        found = readings(before, turn)
        if not isinstance(found, Issue) and all(reading.position == after for reading in found):
            return turn
    return replace(full, reserve=None)


def _only_gipfs(groups: tuple[WrittenRemoval, ...]) -> tuple[WrittenRemoval, ...]:
    return tuple(tuple(piece for piece in group if piece.gipf) for group in groups)
