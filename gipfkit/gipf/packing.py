"""Positions packed into 14 bytes, exactly: no hash, so that equal keys are equal positions.

A key is 111 bits, from the left: variant (2 bits), side to move (1), who may enter GIPF-pieces (2), reserves and
captured pieces of White and Black (5 each), and the 37 spots as one number to base 5 (86). Bytes compare as the numbers
do.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from gipfkit.gipf.board import BIT, SPOTS, SYMMETRIES, Colour, image_name
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS
from gipfkit.hexboard import inverse

KEY_BYTES = 14
_BOARD_BITS = 86
_HEAD_SHIFT = 32 - (8 * KEY_BYTES - _BOARD_BITS)  # in the first four bytes
_COUNT_BITS = 5
MOST_PIECES = (1 << _COUNT_BITS) - 1
_LANE = 12  # bytes for the board of one image
_LANES = _LANE * len(SYMMETRIES)
_NAMES = tuple(VARIANTS)
_POWER = {spot: 5**k for k, spot in enumerate(reversed(SPOTS))}
# What a spot holds, as a digit: empty, white, black, white GIPF-piece, black GIPF-piece.
_WHITE, _BLACK, _GIPF = 1, 2, 2

# The lanes of one column's pieces, by the column's bytes of (White's pieces, Black's, GIPF-pieces).
_Column = dict[tuple[int, int, int], int]


class _Columns(_Column):
    """The lanes of a column, each made when it is first asked for."""

    def __init__(self, column: int):
        super().__init__()
        self.spots = [spot for spot in SPOTS if BIT[spot] >> 8 * column & 127]

    def __missing__(self, key: tuple[int, int, int]) -> int:
        white, black, gipfs = key
        total = 0
        for spot in self.spots:
            bit = BIT[spot] >> 8 * (ord(spot[0]) - ord("b"))
            digit = _WHITE * bool(white & bit) + _BLACK * bool(black & bit)
            digit += _GIPF * bool(digit and gipfs & bit)
            if digit:
                total += digit * _lanes_of(spot)
        self[key] = total
        return total


@cache
def _lanes_of(spot: str) -> int:
    """Give the weights of a spot's twelve images, the first symmetry in the highest lane."""
    total = 0
    for symmetry in SYMMETRIES:
        total = total << 8 * _LANE | _POWER[image_name(spot, symmetry)]
    return total


_COLUMNS = tuple(_Columns(column) for column in range(7))


def boards(white: int, black: int, gipfs: int) -> list[bytes]:
    """Give the packed boards of the twelve images, in the order of the symmetries."""
    columns = zip(white.to_bytes(7, "little"), black.to_bytes(7, "little"), gipfs.to_bytes(7, "little"), strict=True)
    total = sum([table[column] for table, column in zip(_COLUMNS, columns, strict=True)])
    lanes = total.to_bytes(_LANES, "big")
    return [lanes[k : k + _LANE] for k in range(0, _LANES, _LANE)]


def packed(position: Position, board: bytes | None = None) -> bytes:
    """Give a position's key; ``board`` is the packed board of one of its images, else its own.

    Reserves and captured pieces above 31 are a ValueError: no variant has so many.

    >>> unpacked(packed(Position.initial())) == Position.initial()
    True
    """
    own = board if board is not None else boards(position.white, position.black, position.gipfs)[0]
    counts = (*position.reserves, *position.captured)
    return key_of(_NAMES.index(position.variant.name), position.to_move, position.entry, counts, own)


def key_of(variant: int, to_move: int, entry: tuple[bool, bool], counts: tuple[int, ...], board: bytes) -> bytes:
    """Give the key of a packed board and what goes with it; ``counts`` are reserves, then captured, White's first."""
    head = ((variant << 1 | to_move) << 1 | entry[0]) << 1 | entry[1]
    for count in counts:
        if count > MOST_PIECES:
            raise ValueError(f"{count} pieces are more than a packed position holds ({MOST_PIECES})")
        head = head << _COUNT_BITS | count
    return (head << _BOARD_BITS | int.from_bytes(board, "big")).to_bytes(KEY_BYTES, "big")


def canonical_key(position: Position) -> tuple[bytes, int]:
    """Give the least key of the twelve images, and the symmetry that leads to it."""
    images = boards(position.white, position.black, position.gipfs)
    least = min(images)
    return packed(position, least), images.index(least)


