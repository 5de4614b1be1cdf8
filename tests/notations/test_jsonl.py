"""JSON Lines: lossless both ways, and every fault of a line a finding."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import assert_linear

from gipfkit.findings import CODES, Finding
from gipfkit.gipf.board import DOTS, SPOTS
from gipfkit.notations import jsonl
from gipfkit.reading import read_text, write
from gipfkit.record import RESULTS, Annotation, Place, Record, TurnList, WrittenPiece, WrittenPush, WrittenTurn

any_text = st.text(st.characters())  # lone surrogates too
spots = st.sampled_from(SPOTS)
marks = st.none() | st.booleans()
pieces = st.builds(WrittenPiece, spots, marks, marks)
groups = st.lists(st.lists(pieces, max_size=4).map(tuple), max_size=2).map(tuple)
pushes = st.builds(WrittenPush, st.none() | st.sampled_from(DOTS), spots, st.booleans())
reserves = st.none() | st.integers(0, 9999)
turns = st.builds(WrittenTurn, st.none() | pushes, groups, groups, reserves, st.none() | any_text)


def turn_lists(variations: st.SearchStrategy[TurnList]) -> st.SearchStrategy[TurnList]:
    items = st.lists(any_text | variations, max_size=3).map(tuple)
    notes = st.builds(Annotation, st.lists(st.integers(0, 999), max_size=2).map(tuple), items)

    def with_notes(listed: list[WrittenTurn]) -> st.SearchStrategy[TurnList]:
        annotations = st.dictionaries(st.integers(0, len(listed)), notes, max_size=3)
        return st.builds(TurnList, st.just(tuple(listed)), annotations)

    return st.lists(turns, max_size=4).flatmap(with_notes)


levels = st.recursive(st.lists(turns, max_size=2).map(lambda listed: TurnList(tuple(listed))), turn_lists, max_leaves=8)
tags = st.lists(st.tuples(any_text, any_text), max_size=4).map(tuple)
records = st.builds(Record, tags, levels, st.none() | st.sampled_from(RESULTS), st.booleans())
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text | st.sampled_from(["e2", "e1", "gipf", 10**30]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(any_text | st.sampled_from(["spot"]), inner, max_size=3)
    ),
    max_leaves=5,
)

GAME = {
    "gipfkit": 1,
    "tags": [["Event", "x"]],
    "start_notes": ["before"],
    "turns": [
        {"push": {"dot": "e1", "spot": "e4", "piece": "gipf"}, "reserve": 16, "glyphs": [1], "notes": ["well"]},
        {"push": {"spot": "e2"}, "before": [[]], "after": [[{"spot": "c2", "gipf": True, "captured": True}]]},
        {"unreadable": "e1-z9", "notes": [{"turns": [{"push": {"spot": "b2"}}], "start_glyphs": [3]}, "so"]},
    ],
    "result": "1-0",
    "resigned": True,
}
RECORD = Record(
    (("Event", "x"),),
    TurnList(
        (
            WrittenTurn(WrittenPush("e1", "e4", True), reserve=16),
            WrittenTurn(WrittenPush(None, "e2"), ((),), ((WrittenPiece("c2", True, True),),)),
            WrittenTurn(None, unreadable="e1-z9"),
        ),
        {
            0: Annotation((), ("before",)),
            1: Annotation((1,), ("well",)),
            3: Annotation((), (TurnList((WrittenTurn(WrittenPush(None, "b2")),), {0: Annotation((3,))}), "so")),
        },
    ),
    "1-0",
    True,
)


def line_of(value: object) -> str:
    return json.dumps(value)


def read_one(line: str) -> Record:
    (found,) = jsonl.read([line])
    assert isinstance(found, Record), found
    return found


def fault(line: str) -> Finding:
    (found,) = jsonl.read([line])
    assert isinstance(found, Finding), found
    assert (found.code, found.severity) == ("unreadable", CODES["unreadable"].severity)
    assert found.hint
    return found


def changed(change: Callable[[Any], object]) -> str:
    game = json.loads(line_of(GAME))
    change(game)
    return line_of(game)


def nested(depth: int) -> TurnList:
    level = TurnList((WrittenTurn(WrittenPush(None, "e2")),))
    for _ in range(depth):
        level = TurnList((WrittenTurn(WrittenPush(None, "e2")),), {1: Annotation((), (level,))})
    return level


def all_turns(turns: TurnList) -> Iterator[WrittenTurn]:
    yield from turns.turns
    for note in turns.annotations.values():
        for variation in note.variations:
            yield from all_turns(variation)


def test_an_unreadable_turn_stays_an_error_and_a_warning_in_a_variation() -> None:
    inner = TurnList((WrittenTurn(WrittenPush(None, "b3")), WrittenTurn(None, unreadable="yy")))
    turns = (WrittenTurn(WrittenPush(None, "e2")), WrittenTurn(None, unreadable="zz9"))
    record = Record(main=TurnList(turns, {1: Annotation((), (inner,))}))
    main, variation = read_one(jsonl.write(record)[0]).findings
    assert (main.severity, main.turn, main.text) == ("error", 2, "zz9")
    assert (variation.severity, variation.turn, variation.text) == ("warning", 2, "yy")
    assert variation.message.startswith("in a variation: turns[0].notes[0].turns[1].unreadable: 'yy'")


@given(records)
def test_what_is_written_is_read_back(record: Record) -> None:
    line, findings = jsonl.write(record)
    assert not findings
    found = read_one(line)
    assert found == record
    codes = Counter(finding.code for finding in found.findings)
    unreadable = sum(turn.unreadable is not None for turn in all_turns(record.main))
    # The beginning of a turn that ends an unfinished game was cut off.
    assert (codes["unreadable"] + codes["text-cut"], codes["no-turns"]) == (unreadable, not record.turns)
    assert jsonl.write(found)[0] == line


@given(records)
def test_a_game_is_one_line_for_every_tool(record: Record) -> None:
    line, _ = jsonl.write(record)
    assert line.splitlines(keepends=True) == [line]
    assert line.endswith("}\n")
    assert line.encode("utf-8").decode("utf-8") == line
    assert json.loads(line)["gipfkit"] == 1


def test_a_pair_of_surrogates_stays_a_pair() -> None:
    record = Record((("a\ud83d\ude00", "\ud83d\ude00\ude00"),), TurnList((), {0: Annotation((), ("\U0001f600",))}))
    line, _ = jsonl.write(record)
    assert '["a\\ud83d", "\\ude00"]' in line
    assert "\U0001f600" in line
    assert read_one(line) == record


def test_all_fields_are_read() -> None:
    assert read_one(line_of(GAME)) == RECORD


def test_the_line_as_written() -> None:
    assert jsonl.write(RECORD)[0] == (
        '{"gipfkit": 1, "tags": [["Event", "x"]], "start_notes": ["before"], "turns": ['
        '{"text": "Ge1-e4 (16)", "push": {"dot": "e1", "spot": "e4", "piece": "gipf"}, "reserve": 16, '
        '"glyphs": [1], "notes": ["well"]}, '
        '{"text": "x;e2;xGc2*", "push": {"spot": "e2"}, "before": [[]], '
        '"after": [[{"spot": "c2", "gipf": true, "captured": true}]]}, '
        '{"text": "e1-z9", "unreadable": "e1-z9", '
        '"notes": [{"start_glyphs": [3], "turns": [{"text": "b2", "push": {"spot": "b2"}}]}, "so"]}], '
        '"result": "1-0", "resigned": true}\n'
    )


def test_null_stands_for_what_is_missing() -> None:
    turn: dict[str, object] = {"push": None, "before": [[]], "reserve": None, "unreadable": None}
    game = {"gipfkit": 1, "turns": [turn, {"push": {"spot": "e2", "dot": None}}], "result": None}
    expected = (WrittenTurn(None, ((),)), WrittenTurn(WrittenPush(None, "e2")))
    assert read_one(line_of(game)) == Record((), TurnList(expected))


def test_a_turn_with_text_alone_is_read_from_it() -> None:
    texts = [{"text": " g1-c3;xc2,d3* (7)"}, {"text": "Gd2", "reserve": 16}, {"text": "Gd2 (16)", "push": None}]
    first, second, third = read_one(line_of({"gipfkit": 1, "turns": texts})).turns
    assert first == WrittenTurn(
        WrittenPush("g1", "c3"), (), ((WrittenPiece("c2"), WrittenPiece("d3", False, True)),), reserve=7
    )
    assert second == WrittenTurn(WrittenPush(None, "d2", True), reserve=16)
    assert third == WrittenTurn(None)
    assert third.text == "Gd2 (16)"


@pytest.mark.parametrize("text", ["e1-z9", "", "x" * 5000, "\ud83d"])
def test_a_text_that_is_no_turn_is_kept_with_a_finding(text: str) -> None:
    game = {"gipfkit": 1, "turns": [{"text": "e2"}, {"text": text, "reserve": 3}, {"text": "e8"}]}
    found = list(jsonl.read([line_of(GAME), line_of(game)], "x.jsonl"))[1]
    assert isinstance(found, Record)
    assert found.turns[1] == WrittenTurn(None, reserve=3, unreadable=text)
    (finding,) = found.findings
    assert (finding.source, finding.game, finding.line, finding.turn) == ("x.jsonl", 2, 2, 2)
    assert finding.message.startswith("turns[1].text: '")


def test_games_are_numbered_by_their_lines() -> None:
    lines = ["\ufeff" + line_of(GAME) + "\n", "\n", "  \r\n", "{]\n", line_of(GAME)]
    first, second, third = jsonl.read(lines, "x.jsonl")
    assert isinstance(first, Record)
    assert isinstance(third, Record)
    assert (first.source, first.number, first.line, first.notation) == ("x.jsonl", 1, 1, "jsonl")
    assert (third.source, third.number, third.line, third.notation) == ("x.jsonl", 3, 5, "jsonl")
    assert third.main.place(2) == Place(5, 1)
    assert isinstance(second, Finding)
    assert (second.source, second.game, second.line, second.column, second.text) == ("x.jsonl", 2, 4, 2, "]")


def test_other_keys_are_ignored() -> None:
    line = changed(lambda game: (game.update(mine=[1e99, 10**40]), game["turns"][0].update(clock=12)))
    assert read_one(line) == RECORD


@pytest.mark.parametrize(
    ("tags", "codes"),
    [
        ([["SetUp", "1"]], ["setup-differs"]),
        ([["SetUp", "0"], ["Position", "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic"]], ["setup-differs"]),
        ([["SetUp", "x"]], ["unknown-tag-value"]),
        ([["SetUp", "1"], ["Position", "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic"]], []),
        # Of a tag given twice the first counts.
        ([["SetUp", "0"], ["SetUp", "1"]], []),
    ],
)
def test_a_setup_that_contradicts_the_position_is_warned_of(tags: list[list[str]], codes: list[str]) -> None:
    (game,) = jsonl.read(["", json.dumps({"gipfkit": 1, "tags": tags, "turns": [{"text": "Gd2"}]})])
    assert isinstance(game, Record)
    assert [(finding.code, finding.severity, finding.line) for finding in game.findings] == [
        (code, "warning", 2) for code in codes
    ]


def test_nothing_at_all_is_no_game() -> None:
    assert list(jsonl.read([])) == list(jsonl.read(["\ufeff", "\n"])) == []


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("1. e2 c6", "not JSON: extra data", 2),
        ("e2", "not JSON: expecting value", 1),
        ('{"gipfkit": 1, "turns": [', "not JSON: expecting value", 26),
        ('{"gipfkit": 1, "turns": []} {}', "not JSON: extra data", 29),
        ('{"gipfkit": 1, "turns": [{"text": "e2}]}', "not JSON: unterminated string starting at", 35),
        ('{"gipfkit": 1, "reserve": NaN}', "not JSON: NaN is no number of JSON", None),
        ('{"gipfkit": 1, "turns": [-Infinity]}', "not JSON: -Infinity is no number of JSON", None),
        ('{"gipfkit": 1, "turns": [], "turns": []}', "not a game: an object has the key 'turns' twice", None),
        ("[]", "not a game: an array is no object", None),
        ("null", "not a game: null is no object", None),
        ('"\\ud83d\\u0007"', "not a game: '\\ud83d\\x07' is no object", None),
        ('{"turns": 5}', "not a game: the version, gipfkit, is missing", None),
        ('{"gipfkit": 2}', "gipfkit: 2 is no version known here", None),
        ('{"gipfkit": true}', "gipfkit: true is no version known here", None),
        ("[" * 100_000, "not a game: arrays and objects nest too deep", None),
        ('{"gipfkit": 1, "mine": ' + "[" * 100_000, "not a game: arrays and objects nest too deep", None),
        ('{"gipfkit": ' + "9" * 10_000 + "}", "gipfkit: a number too large is no version known here", None),
    ],
)
def test_a_line_that_is_no_game(line: str, message: str, column: int | None) -> None:
    found = fault(line)
    assert (found.message, found.column) == (message, column)


OURS = '{"gipfkit": 1, "turns": [{"text": "Gd2"}]}'
# Ours, but not whole.
CUT = '{"gipfkit": 1, "turns": [{"text"'


def told(*lines: str) -> list[tuple[int | None, str | int]]:
    """Line, and code of the finding or number of the game."""
    return [(item.line, item.number if isinstance(item, Record) else item.code) for item in jsonl.read(lines, "x")]


@pytest.mark.parametrize("lines", [['{"id": 1}'] * 66, ["{", '"a": [', "]}"], ["\x00", "e2"], ['{"turns": []}', "[]"]])
def test_a_text_in_which_no_line_is_a_game_is_one_finding(lines: list[str]) -> None:
    (found,) = jsonl.read(lines, "x")
    assert isinstance(found, Finding)
    assert (found.code, found.severity, found.source, found.game, found.line) == ("no-game", "error", "x", None, None)
    assert found.message == f"no game found: none of {len(lines)} lines has the key gipfkit"
    assert found.hint
    assert '{"gipfkit": 1' in found.hint


def test_lines_that_are_no_games_are_a_finding_each_among_those_that_are() -> None:
    bad = "unreadable"
    assert told("x", "", '{"id": 1}', OURS, "{}", OURS) == [(1, bad), (3, bad), (4, 3), (5, bad), (6, 5)]
    # A line that is ours and faulty says so as well.
    assert told("x", CUT, "y") == [(1, bad), (2, bad), (3, bad)]
    assert told(CUT, CUT) == [(1, bad), (2, bad)]


def test_no_number_of_lines_before_the_first_game_is_kept_in_memory_or_costs_it() -> None:
    found = list(jsonl.read(iter(["x"] * 5000 + [OURS])))
    assert [item.number for item in found if isinstance(item, Record)] == [5001]
    assert len(found) == 1002
    assert "4,000 more lines" in found[1000].message  # type: ignore[union-attr]


PUSH = "turns[0].push"
PIECE = "turns[1].after[0][0]"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("tags", {}, "tags: an object is no array"),
        ("tags", [["Event"]], "tags[0]: a tag is a name and a value"),
        ("tags", [["Event", 5]], "tags[0][1]: 5 is no string"),
        ("turns", 42, "turns: 42 is no array"),
        ("turns", ["e2"], "turns[0]: 'e2' is no object"),
        ("result", "1:0", "result: '1:0' is no result"),
        ("result", ["1-0"], "result: an array is no result"),
        ("resigned", 1, "resigned: 1 is neither true nor false"),
        ("resigned", None, "resigned: null is neither true nor false"),
        ("start_notes", "well", "start_notes: 'well' is no array"),
        ("turns[0].text", 5, "turns[0].text: 5 is no string"),
        (PUSH, "e2", f"{PUSH}: 'e2' is no object"),
        (PUSH, {"dot": "e1"}, f"{PUSH}: spot is missing"),
        (f"{PUSH}.spot", "z9", f"{PUSH}.spot: 'z9' is no spot"),
        (f"{PUSH}.spot", "e1", f"{PUSH}.spot: 'e1' is no spot"),
        (f"{PUSH}.spot", ["e2"], f"{PUSH}.spot: an array is no spot"),
        (f"{PUSH}.dot", "e2", f"{PUSH}.dot: 'e2' is no dot"),
        (f"{PUSH}.dot", {}, f"{PUSH}.dot: an object is no dot"),
        (f"{PUSH}.piece", "G", f"{PUSH}.piece: 'G' is no kind of piece"),
        ("turns[0].reserve", -1, "turns[0].reserve: -1 is no whole number from 0 to 9999"),
        ("turns[0].reserve", True, "turns[0].reserve: true is no whole number from 0 to 9999"),
        ("turns[0].reserve", 16.0, "turns[0].reserve: 16.0 is no whole number from 0 to 9999"),
        ("turns[0].reserve", 10**20, "turns[0].reserve: a number too large is no whole number from 0 to 9999"),
        ("turns[0].glyphs", [1000], "turns[0].glyphs[0]: 1000 is no whole number from 0 to 999"),
        ("turns[0].notes", [5], "turns[0].notes[0]: 5 is no string"),
        ("turns[0].notes", [[]], "turns[0].notes[0]: an array is no string"),
        ("turns[1].before", [{}], "turns[1].before[0]: an object is no array"),
        (f"{PIECE}.spot", "c1", f"{PIECE}.spot: 'c1' is no spot"),
        (f"{PIECE}.gipf", 1, f"{PIECE}.gipf: 1 is neither true nor false"),
        ("turns[2].unreadable", 5, "turns[2].unreadable: 5 is no string"),
        ("turns[2].notes[0].turns[0].push.spot", "b9", "turns[2].notes[0].turns[0].push.spot: 'b9' is no spot"),
        ("turns[2].notes[0].start_glyphs", [-1], "turns[2].notes[0].start_glyphs[0]: -1 is no whole number from 0"),
    ],
)
def test_a_field_that_is_wrong_is_named(field: str, value: object, message: str) -> None:
    def put(game: Any) -> None:
        *path, last = field.replace("[", ".").replace("]", "").split(".")
        for step in path:
            game = game[int(step) if step.isdigit() else step]
        game[last] = value

    assert fault(changed(put)).message.startswith(message)


def from_deep_down(call: Callable[[], Any], frames: int) -> Any:
    return from_deep_down(call, frames - 1) if frames else call()


@pytest.mark.parametrize("frames", [0, 600])
def test_variations_nest_two_hundred_deep_whoever_calls(frames: int) -> None:
    line, _ = from_deep_down(lambda: jsonl.write(Record((), nested(200))), frames)
    record = from_deep_down(lambda: read_one(line), frames)
    level, depth = record.main, 0
    while level.annotations:
        (level,) = level.annotations[1].variations
        depth += 1
    assert depth == 200
    assert jsonl.write(record)[0] == line


@pytest.mark.parametrize("depth", [201, 1000, 20_000])
def test_deeper_variations_are_refused(depth: int) -> None:
    turn = '{"gipfkit": 1, "turns": [{"text": "e2", "notes": ['
    line = turn + '{"turns": [{"text": "e2", "notes": [' * depth + "]}]}" * depth + "]}]}"
    found = fault(line)
    assert "deep" in found.message
    assert len(found.message) < 200
    assert "200" in str(found.hint)


def places(value: object) -> list[tuple[Any, Any]]:
    """Every place in a JSON value, as what holds it and the key there."""
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        holder = stack.pop()
        keys = holder.keys() if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        for key in keys:
            found.append((holder, key))
            stack.append(holder[key])  # type: ignore[index]
    return found


@given(st.data())
def test_a_game_with_any_value_in_any_place_is_read_or_found_wrong(data: st.DataObject) -> None:
    game = json.loads(line_of(GAME))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places(game)))
        holder[key] = data.draw(values)
    (found,) = jsonl.read([line_of(game)])
    if isinstance(found, Record):
        assert read_one(jsonl.write(found)[0]) == found


@given(st.data())
def test_a_mangled_line_never_costs_the_next(data: st.DataObject) -> None:
    line = line_of(GAME)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(line))] * 2)))
    mangled = line[:start] + data.draw(any_text) + line[end:]
    *_, last = jsonl.read([mangled, line])
    assert last == RECORD


@given(values)
def test_any_json_is_a_game_or_a_finding(value: object) -> None:
    assert len(list(jsonl.read([line_of(value)]))) == 1


def test_a_mark_that_the_notation_does_not_tell_is_null() -> None:
    turn = WrittenTurn(WrittenPush("e1", "e3"), after=((WrittenPiece("e5", None, None), WrittenPiece("e6")),))
    text, _ = jsonl.write(Record((), TurnList((turn,))))
    assert '"after": [[{"spot": "e5", "gipf": null, "captured": null}, {"spot": "e6"}]]' in text
    assert [game.turns for game in jsonl.read([text]) if isinstance(game, Record)] == [(turn,)]


def test_a_key_given_twice_is_named_in_time_that_grows_with_their_number_alone() -> None:
    def text(times: int) -> str:
        return "{" + "".join(f'"a{k}": 1, ' for k in range(times)) + f'"b": 1, "b": 2, "a{times - 1}": 1}}'

    assert "the key 'a9' twice" in str(next(jsonl.read([text(10)])))
    assert_linear(lambda times: list(jsonl.read([text(times)])), 1_250, 20_000)


def test_a_game_without_turns_is_told_and_a_missing_key_with_it() -> None:
    (misspelt,) = jsonl.read(['{"gipfkit": 1, "turn": [{"text": "Gd2"}]}'])
    (empty,) = jsonl.read(['{"gipfkit": 1, "turns": []}'])
    assert isinstance(misspelt, Record)
    assert isinstance(empty, Record)
    (told,), (plain,) = misspelt.findings, empty.findings
    assert (
        (told.code, told.severity, told.line) == (plain.code, plain.severity, plain.line) == ("no-turns", "warning", 1)
    )
    assert (told.hint, plain.hint) == ("the key turns is missing: the turns stand under it", None)


def turn_findings(turn: str) -> list[tuple[str, int | None, str]]:
    (game,) = jsonl.read([f'{{"gipfkit": 1, "turns": [{{"text": "Gd2"}}, {turn}]}}'])
    assert isinstance(game, Record)
    return [(found.code, found.turn, found.message) for found in game.findings]


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (
            '{"text": "i4-g6 (3)", "push": {"dott": "i4", "spot": "g6"}, "reserve": 3}',
            "turns[1]: the text says i4-g6 (3), the fields g6 (3)",
        ),
        ('{"text": "Gd2", "push": {"spot": "d2"}}', "turns[1]: the text says Gd2, the fields d2"),
        (
            '{"text": "d2 (3)", "push": {"spot": "d2"}, "reserve": 4}',
            "turns[1]: the text says d2 (3), the fields d2 (4)",
        ),
        ('{"text": "d2", "push": null}', "turns[1]: the text says d2, the fields nothing"),
        (
            '{"text": "d2;xd2,d3,d4,d5", "push": {"spot": "d2"}, "aftr": [[]]}',
            "turns[1]: the text says d2;xd2,d3,d4,d5, the fields d2",
        ),
    ],
)
def test_a_text_that_contradicts_the_fields_is_told(turn: str, message: str) -> None:
    assert turn_findings(turn) == [("text-differs", 2, message)]


@pytest.mark.parametrize(
    "turn",
    [
        '{"text": "i4-g6", "push": {"dot": "i4", "spot": "g6"}, "reserve": 3}',
        '{"text": " i4-g6 (3) ", "push": {"dot": "i4", "spot": "g6"}}',
        '{"text": "a strong move", "push": {"spot": "d2"}}',
        '{"text": "d2;xd2", "push": {"spot": "d2"}, "after": [[{"spot": "d2", "gipf": null, "captured": null}]]}',
        '{"text": "", "push": {"spot": "d2"}}',
    ],
)
def test_a_text_that_says_no_other_turn_is_not_told(turn: str) -> None:
    assert turn_findings(turn) == []


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("", "text-cut"),
        (', "result": "*"', "text-cut"),
        (', "result": "1-0"', "unreadable"),
        (', "resigned": true', "unreadable"),
    ],
)
def test_a_game_that_ends_inside_a_turn_was_cut_unless_it_has_a_result(end: str, code: str) -> None:
    for turn in ('{"text": "c1-e"}', '{"text": "c1-e", "unreadable": "c1-e"}'):
        (record,) = jsonl.read(['{"gipfkit": 1, "turns": [{"text": "e2"}, ' + turn + "]" + end + "}"])
        assert isinstance(record, Record)
        assert [(finding.code, finding.turn) for finding in record.findings] == [(code, 2)]
    (record,) = jsonl.read(['{"gipfkit": 1, "turns": [' + '{"text": "c1-e"}, {"text": "e2"}]}'])
    assert isinstance(record, Record)
    assert [finding.code for finding in record.findings] == ["unreadable"]


@pytest.mark.parametrize("name", ["tagged", "jsonl"])
def test_what_was_cut_off_is_so_still_when_it_is_converted(name: str) -> None:
    (record,) = read_text("1. e2 b2 2. c1-e")
    (again,) = read_text(write([record], name))
    assert [finding.code for finding in again.findings] == ["text-cut"]
    assert again.turns == record.turns
