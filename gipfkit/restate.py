"""Writes a record's turns anew from what they mean: complete, short, or in first-spot style."""

from dataclasses import replace

from gipfkit.ending import OPEN, UNTERMINATED
from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import Variant
from gipfkit.judge import Issue, readings, written_removal
from gipfkit.notations.follow import in_written_order
from gipfkit.notations.losses import not_expressed
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
from gipfkit.replay import replay as judged
from gipfkit.stated import NOTHING, stated_result, stated_termination
from gipfkit.walk import Walk

COMPLETE, SHORT, FIRST_SPOT = "complete", "short", "first-spot"
STYLES = (COMPLETE, SHORT, FIRST_SPOT)


def restated(replay: Replay, style: str = COMPLETE) -> Record:
    """Give the record with every turn that was played written in a style, and what was settled as tags.

    ``complete`` lists every piece removed and each reserve; ``short`` writes x, with the GIPF-pieces taken, where that
    can be read in one way; ``first-spot`` is complete, a push named by the first spot. A dot that the source names is
    kept, and the order of the rows that it lists. A turn with an error of its own stays as it stands, turns behind an
    illegal one do, and so does a result that the record states; a variant that was asked for stands in place of the
    record's.
    """
    record, _ = rewritten(replay, style)
    return record


def rewritten(replay: Replay, style: str = COMPLETE) -> tuple[Record, list[Finding]]:
    """Give the record restated, and findings for what can't be written so.

    Where the errors of a game would be others in the style, it is written in complete style, or as it stands.
    """
    record, findings = _without_cut_turn(replay)
    found = errors(replay)
    for way in dict.fromkeys((style, COMPLETE)):
        new = _rewritten(replay, record, _turn_list(record.main, (), replay, way))
        if not found or errors(judged_again(new, replay)) == found:
            break
    else:
        way, new = "", _rewritten(replay, record, record.main)
    if way != style:
        shown = f"in style {way}" if way else "as it stands"
        findings.append(not_expressed(f"the game is written {shown}: in style {style} its errors would be others"))
    return new, findings


def errors(replay: Replay) -> set[tuple[str, int | None]]:
    """Give the code and the turn of each error of a game that doesn't lie in its text alone."""
    text = set(replay.record.findings)
    return {
        (finding.code, finding.turn)
        for finding in replay.findings
        if finding.severity == ERROR and (finding.turn is not None or finding not in text)
    }


def judged_again(record: Record, replay: Replay, variant: Variant | None = None) -> Replay:
    """Replay a record as another one was: leniently or not."""
    return judged(record, variant=variant, lenient=replay.walk is not None and replay.walk.lenient)


def _rewritten(replay: Replay, record: Record, main: TurnList) -> Record:
    """Give the record with other turns, and with tags and marks that say what was settled."""
    settled = replay.ending
    stands = any(issue.weight == ERROR for issue in settled.issues)
    # A resignation says more than a * beside it.
    stated = settled.result if record.resigned and record.result == OPEN and not stands else record.result
    tags = [(name, value) for name, value in record.tags if value.strip() or name not in ("SetUp", "Position")]
    if replay.start and (record.tag("Variant") or "").lower() != replay.start.variant.name:
        tags = _with(tags, "Variant", replay.start.variant.name)
    if replay.start and (record.tag("Position") or "").split()[-1:] not in ([], [replay.start.variant.name]):
        tags = _with(tags, "Position", replay.start.to_text())
    # An X that contradicts the rest, or that the replay doesn't get to, stays.
    resigned = record.resigned and (stands or settled.result == OPEN)
    # What isn't understood stays, and so does what contradicts: convert says of a game what validate says of it.
    said = stated_result(record.tag("Result") or "")
    if (said == NOTHING and not resigned) or said == (stated or settled.result) or stated != record.result:
        tags = _with(tags, "Result", stated or settled.result)
    known = stated_termination(record.tag("Termination") or "")
    if known == NOTHING and settled.termination not in (None, UNTERMINATED):
        known = settled.termination
    if known:
        tags = _with(tags, "Termination", known)
    mark = record.mark if resigned else stated or settled.result
    return replace(record, tags=ordered_tags(tags), main=main, mark=mark, resigned=resigned)


def _with(tags: list[tuple[str, str]], name: str, value: str) -> list[tuple[str, str]]:
    """Give tags with a value for a name in place of the first there is, which is the one that counts."""
    at = next((k for k, tag in enumerate(tags) if tag[0] == name), len(tags))
    return [*tags[:at], (name, value), *tags[at + 1 :]]


def _without_cut_turn(replay: Replay) -> tuple[Record, list[Finding]]:
    """Give the record; where a result stands behind a turn at which the text was cut off, that is a comment now.

    It is no turn, and would be an error before a result.
    """
    record, number = replay.record, len(replay.record.turns)
    text = record.turns[-1].unreadable if record.turns else None
    cut = any(finding.code == "text-cut" and finding.turn == number for finding in replay.findings)
    note = record.main.annotations.get(number, Annotation())
    if text is None or not cut or (record.result or replay.ending.result) == OPEN or note.variations:
        return record, []
    notes = {k: note for k, note in record.main.annotations.items() if k != number}
    before = notes.get(number - 1, Annotation())
    notes[number - 1] = replace(before, items=(*before.items, text, *note.comments))
    main = replace(record.main, turns=record.main.turns[:-1], annotations=notes)
    lost = not_expressed(f"{text}: the text ends inside this turn; it is no turn, kept as a comment", number)
    return replace(record, main=main), [lost]


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
    for finding in walk.findings(turns) if walk.noted else ():
        if finding.severity == ERROR and finding.turn is not None and finding.turn <= len(played):
            k = finding.turn - 1
            played[k] = _as_it_stands(played[k], turns.turns[k], finding.code)
    return (*played, *turns.turns[len(played) :])


def _as_it_stands(new: WrittenTurn, written: WrittenTurn, code: str) -> WrittenTurn:
    """Give a turn with an error as its source has it; its push, where that is right, in the new style."""
    push = written.push if code == "push-end-differs" else new.push
    return replace(written, push=push, text="")


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
