"""Judges one written turn against the rules: which turns it can mean, or why it can't be played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from gipfkit.findings import CODES, WARNING
from gipfkit.gipf.board import BIT, LINES, PATHS_OF_DOT, PATHS_TO, Colour, Path, mask, names, path_through
from gipfkit.gipf.position import RUNS, Position, why_kind
from gipfkit.gipf.turn import Push, Removal, Row, Turn, taken
from gipfkit.record import WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn

FIRST_SPOT, END_SPOT = "first-spot", "end-spot"


@dataclass(frozen=True, slots=True)
class Issue:
    """What is wrong with a turn, without its place."""

    code: str
    message: str
    hint: str | None = None
    severity: str | None = None

    @property
    def weight(self) -> str:
        """The severity: the code's own unless another is given."""
        return self.severity or CODES[self.code].severity


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a written turn. ``style`` is the style that the push's spot proves, or empty.

    ``overlooked`` are the lines of the mover's rows that he left standing though they must go.
    """

    turn: Turn
    position: Position
    issues: tuple[Issue, ...] = ()
    style: str = ""
    overlooked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Taken:
    """A way to read the removals on one side of a push."""

    removals: tuple[Removal, ...]
    position: Position
    issues: tuple[Issue, ...] = ()


def readings(
    position: Position, written: WrittenTurn, *, lenient: bool = False, overlooked: frozenset[int] = frozenset()
) -> list[Reading] | Issue:
    """Give every legal way to read a turn, the likeliest first, or the reason why there is none.

    ``overlooked`` are the lines of rows that the mover left standing in his last turn.
    """
    if written.unreadable is not None:
        return Issue("unreadable", "the turn can't be read")
    if ended := _after_the_end(position, written):
        return ended
    before = _phase(position, written.before, lenient)
    if isinstance(before, Issue):
        return before
    found: list[Reading] = []
    failure: Issue | None = None
    for first in before:
        outcome = _pushed(first, written, lenient)
        if isinstance(outcome, Issue):
            failure = failure or outcome
        else:
            found += outcome
    if not found:
        assert failure
        return failure
    return [_checked(reading, position, written, overlooked) for reading in found]


def _after_the_end(position: Position, written: WrittenTurn) -> Issue | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    loser, winner = outcome.winner.opponent.word.capitalize(), outcome.winner.word.capitalize()
    if outcome.termination == "gipf":
        return Issue("turn-after-end", f"the game has ended: {loser} has lost the last GIPF-piece, {winner} has won")
    gipf = bool(written.push and written.push.gipf)
    _, why = why_kind(position, gipf, loser) if written.push else ("", f"{loser} has no piece in reserve")
    return Issue("reserve-empty", why, f"the game has ended: {winner} has won")


def _pushed(first: _Taken, written: WrittenTurn, lenient: bool) -> list[Reading] | Issue:
    """Read the push and what follows it, after one way to read the removals before it."""
    position, push = first.position, written.push
    ended = bool(position.without_gipfs())
    if push is None or ended:
        if push is None and ended:
            return [Reading(Turn(None, first.removals), position.passed(), first.issues)]
        if ended:
            return Issue(
                "turn-after-end", f"{removal_text(first.removals)} takes the last GIPF-piece and ends the game"
            )
        return Issue("push-missing", "a push must follow the removal", "only a removal that ends the game stands alone")
    made = _pushes(position, push)
    if isinstance(made, Issue):
        return made
    found: list[Reading] = []
    failure: Issue | None = None
    for way in made:
        after = _phase(position.entered(way.push), written.after, lenient)
        if isinstance(after, Issue):
            failure = failure or after
            continue
        for second in after:
            turn = Turn(way.push, first.removals, second.removals)
            issues = first.issues + way.issues + second.issues
            found.append(Reading(turn, second.position.passed(), issues, way.style))
    if found:
        return found
    assert failure
    return failure


def _checked(reading: Reading, before: Position, written: WrittenTurn, overlooked: frozenset[int]) -> Reading:
    """Add what the whole turn shows: the reserve count, rows overlooked and rows removed late."""
    issues, mover = list(reading.issues), before.to_move
    after, turn = reading.position, reading.turn
    if written.reserve is not None and written.reserve != after.reserves[mover]:
        word, count = mover.word.capitalize(), after.reserves[mover]
        message = f"({written.reserve}) is written, {word} has {count} in reserve"
        issues.append(Issue("reserve-count-differs", message, f"write ({count})"))
    pushed_over = {row.line: row for row in before.take(turn.before).obligations(mover)} if turn.push else {}
    left = {row.line: row for row in after.obligations(mover)} if not after.without_gipfs() else {}
    issues += [_late(removal) for removal in turn.before if removal.line in overlooked]
    issues += [_late(removal) for removal in turn.after if removal.line in pushed_over]
    gone = {removal.line for removal in turn.after}
    if due := [row for line, row in (pushed_over | left).items() if line in left or line not in gone]:
        issues.append(Issue("row-not-removed", f"{_row_text(due[0])} is overlooked", severity=WARNING))
    return replace(reading, issues=tuple(issues), overlooked=frozenset(left))


def _late(removal: Removal) -> Issue:
    return Issue("row-removed-late", f"{removal_text((removal,))}: the row was overlooked before")


@dataclass(frozen=True, slots=True)
class _Made:
    """A way to read a push. ``style`` is the style that its spot proves, or empty."""

    push: Push
    issues: tuple[Issue, ...] = ()
    style: str = ""


def _pushes(position: Position, written: WrittenPush) -> list[_Made] | Issue:
    """Read a push; where its end spot is wrong, along the line named and along the dot's other one."""
    path = _path(position, written)
    if isinstance(path, Issue):
        return path
    end = _end(position, path)
    if end is None:
        ends = f"{path.spots[0]}-{path.spots[-1]}"
        return Issue("push-line-full", f"{push_text(written)}: the line {ends} is full", "push along another line")
    if written.gipf not in position.kinds():
        code, why = why_kind(position, written.gipf, position.to_move.word.capitalize())
        other = push_text(written._replace(gipf=not written.gipf))
        hint = f"perhaps {other}" if (not written.gipf) in position.kinds() else None
        return Issue(code, f"{push_text(written)}: {why}", hint)
    push = Push(path.dot, path.first, written.gipf)
    if written.dot is None or end == written.spot:
        return [_Made(push, (), END_SPOT if written.dot and end != path.first else "")]
    message = f"{push_text(written)}: the furthest piece pushed ends on {end}, not on {written.spot}"
    right = push_text(written._replace(spot=end))
    if written.spot == path.first:
        return [_Made(push, (Issue("push-end-differs", message, f"write {right}"),), FIRST_SPOT)]
    others = [(line, _end(position, line)) for line in PATHS_OF_DOT[path.dot] if line is not path]
    texts = [(line, push_text(written._replace(spot=spot))) for line, spot in others if spot]
    either = "".join(f", or {text} along the other line" for _, text in texts)
    return [
        _Made(push, (Issue("push-end-differs", message, f"write {right}{either}"),), END_SPOT),
        *(
            _Made(
                Push(line.dot, line.first, written.gipf),
                (Issue("push-end-differs", message, f"write {text}: the rest of the game fits that line"),),
                END_SPOT,
            )
            for line, text in texts
        ),
    ]


