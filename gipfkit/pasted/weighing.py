"""How well a text reads: what of it is turns, and what is in trouble."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gipfkit.findings import Finding
from gipfkit.record import Record, TurnList, WrittenTurn

# What the words of a text are not to blame for.
_CODES = (
    "missing-result setup-differs duplicate-tag colours-swapped colours-differ table-unconfirmed header-differs "
    "board-differs nested-comment encoding text-differs read-through undo-unmatched"
)
_HARMLESS = frozenset(_CODES.split())
# What a reading that understands more finds, be it out of order: no reading is worse for it.
_UNDERSTOOD = _HARMLESS | frozenset(["result-differs", "termination-differs", "date-not-understood", "escaped-line"])
# What may be just that: a game without turns, a bracket that is kept or opened.
_SMALL = frozenset(("no-turns", "bracket-kept", "bracket-turns"))
# What a trouble weighs; a small one weighs 1.
TROUBLE = 100
_TURNISH = re.compile(r"(?<![A-Za-z0-9])[Gg]?[A-Ia-i][1-9](?:[^A-Za-z0-9]|[A-Ia-i][1-9]|\Z)")
_RESULTISH = re.compile(r"\s*(?:1/2|[01½])\s*[^\w\s]\s*(?:1/2|[01½])\s*")


@dataclass(slots=True)
class Tally:
    """Counts of one reading: what its readable turns name, words that can't be read, troubles by their weight, tags.

    ``said`` counts what may be turns in prose, that a finding names.
    """

    turns: int = 0
    unreadable: int = 0
    troubles: int = 0
    tags: int = 0
    said: int = 0

    def add(self, item: Record | Finding) -> None:
        """Count a game, or what concerns the file."""
        if isinstance(item, Finding):
            self.troubles += _weight(item)
            self.said += item.code == "turn-in-prose"
            return
        self.tags += len(item.tags)
        self.turns += _readable(item.main)
        self.unreadable += sum(finding.code == "unreadable" for finding in item.findings)
        self.said += sum(finding.code == "turn-in-prose" for finding in item.findings)
        self.troubles += sum(map(_weight, item.findings)) + TROUBLE * _prose(item)

    def better(self, other: "Tally") -> bool:
        """Say whether nothing is lost by this reading, and something won."""
        lost = other.turns - self.turns
        # A turn in the midst of words that can't be read was none.
        named = self.unreadable == 0 < other.unreadable and lost <= self.said
        if (lost > 0 and not named) or (self.turns == other.turns and self.tags < other.tags):
            return False
        more = self.turns > other.turns or self.tags > other.tags
        return self.troubles < other.troubles or (more and self.troubles <= other.troubles)


def tally(items: Iterable[Record | Finding]) -> Tally:
    """Count what a reading gives."""
    found = Tally()
    for item in items:
        found.add(item)
    return found


def troubled(item: Record | Finding) -> bool:
    """Say whether a text's words gave trouble."""
    if isinstance(item, Finding):
        return item.code not in _HARMLESS
    return any(finding.code not in _HARMLESS for finding in item.findings) or _prose(item) > 0


def _weight(finding: Finding) -> int:
    """Weigh a trouble."""
    return 0 if finding.code in _UNDERSTOOD else 1 if finding.code in _SMALL else TROUBLE


def _prose(record: Record) -> int:
    """Count the lines with something like a turn or a result that were taken for prose."""
    if record.notation != "official":
        return 0
    comments = [comment for note in record.main.annotations.values() for comment in note.comments]
    lines = (line for comment in comments for line in comment.split("\n"))
    return sum(bool(_TURNISH.search(line) or _RESULTISH.fullmatch(line)) for line in lines)


def _named(turn: WrittenTurn) -> int:
    """Count what a readable turn names: its push and the pieces that go."""
    if turn.unreadable is not None:
        return 0
    return (turn.push is not None) + sum(len(row) for rows in (turn.before, turn.after) for row in rows)


def _readable(turns: TurnList) -> int:
    count, waiting = 0, [turns]
    while waiting:
        inner = waiting.pop()
        count += sum(map(_named, inner.turns))
        for note in inner.annotations.values():
            waiting += note.variations
    return count
