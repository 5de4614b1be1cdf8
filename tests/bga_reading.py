"""Logs of Board Game Arena read, and short ones made by hand."""

import random
from typing import Any

from bga_logs import (
    Json,
    as_packets,
    by,
    contained,
    note,
)
from records import random_turns

from gipfkit.findings import Finding
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn, taken
from gipfkit.gipf.variant import Variant
from gipfkit.notations.bga import reading as bga
from gipfkit.notations.bga import table as bga_table
from gipfkit.record import Record
from gipfkit.replay import replay

CONTAINERS = ("logs", "data", "list")


def read_one(text: str, table: bga_table.Table | None = None) -> Record:
    (record,) = bga.read(text.split("\n"), "log.json", table)
    assert isinstance(record, Record)
    return record


def find_one(text: str, table: bga_table.Table | None = None) -> Finding:
    (finding,) = bga.read(text.split("\n"), "log.json", table)
    assert isinstance(finding, Finding)
    return finding


def game(*notes: Json, players: bool = True) -> str:
    """Write a log of notifications, one a packet."""
    packets = as_packets([[{**one, "uid": f"u{k}"}] for k, one in enumerate(notes)], doubled=False)
    return contained(packets, "logs" if players else "list")


def enter(side: int, dot: str, spot: str, **args: Any) -> Json:
    return note("pieceEntered", "${player_name} enters a piece", dot=dot, spot=spot, **by(side), **args)


def codes(record: Record) -> list[str]:
    return [finding.code for finding in record.findings if finding.code != "table-unconfirmed"]


def random_game(seed: int, variant: Variant, most: int = 60) -> list[tuple[Turn, Position]]:
    return random_turns(random.Random(seed), Position.initial(variant), most)


def assert_plays(record: Record, played: list[tuple[Turn, Position]], variant: Variant) -> None:
    """Assert that a record is a game, every removal complete, without a finding but the table's own."""
    replayed = replay(record)
    assert {finding.code for finding in replayed.findings} <= {"table-unconfirmed"}
    assert replayed.positions == [Position.initial(variant), *(position for _, position in played)]
    for turn, (original, _) in zip(replayed.turns, played, strict=True):
        assert turn.push == original.push
        assert (taken(turn.before), taken(turn.after)) == (taken(original.before), taken(original.after))
    for written, (original, _) in zip(record.turns, played, strict=True):
        spots = [piece.spot for group in written.before + written.after for piece in group]
        assert sorted(spots) == sorted(spot for one in original.before + original.after for spot in one.spots)


def undo(side: int | None, words: str, **args: Any) -> Json:
    who = {} if side is None else by(side)
    return note("undo", "${player_name} " + words, **who, **args)


B1, C1, D1 = enter(0, "b1", "b2"), enter(0, "c1", "c2"), enter(0, "d1", "d2")
F1, G1 = enter(1, "f1", "f2"), enter(1, "g1", "g2")
BACK, RESTART = "takes back one action", "restarts the turn"
