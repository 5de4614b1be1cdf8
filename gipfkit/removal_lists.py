"""Reads removal lists: which rows a player can have taken, and why none can be meant.

A group of a list is the whole of what went with a row (or with several, merged), the GIPF-pieces alone that were taken
of it (the short way), or a bare x. A turn may mix them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gipfkit.findings import WARNING
from gipfkit.gipf.assigned import Text, assigned_phases
from gipfkit.gipf.board import BIT, Colour, mask, names
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Removal, Row, taken
from gipfkit.issue import Issue
from gipfkit.record import WrittenRemoval
from gipfkit.wording import either, removal_text, row_text

# More ways to take what a bare x leaves open than this are not followed.
MOST_WAYS = 1000
CUT_HINT = "list the pieces that were removed"
CUT = Issue("readings-cut", f"the x can be read in more than {MOST_WAYS} ways: the likeliest are followed", CUT_HINT)


@dataclass(frozen=True, slots=True)
class Taken:
    """A way to read the removals on one side of a push; ``listed`` where every piece taken is listed."""

    removals: tuple[Removal, ...]
    position: Position
    issues: tuple[Issue, ...] = ()
    listed: bool = True


@dataclass(frozen=True, slots=True)
class _Ways:
    """Ways to remove rows that can be meant, those that list every piece first; ``cut`` where some were left out."""

    listed: list[tuple[Removal, ...]]
    others: list[tuple[Removal, ...]]
    cut: bool = False


def phase(position: Position, groups: Sequence[WrittenRemoval], lenient: bool) -> list[Taken] | Issue:
    """Read the removals on one side of a push."""
    rows = position.rows(position.to_move)
    if not rows and not groups:
        return [Taken((), position)]
    if not rows:
        mover = position.to_move.word.capitalize()
        advice = "remove the x and what it lists"
        return Issue("removal-no-row", f"no row of {mover} stands", advice, advice=advice)
    for partial in (False, True) if lenient else (False,):
        ways = _ways(position, groups, partial)
        listed = [way for way in ways.listed if len(way) >= len(groups)]
        if ways.listed and not listed:
            listed = _one_by_one(position, groups)
        if listed or ways.others:
            issues = (*_marks(position, groups), *([CUT] if ways.cut else []))
            found = [Taken(way, position.take(way), issues) for way in listed]
            return found + [Taken(way, position.take(way), issues, listed=False) for way in ways.others]
        if ways.listed:
            return _too_many_groups(position, groups, max(ways.listed, key=len))
    return _why_not(position, groups, rows)


def _ways(position: Position, groups: Sequence[WrittenRemoval], partial: bool) -> _Ways:
    mover = position.to_move
    if len(groups) == 1 and not groups[0]:
        found, cut = position.bounded_removals(mover, partial=partial, most=MOST_WAYS)
        return _Ways([], [way for way in found if way], cut)
    texts = [_text(group, position.gipfs) for group in groups]
    exact: list[tuple[Removal, ...]] = []
    if all(groups):
        listed = mask(piece.spot for group in groups for piece in group)
        exact = _exactly(position, listed, partial)
        if not any(text.short for text in texts):
            return _Ways(exact, [])
    own, other = position.pieces(mover), position.pieces(mover.opponent)
    loses = position.variant.last_gipf_loses
    phases, cut = assigned_phases(own, other, position.gipfs, loses, texts, partial=partial, most=MOST_WAYS)
    known = {taken(way) for way in exact}
    others = [way for way in phases if way.removed not in known and _exactly(position, way.removed, partial)]
    return _Ways(exact, [position.as_removals(mover, way) for way in others], cut)


def _text(group: WrittenRemoval, gipfs: int) -> Text:
    """Give what a group says: the short way where it lists nothing but GIPF-pieces, as such."""
    spots = mask(piece.spot for piece in group)
    return Text(spots, bool(group) and all(piece.gipf for piece in group) and not spots & ~gipfs)


def _exactly(position: Position, spots: int, partial: bool) -> list[tuple[Removal, ...]]:
    """Give the ways to empty just these spots."""
    found, _ = position.bounded_removals(position.to_move, partial=partial, exactly=spots, most=MOST_WAYS)
    return [way for way in found if taken(way) == spots]


def _one_by_one(position: Position, groups: Sequence[WrittenRemoval]) -> list[tuple[Removal, ...]]:
    """Give the rows taken group by group: GIPF-pieces left of one may be taken as a row of their own behind it."""
    found: list[Removal] = []
    for group in groups:
        row = row_of(position, position.to_move, mask(piece.spot for piece in group))
        if row is None:
            return []
        found.append(row)
        position = position.take((row,))
    return [tuple(found)]


def row_of(position: Position, colour: Colour, spots: int) -> Removal | None:
    """Give the removal of the one row, of those that stand, from which just these spots can be taken."""
    for row in position.rows(colour) if spots else ():
        if not spots & ~row.stretch and not row.stretch & ~spots & ~position.gipfs:
            return position.removal(row, spots)
    return None


def _marks(position: Position, groups: Sequence[WrittenRemoval]) -> Iterator[Issue]:
    """Yield what is wrong with the marks of listed pieces, and pieces listed twice."""
    own = position.pieces(position.to_move)
    seen = set()
    for piece in (piece for group in groups for piece in group):
        bit = BIT[piece.spot]
        gipf, captured = bool(bit & position.gipfs), not bit & own
        right = f"{'G' * gipf}{piece.spot}{'*' * captured}"
        kind = "a GIPF-piece" if gipf else "a single piece"
        owner = (position.to_move.opponent if captured else position.to_move).word.capitalize()
        if piece.spot in seen:
            yield Issue("removal-not-there", f"{piece.spot} is listed twice", severity=WARNING)
        if piece.gipf not in (None, gipf):
            yield Issue("kind-mark-differs", f"{piece.spot} is {kind}", f"write {right}")
        if piece.captured not in (None, captured):
            yield Issue("owner-mark-differs", f"{piece.spot} is {owner}'s", f"write {right}")
        seen.add(piece.spot)


def _why_not(position: Position, groups: Sequence[WrittenRemoval], rows: list[Row]) -> Issue:
    """Say why no way to remove the rows fits what is written."""
    mover = position.to_move.word.capitalize()
    if not groups:
        due = next(row for row in rows if not row.optional)
        options, _ = position.bounded_removals(position.to_move, most=MOST_WAYS)
        return Issue("row-not-removed", f"{row_text(due)} of {mover} must be removed", _would_be(options))
    if len(groups) > 1:
        fewer = _ways(position, [group for group in groups if group] or [()], partial=False)
        if meant := fewer.listed + fewer.others:
            return _too_many_groups(position, groups, max(meant, key=len))
    return _wrong_list(position, groups)


def _too_many_groups(position: Position, groups: Sequence[WrittenRemoval], option: tuple[Removal, ...]) -> Issue:
    mover, rows = position.to_move.word.capitalize(), "1 row" if len(option) == 1 else f"{len(option)} rows"
    message = f"{len(groups)} removals are written, but only {rows} of {mover} can go"
    return Issue("removal-no-row", message, f"right would be {removal_text(option)}")


def _wrong_list(position: Position, groups: Sequence[WrittenRemoval]) -> Issue:
    """Say which pieces of a list can't go, or which go with them."""
    options, _ = position.bounded_removals(position.to_move, most=MOST_WAYS)
    hint = _would_be(options)
    reach = 0
    for option in options:
        reach |= taken(option)
    pieces = [piece for group in groups for piece in group]
    for piece in pieces:
        bit = BIT[piece.spot]
        if not bit & position.occupied:
            return Issue("removal-not-there", f"{piece.spot} is empty", hint)
        if not bit & reach:
            mover = position.to_move.word.capitalize()
            return Issue("removal-not-there", f"{piece.spot} goes with no row of {mover}", hint)
    listed = mask(piece.spot for piece in pieces)
    nearest = min((option for option in options if option), key=lambda option: (taken(option) ^ listed).bit_count())
    missing, extra = taken(nearest) & ~listed, listed & ~taken(nearest)
    if missing and not extra:
        message = f"{', '.join(names(missing))} must go as well"
    elif extra and not missing:
        message = f"{', '.join(names(extra))} can't go with the others"
    elif missing:
        message = f"{', '.join(names(missing))} must go, not {', '.join(names(extra))}"
    else:
        message = f"{', '.join(names(listed))} can't go so"
    return Issue("removal-incomplete", message, hint)


def _would_be(options: Sequence[tuple[Removal, ...]]) -> str | None:
    possible = [removal_text(option) for option in options if option]
    return f"right would be {either(possible)}" if possible else None
