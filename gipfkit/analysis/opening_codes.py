"""Codes of openings: what the first turns came to, up to the symmetry of the board.

A code is the variant's letter (B, S, T), the class of White's first turn, a dash and the class of the position after
Black's first turn, as in ``S3-041``. Classes are positions that a symmetry of the board leads into each other; they are
numbered from 1 in the order of their canonical keys (``packing.canonical_key``): 5, 6 and 2 after White's turn, 96, 148
and 29 after Black's. The same position can come about by different first turns (``B1-07`` and ``B3-07``): the number
behind the dash alone names it. In the tournament the GIPF-pieces that each side has entered by the end of the game
follow, White's first: ``T1-07 4:3``. A game of one turn has a code without the dash. Games from another start than the
variant's, or an image of it, have none.

Codes are for good: tests pin some of them, and whoever changes the packing must keep them.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from gipfkit.gipf import quick
from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.packing import MOST_PIECES, canonical_key
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant

LETTERS = {BASIC.name: "B", STANDARD.name: "S", TOURNAMENT.name: "T"}
_CODE = re.compile("([BST])([0-9]{1,3})(?:-([0-9]{1,4}))?")


class Classes(NamedTuple):
    """The classes of a variant by their canonical keys: of its start, after one turn and after two.

    ``pairs`` are the classes after one and after two turns that go together.
    """

    start: bytes
    first: dict[bytes, int]
    second: dict[bytes, int]
    pairs: frozenset[tuple[int, int]]


@cache
def classes(variant: Variant) -> Classes:
    """Give the classes of a variant.

    >>> [(len(found.first), len(found.second)) for found in map(classes, VARIANTS.values())]
    [(5, 96), (6, 148), (2, 29)]
    """
    start = Position.initial(variant)
    after_one = _after([start])
    replies = {key: _after([position]) for key, position in after_one.items()}
    first = _numbered(after_one)
    second = _numbered({key: position for found in replies.values() for key, position in found.items()})
    pairs = frozenset((first[key], second[reply]) for key, found in replies.items() for reply in found)
    return Classes(canonical_key(start)[0], first, second, pairs)


def _after(positions: Sequence[Position]) -> dict[bytes, Position]:
    found: dict[bytes, Position] = {}
    for position in positions:
        for turn in position.turns():
            after = position.play(turn)
            found.setdefault(canonical_key(after)[0], after)
    return found


def _numbered(found: dict[bytes, Position]) -> dict[bytes, int]:
    return {key: number for number, key in enumerate(sorted(found), 1)}


def code_of(*line: Position) -> str | None:
    """Give the code of a line: the start, the position after White's first turn and that after Black's.

    None without a turn and from another start than the variant's.

    >>> start = Position.initial(TOURNAMENT)
    >>> code_of(start, start.play(next(start.turns())))
    'T1'
    """
    start, *turns = line
    # A stated start may have more pieces than a key holds.
    if not turns or max(start.total(WHITE), start.total(BLACK)) > MOST_PIECES:
        return None
    found = classes(start.variant)
    if _key_of(start) != found.start:
        return None
    first = found.first[_key_of(turns[0])]
    if len(turns) == 1:
        return code_text(start.variant, first)
    return code_text(start.variant, first, found.second[_key_of(turns[1])])


@lru_cache(maxsize=4096)
def _key_of(position: Position) -> bytes:
    return canonical_key(position)[0]


def code_text(variant: Variant, first: int, second: int | None = None) -> str:
    """Write a code of classes.

    >>> code_text(STANDARD, 3, 41)
    'S3-041'
    """
    digits = len(str(len(classes(variant).second)))
    return f"{LETTERS[variant.name]}{first}" + (f"-{second:0{digits}}" if second else "")


def code_of_game(start: Position, states: Sequence[quick.State], entered: tuple[int, int]) -> str | None:
    """Give the code of a game: its start, the boards after its turns, the GIPF-pieces that each side has entered."""
    code = _code_of_states(start, tuple(states[:2]))
    return f"{code} {entered[0]}:{entered[1]}" if code and start.variant.enters_gipfs else code


# The games of a collection begin alike: the first turns are looked at once.
@lru_cache(maxsize=16_384)
def _code_of_states(start: Position, states: tuple[quick.State, ...]) -> str | None:
    movers = (start.to_move, start.to_move.opponent)
    line = [quick.as_position(state, mover, start) for state, mover in zip(states, movers, strict=False)]
    return code_of(start, *line)


def key_of_code(code: str) -> bytes:
    """Give the canonical key of the position that a code stands for; a ValueError says what is wrong with the code.

    The numbers of GIPF-pieces behind a code of the tournament are those of a game, not of a position: they are refused.
    """
    parts = _CODE.fullmatch(code)
    if parts is None:
        raise ValueError(f"{code!r} is no code of a position: write it like S3 or S3-041")
    variant = next(v for v in VARIANTS.values() if LETTERS[v.name] == parts[1])
    found = classes(variant)
    first, second = int(parts[2]), int(parts[3] or 0)
    if first not in found.first.values():
        raise ValueError(f"{code!r}: the first turns of {variant.name} have the classes 1 to {len(found.first)}")
    if not parts[3]:
        return _key(found.first, first)
    if second not in found.second.values():
        raise ValueError(f"{code!r}: {variant.name} has the classes 1 to {len(found.second)} after two turns")
    if (first, second) not in found.pairs:
        known = sorted(code_text(variant, *pair) for pair in found.pairs if pair[1] == second)
        raise ValueError(f"{code!r}: that position comes about as {' or '.join(known)}")
    return _key(found.second, second)


def _key(numbers: dict[bytes, int], number: int) -> bytes:
    return next(key for key, known in numbers.items() if known == number)
