"""Small changes to a game's turns: what a slip of the pen can have made of the text, each undone; none is tried here.

A letter or digit, a spot, a G or a * too many or missing, a count, a list, the dot or the line, a mirror image; a turn
missing, doubled, exchanged with another, or divided in two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from gipfkit.gipf.board import PATHS, PATHS_TO, SYMMETRIES, Path, image_name, mask, path_through
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Push, Turn
from gipfkit.judge import FIRST_SPOT
from gipfkit.notations.official import split_turn
from gipfkit.record import WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn
from gipfkit.repair.spelling import one_slip_apart, texts_one_slip_apart
from gipfkit.restate import write_turn
from gipfkit.walk import Walk

COUNT, KIND, LIST, LETTER, PUSH, SPOT, IMAGE = "count", "kind", "list", "letter", "push", "spot", "image"
MISSING, DOUBLED, EXCHANGED, ORDER, DIVIDED = "missing", "doubled", "exchanged", "order", "divided"
KINDS = {
    COUNT: "the reserve count is another",
    KIND: "a G too many or missing",
    LIST: "the list of removed pieces is another",
    LETTER: "one letter or digit, or the order of two, is another",
    PUSH: "the dot or the line is another",
    SPOT: "the spot is another",
    IMAGE: "the turn is a mirror image",
    MISSING: "a turn is missing",
    DOUBLED: "a turn is written twice",
    EXCHANGED: "two turns stand in each other's place",
    ORDER: "two turns of one side, or two pairs, stand in a wrong order",
    DIVIDED: "one turn is written as two",
}
# More pieces than a list has.
_MOST_LISTED = 8
# A turn is no longer than this.
_LONGEST = 120
# So many pushes that name the first spot are no chance.
_ENOUGH = 6


@dataclass(frozen=True, slots=True)
class Change:
    """``turns`` in place of the ``removed`` turns from index ``start`` (from 0) on.

    ``pieces`` is how many pieces of a list differ; 1 where that is not what changes.
    """

    kind: str
    start: int
    removed: int
    turns: tuple[WrittenTurn, ...]
    pieces: int = 1

    def applied(self, turns: Sequence[WrittenTurn]) -> tuple[WrittenTurn, ...]:
        """Return a game's turns with the change made."""
        return (*turns[: self.start], *self.turns, *turns[self.start + self.removed :])


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a game's pushes are written: ``style``, and whether a dot is named where no piece is in the way, too."""

    style: str
    names_every_dot: bool

    @classmethod
    def of(cls, walk: Walk) -> "Spelling":
        """Return the spelling of a game: of the turns that could be played, where these are few of all."""
        dots = [written.push.dot is not None for written, turn in _entered_alone(walk) if written.push]
        style = FIRST_SPOT if _all_name_first(walk.written) else walk.style
        return cls(style, bool(dots) and sum(dots) * 3 > len(dots))


def _all_name_first(turns: Sequence[WrittenTurn]) -> bool:
    """Say whether the pushes of a game, but for one in ten, name the first spot, and so many that it is no chance."""
    paths = [
        (turn.push.spot, path_through(turn.push.dot, turn.push.spot)) for turn in turns if turn.push and turn.push.dot
    ]
    first = sum(path is not None and path.first == spot for spot, path in paths)
    return first >= _ENOUGH and first * 10 >= len(paths) * 9


def _entered_alone(walk: Walk) -> Iterator[tuple[WrittenTurn, Turn]]:
    """Yield the turns whose push moves no piece."""
    for written, turn, before in zip(walk.written, walk.turns, walk.positions, strict=False):
        if turn.push and not before.take(turn.before).occupied & mask([turn.push.first]):
            yield written, turn


def of_turn(position: Position, written: WrittenTurn, index: int, spelling: Spelling) -> Iterator[Change]:
    """Yield what one turn may have been meant as, on the board before it."""
    ways = _spelt_so(written) if written.unreadable is not None else _meant(position, written, spelling)
    for kind, turn in ways:
        yield Change(kind, index, 1, (turn,), _differing(written, turn) if kind == LIST else 1)


