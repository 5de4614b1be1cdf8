"""Plays a run of turns at speed for as long as nothing in them needs judging.

Most recorded turns are plain: the push is legal as written, at most one row stands, and the list of removed pieces is
exactly that row. Such turns are played here on bare ints. At the first turn that is anything else the run stops, and
whoever called judges that turn with ``Position``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gipfkit.gipf.board import BIT, BLACK, PATHS_TO, WHITE, Colour, Path, path_through
from gipfkit.gipf.position import Position
from gipfkit.gipf.rows import has_row, only_row


class Listed(NamedTuple):
    """A removal list as masks: all spots, those marked as GIPF-pieces, those marked as captured (-1: not told)."""

    spots: int = 0
    gipfs: int = 0
    captured: int = 0


NOTHING = Listed()


class Plan(NamedTuple):
    """A turn ready to be played: the push as masks, and the removal lists before and after it.

    The push is legal as written where ``span`` (the spots from the dot to the end spot) holds pieces on ``run`` alone.
    """

    path: Path
    span: int
    run: int
    first: int
    step: int
    gipf: bool
    before: Listed = NOTHING
    after: Listed = NOTHING


# The position after a turn, as the side that has just moved sees it: its pieces, the opponent's, GIPF-pieces, reserves,
# captured and entry rights, its own first in each pair.
State = tuple[int, int, int, int, int, int, int, bool, bool]


def plan_push(dot: str | None, spot: str, gipf: bool) -> Plan | None:
    """Give the plan of a push written with its end spot, or None where the spot can't be reached so."""
    if dot is None:
        paths = PATHS_TO.get(spot)
        path = paths[0] if paths else None
    else:
        path = path_through(dot, spot)
    if path is None:
        return None
    span = path.spans[path.spots.index(spot)]
    return Plan(path, span, span & ~BIT[spot], path.spans[0], path.step, gipf)


@dataclass(slots=True)
class Run:
    """What a run played: the state after each turn, and the reserve of the side that moved."""

    states: list[State]
    reserves: list[int]


def play_on(position: Position, plans: Sequence[Plan | None], start: int) -> Run:
    """Play ``plans[start:]`` from a position, up to the first turn that needs a judge (None is one)."""
    run_played = Run([], [])
    states, reserves = run_played.states, run_played.reserves
    mover, other = position.to_move, position.to_move.opponent
    own, opp, gipfs = position.pieces(mover), position.pieces(other), position.gipfs
    if has_row(opp) or position.outcome():
        return run_played
    own_reserve, opp_reserve = position.reserves[mover], position.reserves[other]
    own_lost, opp_lost = position.captured[mover], position.captured[other]
    own_entry, opp_entry = position.entry[mover], position.entry[other]
    enters, loses = position.variant.enters_gipfs, position.variant.last_gipf_loses
    standing: int = has_row(own)
    # Not islice: that walks over all that was played before.
    for plan in map(plans.__getitem__, range(start, len(plans))) if start else plans:
        if plan is None:
            break
        _, span, run, first, step, gipf, before, after = plan
        if standing or before[0]:
            if not _is_the_row(own, opp, gipfs, before, loses):
                break
            kept = ~before[0]
            back, gone = before[0] & own, before[0] & opp
            reserve = own_reserve + back.bit_count() + (back & gipfs).bit_count()
            lost = opp_lost + gone.bit_count() + (gone & gipfs).bit_count()
            mine, theirs, pairs = own & kept, opp & kept, gipfs & kept
        else:
            reserve, lost = own_reserve, opp_lost
            mine, theirs, pairs = own, opp, gipfs
        if (mine | theirs) & span != run:
            break
        entry = own_entry
        if gipf:
            if not entry or reserve < 2:
                break
            reserve -= 2
        else:
            if reserve < 1:
                break
            if entry:
                if not mine & pairs:
                    break
                entry = False
            reserve -= 1
        pushed = 0
        if run:
            moved, pushed, paired = mine & run, theirs & run, pairs & run
            if step > 0:
                mine = mine ^ moved | moved << step
                if pushed:
                    theirs = theirs ^ pushed | pushed << step
                if paired:
                    pairs = pairs ^ paired | paired << step
            else:
                mine = mine ^ moved | moved >> -step
                if pushed:
                    theirs = theirs ^ pushed | pushed >> -step
                if paired:
                    pairs = pairs ^ paired | paired >> -step
        mine |= first
        if gipf:
            if not enters:
                break
            pairs |= first
        if (
            after[0]
            or (m := mine & mine >> 1) & m >> 2
            or (m := mine & mine >> 8) & m >> 16
            or (m := mine & mine >> 9) & m >> 18
        ):
            if not _is_the_row(mine, theirs, pairs, after, loses):
                break
            kept = ~after[0]
            back, gone = after[0] & mine, after[0] & theirs
            reserve += back.bit_count() + (back & pairs).bit_count()
            lost += gone.bit_count() + (gone & pairs).bit_count()
            mine, theirs, pairs = mine & kept, theirs & kept, pairs & kept
        states.append((mine, theirs, pairs, reserve, opp_reserve, own_lost, lost, entry, opp_entry))
        reserves.append(reserve)
        # Where none of the opponent's pieces has moved no row of his can be new.
        standing = pushed and (
            (m := theirs & theirs >> 1) & m >> 2
            or (m := theirs & theirs >> 8) & m >> 16
            or (m := theirs & theirs >> 9) & m >> 18
        )
        own, opp, gipfs = theirs, mine, pairs
        own_reserve, opp_reserve = opp_reserve, reserve
        own_lost, opp_lost = lost, own_lost
        own_entry, opp_entry = opp_entry, entry
    return run_played


def _is_the_row(own: int, other: int, gipfs: int, listed: Listed, last_gipf_loses: bool) -> bool:
    """Say whether one row stands, the list is it with the right marks, and nothing else comes of it."""
    stretch = only_row(own, own | other)
    spots = listed[0]
    taken_gipfs = spots & gipfs
    if (
        not stretch
        or spots & ~stretch
        or stretch & ~spots & ~gipfs
        or not spots
        or (listed[1] != taken_gipfs and listed[1] >= 0)
        or (listed[2] != spots & other and listed[2] >= 0)
    ):
        return False
    if has_row(own & ~spots):
        return False
    left = gipfs & ~spots
    return not (taken_gipfs and last_gipf_loses and not (left & own and left & other))


def as_position(state: State, mover: Colour, like: Position) -> Position:
    """Turn a state into the position after ``mover``'s turn."""
    own, other, gipfs, reserve, opp_reserve, lost, opp_lost, entry, opp_entry = state
    pairs = (reserve, opp_reserve), (lost, opp_lost)
    if mover is WHITE:
        return Position(like.variant, own, other, gipfs, *pairs, BLACK, (entry, opp_entry))
    turned = pairs[0][::-1], pairs[1][::-1]
    return Position(like.variant, other, own, gipfs, *turned, WHITE, (opp_entry, entry))
