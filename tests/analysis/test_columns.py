import re

import pandas as pd
import pytest

from gipfkit.analysis.columns import COLUMNS, as_markdown, names_of
from gipfkit.analysis.game_table import game_row, game_rows, game_table
from gipfkit.analysis.notes import Notes, notes
from gipfkit.analysis.simulation import simulate
from gipfkit.analysis.summaries import OpeningSummary, Summary
from gipfkit.analysis.turn_table import turn_rows, turn_table
from gipfkit.gipf.variant import BASIC, TOURNAMENT
from gipfkit.reading import read_text
from gipfkit.replay import replay


@pytest.mark.parametrize("table", COLUMNS)
def test_every_column_is_described(table: str) -> None:
    names = names_of(table)
    assert len(set(names)) == len(names)
    for column in COLUMNS[table]:
        assert re.fullmatch("[a-z][a-z0-9_]*", column.name)
        assert column.meaning
        assert "{" not in column.meaning
        assert (column.dtype == "category") is bool(column.choices)
        if column.kind == "number":
            assert column.unit
        assert f"| `{column.name}` | {column.dtype} |" in as_markdown(table)


def test_rows_have_just_the_documented_columns() -> None:
    played = [replay(record) for record in simulate(TOURNAMENT, 3)]
    summary = Summary.of(played)
    openings = OpeningSummary()
    for row in game_rows(played):
        openings.add(row)
    unknown = replay(read_text('[Variant "chess"]\n\n1. b3 *\n')[0])
    assert set(game_row(unknown)) == set(names_of("game"))
    for table, rows in {
        "game": list(game_rows(played)),
        "turn": [row for game in played for row in turn_rows(game)],
        "player": list(summary.player_rows()),
        "variant": list(summary.variant_rows()),
        "opening": list(openings.rows()),
    }.items():
        assert rows
        for row in rows:
            assert set(row) == set(names_of(table))


def test_empty_and_constant_columns_are_named() -> None:
    played = [replay(record) for record in simulate(BASIC, 5)]
    empty, constant = notes(turn_table(played))
    assert empty.startswith("empty columns: ")
    assert "seconds" in empty.split(": ")[1].split(", ")
    assert "ring = 3" in constant
    assert "white_gipfs = 0" in constant
    assert "run_length" not in constant
    games = " ".join(notes(game_table(played)))
    assert "variant = basic" in games
    assert "date" in games


def test_a_single_row_has_no_constants_and_no_row_is_said_to_be_empty() -> None:
    assert notes(pd.DataFrame({"a": [1], "b": [None]})) == ["empty columns: b"]
    assert notes(pd.DataFrame({"a": []})) == ["the table is empty"]
    assert notes(pd.DataFrame({"a": [1, 2]})) == []
    # A value in some rows only is neither.
    assert notes(pd.DataFrame({"a": ["x", None, "x"]})) == []


@pytest.mark.parametrize("cut", range(5))
def test_notes_of_parts_merge_into_those_of_the_whole(cut: int) -> None:
    rows = [{"a": 1, "b": k, "c": None, "d": 1 if k < 2 else None} for k in range(4)]
    whole, first, second = (Notes(["a", "b", "c", "d"]) for _ in range(3))
    for row in rows:
        whole.add(row)
    for row in rows[:cut]:
        first.add(row)
    for row in rows[cut:]:
        second.add(row)
    first.merge(second)
    assert first.sentences() == whole.sentences() == ["empty columns: c", "constant columns: a = 1"]
