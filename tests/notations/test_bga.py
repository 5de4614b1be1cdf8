"""Logs of Board Game Arena: games through undo, chat and repeats, and how they ended."""

import json
import random

import pytest
from bga_logs import (
    IDS,
    Json,
    Style,
    as_packets,
    by,
    contained,
    log_notes,
    note,
)
from bga_reading import (
    B1,
    BACK,
    C1,
    CONTAINERS,
    D1,
    F1,
    G1,
    RESTART,
    assert_plays,
    codes,
    enter,
    game,
    random_game,
    read_one,
    undo,
)

from gipfkit.findings import Finding
from gipfkit.gipf.variant import STANDARD, TOURNAMENT, VARIANTS, Variant
from gipfkit.notations.bga import reading as bga
from gipfkit.record import Record
from gipfkit.replay import replay


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
@pytest.mark.parametrize("style", [Style(), Style(end=True, lines=True), Style(owners=False), Style(lines=True)])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_reads_what_was_played(container: str, variant: Variant, style: Style, seed: int) -> None:
    played = random_game(100 * seed + 10 * CONTAINERS.index(container) + len(repr(style)), variant)
    packets = as_packets(log_notes(played, variant, seed, style), rng=random.Random(seed))
    assert_plays(read_one(contained(packets, container)), played, variant)


def test_rows_told_late_keep_a_piece_that_the_second_row_takes() -> None:
    # A GIPF-piece on two rows: kept with the first, taken with the second.
    played = random_game(99, STANDARD)
    packets = as_packets(log_notes(played, STANDARD, 0, Style(lines=True, noise=False)))
    assert_plays(read_one(contained(packets, "logs")), played, STANDARD)


def test_tags() -> None:
    packets = as_packets(log_notes(random_game(1, STANDARD, 6), STANDARD))
    assert read_one(contained(packets, "logs")).tags == (
        ("Site", "Board Game Arena"),
        ("Date", "2000.08.26"),
        ("White", "Ann"),
        ("Black", "Bob"),
        ("Variant", "standard"),
        ("TableId", "123456789"),
        ("WhiteId", IDS[0]),
        ("BlackId", IDS[1]),
    )


def test_players_of_a_bare_list_come_from_the_args() -> None:
    record = read_one(game(enter(0, "b1", "b2"), enter(1, "f1", "f2"), players=False))
    assert (record.tag("White"), record.tag("BlackId")) == ("Ann", IDS[1])


def test_text_of_a_turn_is_the_logs_own() -> None:
    record = read_one(game(enter(0, "b1", "c2")))
    assert record.turns[0].text == "Ann enters a piece"
    place = record.main.place(1)
    assert place
    assert place.line == record.line == 1


def test_variant_is_found_where_the_log_names_none() -> None:
    for variant in (STANDARD, TOURNAMENT):
        played = random_game(3, variant, 20)
        notes = log_notes(played, variant, 0, Style(noise=False))[1:]
        record = read_one(contained(as_packets(notes), "logs"))
        assert record.tag("Variant") is None
        assert replay(record).positions[1:] == [position for _, position in played]


def test_several_documents_and_tables() -> None:
    played = random_game(5, STANDARD, 8)
    packets = as_packets(log_notes(played, STANDARD))
    other = [{**packet, "table_id": "7"} for packet in packets]
    one = contained(packets, "logs")
    pretty = json.dumps(json.loads(one), indent=2)
    text = "\n".join([one, pretty, '{"broken": [1, 2', contained(packets + other, "list"), "[]", one + one])
    found = list(bga.read(["\ufeff" + text], "x"))
    kinds = [found_one.tag("TableId") if isinstance(found_one, Record) else found_one.code for found_one in found]
    table = "123456789"
    assert kinds == [table, table, "unreadable", table, "7", "unreadable", table, table]
    assert [one.number if isinstance(one, Record) else one.game for one in found] == list(range(1, 9))
    broken = found[2]
    assert isinstance(broken, Finding)
    assert broken.line == 1 + 1 + pretty.count("\n") + 1 + 1
    assert isinstance(found[3], Record)
    assert found[3].line == broken.line
    for record in found:
        if isinstance(record, Record):
            assert_plays(record, played, STANDARD)


