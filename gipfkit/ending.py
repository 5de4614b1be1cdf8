"""Settles how a recorded game ended: the record's own word against the board (spec: rules section 5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from gipfkit.findings import WARNING
from gipfkit.gipf.board import BLACK, WHITE, Colour
from gipfkit.gipf.position import Outcome, Position
from gipfkit.judge import Issue
from gipfkit.record import RESULTS, TERMINATIONS, Record
from gipfkit.stated import stated_result, stated_termination

WON = {WHITE: "1-0", BLACK: "0-1"}
WINNERS = {"1-0": WHITE, "0-1": BLACK}
DRAW, OPEN = "1/2-1/2", "*"
UNTERMINATED = "unterminated"


@dataclass(frozen=True, slots=True)
class Ending:
    """The settled ending: ``result`` is one of ``RESULTS``; ``termination`` is None where nothing tells it."""

    result: str
    winner: Colour | None
    termination: str | None
    issues: tuple[Issue, ...] = ()


def ending(record: Record, position: Position | None) -> Ending:
    """Settle a game's ending; ``position`` is the last one, or None where the replay didn't get to the end."""
    issues: list[Issue] = []
    stated = _stated_result(record, position, issues)
    termination = _stated_termination(record, issues)
    outcome = position.outcome() if position else None
    if record.resigned and (outcome is None or termination is None):
        if termination not in (None, "resignation"):
            message = f"X says that a player resigns, Termination says {termination}"
            hint = 'write [Termination "resignation"], or the result in place of the X'
            issues.append(Issue("termination-differs", message, hint))
        termination = "resignation"
    if position is None:
        return _settled(stated or OPEN, termination, issues)
    if outcome is None:
        return _undecided(position, stated, termination, issues)
    issues += _against_board(position, outcome, stated, termination)
    both = len(position.without_gipfs()) == 2
    result = stated if both and stated in WINNERS else WON[outcome.winner]
    return _settled(result or OPEN, outcome.termination, issues)


def unplayed(record: Record, position: Position) -> Ending:
    """Settle the ending of a record without a turn: as it is written, since a position alone is no finished game."""
    settled = ending(record, position)
    if record.resigned or (position.outcome() is None and _reserve_gone(position) is None):
        return settled
    stated = _stated_result(record, None, [])
    if stated not in (None, OPEN):
        return settled
    issues = tuple(issue for issue in settled.issues if issue.code != "result-differs")
    return _settled(OPEN, None, list(issues))


def _stated_termination(record: Record, issues: list[Issue]) -> str | None:
    """Give the termination that the record states, in our words; what isn't understood is a warning."""
    tag = record.tag("Termination")
    stated = tag if tag is None or tag in TERMINATIONS else stated_termination(tag)
    if tag is not None and stated is None:
        hint = f"one of {', '.join(TERMINATIONS)}"
        issues.append(Issue("unknown-tag-value", f"Termination {tag!r} is not understood", hint, WARNING))
    return stated or None


def _settled(result: str, termination: str | None, issues: list[Issue]) -> Ending:
    if termination is None and result == OPEN:
        termination = UNTERMINATED
    return Ending(result, WINNERS.get(result), termination, tuple(issues))


def _stated_result(record: Record, position: Position | None, issues: list[Issue]) -> str | None:
    """Give the result that the record states, and find where its own words contradict each other."""
    tag = record.tag("Result")
    if tag is not None and tag not in RESULTS:
        known = stated_result(tag)
        if known is None:
            issues.append(Issue("unknown-tag-value", f"Result {tag!r} is unknown", f"one of {', '.join(RESULTS)}"))
        tag = known or None
    stated = record.mark or tag
    if record.mark and tag and record.mark != tag:
        hint = "make the tag and the end mark agree"
        issues.append(Issue("result-differs", f"the tag says {tag}, the end mark {record.mark}", hint))
    if record.resigned and position is not None:
        resigned = WON[position.to_move.opponent]
        if stated in (None, OPEN):
            if stated:
                message = f"* is written, but {position.to_move.word.capitalize()} resigns (X)"
                issues.append(Issue("result-differs", message, f"write {resigned}", WARNING))
            return resigned
        if stated != resigned:
            word = position.to_move.word.capitalize()
            issues.append(Issue("result-differs", f"{word} resigns (X), but {stated} is written", f"write {resigned}"))
    return stated


def _against_board(
    position: Position, outcome: Outcome, stated: str | None, termination: str | None
) -> Iterator[Issue]:
    """Yield where the record contradicts a game that the board has decided."""
    won, how = WON[outcome.winner], outcome.termination
    word = outcome.winner.word.capitalize()
    if stated == OPEN:
        yield Issue("result-differs", f"* is written, but {word} has won ({how})", f"write {won}", WARNING)
    elif stated and stated != won:
        if len(position.without_gipfs()) == 2 and stated in WINNERS:
            message = (
                f"both last GIPF-pieces went with one row: {word} has won by the rules, {stated} stands as written"
            )
            yield Issue("unsettled-ending", message)
        else:
            yield Issue("result-differs", f"{stated} is written, but {word} has won ({how})", f"write {won}")
    if termination and termination != how:
        severity = None if termination in ("reserve", "gipf", "unterminated") else WARNING
        hint = f'write [Termination "{how}"]'
        yield Issue("termination-differs", f"{termination} is written, the board says {how}", hint, severity)


def _undecided(position: Position, stated: str | None, termination: str | None, issues: list[Issue]) -> Ending:
    """Settle a game that the board has not decided."""
    early = _reserve_gone(position)
    if early is not None and stated in (None, WON[early]) and termination in (None, "reserve"):
        return _settled(WON[early], "reserve", issues)
    if termination in ("reserve", "gipf"):
        issues.append(Issue("termination-differs", f"{termination} is written, but the board shows no end of the game"))
    elif termination == "unterminated" and stated not in (None, OPEN):
        issues.append(Issue("termination-differs", f"unterminated is written, but also the result {stated}"))
    elif misfit := _misfit(stated, termination):
        issues.append(Issue("termination-differs", misfit, "make the result and the termination agree", WARNING))
    elif stated == DRAW and termination not in ("agreement", "repetition"):
        issues.append(Issue("unsettled-ending", "GIPF's rules know no draw; 1/2-1/2 stands as written"))
    elif stated in WINNERS and termination is None:
        issues.append(Issue("unsettled-ending", f"the board shows no end of the game; {stated} stands as written"))
    return _settled(stated or OPEN, termination, issues)


def _misfit(stated: str | None, termination: str | None) -> str | None:
    """Say where a result doesn't go with how the game is said to have ended, or None."""
    if termination in ("resignation", "time") and stated not in WINNERS and stated is not None:
        return f"{termination} is written, but {stated} names no winner"
    if termination == "repetition" and stated in WINNERS:
        return f"repetition is written, but also a winner: {stated}"
    return f"agreement is written, but also {OPEN}" if termination == "agreement" and stated == OPEN else None


def _reserve_gone(position: Position) -> Colour | None:
    """Give the winner where a side has an empty reserve and no row that must go would refill it.

    The side to move may still have a row of GIPF-pieces, which it may leave standing and so lose; the side that has
    just moved has lost as soon as its reserve is 0 for programs that don't wait for its next turn.
    """
    if not position.kinds() and not position.obligations(position.to_move):
        return position.to_move.opponent
    last = position.to_move.opponent
    return position.to_move if position.reserves[last] == 0 and not position.rows(last) else None
