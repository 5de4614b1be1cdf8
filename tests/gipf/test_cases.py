"""Cases from other programs (tests/data/README.md), played by this engine."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from positions import from_case

from gipfkit.gipf.board import BIT, BLACK, LINES, WHITE, Colour, mask, names
from gipfkit.gipf.perft import perft
from gipfkit.gipf.position import RUNS, IllegalTurn, Position
from gipfkit.gipf.turn import Push, Removal, Turn, spots_taken
from gipfkit.gipf.variant import TOURNAMENT, VARIANTS

Case = dict[str, Any]

DATA = Path(__file__).parents[1] / "data"
COLOURS = {"w": WHITE, "b": BLACK}
# How many cases of each kind positions.jsonl holds: none may go astray.
KINDS = {
    "load": 3,
    "rows": 25,
    "turn": 20,
    "resolve": 3,
    "count": 6,
    "results": 1,
    "status": 2,
    "winning_turn": 1,
    "record": 5,
}


def lines_of(name: str) -> list[Case]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


CASES = lines_of("positions.jsonl")
PERFT_CASES = lines_of("perft.jsonl")


def of_kind(kind: str, *expecting: str) -> pytest.MarkDecorator:
    """Every case of a kind that expects at least these things."""
    chosen = [case for case in CASES if case["kind"] == kind and set(expecting) <= set(case["expect"])]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["id"])


def start_of(case: Case) -> Position:
    return from_case(case["variant"], case["position"])


def seen(position: Position) -> tuple[object, ...]:
    """What a case tells of a position."""
    return position.white, position.black, position.gipfs, position.reserves, position.to_move


class Settled(NamedTuple):
    """A push with the mover's and the opponent's rows taken, and the position that this leads to."""

    own: tuple[Removal, ...]
    other: tuple[Removal, ...]
    position: Position


def settled(position: Position, push: Push) -> Iterator[Settled]:
    mover, pushed = position.to_move, position.entered(push)
    for own in pushed.removals(mover):
        middle = pushed.take(own)
        if middle.without_gipfs():
            yield Settled(own, (), middle.passed())
            continue
        for other in middle.removals(mover.opponent):
            yield Settled(own, other, middle.take(other).passed())


def all_settled(position: Position) -> list[Settled]:
    return [] if position.outcome() else [way for push in position.pushes() for way in settled(position, push)]


def takes(way: Settled, colour: Colour, ends: list[str]) -> bool:
    """Whether the colour takes the row on the line that runs over both spots."""
    removals = [removal for removal in (*way.own, *way.other) if removal.colour is colour]
    return any(set(ends) <= set(LINES[removal.line].spots) for removal in removals)


def written_turn(position: Position, turn: Turn) -> tuple[object, ...]:
    """A turn by what it takes, the dot left out where the first spot is empty after the removals before the push."""
    assert turn.push
    middle = position.take(turn.before)
    dot = turn.push.dot if middle.occupied & BIT[turn.push.first] else ""
    return tuple(spots_taken(turn.before)), dot, turn.push.first, turn.push.gipf, tuple(spots_taken(turn.after))


def test_the_file_holds_every_kind_of_case_that_is_tested() -> None:
    assert Counter(case["kind"] for case in CASES) == KINDS
    assert len(PERFT_CASES) == 15


@of_kind("load", "result")
def test_a_set_up_with_more_pieces_than_its_side_owns_is_told(case: Case) -> None:
    position, totals = start_of(case), case["input"]["totals"]
    too_many = [colour.word for colour in COLOURS.values() if position.total(colour) > totals[colour]]
    result = f"WRONG_{too_many[0].upper()}_PAWNS_NUMBER" if too_many else "BOARD_STATE_OK"
    assert result == case["expect"]["result"]
    assert [p.message.split()[0].lower() for p in position.problems()] == too_many


@of_kind("rows", "unresolved_rows")
def test_unresolved_rows_are_counted(case: Case) -> None:
    position = start_of(case)
    assert sum(len(position.obligations(colour)) for colour in COLOURS.values()) == case["expect"]["unresolved_rows"]


@of_kind("rows", "rows")
def test_rows_stand_with_their_extensions(case: Case) -> None:
    position = start_of(case)
    found = [(colour, row.spots) for colour in COLOURS for row in position.rows(COLOURS[colour])]
    assert sorted(found) == sorted((colour, spots) for colour, spots in case["expect"]["rows"])


@of_kind("turn", "position")
def test_a_turn_leads_to_the_position(case: Case) -> None:
    chosen, expect = case["input"]["chosen_row"], case["expect"]
    ways = list(settled(start_of(case), Push(case["input"]["dot"], case["input"]["to"])))
    assert len(ways) == expect["resolutions_possible"]
    if chosen:
        ways = [way for way in ways if takes(way, COLOURS[chosen[0]], chosen[1:])]
    assert [seen(way.position) for way in ways] == [seen(from_case(case["variant"], expect["position"]))]


@of_kind("turn", "legal")
def test_a_push_onto_a_full_line_is_refused(case: Case) -> None:
    assert case["expect"] == {"legal": False, "reason": "line full"}
    position, push = start_of(case), Push(case["input"]["dot"], case["input"]["to"])
    assert push not in position.pushes()
    with pytest.raises(IllegalTurn, match="is full") as refusal:
        position.play(Turn(push))
    assert refusal.value.code == "push-line-full"


@of_kind("turn", "mover_removed")
def test_the_mover_takes_his_rows_first(case: Case) -> None:
    (way,) = settled(start_of(case), Push(case["input"]["dot"], case["input"]["to"]))
    assert spots_taken(way.own) == case["expect"]["mover_removed"]
    assert spots_taken(way.other) == case["expect"]["opponent_removed"]


@of_kind("resolve", "removed")
def test_a_row_goes_with_its_extension(case: Case) -> None:
    position, expect = start_of(case), case["expect"]
    colour = COLOURS[case["input"]["player"]]
    (removals,) = position.removals(colour)
    assert spots_taken(removals) == expect["removed"]
    assert sum(removal.returned for removal in removals) == expect["back_to_reserve"]
    assert sum(removal.lost for removal in removals) == expect["captured"]
    left, after = position.take(removals), from_case(case["variant"], expect["position_after_removal"])
    assert (left.white, left.black, left.gipfs) == (after.white, after.black, after.gipfs)


@of_kind("resolve", "n_options")
def test_a_row_with_a_gipf_piece_may_be_taken_in_more_than_one_way(case: Case) -> None:
    position, colour = start_of(case), COLOURS[case["input"]["player"]]
    ways = position.removals(colour)
    assert len(ways) == case["expect"]["n_options"]
    take_all = max(ways, key=lambda way: len(spots_taken(way)))
    assert spots_taken(take_all) == case["expect"]["take_all"]["removed"]
    assert position.take(take_all).reserves[colour] == case["expect"]["take_all"]["reserve_after"]


@of_kind("count", "distinct_resulting_positions")
def test_distinct_positions_after_a_turn_are_counted(case: Case) -> None:
    found = {way.position for way in all_settled(start_of(case))}
    assert len(found) == case["expect"]["distinct_resulting_positions"]
    assert perft(start_of(case), 1, "P") == len(found)


@of_kind("count", "moves")
def test_turns_are_counted_with_pushes_onto_an_empty_spot_merged(case: Case) -> None:
    position = start_of(case)
    assert len({written_turn(position, turn) for turn in position.turns()}) == case["expect"]["moves"]


@of_kind("winning_turn")
def test_a_turn_that_leaves_the_opponent_without_reserve_wins(case: Case) -> None:
    assert case["expect"]["listed"] == 1
    position = start_of(case)
    outcomes = [way.position.outcome() for way in all_settled(position)]
    assert position.to_move in [outcome.winner for outcome in outcomes if outcome]


@of_kind("results")
def test_the_positions_after_a_turn_are_those_listed(case: Case) -> None:
    listed = [seen(from_case(case["variant"], position)) for position in case["expect"]["positions"]]
    assert {seen(way.position) for way in all_settled(start_of(case))} == set(listed)
    assert len(set(listed)) == len(listed)


@of_kind("status")
def test_the_winner_is_known(case: Case) -> None:
    outcome = start_of(case).outcome()
    assert (outcome.winner.word[0] if outcome else None) == case["expect"]["winner"]


# --- Records ---


def removal_of(position: Position, spots: list[str]) -> Removal:
    """The row that goes with these spots, the side to move asked first."""
    for colour in (position.to_move, position.to_move.opponent):
        for way in position.removals(colour, partial=True):
            if len(way) == 1 and set(way[0].spots) == set(spots):
                return way[0]
    raise AssertionError(f"{spots} is no row in {position}")


def played_webgipf(position: Position, tokens: list[str]) -> Position:
    """Pushes as dot and first spot, every removal as written; the side that pushed last is still to move."""
    for k, token in enumerate(tokens):
        if token.startswith("x"):
            position = position.take((removal_of(position, token[1:].split(",")),))
            continue
        found = re.fullmatch(r"(G?)([WK])(\w\d)-(\w\d)", token)
        assert found, token
        gipf, colour, dot, first = found.groups()
        position = position.passed() if k else position
        assert position.to_move is (WHITE if colour == "W" else BLACK)
        push = Push(dot, first, bool(gipf))
        assert push in position.pushes()
        position = position.entered(push)
    return position


@of_kind("record", "final")
def test_a_webgipf_record_ends_in_the_position_that_the_case_gives(case: Case) -> None:
    # Elsewhere than in tournament the six pieces of the start are entered too, as single pieces out of 18 a side.
    variant = VARIANTS[case["variant"]]
    start = Position.initial(variant) if variant is TOURNAMENT else Position(variant, 0, 0, 0, (18, 18))
    final, expect = played_webgipf(start, case["input"]["tokens"]), case["expect"]
    assert seen(final)[:-1] == seen(from_case(case["variant"], expect["final"]))[:-1]
    assert list(final.captured) == expect["captured_w_b"]
    found = [(colour, row.spots) for colour in COLOURS for row in final.obligations(COLOURS[colour])]
    assert sorted(found) == sorted((colour, spots) for colour, spots in expect["unresolved_rows"])
    assert [final.total(colour) for colour in COLOURS.values()] == [18, 18]


class Ply(NamedTuple):
    """A turn in the official notation, complete."""

    before: int
    dot: str | None
    end: str
    gipf: bool
    after: int
    reserve: int


def official(text: str) -> Ply:
    turn, reserve = text.rstrip(")").split(" (")
    parts = turn.split(";")
    (k,) = (k for k, part in enumerate(parts) if not part.startswith("x"))
    dot, _, end = parts[k].removeprefix("G").rpartition("-")
    taken = [mask(re.findall(r"[b-h]\d", ",".join(group))) for group in (parts[:k], parts[k + 1 :])]
    return Ply(taken[0], dot or None, end, parts[k].startswith("G"), taken[1], int(reserve))


def fits(position: Position, turn: Turn, ply: Ply) -> bool:
    taken = mask(spots_taken(turn.before)), mask(spots_taken(turn.after))
    if turn.push is None or turn.push.gipf != ply.gipf or taken != (ply.before, ply.after):
        return False
    path = turn.push.path
    run = RUNS[path.index][position.take(turn.before).occupied & path.mask]
    end = path.spots[run.bit_count()]
    return end == ply.end and (turn.push.dot == ply.dot if ply.dot else not run)


def replies(position: Position, ply: Ply) -> set[Position]:
    return {position.play(turn) for turn in position.turns() if fits(position, turn, ply)}


@of_kind("record", "first_problem")
def test_an_official_record_is_legal_up_to_its_first_problem(case: Case) -> None:
    number, what, _ = case["expect"]["first_problem"]
    assert (what, case["expect"]["reserve_annotations"]) == ("push", "two wrong, then an impossible push")
    position, wrong_reserves = Position.initial(VARIANTS[case["variant"]]), 0
    plies = [official(text) for text in case["input"]["plies"]]
    for ply in plies[: int(number) - 1]:
        mover = position.to_move
        (position,) = replies(position, ply)
        wrong_reserves += position.reserves[mover] != ply.reserve
        assert [position.total(colour) for colour in COLOURS.values()] == [18, 18]
    assert wrong_reserves == 2
    impossible = plies[int(number) - 1]
    assert (impossible.dot, impossible.end) == ("a2", "d4")
    assert not replies(position, impossible)


# --- Perft ---


def moves(position: Position, depth: int) -> int:
    """Pushes with the sets removed by each player, to a depth (M)."""
    ways = all_settled(position)
    return len(ways) if depth == 1 else sum(moves(way.position, depth - 1) for way in ways)


PERFT = pytest.mark.parametrize("case", PERFT_CASES, ids=[f"{c['variant']}-{k}" for k, c in enumerate(PERFT_CASES)])


@PERFT
def test_perft_of_positions_rich_in_choices_counts_sequences_and_results(case: Case) -> None:
    position = start_of(case)
    for count in ("S", "P"):
        assert [perft(position, depth, count) for depth in (1, 2)] == case[count]


@PERFT
def test_sets_removed_by_each_player_are_counted(case: Case) -> None:
    assert [moves(start_of(case), depth) for depth in (1, 2)] == case["M"]


def test_names_of_a_case_and_masks_are_inverse() -> None:
    for case in CASES:
        if case["position"]:
            spots = case["position"]["white"] + case["position"]["white_gipf"]
            assert names(start_of(case).white) == sorted(spots)
