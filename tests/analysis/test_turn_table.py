from itertools import product
from pathlib import Path

import pytest
from records import random_record

from gipfkit.analysis.branching import notation_pushes, notation_pushes_total, push_positions, raw_pushes
from gipfkit.analysis.columns import COLUMNS
from gipfkit.analysis.game_table import Row, game_row
from gipfkit.analysis.simulation import simulate
from gipfkit.analysis.turn_table import turn_rows, turn_table
from gipfkit.gipf.board import BIT
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Push
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read_text
from gipfkit.replay import Replay, replay

DATA = Path(__file__).parent.parent / "data"


def rows_of(text: str) -> list[Row]:
    return list(turn_rows(replay(read_text(text)[0])))


def by_notation(position: Position) -> dict[tuple[str, str | None, bool], Push]:
    """Give one push for each that the notation tells apart."""
    empty = ~position.occupied
    return {(p.first, None if BIT[p.first] & empty else p.dot, p.gipf): p for p in position.pushes()}


@pytest.mark.parametrize(
    ("variant", "raw", "notation", "positions"),
    [
        ("basic", [42, 1764, 73_800], [30, 924, 29_016], [24, 618, 15_828]),
        ("standard", [42, 1764, 73_800], [30, 924, 29_016], [30, 924, 28_380]),
        ("tournament", [42, 1764, 148_176], None, [18, 348, 14_112]),
    ],
)
def test_pushes_of_the_first_three_turns_are_counted_exactly(
    variant: str, raw: list[int], notation: list[int] | None, positions: list[int]
) -> None:
    start = Position.initial(VARIANTS[variant])
    by_raw, by_text, by_board = [start], [start], [start]
    for depth in range(3):
        assert sum(raw_pushes(p.occupied) * len(p.kinds()) for p in by_raw) == raw[depth]
        counted = sum(notation_pushes(p.occupied) * len(p.kinds()) for p in by_text)
        assert counted == (notation[depth] if notation else sum(len(by_notation(p)) for p in by_text))
        assert (
            sum(push_positions(p.pieces(p.to_move), p.gipfs, p.occupied, p.kinds()) for p in by_board)
            == positions[depth]
        )
        if depth < 2:
            by_raw = [p.entered(push).passed() for p in by_raw for push in p.pushes()]
            by_text = [p.entered(push).passed() for p in by_text for push in by_notation(p).values()]
            by_board = [q for p in by_board for q in {p.entered(push).passed() for push in p.pushes()}]


def test_the_first_turns_of_a_game_have_these_counts() -> None:
    first, *_ = rows_of('[Variant "basic"]\n\n1. b3 *\n')
    assert (first["pushes_raw"], first["pushes_notation"], first["pushes_positions"]) == (42, 30, 24)
    *_, third = rows_of("1. Gb2 Gf2 2. b3 *")
    # Spec: 21 distinct pushes, each as a GIPF-piece or a single one.
    assert (third["pushes_raw"], third["pushes_notation"]) == (84, 42)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_counts_hold_all_through_games(variant: str) -> None:
    for record in simulate(VARIANTS[variant], 40, seed=11):
        boards = []
        for position in replay(record).positions:
            kinds = position.kinds()
            entered = [position.entered(push) for push in position.pushes()]
            boards.append(position.occupied)
            assert raw_pushes(position.occupied) * len(kinds) == len(entered)
            assert notation_pushes(position.occupied) * len(kinds) == len(by_notation(position))
            own, gipfs = position.pieces(position.to_move), position.gipfs
            distinct = {(p.white, p.black, p.gipfs) for p in entered}
            assert push_positions(own, gipfs, position.occupied, kinds) == len(distinct)
        assert notation_pushes_total(boards) == sum(map(notation_pushes, boards))


