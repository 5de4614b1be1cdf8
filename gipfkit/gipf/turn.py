"""What a player does in a turn: removals, a push, removals (spec: rules sections 3 and 4)."""

from dataclasses import dataclass

from gipfkit.gipf.board import LINES, Colour, Path, names, path_through


@dataclass(frozen=True, slots=True)
class Push:
    """A piece entered from ``dot`` over ``first``, the spot next to the dot; ``gipf`` for a GIPF-piece.

    The dot and the first spot fix the line and the direction.
    """

    dot: str
    first: str
    gipf: bool = False

    @property
    def path(self) -> Path:
        """The path pushed along; a dot and spot that aren't neighbours are a KeyError."""
        path = path_through(self.dot, self.first)
        if path is None or path.first != self.first:
            raise KeyError(f"{self.first} is not next to dot {self.dot}")
        return path


@dataclass(frozen=True, slots=True)
class Row:
    """A row of four or more that stands: whose, on which line, and the stretch of pieces that goes with it (a mask).

    ``optional`` is true for a stretch of GIPF-pieces only: it may stand.
    """

    colour: Colour
    line: int
    stretch: int
    optional: bool

    @property
    def spots(self) -> list[str]:
        """The stretch's spots in the line's order."""
        return LINES[self.line].ordered(self.stretch)


@dataclass(frozen=True, slots=True)
class Removal:
    """One row taken by the player of ``colour``; every field but ``line`` and ``colour`` is a mask of spots.

    ``singles`` and ``gipfs`` are his own pieces and go back to his reserve (a GIPF-piece as two); ``captured`` and
    ``captured_gipfs`` are the opponent's and leave the game; ``left`` are GIPF-pieces of the stretch that stay.
    """

    colour: Colour
    line: int
    singles: int
    gipfs: int
    captured: int
    captured_gipfs: int
    left: int

    @property
    def taken(self) -> int:
        """Every spot emptied, as a mask."""
        return self.singles | self.gipfs | self.captured | self.captured_gipfs

    @property
    def spots(self) -> list[str]:
        """Every spot emptied, in the line's order."""
        return LINES[self.line].ordered(self.taken)

    @property
    def returned(self) -> int:
        """How many pieces go back to the owner's reserve."""
        return self.singles.bit_count() + 2 * self.gipfs.bit_count()

    @property
    def lost(self) -> int:
        """How many pieces the opponent loses for good."""
        return self.captured.bit_count() + 2 * self.captured_gipfs.bit_count()


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn. ``push`` is None only where the game ends in the removals before it."""

    push: Push | None
    before: tuple[Removal, ...] = ()
    after: tuple[Removal, ...] = ()

    def __str__(self) -> str:
        parts = ["x" + ",".join(r.spots) for r in self.before]
        if self.push:
            parts.append(f"{'G' * self.push.gipf}{self.push.dot}>{self.push.first}")
        return ";".join(parts + ["x" + ",".join(r.spots) for r in self.after])


def taken(removals: tuple[Removal, ...]) -> int:
    """Give the mask of all spots that some removals empty."""
    result = 0
    for removal in removals:
        result |= removal.taken
    return result


def spots_taken(removals: tuple[Removal, ...]) -> list[str]:
    """Give the names of all spots that some removals empty."""
    return names(taken(removals))
