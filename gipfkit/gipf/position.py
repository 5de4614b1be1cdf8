"""Positions of GIPF and what the rules allow in them (spec: rules sections 2 to 5)."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gipfkit.gipf import position_text
from gipfkit.gipf.board import (
    BLACK,
    LINES,
    PATHS,
    SYMMETRIES,
    WHITE,
    Colour,
    Path,
    image,
    mask,
    names,
)
from gipfkit.gipf.rows import Phase, bounded_phases, phases, rows
from gipfkit.gipf.turn import Push, Removal, Row, Turn, taken
from gipfkit.gipf.variant import BLACK_CORNERS, STANDARD, VARIANTS, WHITE_CORNERS, Variant


class IllegalTurn(ValueError):  # noqa: N818 (the rules' own word)
    """A turn that the rules don't allow: ``code`` is a finding's code, the message says what is wrong."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended on the board: ``termination`` is ``reserve`` or ``gipf`` (the last GIPF-piece is gone)."""

    winner: Colour
    termination: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something unusual in a position; ``impossible`` where no recorded game can start from it."""

    message: str
    impossible: bool


@cache
def _runs(path: Path) -> dict[int, int]:
    """Map each occupation of a path to the run that a push moves, or to -1 where the line is full."""
    runs = {path.mask: -1}
    for k, span in enumerate(path.spans):
        run, spot = path.spans[k] & ~_last(path, k), _last(path, k)
        beyond = path.mask & ~span
        subset = 0
        while True:
            if not subset & spot:
                runs[run | subset] = run
            subset = (subset - beyond) & beyond
            if not subset:
                break
    return runs


def _last(path: Path, k: int) -> int:
    return path.spans[k] & ~(path.spans[k - 1] if k else 0)


RUNS: tuple[dict[int, int], ...] = tuple(_runs(path) for path in PATHS)


@dataclass(frozen=True, slots=True)
class Position:
    """A position: the pieces as bit masks, counts as (White's, Black's), the side to move, who may enter GIPF-pieces.

    ``captured`` counts the pieces of each side that are out of the game, ``entry`` says who may still enter
    GIPF-pieces. Immutable and hashable. Any set-up is a value; ``problems()`` tells what is unusual in it.
    """

    variant: Variant
    white: int
    black: int
    gipfs: int
    reserves: tuple[int, int]
    captured: tuple[int, int] = (0, 0)
    to_move: Colour = WHITE
    entry: tuple[bool, bool] = (False, False)

    @classmethod
    def initial(cls, variant: Variant = STANDARD) -> "Position":
        """Give the position before the first turn.

        >>> print(Position.initial())
        B2W/5/6/W5B/6/5/B2W w 12/12 0/0 - standard
        """
        empty = variant.corners == "empty"
        white = 0 if empty else mask(WHITE_CORNERS)
        black = 0 if empty else mask(BLACK_CORNERS)
        gipfs = white | black if variant.corners == "gipf" else 0
        entry = (variant.enters_gipfs, variant.enters_gipfs)
        return cls(variant, white, black, gipfs, (variant.reserve, variant.reserve), entry=entry)

    @classmethod
    def from_text(cls, text: str) -> "Position":
        """Read the position text (spec: notations section 6); a ValueError says what is wrong with it.

        >>> Position.from_text("b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic").reserves
        (12, 12)
        """
        fields = position_text.parse(text)
        if fields.variant not in VARIANTS:
            raise ValueError(f"variant {fields.variant!r} is none of {', '.join(VARIANTS)}")
        return cls(
            VARIANTS[fields.variant],
            mask(fields.white),
            mask(fields.black),
            mask(fields.gipfs),
            fields.reserves,
            fields.captured,
            BLACK if fields.to_move == "b" else WHITE,
            ("w" in fields.entry, "b" in fields.entry),
        )

    def to_text(self) -> str:
        """Write the position text (spec: notations section 6)."""
        letters = dict.fromkeys(names(self.white & ~self.gipfs), "w") | dict.fromkeys(
            names(self.white & self.gipfs), "W"
        )
        letters |= dict.fromkeys(names(self.black & ~self.gipfs), "b") | dict.fromkeys(
            names(self.black & self.gipfs), "B"
        )
        entry = "w" * self.entry[0] + "b" * self.entry[1] or "-"
        return " ".join(
            [
                position_text.board_text(letters),
                self.to_move.word[0],
                f"{self.reserves[0]}/{self.reserves[1]}",
                f"{self.captured[0]}/{self.captured[1]}",
                entry,
                self.variant.name,
            ]
        )

    def __str__(self) -> str:
        return self.to_text()

    @property
    def occupied(self) -> int:
        """The mask of all pieces."""
        return self.white | self.black

    def pieces(self, colour: Colour) -> int:
        """Give the mask of a side's pieces."""
        return self.black if colour else self.white

    def gipf_count(self, colour: Colour) -> int:
        """Give the number of a side's GIPF-pieces on the board."""
        return (self.pieces(colour) & self.gipfs).bit_count()

    def total(self, colour: Colour) -> int:
        """Give reserve + captured + pieces on the board (a GIPF-piece is two): constant through a game."""
        own = self.pieces(colour)
        return self.reserves[colour] + self.captured[colour] + own.bit_count() + (own & self.gipfs).bit_count()

    def rows(self, colour: Colour) -> list[Row]:
        """Give the rows of a side that stand, with the stretch that goes with each."""
        found = rows(self.pieces(colour), self.occupied)
        return [Row(colour, line, stretch, not stretch & ~self.gipfs) for line, stretch in found]

    def obligations(self, colour: Colour) -> list[Row]:
        """Give the rows that the side must remove: all but those of GIPF-pieces only."""
        return [row for row in self.rows(colour) if not row.optional]

    def kinds(self) -> tuple[bool, ...]:
        """Give the kinds of piece that the side to move may enter: False a single piece, True a GIPF-piece."""
        reserve = self.reserves[self.to_move]
        if not (self.variant.enters_gipfs and self.entry[self.to_move]):
            return (False,) if reserve >= 1 else ()
        first = not self.gipf_count(self.to_move)
        single = (False,) if reserve >= 1 and not first else ()
        return (*single, True) if reserve >= 2 else single

    def pushes(self) -> list[Push]:
        """Give every legal push of the side to move, for the moment at which its rows have been dealt with."""
        open_paths = [path for path in PATHS if RUNS[path.index][self.occupied & path.mask] >= 0]
        return [Push(path.dot, path.first, kind) for kind in self.kinds() for path in open_paths]

    def removals(self, colour: Colour, *, partial: bool = False) -> list[tuple[Removal, ...]]:
        """Give every distinct way to deal with a side's rows; () is among them where nothing must go.

        Two ways are the same where they empty the same spots. With ``partial``, ways that leave a row overlooked are
        given too.
        """
        return [self.as_removals(colour, phase) for phase in self.phases(colour, partial=partial)]

    def bounded_removals(
        self, colour: Colour, *, partial: bool = False, exactly: int | None = None, most: int = sys.maxsize
    ) -> tuple[list[tuple[Removal, ...]], bool]:
        """Give what ``removals`` gives, bounded as in ``rows.bounded_phases``, and whether ways were left out."""
        own, other = self.pieces(colour), self.pieces(colour.opponent)
        found, cut = bounded_phases(
            own, other, self.gipfs, self.variant.last_gipf_loses, partial=partial, exactly=exactly, most=most
        )
        return [self.as_removals(colour, phase) for phase in found], cut

    def phases(self, colour: Colour, *, partial: bool = False) -> list[Phase]:
        """Give the same as ``removals``, as masks with the number of ordered ways to take them."""
        own, other = self.pieces(colour), self.pieces(colour.opponent)
        return phases(own, other, self.gipfs, self.variant.last_gipf_loses, partial=partial)

    def as_removals(self, colour: Colour, phase: Phase) -> tuple[Removal, ...]:
        """Give a phase of this position as removals, row by row."""
        own, gone, found = self.pieces(colour), 0, []
        for line, stretch, step in phase.steps:
            found.append(self._removal(colour, own, line, stretch & ~gone, step))
            gone |= step
        return tuple(found)

    def removal(self, row: Row, spots: int) -> Removal:
        """Give the removal that empties some spots of a row, the rest of it left."""
        return self._removal(row.colour, self.pieces(row.colour), row.line, row.stretch, spots)

    def _removal(self, colour: Colour, own: int, line: int, stretch: int, spots: int) -> Removal:
        mine, theirs, gipfs = spots & own, spots & ~own, self.gipfs
        return Removal(colour, line, mine & ~gipfs, mine & gipfs, theirs & ~gipfs, theirs & gipfs, stretch & ~spots)

    def take(self, removals: tuple[Removal, ...]) -> "Position":
        """Give the position with rows taken off, unchecked, the same side to move.

        A side that loses its last GIPF-piece has lost the game, and its right to enter others with it.
        """
        kept = ~taken(removals)
        white, black, gipfs = self.white & kept, self.black & kept, self.gipfs & kept
        reserves, captured = list(self.reserves), list(self.captured)
        for removal in removals:
            reserves[removal.colour] += removal.returned
            captured[removal.colour.opponent] += removal.lost
        entry = (
            self.entry[0] and bool(white & gipfs or not self.white & self.gipfs),
            self.entry[1] and bool(black & gipfs or not self.black & self.gipfs),
        )
        counts = (reserves[0], reserves[1]), (captured[0], captured[1])
        return Position(self.variant, white, black, gipfs, *counts, self.to_move, entry)

    def entered(self, push: Push) -> "Position":
        """Give the position with a piece pushed in, the same side to move, unchecked but for a full line."""
        path = push.path
        white, black, gipfs = self.white, self.black, self.gipfs
        run = RUNS[path.index][(white | black) & path.mask]
        if run < 0:
            raise IllegalTurn("push-line-full", f"the line {path.spots[0]}-{path.spots[-1]} is full")
        if run:
            white, black, gipfs = (_shifted(m, run, path.step) for m in (white, black, gipfs))
        first, reserves, entry = path.spans[0], self.reserves, self.entry
        cost = 2 if push.gipf else 1
        if push.gipf:
            gipfs |= first
        if self.to_move:
            black |= first
            reserves = reserves[0], reserves[1] - cost
            entry = entry if push.gipf else (entry[0], False)
        else:
            white |= first
            reserves = reserves[0] - cost, reserves[1]
            entry = entry if push.gipf else (False, entry[1])
        return Position(self.variant, white, black, gipfs, reserves, self.captured, self.to_move, entry)

    def passed(self) -> "Position":
        """Give the position with the turn gone to the opponent."""
        return Position(
            self.variant,
            self.white,
            self.black,
            self.gipfs,
            self.reserves,
            self.captured,
            WHITE if self.to_move else BLACK,
            self.entry,
        )

    def turns(self) -> Iterator[Turn]:
        """Yield every complete turn of the side to move; ways to take the same spots count as one."""
        if self.outcome():
            return
        mover = self.to_move
        for before in self.phases(mover):
            removed = self.as_removals(mover, before)
            if before.end:
                yield Turn(None, removed)
                continue
            middle = self.take(removed)
            for push in middle.pushes():
                pushed = middle.entered(push)
                for after in pushed.phases(mover):
                    yield Turn(push, removed, pushed.as_removals(mover, after))

    def play(self, turn: Turn) -> "Position":
        """Give the position after a turn; IllegalTurn says why where the rules don't allow it.

        >>> Position.initial().play(Turn(Push("e1", "e2"))).to_text()
        'B2W/5/6/wW4B/6/5/B2W b 11/12 0/0 - standard'
        """
        if self.outcome():
            raise IllegalTurn("turn-after-end", "the game has ended")
        middle, ended = self._checked(turn.before)
        if turn.push is None:
            if not ended:
                raise IllegalTurn("push-missing", "the turn needs a push")
            if turn.after:
                raise IllegalTurn("turn-after-end", "the removal before the push ends the game")
            return middle.passed()
        if ended:
            raise IllegalTurn("turn-after-end", "the removal before the push ends the game")
        if turn.push not in middle.pushes():
            raise _why_not(middle, turn.push)
        return middle.entered(turn.push)._checked(turn.after)[0].passed()

    def _checked(self, removals: tuple[Removal, ...]) -> tuple["Position", bool]:
        """Take rows off one by one as the rules demand; also say whether that ends the game."""
        position, mover = self, self.to_move
        for k, removal in enumerate(removals):
            standing = {row.line: row for row in position.rows(mover)}
            row = standing.get(removal.line)
            if row is None or removal.colour is not mover:
                raise IllegalTurn("removal-no-row", f"no row of {mover.word} stands on {LINES[removal.line].spots}")
            left = removal.left
            fitting = position._removal(mover, position.pieces(mover), row.line, row.stretch, row.stretch & ~left)
            if fitting != removal or left & ~position.gipfs or not removal.taken:
                raise IllegalTurn("removal-incomplete", f"the whole row goes: {', '.join(row.spots)}")
            position = position.take((removal,))
            if position.without_gipfs():
                if k + 1 < len(removals):
                    raise IllegalTurn("turn-after-end", f"taking {', '.join(removal.spots)} ends the game")
                return position, True
        if due := position.obligations(mover):
            raise IllegalTurn("row-not-removed", f"the row {', '.join(due[0].spots)} must be removed")
        return position, False

    def without_gipfs(self) -> list[Colour]:
        """Give the sides that have lost for want of a GIPF-piece; both where the mover took the last two in one row."""
        if not self.variant.last_gipf_loses:
            return []
        return [c for c in (WHITE, BLACK) if not self.gipf_count(c) and not self.entry[c]]

    def outcome(self) -> Outcome | None:
        """Say who has won and how, or None while the game goes on (spec: rules section 5)."""
        if gone := self.without_gipfs():
            loser = self.to_move if len(gone) == 2 else gone[0]
            return Outcome(loser.opponent, "gipf")
        if not self.kinds() and not rows(self.pieces(self.to_move), self.occupied):
            return Outcome(self.to_move.opponent, "reserve")
        return None

    def image(self, symmetry: int) -> "Position":
        """Give the position turned or mirrored by one of the board's 12 symmetries."""
        white, black, gipfs = image(self.white, symmetry), image(self.black, symmetry), image(self.gipfs, symmetry)
        return Position(self.variant, white, black, gipfs, self.reserves, self.captured, self.to_move, self.entry)

    def canonical(self) -> tuple["Position", int]:
        """Give the least of the 12 images and the symmetry that leads to it."""
        keys = [(image(self.white, s), image(self.black, s), image(self.gipfs, s)) for s in SYMMETRIES]
        best = min(SYMMETRIES, key=keys.__getitem__)
        return self.image(best), best

    def problems(self) -> list[Problem]:
        """Tell what is unusual in the position, and whether a recorded game can start from it."""
        found = [p for colour in (WHITE, BLACK) for p in self._side_problems(colour)]
        if self.gipfs and not self.variant.last_gipf_loses:
            found.append(Problem("basic has no GIPF-pieces", impossible=True))
        if self.obligations(self.to_move.opponent):
            found.append(Problem(f"a row of {self.to_move.opponent.word} stands after its own turn", impossible=True))
        return found

    def _side_problems(self, colour: Colour) -> Iterator[Problem]:
        own, word = self.pieces(colour), colour.word.capitalize()
        on_board = own.bit_count() + (own & self.gipfs).bit_count()
        if on_board > self.variant.pieces:
            yield Problem(f"{word} has {on_board} pieces on the board, of {self.variant.pieces}", impossible=True)
        elif self.total(colour) != self.variant.pieces:
            total, usual = self.total(colour), self.variant.pieces
            yield Problem(
                f"{word} has {total} pieces in all (board, reserve, captured), usually {usual}", impossible=False
            )
        if self.entry[colour]:
            if not self.variant.enters_gipfs:
                yield Problem(f"no GIPF-piece is entered in {self.variant.name}", impossible=True)
            elif own & ~self.gipfs:
                yield Problem(f"{word} has entered a single piece and can't enter GIPF-pieces", impossible=True)


