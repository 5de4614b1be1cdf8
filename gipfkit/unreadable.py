"""Says of every turn that couldn't be read which one it is, and whose."""

from collections.abc import Iterator
from dataclasses import replace

from gipfkit.findings import CODES, IN_VARIATION, Finding, in_variation
from gipfkit.gipf.board import Colour
from gipfkit.record import Place, Record, TurnList, plies_before

UNREADABLE = "unreadable"


def reported(record: Record) -> tuple[Finding, ...]:
    """Give the reader's findings, those of unreadable turns with turn and side, and one for each that has none.

    In a variation an unreadable turn is a warning: the game itself is not touched by it.
    """
    turns = list(_unreadable(record.main))
    if not turns:
        return record.findings
    before = plies_before(record.tags)
    by_place = {(place.line, place.column): (number, inside) for number, inside, place, _ in turns if place}
    found: list[Finding] = []
    named: set[tuple[int, bool]] = set()
    for given in record.findings:
        number, inside = given.turn, given.message.startswith(IN_VARIATION)
        if number is None and (place := by_place.get((given.line or 0, given.column or 0))):
            number, inside = place
        if number is None:
            found.append(given)
            continue
        finding = in_variation(given, number) if inside and given.turn is None else replace(given, turn=number)
        found.append(replace(finding, side=_mover(before, number)))
        named.add((number, inside))
    unnamed = [turn for turn in turns if turn[:2] not in named]
    return (*found, *(_unnamed(record, _mover(before, turn[0]), *turn) for turn in unnamed))


def _unreadable(main: TurnList) -> Iterator[tuple[int, bool, Place | None, str]]:
    """Yield number, whether it is in a variation, place and text of every unreadable turn."""
    stack = [(main, 1, False)]
    while stack:
        turns, first, inside = stack.pop()
        for k, turn in enumerate(turns.turns):
            if turn.unreadable is not None:
                yield first + k, inside, turns.place(k + 1), turn.unreadable
        for number, note in turns.annotations.items():
            stack += [(variation, first + max(number - 1, 0), True) for variation in note.variations]


def _unnamed(record: Record, mover: str, number: int, inside: bool, place: Place | None, text: str) -> Finding:
    line, column = (place.line, place.column) if place else (record.line, None)
    severity, message = CODES[UNREADABLE].severity, "the turn can't be read"
    finding = Finding(
        UNREADABLE,
        severity,
        message,
        source=record.source,
        game=record.number,
        line=line,
        column=column,
        turn=number,
        side=mover,
        text=text or None,
    )
    return in_variation(finding, number) if inside else finding


def _mover(before: int, number: int) -> str:
    return Colour((before + number - 1) % 2).word
