"""Counts the pushes that a board allows, in three ways, and measures how far its spots lie from the centre.

* **raw**: every push, by dot and line. A line is closed to both its ends where it is full.
* **notation**: pushes that the official notation tells apart: those onto one empty spot are one.
* **positions**: distinct boards that the pushes lead to, rows not yet taken.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from gipfkit.gipf.board import ALL_SPOTS, BIT, HEXAGON, PATHS, SPOTS
from gipfkit.gipf.position import RUNS

RING: dict[str, int] = {
    name: ring for p in HEXAGON.points() if (name := HEXAGON.name(p)) in BIT for ring in [HEXAGON.distance(p)]
}
# The spots up to a ring: the centre, with the six around it, with the twelve around those.
WITHIN: tuple[int, ...] = tuple(sum(BIT[name] for name in SPOTS if RING[name] <= ring) for ring in range(3))

_PATHS_TO = Counter(path.spans[0] for path in PATHS)
_RIM = sum(_PATHS_TO)
# Spots with a third dot beside them.
_CORNERS = sum(first for first, paths in _PATHS_TO.items() if paths > 2)
# Pushes onto the empty board that the notation tells apart, and what an occupied spot next to dots adds.
_FEWEST = len(_PATHS_TO)


# A board in a long int of many: 72 bits, so that shifts by 36 bring in nothing of the next one where it matters.
_BYTES = 9
_LEVEL, _SKEW, _COLUMN = 0x7F, 0x1FF, 0x01010101010101


def _open_lines(empty: int, lanes: int = 1) -> int:
    """Count the lines with an empty spot, summed over boards: the seven lines of an axis fold onto seven bits.

    With a spot at bit 8x + y, lines of one y are alike modulo 8, lines of one y - x modulo 9, lines of one x in a byte.
    ``empty`` holds one board or many side by side, ``lanes`` a 1 for each.
    """
    level = empty | empty >> 32
    level |= level >> 16
    level |= level >> 8
    skew = empty | empty >> 36
    skew |= skew >> 18
    skew |= skew >> 9
    column = empty | empty >> 4
    column |= column >> 2
    column |= column >> 1
    folded = level & _LEVEL * lanes, skew & _SKEW * lanes, column & _COLUMN * lanes
    return sum(lines.bit_count() for lines in folded)


def raw_pushes(occupied: int) -> int:
    """Count the pushes of one kind of piece, by dot and line, from the mask of all pieces.

    >>> raw_pushes(0)
    42
    """
    return 2 * _open_lines(ALL_SPOTS & ~occupied)


def notation_pushes(occupied: int) -> int:
    """Count the pushes of one kind of piece that the official notation tells apart.

    >>> notation_pushes(0)
    18
    """
    return notation_pushes_total((occupied,))


def notation_pushes_total(boards: Sequence[int]) -> int:
    """Count the same for many boards at once and give the sum: a fraction of the work for each."""
    lanes = _lanes(len(boards))
    occupied = int.from_bytes(b"".join([board.to_bytes(_BYTES, "little") for board in boards]), "little")
    named = (occupied & _RIM * lanes).bit_count() + (occupied & _CORNERS * lanes).bit_count()
    closed = len(PATHS) * len(boards) - 2 * _open_lines(occupied ^ ALL_SPOTS * lanes, lanes)
    return _FEWEST * len(boards) + named - closed


@lru_cache(maxsize=512)
def _lanes(boards: int) -> int:
    """Give a 1 at the start of each board."""
    return sum(1 << 8 * _BYTES * k for k in range(boards))


# Each path: the line's mask, the run for each occupation, and the end spot for each run.
_ENDS = tuple(
    (
        path.mask,
        RUNS[path.index],
        {run: span & ~run for run, span in zip((0, *path.spans), path.spans, strict=False)},
    )
    for path in PATHS
)


def push_positions(own: int, gipfs: int, occupied: int, kinds: tuple[bool, ...]) -> int:
    """Count the distinct boards that pushes lead to; ``own`` are the mover's pieces, ``kinds`` those he may enter.

    Where all that moves is like the piece pushed, only the spot that is filled tells pushes apart; where it isn't, a
    spot changes that lies on no other path to the same end, and the board is like no other.
    """
    total = 0
    for gipf in kinds:
        unlike = ~(own & gipfs if gipf else own & ~gipfs)
        filled = set()
        for line, runs, ends in _ENDS:
            run = runs[occupied & line]
            if run & unlike > 0:
                total += 1
            elif run >= 0:
                filled.add(ends[run])
        total += len(filled)
    return total
