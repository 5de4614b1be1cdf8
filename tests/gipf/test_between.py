"""The turns between two positions, against all turns tried one by one."""

import random
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st
from positions import dense, random_game, reachable

from gipfkit.gipf.between import turns_between
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import STANDARD


def after(position: Position, turn: Turn) -> Position:
    """The position after a turn, legal or not."""
    pushed = position.take(turn.before)
    return (pushed.entered(turn.push).take(turn.after) if turn.push else pushed).passed()


def careless_turns(position: Position) -> list[Turn]:
    """Every turn, those that leave rows standing too."""
    found, mover = [], position.to_move
    for before in position.removals(mover, partial=True):
        middle = position.take(before)
        # A removal that decides the game is the whole turn.
        if before and middle.without_gipfs():
            found.append(Turn(None, before))
            continue
        for push in middle.pushes():
            pushed = middle.entered(push)
            found += [Turn(push, before, last) for last in pushed.removals(mover, partial=True)]
    return found


def by_position(position: Position, turns: list[Turn]) -> dict[Position, list[Turn]]:
    """Some turns by the position that each leads to."""
    found: dict[Position, list[Turn]] = {}
    for turn in turns:
        found.setdefault(after(position, turn), []).append(turn)
    return found


@settings(max_examples=40)
@given(reachable() | dense(), st.integers(0, 1000))
def test_the_turns_to_a_position_are_all_those_that_lead_there(position: Position, seed: int) -> None:
    found = by_position(position, list(islice(position.turns(), 3000)))
    if sum(map(len, found.values())) < 3000:
        for there in random.Random(seed).sample(list(found), min(4, len(found))):
            assert turns_between(position, there) == found[there]


@settings(max_examples=25)
@given(dense(), st.integers(0, 1000))
def test_turns_that_leave_rows_standing_are_given_where_no_legal_one_leads_there(position: Position, seed: int) -> None:
    legal = by_position(position, list(islice(position.turns(), 3000)))
    if position.outcome() is None and sum(map(len, legal.values())) < 3000:
        careless = by_position(position, careless_turns(position))
        rest = [there for there in careless if there not in legal]
        for there in random.Random(seed).sample(rest, min(4, len(rest))):
            assert turns_between(position, there) == careless[there]


@given(st.integers(0, 1000))
def test_no_turn_leads_to_a_position_two_turns_on_or_back(seed: int) -> None:
    (first, _), (second, _), (third, _) = random_game(STANDARD, seed, 3)
    assert turns_between(first, third) == turns_between(second, first) == turns_between(first, first) == []
