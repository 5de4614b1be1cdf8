"""Positions by rules.md sections 2 to 5 and notations.md section 6."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import VARIANT_LIST, dense, random_game, reachable

from gipfkit.gipf.board import BLACK, SYMMETRIES, WHITE, mask
from gipfkit.gipf.position import IllegalTurn, Outcome, Position, Problem
from gipfkit.gipf.turn import Push, Removal, Turn
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, Variant

# notations.md section 6.
STARTS = {
    BASIC: "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic",
    STANDARD: "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 - standard",
    TOURNAMENT: "4/5/6/7/6/5/4 w 18/18 0/0 wb tournament",
}
EMPTY = "4/5/6/7/6/5/4"
# Rows of White's on column d (d2-d5), with a GIPF-piece elsewhere so that nobody has lost.
ROW = "B2W/5/wwww2/7/6/5/4 w 5/5 0/0 - standard"
# White's row of GIPF-pieces only, and an empty reserve.
OPTIONAL_ROW = "B3/5/WWWW2/7/6/5/4 w 0/5 0/0 - standard"


def at(text: str) -> Position:
    return Position.from_text(text)


def only(ways: list[tuple[Removal, ...]]) -> tuple[Removal, ...]:
    (way,) = ways
    return way


def way_that_takes(position: Position, spots: str) -> tuple[Removal, ...]:
    """The way to deal with the rows of the side to move in which exactly these spots are emptied."""
    ways = position.removals(position.to_move)
    return only([way for way in ways if sum(removal.taken for removal in way) == mask(spots.split())])


def refused(position: Position, turn: Turn, code: str, message: str) -> None:
    with pytest.raises(IllegalTurn, match=re.escape(message)) as refusal:
        position.play(turn)
    assert refusal.value.code == code


# --- The position text ---


@pytest.mark.parametrize("variant", VARIANT_LIST, ids=lambda v: v.name)
def test_the_starts_have_the_texts_of_the_notation(variant: Variant) -> None:
    assert Position.initial(variant).to_text() == str(Position.initial(variant)) == STARTS[variant]
    assert at(STARTS[variant]) == Position.initial(variant)


@pytest.mark.parametrize(
    "text",
    [
        "bbbb/wwwww/BBBBBB/WWWWWWW/bwBWbw/5/4 b 0/0 0/0 - standard",
        "1w2/w1w1w/1B4/3W3/5b/b4/1bB1 b 3/14 12/1 w tournament",
        "4/5/6/7/6/5/4 w 999/0 0/999 b tournament",
    ],
)
def test_a_text_is_written_as_it_was_read(text: str) -> None:
    assert at(text).to_text() == text


def test_fields_may_be_parted_by_any_blanks() -> None:
    assert at("  " + STARTS[BASIC].replace(" ", "\t  ") + "\n") == Position.initial(BASIC)


@given(st.one_of(reachable(), dense()))
@settings(deadline=None, max_examples=60)
def test_reading_back_what_was_written_gives_an_equal_position(position: Position) -> None:
    assert at(position.to_text()) == position
    assert hash(at(position.to_text())) == hash(position)


def test_a_text_tells_colours_kinds_counts_side_and_entry_apart() -> None:
    position = at("wW2/bB3/6/7/6/5/4 b 1/2 3/4 w tournament")
    assert (position.white, position.black) == (mask(["b2", "b3"]), mask(["c2", "c3"]))
    assert position.gipfs == mask(["b3", "c3"])
    assert (position.reserves, position.captured) == ((1, 2), (3, 4))
    assert (position.to_move, position.entry, position.variant) == (BLACK, (True, False), TOURNAMENT)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has six fields (board, side to move, reserves, captured, entry, variant), this one has 0"),
        (f"{EMPTY} w 12/12 0/0 basic", "this one has 5"),
        (f"{EMPTY} w 12/12 0/0 - basic more", "this one has 7"),
        ("4/5/6/7/6/5 w 12/12 0/0 - basic", "a board has seven columns, b to h, joined by /: '4/5/6/7/6/5' has 6"),
        ("4/5/6/7/6/5/4/4 w 12/12 0/0 - basic", "'4/5/6/7/6/5/4/4' has 8"),
        (
            "x3/5/6/7/6/5/4 w 12/12 0/0 - basic",
            "column b: 'x' is neither a piece (w b W B) nor a number of empty spots",
        ),
        ("4/5/6/7/6/5/0w3 w 12/12 0/0 - basic", "column h: '0' is neither"),
        ("4/5/6/8/6/5/4 w 12/12 0/0 - basic", "column e: '8' is neither"),
        ("4/..3/6/7/6/5/4 w 12/12 0/0 - basic", "column c: '.' is neither"),
        ("4/3./6/7/6/5/4 w 12/12 0/0 - basic", "column c: '.' is neither"),
        ("4/5/6/7w/6/5/4 w 12/12 0/0 - basic", "column e has 7 spots, '7w' fills 8"),
        ("4/5/6/7/6/5/w2 w 12/12 0/0 - basic", "column h has 4 spots, 'w2' fills 3"),
        ("/5/6/7/6/5/4 w 12/12 0/0 - basic", "column b has 4 spots, '' fills 0"),
        (f"{EMPTY} W 12/12 0/0 - basic", "side to move is w or b, not 'W'"),
        (f"{EMPTY} w 12 0/0 - basic", "reserves are two numbers, White's/Black's, not '12'"),
        (f"{EMPTY} w -1/12 0/0 - basic", "reserves are two numbers, White's/Black's, not '-1/12'"),
        (f"{EMPTY} w 1000/12 0/0 - basic", "reserves are two numbers"),
        (f"{EMPTY} w ١/12 0/0 - basic", "reserves are two numbers"),
        (f"{EMPTY} w 12/12 0/x - basic", "captured are two numbers, White's/Black's, not '0/x'"),
        (f"{EMPTY} w 12/12 0/0 bw basic", "entry is wb, w, b or -, not 'bw'"),
        (f"{EMPTY} w 12/12 0/0 - Basic", "variant 'Basic' is none of basic, standard, tournament"),
    ],
)
def test_a_wrong_field_is_named_with_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        at(text)


# --- Pushes ---


def test_a_push_moves_the_run_up_to_the_first_gap_and_leaves_what_is_behind_it() -> None:
    position = at("4/5/6/wWb1w2/6/5/4 b 5/5 0/0 - basic")
    assert position.play(Turn(Push("e1", "e2"))).to_text() == "4/5/6/bwWbw2/6/5/4 w 5/4 0/0 - basic"


def test_a_push_from_the_far_end_moves_the_run_the_other_way() -> None:
    position = at("4/5/6/1w1b1wW/6/5/4 w 5/5 0/0 - basic")
    assert position.play(Turn(Push("e9", "e8"))).to_text() == "4/5/6/1w1bwWw/6/5/4 b 4/5 0/0 - basic"


def test_a_gipf_piece_costs_two_and_keeps_the_right_to_enter_others() -> None:
    position = Position.initial(TOURNAMENT).play(Turn(Push("a1", "b2", True)))
    assert position.to_text() == "W3/5/6/7/6/5/4 b 16/18 0/0 wb tournament"


def test_a_single_piece_ends_its_own_side_s_entry_only() -> None:
    position = at("W3/5/6/7/6/5/B3 w 16/16 0/0 wb tournament")
    position = position.play(Turn(Push("e1", "e2")))
    assert position.to_text() == "W3/5/6/w6/6/5/B3 b 15/16 0/0 b tournament"
    assert {push.gipf for push in position.pushes()} == {False, True}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (STARTS[BASIC], (False,)),
        (STARTS[STANDARD], (False,)),
        (STARTS[TOURNAMENT], (True,)),
        ("W3/5/6/7/6/5/B3 w 2/2 0/0 wb tournament", (False, True)),
        ("W3/5/6/7/6/5/B3 w 1/2 0/0 wb tournament", (False,)),
        ("W3/5/6/7/6/5/B3 w 0/2 0/0 wb tournament", ()),
        ("4/5/6/7/6/5/B3 w 1/2 0/0 wb tournament", ()),
        ("Ww2/5/6/7/6/5/B3 w 9/2 0/0 b tournament", (False,)),
        ("b2w/5/6/w5b/6/5/b2w w 0/12 0/0 - basic", ()),
    ],
)
def test_kinds_of_piece_that_may_be_entered(text: str, kinds: tuple[bool, ...]) -> None:
    assert at(text).kinds() == kinds


@pytest.mark.parametrize(
    ("text", "push", "code", "message"),
    [
        (STARTS[BASIC], Push("e1", "e3"), "push-not-on-line", "e3 is not next to e1"),
        (STARTS[BASIC], Push("e1", "b2"), "push-not-on-line", "b2 is not next to e1"),
        (STARTS[BASIC], Push("e2", "e3"), "push-not-on-line", "e3 is not next to e2"),
        (STARTS[BASIC], Push("z9", "e2"), "push-not-on-line", "e2 is not next to z9"),
        ("bwbw/5/6/7/6/5/4 w 5/5 0/0 - basic", Push("b1", "b2"), "push-line-full", "the line b2-b5 is full"),
        ("bwbw/5/6/7/6/5/4 w 5/5 0/0 - basic", Push("b6", "b5"), "push-line-full", "the line b5-b2 is full"),
        (STARTS[BASIC], Push("e1", "e2", True), "piece-not-allowed", "no GIPF-piece is entered in basic"),
        (STARTS[STANDARD], Push("e1", "e2", True), "piece-not-allowed", "no GIPF-piece is entered in standard"),
        (STARTS[TOURNAMENT], Push("e1", "e2"), "piece-not-allowed", "White's first piece must be a GIPF-piece"),
        (
            "Ww2/5/6/7/6/5/B3 b 15/16 0/0 - tournament",
            Push("e1", "e2", True),
            "piece-not-allowed",
            "Black has entered a single piece and can't enter GIPF-pieces any more",
        ),
        (
            "W3/5/6/7/6/5/B3 w 1/16 0/0 wb tournament",
            Push("e1", "e2", True),
            "reserve-empty",
            "a GIPF-piece needs 2 pieces in reserve, White has 1",
        ),
        (OPTIONAL_ROW, Push("e1", "e2"), "reserve-empty", "a push needs a piece in reserve, White has 0"),
    ],
)
def test_a_push_against_the_rules_is_refused(text: str, push: Push, code: str, message: str) -> None:
    position = at(text)
    assert push not in position.pushes()
    refused(position, Turn(push), code, message)


def test_entering_onto_a_full_line_is_refused_even_unchecked() -> None:
    with pytest.raises(IllegalTurn, match="the line b2-b5 is full") as refusal:
        at("bwbw/5/6/7/6/5/4 w 5/5 0/0 - basic").entered(Push("b1", "b2"))
    assert refusal.value.code == "push-line-full"


# --- Rows and removals ---


def test_a_row_goes_with_its_extension_of_both_colours_up_to_a_gap_or_the_rim() -> None:
    position = at("4/5/6/bwwwwb1/6/5/4 w 5/5 0/0 - basic")
    (row,) = position.rows(WHITE)
    assert row.spots == ["e2", "e3", "e4", "e5", "e6", "e7"]
    after = position.take(only(position.removals(WHITE)))
    assert after.to_text() == "4/5/6/7/6/5/4 w 9/5 0/2 - basic"


def test_three_and_one_behind_a_gap_or_an_opponent_are_no_row() -> None:
    assert at("4/5/6/www1w2/6/5/4 w 5/5 0/0 - basic").rows(WHITE) == []
    assert at("4/5/6/wwwbw2/6/5/4 w 5/5 0/0 - basic").rows(WHITE) == []


def test_a_gipf_piece_counts_as_one_in_a_row_and_returns_or_is_lost_as_two() -> None:
    position = at("W3/5/6/wWwwB2/6/5/3B w 5/5 0/0 - standard")
    after = position.take(way_that_takes(position, "e2 e3 e4 e5 e6"))
    assert after.to_text() == "W3/5/6/7/6/5/3B w 10/5 0/2 - standard"


def test_gipf_pieces_of_both_colours_are_optional_each_on_its_own_and_singles_never() -> None:
    position = at("W3/5/6/wWwwBb1/6/5/3B w 5/5 0/0 - standard")
    ways = {frozenset(removal.spots) for (removal,) in position.removals(WHITE)}
    always = {"e2", "e4", "e5", "e7"}
    assert ways == {frozenset(always | extra) for extra in ({"e3", "e6"}, {"e3"}, {"e6"}, set[str]())}
    (first, *_) = position.removals(WHITE)
    assert first[0].spots == ["e2", "e4", "e5", "e6", "e7"]  # own kept, the opponent's taken
    assert (first[0].left, first[0].captured_gipfs) == (mask(["e3"]), mask(["e6"]))


def test_a_row_of_gipf_pieces_only_may_stand_or_go_in_part_or_whole() -> None:
    position = at("B3/5/WWWW2/7/6/5/4 w 5/5 0/0 - standard")
    assert [row.optional for row in position.rows(WHITE)] == [True]
    assert position.obligations(WHITE) == []
    assert len(position.removals(WHITE)) == 16
    assert () in position.removals(WHITE)


def test_crossing_rows_leave_the_owner_the_choice() -> None:
    # e2-e5 and b5-e5 share e5.
    position = at("3w/3w1/3w2/wwww3/6/5/4 w 5/5 0/0 - basic")
    assert len(position.rows(WHITE)) == 2
    taken = {frozenset(spot for removal in way for spot in removal.spots) for way in position.removals(WHITE)}
    # c5 and d5 of the row b5-e5.
    assert taken == {frozenset({"e2", "e3", "e4", "e5"}), frozenset({"b5", "c5", "d5", "e5"})}


def test_both_crossing_rows_go_where_the_shared_gipf_piece_stays() -> None:
    position = at("3w/3w1/3w2/wwwW3/6/5/B2W w 5/5 0/0 - standard")
    taken = {frozenset(spot for removal in way for spot in removal.spots) for way in position.removals(WHITE)}
    column, other = {"e2", "e3", "e4"}, {"b5", "c5", "d5"}
    assert taken == {
        frozenset(column | other),
        frozenset(column | other | {"e5"}),
        frozenset(column | {"e5"}),
        frozenset(other | {"e5"}),
    }


def test_an_overlooked_row_is_among_the_partial_ways() -> None:
    position = at(ROW)
    assert len(position.removals(WHITE)) == 1
    assert () in position.removals(WHITE, partial=True)


def test_a_row_of_the_side_to_move_is_taken_before_the_push() -> None:
    position = at(ROW)
    row = only(position.removals(WHITE))
    after = position.play(Turn(Push("e1", "e2"), row))
    assert after.to_text() == "B2W/5/6/w6/6/5/4 b 8/5 0/0 - standard"


def test_a_row_that_the_push_makes_is_taken_after_it() -> None:
    position = at("B2W/5/1www2/7/6/5/4 w 5/5 0/0 - standard")
    push = Push("d1", "d2")
    row = only(position.entered(push).removals(WHITE))
    assert position.play(Turn(push, after=row)).to_text() == "B2W/5/6/7/6/5/4 b 8/5 0/0 - standard"
    refused(position, Turn(push), "row-not-removed", "the row d2, d3, d4, d5 must be removed")


def test_the_opponents_row_waits_for_the_opponents_turn() -> None:
    position = at("b2w/5/bbbb2/7/6/5/4 w 5/5 0/0 - basic").play(Turn(Push("e1", "e2")))
    assert [row.spots for row in position.rows(BLACK)] == [["d2", "d3", "d4", "d5"]]
    refused(position, Turn(Push("e9", "e8")), "row-not-removed", "the row d2, d3, d4, d5 must be removed")


def test_a_row_left_standing_is_refused_before_the_push_too() -> None:
    refused(at(ROW), Turn(Push("e1", "e2")), "row-not-removed", "the row d2, d3, d4, d5 must be removed")


def test_a_removal_without_a_row_is_refused() -> None:
    row = only(at(ROW).removals(WHITE))
    refused(at(STARTS[STANDARD]), Turn(Push("e1", "e2"), row), "removal-no-row", "no row of white stands on")
    refused(at(ROW), Turn(Push("e1", "e2"), (*row, *row)), "removal-no-row", "no row of white stands on")
    refused(at(ROW), Turn(Push("e1", "e2"), row, row), "removal-no-row", "no row of white stands on")


def test_a_removal_of_the_opponents_row_is_refused() -> None:
    position = at("b2w/5/bbbb2/7/6/5/4 w 5/5 0/0 - basic")
    row = only(position.removals(BLACK))
    refused(position, Turn(Push("e1", "e2"), row), "removal-no-row", "no row of white stands on")


@pytest.mark.parametrize(
    ("singles", "gipfs", "captured", "captured_gipfs", "left"),
    [
        ("e3 e4 e5", "", "e6", "e7", ""),
        ("e2 e3 e4", "", "e6", "e7", "e5"),
        ("e2 e3 e4 e5 e8", "", "e6", "e7", ""),
        ("e2 e3 e4 e5", "", "", "e7", "e6"),
        ("e2 e3 e4 e5", "", "e6", "", ""),
        ("e2 e3 e4 e5 e6", "", "", "e7", ""),
        ("e2 e3 e4 e5", "", "e6 e7", "", ""),
        ("e3 e4 e5", "e2", "e6", "e7", ""),
        ("", "", "", "", ""),
    ],
)
def test_a_removal_of_other_spots_than_the_row_s_is_refused(
    singles: str, gipfs: str, captured: str, captured_gipfs: str, left: str
) -> None:
    position = at("W3/5/6/wwwwbB1/6/5/3B w 5/5 0/0 - standard")
    (line,) = (row.line for row in position.rows(WHITE))
    masks = [mask(spots.split()) for spots in (singles, gipfs, captured, captured_gipfs, left)]
    wrong = Removal(WHITE, line, *masks)
    message = "the whole row goes: e2, e3, e4, e5, e6, e7"
    refused(position, Turn(Push("d1", "d2"), (wrong,)), "removal-incomplete", message)


def test_a_removal_that_takes_nothing_is_refused() -> None:
    position = at("B3/5/WWWW2/7/6/5/4 w 5/5 0/0 - standard")
    (row,) = position.rows(WHITE)
    nothing = Removal(WHITE, row.line, 0, 0, 0, 0, row.stretch)
    refused(position, Turn(Push("e1", "e2"), (nothing,)), "removal-incomplete", "the whole row goes")


def test_a_removal_by_the_wrong_player_is_refused() -> None:
    position = at(ROW)
    (row,) = only(position.removals(WHITE))
    wrong = Removal(BLACK, row.line, row.singles, 0, 0, 0, 0)
    refused(position, Turn(Push("e1", "e2"), (wrong,)), "removal-no-row", "no row of white stands on")


def test_a_turn_without_a_push_is_refused_while_the_game_goes_on() -> None:
    refused(at(STARTS[STANDARD]), Turn(None), "push-missing", "the turn needs a push")
    refused(at(ROW), Turn(None, only(at(ROW).removals(WHITE))), "push-missing", "the turn needs a push")
    refused(at(OPTIONAL_ROW), Turn(None), "push-missing", "the turn needs a push")


# --- The end ---


@pytest.mark.parametrize(
    ("text", "winner", "termination"),
    [
        ("b2w/5/6/w5b/6/5/b2w w 0/12 0/0 - basic", BLACK, "reserve"),
        ("b2w/5/6/w5b/6/5/b2w b 12/0 0/0 - basic", WHITE, "reserve"),
        ("4/5/6/7/6/5/B3 w 1/2 0/0 wb tournament", BLACK, "reserve"),
        ("w3/5/6/7/6/5/B3 w 5/5 0/0 - standard", BLACK, "gipf"),
        ("w3/5/6/7/6/5/B3 b 5/5 0/0 - standard", BLACK, "gipf"),
        ("W3/5/6/7/6/5/b3 w 5/5 0/0 - standard", WHITE, "gipf"),
        ("w3/5/6/7/6/5/B3 w 5/5 0/0 - tournament", BLACK, "gipf"),
        ("w3/5/6/7/6/5/b3 w 5/5 0/0 - standard", BLACK, "gipf"),
        ("w3/5/6/7/6/5/b3 b 5/5 0/0 - standard", WHITE, "gipf"),
        ("W3/5/6/7/6/5/b3 w 0/5 0/0 - standard", WHITE, "gipf"),
    ],
)
def test_the_game_has_ended(text: str, winner: int, termination: str) -> None:
    position = at(text)
    assert position.outcome() == Outcome(WHITE if winner == WHITE else BLACK, termination)
    assert list(position.turns()) == []
    for turn in (Turn(Push("e1", "e2")), Turn(None)):
        refused(position, turn, "turn-after-end", "the game has ended")


@pytest.mark.parametrize(
    "text",
    [
        *STARTS.values(),
        "b2w/5/6/w5b/6/5/b2w b 0/12 0/0 - basic",  # the side that isn't to move may have an empty reserve
        "4/5/wwww2/7/6/5/4 w 0/5 0/0 - basic",  # its own row refills it
        OPTIONAL_ROW,
        "4/5/6/7/6/5/B3 w 16/16 0/0 wb tournament",  # White has not entered a GIPF-piece yet
        "w3/5/6/7/6/5/b3 w 5/5 0/0 - basic",
    ],
)
def test_the_game_goes_on(text: str) -> None:
    assert at(text).outcome() is None
    assert list(at(text).turns())


def test_with_an_empty_reserve_an_optional_row_must_give_a_piece_to_push() -> None:
    turns = list(at(OPTIONAL_ROW).turns())
    assert all(turn.before for turn in turns)
    ends = [turn for turn in turns if turn.push is None]
    assert [str(turn) for turn in ends] == ["xd2,d3,d4,d5"]
    outcome = at(OPTIONAL_ROW).play(ends[0]).outcome()
    assert outcome == Outcome(BLACK, "gipf")


def test_whoever_takes_the_opponents_last_gipf_piece_wins_there_and_then() -> None:
    position = at("W3/5/6/wwwwB2/6/5/4 w 5/5 0/0 - standard")
    winning = Turn(None, way_that_takes(position, "e2 e3 e4 e5 e6"))
    assert winning in list(position.turns())
    after = position.play(winning)
    assert after.to_text() == "W3/5/6/7/6/5/4 b 9/5 0/2 - standard"
    assert after.outcome() == Outcome(WHITE, "gipf")


def test_whoever_takes_his_own_last_gipf_piece_loses() -> None:
    position = at("B3/5/6/wwwW3/6/5/4 w 5/5 0/0 - standard")
    after = position.play(Turn(None, way_that_takes(position, "e2 e3 e4 e5")))
    assert after.outcome() == Outcome(BLACK, "gipf")


@pytest.mark.parametrize("variant", ["standard", "tournament"])
@pytest.mark.parametrize(("letters", "remover"), [("wwwWB", WHITE), ("bbbBW", BLACK)])
def test_whoever_takes_both_last_gipf_pieces_in_one_row_wins(variant: str, letters: str, remover: int) -> None:
    side = "wb"[remover]
    position = at(f"4/5/6/{letters}2/6/5/4 {side} 5/5 0/0 - {variant}")
    after = position.play(Turn(None, way_that_takes(position, "e2 e3 e4 e5 e6")))
    assert len(after.without_gipfs()) == 2
    assert after.outcome() == Outcome(WHITE if remover == WHITE else BLACK, "gipf")


def test_both_last_gipf_pieces_taken_after_the_push_win_for_the_mover() -> None:
    position = at("4/5/6/wwWB3/6/5/4 w 5/5 0/0 - standard")
    push = Push("e1", "e2")
    pushed = position.entered(push)
    after = position.play(Turn(push, after=way_that_takes(pushed, "e2 e3 e4 e5 e6")))
    assert after.outcome() == Outcome(WHITE, "gipf")


def test_an_own_last_gipf_piece_that_goes_first_loses_though_the_next_row_would_win() -> None:
    # The rows b5-f4 with White's last GIPF-piece and f2-f6 with Black's cross in f4: the one taken first decides.
    position = at("3W/3w1/3w2/3w3/wwwwB1/5/4 w 5/5 0/0 - standard")
    ways = position.removals(WHITE)
    endings = {
        outcome.winner
        for way in ways
        if (outcome := position.take(way).passed().outcome()) and outcome.termination == "gipf"
    }
    assert endings == {WHITE, BLACK}


def test_nothing_may_follow_a_removal_that_ends_the_game() -> None:
    position = at("W3/5/6/wwwwB2/6/5/4 w 5/5 0/0 - standard")
    winning = way_that_takes(position, "e2 e3 e4 e5 e6")
    refused(position, Turn(Push("e1", "e2"), winning), "turn-after-end", "the removal before the push ends the game")
    message = "taking e2, e3, e4, e5, e6 ends the game"
    refused(position, Turn(None, winning + winning), "turn-after-end", message)


def test_removals_after_a_push_that_is_not_there_are_refused() -> None:
    position = at("W3/5/6/wwwwB2/6/5/4 w 5/5 0/0 - standard")
    winning = way_that_takes(position, "e2 e3 e4 e5 e6")
    with pytest.raises(IllegalTurn):
        position.play(Turn(None, winning, winning))


def test_tournament_entry_goes_on_after_an_own_gipf_piece_is_taken_back() -> None:
    position = at("W3/5/6/WWWW3/6/5/B3 w 5/5 0/0 wb tournament")
    after = position.play(Turn(Push("d1", "d2", True), way_that_takes(position, "e2")))
    assert after.entry == (True, True)


def test_a_side_whose_last_gipf_piece_is_taken_during_its_entry_has_lost() -> None:
    position = at("W3/5/6/wwwwB2/6/5/4 w 5/5 0/0 b tournament")
    after = position.play(Turn(None, way_that_takes(position, "e2 e3 e4 e5 e6")))
    assert (after.entry, after.outcome()) == ((False, False), Outcome(WHITE, "gipf"))


# --- Set-ups ---


@pytest.mark.parametrize("variant", VARIANT_LIST, ids=lambda v: v.name)
def test_a_start_has_no_problems(variant: Variant) -> None:
    assert Position.initial(variant).problems() == []


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            "B2W/5/6/W5B/6/5/B2W w 12/10 0/0 - standard",
            [Problem("Black has 16 pieces in all (board, reserve, captured), usually 18", impossible=False)],
        ),
        (
            "b2w/5/6/w5b/6/5/b2w w 13/13 0/0 - basic",
            [
                Problem("White has 16 pieces in all (board, reserve, captured), usually 15", impossible=False),
                Problem("Black has 16 pieces in all (board, reserve, captured), usually 15", impossible=False),
            ],
        ),
        (
            "WWWW/WWWWW/W5/7/6/5/B3 w 0/16 0/0 - standard",
            [
                Problem("White has 20 pieces on the board, of 18", impossible=True),
            ],
        ),
        ("B2W/5/6/7/6/5/4 w 13/13 0/0 - basic", [Problem("basic has no GIPF-pieces", impossible=True)]),
        (
            "b2w/5/bbbb2/w6/6/5/4 b 13/10 0/0 - basic",
            [],
        ),
        (
            "b2w/5/bbbb2/w6/6/5/4 w 13/10 0/0 - basic",
            [Problem("a row of black stands after its own turn", impossible=True)],
        ),
        ("B2B/5/BBBB2/W6/6/5/4 w 16/6 0/0 - standard", []),
        (
            "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 w standard",
            [Problem("no GIPF-piece is entered in standard", impossible=True)],
        ),
        (
            "Ww2/5/6/7/6/5/B3 b 15/16 0/0 wb tournament",
            [Problem("White has entered a single piece and can't enter GIPF-pieces", impossible=True)],
        ),
        ("Ww2/5/6/7/6/5/B3 b 15/16 0/0 b tournament", []),
        ("Ww2/5/6/7/6/5/B3 b 13/12 2/4 b tournament", []),
    ],
)
def test_problems_tell_what_is_unusual_and_what_is_impossible(text: str, problems: list[Problem]) -> None:
    assert at(text).problems() == problems


@pytest.mark.parametrize("reserves", [(12, 10), (9, 12), (13, 13), (1, 1)])
@pytest.mark.parametrize("variant", [BASIC, STANDARD], ids=lambda v: v.name)
def test_a_handicap_start_is_played_on_from(reserves: tuple[int, int], variant: Variant) -> None:
    start = at(STARTS[variant].replace("12/12", f"{reserves[0]}/{reserves[1]}"))
    assert start.problems()
    assert not any(problem.impossible for problem in start.problems())
    after = start.play(Turn(Push("e1", "e2")))
    assert after.reserves == (reserves[0] - 1, reserves[1])
    assert (after.total(WHITE), after.total(BLACK)) == (start.total(WHITE), start.total(BLACK))


def test_a_game_with_few_pieces_ends_when_the_reserve_is_out() -> None:
    position = at(STARTS[STANDARD].replace("12/12", "1/1"))
    for dot, first in (("a2", "b3"), ("i2", "h3")):
        position = position.play(Turn(Push(dot, first)))
    assert position.outcome() == Outcome(BLACK, "reserve")


# --- Conservation and images ---


@pytest.mark.parametrize("variant", VARIANT_LIST, ids=lambda v: v.name)
def test_no_piece_is_ever_won_or_lost_in_a_random_game(variant: Variant) -> None:
    for seed in range(20):
        for position, turn in random_game(variant, seed, turns=80):
            after = position.play(turn)
            assert (after.total(WHITE), after.total(BLACK)) == (variant.pieces, variant.pieces)
            assert min(after.reserves + after.captured) >= 0
            assert not after.white & after.black
            assert not after.gipfs & ~after.occupied
            assert not [problem for problem in after.problems() if problem.impossible]


@given(st.one_of(reachable(), dense()))
@settings(deadline=None, max_examples=60)
def test_all_twelve_images_have_the_same_canonical_image(position: Position) -> None:
    canonical, symmetry = position.canonical()
    assert position.image(symmetry) == canonical
    for other in SYMMETRIES:
        image, to_canonical = position.image(other).canonical()
        assert image == canonical
        assert position.image(other).image(to_canonical) == canonical
    assert canonical.canonical()[0] == canonical


@given(reachable(), st.sampled_from(SYMMETRIES))
@settings(deadline=None, max_examples=60)
def test_an_image_keeps_everything_but_where_pieces_stand(position: Position, symmetry: int) -> None:
    image = position.image(symmetry)
    assert image.outcome() == position.outcome()
    assert (image.reserves, image.captured, image.entry) == (position.reserves, position.captured, position.entry)
    for colour in (WHITE, BLACK):
        assert image.total(colour) == position.total(colour)
        assert image.gipf_count(colour) == position.gipf_count(colour)
        assert len(image.rows(colour)) == len(position.rows(colour))
    assert len(list(image.turns())) == len(list(position.turns()))


def test_a_turn_says_what_it_does() -> None:
    row = only(at(ROW).removals(WHITE))
    assert str(Turn(Push("e1", "e2"))) == "e1>e2"
    assert str(Turn(Push("e1", "e2", True))) == "Ge1>e2"
    assert str(Turn(Push("d8", "d7"), row)) == "xd2,d3,d4,d5;d8>d7"
    assert str(Turn(Push("d8", "d7"), after=row)) == "d8>d7;xd2,d3,d4,d5"
    assert str(Turn(None, row)) == "xd2,d3,d4,d5"
