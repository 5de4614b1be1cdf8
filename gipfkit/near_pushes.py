"""The legal pushes that one slip away from a written one can have been played: another kind, dot, line or end spot."""

from collections.abc import Iterator

from gipfkit.gipf.board import PATHS, Path
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Push
from gipfkit.record import WrittenPush


def end_of(position: Position, path: Path) -> str | None:
    """Give the spot on which the furthest piece of a push along a path ends, or None where the line is full."""
    run = RUNS[path.index][position.occupied & path.mask]
    return path.spots[run.bit_count()] if run >= 0 else None


def near_pushes(position: Position, written: WrittenPush) -> list[WrittenPush]:
    """Give the pushes that differ from a written one in one thing, the likeliest first, no two with one outcome."""
    found: dict[Position, WrittenPush] = {}
    for near in sorted(_one_slip_away(position, written), key=lambda near: _distance(near, written)):
        path = next(path for path in PATHS if _leads(position, path, near))
        found.setdefault(position.entered(Push(path.dot, path.first, near.gipf)), near)
    return list(found.values())


def _leads(position: Position, path: Path, push: WrittenPush) -> bool:
    named = path.dot == push.dot if push.dot else path.first == push.spot
    return named and end_of(position, path) == push.spot


def _one_slip_away(position: Position, written: WrittenPush) -> Iterator[WrittenPush]:
    ends = [(path.dot, end, path.first) for path in PATHS if (end := end_of(position, path))]
    for gipf in position.kinds():
        for dot, end, first in ends:
            near = WrittenPush(dot, end, gipf)
            if written.dot is None and end == first:
                near = WrittenPush(None, end, gipf)
            # Who names a spot alone that is occupied may have left out the dot next to it.
            over = written.dot is None and first == written.spot and gipf == written.gipf
            if near != written and (over or _differences(near, written) == 1):
                yield near


def _differences(near: WrittenPush, written: WrittenPush) -> int:
    return sum(one != other for one, other in zip(near, written, strict=True))


def _distance(near: WrittenPush, written: WrittenPush) -> tuple[bool, bool, bool, int]:
    """Rank: what the dot leads to before another dot, a named dot before none, fewer letters and digits changed."""
    changed = 0
    for one, other in ((near.dot, written.dot), (near.spot, written.spot)):
        changed += sum(a != b for a, b in zip(one or "", other or "", strict=False))
    return near.dot != written.dot, near.spot != written.spot, near.gipf != written.gipf, changed


def along(position: Position, written: WrittenPush) -> list[WrittenPush]:
    """Give the pushes of the same kind from the same dot, or to the same spot, as ``near_pushes`` does."""
    return [near for near in near_pushes(position, written) if near.gipf == written.gipf]
