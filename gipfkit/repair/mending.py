"""Mends a game: the change that fits, then the one for the next error, and what there is to say of each."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from gipfkit.findings import CODES, ERROR, Finding, has_errors
from gipfkit.gipf.board import Colour
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations.official import counted_text, shortened
from gipfkit.record import Annotation, Place, Record, TurnList, WrittenTurn
from gipfkit.repair.changes import KINDS, Change
from gipfkit.repair.search import SECONDS, Mending, Repair, repair
from gipfkit.replay import Replay, replay

# More slips than this in one game are no slips.
_MOST_CHANGES = 10
_MOST_LISTED = 5
_READ_OVER = ("reserve-count-differs", "push-end-differs", "owner-mark-differs", "kind-mark-differs")
_READING = ("unreadable", "text-cut")


@dataclass(frozen=True, slots=True)
class Mended:
    """A game with the changes that could be told, made one after the other: each is of the turns as the last left them.

    ``replay`` is that of the game so changed; ``findings`` say what was changed and what could not be.
    """

    before: Replay
    replay: Replay
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]

    @property
    def whole(self) -> bool:
        """Whether no error is left."""
        return not has_errors(self.replay.findings)


def mended(played: Replay, *, lenient: bool = False, seconds: float = SECONDS) -> Mended:
    """Mend a game as far as can be told; ``seconds`` bounds the search for all of it.

    A game that names no variant may have been taken for another because of the slip: both are tried.
    """
    deadline = time.monotonic() + seconds
    result = _mended(played, lenient, deadline)
    others = () if result.whole or not _names_none(played.record) else tuple(VARIANTS.values())
    for variant in others:
        if variant is not played.variant:
            other = _mended(replay(played.record, variant=variant, lenient=lenient), lenient, deadline)
            if other.whole:
                return replace(other, before=played)
    return result


def _mended(played: Replay, lenient: bool, deadline: float) -> Mended:
    variant = played.variant if _names_none(played.record) else None
    now = played
    made: list[Change] = []
    findings: list[Finding] = []
    while has_errors(now.findings):
        found = repair(now, lenient=lenient, seconds=max(deadline - time.monotonic(), 0))
        change = found.taken if found and len(made) < _MOST_CHANGES else None
        if found is None or change is None:
            findings.append(_not_mended(now, found))
            break
        findings.append(_repaired(now, found, change))
        made.append(change)
        now = replay(changed(now.record, change), variant=variant, lenient=lenient)
    return Mended(played, now, tuple(made), tuple(findings))


def counts_and_ends(played: Replay, *, lenient: bool = False) -> Mended | None:
    """Mend wrong counts, end spots and marks alone; None where that is not all that has to change.

    These are the slips behind which the replay of a game goes on by itself, so that a game can be converted in which
    they are mended.
    """
    if any(finding.severity == ERROR and finding.code not in _READ_OVER for finding in played.findings):
        return None
    result = mended(played, lenient=lenient)
    turns = played.record.turns
    small = result.changes and all(_is_count_or_end(turns, change) for change in result.changes)
    return result if small and result.whole else None


def _is_count_or_end(turns: Sequence[WrittenTurn], change: Change) -> bool:
    if change.removed != 1 or len(change.turns) != 1:
        return False
    old, new = turns[change.start], change.turns[0]
    pushes = [(turn.push.dot, turn.push.gipf) if turn.push else None for turn in (old, new)]
    spots = [[{piece.spot for piece in group} for group in turn.before + turn.after] for turn in (old, new)]
    return old.unreadable is None and pushes[0] == pushes[1] and spots[0] == spots[1]


def _names_none(record: Record) -> bool:
    return record.tag("Variant") is None and record.tag("Position") is None


def changed(record: Record, change: Change) -> Record:
    """Return the record with a change made; comments stay behind the turns that they follow."""
    turns = record.main
    end, shift = change.start + change.removed, len(change.turns) - change.removed
    notes: dict[int, Annotation] = {}
    for number, note in turns.annotations.items():
        moved = number if number <= change.start else number + shift if number >= end else min(number, end + shift)
        known = notes.get(moved, Annotation())
        notes[moved] = Annotation(known.glyphs + note.glyphs, known.items + note.items)
    places = {turns.place(number) for number in range(change.start + 1, end + 1)}
    findings = tuple(
        _moved(finding, end, shift)
        for finding in record.findings
        if finding.code not in _READING
        or not (Place(finding.line or 0, finding.column or 0) in places or change.start < (finding.turn or 0) <= end)
    )
    locate = partial(_place, turns, change) if turns.locate and turns.turns else None
    main = replace(turns, turns=change.applied(turns.turns), annotations=notes, locate=locate)
    return replace(record, main=main, findings=findings)


def _moved(finding: Finding, end: int, shift: int) -> Finding:
    """Return a reader's finding with the number that its turn has now."""
    return replace(finding, turn=finding.turn + shift) if finding.turn and finding.turn > end else finding


