"""The table for logs of Board Game Arena: one's own, the shipped one, what neither knows."""

import pytest
from bga_logs import (
    IDS,
    note,
)
from bga_reading import B1, F1, codes, find_one, game, read_one

from gipfkit.findings import ERROR
from gipfkit.notations.bga import table as bga_table


def test_unknown_notifications_are_listed() -> None:
    notes = [note(f"play{k % 12}", "${player_name} plays ${what}", what=k, player_name="Ann") for k in range(40)]
    finding = find_one(game(*notes))
    assert (finding.code, finding.severity, finding.game, finding.line) == ("unknown-notification", ERROR, 1, 1)
    assert "12 kinds of notification" in finding.message
    assert "play0: ${player_name} plays ${what} (4 times; args what, player_name)" in finding.message
    assert finding.message.endswith("and 2 more")
    assert "play10" not in finding.message
    assert finding.hint
    assert "--table FILE" in finding.hint


def test_unknown_notifications_beside_known_ones() -> None:
    record = read_one(game(B1, note("sparkle"), F1))
    assert codes(record) == ["unknown-notification"]
    assert "1 kind of notification: sparkle: (no text)" in record.findings[0].message
    assert len(record.turns) == 2


OWN = r"""
[defaults]
player = "args.who"
[values.kind]
P = "gipf"
[values.point]
"1:1" = "e1"
"5:5" = "e5"
[[action]]
do = "enter"
type = "mv"
dot = "{args.from.x}:{args.from.y}"
end = ["args.nothing", "args.to"]
kind = "args.k"
[[action]]
do = "enter"
text = '^(?P<player>\w+): (?P<kind>P?)(?P<dot>..)>(?P<first>..)$'
[[action]]
do = "remove"
type = "row"
spots = "args.gone.*.at"
[[action]]
do = "ignore"
type = ["a", "b"]
"""


def test_own_table() -> None:
    table = bga_table.load(OWN)
    notes = [
        note("mv", "", **{"from": {"x": 1, "y": 1}, "to": "5:5", "k": "P", "who": 1}),
        note("say", "${n}: <b>${t.t}</b>", n="Bob", **{"t.t": {"log": "P${a}>f2", "args": {"a": "F1"}}}),
        note("a"),
        note("row", gone=[{"at": "c2"}, {"at": "c3"}], who=IDS[1]),
    ]
    record = read_one(game(*notes), table)
    assert [turn.push for turn in record.turns] == [("e1", "e5", True), ("f1", "f2", True)]
    assert [piece.spot for piece in record.turns[1].after[0]] == ["c2", "c3"]
    assert codes(record) == []
    assert all(finding.code != "table-unconfirmed" for finding in record.findings)
    # The shipped table knows none of it, nor this one the shipped one's.
    assert find_one(game(*notes)).code == "unknown-notification"
    assert find_one(game(B1), table).code == "unknown-notification"


def test_table_that_extends_the_shipped_one() -> None:
    table = bga_table.load('extends = true\n[[action]]\ndo = "ignore"\ntype = "sparkle"')
    assert codes(read_one(game(B1, note("sparkle"), F1), table)) == []
    assert not table.confirmed


def test_example_of_the_shipped_table() -> None:
    lines = bga_table.SHIPPED.read_text(encoding="utf-8").splitlines()
    start = lines.index("#     extends = true")
    example = "\n".join(
        line[1:].strip()
        for line in lines[start : lines.index("#", lines.index('#     type = ["playSound", "animate"]'))]
    )
    table = bga_table.load(example)
    assert table.confirmed
    assert len(table.rules) == len(bga_table.shipped().rules) + 3


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("what?", ["not TOML: "]),
        ("a = " + "[" * 5000, ["not TOML: arrays and tables nest too deep"]),
        ("extend = true", ["extend: unknown; known are extends, "]),
        ("confirmed = 1", ["confirmed: write true or false"]),
        ('unnamed_gipfs = "none"', ['unnamed_gipfs: "keep", "take" or "ask"']),
        ("values = 1", ["values: write a table, [values]"]),
        ('[values.colour]\nred = "crimson"', ["values.colour.red: the value must be one of white, black"]),
        ("[values.point]\n1 = 'z1'", ["values.point.1: the value must be a spot or a dot"]),
        ("[values.size]", ["values.size: unknown"]),
        ("[file]\nplayers = 3", ["file.players: write a path into the file"]),
        ("[defaults]\nspot = 'args.x'", ["defaults.spot: unknown"]),
        ("[action]", ["action: write [[action]]"]),
        ("action = [1]", ["action 1: do: one of start, enter"]),
        ("[[action]]\ndo = 'jump'", ["action 1: do: one of start, enter"]),
        ("[[action]]\ndo = 'ignore'", ["action 1 (ignore): type: give a type, a text or both"]),
        ("[[action]]\ndo = 'ignore'\ntype = 1", ["action 1 (ignore): type: write a type or a list"]),
        ("[[action]]\ndo = 'ignore'\ntext = '('", ["action 1 (ignore): text: not a regular expression"]),
        ("[[action]]\ndo = 'ignore'\ntext = 3", ["action 1 (ignore): text: write a regular expression"]),
        ("[[action]]\ndo = 'enter'\ntext = '(?P<spots>x)'", ["the group spots is no field of enter", "dot or spot"]),
        ("[[action]]\ndo = 'enter'\ntype = 'x'\nspot = 'to'", ["action 1 (enter): spot: 'to' names nothing"]),
        ("[[action]]\ndo = 'enter'\ntype = 'x'\nspot = '{to}'", ["action 1 (enter): spot: '{to}': {to} must be"]),
        ("[[action]]\ndo = 'enter'\ntype = 'x'\nspot = 'a{args.x'", ["spot: 'a{args.x': a brace stands alone"]),
        ("[[action]]\ndo = 'enter'\ntype = 'x'\nspot = 7", ["action 1 (enter): spot: write "]),
        ("[[action]]\ndo = 'enter'\ntype = 'x'\nspot = 'args.x'\nkind = 'G'", ["or one of single, gipf"]),
        ("[[action]]\ndo = 'ignore'\ntype = 'x'\nwhen = { name = 1 }", ["action 1 (ignore): when: write"]),
        ("[[action]]\ndo = 'ignore'\ntype = 'x'\nspots = 'args.x'", ["action 1 (ignore): spots: unknown"]),
    ],
)  # fmt: skip
def test_mistakes_of_a_table(text: str, mistakes: list[str]) -> None:
    with pytest.raises(bga_table.TableError) as raised:
        bga_table.load(text)
    assert len(raised.value.mistakes) == len(mistakes)
    for found, mistake in zip(raised.value.mistakes, mistakes, strict=True):
        assert mistake in found
