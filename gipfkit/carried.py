"""Readings of a game carried along: where a turn can be read in several ways, all that comes of them.

Readings that come to the same position, with the same rows overlooked, are one from there on; each knows the ways that
lead to it, so that what was open can still be named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gipfkit.gipf import quick
from gipfkit.gipf.board import Colour
from gipfkit.gipf.position import Outcome, Position
from gipfkit.gipf.rows import has_row
from gipfkit.gipf.turn import Push, Turn
from gipfkit.issue import Issue
from gipfkit.judge import END_SPOT, FIRST_SPOT, Reading, readings
from gipfkit.record import WrittenTurn
from gipfkit.slips import mended_kind, with_its_count

# Where a game has this many errors no more is tried to mend its turns.
MOST_MENDED = 3
# Nor where so many readings are open.
_MOST_NODES_MENDED = 64

Overlooked = tuple[frozenset[int], frozenset[int]]
NOTHING: Overlooked = (frozenset(), frozenset())


@dataclass(slots=True, eq=False)
class Node:
    """What readings have come to: a position, the errors behind it, rows overlooked, and the ways that lead here."""

    position: Position
    weight: int = 0
    overlooked: Overlooked = NOTHING
    ways: list["Way"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Way:
    """A reading of a turn, and what was there before it."""

    reading: Reading
    parent: Node


@dataclass(slots=True)
class Judged:
    """What comes of a turn: the readings with the fewest errors, how many there are, why others are none.

    ``choices`` is the most ways in which the turn's removals could be read from one position.
    """

    nodes: list[Node]
    choices: int
    failure: Issue | None


def judged(
    nodes: Sequence[Node], written: WrittenTurn, plan: quick.Plan | None, style: str, *, lenient: bool
) -> Judged:
    """Take a turn from every node; of what comes to the same the ways with the fewest errors stay.

    Where none is without a new error, mendings of the turn are carried along, while there are few errors and nodes.
    """
    found = _Found(written, style, lenient)
    weight = nodes[0].weight
    glance = written.push and not written.before and len(nodes) > 1 and style == END_SPOT
    push = quick.plan_push(*written.push) if glance and written.push else None
    wrong = [node for node in nodes if push and _is_wrong(node.position, push)]
    known = set(wrong)
    for node in nodes:
        if node not in known:
            found.add(node, _read(node, written, plan, lenient))
    if not found.nodes or found.least > weight:
        for node in wrong:
            found.add(node, _read(node, written, plan, lenient))
    if found.least > weight and weight < MOST_MENDED and len(nodes) <= _MOST_NODES_MENDED:
        for node in nodes:
            found.add(node, _mended(node, written, style, lenient))
    least = found.least
    best = [node for node in found.nodes.values() if node.weight == least]
    return Judged(best, found.choices, found.failure)


class _Found:
    """What comes of a turn, node by node."""

    def __init__(self, written: WrittenTurn, style: str, lenient: bool):
        self.written, self.style, self.lenient = written, style, lenient
        self.nodes: dict[tuple[Position, Overlooked], Node] = {}
        self.failure: Issue | None = None
        self.choices = 1

    @property
    def least(self) -> int:
        """The fewest errors; 0 where nothing was found."""
        return min((node.weight for node in self.nodes.values()), default=0)

    def add(self, node: Node, read: list[Reading] | Issue) -> None:
        """Add the readings from a node, or the reason why there is none."""
        if isinstance(read, Issue):
            self.failure = self.failure or read
            return
        if len(read) > 1:
            alike = {(reading.turn.before, reading.turn.after) for reading in read if reading.mended == read[0].mended}
            self.choices = max(self.choices, len(alike))
        mover = node.position.to_move
        for reading in read:
            weight = node.weight + _weight(reading, self.style)
            overlooked = _overlooked(node, reading, mover)
            key = reading.position, overlooked
            known = self.nodes.get(key)
            if known is None or weight < known.weight:
                self.nodes[key] = Node(reading.position, weight, overlooked, [Way(reading, node)])
            elif weight == known.weight:
                known.ways.append(Way(reading, node))


def _is_wrong(position: Position, push: quick.Plan) -> bool:
    """Say at a glance of a turn whether its push ends elsewhere than written; False where that takes a closer look."""
    return position.occupied & push.span != push.run and not has_row(position.pieces(position.to_move))


def _read(node: Node, written: WrittenTurn, plan: quick.Plan | None, lenient: bool) -> list[Reading] | Issue:
    position = node.position
    if plan and not (written.before or written.after) and node.overlooked == NOTHING:
        run = quick.play_on(position, (plan,), 0)
        if run.states and written.reserve in (None, run.reserves[0]):
            turn = Turn(Push(plan.path.dot, plan.path.first, plan.gipf))
            after = quick.as_position(run.states[0], position.to_move, position)
            return [Reading(turn, after, style=END_SPOT if plan.run else "")]
    return readings(position, written, lenient=lenient, overlooked=node.overlooked[position.to_move])


def _mended(node: Node, written: WrittenTurn, style: str, lenient: bool) -> list[Reading] | Issue:
    """Give what one slip can have made a wrong turn of, beside what is read without."""
    position = node.position
    overlooked = node.overlooked[position.to_move]
    as_it_is = readings(position, written, lenient=lenient, overlooked=overlooked)
    if isinstance(as_it_is, Issue):
        return as_it_is
    read = readings(position, written, lenient=lenient, overlooked=overlooked, mend=style)
    found = [] if isinstance(read, Issue) else [reading for reading in read if reading not in as_it_is]
    if issue := _common(as_it_is):
        found += mended_kind(position, written, issue)
        if issue.code == "reserve-count-differs":
            found += with_its_count(position, written, issue)
    return found


def _common(read: list[Reading]) -> Issue | None:
    """Give the issue where all readings have the same one error, of the count or of a mark."""
    codes = {tuple(error.code for error in reading.errors) for reading in read}
    if codes in ({("reserve-count-differs",)}, {("kind-mark-differs",)}):
        return read[0].errors[0]
    return None


def _weight(reading: Reading, style: str) -> int:
    """Count the errors of a reading; in first-spot style the pushes of that style are none."""
    if not reading.issues:
        return 0
    first_spot = style == reading.style == FIRST_SPOT
    return sum(not (first_spot and error.code == "push-end-differs") for error in reading.errors)


def _overlooked(node: Node, reading: Reading, mover: Colour) -> Overlooked:
    if not reading.overlooked and node.overlooked == NOTHING:
        return NOTHING
    other = node.overlooked[mover.opponent]
    return (other, reading.overlooked) if mover else (reading.overlooked, other)


def misfit(outcome: Outcome | None, winner: Colour | None, termination: str | None) -> int:
    """Say how badly an outcome on the board (None: the game goes on) fits the stated ending; 0 is well."""
    if outcome is None:
        return 0 if winner is None or termination not in (None, "reserve", "gipf") else 2
    if outcome.winner is not winner:
        return 3
    return 0 if termination in (None, outcome.termination) else 1
