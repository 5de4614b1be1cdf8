"""Where games leave what others played, on games made by hand and against a plain count."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from images import imaged
from indexed_games import games, indexed
from linear import assert_linear

from gipfkit.analysis.columns import names_of
from gipfkit.analysis.novelties import novelty_rows
from gipfkit.analysis.openings import Explorer
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read_text
from gipfkit.record import Record
from gipfkit.replay import replay

Found = list[tuple[object, object, object]]


def basic(*lines: str) -> list[Record]:
    return [record for line in lines for record in read_text(f'[Variant "basic"]\n\n{line} *\n')]


def found(explorer: Explorer, against: Explorer | None = None) -> Found:
    rows = list(novelty_rows(explorer, against))
    assert all(list(row) == names_of("novelty") for row in rows)
    return [(row["turn"], row["move"], row["before"]) for row in rows]


def test_a_game_leaves_the_others_at_its_first_new_position() -> None:
    with indexed(basic("b3 h3 d2 c6", "d2 h3 b3", "b3 h3 b4", "e1-e3 h3")) as index:
        assert found(Explorer(index)) == [
            # The position after d2 was reached in another order, that after c6 wasn't.
            (4, "c6", 1),
            (1, "d2", 3),
            (3, "b4", 1),
            (1, "e1-e3", 3),
        ]


def test_a_game_that_others_follow_to_its_end_has_none() -> None:
    with indexed(basic("b3 h3", "b3 h3 d2", "b3 h3 d2")) as index:
        assert found(Explorer(index)) == [(None, None, None)] * 3


def test_images_are_no_news_but_for_those_who_keep_them_apart() -> None:
    one, other = basic("b3 h3 d2", "b3 h3 d2")
    with indexed([one, imaged(other, 2)]) as index:
        assert found(Explorer(index)) == [(None, None, None)] * 2
        assert [turn for turn, _, _ in found(Explorer(index, symmetry=False))] != [None, None]


def test_the_move_is_in_the_games_own_orientation() -> None:
    one, other = basic("b3 h3 d2", "b3 h3")
    for symmetry in range(12):
        with indexed([imaged(one, symmetry), other]) as index:
            turn, move, before = found(Explorer(index))[0]
        push = imaged(one, symmetry).turns[2].push
        assert push is not None
        assert (turn, move, before) == (3, push.spot, 1)


def test_against_others_a_game_doesnt_count_for_itself() -> None:
    first, second = (replace(record, number=k) for k, record in enumerate(basic("b3 h3 d2", "b3 h3 c6"), 1))
    stranger = replace(first, source="elsewhere")
    with indexed([first]) as index, indexed([first, second]) as others, indexed([stranger]) as copies:
        assert found(Explorer(index), Explorer(others)) == [(3, "d2", 1)]
        assert found(Explorer(index), Explorer(others, chosen=[1])) == [(1, "b3", 0)]
        # However the file that it is in is called, a game is itself.
        assert found(Explorer(index), Explorer(copies)) == [(1, "b3", 0)]
    with indexed([first]) as index, indexed([first, stranger]) as twice:
        assert found(Explorer(index), Explorer(twice)) == [(None, None, None)]
    with indexed([stranger]) as index, indexed([]) as others:
        assert found(Explorer(index), Explorer(others)) == [(1, "b3", 0)]


def test_a_game_of_the_same_source_and_number_is_not_the_same_for_that() -> None:
    first, other = (replace(record, source="x.gipf", number=1) for record in basic("b3 h3 d2", "b3 h3 c6"))
    with indexed([first]) as index, indexed([other]) as others:
        assert found(Explorer(index), Explorer(others)) == [(3, "d2", 1)]
    named = replace(first, tags=(*first.tags, ("White", "Ann")))
    with indexed([first]) as index, indexed([named]) as others:
        assert found(Explorer(index), Explorer(others)) == [(None, None, None)]


def test_each_copy_of_a_game_costs_the_same() -> None:
    (record,) = basic("b3 h3 d2")

    def against_itself(copies: int) -> None:
        with indexed([record] * copies) as index, indexed([record] * copies) as others:
            assert found(Explorer(index), Explorer(others)) == [(None, None, None)] * copies

    assert_linear(against_itself, 40, 800)


def test_games_left_out_cost_the_same_for_each_that_is_looked_at() -> None:
    (record,) = basic("b3 h3 d2")
    with indexed([record] * 300) as few, indexed([record] * 6_000) as many:
        indexes = {150: few, 3_000: many}

        def second_half(number: int) -> None:
            assert len(found(Explorer(indexes[number], chosen=range(number + 1, 2 * number + 1)))) == number

        assert_linear(second_half, 150, 3_000)


@pytest.mark.parametrize("symmetry", [True, False])
@settings(max_examples=6)
@given(seed=st.integers(0, 400), name=st.sampled_from(sorted(VARIANTS)))
def test_novelties_agree_with_a_plain_search(symmetry: bool, seed: int, name: str) -> None:
    replays = [replay(record) for record in games(seed, VARIANTS[name], 8)]
    with indexed([played.record for played in replays]) as index:
        explorer = Explorer(index, symmetry=symmetry)
        seen = [[explorer.key(position) for position in played.positions] for played in replays]
        expected = []
        for keys in seen:
            others = [set(other) for other in seen if other is not keys]
            turn = next((k for k, key in enumerate(keys) if k and not any(key in other for other in others)), None)
            expected.append((turn, None if turn is None else sum(keys[turn - 1] in other for other in others)))
        assert [(turn, before) for turn, _, before in found(explorer)] == expected
