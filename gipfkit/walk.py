"""Walks through written turns from a position, one step for each turn that can be played.

Plain stretches are played at speed (``gipf.quick``); every other turn is judged by itself (``judge``). Where a turn can
be read in several ways all of them are carried along, and those that make a later turn impossible are dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gipfkit.findings import ERROR, Finding
from gipfkit.gipf import quick
from gipfkit.gipf.board import Colour, mask, path_through
from gipfkit.gipf.position import Outcome, Position
from gipfkit.gipf.turn import Push, Removal, Turn
from gipfkit.judge import END_SPOT, FIRST_SPOT, Issue, Reading, readings, removal_text
from gipfkit.notations.official import shortened, turn_text
from gipfkit.record import TurnList, WrittenPush, WrittenRemoval, WrittenTurn

# More readings of one game than this are not carried along, nor more than this compared to choose them.
MOST_READINGS = 1000
_MOST_COMPARED = 10 * MOST_READINGS


@dataclass(slots=True)
class _Node:
    """A reading carried along, with those of the turn before that lead to it."""

    reading: Reading
    parents: list["_Node"]
    weight: int = 0
    overlooked: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())


# What was played for one turn: a state of a plain stretch, or every reading still possible.
_Step = quick.State | list[_Node]


class Walk:
    """Turns walked through from a position: one step for each turn that could be played."""

    def __init__(self, start: Position, turns: Sequence[WrittenTurn], lenient: bool, style: str = END_SPOT):
        self.start, self.written, self.lenient = start, turns, lenient
        self._expected_style = style
        self.steps: list[_Step] = []
        self.issues: dict[int, list[Issue]] = {}
        self.options: dict[int, int] = {}
        self.failure: Issue | None = None
        self.cut: int | None = None
        self._walk()

    @property
    def last(self) -> Position:
        """The position after the last turn played."""
        number = len(self.steps)
        known = self.chosen.get(number) if number and isinstance(self.steps[-1], list) else None
        return known[0].reading.position if known else self._after(number) if number else self.start

    def possible(self, number: int) -> list[Position]:
        """Return the positions that may stand after a number of turns; a turn read in several ways gives several."""
        step = self.steps[number - 1] if number else None
        if isinstance(step, list):
            return list(dict.fromkeys(node.reading.position for node in step))
        return [self._after(number) if number else self.start]

    @property
    def noted(self) -> bool:
        """Whether anything may be found: an issue, a turn that was judged, a failure."""
        return bool(self.issues or self.options or self.failure)

    def mover(self, number: int) -> Colour:
        """Give the side that makes the turn with a number, from 1."""
        return Colour((self.start.to_move + number - 1) % 2)

    def _walk(self) -> None:
        plans = [plan_of(turn) for turn in self.written]
        stated = [turn.reserve for turn in self.written]
        nodes = [_Node(Reading(Turn(None), self.start), [])]
        while len(self.steps) < len(self.written) and self.failure is None:
            if len(nodes) == 1 and nodes[0].overlooked == (frozenset(), frozenset()):
                done = len(self.steps)
                run = quick.play_on(nodes[0].reading.position, plans, done)
                self.steps += run.states
                if run.reserves != stated[done : len(self.steps)]:
                    self._compare_counts(done, run.reserves)
                if run.states:
                    nodes = [_Node(Reading(Turn(None), self._after(len(self.steps))), [])]
                if len(self.steps) == len(self.written):
                    break
            nodes = self._judged(nodes)

    def prefer(self, winner: Colour | None, termination: str | None) -> None:
        """Of several readings of the last turn keep those that fit the stated ending best (winner None: no winner)."""
        if self.failure or not self.steps or not isinstance(self.steps[-1], list) or len(self.steps[-1]) < 2:
            return
        off_board = winner is None or termination not in (None, "reserve", "gipf")
        misfits = [_misfit(node.reading.position.outcome(), winner, termination, off_board) for node in self.steps[-1]]
        least = min(misfits)
        self.steps[-1] = [node for node, misfit in zip(self.steps[-1], misfits, strict=True) if misfit == least]
        for name in ("chosen", "positions", "turns", "style", "_style_evidence"):
            self.__dict__.pop(name, None)

    def _compare_counts(self, start: int, reserves: list[int]) -> None:
        for k, reserve in enumerate(reserves, start):
            written = self.written[k].reserve
            if written is not None and written != reserve:
                word = self.mover(k + 1).word.capitalize()
                message = f"({written}) is written, {word} has {reserve} in reserve"
                issue = Issue("reserve-count-differs", message, f"write ({reserve})")
                self.issues.setdefault(k + 1, []).append(issue)

    def _judged(self, nodes: list[_Node]) -> list[_Node]:
        """Take the next turn from every reading so far; without any reading of it the walk has failed.

        Where two readings come to the same the one with fewer errors behind it stays, or both share what follows.
        """
        number = len(self.steps) + 1
        written, mover = self.written[number - 1], self.mover(number)
        found: dict[tuple[Position, Turn], _Node] = {}
        failures = []
        choices = 1
        for node in nodes:
            if len(found) >= _MOST_COMPARED:
                self.cut = self.cut or number
                break
            read = readings(node.reading.position, written, lenient=self.lenient, overlooked=node.overlooked[mover])
            if isinstance(read, Issue):
                failures.append(read)
                continue
            choices = max(choices, len({_removals_text(reading.turn) for reading in read}) if len(read) > 1 else 1)
            for reading in read:
                new = self._followed(node, reading, mover)
                same = found.setdefault((reading.position, reading.turn), new)
                if new.weight < same.weight:
                    found[reading.position, reading.turn] = new
                elif new.weight == same.weight and new is not same:
                    same.parents.append(node)
        if not found:
            self.failure = failures[0]
            return []
        self.options[number] = choices
        least = min(node.weight for node in found.values())
        kept = [node for node in found.values() if node.weight == least]
        if self.cut is None and (len(kept) > MOST_READINGS or any(_is_cut(node.reading) for node in kept)):
            self.cut = number
        self.steps.append(kept[:MOST_READINGS])
        return kept[:MOST_READINGS]

    def _followed(self, node: _Node, reading: Reading, mover: Colour) -> _Node:
        """Follow a reading with one of the next turn; in first-spot style the pushes of that style are no errors."""
        errors = [issue for issue in reading.issues if issue.weight == ERROR]
        if self._expected_style == reading.style == FIRST_SPOT:
            errors = [issue for issue in errors if issue.code != "push-end-differs"]
        other = node.overlooked[mover.opponent]
        overlooked = (other, reading.overlooked) if mover else (reading.overlooked, other)
        return _Node(reading, [node], node.weight + len(errors), overlooked)

    def _after(self, number: int) -> Position:
        step = self.steps[number - 1]
        if isinstance(step, list):
            return step[0].reading.position
        return quick.as_position(step, self.mover(number), self.start)

    @cached_property
    def chosen(self) -> dict[int, tuple[_Node, list[_Node]]]:
        """For each judged turn the reading taken, and all readings that the rest of the game leaves possible."""
        taken: dict[int, tuple[_Node, list[_Node]]] = {}
        alive: set[int] | None = None
        best: _Node | None = None
        for number in range(len(self.steps), 0, -1):
            step = self.steps[number - 1]
            if not isinstance(step, list):
                alive = best = None
                continue
            possible = step if alive is None else [node for node in step if id(node) in alive]
            best = possible[0] if best is None else best
            taken[number] = (best, possible)
            alive = {id(parent) for node in possible for parent in node.parents}
            best = best.parents[0]
        return taken

    @cached_property
    def positions(self) -> list[Position]:
        """The position at the start and after each turn played."""
        found = [self.start]
        for number in range(1, len(self.steps) + 1):
            known = self.chosen.get(number)
            found.append(known[0].reading.position if known else self._after(number))
        return found

    @cached_property
    def turns(self) -> list[Turn]:
        """The turns played."""
        found = []
        for number in range(1, len(self.steps) + 1):
            known = self.chosen.get(number)
            found.append(known[0].reading.turn if known else self._plain_turn(number))
        return found

    def _plain_turn(self, number: int) -> Turn:
        written, before = self.written[number - 1], self.positions[number - 1]
        plan = plan_of(written)
        assert plan
        push = Push(plan.path.dot, plan.path.first, plan.gipf)
        first = _only_row(before, plan.before.spots)
        return Turn(push, first, _only_row(before.take(first).entered(push), plan.after.spots))

    def findings(self, turns: TurnList, number_from: int = 1) -> list[Finding]:
        """Give what was found, turn by turn; ``number_from`` is the number of the first turn."""
        found = []
        for number, listed in sorted(self._all_issues().items()):
            written = self.written[number - 1]
            text = shortened(written.text or turn_text(written)) if listed else ""
            found += [self._finding(issue, turns, number, number_from, text) for issue in listed]
        return found

    @property
    def faults(self) -> tuple[int, int]:
        """How bad the walk is, for comparing: turns not played, then errors found."""
        errors = sum(issue.weight == ERROR for found in self._all_issues().values() for issue in found)
        return len(self.written) - len(self.steps), errors

    @property
    def as_expected(self) -> bool:
        """Whether the pushes are in the style that the walk was made for."""
        return self.style == self._expected_style

    @property
    def may_be_first_spot(self) -> bool:
        """Whether first-spot style could lead to other readings: something was chosen, and such a push is written."""
        if not any(choices > 1 for choices in self.options.values()):
            return False
        return any(turn.push is not None and _names_first(turn.push) for turn in self.written)

    def _all_issues(self) -> dict[int, list[Issue]]:
        """Give every issue by the number of its turn."""
        issues = {number: list(found) for number, found in self.issues.items()}
        for number, (node, possible) in self.chosen.items():
            issues.setdefault(number, []).extend(node.reading.issues)
            if self.options[number] > 1:
                issues[number].append(_inference(node, possible))
        self._settle_style(issues)
        if self.failure and self.failure.code != "unreadable":
            rest = len(self.written) - len(self.steps) - 1
            unchecked = f"the {rest} turns after it are not checked" if rest > 1 else "the turn after it is not checked"
            hint = "; ".join(part for part in (self.failure.hint, unchecked if rest else "") if part)
            issues.setdefault(len(self.steps) + 1, []).append(replace(self.failure, hint=hint or None))
        if self.cut is not None:
            turn = shortened(turn_text(self.written[self.cut - 1]))
            issues = {
                number: [self._unsure(issue, number, turn) for issue in found] for number, found in issues.items()
            }
            if not any(issue.code == "readings-cut" for issue in issues.get(self.cut, [])):
                message = f"more than {MOST_READINGS} readings fit: the likeliest are followed"
                issues.setdefault(self.cut, []).append(Issue("readings-cut", message, _CUT_HINT))
        return issues

    def _unsure(self, issue: Issue, number: int, turn: str) -> Issue:
        """Say of an error behind a turn whose readings weren't all followed that it may not be one."""
        if issue.weight != ERROR or self.cut is None or number <= self.cut:
            return issue
        message = f"can't be checked, as not every reading of {turn} is followed: {issue.message}"
        return Issue("readings-cut", message, _CUT_HINT, ERROR)

    def _finding(self, issue: Issue, turns: TurnList, number: int, number_from: int, text: str) -> Finding:
        place = turns.place(number)
        return Finding(
            issue.code,
            issue.weight,
            issue.message,
            line=place.line if place else None,
            column=place.column if place else None,
            turn=number + number_from - 1,
            side=self.mover(number).word,
            text=text,
            hint=issue.hint,
        )

    @cached_property
    def style(self) -> str:
        """The style of the pushes, decided for the game as a whole: end-spot or first-spot."""
        first, end = self._style_evidence
        return FIRST_SPOT if len(first) > len(end) else END_SPOT

    @property
    def style_evident(self) -> bool:
        """Whether a push can only name the first spot."""
        return bool(self._style_evidence[0])

    @cached_property
    def _style_evidence(self) -> tuple[list[int], list[int]]:
        """Give the turns whose push can only name the first spot, and those that can only name the end spot."""
        judged = {number: node.reading.style for number, (node, _) in self.chosen.items()}
        first = [number for number, style in judged.items() if style == FIRST_SPOT]
        if not first:
            return [], []
        end = [number for number, style in judged.items() if style == END_SPOT]
        plain = [n for n in range(1, len(self.steps) + 1) if n not in judged and _names_end(self.written[n - 1])]
        return sorted(first), sorted(end + plain)

    def _settle_style(self, issues: dict[int, list[Issue]]) -> None:
        """Accept first-spot pushes where the game uses that style: two, and one in ten, are more than a slip."""
        first, end = self._style_evidence
        few = len(first) == 1 and end
        if few or len(first) * 10 <= len(first) + len(end):
            return
        for number in first:
            issues[number] = [issue for issue in issues[number] if issue.code != "push-end-differs"]
        if end:
            odd, name = (end[0], "end") if self.style == FIRST_SPOT else (first[0], "first")
            message = f"the game mixes styles: {len(first)} pushes name the first spot, {len(end)} the end spot"
            issues.setdefault(odd, []).append(Issue("style-mixed", message, f"this push names the {name} spot"))