def test_nesting_too_deep_costs_one_document() -> None:
    found = list(bga.read(["[" * 100_000, game(B1), *["[" * 100_000] * 20, game(B1)]))
    assert [isinstance(one, Record) for one in found] == [False, True] + [False] * 9
    assert [found[0].line, found[2].line] == [1, 3]
    assert "nothing is read from here on" in str(found[-1])


def test_packets_without_numbers_keep_their_order() -> None:
    packets = [{"data": [one]} for one in (enter(0, "b1", "b2"), enter(1, "f1", "f2"), enter(0, "c1", "c2"))]
    record = read_one(json.dumps(packets))
    assert [turn.push.dot for turn in record.turns if turn.push] == ["b1", "f1", "c1"]
    bare = [one for packet in packets for one in packet["data"]]
    assert read_one(json.dumps(bare)) == record


@pytest.mark.parametrize(
    ("notes", "dots"),
    [
        ([B1, undo(0, BACK), C1], ["c1"]),
        ([B1, F1, undo(1, BACK), undo(0, BACK), C1], ["c1"]),
        ([B1, F1, undo(1, RESTART), G1], ["b1", "g1"]),
        ([B1, undo(1, RESTART), F1], ["b1", "f1"]),
        ([B1, undo(None, RESTART), C1, F1], ["c1", "f1"]),
        ([B1, F1, C1, undo(None, BACK), D1], ["b1", "f1", "d1"]),
        ([B1, F1, undo(1, RESTART, notifIds=["u1", "u77", None]), G1], ["b1", "g1"]),
        # A name that reads like an undo, and chat about it.
        ([{**B1, "args": {**B1["args"], "player_name": "restarts"}}, F1], ["b1", "f1"]),
        ([B1, note("chatmessage", "${player_name} restarts the turn", **by(0)), F1], ["b1", "f1"]),
    ],
)
def test_undo(notes: list[Json], dots: list[str]) -> None:
    record = read_one(game(*notes))
    assert [turn.push.dot for turn in record.turns if turn.push] == dots
    assert codes(record) == []


def test_undo_of_nothing() -> None:
    record = read_one(game(B1, undo(1, BACK), F1))
    assert codes(record) == ["undo-unmatched"]
    assert len(record.turns) == 2


SCORES = [{"id": IDS[0], "score": "1"}, {"player": IDS[1], "score": "0"}]


@pytest.mark.parametrize(
    ("ends", "result", "termination"),
    [
        ([note("playerConcedeGame", "", **by(0))], "0-1", "resignation"),
        ([note("x", "${player_name} resigns", player_name="Bob")], "1-0", "resignation"),
        ([note("x", "Bob is out of time", **by(1))], "1-0", "time"),
        ([note("gameEnd", winner=IDS[0])], "1-0", None),
        ([note("gameEnd", winner="Bob", reason="timeout")], "0-1", "time"),
        ([note("gameEnd", scores={IDS[0]: "0", IDS[1]: 1})], "0-1", None),
        ([note("finalScore", scores=[{"id": IDS[0], "score": 1}, {"id": IDS[1], "score": 1}])], "1/2-1/2", None),
        ([note("gameStateChange", name="gameEnd", args={"result": SCORES})], "1-0", None),
        ([note("playerConcedeGame", **by(0)), note("gameEnd", winner=IDS[1])], "0-1", "resignation"),
        ([], None, None),
    ],
)  # fmt: skip
def test_end(ends: list[Json], result: str | None, termination: str | None) -> None:
    record = read_one(game(B1, F1, *ends))
    assert (record.result, record.tag("Result"), record.tag("Termination")) == (result, result, termination)
    assert codes(record) == []


def test_a_colour_names_a_player_where_he_is_the_only_one_with_it() -> None:
    packets = [note("pieceEntered", dot="e1", spot="e2", color="000000")]
    players = [{"id": k, "color": c} for k, c in (("1", "ffffff"), ("2", "ffffff"), ("3", "000000"))]
    for some, white in ((players, "3"), (players * 60, "3"), ([*players, {"id": "4", "color": "000000"}], None)):
        record = read_one(json.dumps({"data": {"logs": packets, "players": some}}))
        assert record.tag("White") == white
