"""Slips of the pen made in right games: what ``repair`` is to mend."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from gipfkit.gipf.board import DOTS, PATHS_OF_DOT, SPOTS, SYMMETRIES, image_name, path_through
from gipfkit.notations.official import read_turn, turn_text
from gipfkit.record import WrittenPiece, WrittenTurn

Turns = tuple[WrittenTurn, ...]
Groups = tuple[tuple[WrittenPiece, ...], ...]


def _with_groups(turn: WrittenTurn, side: str, groups: Groups) -> WrittenTurn:
    return replace(turn, before=groups) if side == "before" else replace(turn, after=groups)


def letter(rng: random.Random, turns: Turns) -> Turns | None:
    """One letter or digit of a push or a list is another."""
    k = rng.randrange(len(turns))
    text = turn_text(turns[k])
    places = [i for i, c in enumerate(text) if c in "abcdefghi" or c.isdigit()]
    i = rng.choice(places)
    c = rng.choice([c for c in ("123456789" if text[i].isdigit() else "abcdefghi") if c != text[i]])
    changed = text[:i] + c + text[i + 1 :]
    read = read_turn(changed)
    turn = (
        WrittenTurn(None, unreadable=changed, text=changed) if read is None else replace(read, reserve=turns[k].reserve)
    )
    return (*turns[:k], turn, *turns[k + 1 :])


def kind(rng: random.Random, turns: Turns) -> Turns | None:
    """A G or a * too many or missing."""
    k = rng.randrange(len(turns))
    turn = turns[k]
    ways: list[WrittenTurn] = []
    if turn.push:
        ways.append(replace(turn, push=turn.push._replace(gipf=not turn.push.gipf)))
    for side in ("before", "after"):
        groups = getattr(turn, side)
        for g, group in enumerate(groups):
            for p, piece in enumerate(group):
                for new in (piece._replace(gipf=not piece.gipf), piece._replace(captured=not piece.captured)):
                    listed = (*group[:p], new, *group[p + 1 :])
                    ways.append(_with_groups(turn, side, (*groups[:g], listed, *groups[g + 1 :])))
    return (*turns[:k], rng.choice(ways), *turns[k + 1 :]) if ways else None


def count(rng: random.Random, turns: Turns) -> Turns | None:
    """A count that is another."""
    k = rng.randrange(len(turns))
    if turns[k].reserve is None:
        return None
    other = rng.choice([n for n in range(19) if n != turns[k].reserve])
    return (*turns[:k], replace(turns[k], reserve=other), *turns[k + 1 :])


def listed(rng: random.Random, turns: Turns) -> Turns | None:
    """A list with a piece too few, too many or another; or lost altogether."""
    ks = [k for k, turn in enumerate(turns) if any(turn.before + turn.after)]
    if not ks:
        return None
    k = rng.choice(ks)
    side = rng.choice([s for s in ("before", "after") if any(getattr(turns[k], s))])
    groups = getattr(turns[k], side)
    g = rng.choice([g for g, group in enumerate(groups) if group])
    group = groups[g]
    p = rng.randrange(len(group))
    way = rng.randrange(4)
    extra = WrittenPiece(rng.choice([s for s in SPOTS if s not in {piece.spot for piece in group}]))
    new = [
        (*group[:p], *group[p + 1 :]),
        (*group, extra),
        (*group[:p], extra, *group[p + 1 :]),
        None,
    ][way]
    changed = (*groups[:g], *([new] if new else []), *groups[g + 1 :])
    return (*turns[:k], _with_groups(turns[k], side, changed), *turns[k + 1 :])


def dot(rng: random.Random, turns: Turns) -> Turns | None:
    """Another dot, or the dot's other line."""
    ks = [k for k, turn in enumerate(turns) if turn.push and turn.push.dot]
    if not ks:
        return None
    k = rng.choice(ks)
    push = turns[k].push
    assert push
    assert push.dot
    ways = [push._replace(dot=d) for d in DOTS if d != push.dot and path_through(d, push.spot)]
    ways += [push._replace(spot=s) for p in PATHS_OF_DOT[push.dot] for s in p.spots if s != push.spot]
    return (*turns[:k], replace(turns[k], push=rng.choice(ways)), *turns[k + 1 :])


def missing(rng: random.Random, turns: Turns) -> Turns | None:
    """A turn is missing."""
    k = rng.randrange(len(turns))
    return (*turns[:k], *turns[k + 1 :])


def doubled(rng: random.Random, turns: Turns) -> Turns | None:
    """A turn is written twice."""
    k = rng.randrange(len(turns))
    return (*turns[: k + 1], turns[k], *turns[k + 1 :])


def exchanged(rng: random.Random, turns: Turns) -> Turns | None:
    """A turn is exchanged with its neighbour."""
    if len(turns) < 2:
        return None
    k = rng.randrange(len(turns) - 1)
    return (*turns[:k], turns[k + 1], turns[k], *turns[k + 2 :])


def order(rng: random.Random, turns: Turns) -> Turns | None:
    """Two turns of one side stand in a wrong order."""
    if len(turns) < 3:
        return None
    k = rng.randrange(len(turns) - 2)
    return (*turns[:k], turns[k + 2], turns[k + 1], turns[k], *turns[k + 3 :])


def image(rng: random.Random, turns: Turns) -> Turns | None:
    """A turn is seen in a mirror."""
    k = rng.randrange(len(turns))
    s = rng.choice(list(SYMMETRIES)[1:])
    turn = turns[k]
    push = turn.push and turn.push._replace(
        dot=turn.push.dot and image_name(turn.push.dot, s), spot=image_name(turn.push.spot, s)
    )

    def seen(groups: Sequence[Sequence[WrittenPiece]]) -> tuple[tuple[WrittenPiece, ...], ...]:
        return tuple(tuple(piece._replace(spot=image_name(piece.spot, s)) for piece in group) for group in groups)

    return (*turns[:k], replace(turn, push=push, before=seen(turn.before), after=seen(turn.after)), *turns[k + 1 :])


SLIPS: dict[str, Callable[[random.Random, Turns], Turns | None]] = {
    "letter": letter,
    "kind": kind,
    "count": count,
    "list": listed,
    "dot": dot,
    "missing": missing,
    "doubled": doubled,
    "exchanged": exchanged,
    "order": order,
    "image": image,
}