@pytest.mark.parametrize(("name", "seed"), list(product(VARIANTS, range(8))))
def test_turns_add_up_to_the_game(name: str, seed: int) -> None:
    variant = VARIANTS[name]
    played = replay(random_record(seed, variant))
    game, turns = game_row(played), list(turn_rows(played))
    assert len(turns) == game["turns"]
    last = turns[-1]
    for side, other in (("white", "black"), ("black", "white")):
        own = [row for row in turns if row["side"] == side]
        assert sum(row["pieces_captured"] for row in own) == game[f"{side}_captures"] == last[f"{side}_captures"]
        assert sum(row["gipfs_captured"] for row in own) == game[f"{other}_gipfs_lost"]
        assert sum(row["gipfs_taken_back"] for row in own) == game[f"{side}_gipfs_taken_back"]
        assert sum(row["kind"] == "gipf" for row in own) == game[f"{side}_gipfs_entered"]
        assert last[f"{side}_gipfs"] == game[f"{side}_gipfs_left"]
        assert last[f"{side}_reserve"] == game[f"{side}_reserve"]
        for row in turns:
            all_pieces = row[f"{side}_reserve"] + row[f"{side}_pieces"] + row[f"{other}_captures"]
            assert all_pieces == variant.pieces
    pushes = [row["pushes_notation"] for row in turns if row["kind"]]
    assert game["branching_mean"] == pytest.approx(sum(pushes) / len(pushes))


def test_a_turn_of_game_1_counted_by_hand() -> None:
    # Turn 34: g1-e3;xf2,f3,f5,Gf6*,f7 f4 is a GIPF-piece that stays.
    row = rows_of((DATA / "game1.txt").read_text())[33]
    by_hand = {
        "turn": 34,
        "side": "black",
        "dot": "g1",
        "line": "b3-f2",
        "kind": "single",
        "spot": "f2",
        "ring": 3,
        "run_length": 1,
        "end": "e3",
        "end_ring": 2,
        "pieces_taken_back": 4,
        "gipfs_taken_back": 0,
        "pieces_captured": 2,
        "gipfs_captured": 1,
        "rows_own_turn": 1,
        "rows_opponents_turn": 0,
        "black_reserve": 4,
    }
    assert {name: row[name] for name in by_hand} == by_hand


def test_rows_before_and_after_the_push_are_told_apart() -> None:
    rows = rows_of((DATA / "game1.txt").read_text())
    before = [row["turn"] for row in rows if row["rows_opponents_turn"]]
    after = [row["turn"] for row in rows if row["rows_own_turn"]]
    assert (before, after) == ([14, 23], [19, 25, 34, 37])


def test_a_dot_that_the_record_does_not_name_is_not_made_up() -> None:
    first, second = rows_of('[Variant "basic"]\n\n1. b3 a4-b4 *\n')
    assert (first["dot"], first["line"], first["spot"]) == (None, None, "b3")
    assert (second["dot"], second["spot"], second["run_length"]) == ("a4", "b4", 0)


def test_a_turn_without_a_push_has_its_removals_alone() -> None:
    played = [
        row
        for record in simulate(VARIANTS["tournament"], 200, seed=2)
        if record.turns[-1].push is None
        for row in list(turn_rows(replay(record)))[-1:]
    ]
    assert played
    for row in played:
        assert (row["kind"], row["dot"], row["pushes_raw"], row["rows_own_turn"]) == (None, None, None, 0)
        assert row["gipfs_captured"] >= 1
    assert turn_table([])["kind"].dtype == "category"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1. b3 {[%emt 0:00:07.250]} b4 {[%emt 1:02:03] thinking} *", [7.25, 3723.0]),
        ("1. b3 {[%clk 0:14:50]} b4 {[%clk 0:15:01]} 2. c2 {[%clk 0:14:40.5]} *", [15.0, 4.0, 14.5]),
        ("1. b3 {[%clk 0:14:50]} b4 2. c2 {[%clk 0:16:00]} c6 {[%clk 0:15:00]} *", [15.0, None, None, None]),
        ("1. b3 {no clock} b4 {[%clk nonsense]} *", [None, None]),
        ("1. b3 b4 *", [None, None]),
    ],
)
def test_clocks_in_comments_give_the_seconds_used(text: str, seconds: list[float | None]) -> None:
    head = '[Variant "basic"]\n[TimeControl "900+5"]\n\n'
    assert [row["seconds"] for row in rows_of(head + text)] == seconds
    first = rows_of('[Variant "basic"]\n\n1. b3 {[%clk 0:14:50]} *\n')[0]
    assert first["seconds"] is None


def test_the_frame_has_the_documented_columns_and_dtypes() -> None:
    def games() -> list[Replay]:
        return [replay(read_text((DATA / name).read_text())[0]) for name in ("game1.txt", "game2.txt")]

    for frame, length in ((turn_table([]), 0), (turn_table(games()), 126)):
        assert [(n, str(t)) for n, t in frame.dtypes.items()] == [(c.name, c.dtype) for c in COLUMNS["turn"]]
        assert len(frame) == length
    assert (frame["ring"] == 3).all()