@lru_cache(maxsize=64)
def own_symmetries(position: Position) -> tuple[int, ...]:
    """Give the symmetries that lead from a position to itself, the first 0.

    >>> len(own_symmetries(Position.initial()))
    6
    """
    images = boards(position.white, position.black, position.gipfs)
    return tuple(k for k, board in enumerate(images) if board == images[0])


def unpacked(key: bytes) -> Position:
    """Give the position of a key; what is no key is a ValueError."""
    number = int.from_bytes(key, "big")
    if len(key) != KEY_BYTES or number >> _BOARD_BITS >> Head.VARIANT >= len(_NAMES):
        raise ValueError("no key of a position")
    number, board = number >> _BOARD_BITS, number & (1 << _BOARD_BITS) - 1
    counts = []
    for _ in range(4):
        counts.append(number & MOST_PIECES)
        number >>= _COUNT_BITS
    lost_black, lost_white, reserve_black, reserve_white = counts
    white = black = gipfs = 0
    for spot in reversed(SPOTS):
        board, digit = divmod(board, 5)
        if digit:
            bit = BIT[spot]
            white |= bit if digit in (1, 3) else 0
            black |= bit if digit in (2, 4) else 0
            gipfs |= bit if digit > 2 else 0
    variant = VARIANTS[_NAMES[number >> 3]]
    to_move, entry = Colour(number >> 2 & 1), (bool(number & 2), bool(number & 1))
    return Position(
        variant, white, black, gipfs, (reserve_white, reserve_black), (lost_white, lost_black), to_move, entry
    )


# Six spots as one digit to base 15,625: fewer steps to take a board apart.
_GROUP = 6
_GROUPS = -(-len(SPOTS) // _GROUP)
LANE = len(SPOTS)
LANE_BIT = {spot: 1 << k for k, spot in enumerate(reversed(SPOTS))}
LANE_MASK = (1 << LANE) - 1


@cache
def _group_lanes() -> list[int]:
    """Give the lanes of every content of six spots."""
    digits = [0, 1, 1 << LANE, 1 | 1 << 2 * LANE, 1 << LANE | 1 << 2 * LANE]
    found = [0]
    for k in range(_GROUP):
        found = [rest | digit << k for digit in digits for rest in found]
    return found


def parts_of(key: bytes) -> tuple[int, int]:
    """Take a key apart: what stands before the board (``Head``), and the board as three lanes of bits.

    The lanes are White's pieces, Black's and the GIPF-pieces, lowest first; ``LANE_BIT`` says which bit is a spot's.
    """
    number = int.from_bytes(key, "big")
    board, lanes, table = number & (1 << _BOARD_BITS) - 1, 0, _group_lanes()
    for k in range(0, _GROUP * _GROUPS, _GROUP):
        board, group = divmod(board, len(table))
        lanes |= table[group] << k
    return number >> _BOARD_BITS, lanes


class Head:
    """Where what stands before the board has its fields: shifts, White's before Black's."""

    CAPTURED, RESERVES, ENTRY, TO_MOVE, VARIANT = (5, 0), (15, 10), (21, 20), 22, 23
    COUNT = MOST_PIECES


def placed(key: bytes, symmetry: int) -> Position:
    """Give the position that ``canonical_key`` gives this key and symmetry for; a ValueError where there is none.

    >>> position = Position.initial().image(1)
    >>> placed(*canonical_key(position)) == position
    True
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"no symmetry of the board: {symmetry}")
    return unpacked(key).image(inverse(symmetry))


def exchanged(position: Position) -> Position:
    """Give the position with the colours exchanged: the same for play, as seen from the other side."""
    return Position(
        position.variant,
        position.black,
        position.white,
        position.gipfs,
        position.reserves[::-1],
        position.captured[::-1],
        position.to_move.opponent,
        position.entry[::-1],
    )


@cache
def _exchanged_head(head: int) -> int:
    """Give what stands before the board with the colours exchanged."""
    found = head ^ 1 << Head.TO_MOVE
    for (white, black), full in ((Head.RESERVES, Head.COUNT), (Head.CAPTURED, Head.COUNT), (Head.ENTRY, 1)):
        differing = (head >> white ^ head >> black) & full
        found ^= differing << white | differing << black
    return found


def comes_back(keys: Sequence[bytes]) -> bool:
    """Say whether some canonical keys have one twice, or two that are each other's with the colours exchanged."""
    known = set(keys)
    if len(known) < len(keys):
        return True
    heads = {int.from_bytes(key[:4], "big") >> _HEAD_SHIFT for key in known}
    if heads.isdisjoint(map(_exchanged_head, heads)):
        return False
    return any(canonical_key(exchanged(unpacked(key)))[0] in known for key in known)
