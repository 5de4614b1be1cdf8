"""Plans of written turns for ``gipf.quick``, each made once."""

from gipfkit.gipf import quick
from gipfkit.gipf.board import mask
from gipfkit.record import WrittenRemoval, WrittenTurn

_plans: dict[object, quick.Plan | None] = {}
_MOST_PLANS = 50_000


def plan_of(turn: WrittenTurn) -> quick.Plan | None:
    """Give the plan of a turn for ``quick``; None where the turn must be judged."""
    key: object = turn.push if not (turn.before or turn.after) else (turn.push, turn.before, turn.after)
    try:
        return _plans[key]
    except KeyError:
        if len(_plans) >= _MOST_PLANS:
            _plans.clear()
        plan = _plans[key] = _new_plan(turn)
        return plan


def _new_plan(turn: WrittenTurn) -> quick.Plan | None:
    """Make a plan where each side of the push has one full list at most, no spot in it twice."""
    if turn.push is None or any(len(groups) > 1 or not _once(groups) for groups in (turn.before, turn.after)):
        return None
    plan = quick.plan_push(*turn.push)
    return plan and plan._replace(before=_listed(turn.before), after=_listed(turn.after))


def _once(groups: tuple[WrittenRemoval, ...]) -> bool:
    return all(group and len({piece.spot for piece in group}) == len(group) for group in groups)


def _listed(groups: tuple[WrittenRemoval, ...]) -> quick.Listed:
    pieces = [piece for group in groups for piece in group]
    gipfs = mask(piece.spot for piece in pieces if piece.gipf)
    captured = mask(piece.spot for piece in pieces if piece.captured)
    return quick.Listed(
        mask(piece.spot for piece in pieces),
        -1 if any(piece.gipf is None for piece in pieces) else gipfs,
        -1 if any(piece.captured is None for piece in pieces) else captured,
    )