def _place(before: TurnList, change: Change, number: int) -> Place:
    """Return where a turn of the changed game stands; one that is added has the place of the turn before it."""
    end = change.start + change.removed
    if number > change.start + len(change.turns):
        number += change.removed - len(change.turns)
    elif number > change.start:
        number = min(number, max(end, 1))
    place = before.place(min(number, len(before.turns)))
    assert place
    return place


def _repaired(played: Replay, found: Repair, change: Change) -> Finding:
    others = found.mendings[1:]
    why = "no other small change fits the rest of the game"
    if others:
        why = f"likelier than {_listed(played.record, others)}"
    return _finding("repaired", played, change.start, f"{_said(played.record, change)}: {KINDS[change.kind]}; {why}")


def _not_mended(played: Replay, found: Repair | None) -> Finding:
    """Say why an error stays: several changes fit, none, or time was up."""
    if found is None:
        first = next(finding for finding in played.findings if finding.severity == ERROR)
        message = f"{first.message}: that is no error of a turn, and repair changes turns alone"
        return replace(first, code="not-repaired", message=message, hint="mend it by hand")
    if not found.complete:
        message = "the time is up before every small change was tried: none is made"
    elif found.mendings:
        ways = "mending fits" if len(found.mendings) == 1 else "mendings fit"
        message = f"{len(found.mendings)} {ways} the rest of the game: {_listed(played.record, found.mendings)}"
    else:
        message = "no small change lets the rest of the game be played"
    hint = "mend it by hand" if not found.mendings else "make one of them by hand"
    return _finding("not-repaired", played, found.error, message, hint)


def _listed(record: Record, mendings: Sequence[Mending]) -> str:
    texts = [_said(record, mending.change) for mending in mendings[:_MOST_LISTED]]
    return " or ".join(texts) + (" or ..." if len(mendings) > _MOST_LISTED else "")


def _said(record: Record, change: Change) -> str:
    """Say what stood and what stands."""
    number = change.start + 1
    stood = " ".join(map(counted_text, record.turns[change.start : change.start + change.removed]))
    stands = " ".join(map(counted_text, change.turns))
    if not stood:
        return f"{stands} is added as turn {number}"
    if not stands:
        return f"turn {number}, {shortened(stood)}, goes"
    return f"turn {number}, {shortened(stood, 80)}, becomes {shortened(stands, 80)}"


def _finding(code: str, played: Replay, index: int, message: str, hint: str | None = None) -> Finding:
    record = played.record
    number = min(index + 1, max(len(record.turns), 1))
    place = record.main.place(number)
    side = Colour((played.start.to_move + number - 1) % 2).word if played.start else None
    return Finding(
        code,
        CODES[code].severity,
        message,
        source=record.source,
        game=record.number,
        line=place.line if place else record.line,
        column=place.column if place else None,
        turn=number if record.turns else None,
        side=side,
        text=shortened(counted_text(record.turns[number - 1])) if record.turns else None,
        hint=hint,
    )
