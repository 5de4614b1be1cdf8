"""Judges one written turn against the rules: which turns it can mean, or why it can't be played."""

from dataclasses import dataclass, replace

from gipfkit.findings import ERROR, WARNING
from gipfkit.gipf.board import BIT, PATHS_OF_DOT, PATHS_TO, Colour, Path, path_through
from gipfkit.gipf.position import Position, why_kind
from gipfkit.gipf.turn import Push, Removal, Turn
from gipfkit.issue import Issue as Issue
from gipfkit.near_pushes import along, end_of
from gipfkit.record import WrittenPush, WrittenTurn
from gipfkit.removal_lists import CUT, Taken, phase
from gipfkit.removal_lists import row_of as row_of
from gipfkit.wording import either, push_text, row_text
from gipfkit.wording import removal_text as removal_text
from gipfkit.wording import removed_pieces as removed_pieces
from gipfkit.wording import written_removal as written_removal

FIRST_SPOT, END_SPOT = "first-spot", "end-spot"
# How a game is taken in which a push that names its first spot may be another slip as well.
END_SPOT_ALONE = "end-spot alone"
# More readings of one turn than this are not followed.
_MOST_READINGS = 4000


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a written turn. ``style`` is the style that the push's spot proves, or empty.

    ``overlooked`` are the lines of the mover's rows that he left standing though they must go. ``listed`` is true where
    every piece taken is listed. ``mended`` is what should stand there where the turn can't be played as it is written.
    """

    turn: Turn
    position: Position
    issues: tuple[Issue, ...] = ()
    style: str = ""
    overlooked: frozenset[int] = frozenset()
    listed: bool = True
    mended: WrittenTurn | None = None

    @property
    def errors(self) -> list[Issue]:
        """What is wrong with the turn so read."""
        return [issue for issue in self.issues if issue.weight == ERROR]


def readings(
    position: Position,
    written: WrittenTurn,
    *,
    lenient: bool = False,
    overlooked: frozenset[int] = frozenset(),
    mend: str | None = None,
) -> list[Reading] | Issue:
    """Give every legal way to read a turn, the likeliest first, or the reason why there is none.

    ``overlooked`` are the lines of rows that the mover left standing in his last turn. Where the end spot of a push is
    wrong it is read along the line named; with ``mend``, the style of the game, in every other way, too, that one slip
    can have led to.
    """
    if written.unreadable is not None:
        return Issue("unreadable", "the turn can't be read")
    if ended := _after_the_end(position, written):
        return ended
    before = phase(position, written.before, lenient)
    if isinstance(before, Issue):
        return before
    found: list[Reading] = []
    failure: Issue | None = None
    for first in before:
        outcome = _pushed(first, written, lenient, mend)
        if isinstance(outcome, Issue):
            failure = failure or outcome
        elif len(found) + len(outcome) > _MOST_READINGS and found:
            found = [replace(reading, issues=(*reading.issues, CUT)) for reading in found]
            break
        else:
            found += outcome
    if not found:
        assert failure
        return failure
    return _complete([_checked(reading, position, written, overlooked) for reading in found], written)


def _complete(found: list[Reading], written: WrittenTurn) -> list[Reading]:
    """Where a list is complete and the count agrees nothing is left open."""
    if written.reserve is not None and len(found) > 1:
        return [reading for reading in found if reading.listed and not reading.errors] or found
    return found


def _after_the_end(position: Position, written: WrittenTurn) -> Issue | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    loser, winner = outcome.winner.opponent.word.capitalize(), outcome.winner.word.capitalize()
    if outcome.termination == "gipf":
        return Issue("turn-after-end", f"the game has ended: {loser} has lost the last GIPF-piece, {winner} has won")
    gipf = bool(written.push and written.push.gipf)
    _, why = why_kind(position, gipf, loser) if written.push else ("", f"{loser} has no piece in reserve")
    ended = f"the game has ended: {winner} has won"
    return Issue("reserve-empty", why, ended, advice=ended)


def _pushed(first: Taken, written: WrittenTurn, lenient: bool, mend: str | None) -> list[Reading] | Issue:
    """Read the push and what follows it, after one way to read the removals before it."""
    position, push = first.position, written.push
    ended = bool(position.without_gipfs())
    if push is None or ended:
        if push is None and ended:
            return [Reading(Turn(None, first.removals), position.passed(), first.issues, listed=first.listed)]
        if ended:
            return Issue(
                "turn-after-end", f"{removal_text(first.removals)} takes the last GIPF-piece and ends the game"
            )
        advice = "only a removal that ends the game stands alone"
        return Issue("push-missing", "a push must follow the removal", advice, advice=advice)
    made = _pushes(position, push, mend)
    if isinstance(made, Issue):
        return made
    found: list[Reading] = []
    failure: Issue | None = None
    for way in made:
        after = phase(position.entered(way.push), written.after, lenient)
        if isinstance(after, Issue):
            failure = failure or after
            continue
        mended = replace(written, push=way.mended, text="") if way.mended else None
        for second in after:
            turn = Turn(way.push, first.removals, second.removals)
            issues = first.issues + way.issues + second.issues
            listed = first.listed and second.listed
            found.append(Reading(turn, second.position.passed(), issues, way.style, listed=listed, mended=mended))
    if found:
        return found
    assert failure
    return failure


def _checked(reading: Reading, before: Position, written: WrittenTurn, overlooked: frozenset[int]) -> Reading:
    """Add what the whole turn shows: the reserve count, rows overlooked and rows removed late."""
    issues, mover = list(reading.issues), before.to_move
    after, turn = reading.position, reading.turn
    if written.reserve is not None and written.reserve != after.reserves[mover]:
        issues.append(count_issue(written.reserve, after.reserves[mover], mover))
    pushed_over = {row.line: row for row in before.take(turn.before).obligations(mover)} if turn.push else {}
    left = {row.line: row for row in after.obligations(mover)} if not after.without_gipfs() else {}
    issues += [_late(removal) for removal in turn.before if removal.line in overlooked]
    issues += [_late(removal) for removal in turn.after if removal.line in pushed_over]
    gone = {removal.line for removal in turn.after}
    if due := [row for line, row in (pushed_over | left).items() if line in left or line not in gone]:
        issues.append(Issue("row-not-removed", f"{row_text(due[0])} is overlooked", severity=WARNING))
    return replace(reading, issues=tuple(issues), overlooked=frozenset(left))


def count_issue(stated: int, reserve: int, mover: Colour) -> Issue:
    """Say that a reserve count is not the reserve."""
    message = f"({stated}) is written, {mover.word.capitalize()} has {reserve} in reserve"
    return Issue("reserve-count-differs", message, f"write ({reserve})")


def _late(removal: Removal) -> Issue:
    return Issue("row-removed-late", f"{removal_text((removal,))}: the row was overlooked before")


@dataclass(frozen=True, slots=True)
class _Made:
    """A way to read a push. ``style`` is the style that its spot proves, or empty; ``mended`` is what is right."""

    push: Push
    issues: tuple[Issue, ...] = ()
    style: str = ""
    mended: WrittenPush | None = None


def _pushes(position: Position, written: WrittenPush, mend: str | None) -> list[_Made] | Issue:
    """Read a push; where its end spot is wrong, along the line named, and with ``mend`` as others it can stand for."""
    path = _path(position, written)
    if isinstance(path, Issue):
        return path
    end = end_of(position, path)
    if end is None:
        ends = f"{path.spots[0]}-{path.spots[-1]}"
        advice = "push along another line"
        return Issue("push-line-full", f"{push_text(written)}: the line {ends} is full", advice, advice=advice)
    if written.gipf not in position.kinds():
        code, why = why_kind(position, written.gipf, position.to_move.word.capitalize())
        other = push_text(written._replace(gipf=not written.gipf))
        hint = f"perhaps {other}" if (not written.gipf) in position.kinds() else None
        return Issue(code, f"{push_text(written)}: {why}", hint)
    push = Push(path.dot, path.first, written.gipf)
    if written.dot is None or end == written.spot:
        return [_Made(push, (), END_SPOT if written.dot and end != path.first else "")]
    message = f"{push_text(written)}: the furthest piece pushed ends on {end}, not on {written.spot}"
    right = written._replace(spot=end)
    issue = Issue("push-end-differs", message, f"write {push_text(right)}")
    style = FIRST_SPOT if written.spot == path.first else END_SPOT
    if style == FIRST_SPOT and mend != END_SPOT_ALONE:
        return [_Made(push, (issue,), style, right)]
    others = [near for near in along(position, written) if near != right] if mend else []
    return [_Made(push, (issue,), style, right)] + [
        _Made(_push_of(position, near), (issue,), END_SPOT, near) for near in others
    ]


def _push_of(position: Position, written: WrittenPush) -> Push:
    path = next(p for p in PATHS_OF_DOT[written.dot or ""] if end_of(position, p) == written.spot)
    return Push(path.dot, path.first, written.gipf)


_NAME_BOTH = "write the dot and the end spot"


def _path(position: Position, written: WrittenPush) -> Path | Issue:
    dot, spot = written.dot, written.spot
    if dot is not None:
        path = path_through(dot, spot)
        if path is not None:
            return path
        lines = " and ".join(f"{p.spots[0]}..{p.spots[-1]}" for p in PATHS_OF_DOT[dot])
        message, advice = f"{push_text(written)}: {spot} is on none of {dot}'s lines", f"{dot} leads to {lines}"
        return Issue("push-not-on-line", message, advice, advice=advice)
    if spot not in PATHS_TO:
        hint = f"{_NAME_BOTH}, such as {_example(position, written) or 'a1-b2'}"
        return Issue("push-not-on-line", f"{push_text(written)}: no dot is next to {spot}", hint, advice=_NAME_BOTH)
    if BIT[spot] & position.occupied:
        hint = f"{_NAME_BOTH}: {_example(position, written) or 'no dot has room'}"
        message = f"{push_text(written)}: {spot} is occupied, so a dot must be named"
        return Issue("push-needs-dot", message, hint, advice=_NAME_BOTH)
    return PATHS_TO[spot][0]


def _example(position: Position, written: WrittenPush) -> str:
    """Name the pushes over an occupied spot, or those that end on a spot inside the board."""
    found = []
    for paths in PATHS_OF_DOT.values():
        for path in paths:
            end = end_of(position, path)
            if end and written.spot in (path.first, end):
                found.append(push_text(WrittenPush(path.dot, end, written.gipf)))
    return either(found)
