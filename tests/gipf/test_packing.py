"""Positions packed into 14 bytes and back, and their twelve images."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import VARIANT_LIST, dense, random_game, reachable

from gipfkit.gipf.board import SYMMETRIES
from gipfkit.gipf.packing import KEY_BYTES, canonical_key, comes_back, exchanged, packed, placed, unpacked
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant

positions = reachable() | dense()


@given(positions)
def test_a_packed_position_comes_back_whole(position: Position) -> None:
    key = packed(position)
    assert len(key) == KEY_BYTES
    assert unpacked(key) == position


@given(positions, st.sampled_from(SYMMETRIES))
def test_all_images_have_one_canonical_key_and_the_symmetry_named_leads_to_it(position: Position, turned: int) -> None:
    key, symmetry = canonical_key(position)
    assert key == min(packed(position.image(k)) for k in SYMMETRIES)
    assert unpacked(key) == position.image(symmetry)
    assert canonical_key(position.image(turned))[0] == key


@given(positions)
def test_colours_exchanged_twice_are_the_position_again(position: Position) -> None:
    assert exchanged(exchanged(position)) == position
    assert exchanged(position).gipf_count(position.to_move) == position.gipf_count(position.to_move.opponent)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.booleans())
def test_a_game_that_comes_back_is_known_by_its_keys(seed: int, swap: bool) -> None:
    game = [position for position, _ in random_game(random.Random(seed).choice(VARIANT_LIST), seed, 12)]
    assert not comes_back([canonical_key(position)[0] for position in game])
    again = random.Random(seed).choice(game)
    again = (exchanged(again) if swap else again).image(seed % 12)
    assert comes_back([canonical_key(position)[0] for position in (*game, again)])


@pytest.mark.parametrize("key", [b"", b"x" * 13, b"\xff" * 14])
def test_what_is_no_key_is_refused(key: bytes) -> None:
    with pytest.raises(ValueError, match="no key"):
        unpacked(key)
    with pytest.raises(ValueError, match="no symmetry"):
        placed(packed(Position.initial()), 12)


def test_more_pieces_than_a_key_holds_are_refused() -> None:
    position = Position(STANDARD, 0, 0, 0, (32, 12))
    with pytest.raises(ValueError, match="32 pieces are more than a packed position holds"):
        packed(position)


# Numbers of classes of position after one turn and after two: issue figures, found by enumeration under the symmetry
# group of each start (six images in basic and standard, twelve in the tournament).
@pytest.mark.parametrize(
    ("variant", "boards", "first", "second"), [(BASIC, 24, 5, 96), (STANDARD, 30, 6, 148), (TOURNAMENT, 18, 2, 29)]
)
def test_the_first_moves_fall_into_so_many_classes(variant: Variant, boards: int, first: int, second: int) -> None:
    start = Position.initial(variant)
    after = {start.play(turn) for turn in start.turns()}
    assert len(after) == boards
    classes = {canonical_key(position)[0] for position in after}
    assert len(classes) == first
    assert len({canonical_key(unpacked(key).play(t))[0] for key in classes for t in unpacked(key).turns()}) == second


def test_a_game_passes_through_different_keys_unless_a_position_comes_back() -> None:
    rng = random.Random(7)
    for variant in VARIANTS.values():
        position = Position.initial(variant)
        seen: dict[bytes, Position] = {}
        while turns := list(position.turns()):
            assert seen.setdefault(packed(position), position) == position
            position = position.play(rng.choice(turns))
