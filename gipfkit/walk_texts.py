"""What is said of the turns of a walk: how a turn was read, what fits instead of a wrong one, what isn't sure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gipfkit.findings import ERROR
from gipfkit.gipf.turn import Turn
from gipfkit.issue import Issue
from gipfkit.record import WrittenTurn
from gipfkit.removal_lists import CUT_HINT
from gipfkit.slips import difference, named
from gipfkit.steps import Taken
from gipfkit.wording import either, removal_text


@dataclass(frozen=True, slots=True)
class Tried:
    """What fits in place of a turn that can't be played: its texts, how many of the turns behind it it lets be played.

    ``whole`` where these are all that were tried.
    """

    texts: Sequence[str] = ()
    played: int = 0
    whole: bool = True


def inference(taken: Taken, *, all_followed: bool) -> Issue:
    """Say how a turn that can be read in several ways was read."""
    like = [reading.turn for reading in taken.possible if reading.mended == taken.reading.mended]
    texts = named(map(removals_text, like))
    read_as = f"read as {removals_text(taken.reading.turn)}"
    if len(texts) == 1:
        if all_followed:
            return Issue("removal-inferred", f"{read_as}: no other reading fits the rest of the game")
        return Issue("removal-ambiguous", f"{read_as}: other readings may fit, not all were followed", CUT_HINT)
    least = "" if all_followed else "at least "
    message = f"{least}{len(texts)} readings fit the rest of the game: {either(texts, 6)}"
    return Issue("removal-ambiguous", message, f"{read_as}; {CUT_HINT}")


def removals_text(turn: Turn) -> str:
    """Write what a turn removes on either side of its push."""
    parts = [removal_text(turn.before), "(push)", removal_text(turn.after)]
    return ";".join(part for part in (parts if turn.before else parts[2:]) if part) or "no removal"


def mended(issue: Issue, written: WrittenTurn, taken: Taken, *, goes_on: bool) -> Issue:
    """Give an error of a turn with the hint that the rest of the game leaves of all that was tried."""
    like = [reading for reading in taken.possible if reading.mended and reading.errors[0] == issue]
    right = named(difference(written, reading.mended) for reading in like if reading.mended)
    if not right:
        return issue
    counted = issue.code == "reserve-count-differs"
    hint = f"{either(right)} fits ({written.reserve})" if counted else f"write {either(right)}"
    if taken.reading.mended and goes_on:
        as_if = difference(written, taken.reading.mended)
        hint += f"; what follows is checked as if {as_if} were written, tables stop before it"
    return replace(issue, hint=hint)


def failed(issue: Issue, tried: Tried, rest: int) -> Issue:
    """Give the reason why a turn can't be played, with what fits in its place, and that the rest is not checked."""
    perhaps = f"perhaps {either(tried.texts)}" if tried.texts else None
    if perhaps and not tried.whole:
        perhaps += f", which lets the next {tried.played} turns be played"
    advice = None if perhaps and issue.code == "push-needs-dot" else issue.advice
    unchecked = f"the {rest} turns after it are not checked" if rest > 1 else "the turn after it is not checked"
    return replace(issue, hint="; ".join(part for part in (perhaps, advice, unchecked if rest else "") if part) or None)


def unsure(issue: Issue, turn: str) -> Issue:
    """Say of an error behind a turn whose readings weren't all followed that it may not be one."""
    if issue.weight != ERROR:
        return issue
    message = f"can't be checked, as not every reading of {turn} is followed: {issue.message}"
    return Issue("readings-cut", message, CUT_HINT)
