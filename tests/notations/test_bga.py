"""Logs of Board Game Arena: games through undo, chat and repeats; what the table doesn't know; anything at all."""

import json
import random
from typing import Any

import pytest
from bga_logs import (
    IDS,
    PLAYERS,
    Json,
    Style,
    as_packets,
    by,
    contained,
    log_notes,
    note,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import assert_linear, seconds
from records import random_turns

from gipfkit.findings import ERROR, WARNING, Finding
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn, taken
from gipfkit.gipf.variant import STANDARD, TOURNAMENT, VARIANTS, Variant
from gipfkit.notations import bga, bga_table
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


# Games.


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


# Undo.


def undo(side: int | None, words: str, **args: Any) -> Json:
    who = {} if side is None else by(side)
    return note("undo", "${player_name} " + words, **who, **args)


B1, C1, D1 = enter(0, "b1", "b2"), enter(0, "c1", "c2"), enter(0, "d1", "d2")
F1, G1 = enter(1, "f1", "f2"), enter(1, "g1", "g2")
BACK, RESTART = "takes back one action", "restarts the turn"


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


# What a log says wrong.


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


# The end.

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


# The table.


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


# Anything at all.

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


# Time.

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


def test_a_colour_names_a_player_where_he_is_the_only_one_with_it() -> None:
    packets = [note("pieceEntered", dot="e1", spot="e2", color="000000")]
    players = [{"id": k, "color": c} for k, c in (("1", "ffffff"), ("2", "ffffff"), ("3", "000000"))]
    for some, white in ((players, "3"), (players * 60, "3"), ([*players, {"id": "4", "color": "000000"}], None)):
        record = read_one(json.dumps({"data": {"logs": packets, "players": some}}))
        assert record.tag("White") == white
