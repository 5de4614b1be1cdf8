"""The figures of rules.md section 6."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import mean

import pytest
from positions import VARIANT_LIST, random_game

from gipfkit.gipf.board import BIT, SYMMETRIES, image_name
from gipfkit.gipf.perft import COUNTS, divide, perft
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Push, Removal, Turn
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant

# rules.md section 6: S, P and U by depth.
FIGURES = {
    "basic": [(42, 24, 24), (1_764, 618, 558), (73_800, 15_828, 7_476), (3_066_768, 426_024, 96_885)],
    "standard": [(42, 30, 30), (1_764, 924, 876), (73_800, 28_380, 15_120), (3_066_768, 886_284, 249_489)],
    "tournament": [(42, 18, 18), (1_764, 348, 336), (148_176, 14_112, 10_392), (12_446_784, 604_464, 323_157)],
}
# rules.md section 6: pushes onto an empty spot counted once however they enter, in basic and standard.
NOTATION_DISTINCT = [30, 924, 29_016, 924_432]
# rules.md section 6: length in plies (mean, standard deviation) and White's share of random games, 200,000 each.
RANDOM_PLAY = {"basic": (32.06, 9.89, 0.429), "standard": (29.97, 7.22, 0.440)}

LEVELS = [
    pytest.param(variant, depth, count, marks=pytest.mark.slow if depth == 4 else ())
    for variant in FIGURES
    for depth in (1, 2, 3, 4)
    for count in COUNTS
]


def written(position: Position, push: Push) -> tuple[str, str, bool]:
    """A push as notation tells it apart: onto an empty spot, the dot is not written."""
    return ("" if not position.occupied & BIT[push.first] else push.dot, push.first, push.gipf)


def told_apart(position: Position) -> list[Push]:
    return list({written(position, push): push for push in position.pushes()}.values())


def after(position: Position, pushes: Iterable[Push]) -> Position:
    for push in pushes:
        position = position.play(Turn(push))
    return position


def has_rows(position: Position) -> bool:
    return bool(position.rows(position.to_move) or position.rows(position.to_move.opponent))


def colour_preserving(position: Position) -> list[int]:
    return [symmetry for symmetry in SYMMETRIES if position.image(symmetry) == position]


def usual(removals: list[tuple[Removal, ...]], random: Random) -> tuple[Removal, ...]:
    """Rows in random order, the opponent's GIPF-pieces taken and own ones kept."""
    fitting = [way for way in removals if not any(r.gipfs for r in way)]
    most = max(sum(r.captured_gipfs.bit_count() for r in way) for way in fitting)
    return random.choice([way for way in fitting if sum(r.captured_gipfs.bit_count() for r in way) == most])


@pytest.mark.parametrize(("variant", "depth", "count"), LEVELS)
def test_perft_gives_the_figures_of_the_rules(variant: str, depth: int, count: str) -> None:
    start = Position.initial(VARIANTS[variant])
    assert perft(start, depth, count) == FIGURES[variant][depth - 1][COUNTS.index(count)]


@pytest.mark.parametrize("count", COUNTS)
def test_perft_to_depth_0_is_the_position_itself(count: str) -> None:
    assert perft(Position.initial(), 0, count) == 1


@pytest.mark.parametrize("variant", VARIANT_LIST, ids=lambda v: v.name)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_divide_has_every_push_and_its_sequences_sum_to_perft(variant: Variant, depth: int) -> None:
    start = Position.initial(variant)
    divided = divide(start, depth)
    assert set(divided) == set(start.pushes())
    assert sum(divided.values()) == perft(start, depth)


def test_divide_counts_results_below_each_push() -> None:
    start = Position.initial()
    for push, below in divide(start, 2, "P").items():
        assert below == perft(start.play(Turn(push)), 1, "P")


@pytest.mark.parametrize("variant", VARIANT_LIST, ids=lambda v: v.name)
@pytest.mark.parametrize("count", COUNTS)
def test_perft_is_the_same_for_all_twelve_images(variant: Variant, count: str) -> None:
    position = random_game(variant, seed=5, turns=22)[-1][0]
    expected = perft(position, 2, count)
    assert {perft(position.image(symmetry), 2, count) for symmetry in SYMMETRIES} == {expected}


@pytest.mark.parametrize("count", COUNTS)
def test_nothing_is_counted_above_the_start(count: str) -> None:
    start = Position.initial(BASIC)
    for depth in (-1, -2):
        with pytest.raises(ValueError, match="depth"):
            perft(start, depth, count)
    with pytest.raises(ValueError, match="depth"):
        divide(start, 0, count)


