"""What logs of Board Game Arena say wrong or leave open."""

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
from bga_reading import B1, F1, G1, codes, enter, game, random_game, read_one

from gipfkit.findings import ERROR, WARNING
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import STANDARD
from gipfkit.notations.bga import table as bga_table
from gipfkit.replay import replay


def test_colours_of_the_site_that_contradict_the_first_move() -> None:
    record = read_one(game(enter(1, "b1", "b2"), enter(0, "f1", "f2")))
    assert record.tag("White") == "Bob"
    assert codes(record) == ["colours-differ"]


def test_missing_turn() -> None:
    record = read_one(game(B1, F1, G1))
    assert [finding.severity for finding in record.findings] == [ERROR, "note"]
    assert [turn.unreadable for turn in record.turns] == [None, None, "", None]
    assert (record.findings[0].turn, record.findings[0].side, record.findings[0].line) == (3, "white", 1)
    assert replay(record).played == 2


@pytest.mark.parametrize(
    "args",
    [{"dot": "z9"}, {"dot": "e5"}, {"spot": "e1"}, {"spot": {}}, {"spot": ""}, {"spot": ["b2", "b3"]}, {"kind": "9"}],
)
def test_push_that_nobody_can_read(args: Json) -> None:
    record = read_one(game({**B1, "args": {**B1["args"], **args}}, F1))
    assert codes(record) == ["unreadable"]
    assert record.turns[0].unreadable == "Ann enters a piece"
    assert record.turns[1].push


def test_illegal_turns_are_kept_as_written() -> None:
    row = note("rowRemoved", "Ann removes", spots=["c2", "c3", "c4", "c5"])
    record = read_one(game(note("gameStart", variant="basic"), B1, row, F1))
    assert [piece.spot for piece in record.turns[0].after[0]] == ["c2", "c3", "c4", "c5"]
    assert codes(record) == []
    assert [f.code for f in replay(record).findings if f.severity == ERROR] == ["removal-no-row"]


@pytest.mark.parametrize("args", [{"spots": ["c9"]}, {"spots": {"a": 1}}, {}, {"spots": ["a1"]}, {"line": "what?"}])
def test_removal_that_nobody_can_read(args: Json) -> None:
    record = read_one(game(B1, note("rowRemoved", **args), F1))
    assert codes(record) == ["unreadable"]
    assert len(record.turns) == 2


def test_log_that_ends_inside_a_turn() -> None:
    record = read_one(game(B1, note("rowRemoved", spots=["c2", "c3"], **by(1))))
    assert len(record.turns) == 1 or codes(record) == ["text-cut"]


def test_choices_that_the_log_leaves_open() -> None:
    played = random_game(99, STANDARD)
    packets = log_notes(played, STANDARD, 0, Style(noise=False))
    silent = [[one for one in packet if one["type"] != "rowRemoved"] for packet in packets]
    record = read_one(contained(as_packets(silent), "logs"))
    assert "removal-ambiguous" in codes(record)
    assert all(f.severity == WARNING for f in record.findings if f.code == "removal-ambiguous")


@pytest.mark.parametrize(("policy", "left"), [("keep", "taken"), ("take", "kept")])
def test_gipf_pieces_of_which_the_log_says_nothing(policy: str, left: str) -> None:
    table = bga_table.load(f'extends = true\nunnamed_gipfs = "{policy}"')
    for seed in range(6):
        played = random_game(seed, STANDARD)
        packets = log_notes(played, STANDARD, 0, Style(lines=True, noise=False))
        told: list[list[Json]] = []
        for packet in packets:
            kept = [one for one in packet if one["type"] != "gipfKept"] if left == "taken" else packet
            told.append([{**o, "args": {**o["args"], "take": []}} if left == "kept" else o for o in kept])
        if any(t.before + t.after and _contested(t) for t, _ in played):
            continue
        record = read_one(contained(as_packets(told), "logs"), table)
        assert replay(record).positions[1:] == [position for _, position in played]


def _contested(turn: Turn) -> bool:
    """Say whether a GIPF-piece stands in several rows of a turn: what the log then leaves out decides more."""
    return len(turn.before) > 1 or len(turn.after) > 1 or any(r.singles == 0 for r in turn.before + turn.after)


@pytest.mark.parametrize(
    "ends",
    [
        [note("gameEnd", winner="Carl")],
        [note("gameEnd", scores={"1": 2})],
        [note("gameEnd", winner=IDS[0], reason="flood")],
        [note("playerConcedeGame")],
    ],
)
def test_end_that_nobody_can_read(ends: list[Json]) -> None:
    assert codes(read_one(game(B1, F1, *ends))) == ["unreadable"]


def test_ends_that_contradict() -> None:
    record = read_one(game(B1, F1, note("playerConcedeGame", **by(0)), note("gameEnd", winner=IDS[0])))
    assert (record.result, codes(record)) == ("0-1", ["result-differs"])
