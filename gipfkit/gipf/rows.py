"""Rows and every way to take them, on plain bit masks (spec: rules section 4).

``own`` are the pieces of the side whose rows are asked for, ``other`` the opponent's, ``gipfs`` all GIPF-pieces.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from gipfkit.gipf.board import LINE_AT, LINE_MASK_AT, STEPS, STRETCH

REMOVER_WINS, REMOVER_LOSES = 1, -1


def has_row(own: int) -> bool:
    """Say whether four adjacent pieces stand on one line."""
    m = own & own >> 1
    if m & m >> 2:
        return True
    m = own & own >> 8
    if m & m >> 16:
        return True
    m = own & own >> 9
    return bool(m & m >> 18)


def rows(own: int, occupied: int) -> list[tuple[int, int]]:
    """Give each row that stands as (index of its line, mask of the stretch that goes with it), by line."""
    found = {}
    for shift in STEPS:
        m = own & own >> shift
        m &= m >> 2 * shift
        while m:
            low = m & -m
            line = LINE_MASK_AT[shift][low]
            found[LINE_AT[shift][low]] = STRETCH[occupied & line]
            m &= ~line
    return sorted(found.items())


def only_row(own: int, occupied: int) -> int:
    """Give the stretch of the one row that stands; 0 where there is none or more than one."""
    m = own & own >> 1
    found, shift = m & m >> 2, 1
    m = own & own >> 8
    if m := m & m >> 16:
        if found:
            return 0
        found, shift = m, 8
    m = own & own >> 9
    if m := m & m >> 18:
        if found:
            return 0
        found, shift = m, 9
    if not found:
        return 0
    line = LINE_MASK_AT[shift][found & -found]
    return 0 if found & ~line else STRETCH[occupied & line]


@dataclass(frozen=True, slots=True)
class Phase:
    """All that one player takes before or after a push.

    ``removed`` is the mask of every spot emptied; ``end`` says whether that decides the game; ``steps`` is one way to
    take it, as (line, stretch, taken); ``ways`` counts the ordered ways, rows of GIPF-pieces left standing included;
    ``settled`` is false where a row that must go still stands.
    """

    removed: int
    end: int
    steps: tuple[tuple[int, int, int], ...]
    ways: int
    settled: bool = True


def phases(own: int, other: int, gipfs: int, last_gipf_loses: bool, *, partial: bool = False) -> list[Phase]:
    """Give every distinct outcome of a player's removals: the owner takes a row, the rows are looked for again.

    Each line is handled once; the game stops at the removal that decides it. The choice that most players make, own
    GIPF-pieces kept and the opponent's taken, comes first. With ``partial``, outcomes that leave rows standing that
    must go come too (a row overlooked).
    """
    return bounded_phases(own, other, gipfs, last_gipf_loses, partial=partial)[0]


def bounded_phases(
    own: int,
    other: int,
    gipfs: int,
    last_gipf_loses: bool,
    *,
    partial: bool = False,
    exactly: int | None = None,
    most: int = sys.maxsize,
) -> tuple[list[Phase], bool]:
    """Give what ``phases`` gives, bounded, and whether outcomes were left out for being too many.

    With ``exactly`` only outcomes that empty nothing but these spots are followed; of what a row and the rows that
    cross it leave open no more than ``most`` outcomes are followed, the usual ones first.
    """
    finished: dict[tuple[int, int], Phase] = {}
    layer: dict[tuple[int, int], Phase] = {(0, 0): Phase(0, 0, (), 1)}
    cut = False
    while layer:
        deeper: dict[tuple[int, int], Phase] = {}
        for (removed, handled), phase in layer.items():
            own_left, other_left, gipfs_left = own & ~removed, other & ~removed, gipfs & ~removed
            open_rows = [r for r in rows(own_left, own_left | other_left) if not handled >> r[0] & 1]
            if not open_rows:
                _merge(finished, (removed, 0), phase)
            elif partial:
                must = any(stretch & ~gipfs_left for _, stretch in open_rows)
                _merge(finished, (removed, 0), Phase(removed, 0, phase.steps, 0, settled=not must))
            for line, left, taken in _ways(open_rows, own, gipfs_left, exactly):
                if len(deeper) + len(finished) >= most:
                    cut = True
                    break
                end = ending(own_left, other_left, gipfs_left, taken) if last_gipf_loses else 0
                steps = (*phase.steps, (line, taken | left, taken)) if taken else phase.steps
                after = Phase(removed | taken, end, steps, phase.ways)
                if end:
                    _merge(finished, (after.removed, end), after)
                else:
                    _merge(deeper, (after.removed, handled | 1 << line), after)
        layer = deeper
    return list(finished.values()), cut


def _ways(
    open_rows: list[tuple[int, int]], own: int, gipfs: int, exactly: int | None
) -> Iterator[tuple[int, int, int]]:
    """Yield each way to take one of the rows as (index of its line, spots left, spots taken)."""
    for line, stretch in open_rows:
        if exactly is None:
            for left in choices(stretch & gipfs, own):
                yield line, left, stretch & ~left
        elif not stretch & ~gipfs & ~exactly:
            # What no other row crosses goes with this row or not at all.
            crossing = 0
            for other_line, other_stretch in open_rows:
                crossing |= other_stretch if other_line != line else 0
            kept = stretch & gipfs & ~exactly
            for left in choices(stretch & gipfs & exactly & crossing, 0):
                yield line, kept | left, stretch & ~(kept | left)


def _merge(into: dict[tuple[int, int], Phase], key: tuple[int, int], phase: Phase) -> None:
    known = into.get(key)
    if known is None:
        into[key] = phase
    else:
        settled = known.settled or phase.settled
        into[key] = Phase(known.removed, known.end, known.steps, known.ways + phase.ways, settled)


def choices(gipfs: int, own: int) -> Iterator[int]:
    """Yield every set of GIPF-pieces to leave, the usual choice (own kept, the opponent's taken) first."""
    usual = gipfs & own
    change = 0
    while True:
        yield usual ^ change
        change = (change - gipfs) & gipfs
        if not change:
            return


def ending(own: int, other: int, gipfs: int, taken: int) -> int:
    """Say whether taking these spots takes a side's last GIPF-piece: the opponent of the remover is looked at first."""
    lost, left = gipfs & taken, gipfs & ~taken
    if lost & other and not left & other:
        return REMOVER_WINS
    if lost & own and not left & own:
        return REMOVER_LOSES
    return 0
