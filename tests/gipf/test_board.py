"""The board by rules.md section 1 and boardspace-sgf.md section 5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipfkit.gipf.board import (
    ALL_SPOTS,
    BIT,
    BLACK,
    DOTS,
    LINES,
    PATHS,
    PATHS_OF_DOT,
    PATHS_TO,
    SPOT,
    SPOTS,
    STEPS,
    SYMMETRIES,
    WHITE,
    bits,
    image,
    image_name,
    mask,
    names,
    path_through,
)
from gipfkit.hexboard import DIRECTIONS, HexBoard, step

# rules.md section 1, the 21 lines by axis.
COLUMNS = ["b2-b5", "c2-c6", "d2-d7", "e2-e8", "f2-f7", "g2-g6", "h2-h5"]
RISING = """
b2 c2 d2 e2 · b3 c3 d3 e3 f2 · b4 c4 d4 e4 f3 g2 · b5 c5 d5 e5 f4 g3 h2 · c6 d6 e6 f5 g4 h3 · d7 e7 f6 g5 h4
· e8 f7 g6 h5
"""
FALLING = """
e2 f2 g2 h2 · d2 e3 f3 g3 h3 · c2 d3 e4 f4 g4 h4 · b2 c3 d4 e5 f5 g5 h5 · b3 c4 d5 e6 f6 g6 · b4 c5 d6 e7 f7
· b5 c6 d7 e8
"""
# rules.md section 1, the rim.
RIM = "a1 a2 a3 a4 a5 b1 b6 c1 c7 d1 d8 e1 e9 f1 f8 g1 g7 h1 h6 i1 i2 i3 i4 i5"
CORNERS = {"a1", "a5", "e1", "e9", "i1", "i5"}
# boardspace-sgf.md section 5, dots and the first spots they lead to.
FIRST_SPOTS = {
    "a1": "b2",
    "a2": "b2 b3",
    "a3": "b3 b4",
    "a4": "b4 b5",
    "a5": "b5",
    "b1": "b2 c2",
    "b6": "b5 c6",
    "c1": "c2 d2",
    "c7": "c6 d7",
    "d1": "d2 e2",
    "d8": "d7 e8",
    "e1": "e2",
    "e9": "e8",
    "f1": "e2 f2",
    "f8": "e8 f7",
    "g1": "f2 g2",
    "g7": "f7 g6",
    "h1": "g2 h2",
    "h6": "g6 h5",
    "i1": "h2",
    "i2": "h2 h3",
    "i3": "h3 h4",
    "i4": "h4 h5",
    "i5": "h5",
}
HEXAGON = HexBoard(4)
POINTS = {HEXAGON.name(point): point for point in HEXAGON.points()}

some_spots = st.sets(st.sampled_from(SPOTS)).map(mask)


def expected_lines() -> set[tuple[str, ...]]:
    columns = [tuple(f"{ends[0]}{n}" for n in range(int(ends[1]), int(ends[4]) + 1)) for ends in COLUMNS]
    return {*columns, *(tuple(line.split()) for text in (RISING, FALLING) for line in text.split("·"))}


def composed(first: int, then: int) -> dict[str, str]:
    return {name: image_name(image_name(name, first), then) for name in POINTS}


def test_the_board_has_37_spots_24_dots_21_lines_and_42_paths() -> None:
    assert (len(SPOTS), len(DOTS), len(LINES), len(PATHS)) == (37, 24, 21, 42)
    assert len(set(SPOTS) | set(DOTS)) == len(POINTS) == 61


def test_columns_have_the_heights_of_the_rules() -> None:
    heights = {column: max(name for name in POINTS if name[0] == column) for column in "abcdefghi"}
    assert " ".join(heights.values()) == "a5 b6 c7 d8 e9 f8 g7 h6 i5"
    assert all(f"{column}1" in POINTS for column in heights)


def test_dots_are_the_rim() -> None:
    assert set(DOTS) == set(RIM.split())


def test_lines_are_those_of_the_rules() -> None:
    assert {line.spots for line in LINES} == expected_lines()


def test_each_direction_has_seven_lines_of_4_to_7_spots() -> None:
    for shift in STEPS:
        assert sorted(len(line.spots) for line in LINES if line.step == shift) == [4, 4, 5, 5, 6, 6, 7]


def test_the_first_seven_lines_are_the_columns_and_indices_count_up() -> None:
    assert [f"{line.spots[0]}-{line.spots[-1]}" for line in LINES[:7]] == COLUMNS
    assert [line.index for line in LINES] == list(range(21))
    assert [path.index for path in PATHS] == list(range(42))


def test_every_spot_lies_on_three_lines() -> None:
    for spot in SPOTS:
        assert [line.step for line in LINES if spot in line.spots] == [1, 8, 9]


@pytest.mark.parametrize("dot", FIRST_SPOTS)
def test_a_dot_leads_to_its_first_spots(dot: str) -> None:
    assert {path.first for path in PATHS_OF_DOT[dot]} == set(FIRST_SPOTS[dot].split())
    assert len(PATHS_OF_DOT[dot]) == (1 if dot in CORNERS else 2)


def test_paths_to_a_spot_are_the_dots_next_to_it() -> None:
    found = {spot: {path.dot for path in paths} for spot, paths in PATHS_TO.items()}
    assert found == {
        spot: {dot for dot, firsts in FIRST_SPOTS.items() if spot in firsts.split()}
        for spot in SPOTS
        if any(spot in firsts.split() for firsts in FIRST_SPOTS.values())
    }
    assert len(found) == 18


def test_every_line_has_a_path_from_each_end() -> None:
    for line in LINES:
        both = [path for path in PATHS if path.line == line.index]
        assert {path.spots for path in both} == {line.spots, line.spots[::-1]}
        assert sorted(path.step for path in both) == [-line.step, line.step]
        assert all(path.mask == line.mask == mask(line.spots) for path in both)


def test_spans_grow_by_one_spot_along_the_path() -> None:
    for path in PATHS:
        assert list(path.spans) == [mask(path.spots[: k + 1]) for k in range(len(path.spots))]


def test_a_path_steps_from_spot_to_spot_by_its_shift() -> None:
    for path in PATHS:
        for here, there in zip(path.spots, path.spots[1:], strict=False):
            shifted = BIT[here] << path.step if path.step > 0 else BIT[here] >> -path.step
            assert shifted == BIT[there]


@pytest.mark.parametrize("shift", STEPS)
def test_a_step_off_the_board_never_wraps_onto_another_spot(shift: int) -> None:
    direction = DIRECTIONS[STEPS.index(shift)]
    for spot in SPOTS:
        neighbour = HEXAGON.name(step(POINTS[spot], direction))
        assert (BIT[spot] << shift) & ALL_SPOTS == BIT.get(neighbour, 0)
        back = HEXAGON.name(step(POINTS[spot], (-direction[0], -direction[1])))
        assert (BIT[spot] >> shift) & ALL_SPOTS == BIT.get(back, 0)


def test_bits_are_distinct_and_the_eighth_bit_of_a_column_stays_free() -> None:
    assert ALL_SPOTS.bit_count() == 37
    assert ALL_SPOTS < 1 << 56
    assert not any(ALL_SPOTS >> (8 * column + 7) & 1 for column in range(7))
    assert {SPOT[bit] for bit in bits(ALL_SPOTS)} == set(SPOTS)


def test_the_centre_is_e5_and_e1_points_at_white() -> None:
    assert HEXAGON.distance(POINTS["e5"]) == 0
    assert {image_name("e5", symmetry) for symmetry in SYMMETRIES} == {"e5"}
    assert POINTS["e1"] == (4, 0)


def test_a_path_through_a_spot_is_found_from_both_ends_or_not_at_all() -> None:
    for dot in DOTS:
        for spot in SPOTS:
            path = path_through(dot, spot)
            holding = [p for p in PATHS if p.dot == dot and spot in p.spots]
            assert [path] == holding if path else not holding
    assert path_through("e5", "e6") is None
    assert path_through("a2", "a3") is None


@given(some_spots)
def test_names_and_mask_are_inverse(spots: int) -> None:
    assert mask(names(spots)) == spots
    assert len(names(spots)) == spots.bit_count()


def test_an_unknown_spot_has_no_bit() -> None:
    with pytest.raises(KeyError):
        mask(["e9"])


@given(some_spots)
def test_a_line_orders_its_own_spots_only(spots: int) -> None:
    for line in LINES:
        assert mask(line.ordered(spots)) == spots & line.mask
        assert line.ordered(spots) == [spot for spot in line.spots if BIT[spot] & spots]


def test_the_twelve_symmetries_form_a_group() -> None:
    maps = [{name: image_name(name, symmetry) for name in POINTS} for symmetry in SYMMETRIES]
    assert all(sorted(m.values()) == sorted(POINTS) for m in maps)
    assert len({tuple(m.values()) for m in maps}) == 12
    assert maps[0] == {name: name for name in POINTS}
    for first in SYMMETRIES:
        assert all(composed(first, then) in maps for then in SYMMETRIES)
        assert maps[0] in [composed(first, then) for then in SYMMETRIES]


def test_a_sixth_of_a_turn_has_order_six_and_a_mirror_order_two() -> None:
    turned = "e1"
    seen = []
    for _ in range(6):
        turned = image_name(turned, 1)
        seen.append(turned)
    assert turned == "e1"
    assert set(seen) == CORNERS
    for symmetry in range(6, 12):
        assert composed(symmetry, symmetry) == {name: name for name in POINTS}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_images_of_spots_dots_lines_and_paths_are_spots_dots_lines_and_paths(symmetry: int) -> None:
    assert {image_name(spot, symmetry) for spot in SPOTS} == set(SPOTS)
    assert {image_name(dot, symmetry) for dot in DOTS} == set(DOTS)
    assert {image(line.mask, symmetry) for line in LINES} == {line.mask for line in LINES}
    ways = {(path.dot, path.spots) for path in PATHS}
    assert {(image_name(d, symmetry), tuple(image_name(s, symmetry) for s in spots)) for d, spots in ways} == ways


@given(some_spots, st.sampled_from(SYMMETRIES))
def test_the_image_of_a_mask_is_the_mask_of_the_images(spots: int, symmetry: int) -> None:
    assert image(spots, symmetry) == mask(image_name(name, symmetry) for name in names(spots))


def test_colours_are_each_others_opponent() -> None:
    assert (WHITE.opponent, BLACK.opponent) == (BLACK, WHITE)
    assert (WHITE.word, BLACK.word) == ("white", "black")
