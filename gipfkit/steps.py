"""Takes written turns from a position, one step for each turn that could be played.

Plain stretches are played at speed (``gipf.quick``); every other turn is judged by itself (``judge``). Where a turn can
be read in several ways all of them are carried along (``carried``), and those that make a later turn impossible are
dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gipfkit.carried import MOST_MENDED, NOTHING, Judged, Node, judged, misfit
from gipfkit.gipf import quick
from gipfkit.gipf.board import Colour
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Push, Removal, Turn
from gipfkit.issue import Issue
from gipfkit.judge import END_SPOT, Reading, count_issue
from gipfkit.plans import plan_of
from gipfkit.record import WrittenTurn

# More readings of one game than this are not carried along, and no more than a few once that has cost much.
MOST_READINGS = 4000
_FEW_READINGS = 100
_MUCH_WORK = 60_000
_MOST_WORK = 80_000

# What was played for one turn: a state of a plain stretch, or every reading still possible.
Step = quick.State | list[Node]


@dataclass(frozen=True, slots=True)
class Taken:
    """Of a judged turn the reading taken, and all readings that the rest of the game leaves possible."""

    reading: Reading
    possible: Sequence[Reading]


@dataclass(slots=True)
class _Trouble:
    """How far the readings followed first got before they failed or were found to be wrong."""

    steps: list[Step]
    issues: dict[int, list[Issue]]
    options: dict[int, int]
    nodes: list[Node]


class Steps:
    """Turns taken from a position: one step for each turn that could be played.

    ``most_errors`` is the number of errors behind which nothing more is taken. ``options`` says of each judged turn in
    how many ways its removals could be read, ``cut`` at which turn more readings fitted than were followed,
    ``all_tried`` whether these were tried for all that, ``failure`` why the turn after the last step can't be played.
    ``reached`` is what the last step has come to.
    """

    def __init__(
        self,
        start: Position,
        turns: Sequence[WrittenTurn],
        lenient: bool,
        style: str = END_SPOT,
        *,
        most_errors: int | None = None,
    ):
        self.start, self.written, self.lenient = start, turns, lenient
        self._expected_style, self._most_errors = style, most_errors
        self.steps: list[Step] = []
        self.issues: dict[int, list[Issue]] = {}
        self.options: dict[int, int] = {}
        self.failure: Issue | None = None
        self.cut: int | None = None
        self.all_tried = True
        self.reached = [Node(start)]
        self._work = 0
        self._dropped: list[tuple[int, list[Node], int]] = []
        self._trouble: _Trouble | None = None
        self._walk()

    @property
    def last(self) -> Position:
        """The position after the last turn played."""
        number = len(self.steps)
        known = self.judged.get(number) if number and isinstance(self.steps[-1], list) else None
        return known.reading.position if known else self._after(number) if number else self.start

    def possible(self, number: int) -> list[Position]:
        """Return the positions that may stand after a number of turns; a turn read in several ways gives several."""
        step = self.steps[number - 1] if number else None
        if isinstance(step, list):
            return list(dict.fromkeys(node.position for node in step))
        return [self._after(number) if number else self.start]

    def mover(self, number: int) -> Colour:
        """Give the side that makes the turn with a number, from 1."""
        return Colour((self.start.to_move + number - 1) % 2)

    def _walk(self) -> None:
        plans = [plan_of(turn) for turn in self.written]
        stated = [turn.reserve for turn in self.written]
        while len(self.steps) < len(self.written) and self.failure is None:
            if len(self.reached) == 1 and self.reached[0].overlooked == NOTHING:
                self._play_on(plans, stated)
            if (number := len(self.steps) + 1) <= len(self.written):
                self._work += len(self.reached)
                written, plan = self.written[number - 1], plans[number - 1]
                self._take(number, judged(self.reached, written, plan, self._expected_style, lenient=self.lenient))

    def _play_on(self, plans: list[quick.Plan | None], stated: list[int | None]) -> None:
        """Play a plain stretch; a turn whose count is wrong is left to be judged, while there are few of them."""
        done, node = len(self.steps), self.reached[0]
        run = quick.play_on(node.position, plans, done)
        states, wrong = run.states, []
        if run.reserves != stated[done : done + len(states)]:
            wrong = [k for k, reserve in enumerate(run.reserves, done) if stated[k] not in (None, reserve)]
        if wrong and node.weight < MOST_MENDED:
            del states[wrong[0] - done :]
            wrong = []
        for k in wrong:
            self.issues[k + 1] = [count_issue(stated[k] or 0, run.reserves[k - done], self.mover(k + 1))]
        if states:
            self.steps += states
            self.reached = [Node(self._after(len(self.steps)), node.weight + len(wrong))]

    def _take(self, number: int, found: Judged) -> None:
        """Go on with what a turn comes to, or with readings left aside before where that is nothing or wrong."""
        worse = not found.nodes or found.nodes[0].weight > self.reached[0].weight
        if worse and (self._dropped or self._trouble):
            self._go_back()
            return
        if self._most_errors is not None and found.nodes and found.nodes[0].weight > self._most_errors:
            self.failure = found.nodes[0].ways[0].reading.errors[0]
            return
        if not found.nodes:
            self.failure = found.failure
            return
        self.options[number] = found.choices
        most = MOST_READINGS if self._work < _MUCH_WORK else _FEW_READINGS
        self._keep(number, found.nodes, found.choices, most)
        if any(issue.code == "readings-cut" for way in self.reached[0].ways for issue in way.reading.issues):
            self.cut = self.cut or number
            self.all_tried = False

    def _keep(self, number: int, nodes: list[Node], choices: int, most: int) -> None:
        """Follow the likeliest readings and leave the others aside."""
        self.reached = nodes[:most]
        self.steps.append(self.reached)
        if len(nodes) > most:
            self._dropped.append((number, nodes[most:], choices))
            self.cut = self.cut or number
            self.all_tried = False

    def _go_back(self) -> None:
        """Take readings that were left aside; where none helps go on with those followed first."""
        self._trouble = self._trouble or _Trouble(self.steps[:], dict(self.issues), dict(self.options), self.reached)
        if self._dropped and self._work < _MOST_WORK:
            number, nodes, choices = self._dropped.pop()
            del self.steps[number - 1 :]
            self.issues = {k: found for k, found in self.issues.items() if k < number}
            self.options = {k: found for k, found in self.options.items() if k < number} | {number: choices}
            self._keep(number, nodes, choices, _FEW_READINGS)
            return
        self.all_tried = not self._dropped
        self._dropped = []
        before, self._trouble = self._trouble, None
        self.steps, self.issues, self.options, self.reached = before.steps, before.issues, before.options, before.nodes

    def _after(self, number: int) -> Position:
        step = self.steps[number - 1]
        if isinstance(step, list):
            return step[0].position
        return quick.as_position(step, self.mover(number), self.start)

    def prefer(self, winner: Colour | None, termination: str | None) -> None:
        """Of several readings of the last turn keep those that fit the stated ending best (winner None: no winner)."""
        if self.failure or not self.steps or not isinstance(self.steps[-1], list) or len(self.steps[-1]) < 2:
            return
        misfits = [misfit(node.position.outcome(), winner, termination) for node in self.steps[-1]]
        least = min(misfits)
        self.steps[-1] = [node for node, bad in zip(self.steps[-1], misfits, strict=True) if bad == least]
        self.forget()

    def forget(self) -> None:
        """Drop what was worked out of the steps."""
        for name in ("judged", "positions", "turns"):
            self.__dict__.pop(name, None)

    @cached_property
    def judged(self) -> dict[int, Taken]:
        """For each judged turn, by its number, the reading taken and those that the rest of the game leaves."""
        found: dict[int, Taken] = {}
        alive: list[Node] = []
        for number in range(len(self.steps), 0, -1):
            step = self.steps[number - 1]
            if not isinstance(step, list):
                alive = []
                continue
            # The first of those alive is the one that was taken.
            alive = alive or step
            found[number] = Taken(alive[0].ways[0].reading, [way.reading for node in alive for way in node.ways])
            alive = list(dict.fromkeys(way.parent for node in alive for way in node.ways))
        return found

    @cached_property
    def positions(self) -> list[Position]:
        """The position at the start and after each turn played."""
        found = [self.start]
        for number in range(1, len(self.steps) + 1):
            known = self.judged.get(number)
            found.append(known.reading.position if known else self._after(number))
        return found

    @cached_property
    def turns(self) -> list[Turn]:
        """The turns played."""
        found = []
        for number in range(1, len(self.steps) + 1):
            known = self.judged.get(number)
            found.append(known.reading.turn if known else self._plain_turn(number))
        return found

    def _plain_turn(self, number: int) -> Turn:
        written, before = self.written[number - 1], self.positions[number - 1]
        plan = plan_of(written)
        assert plan
        push = Push(plan.path.dot, plan.path.first, plan.gipf)
        first = _only_row(before, plan.before.spots)
        return Turn(push, first, _only_row(before.take(first).entered(push), plan.after.spots))


def _only_row(position: Position, spots: int) -> tuple[Removal, ...]:
    """Give the removal of some spots from the one row that stands; () for no spots."""
    return (position.removal(position.rows(position.to_move)[0], spots),) if spots else ()
