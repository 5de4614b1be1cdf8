"""Rows of a game in a log: what the log tells of them, and their removal by the rules (spec: rules section 4)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gipfkit.gipf.board import LINES, PATHS, Colour, mask
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Removal, Row, taken
from gipfkit.notations.bga.table import ASK, KEEP

# Every line with its spots and the dots at its ends.
_POINTS = [{*line.spots, *(path.dot for path in PATHS if path.line == line.index)} for line in LINES]
POINTS = set().union(*_POINTS)
_LINES_OF = {point: frozenset(k for k, points in enumerate(_POINTS) if point in points) for point in POINTS}


@dataclass(frozen=True, slots=True)
class TakenRow:
    """A row that the log says was taken: the spots it lists, and the lines that it can be on."""

    spots: tuple[str, ...]
    lines: frozenset[int]
    complete: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """What the log tells of one player's removals before or after a push: rows, GIPF-pieces left and taken."""

    rows: tuple[TakenRow, ...] = ()
    keep: int = 0
    take: int = 0

    def __bool__(self) -> bool:
        return bool(self.rows or self.keep or self.take)

    def for_row(self, number: int) -> "Choices":
        """Give what holds for a row, by its number from 1: a piece kept and taken goes with the last of its rows."""
        later = 0
        for row in self.rows[number:] if self.keep & self.take else ():
            for line in row.lines:
                later |= LINES[line].mask
        return replace(self, keep=self.keep & (later | ~self.take), take=self.take & ~(later & self.keep))


def lines_through(points: Iterable[str]) -> frozenset[int]:
    """Give the lines that run through all of some points."""
    found = frozenset(range(len(LINES)))
    for point in points:
        found &= _LINES_OF[point]
    return found


def settle(
    position: Position, colour: Colour, choices: Choices, unnamed: str
) -> tuple[tuple[Removal, ...] | None, bool]:
    """Take a side's rows by the rules, with the choices that a log tells.

    None where the rules don't allow what the log says. True where it leaves open what the rules leave to the player.
    """
    removals, doubtful = _in_order(position, colour, choices, unnamed)
    listed = mask(spot for row in choices.rows for spot in row.spots) | choices.take
    if choices.rows and all(row.complete for row in choices.rows) and (removals is None or taken(removals) != listed):
        # Several rows may be listed as one.
        exact = next((option for option in position.removals(colour) if taken(option) == listed), None)
        return (exact, False) if exact else (removals, doubtful)
    return removals, doubtful


def _in_order(
    position: Position, colour: Colour, choices: Choices, unnamed: str
) -> tuple[tuple[Removal, ...] | None, bool]:
    """Take row after row as the log has them, then those that it doesn't speak of."""
    steps: list[Removal] = []
    doubtful = False
    for k, choice in enumerate(choices.rows, 1):
        spots = mask(choice.spots)
        rows = [r for r in position.rows(colour) if r.line in choice.lines and not spots & ~r.stretch]
        if not rows:
            return None, False
        going, unsaid = _going(position, rows[0], choice, choices.for_row(k), unnamed)
        doubtful = doubtful or unsaid or len(rows) > 1
        if going:
            steps.append(position.removal(rows[0], going))
            position = position.take((steps[-1],))
        if position.without_gipfs():
            return tuple(steps), doubtful
    rest = _rest(position, colour, choices, unnamed)
    return (None, False) if rest is None else ((*steps, *rest[0]), doubtful or rest[1])


def _going(position: Position, row: Row, choice: TakenRow, choices: Choices, unnamed: str) -> tuple[int, bool]:
    """Give what goes of a row, and whether the log leaves one of its GIPF-pieces open."""
    gipfs = row.stretch & position.gipfs
    going = (mask(choice.spots) | choices.take) & ~choices.keep & gipfs
    open_ones = 0 if choice.complete else gipfs & ~choices.keep & ~choices.take
    if unnamed == ASK:
        going |= open_ones & ~position.pieces(row.colour)
    elif unnamed != KEEP:
        going |= open_ones
    return row.stretch & ~gipfs | going, bool(open_ones) and unnamed == ASK


def _rest(
    position: Position, colour: Colour, choices: Choices, unnamed: str
) -> tuple[tuple[Removal, ...], bool] | None:
    """Take the rows that the log doesn't speak of; None where what it says of GIPF-pieces is impossible."""
    take = choices.take & position.occupied
    if not take and not position.obligations(colour):
        return (), False
    options = position.removals(colour)
    fitting = [o for o in options if not taken(o) & choices.keep & ~choices.take and not take & ~taken(o)]
    if not fitting:
        return None
    others = position.gipfs & ~take
    if not position.obligations(colour):
        unnamed = KEEP  # a row of GIPF-pieces only stands unless the log takes it
    if unnamed != ASK:
        counts = [(taken(o) & others).bit_count() * (1 if unnamed == KEEP else -1) for o in fitting]
        least = min(counts)
        fitting = [o for o, count in zip(fitting, counts, strict=True) if count == least]
    return fitting[0], len(fitting) > 1
