"""Logs of Board Game Arena of any size: the time grows with the text alone."""

import json

import pytest
from bga_logs import (
    Json,
    note,
)
from bga_reading import B1, BACK, F1, undo
from linear import assert_linear, seconds

from gipfkit.findings import Finding
from gipfkit.notations.bga import reading as bga
from gipfkit.record import Record

MANY = 10_000_000


@pytest.mark.parametrize("character", ["[", "{", '"', "1", "a", "\\", "\n", " "])
def test_ten_megabytes_of_one_character(character: str) -> None:
    found: list[Record | Finding] = []
    assert seconds(lambda: found.extend(bga.read((character * MANY).split("\n"), "x"))) < 30
    assert all(isinstance(item, Finding) for item in found)


@pytest.mark.parametrize("text", ["[\n", "[]", "[]\n", '["', '[{"', "\n[1,", "[[],", "\n[", '\n["', "{}"])
def test_much_of_the_same(text: str) -> None:
    found: list[Record | Finding] = []
    assert seconds(lambda: found.extend(bga.read((text * (MANY // 200)).split("\n"), "x"))) < 20
    assert all(isinstance(item, Finding) for item in found)


@pytest.mark.parametrize(
    "notes",
    [
        [B1],
        [B1, F1],
        [B1, undo(0, BACK)],
        [undo(0, BACK)],
        [note("rowRemoved", spots=["c2", "c3", "c4", "c5"])],
        [note("gipfKept", spots=["c2"])],
        [B1, note("u", "${a}", a="plays " * 90)],
        [note("u", "${a}" * 500, a="removes plays " * 50)],
        [note("u", "${a}" * 500, a={"log": "${a}" * 500, "args": {"a": {"log": "${a}" * 500, "args": {"a": "<"}}}})],
    ],
)  # fmt: skip
def test_time_is_linear(notes: list[Json]) -> None:
    assert_linear(lambda times: list(bga.read([json.dumps([{"data": notes}] * times)])), 25, 400)


def listed(players: Json, times: int) -> str:
    """A file with many players and a table for each packet."""
    packets = [{"table_id": str(k), "data": [note("gameStart")]} for k in range(times)]
    return json.dumps({"data": {"logs": packets, "players": [players | {"id": str(k)} for k in range(times)]}})


@pytest.mark.parametrize("players", [{"name": "Ann"}, {"color": "ffffff"}])
def test_time_grows_with_tables_and_players_alone(players: Json) -> None:
    assert_linear(lambda times: list(bga.read([listed(players, times)])), 250, 4_000)
