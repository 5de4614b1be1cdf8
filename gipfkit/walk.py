"""A walk through written turns from a position, and what is found in it."""

from collections.abc import Sequence
from copy import copy
from functools import cached_property

from gipfkit import walk_texts
from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.board import path_through
from gipfkit.gipf.position import Position
from gipfkit.issue import Issue
from gipfkit.judge import END_SPOT, END_SPOT_ALONE, FIRST_SPOT, readings
from gipfkit.notations.official import shortened, turn_text
from gipfkit.plans import plan_of
from gipfkit.record import TurnList, WrittenPush, WrittenTurn
from gipfkit.removal_lists import CUT_HINT
from gipfkit.slips import difference, one_slip_away
from gipfkit.steps import MOST_READINGS, Steps

# Of what may stand in place of a turn that can't be played so many are tried, against so many turns after it; one that
# lets so many of them be played is worth a word.
_MOST_TRIED, _MOST_NODES, _HORIZON, _ENOUGH = 60, 8, 40, 4


class Walk(Steps):
    """Turns walked through from a position: one step for each turn that could be played.

    What is found is settled for the walk as a whole: the style of its pushes, the turns that had to be mended.
    """

    @property
    def noted(self) -> bool:
        """Whether anything may be found: an issue, a turn that was judged, a failure."""
        return bool(self.issues or self.options or self.failure)

    def forget(self) -> None:
        """Drop what was worked out of the steps."""
        super().forget()
        for name in ("style", "_style_evidence", "_settled", "_followed_until", "_before_mended"):
            self.__dict__.pop(name, None)

    @property
    def as_written(self) -> "Walk":
        """The walk as far as each turn can be played as it is written: it ends before the first that was mended.

        All that is counted, searched, indexed and drawn of a game ends there. A wrong reserve count or a wrong mark
        alone doesn't change a turn.
        """
        # Not the walk itself is kept: what holds itself is freed late.
        return self._before_mended or self if self.options else self

    @cached_property
    def _before_mended(self) -> "Walk | None":
        number = next((number for number in sorted(self.judged) if self._is_mended(number)), None)
        if number is None:
            return None
        cut = copy(self)
        cut.forget()
        cut.steps = self.steps[: number - 1]
        cut.judged = {k: taken for k, taken in self.judged.items() if k < number}
        cut.options = {k: choices for k, choices in self.options.items() if k < number}
        cut.issues = {k: found for k, found in self.issues.items() if k < number}
        return cut

    def _is_mended(self, number: int) -> bool:
        reading = self.judged[number].reading
        if reading.mended is None:
            return False
        # In first-spot style such a push is as written.
        left = self._settled[number]
        return reading.style != FIRST_SPOT or any(issue.code == "push-end-differs" for issue in left)

    def findings(self, turns: TurnList, number_from: int = 1) -> list[Finding]:
        """Give what was found, turn by turn; ``number_from`` is the number of the first turn."""
        issues = dict(self._settled)
        if self.failure and self.failure.code != "unreadable":
            issues[len(self.steps) + 1] = [self._failed(self.failure)]
        found = []
        for number, listed in sorted(issues.items()):
            written = self.written[number - 1]
            text = shortened(written.text or turn_text(written)) if listed else ""
            found += [self._finding(issue, turns, number, number_from, text) for issue in listed]
        return found

    @property
    def faults(self) -> tuple[int, int]:
        """How bad the walk is, for comparing: turns not played, then errors found."""
        errors = sum(issue.weight == ERROR for found in self._settled.values() for issue in found)
        failed = self.failure is not None and self.failure.code != "unreadable"
        return len(self.written) - len(self.steps), errors + failed

    @cached_property
    def _settled(self) -> dict[int, list[Issue]]:
        """The issues of the turns played, by number."""
        issues = {number: list(found) for number, found in self.issues.items()}
        for number, taken in self.judged.items():
            issues.setdefault(number, []).extend(taken.reading.issues)
        self._settle_style(issues)
        for number, taken in self.judged.items():
            written, goes_on = self.written[number - 1], number < len(self.written)
            issues[number] = [
                walk_texts.mended(issue, written, taken, goes_on=goes_on) if issue.weight == ERROR else issue
                for issue in issues[number]
            ]
            if self.options[number] > 1:
                issues[number].append(walk_texts.inference(taken, all_followed=number < self._followed_until))
        return self._with_cut(issues) if self.cut else issues

    @cached_property
    def _followed_until(self) -> int:
        """The number of the first turn of which not every reading was followed."""
        if self.cut is None:
            return len(self.written) + 1
        number = self.cut
        while number > 1 and isinstance(step := self.steps[number - 2], list) and len(step) > 1:
            number -= 1
        return number

    def _with_cut(self, issues: dict[int, list[Issue]]) -> dict[int, list[Issue]]:
        """Say where not every reading was followed, and that errors behind it may be none."""
        assert self.cut
        found = {number: [self.doubted(issue, number) for issue in listed] for number, listed in issues.items()}
        listed = found.setdefault(self.cut, [])
        if not any(issue.code == "readings-cut" for issue in listed):
            message = f"more than {MOST_READINGS} readings fit: the likeliest are followed"
            listed.append(Issue("readings-cut", message, CUT_HINT))
        return found

    def doubted(self, issue: Issue, number: int) -> Issue:
        """Give an issue of a turn, an error as a doubt where readings that were not followed may be without it."""
        if self.all_tried or self.cut is None or number <= self.cut:
            return issue
        return walk_texts.unsure(issue, shortened(turn_text(self.written[self.cut - 1])))

    def _failed(self, failure: Issue) -> Issue:
        """Give the reason why a turn can't be played, with what fits in its place."""
        number = len(self.steps) + 1
        rest = len(self.written) - number
        doubt = self.doubted(failure, number)
        if doubt is not failure:
            return doubt
        return walk_texts.failed(failure, self._tried(number), rest)

    def _tried(self, number: int) -> walk_texts.Tried:
        """Try what one slip can have made the failing turn of against the turns behind it, its count right or not."""
        for slip in (frozenset[str](), frozenset({"reserve-count-differs"})):
            if (tried := self._tried_with(number, slip)).texts:
                return tried
        return tried

    def _tried_with(self, number: int, slip: frozenset[str]) -> walk_texts.Tried:
        written, after = self.written[number - 1], self.written[number : number + _HORIZON]
        played: dict[str, int] = {}
        for node in self.reached[:_MOST_NODES]:
            for turn in one_slip_away(node.position, written)[:_MOST_TRIED]:
                read = readings(node.position, turn, lenient=self.lenient)
                right = [] if isinstance(read, Issue) else [r for r in read if {e.code for e in r.errors} == slip]
                for reading in right[:_MOST_NODES]:
                    count = f" ({reading.position.reserves[node.position.to_move]})" if slip else ""
                    text = difference(written, turn) + count
                    played[text] = max(played.get(text, 0), self._turns_played(reading.position, after))
        most = max(played.values(), default=0)
        if most < min(len(after), _ENOUGH):
            return walk_texts.Tried((), 0, whole=False)
        return walk_texts.Tried([text for text, k in played.items() if k == most], most, whole=most == len(after))

    def _turns_played(self, start: Position, turns: Sequence[WrittenTurn]) -> int:
        """Count the turns that can be played from a position before the first that is wrong."""
        return len(Steps(start, turns, self.lenient, self.style, most_errors=0).steps)

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
        judged = {number: taken.reading.style for number, taken in self.judged.items()}
        first = [number for number, style in judged.items() if style == FIRST_SPOT]
        if not first:
            return [], []
        end = [number for number, style in judged.items() if style == END_SPOT]
        plain = [n for n in range(1, len(self.steps) + 1) if n not in judged and _names_end(self.written[n - 1])]
        return sorted(first), sorted(end + plain)

    @property
    def has_slipped(self) -> bool:
        """Whether pushes name the first spot, but too few for that to be the style: two, and one in ten, are more."""
        first, end = self._style_evidence
        few = len(first) == 1 and end
        return bool(first) and bool(few or len(first) * 10 <= len(first) + len(end))

    def _settle_style(self, issues: dict[int, list[Issue]]) -> None:
        """Accept first-spot pushes where the game uses that style."""
        first, end = self._style_evidence
        if not first or self.has_slipped:
            return
        for number in first:
            issues[number] = [issue for issue in issues[number] if issue.code != "push-end-differs"]
        if end:
            odd, name = (end[0], "end") if self.style == FIRST_SPOT else (first[0], "first")
            message = f"the game mixes styles: {len(first)} pushes name the first spot, {len(end)} the end spot"
            issues.setdefault(odd, []).append(Issue("style-mixed", message, f"this push names the {name} spot"))


def walked(start: Position, turns: Sequence[WrittenTurn], lenient: bool) -> Walk:
    """Walk through turns in end-spot style, or in first-spot style where that plays more or finds fewer errors.

    Where a push names its first spot and the game can't be played to its end, that push may be another slip.
    """
    walk = Walk(start, turns, lenient)
    styles = []
    if walk.may_be_first_spot and (walk.failure or walk.style_evident):
        styles.append(FIRST_SPOT)
    if walk.failure and walk.has_slipped:
        styles.append(END_SPOT_ALONE)
    if not styles:
        return walk
    walks = [walk, *(Walk(start, turns, lenient, style) for style in styles)]
    return min(walks, key=lambda found: (found.faults, not found.as_expected))


def _names_end(turn: WrittenTurn) -> bool:
    plan = plan_of(turn)
    return bool(plan and plan.run and turn.push and turn.push.dot)


def _names_first(push: WrittenPush) -> bool:
    path = path_through(push.dot, push.spot) if push.dot else None
    return path is not None and path.first == push.spot