def walked(start: Position, turns: Sequence[WrittenTurn], lenient: bool) -> Walk:
    """Walk through turns in end-spot style, or in first-spot style where that plays more or finds fewer errors."""
    walk = Walk(start, turns, lenient)
    if not walk.may_be_first_spot or not (walk.failure or walk.style_evident):
        return walk
    return min(walk, Walk(start, turns, lenient, FIRST_SPOT), key=lambda found: (found.faults, not found.as_expected))


def _misfit(outcome: Outcome | None, winner: Colour | None, termination: str | None, off_board: bool) -> int:
    """Say how badly an outcome on the board (None: the game goes on) fits the stated ending; 0 is well."""
    if outcome is None:
        return 0 if off_board else 2
    if outcome.winner is not winner:
        return 3
    return 0 if termination in (None, outcome.termination) else 1


_CUT_HINT = "list the pieces that were removed"


def _is_cut(reading: Reading) -> bool:
    return any(issue.code == "readings-cut" for issue in reading.issues)


def _inference(node: _Node, possible: list[_Node]) -> Issue:
    """Say how a turn that can be read in several ways was read."""
    texts = list(dict.fromkeys(_removals_text(other.reading.turn) for other in possible))
    if len(texts) == 1:
        return Issue("removal-inferred", f"read as {texts[0]}: no other reading fits the rest of the game")
    shown = " or ".join(texts[:6]) + (" or ..." if len(texts) > 6 else "")
    hint = f"read as {_removals_text(node.reading.turn)}; list the pieces that were removed"
    return Issue("removal-ambiguous", f"{len(texts)} readings fit the rest of the game: {shown}", hint)


