"""Two sets of games side by side, and Newcombe's interval against published figures."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from indexed_games import games, indexed

from gipfkit.analysis.columns import names_of
from gipfkit.analysis.comparison import compared_rows, newcombe
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_table import Root, move_rows
from gipfkit.analysis.opening_tree import Growth, branches
from gipfkit.analysis.openings import Explorer
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        # Newcombe (1998), table II, method 10.
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((6, 7, 2, 7), 0.0582, 0.8062),
        ((5, 56, 0, 29), -0.0381, 0.1926),
        ((0, 10, 0, 20), -0.1611, 0.2775),
        ((0, 10, 0, 10), -0.2775, 0.2775),
        ((10, 10, 0, 20), 0.6791, 1.0000),
        ((10, 10, 0, 10), 0.6075, 1.0000),
    ],
)
def test_the_interval_is_the_published_one(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    assert newcombe(*counts) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 120), st.integers(0, 120))
def test_the_interval_holds_the_difference_and_turns_round_with_it(a: int, b: int, x: int, y: int) -> None:
    points, others = min(x, 2 * a) / 2, min(y, 2 * b) / 2
    low, high = newcombe(points, a, others, b)
    assert -1 - 1e-12 <= low <= points / a - others / b <= high <= 1 + 1e-12
    assert newcombe(others, b, points, a) == pytest.approx((-high, -low))


@settings(max_examples=6)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)), st.booleans())
def test_games_compared_with_themselves_differ_by_nothing(seed: int, name: str, symmetry: bool) -> None:
    root = Root.of(Position.initial(VARIANTS[name]))
    with indexed(games(seed, VARIANTS[name], 8)) as index:
        explorer = Explorer(index, symmetry=symmetry)
        found = list(compared_rows((explorer, explorer), root, Growth(3), Names()))
        plain = list(move_rows(root, branches(explorer, root.here, Growth(3)), Names()))
    assert [row["line"] for row in found] == [row["line"] for row in plain]
    for row, alone in zip(found, plain, strict=True):
        assert list(row) == names_of("comparison")
        assert row["difference"] in (0, None)
        assert row["a_played"] == row["b_played"] == alone["played"]
        assert row["a_share"] == row["b_share"] == alone["share"]
        assert row["a_white_score"] == row["b_white_score"] == alone["white_score"]


def test_every_move_of_either_is_there_and_rare_ones_count_together() -> None:
    records = games(1, VARIANTS["basic"], 12)
    root = Root.of(Position.initial(VARIANTS["basic"]))
    with indexed(records) as index:
        sides = Explorer(index, chosen=range(1, 7)), Explorer(index, chosen=range(7, 13))
        found = list(compared_rows(sides, root, Growth(1), Names()))
        frequent = list(compared_rows(sides, root, Growth(1, least=3), Names()))
        every = Explorer(index).node(root.here).moves
    assert {row["move"]: row["a_played"] + row["b_played"] for row in found} == {m.text: m.tally.times for m in every}
    assert [row["a_played"] + row["b_played"] for row in frequent] == [
        m.tally.times for m in every if m.tally.times > 2
    ]
    assert any(row["a_played"] == 0 for row in found) or any(row["b_played"] == 0 for row in found)