def _shifted(spots: int, run: int, step: int) -> int:
    moving = spots & run
    return (spots & ~run) | (moving << step if step > 0 else moving >> -step)


def _why_not(position: Position, push: Push) -> IllegalTurn:
    """Say why a push isn't legal."""
    word = position.to_move.word.capitalize()
    try:
        path = push.path
    except KeyError:
        return IllegalTurn("push-not-on-line", f"{push.first} is not next to {push.dot}")
    if RUNS[path.index][position.occupied & path.mask] < 0:
        return IllegalTurn("push-line-full", f"the line {path.spots[0]}-{path.spots[-1]} is full")
    return IllegalTurn(*why_kind(position, push.gipf, word))


def why_kind(position: Position, gipf: bool, word: str) -> tuple[str, str]:
    """Give code and sentence for a kind of piece that the side to move may not enter."""
    side, variant = position.to_move, position.variant
    if gipf and not variant.enters_gipfs:
        return "piece-not-allowed", f"no GIPF-piece is entered in {variant.name}"
    if gipf and not position.entry[side]:
        return "piece-not-allowed", f"{word} has entered a single piece and can't enter GIPF-pieces any more"
    if not gipf and position.reserves[side] >= 1:
        return "piece-not-allowed", f"{word}'s first piece must be a GIPF-piece"
    needed = "a GIPF-piece needs 2 pieces" if gipf else "a push needs a piece"
    return "reserve-empty", f"{needed} in reserve, {word} has {position.reserves[side]}"
