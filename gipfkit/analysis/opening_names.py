"""Names of openings from a user's file, looked up by position, so that transpositions and images get the right one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gipfkit.analysis.game_table import played_states
from gipfkit.analysis.lines import LineError, played_out
from gipfkit.analysis.opening_codes import LETTERS, key_of_code
from gipfkit.gipf import quick
from gipfkit.gipf.packing import canonical_key, unpacked
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import TOURNAMENT, VARIANTS, Variant
from gipfkit.replay import Replay

_CODE = re.compile(f"[{''.join(LETTERS.values())}][0-9]")
_VARIANT = re.compile(rf"({'|'.join(VARIANTS)}):\s*", re.IGNORECASE)
# Reserves and captured pieces of White and Black: a position of other counts is none of the named.
_Counts = tuple[tuple[int, int], tuple[int, int]]


class NamesError(ValueError):
    """A line of a file of names that can't be used; the message names the line and says what to do."""


@dataclass(slots=True)
class Names:
    """Names by the canonical keys of positions."""

    by_key: dict[bytes, str] = field(default_factory=dict)
    _counts: set[_Counts] = field(default_factory=set)

    @classmethod
    def read(cls, lines: Iterable[str]) -> "Names":
        """Read ``code or moves <TAB> name`` lines; blank ones and those that begin with # are left out.

        Moves are in the official notation from a variant's start, which may be named before them (``basic: b3 b4``);
        else they are the tournament's where the first has a G, and those of every other variant that allows them. A
        ``NamesError`` names the line.
        """
        names = cls()
        named_in: dict[bytes, int] = {}
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            what, tab, name = line.strip().partition("\t")
            if not tab or not name.strip():
                raise NamesError(f"line {number}: write a code or moves, a tab and a name")
            try:
                keys = keys_of_text(what.strip())
            except ValueError as error:
                raise NamesError(f"line {number}: {error}") from error
            for key in keys:
                if key in named_in:
                    raise NamesError(f"line {number}: line {named_in[key]} names the same position: keep one of them")
                named_in[key] = number
                names.add(key, name.strip())
        return names

    def add(self, key: bytes, name: str) -> None:
        """Name the position with a canonical key."""
        self.by_key[key] = name
        position = unpacked(key)
        self._counts.add((position.reserves, position.captured))

    def along(self, line: Iterable[Position]) -> str | None:
        """Give the last name that the positions of a line had, or None."""
        found = None
        for position in line:
            if (position.reserves, position.captured) in self._counts:
                found = self.by_key.get(canonical_key(position)[0], found)
        return found

    def of_game(self, played: Replay) -> str | None:
        """Give the last name that a game's positions had, or None."""
        walk = played.as_written
        if walk is None or not self.by_key:
            return None
        found = self.along([walk.start])
        for k, state in enumerate(played_states(walk)):
            mover = walk.mover(k + 1)
            _, _, _, reserve, others_reserve, lost, others_lost, _, _ = state
            counts = (reserve, others_reserve), (lost, others_lost)
            seen = (counts[0][::-1], counts[1][::-1]) if mover else counts
            if seen in self._counts:
                position = quick.as_position(state, mover, walk.start)
                found = self.by_key.get(canonical_key(position)[0], found)
        return found


def keys_of_text(text: str) -> list[bytes]:
    """Give the canonical keys of the positions that a code or moves stand for; a ValueError says why there is none."""
    if _CODE.match(text):
        return [key_of_code(text)]
    given = _VARIANT.match(text)
    moves = text[given.end() :] if given else text
    variants = [VARIANTS[given[1].lower()]] if given else _variants(moves)
    keys, problem = [], LineError("there are no moves")
    for variant in variants:
        try:
            line = played_out(Position.initial(variant), moves)
        except LineError as error:
            problem = error
        else:
            keys += [canonical_key(line[-1][1])[0]] if line else []
    if not keys:
        raise problem
    return keys


def _variants(moves: str) -> Sequence[Variant]:
    if re.match(r"(?:1\.\s*)?G", moves):
        return [TOURNAMENT]
    return [variant for variant in VARIANTS.values() if not variant.enters_gipfs]
