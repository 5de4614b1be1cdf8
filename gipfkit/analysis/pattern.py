"""Patterns of positions: a position text in which parts are left open, matched against packed positions.

The board's field takes ``?`` for any content, ``x`` for any piece and ``.`` for an empty spot beside digits and pieces.
The other fields may be left out from the end, or be ``?``; of reserves and captured pieces either number may be, as
in ``?/5``.
"""

import re
from dataclasses import dataclass

from gipfkit.gipf.board import SYMMETRIES, image_name
from gipfkit.gipf.packing import LANE, LANE_BIT, LANE_MASK, Head
from gipfkit.gipf.position_text import FIELDS, contents
from gipfkit.gipf.variant import VARIANTS

ANY = "?"
_LANES = {"w": 1, "b": 1 << LANE, "W": 1 | 1 << 2 * LANE, "B": 1 << LANE | 1 << 2 * LANE, ".": 0}
_ALL_LANES = 1 | 1 << LANE | 1 << 2 * LANE
_OTHER_SIDE = str.maketrans("wbWB", "bwBW")


@dataclass(frozen=True, slots=True)
class BoardTest:
    """What the lanes of a board must be: ``wanted`` where ``care`` has bits, and some piece on the spots of ``any``."""

    care: int
    wanted: int
    any: int

    def fits(self, lanes: int) -> bool:
        """Say whether a board passes."""
        return lanes & self.care == self.wanted and (lanes | lanes >> LANE) & self.any == self.any


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: letters by spot (only those that ask for something) and the other fields, ``?`` where open."""

    letters: tuple[tuple[str, str], ...]
    to_move: str = ANY
    reserves: tuple[int | None, int | None] = (None, None)
    captured: tuple[int | None, int | None] = (None, None)
    entry: str = ANY
    variant: str = ANY

    @classmethod
    def from_text(cls, text: str) -> "Pattern":
        """Read a pattern; a ValueError says what is wrong with it.

        >>> Pattern.from_text("4/5/6/3W3/6/5/4 ? ?/3").reserves
        (None, 3)
        """
        fields = text.split()
        if not 1 <= len(fields) <= 6:
            raise ValueError(f"a pattern has one to six fields ({FIELDS}), this one has {len(fields)}")
        board, to_move, reserves, captured, entry, variant = [*fields, *[ANY] * (6 - len(fields))]
        letters = contents(board, "?x.", ", ? for anything, x for any piece")
        for name, value, known in (
            ("side to move", to_move, ("w", "b")),
            ("entry", entry, ("wb", "w", "b", "-")),
            ("variant", variant, tuple(VARIANTS)),
        ):
            if value not in (*known, ANY):
                raise ValueError(f"{name} is {', '.join(known)} or ?, not {value!r}")
        asked = tuple((spot, letter) for spot, letter in letters.items() if letter != ANY)
        return cls(asked, to_move, _pair("reserves", reserves), _pair("captured", captured), entry, variant)

    def exchanged(self) -> "Pattern":
        """Give the pattern with the colours exchanged."""
        return Pattern(
            tuple((spot, letter.translate(_OTHER_SIDE)) for spot, letter in self.letters),
            self.to_move.translate(_OTHER_SIDE),
            self.reserves[::-1],
            self.captured[::-1],
            {"w": "b", "b": "w"}.get(self.entry, self.entry),
            self.variant,
        )

    def board_tests(self) -> list[BoardTest]:
        """Give the test of each image of the pattern, in the order of the symmetries."""
        return [self._board_test(symmetry) for symmetry in SYMMETRIES]

    def _board_test(self, symmetry: int) -> BoardTest:
        care = wanted = some = 0
        for spot, letter in self.letters:
            bit = LANE_BIT[image_name(spot, symmetry)]
            if letter == "x":
                some |= bit
            else:
                care |= bit * _ALL_LANES
                wanted |= bit * _LANES[letter]
        return BoardTest(care, wanted, some)

    def head_test(self) -> tuple[int, int]:
        """Give the bits to look at in what stands before a packed board (``packing.Head``), and what they must be."""
        fields = [
            *zip(Head.RESERVES, self.reserves, strict=True),
            *zip(Head.CAPTURED, self.captured, strict=True),
        ]
        care = sum(Head.COUNT << shift for shift, count in fields if count is not None)
        wanted = sum(count << shift for shift, count in fields if count is not None)
        if self.to_move != ANY:
            care |= 1 << Head.TO_MOVE
            wanted |= (self.to_move == "b") << Head.TO_MOVE
        if self.entry != ANY:
            for side, shift in zip("wb", Head.ENTRY, strict=True):
                care |= 1 << shift
                wanted |= (side in self.entry) << shift
        if self.variant != ANY:
            care |= 3 << Head.VARIANT
            wanted |= tuple(VARIANTS).index(self.variant) << Head.VARIANT
        return care, wanted


def _pair(field: str, text: str) -> tuple[int | None, int | None]:
    found = re.fullmatch(r"([0-9]{1,3}|\?)/([0-9]{1,3}|\?)", "?/?" if text == ANY else text)
    if not found:
        raise ValueError(f"{field} are two numbers or ?, White's/Black's, not {text!r}")
    white, black = (None if count == ANY else int(count) for count in found.groups())
    if max(white or 0, black or 0) > Head.COUNT:
        raise ValueError(f"{field}: no game has more than {Head.COUNT}")
    return white, black


def pieces_of(lanes: int) -> tuple[int, int, int]:
    """Give the lanes of a packed board one by one: White's pieces, Black's, GIPF-pieces."""
    return lanes & LANE_MASK, lanes >> LANE & LANE_MASK, lanes >> 2 * LANE