def _removals_text(turn: Turn) -> str:
    parts = [removal_text(turn.before), "(push)", removal_text(turn.after)]
    return ";".join(part for part in (parts if turn.before else parts[2:]) if part) or "no removal"


def _only_row(position: Position, spots: int) -> tuple[Removal, ...]:
    """Give the removal of some spots from the one row that stands; () for no spots."""
    return (position.removal(position.rows(position.to_move)[0], spots),) if spots else ()


def _names_end(turn: WrittenTurn) -> bool:
    plan = plan_of(turn)
    return bool(plan and plan.run and turn.push and turn.push.dot)


def _names_first(push: WrittenPush) -> bool:
    path = path_through(push.dot, push.spot) if push.dot else None
    return path is not None and path.first == push.spot


_plans: dict[object, quick.Plan | None] = {}
_MOST_PLANS = 50_000


def plan_of(turn: WrittenTurn) -> quick.Plan | None:
    """Give the plan of a turn for ``quick``; None where the turn must be judged."""
    key: object = turn.push if not (turn.before or turn.after) else (turn.push, turn.before, turn.after)
    try:
        return _plans[key]
    except KeyError:
        if len(_plans) >= _MOST_PLANS:
            _plans.clear()
        plan = _plans[key] = _new_plan(turn)
        return plan


def _new_plan(turn: WrittenTurn) -> quick.Plan | None:
    """Make a plan where each side of the push has one full list at most, no spot in it twice."""
    if turn.push is None or any(len(groups) > 1 or not _once(groups) for groups in (turn.before, turn.after)):
        return None
    plan = quick.plan_push(*turn.push)
    return plan and plan._replace(before=_listed(turn.before), after=_listed(turn.after))


def _once(groups: tuple[WrittenRemoval, ...]) -> bool:
    return all(group and len({piece.spot for piece in group}) == len(group) for group in groups)


def _listed(groups: tuple[WrittenRemoval, ...]) -> quick.Listed:
    pieces = [piece for group in groups for piece in group]
    gipfs = mask(piece.spot for piece in pieces if piece.gipf)
    captured = mask(piece.spot for piece in pieces if piece.captured)
    return quick.Listed(
        mask(piece.spot for piece in pieces),
        -1 if any(piece.gipf is None for piece in pieces) else gipfs,
        -1 if any(piece.captured is None for piece in pieces) else captured,
    )