def _end(position: Position, path: Path) -> str | None:
    """Give the spot on which the furthest piece pushed along a path ends, or None where the line is full."""
    run = RUNS[path.index][position.occupied & path.mask]
    return path.spots[run.bit_count()] if run >= 0 else None


def _path(position: Position, written: WrittenPush) -> Path | Issue:
    dot, spot = written.dot, written.spot
    if dot is not None:
        path = path_through(dot, spot)
        if path is not None:
            return path
        lines = " and ".join(f"{p.spots[0]}..{p.spots[-1]}" for p in PATHS_OF_DOT[dot])
        return Issue(
            "push-not-on-line", f"{push_text(written)}: {spot} is on none of {dot}'s lines", f"{dot} leads to {lines}"
        )
    if spot not in PATHS_TO:
        hint = f"write the dot and the end spot, such as {_example(position, written) or 'a1-b2'}"
        return Issue("push-not-on-line", f"{push_text(written)}: no dot is next to {spot}", hint)
    if BIT[spot] & position.occupied:
        hint = f"write the dot and the end spot: {_example(position, written) or 'no dot has room'}"
        return Issue("push-needs-dot", f"{push_text(written)}: {spot} is occupied, so a dot must be named", hint)
    return PATHS_TO[spot][0]


def _example(position: Position, written: WrittenPush) -> str:
    """Name the pushes over an occupied spot, or those that end on a spot inside the board."""
    found = []
    for paths in PATHS_OF_DOT.values():
        for path in paths:
            end = _end(position, path)
            if end and written.spot in (path.first, end):
                found.append(push_text(WrittenPush(path.dot, end, written.gipf)))
    return _either(found)


def _phase(position: Position, groups: Sequence[WrittenRemoval], lenient: bool) -> list[_Taken] | Issue:
    """Read the removals on one side of a push."""
    rows = position.rows(position.to_move)
    if not rows and not groups:
        return [_Taken((), position)]
    if not rows:
        mover = position.to_move.word.capitalize()
        return Issue("removal-no-row", f"no row of {mover} stands", "remove the x and what it lists")
    written = _Written.of(groups)
    for partial in (False, True) if lenient else (False,):
        found, cut = written.fitting(position, partial=partial)
        if fewer := [option for option in found if len(option) < len(groups)]:
            found = [option for option in found if len(option) >= len(groups)] or _one_by_one(position, groups)
            if not found:
                return _too_many_groups(position, groups, max(fewer, key=len))
        if found:
            issues = (*_marks(position, groups), *([_CUT] if cut else []))
            return [_Taken(option, position.take(option), issues) for option in found]
    return _why_not(position, groups, rows)


# More ways to take what a bare x leaves open than this are not followed.
_MOST_WAYS = 1000
_CUT = Issue(
    "readings-cut",
    f"the x can be read in more than {_MOST_WAYS} ways: the likeliest are followed",
    "list the pieces that were removed",
)