def test_a_position_with_a_winner_has_nothing_below_it() -> None:
    lost = Position.from_text("B2W/5/6/W5B/6/5/B2W w 0/12 0/0 - standard")
    assert [perft(lost, depth, count) for depth in (0, 1, 2) for count in COUNTS] == [1, 1, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("variant", [BASIC, STANDARD], ids=lambda v: v.name)
@pytest.mark.parametrize("depth", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_pushes_onto_an_empty_spot_counted_once_give_the_notations_figures(variant: Variant, depth: int) -> None:
    level = Counter({Position.initial(variant): 1})
    for _ in range(depth - 1):
        below: Counter[Position] = Counter()
        for position, times in level.items():
            for push in told_apart(position):
                below[position.play(Turn(push))] += times
        level = below
    assert sum(times * len(told_apart(position)) for position, times in level.items()) == NOTATION_DISTINCT[depth - 1]


@pytest.mark.parametrize("variant", [BASIC, STANDARD], ids=lambda v: v.name)
def test_first_moves_fall_into_six_classes_under_the_symmetries_of_the_start(variant: Variant) -> None:
    start = Position.initial(variant)
    symmetries = colour_preserving(start)
    assert len(symmetries) == 6
    first_moves = {written(start, push) for push in start.pushes()}
    classes = {
        frozenset((image_name(dot, s) if dot else "", image_name(first, s), gipf) for s in symmetries)
        for dot, first, gipf in first_moves
    }
    assert frozenset().union(*classes) == first_moves
    assert sorted(map(len, classes)) == [3, 3, 6, 6, 6, 6]


def test_tournament_has_18_distinct_first_turns_all_gipf_pieces() -> None:
    start = Position.initial(TOURNAMENT)
    turns = list(start.turns())
    assert len(turns) == 42
    assert all(turn.push and turn.push.gipf for turn in turns)
    assert len({start.play(turn) for turn in turns}) == 18


def test_tournament_has_21_pushes_of_each_kind_after_gb2_gf2() -> None:
    position = after(Position.initial(TOURNAMENT), [Push("a1", "b2", True), Push("f1", "f2", True)])
    assert position.to_text() == "W3/5/6/7/B5/5/4 w 16/16 0/0 wb tournament"
    pushes = {written(position, push) for push in position.pushes()}
    assert Counter(gipf for _, _, gipf in pushes) == {False: 21, True: 21}


def test_no_row_is_possible_in_the_first_four_plies() -> None:
    # Rows ask for colours only: in standard the same spots fill, so basic stands for both.
    level = {Position.initial(BASIC)}
    for _ in range(4):
        pushed = {position.entered(push) for position in level for push in told_apart(position)}
        assert not any(map(has_rows, pushed))
        level = {position.passed().canonical()[0] for position in pushed}


@pytest.mark.parametrize("variant", [BASIC, STANDARD], ids=lambda v: v.name)
def test_a_row_is_possible_at_ply_5(variant: Variant) -> None:
    position = after(
        Position.initial(variant),
        [Push("c7", "c6"), Push("e1", "e2"), Push("c7", "d7"), Push("e1", "e2")],
    )
    assert not has_rows(position)
    assert [row.spots for row in position.entered(Push("e9", "e8")).rows(position.to_move)] == [
        ["b5", "c6", "d7", "e8"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("variant", [BASIC, STANDARD], ids=lambda v: v.name)
def test_random_games_are_as_long_and_as_often_white_s_as_the_rules_say(variant: Variant) -> None:
    games, random = 4000, Random(1)
    lengths, white_wins = [], 0
    for _ in range(games):
        position, plies = Position.initial(variant), 0
        while (outcome := position.outcome()) is None:
            position = position.take(usual(position.removals(position.to_move), random))
            if position.without_gipfs():
                position = position.passed()
                continue
            pushed = position.entered(random.choice(told_apart(position)))
            position = pushed.take(usual(pushed.removals(pushed.to_move), random)).passed()
            plies += 1
        lengths.append(plies)
        white_wins += outcome.winner == 0
    length, deviation, share = RANDOM_PLAY[variant.name]
    assert mean(lengths) == pytest.approx(length, abs=4 * deviation / games**0.5)
    assert white_wins / games == pytest.approx(share, abs=4 * (share * (1 - share) / games) ** 0.5)
