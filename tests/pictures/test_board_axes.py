"""The board on Axes, worked out here from the names alone (rules.md section 1)."""

from math import dist, hypot

from hypothesis import given, settings
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from positions import reachable

from gipfkit.gipf.board import BIT, DOTS, LINES, SPOTS
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import STANDARD, TOURNAMENT
from gipfkit.pictures.board_axes import PLACES, draw_board
from gipfkit.pictures.plots import board
from gipfkit.pictures.styles import STYLES


def pieces(ax: Axes) -> dict[str, list[Circle]]:
    """The discs of each piece, by its kind and spot."""
    found: dict[str, list[Circle]] = {}
    for patch in ax.patches:
        if isinstance(patch, Circle) and str(patch.get_label()).startswith(("single", "gipf")):
            found.setdefault(str(patch.get_label()), []).append(patch)
    return found


def test_the_board_stands_as_white_sees_it() -> None:
    assert PLACES["e5"] == (0, 0)
    assert (PLACES["e1"], PLACES["e9"]) == ((0, -4), (0, 4))
    # Columns run upright from left to right, a to i.
    assert sorted(PLACES, key=lambda name: (round(PLACES[name][0], 6), PLACES[name][1])) == sorted(PLACES)
    assert PLACES["a1"][0] == -PLACES["i1"][0]
    assert PLACES["a1"][1] == PLACES["i1"][1] == -2


def test_neighbours_on_a_line_are_a_step_apart_and_all_others_further() -> None:
    neighbours = {frozenset(pair) for line in LINES for pair in zip(line.spots, line.spots[1:], strict=False)}
    for a in SPOTS:
        for b in SPOTS:
            if a < b:
                assert (round(dist(PLACES[a], PLACES[b]), 6) == 1) is (frozenset((a, b)) in neighbours)


def test_21_lines_run_from_dot_to_dot_and_each_dot_has_its_name() -> None:
    ax = Figure().add_subplot()
    draw_board(ax, STYLES["light"])
    (lines,) = (c for c in ax.collections if isinstance(c, LineCollection))
    dots = {tuple(round(c, 6) for c in PLACES[name]) for name in DOTS}
    segments = lines.get_segments()
    assert len(segments) == 21
    for segment in segments:
        assert {tuple(round(float(c), 6) for c in end) for end in segment} <= dots
    names = {text.get_text(): text.get_position() for text in ax.texts}
    assert set(names) == set(DOTS)
    for name, (x, y) in names.items():
        # Outside the dot, in its direction.
        assert 0.2 < hypot(x, y) - hypot(*PLACES[name]) < 0.5
        assert dist((x, y), PLACES[name]) < 0.5


@settings(max_examples=10)
@given(reachable())
def test_pieces_stand_on_their_spots_gipf_pieces_double(position: Position) -> None:
    found = pieces(board(position))
    for spot in SPOTS:
        bit = BIT[spot]
        gipf, single = found.pop(f"gipf {spot}", []), found.pop(f"single {spot}", [])
        assert (len(gipf), len(single)) == (
            (2, 0) if position.gipfs & bit else (0, 1) if position.occupied & bit else (0, 0)
        )
        for disc in gipf + single:
            assert disc.center == PLACES[spot]
            face = to_rgba(disc.get_facecolor())[0]
            assert face > 0.9 if position.white & bit else face < 0.3
    assert found == {}


def test_reserves_and_losses_stand_below() -> None:
    ax = board(Position.initial(STANDARD))
    assert "White: 12 in reserve, 0 lost\nBlack: 12 in reserve, 0 lost" in [text.get_text() for text in ax.texts]
    french = board(Position.initial(TOURNAMENT), lang="fr")
    assert "Blancs : réserve 18, pertes 0\nNoirs : réserve 18, pertes 0" in [text.get_text() for text in french.texts]


def test_the_inner_rim_of_a_gipf_piece_is_seen_in_every_style() -> None:
    for name in STYLES:
        for discs in pieces(board(Position.initial(STANDARD), style=name)).values():
            outer, inner = discs
            assert inner.radius < outer.radius
            rim, face = to_rgba(inner.get_edgecolor())[0], to_rgba(inner.get_facecolor())[0]
            assert abs(rim - face) > 0.5
