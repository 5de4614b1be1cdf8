"""Finds by trying what should stand in place of a wrong turn: turns that one slip can have made of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gipfkit.gipf.board import mask
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Push, Removal, Turn, taken
from gipfkit.issue import Issue
from gipfkit.judge import Reading, readings
from gipfkit.near_pushes import end_of, near_pushes
from gipfkit.record import WrittenPush, WrittenRemoval, WrittenTurn
from gipfkit.removal_lists import Taken, phase
from gipfkit.wording import groups_text, push_text, whole_text, written_removal

# More ways to take rows than this are not tried for one turn, nor more turns named.
_MOST_LISTS = 64
_MOST_NAMED = 4

Groups = tuple[WrittenRemoval, ...]


def mended_kind(position: Position, written: WrittenTurn, issue: Issue) -> list[Reading]:
    """Give the turn with the other kind of piece where nothing is wrong with it, with the issue of the one written."""
    if written.push is None:
        return []
    other = written.push._replace(gipf=not written.push.gipf)
    return _in_place(position, [replace(written, push=other, text="")], issue)


def with_its_count(position: Position, written: WrittenTurn, issue: Issue) -> list[Reading]:
    """Give the turns whose lists are nearest to those of a written one and fit its count, each with the issue."""
    if not any(written.before + written.after):
        return []
    return _in_place(position, _other_lists(position, written)[:_MOST_NAMED], issue)


def _in_place(position: Position, turns: Iterable[WrittenTurn], issue: Issue) -> list[Reading]:
    found = []
    for turn in turns:
        read = readings(position, turn)
        if not isinstance(read, Issue):
            found += [replace(reading, issues=(issue,), mended=turn) for reading in read if not reading.errors]
    return found


def _other_lists(position: Position, written: WrittenTurn) -> list[WrittenTurn]:
    """Give the turns with the push as written and the count as written whose lists are nearest to those written."""
    found: dict[tuple[int, int], list[WrittenTurn]] = {}
    for before in _ways(position):
        middle = position.take(before)
        for push in _same_push(middle, written.push):
            pushed = middle.entered(push)
            for after in _ways(pushed):
                if pushed.take(after).reserves[position.to_move] == written.reserve:
                    turn = _with_lists(written, before, after)
                    found.setdefault(_far(Turn(push, before, after), written), []).append(turn)
    return found[min(found)] if found else []


def _ways(position: Position) -> list[tuple[Removal, ...]]:
    return position.bounded_removals(position.to_move, most=_MOST_LISTS)[0]


def _same_push(position: Position, written: WrittenPush | None) -> Iterator[Push]:
    if written is None:
        return
    for push in position.pushes():
        path = push.path
        named = path.dot == written.dot if written.dot else path.first == written.spot
        if named and push.gipf == written.gipf and end_of(position, path) == written.spot:
            yield push
            return


def _far(turn: Turn, written: WrittenTurn) -> tuple[int, int]:
    """Tell how far the pieces that a turn takes are from those listed: side by side of the push, then in all."""
    sides = ((turn.before, written.before), (turn.after, written.after))
    pairs = [(taken(removals), mask(piece.spot for group in groups for piece in group)) for removals, groups in sides]
    in_all = (pairs[0][0] | pairs[1][0]) ^ (pairs[0][1] | pairs[1][1])
    return in_all.bit_count(), sum((gone ^ listed).bit_count() for gone, listed in pairs)


def _with_lists(
    written: WrittenTurn, before: tuple[Removal, ...] | None, after: tuple[Removal, ...] | None
) -> WrittenTurn:
    """Give a turn with other lists; None keeps the one that stands, and so does a list of the same pieces."""
    return replace(written, before=_lists(written.before, before), after=_lists(written.after, after), text="")


def _lists(groups: Groups, removals: tuple[Removal, ...] | None) -> Groups:
    if removals is None or taken(removals) == mask(piece.spot for group in groups for piece in group):
        return groups
    return tuple(map(written_removal, removals))


def one_slip_away(position: Position, written: WrittenTurn) -> list[WrittenTurn]:
    """Give the turns that one slip can have made a turn of that can't be played: another push, or other lists."""
    first = phase(position, written.before, lenient=False)
    if isinstance(first, Issue):
        nearest = sorted(_ways(position), key=lambda way: _far(Turn(None, way), replace(written, after=())))
        return [_with_lists(written, way, None) for way in nearest]
    found: list[WrittenTurn] = []
    for way in first[:_MOST_NAMED]:
        if written.push is not None:
            found += _other_turns(way, written, written.push)
    return found


def _other_turns(first: Taken, written: WrittenTurn, push: WrittenPush) -> Iterator[WrittenTurn]:
    for same in _same_push(first.position, push):
        pushed = first.position.entered(same)
        for way in sorted(_ways(pushed), key=lambda way: _far(Turn(None, (), way), replace(written, before=()))):
            if way or written.after:
                yield _with_lists(written, None, way)
    for near in near_pushes(first.position, push):
        yield replace(written, push=near, text="")


def difference(written: WrittenTurn, mended: WrittenTurn) -> str:
    """Write the part of a turn that differs from the one written: its push, a list, or all of it."""
    changed = [mended.before != written.before, mended.push != written.push, mended.after != written.after]
    if sum(changed) == 1 and mended.push:
        groups = mended.before if changed[0] else mended.after
        text = push_text(mended.push) if changed[1] else groups_text(groups)
        return text or whole_text(mended)
    return whole_text(mended)


def named(texts: Iterable[str]) -> Sequence[str]:
    """Give texts once each, in their order."""
    return list(dict.fromkeys(texts))
