"""Codes of openings: pinned for good, the same for all images of a game; names looked up by position."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from images import imaged
from indexed_games import games, indexed

from gipfkit.analysis.game_table import game_row
from gipfkit.analysis.lines import LineError, played_out
from gipfkit.analysis.opening_codes import classes, code_of, code_text, key_of_code
from gipfkit.analysis.opening_names import Names, NamesError
from gipfkit.analysis.opening_tree import Growth, tree
from gipfkit.analysis.openings import Explorer
from gipfkit.gipf.board import SYMMETRIES
from gipfkit.gipf.packing import canonical_key
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS
from gipfkit.reading import read_text
from gipfkit.replay import Replay, replay


def line(variant: str, moves: str) -> list[Position]:
    start = Position.initial(VARIANTS[variant])
    return [start, *(position for _, position in played_out(start, moves))]


def game(variant: str, moves: str) -> Replay:
    return replay(read_text(f'[Variant "{variant}"]\n\n{moves} *\n')[0])


PINNED = [
    ("basic", "b3", "B3"),
    ("basic", "b3 b4", "B3-32"),
    ("basic", "c2 g2", "B3-73"),
    ("basic", "e1-e3 d1-d2", "B5-47"),
    ("standard", "b3", "S5"),
    ("standard", "e1-e3 b3", "S3-051"),
    ("standard", "b3 b4", "S5-124"),
    ("standard", "c1-c2 f2", "S5-135"),
    ("tournament", "Ge8", "T1"),
    ("tournament", "Gc2", "T2"),
    ("tournament", "Ge8 Gb2", "T1-22"),
    ("tournament", "Gc2 Gb3", "T2-07"),
    ("tournament", "Ge8 Ge9-e7", "T1-12"),
]


@pytest.mark.parametrize(("variant", "moves", "code"), PINNED)
def test_codes_are_for_good(variant: str, moves: str, code: str) -> None:
    positions = line(variant, moves)
    assert code_of(*positions[:3]) == code
    assert key_of_code(code) == canonical_key(positions[min(len(positions) - 1, 2)])[0]


def test_codes_come_in_the_order_of_the_keys() -> None:
    for variant, firsts, seconds in ((BASIC, 5, 96), (STANDARD, 6, 148), (TOURNAMENT, 2, 29)):
        found = classes(variant)
        assert list(found.first.values()) == list(range(1, firsts + 1))
        assert list(found.second.values()) == list(range(1, seconds + 1))
        assert sorted(found.second) == list(found.second)
        for first, second in found.pairs:
            key = key_of_code(code_text(variant, first, second))
            assert found.second[key] == second


@settings(max_examples=8)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)), st.sampled_from(SYMMETRIES))
def test_images_of_a_game_have_its_code_and_the_tree_counts_by_code(seed: int, name: str, symmetry: int) -> None:
    records = games(seed, VARIANTS[name], 8)
    turned = [imaged(record, symmetry) for record in records]
    codes = [game_row(replay(record))["opening"] for record in records]
    assert [game_row(replay(record))["opening"] for record in turned] == codes
    start = Position.initial(VARIANTS[name]).image(symmetry)
    count: dict[str | None, int] = {}
    with indexed(turned) as index:
        for branch in tree(Explorer(index), start, Growth(2)):
            ended = branch.move.tally.times - sum(b.move.tally.times for b in branch.branches)
            if branch.move.reached == branch.move.tally.times and ended:
                count[code_of(start, branch.move.position)] = ended
            for after in branch.branches:
                assert code_of(start, branch.move.position, after.move.position) is not None
                code = code_of(start, branch.move.position, after.move.position)
                count[code] = count.get(code, 0) + after.move.tally.times
    plain = [code.split()[0] for code in codes if code]
    assert count == {code: plain.count(code) for code in plain}


def test_the_tournament_counts_the_gipfs_entered() -> None:
    assert game_row(game("tournament", "Ge8 Gb2 Gh2 c2 b3"))["opening"] == "T1-22 2:1"


def test_other_starts_and_games_without_a_turn_have_no_code() -> None:
    assert game_row(game("basic", ""))["opening"] is None
    text = '[SetUp "1"]\n[Position "1w2/5/6/7/6/5/2b1 w {} 0/0 - basic"]\n\nc2 *\n'
    for reserves in ("11/11", "40/11"):
        played = replay(read_text(text.format(reserves))[0])
        assert played.played == 1
        assert game_row(played)["opening"] is None
    # Two turns into the game is no start either.
    start = line("basic", "b3 b4")[-1]
    played = replay(read_text(f'[SetUp "1"]\n[Position "{start}"]\n\nc2 *\n')[0])
    assert (played.played, game_row(played)["opening"]) == (1, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S3-041", "line 1: write a code or moves, a tab and a name"),
        ("S3-041\t", "line 1: write a code or moves, a tab and a name"),
        ("# x\n\nS9\tq", "line 3: 'S9': the first turns of standard have the classes 1 to 6"),
        ("S1-149\tq", "line 1: 'S1-149': standard has the classes 1 to 148 after two turns"),
        ("S3-041\tq", "line 1: 'S3-041': that position comes about as S2-041"),
        ("T1-07 4:3\tq", "line 1: 'T1-07 4:3' is no code of a position: write it like S3 or S3-041"),
        ("b3 zz\tq", "line 1: turn 2 (zz): a spot, a dot or a removal expected at the start"),
        ("basic:\tq", "line 1: there are no moves"),
        ("b3 b4\tq\nc2\tr\nbasic: b3 b4\ts", "line 3: line 1 names the same position: keep one of them"),
    ],
)
def test_a_line_of_names_that_cant_be_used_is_named(text: str, message: str) -> None:
    with pytest.raises(NamesError) as error:
        Names.read(text.split("\n"))
    assert str(error.value).startswith(message)


def test_names_meet_transpositions_and_images_and_the_last_one_stays() -> None:
    names = Names.read(["# openings", "", "basic: d2 h3 b3\tThe Fork", "basic: d2\tEdge", "Ge8\tCorner"])
    for moves in ("d2 h3 b3", "b3 h3 d2", "b3 h3 d2 c2 f2"):
        assert names.of_game(game("basic", moves)) == "The Fork"
        assert names.along(line("basic", moves)) == "The Fork"
    assert names.of_game(game("basic", "d2 h3 b4")) == "Edge"
    assert names.of_game(game("standard", "d2 h3 b3")) is None
    for record in map(replay, [imaged(game("basic", "b3 h3 d2").record, symmetry) for symmetry in SYMMETRIES]):
        assert names.of_game(record) == "The Fork"
    assert names.of_game(game("tournament", "Gb2 Gb5 Ge2")) == "Corner"


def test_moves_without_a_variant_are_those_of_basic_and_standard() -> None:
    names = Names.read(["b3 b4\tLadder"])
    assert [names.of_game(game(variant, "b3 b4")) for variant in ("basic", "standard")] == ["Ladder", "Ladder"]
    assert len(names.by_key) == 2


def test_a_code_names_what_it_stands_for() -> None:
    for variant, moves, code in PINNED:
        assert Names.read([f"{code}\tX"]).along(line(variant, moves)) == "X"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("b3 b3", "turn 2 (b3): b3: b3 is occupied, so a dot must be named"),
        ("e1-e3 e1-e9", "turn 2 (e1-e9): a spot expected after 'e1-'"),
        ("b3 1-0", "'b3 1-0': write turns alone, without a result"),
        ("b3 {x", "the comment is not closed"),
    ],
)
def test_a_line_that_cant_be_played_says_which_turn(moves: str, message: str) -> None:
    with pytest.raises(LineError) as error:
        played_out(Position.initial(STANDARD), moves)
    assert str(error.value).startswith(message)
