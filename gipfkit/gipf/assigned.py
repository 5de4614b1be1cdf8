"""The ways to take rows that a text of several groups leaves open, on plain bit masks.

Each group names what went with one row or more; every row taken belongs to one group, every group has a row.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from gipfkit.gipf.rows import Phase, choices, ending, rows


class Text(NamedTuple):
    """What a group says: the spots listed (0: a bare x), and whether they are the GIPF-pieces taken alone."""

    spots: int
    short: bool


_NOT, _BARELY, _WELL = range(3)
# A row taken: its line, its stretch, the spots emptied.
Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _State:
    """Rows taken so far: the spots emptied, the lines handled, and for each list what was taken and what it may name.

    ``bare`` counts the rows taken under a bare x, up to the number of these.
    """

    removed: int
    handled: int
    taken: tuple[int, ...]
    nameable: tuple[int, ...]
    bare: int = 0


@dataclass(frozen=True, slots=True)
class _Search:
    own: int
    other: int
    gipfs: int
    last_gipf_loses: bool
    lists: tuple[Text, ...]
    bare: int
    stretches: dict[int, int]

    def open_rows(self, state: _State) -> list[tuple[int, int]]:
        """Give the rows that may be taken, each line once."""
        own, other = self.own & ~state.removed, self.other & ~state.removed
        return [row for row in rows(own, own | other) if not state.handled >> row[0] & 1]

    def deeper(self, state: _State, open_rows: list[tuple[int, int]]) -> Iterator[tuple[_State, Step]]:
        """Yield what one more row taken comes to, under each group that can mean it."""
        gipfs = self.gipfs & ~state.removed
        for line, stretch in open_rows:
            after = replace(state, handled=state.handled | 1 << line)
            for k, listed in enumerate(self.lists):
                for gone in _of_list(line, stretch, open_rows, gipfs, listed):
                    yield self._under_list(after, k, line, gone), (line, stretch, gone)
            if self.bare:
                for left in choices(stretch & gipfs, self.own):
                    if gone := stretch & ~left:
                        bare = min(after.bare + 1, self.bare)
                        yield replace(after, removed=after.removed | gone, bare=bare), (line, stretch, gone)

    def _under_list(self, state: _State, k: int, line: int, gone: int) -> _State:
        taken, nameable = list(state.taken), list(state.nameable)
        taken[k] |= gone
        # Where rows cross, either list may name the spot that they share.
        nameable[k] |= gone | self.stretches.get(line, 0)
        return replace(state, removed=state.removed | gone, taken=tuple(taken), nameable=tuple(nameable))

    def ends(self, state: _State, before: _State) -> bool:
        """Say whether the last row taken decides the game."""
        if not self.last_gipf_loses:
            return False
        kept, gone = ~before.removed, state.removed & ~before.removed
        return bool(ending(self.own & kept, self.other & kept, self.gipfs & kept, gone))

    def fit(self, state: _State) -> int:
        """Say how what was taken fits the texts: ``_NOT``, ``_BARELY`` (lists share spots) or ``_WELL``."""
        if state.bare < self.bare:
            return _NOT
        fit = _WELL
        for listed, taken, nameable in zip(self.lists, state.taken, state.nameable, strict=True):
            named = taken & self.gipfs if listed.short else taken
            if not taken or named & ~listed.spots or listed.spots & ~(nameable & state.removed):
                return _NOT
            if named != listed.spots:
                fit = _BARELY
        return fit


def _of_list(line: int, stretch: int, open_rows: list[tuple[int, int]], gipfs: int, listed: Text) -> Iterator[int]:
    """Yield what can have gone with a row that a list means."""
    if not listed.short and stretch & ~gipfs & ~listed.spots:
        return
    crossing = 0
    for other_line, other_stretch in open_rows:
        crossing |= other_stretch if other_line != line else 0
    kept = stretch & gipfs & ~listed.spots
    for left in choices(stretch & gipfs & listed.spots & crossing, 0):
        if gone := stretch & ~(kept | left):
            yield gone


def assigned_phases(
    own: int,
    other: int,
    gipfs: int,
    last_gipf_loses: bool,
    texts: Sequence[Text],
    *,
    partial: bool,
    most: int,
) -> tuple[list[Phase], bool]:
    """Give the ways that the texts can mean, and whether others were left out for being too many.

    The steps of each are those that the groups name, in an order in which they can be taken. With ``partial`` ways that
    leave rows standing that must go are given too.
    """
    lists = tuple(text for text in texts if text.spots)
    search = _Search(own, other, gipfs, last_gipf_loses, lists, len(texts) - len(lists), dict(rows(own, own | other)))
    nothing = (0,) * len(lists)
    layer: dict[_State, tuple[Step, ...]] = {_State(0, 0, nothing, nothing): ()}
    found: dict[int, dict[int, Phase]] = {_NOT: {}, _BARELY: {}, _WELL: {}}
    cut = False
    while layer:
        deeper: dict[_State, tuple[Step, ...]] = {}
        for state, steps in layer.items():
            open_rows = search.open_rows(state)
            if partial or not any(stretch & ~gipfs for _, stretch in open_rows):
                found[search.fit(state)].setdefault(state.removed, Phase(state.removed, 0, steps, 1))
            for after, step in search.deeper(state, open_rows):
                if len(deeper) + len(found[_WELL]) >= most:
                    cut = True
                    break
                if search.ends(after, state):
                    found[search.fit(after)].setdefault(after.removed, Phase(after.removed, 1, (*steps, step), 1))
                else:
                    deeper.setdefault(after, (*steps, step))
        layer = deeper
    return list((found[_WELL] or found[_BARELY]).values()), cut
