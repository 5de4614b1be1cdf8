"""The engine against the second, slow one of plain_rules.py."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import plain_rules as plain
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from positions import VARIANT_LIST, dense, random_game, random_turn, reachable

from gipfkit.gipf.board import ALL_SPOTS, BLACK, DOTS, PATHS, SPOTS, WHITE, bits
from gipfkit.gipf.perft import perft
from gipfkit.gipf.position import IllegalTurn, Position
from gipfkit.gipf.turn import Push, Removal, Turn, spots_taken
from gipfkit.gipf.variant import Variant

COLOURS = {"w": WHITE, "b": BLACK}
any_position = st.one_of(reachable(), dense())
modest = settings(deadline=None, max_examples=60)
thorough = settings(deadline=None, max_examples=100)


def to_plain(position: Position) -> plain.Plain:
    return plain.from_text(position.to_text())


def triple(turn: Turn) -> plain.Triple:
    push = (turn.push.dot, turn.push.first, turn.push.gipf) if turn.push else None
    return frozenset(spots_taken(turn.before)), push, frozenset(spots_taken(turn.after))


def without_entry(text: str) -> str:
    fields = text.split()
    return " ".join(fields[:4] + fields[5:])


def comparable(text: str, over: bool) -> str:
    """A position won by GIPF-pieces loses its entry field: the engines mark the end in it each in its way."""
    return without_entry(text) if over else text


def plain_turns(position: Position) -> dict[plain.Triple, str]:
    """The plain engine's turns with the text of the position after each.

    A turn without a push that no GIPF-piece decides isn't one here: with an empty reserve the player can go on taking
    from the row that he left, so the game isn't over.
    """
    found: dict[plain.Triple, str] = {}
    for key, after in plain.turns(to_plain(position)).items():
        over = plain.gipf_winner(after) is not None
        if key[1] is not None or over:
            found[key] = comparable(plain.to_text(after), over)
    return found


def engine_turns(position: Position) -> dict[plain.Triple, str]:
    found: dict[plain.Triple, str] = {}
    for turn in position.turns():
        after, key = position.play(turn), triple(turn)
        assert key not in found, f"{turn} comes twice"
        found[key] = comparable(after.to_text(), bool(after.without_gipfs()))
    return found


def plain_winner(position: Position) -> str | None:
    """The plain engine's winner; who can't pay for the GIPF-piece that must come first has lost as well.

    Only a handicap start leads there, and the rules don't speak of it: the plain engine sees neither winner nor turns.
    """
    board, mover = to_plain(position), position.to_move.word[0]
    stuck = mover in board.entry and not plain.pushes(board) and not plain.rows(board, mover)
    return plain.winner(board) or (plain.other(mover) if stuck else None)


def winner_of(position: Position) -> str | None:
    outcome = position.outcome()
    return outcome.winner.word[0] if outcome else None


def without(removal: Removal, bit: int) -> Removal:
    """A removal that spares one of its spots."""
    fields = (removal.singles, removal.gipfs, removal.captured, removal.captured_gipfs)
    singles, gipfs, captured, captured_gipfs = (field & ~bit for field in fields)
    return replace(removal, singles=singles, gipfs=gipfs, captured=captured, captured_gipfs=captured_gipfs)


def changed_removals(removals: tuple[Removal, ...], random: Random) -> Iterator[tuple[Removal, ...]]:
    """The same rows, but: one spot spared, one spot more in each of the fields, a row forgotten, a row twice."""
    for k, removal in enumerate(removals):
        head, tail = removals[:k], removals[k + 1 :]
        spared = random.choice(list(bits(removal.taken)))
        added = random.choice(list(bits(ALL_SPOTS & ~removal.taken)))
        yield (*head, without(removal, spared), *tail)
        yield (*head, replace(without(removal, spared), left=removal.left | spared), *tail)
        left = removal.left & ~added
        yield (*head, replace(removal, singles=removal.singles | added, left=left), *tail)
        yield (*head, replace(removal, gipfs=removal.gipfs | added, left=left), *tail)
        yield (*head, replace(removal, captured=removal.captured | added, left=left), *tail)
        yield (*head, replace(removal, captured_gipfs=removal.captured_gipfs | added, left=left), *tail)
        yield (*head, *tail)
        yield (*head, removal, *tail, removal)
        yield (*head, replace(removal, colour=removal.colour.opponent), *tail)


def changed_pushes(push: Push, random: Random) -> Iterator[Push]:
    other = random.choice(PATHS)
    yield Push(other.dot, other.first, push.gipf)
    yield Push(random.choice(DOTS), push.first, push.gipf)
    yield Push(push.dot, random.choice(SPOTS), push.gipf)
    yield Push(push.dot, push.first, not push.gipf)


def perturbed(turn: Turn, random: Random) -> Iterator[Turn]:
    for before in changed_removals(turn.before, random):
        yield replace(turn, before=before)
    for after in changed_removals(turn.after, random):
        yield replace(turn, after=after)
    yield replace(turn, before=turn.after, after=turn.before)
    yield replace(turn, after=turn.after + turn.before)
    if turn.push:
        yield replace(turn, push=None)
        for push in changed_pushes(turn.push, random):
            yield replace(turn, push=push)


@given(any_position)
@thorough
def test_turns_and_the_positions_after_them_are_the_plain_engine_s(position: Position) -> None:
    assert engine_turns(position) == plain_turns(position)


@given(any_position)
@modest
def test_rows_are_the_plain_engine_s(position: Position) -> None:
    board = to_plain(position).board()
    for colour in COLOURS:
        ours = [(row.spots, row.optional) for row in position.rows(COLOURS[colour])]
        stretches = [row.stretch for row in plain.rows(to_plain(position), colour)]
        theirs = [(list(stretch), all(board[spot].isupper() for spot in stretch)) for stretch in stretches]
        assert sorted(ours) == sorted(theirs)


@given(any_position)
@modest
def test_the_winner_is_the_plain_engine_s(position: Position) -> None:
    assert winner_of(position) == plain_winner(position)


@given(any_position)
@modest
def test_a_position_has_turns_just_as_long_as_nobody_has_won(position: Position) -> None:
    assert (position.outcome() is None) == any(True for _ in position.turns())


@given(any_position)
@modest
def test_pushes_are_the_plain_engine_s(position: Position) -> None:
    ours = [(push.dot, push.first, push.gipf) for push in position.pushes()]
    assert sorted(ours) == sorted(plain.pushes(to_plain(position)))


@given(any_position, st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=40)
def test_a_changed_turn_is_refused_unless_it_is_another_legal_one(position: Position, seed: int) -> None:
    turns, random = list(position.turns()), Random(seed)
    assume(turns)
    legal = plain_turns(position)
    with_removals = [turn for turn in turns if turn.before or turn.after]
    chosen = random.sample(turns, min(2, len(turns))) + random.sample(with_removals, min(8, len(with_removals)))
    for turn in chosen:
        for wrong in perturbed(turn, random):
            if triple(wrong) in legal:
                continue
            with pytest.raises(IllegalTurn):
                position.play(wrong)


@given(any_position)
@modest
def test_the_mover_leaves_no_obligation_and_no_piece_is_won_or_lost(position: Position) -> None:
    mover = position.to_move
    for turn in position.turns():
        after = position.play(turn)
        assert [after.total(colour) for colour in (WHITE, BLACK)] == [position.total(c) for c in (WHITE, BLACK)]
        assert after.to_move is mover.opponent
        assert after.without_gipfs() or not after.obligations(mover)


@given(reachable())
@settings(deadline=None, max_examples=25)
def test_perft_is_the_plain_engine_s(position: Position) -> None:
    # Rows that stand before the first push aren't perft's: it counts from settled positions.
    assume(not position.rows(WHITE) and not position.rows(BLACK))
    assert tuple(perft(position, 1, count) for count in ("S", "P", "U")) == plain.perft(to_plain(position), 1)


@pytest.mark.parametrize("variant", VARIANT_LIST, ids=lambda v: v.name)
def test_whole_games_are_played_alike(variant: Variant) -> None:
    for seed in range(2):
        game = random_game(variant, 1000 + seed, turns=200)
        for position, turn in game:
            after = position.play(turn)
            over = bool(after.without_gipfs())
            theirs = plain.turns(to_plain(position))[triple(turn)]
            assert comparable(plain.to_text(theirs), over) == comparable(after.to_text(), over)
            assert plain.winner(theirs) == winner_of(after)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANT_LIST, ids=lambda v: v.name)
def test_many_random_games_are_played_alike(variant: Variant) -> None:
    random = Random(7)
    for _ in range(40):
        position = Position.initial(variant)
        while position.outcome() is None:
            assert engine_turns(position) == plain_turns(position)
            position = position.play(random_turn(position, random))
        assert winner_of(position) == plain.winner(to_plain(position))