def _differing(first: WrittenTurn, second: WrittenTurn) -> int:
    """Return how many pieces must be written, left out or written otherwise to make one turn's lists the other's."""
    listed, other = ({piece for group in turn.before + turn.after for piece in group} for turn in (first, second))
    return max(len(listed - other), len(other - listed), 1) if listed else 1


def _meant(position: Position, written: WrittenTurn, spelling: Spelling) -> Iterator[tuple[str, WrittenTurn]]:
    push = written.push
    if push is not None:
        if not written.before or position.variant.enters_gipfs or push.gipf:
            yield KIND, replace(written, push=push._replace(gipf=not push.gipf))
        spots = _spots_after_rows(position, spelling)
        for kind, other in _other_pushes(push):
            if (other.dot, other.spot) in spots:
                yield kind, replace(written, push=other)
        for turn in _images(written):
            if turn.push and (turn.push.dot, turn.push.spot) in spots:
                yield IMAGE, turn
    yield from ((LIST, turn) for turn in _other_lists(position, written, spelling))


_Spots = frozenset[tuple[str | None, str]]


def _spots_after_rows(position: Position, spelling: Spelling) -> _Spots:
    """Return dot and spot of every push, in whatever way the rows that stand are removed first."""
    if not position.rows(position.to_move):
        return _spots_to_write(position.occupied, spelling)
    boards = {position.occupied & ~phase.removed for phase in position.phases(position.to_move)}
    return frozenset().union(*(_spots_to_write(occupied, spelling) for occupied in boards))


@cache
def _spots_to_write(occupied: int, spelling: Spelling) -> _Spots:
    """Return dot and spot of every push on a board, as a game spells them."""
    found: set[tuple[str | None, str]] = set()
    for path in PATHS:
        run = RUNS[path.index][occupied & path.mask]
        if run > 0 or (not run and spelling.names_every_dot):
            found.add((path.dot, path.first if spelling.style == FIRST_SPOT else path.spots[run.bit_count()]))
        if not run:
            found.add((None, path.first))
    return frozenset(found)


@cache
def _other_pushes(push: WrittenPush) -> tuple[tuple[str, WrittenPush], ...]:
    """Give the pushes that a slip may have turned into this one; which of them are legal is not asked."""
    found: dict[WrittenPush, str] = {}
    text = f"{push.dot}-{push.spot}" if push.dot else push.spot
    for other in _all_pushes(push.gipf):
        other_text = f"{other.dot}-{other.spot}" if other.dot else other.spot
        if one_slip_apart(text, other_text):
            found[other] = LETTER
        elif other.dot and (other.spot == push.spot or other.dot == push.dot):
            found[other] = PUSH
        elif not push.dot and not other.dot:
            found[other] = SPOT
    found.pop(push, None)
    return tuple((kind, other) for other, kind in found.items())


@cache
def _all_pushes(gipf: bool) -> tuple[WrittenPush, ...]:
    alone = [WrittenPush(None, spot, gipf) for spot in PATHS_TO]
    return (*alone, *(WrittenPush(path.dot, spot, gipf) for path in PATHS for spot in path.spots))


def _images(written: WrittenTurn) -> Iterator[WrittenTurn]:
    """Yield the images of a turn, its lists turned with it."""
    for symmetry in SYMMETRIES[1:]:
        push = written.push and _image(written.push, symmetry)
        if push is None or push != written.push:
            before, after = (_seen(groups, symmetry) for groups in (written.before, written.after))
            yield replace(written, push=push, before=before, after=after)


@cache
def _image(push: WrittenPush, symmetry: int) -> WrittenPush:
    dot = image_name(push.dot, symmetry) if push.dot else None
    return WrittenPush(dot, image_name(push.spot, symmetry), push.gipf)


def _seen(groups: tuple[WrittenRemoval, ...], symmetry: int) -> tuple[WrittenRemoval, ...]:
    return tuple(tuple(piece._replace(spot=image_name(piece.spot, symmetry)) for piece in group) for group in groups)


