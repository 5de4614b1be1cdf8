"""The board drawn for a terminal, read back by cells worked out here from the names alone (rules.md section 1)."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import dense, reachable

from gipfkit.gipf.board import BLACK, DOTS, LINES, SPOTS, mask
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, Variant
from gipfkit.pictures.terminal import draw

HEIGHTS = {"a": 5, "b": 6, "c": 7, "d": 8, "e": 9, "f": 8, "g": 7, "h": 6, "i": 5}
STANDARD_START = """\
                e9
            d8      f8
        c7      B       g7
    b6      .       .       h6
a5      .       .       .       i5
    W       .       .       W
a4      .       .       .       i4
    .       .       .       .
a3      .       .       .       i3
    .       .       .       .
a2      .       .       .       i2
    B       .       .       B
a1      .       .       .       i1
    b1      .       .       h1
        c1      W       g1
            d1      f1
                e1

White to move   reserve: White 12, Black 12   captured: White 0, Black 0
standard   White w W, Black b B"""


def cell(name: str) -> tuple[int, int]:
    """Row from the top and column of text: e1 stands in the lowest row, each column is centred on the board."""
    column, number = name[0], int(name[1:])
    return 8 + HEIGHTS[column] - 1 - 2 * (number - 1), 4 * "abcdefghi".index(column)


def drawn(picture: str) -> dict[str, str]:
    """What stands at each spot."""
    rows = [row.ljust(40) for row in picture.split("\n")]
    return {spot: rows[cell(spot)[0]][cell(spot)[1]] for spot in SPOTS}


def expected(position: Position, signs: str) -> dict[str, str]:
    """What should stand there by the board of the position text, whose columns run from b to h upwards."""
    spots, found = iter(SPOTS), {}
    for sign in position.to_text().split()[0].replace("/", ""):
        for _ in range(int(sign) if sign.isdigit() else 1):
            found[next(spots)] = signs["wWbB".index(sign)] if sign in "wWbB" else signs[4]
    return found


@given(st.one_of(reachable(), dense()))
def test_the_drawing_shows_the_position(position: Position) -> None:
    assert drawn(draw(position, unicode=False)) == expected(position, "wWbB.")
    assert drawn(draw(position)) == expected(position, "○◎●◉·")


@given(st.one_of(reachable(), dense()))
def test_nothing_stands_between_spots_and_names(position: Position) -> None:
    board = draw(position).split("\n\n")[0]
    assert board.count("\n") == 16
    assert all(row == row.rstrip() and len(row) <= 34 for row in board.split("\n"))
    signs = [word for word in board.split() if word not in DOTS]
    assert len(signs) == 37
    assert set(signs) <= set("○◎●◉·")


def test_the_start_of_standard() -> None:
    assert draw(Position.initial(), unicode=False) == STANDARD_START
    table = str.maketrans({".": "·", "W": "◎", "B": "◉"})
    board, state = draw(Position.initial()).split("\n\n")
    assert board == STANDARD_START.split("\n\n")[0].translate(table)
    assert state.endswith("standard   White ○ ◎, Black ● ◉")


def test_every_dot_has_its_name_in_its_cell() -> None:
    rows = [row.ljust(40) for row in draw(Position.initial()).split("\n")]
    for dot in DOTS:
        row, column = cell(dot)
        assert rows[row][column : column + 2] == dot


def test_cells_are_distinct_and_neighbours_are_next_to_each_other() -> None:
    assert len({cell(name) for name in (*SPOTS, *DOTS)}) == 61
    neighbours = {frozenset(pair) for line in LINES for pair in zip(line.spots, line.spots[1:], strict=False)}
    for first, second in combinations(SPOTS, 2):
        (row, column), (other_row, other_column) = cell(first), cell(second)
        apart = abs(row - other_row), abs(column - other_column)
        assert (apart in {(2, 0), (1, 4)}) == ({first, second} in neighbours)


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        (
            replace(Position.initial(BASIC), reserves=(11, 12), captured=(3, 0), to_move=BLACK),
            "Black to move   reserve: White 11, Black 12   captured: White 3, Black 0\nbasic   White w, Black b",
        ),
        (
            Position(TOURNAMENT, mask(["b5"]), mask(["h2", "e5"]), mask(["b5", "h2"]), (16, 15), entry=(True, False)),
            "White to move   reserve: White 16, Black 15   captured: White 0, Black 0\n"
            "tournament   White w W, Black b B   may enter GIPF-pieces: White",
        ),
        (
            Position(TOURNAMENT, mask(["b5"]), mask(["h2"]), mask(["b5", "h2"]), (0, 1), entry=(False, False)),
            "White to move   reserve: White 0, Black 1   captured: White 0, Black 0\n"
            "tournament   White w W, Black b B   may enter GIPF-pieces: nobody\n"
            "Black has won: White has no piece left to enter",
        ),
        (
            replace(Position.initial(STANDARD), gipfs=mask(["h5"]), reserves=(4, 5), captured=(0, 2)),
            "White to move   reserve: White 4, Black 5   captured: White 0, Black 2\n"
            "standard   White w W, Black b B\n"
            "White has won: Black has no GIPF-piece left on the board",
        ),
    ],
    ids=["basic", "tournament", "reserve", "gipf"],
)
def test_the_state_is_told_below(position: Position, lines: str) -> None:
    assert draw(position, unicode=False).split("\n\n")[1] == lines


@pytest.mark.parametrize("variant", [BASIC, STANDARD, TOURNAMENT])
def test_ascii_drawings_are_ascii(variant: Variant) -> None:
    assert draw(Position.initial(variant), unicode=False).isascii()