@dataclass(frozen=True, slots=True)
class _Written:
    """What removal groups say as a whole: the spots they list, the kind of list, how many are a bare x."""

    listed: int
    only_gipfs: bool
    bare: int

    @classmethod
    def of(cls, groups: Sequence[WrittenRemoval]) -> "_Written":
        pieces = [piece for group in groups for piece in group]
        only_gipfs = bool(pieces) and all(piece.gipf for piece in pieces)
        return cls(mask(piece.spot for piece in pieces), only_gipfs, sum(not group for group in groups))

    def fitting(self, position: Position, *, partial: bool) -> tuple[list[tuple[Removal, ...]], bool]:
        """Give the ways to remove rows that can be meant, and whether others were left out for being too many."""
        mover = position.to_move
        if not self.bare:
            found, cut = position.bounded_removals(mover, partial=partial, exactly=self.listed, most=_MOST_WAYS)
            found = [option for option in found if taken(option) == self.listed]
            if found or not self.only_gipfs:
                return found, cut
        ways, cut = position.bounded_removals(mover, partial=partial, most=_MOST_WAYS)
        if not self.bare:
            return [way for way in ways if way and taken(way) & position.gipfs == self.listed], cut
        return [way for way in ways if way and self._names_some_of(way, position.gipfs)], cut

    def _names_some_of(self, way: tuple[Removal, ...], gipfs: int) -> bool:
        """Say whether the list is whole rows of those removed, or the GIPF-pieces taken from some of them."""
        if not self.listed:
            return True
        whole = taken(way)
        for some in chain.from_iterable(combinations(way, size) for size in range(1, len(way) + 1)):
            lines = 0
            for removal in some:
                lines |= LINES[removal.line].mask
            # Where rows cross, either list may name the spot that they share.
            for spots in (taken(some), whole & lines):
                if self.listed == spots or (self.only_gipfs and self.listed == spots & gipfs):
                    return True
        return False


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


def _too_many_groups(position: Position, groups: Sequence[WrittenRemoval], option: tuple[Removal, ...]) -> Issue:
    mover, rows = position.to_move.word.capitalize(), "1 row" if len(option) == 1 else f"{len(option)} rows"
    message = f"{len(groups)} removals are written, but only {rows} of {mover} can go"
    return Issue("removal-no-row", message, f"right would be {removal_text(option)}")


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
    options, _ = position.bounded_removals(position.to_move, most=_MOST_WAYS)
    possible = [removal_text(option) for option in options if option]
    hint = f"right would be {_either(possible)}" if possible else None
    if not groups:
        due = next(row for row in rows if not row.optional)
        return Issue("row-not-removed", f"{_row_text(due)} of {mover} must be removed", hint)
    reach = 0
    for option in options:
        reach |= taken(option)
    pieces = [piece for group in groups for piece in group]
    for piece in pieces:
        bit = BIT[piece.spot]
        if not bit & position.occupied:
            return Issue("removal-not-there", f"{piece.spot} is empty", hint)
        if not bit & reach:
            return Issue("removal-not-there", f"{piece.spot} goes with no row of {mover}", hint)
    listed = mask(piece.spot for piece in pieces)
    nearest = min((option for option in options if option), key=lambda option: (taken(option) ^ listed).bit_count())
    missing, extra = taken(nearest) & ~listed, listed & ~taken(nearest)
    if missing and not extra:
        message = f"{', '.join(names(missing))} must go as well"
    elif extra and not missing:
        message = f"{', '.join(names(extra))} can't go with the others"
    else:
        message = f"{', '.join(names(missing))} must go, not {', '.join(names(extra))}"
    return Issue("removal-incomplete", message, hint)


def _row_text(row: Row) -> str:
    return f"the row {','.join(row.spots)}"


def _either(texts: list[str], limit: int = 4) -> str:
    shown = texts[:limit] + (["..."] if len(texts) > limit else [])
    return " or ".join(shown)


def push_text(written: WrittenPush) -> str:
    """Write a push."""
    return f"{'G' * written.gipf}{written.dot + '-' if written.dot else ''}{written.spot}"


def removal_text(removals: tuple[Removal, ...]) -> str:
    """Write removals in the complete way, joined by semicolons."""
    return ";".join(f"x{','.join(removed_pieces(removal))}" for removal in removals)


def removed_pieces(removal: Removal) -> list[str]:
    """Write each piece of a removal with its marks, in the line's order."""
    return [f"{'G' * bool(piece.gipf)}{piece.spot}{'*' * bool(piece.captured)}" for piece in written_removal(removal)]


def written_removal(removal: Removal) -> WrittenRemoval:
    """Give a removal as a complete list: each piece with its marks, in the line's order."""
    gipfs = removal.gipfs | removal.captured_gipfs
    lost = removal.captured | removal.captured_gipfs
    return tuple(WrittenPiece(spot, bool(BIT[spot] & gipfs), bool(BIT[spot] & lost)) for spot in removal.spots)
