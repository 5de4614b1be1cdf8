"""Where first moves enter and how wide the parts of a tree are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from indexed_games import games, indexed
from records import written

from gipfkit.analysis.opening_shapes import entries, parts
from gipfkit.analysis.opening_tree import Growth, tree
from gipfkit.analysis.openings import Explorer
from gipfkit.gipf.board import PATHS, image_name
from gipfkit.gipf.packing import own_symmetries
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.record import Record, TurnList


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_first_move_has_its_spots_on_the_rim(variant: Variant) -> None:
    start = Position.initial(variant)
    records = [
        Record((("Variant", variant.name),), TurnList(written(start, [(turn, start.play(turn))])))
        for turn in start.turns()
    ]
    rim = {path.first for path in PATHS}
    with indexed(records) as index:
        folded, apart = (entries(Explorer(index, symmetry=symmetry), start) for symmetry in (True, False))
    for found in (folded, apart):
        assert {spot for entry in found for spot in entry.spots} == rim
        assert sum(entry.share for entry in found) == pytest.approx(1)
        assert sum(entry.played for entry in found) == 42
    # A piece that pushes a corner's own piece comes to the same as one entered beside it: it counts for one spot.
    assert all(len(entry.spots) == 1 for entry in apart)
    orbits = {frozenset(image_name(spot, k) for k in own_symmetries(start)) for spot in rim}
    on_spot = {spot: sum(entry.share for entry in folded if spot in entry.spots) for spot in rim}
    assert sum(on_spot[min(orbit)] for orbit in orbits) == pytest.approx(1)
    assert all(on_spot[spot] == on_spot[min(orbit)] for orbit in orbits for spot in orbit)
    assert len(folded) == {"basic": 5, "standard": 6, "tournament": 2}[variant.name]


@settings(max_examples=6)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)), st.integers(1, 3))
def test_parts_nest_and_dont_overlap(seed: int, name: str, least: int) -> None:
    with indexed(games(seed, VARIANTS[name], 12)) as index:
        explorer = Explorer(index)
        root = Position.initial(VARIANTS[name])
        branches = tree(explorer, root, Growth(4, least, repeat=True))
        node = explorer.node(root)
    found = {part.line: part for part in parts(branches)}
    assert len(found) == sum(1 for branch in branches for _ in branch.flat())
    ends: dict[tuple[str, ...], float] = {}
    for line, part in found.items():
        outer = found.get(line[:-1])
        low, high = (outer.begin, outer.begin + outer.size) if outer else (0.0, 1.0)
        assert ends.get(line[:-1], low) <= part.begin + 1e-9
        assert part.begin + part.size <= high + 1e-9
        ends[line[:-1]] = part.begin + part.size
        if part.depth == 1:
            assert part.size == pytest.approx(part.played / node.visits)