def _other_lists(position: Position, written: WrittenTurn, spelling: Spelling) -> Iterator[WrittenTurn]:
    """Yield the turn with every list that the rules allow for its push."""
    for turn, board in _with_push(position, written.push, spelling):
        full = write_turn(turn, position, board, spelling.style, written=written.push)
        before, after = _in_order(full.before, written.before), _in_order(full.after, written.after)
        if (before, after) != (written.before, written.after):
            yield replace(full, before=before, after=after, reserve=written.reserve)


def _in_order(groups: tuple[WrittenRemoval, ...], written: tuple[WrittenRemoval, ...]) -> tuple[WrittenRemoval, ...]:
    """Return removal groups in the order in which they are written; a piece for another takes its place."""
    if len(groups) != len(written):
        return groups
    return tuple(_as_listed(group, listed) for group, listed in zip(groups, written, strict=True))


def _as_listed(group: WrittenRemoval, listed: WrittenRemoval) -> WrittenRemoval:
    right = {piece.spot: piece for piece in group}
    more = [piece for piece in group if piece.spot not in {old.spot for old in listed}]
    found: list[WrittenPiece] = []
    for old in listed:
        piece = right.pop(old.spot, None) or (more.pop(0) if more and old.spot not in map(_spot, found) else None)
        if piece:
            found.append(piece)
    return (*found, *more)


def _spot(piece: WrittenPiece) -> str:
    return piece.spot


def _with_push(position: Position, push: WrittenPush | None, spelling: Spelling) -> Iterator[tuple[Turn, Position]]:
    """Yield the legal turns that have a push, each with the position after it."""
    mover = position.to_move
    for phase in () if position.outcome() else position.phases(mover):
        before = position.as_removals(mover, phase)
        middle = position.take(before)
        if phase.end or push is None:
            if phase.end and push is None:
                yield Turn(None, before), middle.passed()
            continue
        path = _path(middle.occupied, push, spelling)
        if path and push.gipf in middle.kinds():
            yield from _pushed(position, middle, Turn(Push(path.dot, path.first, push.gipf), before))


def _path(occupied: int, push: WrittenPush, spelling: Spelling) -> Path | None:
    """Return the path of a push, or None where it doesn't fit the board."""
    path = path_through(push.dot, push.spot) if push.dot else next(iter(PATHS_TO.get(push.spot, ())), None)
    run = RUNS[path.index][occupied & path.mask] if path else -1
    if path is None or run < 0 or (run and not push.dot):
        return None
    fits = push.spot == (path.first if spelling.style == FIRST_SPOT else path.spots[run.bit_count()])
    return path if fits else None


def _pushed(position: Position, middle: Position, turn: Turn) -> Iterator[tuple[Turn, Position]]:
    """Yield a turn with every way to remove rows after its push."""
    assert turn.push
    pushed = middle.entered(turn.push)
    if not pushed.rows(position.to_move):
        yield turn, pushed.passed()
        return
    for phase in pushed.phases(position.to_move):
        after = pushed.as_removals(position.to_move, phase)
        yield replace(turn, after=after), pushed.take(after).passed()


def all_turns(position: Position) -> Iterator[tuple[Turn, Position]]:
    """Yield every legal turn with the position after it; of pushes that come to the same, one."""
    mover = position.to_move
    for phase in () if position.outcome() else position.phases(mover):
        before = position.as_removals(mover, phase)
        middle = position.take(before)
        if phase.end:
            yield Turn(None, before), middle.passed()
            continue
        apart = _told_apart(middle.occupied)
        for gipf in middle.kinds():
            for dot, first in apart:
                yield from _pushed(position, middle, Turn(Push(dot, first, gipf), before))


@cache
def _told_apart(occupied: int) -> tuple[tuple[str, str], ...]:
    """Give dot and first spot of every push on a board, one for each empty spot."""
    runs = [(path, RUNS[path.index][occupied & path.mask]) for path in PATHS]
    return tuple((p.dot, p.first) for p, run in runs if run > 0 or (not run and PATHS_TO[p.first][0] is p))


