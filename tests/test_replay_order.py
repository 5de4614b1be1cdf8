"""Findings come in the order of their places, whoever found them."""

import json

import pytest
from replays import game

from gipfkit.findings import Finding
from gipfkit.notations import jsonl
from gipfkit.record import Record
from gipfkit.replay import replay


def places(findings: tuple[Finding, ...]) -> list[tuple[int, int]]:
    return [(finding.line or 0, finding.column or 0) for finding in findings]


@pytest.mark.parametrize(
    "text",
    [
        # The field test's.
        "1. e4 Gb2\n2. Nf3 Gb3\n",
        "1. Gd2 (1) zz9\n2. Gg2 (14) yy8 *",
        "1. Gd2 (16) Gb2 (1) (1... zz) 2. Gg2 (1)\nQx 3. b3 *",
        '[Variant "basic"]\n\n1. b3 (9) b4 (11)\nhello\n2. c2 (1) 1-0',
    ],
)
def test_findings_of_reader_and_replay_stand_in_the_order_of_the_text(text: str) -> None:
    found = replay(game(text)).findings
    assert len(found) > 1
    assert places(found) == sorted(places(found))


def test_the_turns_of_a_game_on_one_line_come_in_their_order() -> None:
    turns = [
        {"push": {"spot": "e4"}},
        {"text": "Gb2", "push": {"spot": "b2", "piece": "gipf"}},
        {"text": "Nf3", "unreadable": "Nf3"},
        {"text": "zz", "unreadable": "zz"},
    ]
    text = json.dumps({"gipfkit": 1, "tags": [["Variant", "basic"]], "turns": turns, "result": "0-1"})
    (record,) = (item for item in jsonl.read([text], "x") if isinstance(item, Record))
    assert [finding.turn for finding in replay(record).findings] == [1, 3, 4]
