"""Anything at all as a log of Board Game Arena, or as a table: an answer, no error."""

import json
from typing import Any

from bga_logs import (
    IDS,
    PLAYERS,
    Json,
    as_packets,
    by,
    contained,
    note,
)
from bga_reading import B1, BACK, CONTAINERS, RESTART, game, undo
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfkit.notations.bga import reading as bga
from gipfkit.notations.bga import table as bga_table
from gipfkit.record import Record
from gipfkit.replay import replay

NOTES = [
    note("gameStart", variant="tournament", players=PLAYERS),
    B1,
    note("rowRemoved", spots=["b2", "b3"], line="b2-b5", keep=["b2"], take=["b3"], **by(1)),
    note("gipfKept", spots=["b2"]),
    undo(0, BACK),
    undo(None, RESTART, notifIds=["u1"]),
    note("gameEnd", scores={IDS[0]: 1}, winner=IDS[1], reason="time"),
    note("playerConcedeGame", **by(1)),
]
words = st.sampled_from(
    ["a", "b1", "b2", "e1-e4", "${a}", "data", "logs", "type", "args", "log", "uid", "pieceEntered", "gameEnd", IDS[0]]
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=5)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4), max_leaves=8
)


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """Make a log in which some values, anywhere, are replaced."""
    listed = draw(st.lists(st.sampled_from(NOTES), max_size=8))
    log = json.loads(
        contained(as_packets([[{**one, "uid": "u1"}] for one in listed]), draw(st.sampled_from(CONTAINERS)))
    )
    for _ in range(draw(st.integers(1, 4))):
        at = log
        while isinstance(at, dict | list) and at:
            key = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
            if not isinstance(at[key], dict | list) or draw(st.integers(0, 5)) == 0:
                at[key] = draw(values)
                break
            at = at[key]
    return log


def assert_answered(text: str, table: bga_table.Table | None = None) -> None:
    """Assert that a text is answered by records that can be replayed, and findings."""
    for found in bga.read(text.split("\n"), "x", table):
        if isinstance(found, Record):
            replay(found)
            for finding in found.findings:
                str(finding)
        else:
            assert str(found)
            assert found.game


@settings(max_examples=150, deadline=None)
@given(spoilt())
def test_values_of_any_type(log: Any) -> None:
    assert_answered(json.dumps(log))


@settings(max_examples=80, deadline=None)
@given(values)
def test_any_json(value: Any) -> None:
    assert_answered(json.dumps(value))


LOG = json.dumps(json.loads(game(*NOTES)), indent=1)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(0, len(LOG)), st.integers(0, 30), st.text(max_size=4) | st.sampled_from(['"', "{", "]", "\n[", "\\u"])
)
def test_mangled_text(start: int, length: int, put: str) -> None:
    assert_answered(LOG[:start] + put + LOG[start + length :])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(NOTES), max_size=12))
def test_actions_in_any_order(notes: list[Json]) -> None:
    assert_answered(game(*notes))


table_words = st.sampled_from(["do", "enter", "args.x", "{args.x}", "(?P<spot>x)", "type", "single", "e1"])
table_values = st.recursive(
    st.booleans() | st.integers() | table_words | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(table_words, inner, max_size=3),
    max_leaves=5,
)
entries = st.fixed_dictionaries(
    {"do": st.sampled_from(sorted(bga_table.ACTIONS)) | table_values},
    optional=dict.fromkeys(("type", "text", "when", "spot", "spots", "player", "kind", "result"), table_values),
)


@settings(max_examples=150, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(("extends", "confirmed", "values", "file", "defaults", "unnamed_gipfs"), table_values)
        | {"action": st.lists(entries, max_size=3) | table_values},
    )
)
def test_tables_of_any_shape(given_table: dict[str, Any]) -> None:
    try:
        table = bga_table.build(given_table)
    except bga_table.TableError:
        return
    assert_answered(LOG, table)