def _spelt_so(written: WrittenTurn) -> Iterator[tuple[str, WrittenTurn]]:
    """Yield the turns that one slip of the pen turns into a text that can't be read; their lists in its order."""
    text = "".join((written.unreadable or "").split())
    for meant in dict.fromkeys(texts_one_slip_apart(text)) if len(text) <= _LONGEST else ():
        turn = split_turn(meant)
        if turn is not None:
            yield LETTER, replace(turn, reserve=turn.reserve if written.reserve is None else written.reserve, text="")


def moved(turns: Sequence[WrittenTurn], last: int) -> Iterator[Change]:
    """Yield turns taken out, exchanged or put together, where the first one touched has an index up to ``last``."""
    said = [(turn.push, turn.before, turn.after, turn.unreadable) for turn in turns]
    for k in range(min(last + 1, len(turns))):
        rest = said[k:]
        for size in (1, 2):
            if rest[:size] == rest[size : 2 * size]:
                # What is said of the first stays with it.
                for start in (k + size, k) if k + size <= last else (k,):
                    yield Change(DOUBLED, start, size, ())
        if rest[2:3] == rest[:1]:
            yield Change(DOUBLED, k, 1, ())
            yield Change(DOUBLED, k, 3, tuple(turns[k : k + 2]))
        if len(rest) > 1 and turns[k].push and _is_removal(turns[k + 1]):
            both = replace(turns[k], after=turns[k].after + turns[k + 1].before, reserve=turns[k + 1].reserve)
            yield Change(DIVIDED, k, 2, (both,))
        yield from _lists_without_x(turns, k)
        if len(rest) > 1:
            yield from _exchanged(turns[k : k + 2], k, EXCHANGED)
        if len(rest) > 2:
            yield from _exchanged(turns[k : k + 3], k, ORDER)
        if len(rest) > 3:
            yield Change(ORDER, k, 4, (*turns[k + 2 : k + 4], *turns[k : k + 2]))


def _lists_without_x(turns: Sequence[WrittenTurn], k: int) -> Iterator[Change]:
    """Yield the turn with the spots behind it, or the spots before a turn, as the list that has lost its x."""
    owner = turns[k]
    if owner.push and owner.reserve is None and owner.after in ((), ((),)):
        for size, listed in enumerate(_lists(turns, k + 1), 1):
            whole = replace(owner, after=(listed,), reserve=turns[k + size].reserve, text="")
            yield Change(LIST, k, size + 1, (whole,))
    for size, listed in enumerate(_lists(turns, k), 1):
        if turns[k + size - 1].reserve is None and k + size < len(turns):
            owner = turns[k + size]
            if owner.push and not owner.before:
                yield Change(LIST, k, size + 1, (replace(owner, before=(listed,), text=""),))


def _lists(turns: Sequence[WrittenTurn], start: int) -> Iterator[WrittenRemoval]:
    """Yield the pieces that the turns from an index on name, one more each time, up to one with a count."""
    pieces: list[WrittenPiece] = []
    for turn in turns[start : start + _MOST_LISTED]:
        if turn.push is None or turn.push.dot or turn.before or turn.after:
            return
        pieces.append(WrittenPiece(turn.push.spot, turn.push.gipf))
        yield tuple(pieces)
        if turn.reserve is not None:
            return


def _is_removal(turn: WrittenTurn) -> bool:
    return turn.push is None and bool(turn.before)


def _exchanged(turns: Sequence[WrittenTurn], start: int, kind: str) -> Iterator[Change]:
    """Yield some turns with the first and the last exchanged, with their counts and without."""
    first, last, between = turns[0], turns[-1], turns[1:-1]
    yield Change(kind, start, len(turns), (last, *between, first))
    if first.reserve != last.reserve:
        last, first = replace(last, reserve=first.reserve), replace(first, reserve=last.reserve)
        yield Change(kind, start, len(turns), (last, *between, first))
