"""JSON Lines: one game a line, all that a Record holds, for other programs.

A line is an object. Fields in square brackets may be missing; what a field has then stands behind it::

    game      {"gipfkit": 1, [tags: []], LEVEL, [result: null], [resigned: false]}
              tags      [[name, value], ...], in order
              result    "1-0", "0-1", "1/2-1/2", "*" or null: the end mark
              resigned  true where an X ends the game: the side to move resigns
    LEVEL     [turns: []], [start_glyphs: []], [start_notes: []]
              turns     [TURN, ...]; the start fields hold what stands before the first turn
    TURN      {[text], [push: null], [before: []], [after: []], [reserve: null], [unreadable: null],
              [glyphs: []], [notes: []]}
              push      {[dot: null], spot, [piece: "single", or "gipf"]}: the written spot, end or first
              before    removal groups before the push, after those behind it: [[PIECE, ...], ...]; an x alone is []
              reserve   0 to 9999, the mover's stated reserve
              unreadable  the text of a turn that nobody could read
              glyphs    PGN's numbers, 0 to 999
              notes     comments (strings) and variations ({LEVEL}) in their order
    PIECE     {spot, [gipf: false], [captured: false]}: a mark is null where the notation read doesn't tell

``text`` is the turn in the official notation, for people and tools. What is read is the fields; only a turn that has
none of push, before, after and unreadable is read from its ``text``. A text that is another turn than the fields gets a
warning. Other keys are ignored, so that tools can add their own. Variations nest 200 deep.

Any string may be an array of strings that belong together: JSON takes a high surrogate before a low one for one
character, and a text that has them apart is written so.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from gipfkit.findings import CODES, ERROR, Finding, in_variation
from gipfkit.gipf.board import BIT, DOTS
from gipfkit.notations import official
from gipfkit.notations.game_words import DEEPEST
from gipfkit.notations.official import shortened
from gipfkit.notations.setup_tag import setup_flaw
from gipfkit.record import RESULTS, Annotation, Place, Record, TurnList, WrittenPiece, WrittenPush, WrittenTurn

VERSION = 1
_MOST_RESERVE, _MOST_GLYPH = 9999, 999
_READ_FROM = ("push", "before", "after", "unreadable")
_DIGITS = 18
# What is in every line of ours, be it whole or not.
_MARK = '"gipfkit"'
_MOST_HELD = 1000
# What tools other than JSON's take for the end of a line, and what UTF-8 can't hold.
_ESCAPED = re.compile(r"[\u0085\u2028\u2029\ud800-\udfff]")
_JOINED_BY_JSON = re.compile(r"(?<=[\ud800-\udbff])(?=[\udc00-\udfff])")
_encode = json.JSONEncoder(ensure_ascii=False).encode


class _FieldError(ValueError):
    """A field, or a whole line, that can't be read: what is wrong, what to do, and where it is known the column."""

    def __init__(self, name: str, what: str, hint: str, column: int | None = None, text: str | None = None):
        shown = name if len(name) <= 100 else f"{name[:45]}...{name[-50:]}"
        super().__init__(f"{shown}: {what}")
        self.hint, self.column, self.text = hint, column, text


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text, given line by line; a line that can't be read is a finding and counts as a game.

    Where no line has the key gipfkit the text is another program's, which is one finding.

    >>> [game.turns[0].push.spot for game in read(['{"gipfkit": 1, "turns": [{"text": "Gd2 (16)"}]}'])]
    ['d2']
    """
    number = 0
    foreign: _Foreign | None = _Foreign(source)
    for line, raw in enumerate(lines, 1):
        # A byte order mark begins a file, and a later line where files were put together.
        text = raw.removeprefix("\ufeff").rstrip()
        if not text:
            continue
        number += 1
        item = _game(text, source, number, line)
        if foreign and isinstance(item, Finding) and _MARK not in text:
            foreign.hold(item)
            continue
        if foreign:
            yield from foreign.lines()
            foreign = None
        yield item
    if foreign:
        yield from foreign.text()


@dataclass(slots=True)
class _Foreign:
    """The findings of lines that are no games, as long as no line has said that the text is ours; the rest counted."""

    source: str
    held: list[Finding] = field(default_factory=list)
    more: int = 0

    def hold(self, finding: Finding) -> None:
        if len(self.held) < _MOST_HELD:
            self.held.append(finding)
        else:
            self.more += 1

    def lines(self) -> Iterator[Finding]:
        """Yield what there is to say where a game follows: the findings themselves."""
        yield from self.held
        if self.more:
            message = f"not a game: nor are {self.more:,} more lines before the first game"
            yield replace(self.held[-1], message=message, column=None, text=None, hint=_GAME_HINT)

    def text(self) -> Iterator[Finding]:
        """Yield what there is to say where no game follows: one finding, about the text."""
        number = len(self.held) + self.more
        if number < 2:
            yield from self.held
            return
        message = f"no game found: none of {number:,} lines has the key gipfkit"
        hint = f"{_GAME_HINT}; is it a record of GIPF? see gipfkit formats, and --from"
        yield Finding("no-game", CODES["no-game"].severity, message, source=self.source, hint=hint)


def _game(text: str, source: str, number: int, line: int) -> Record | Finding:
    findings: list[Finding] = []
    try:
        game = _versioned(_decoded(text))
        tags = tuple(_tag(pair, f"tags[{k}]") for k, pair in enumerate(_array(game.get("tags", []), "tags")))
        main = _turn_list(game, line, findings)
        mark = _mark(game.get("result"))
        resigned = _flag(game.get("resigned", False), "resigned")
    except _FieldError as error:
        severity = CODES["unreadable"].severity
        found = Finding("unreadable", severity, str(error), line=line, column=error.column, text=error.text)
        return replace(found, source=source, game=number, hint=error.hint)
    if main.turns and mark in (None, "*") and not resigned:
        findings = [_last_as_cut(finding, len(main.turns)) for finding in findings]
    if not main.turns:
        hint = None if "turns" in game else "the key turns is missing: the turns stand under it"
        findings.append(Finding("no-turns", CODES["no-turns"].severity, "the game has no turns", hint=hint))
    if setup := setup_flaw(dict(reversed(tags))):
        findings.append(setup)
    placed = tuple(replace(finding, source=source, game=number, line=line) for finding in findings)
    return Record(tags, main, mark, resigned, source, number, line, "jsonl", placed)


# From text to JSON's values.


def _decoded(text: str) -> object:
    try:
        return _decode_on_fresh_stack(text)
    except json.JSONDecodeError as error:
        shown = shortened(text[error.pos : error.pos + 40])
        hint = "write each game as one JSON object on one line"
        raise _FieldError("not JSON", error.msg[:1].lower() + error.msg[1:], hint, error.colno, shown) from None
    except RecursionError:
        raise _FieldError("not a game", "arrays and objects nest too deep", _NESTING_HINT) from None


def _decode_on_fresh_stack(text: str) -> object:
    """Decode, if need be in a thread of its own.

    Python 3.11 counts the decoder's nesting, four levels a variation, together with the caller's own calls: whether
    200 variations can be read must not hang on who calls.
    """
    try:
        return _decode(text)
    except RecursionError:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(_decode, text).result()


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _FieldError("not a game", f"an object has the key {_shown(twice)} twice", "keep one of them")
    return found


def _number_of(digits: str) -> int | float:
    """Give an integer; one too long for any field becomes a float, which every field refuses."""
    return int(digits) if len(digits) <= _DIGITS else inf


def _refused(constant: str) -> None:
    raise _FieldError("not JSON", f"{constant} is no number of JSON", "write null, or a number")


_decode = json.JSONDecoder(object_pairs_hook=_object_of, parse_int=_number_of, parse_constant=_refused).decode


# Single values.

_GAME_HINT = 'a game is an object such as {"gipfkit": 1, "turns": [{"text": "Gd2 (16)"}]}'
_NESTING_HINT = f"variations may nest {DEEPEST} deep"
_SPOT_HINT = "spots are b2-b5, c2-c6, d2-d7, e2-e8, f2-f7, g2-g6 and h2-h5"
_DOT_HINT = "dots are a1-a5, b1, b6, c1, c7, d1, d8, e1, e9, f1, f8, g1, g7, h1, h6 and i1-i5; without one write null"


def _shown(value: object) -> str:
    """Give a value for a message; never descends into one, however deep it is."""
    if isinstance(value, str):
        return f"'{shortened(value)}'"
    if isinstance(value, list | dict):
        return "an array" if isinstance(value, list) else "an object"
    if value == inf:
        return "a number too large"
    return _encode(value)


def _array(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise _FieldError(name, f"{_shown(value)} is no array", "write an array, [...]")
    return value


def _mapping(value: object, name: str, hint: str = "write an object, {...}") -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _FieldError(name, f"{_shown(value)} is no object", hint)
    return value


def _string(value: object, name: str) -> str:
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return "".join(value)
    if not isinstance(value, str):
        raise _FieldError(name, f"{_shown(value)} is no string", 'write a string, "..."')
    return value


def _flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise _FieldError(name, f"{_shown(value)} is neither true nor false", "write true or false")
    return value


def _whole(value: object, name: str, most: int) -> int:
    # Python takes true for 1.
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise _FieldError(
            name, f"{_shown(value)} is no whole number from 0 to {most}", f"write a whole number from 0 to {most}"
        )
    return value


def _spot(value: object, name: str) -> str:
    if not isinstance(value, str) or value not in BIT:
        raise _FieldError(name, f"{_shown(value)} is no spot", _SPOT_HINT)
    return value


def _dot(value: object, name: str) -> str | None:
    if value is not None and (not isinstance(value, str) or value not in DOTS):
        raise _FieldError(name, f"{_shown(value)} is no dot", _DOT_HINT)
    return value


def _required(given: dict[str, Any], key: str, name: str) -> Any:
    if key not in given:
        raise _FieldError(name, f"{key} is missing", f"add {key}")
    return given[key]


# The game.


def _versioned(value: object) -> dict[str, Any]:
    game = _mapping(value, "not a game", _GAME_HINT)
    if "gipfkit" not in game:
        raise _FieldError("not a game", "the version, gipfkit, is missing", _GAME_HINT)
    version = game["gipfkit"]
    if version != VERSION or isinstance(version, bool):
        raise _FieldError("gipfkit", f"{_shown(version)} is no version known here", f"write {VERSION}")
    return game


def _tag(value: object, name: str) -> tuple[str, str]:
    pair = _array(value, name)
    if len(pair) != 2:
        raise _FieldError(name, "a tag is a name and a value", 'write ["Event", "..."]')
    return _string(pair[0], f"{name}[0]"), _string(pair[1], f"{name}[1]")


def _mark(value: object) -> str | None:
    if value is not None and (not isinstance(value, str) or value not in RESULTS):
        known = ", ".join(f'"{result}"' for result in RESULTS)
        raise _FieldError("result", f"{_shown(value)} is no result", f"write {known} or null")
    return value


@dataclass(slots=True)
class _Level:
    """The game's own turns or a variation on their way to a TurnList.

    ``prefix`` begins the names of their fields, ``first`` is the number of the first turn.
    """

    given: dict[str, Any]
    prefix: str = ""
    depth: int = 0
    first: int = 1
    turns: list[WrittenTurn] = field(default_factory=list)
    notes: dict[int, tuple[tuple[int, ...], list["str | _Level"]]] = field(default_factory=dict)
    built: TurnList = field(default_factory=TurnList)

    def build(self, line: int) -> None:
        """Make the TurnList, once the variations in it are made."""
        annotations = {
            k: Annotation(glyphs, tuple(item if isinstance(item, str) else item.built for item in items))
            for k, (glyphs, items) in self.notes.items()
        }
        self.built = TurnList(tuple(self.turns), annotations, lambda _: Place(line, 1))


def _turn_list(game: dict[str, Any], line: int, findings: list[Finding]) -> TurnList:
    levels = [_Level(game)]
    for level in levels:  # grows by the variations found, so that no nesting costs a call
        levels += _read_level(level, findings)
    for level in reversed(levels):
        level.build(line)
    return levels[0].built


def _read_level(level: _Level, findings: list[Finding]) -> list[_Level]:
    """Read the turns of a level and what is added to them; give the variations in it, yet to be read."""
    if level.depth > DEEPEST:
        raise _FieldError(level.prefix.rstrip("."), f"variations nest deeper than {DEEPEST}", _NESTING_HINT)
    found = _read_notes(level, 0, level.given, f"{level.prefix}start_", "start_")
    for k, value in enumerate(_array(level.given.get("turns", []), f"{level.prefix}turns")):
        name = f"{level.prefix}turns[{k}]"
        given = _mapping(value, name)
        turn, finding = _read_turn(given, name)
        if finding:
            number = level.first + k
            findings.append(in_variation(finding, number) if level.depth else replace(finding, turn=number))
        level.turns.append(turn)
        found += _read_notes(level, k + 1, given, f"{name}.", "")
    return found


def _read_notes(level: _Level, number: int, given: dict[str, Any], prefix: str, start: str) -> list[_Level]:
    """Read glyphs, comments and variations after the turn of a number."""
    if f"{start}glyphs" not in given and f"{start}notes" not in given:
        return []
    listed = _array(given.get(f"{start}glyphs", []), f"{prefix}glyphs")
    glyphs = tuple(_whole(glyph, f"{prefix}glyphs[{k}]", _MOST_GLYPH) for k, glyph in enumerate(listed))
    items: list[str | _Level] = []
    for k, item in enumerate(_array(given.get(f"{start}notes", []), f"{prefix}notes")):
        name = f"{prefix}notes[{k}]"
        variation = isinstance(item, dict)
        first = level.first + max(number - 1, 0)
        items.append(_Level(item, f"{name}.", level.depth + 1, first) if variation else _string(item, name))
    level.notes[number] = glyphs, items
    return [item for item in items if isinstance(item, _Level)]


# The turns.


def _read_turn(given: dict[str, Any], name: str) -> tuple[WrittenTurn, Finding | None]:
    """Read a turn's fields, or its text where that is all there is; one that can't be read comes with a finding."""
    text = _string(given.get("text", ""), f"{name}.text")
    if "text" in given and not any(key in given for key in _READ_FROM):
        return _read_text(text.strip(), _reserve(given, name), name)
    turn = WrittenTurn(
        _push(given.get("push"), f"{name}.push"),
        _removals(given.get("before", []), f"{name}.before"),
        _removals(given.get("after", []), f"{name}.after"),
        _reserve(given, name),
        _unreadable(given, name),
        text,
    )
    if turn.unreadable is None:
        return turn, _contradiction(turn, name)
    return turn, _not_read(turn.unreadable, f"{name}.unreadable", "nobody could read this turn")


def _contradiction(turn: WrittenTurn, name: str) -> Finding | None:
    """Find a text that is a turn, but another than the fields are: one of them was mended, or a key misspelt."""
    said, fields = turn.text.strip(), official.turn_text(turn)
    if said in ("", fields, official.counted_text(turn)):
        return None
    read_turn = official.read_turn(said)
    if read_turn is None:
        return None
    same_count = None in (read_turn.reserve, turn.reserve) or read_turn.reserve == turn.reserve
    if official.turn_text(read_turn) == fields and same_count:
        return None
    held = shortened(official.counted_text(turn)) or "nothing"
    message = f"{name}: the text says {shortened(said)}, the fields {held}"
    hint = "the fields are read: mend them or the text, or leave out the fields and the text is read"
    return Finding("text-differs", CODES["text-differs"].severity, message, text=shortened(said), hint=hint)


def _unreadable(given: dict[str, Any], name: str) -> str | None:
    text = given.get("unreadable")
    return None if text is None else _string(text, f"{name}.unreadable")


def _read_text(text: str, reserve: int | None, name: str) -> tuple[WrittenTurn, Finding | None]:
    """Read a turn from its text; one that can't be read is kept as it is, with a finding."""
    if turn := official.read_turn(text):
        return turn if reserve is None else replace(turn, reserve=reserve), None
    turn = WrittenTurn(None, reserve=reserve, unreadable=text, text=text)
    return turn, _not_read(text, f"{name}.text", official.explain(text[:200]))


def _last_as_cut(finding: Finding, last: int) -> Finding:
    own = finding.severity == ERROR and finding.turn == last
    return official.as_cut(finding, finding.text) if own else finding


def _not_read(text: str, name: str, why: str) -> Finding:
    shown = shortened(text)
    severity, hint = CODES["unreadable"].severity, "mend it, or give push, before and after"
    return Finding("unreadable", severity, f"{name}: '{shown}': {why}", text=shown, hint=hint)


def _reserve(given: dict[str, Any], name: str) -> int | None:
    value = given.get("reserve")
    return None if value is None else _whole(value, f"{name}.reserve", _MOST_RESERVE)


def _push(value: object, name: str) -> WrittenPush | None:
    if value is None:
        return None
    given = _mapping(value, name)
    piece = given.get("piece", "single")
    if piece not in ("single", "gipf"):
        raise _FieldError(f"{name}.piece", f"{_shown(piece)} is no kind of piece", 'write "single" or "gipf"')
    spot = _spot(_required(given, "spot", name), f"{name}.spot")
    return WrittenPush(_dot(given.get("dot"), f"{name}.dot"), spot, piece == "gipf")


def _removals(value: object, name: str) -> tuple[tuple[WrittenPiece, ...], ...]:
    groups = enumerate(_array(value, name))
    return tuple(
        tuple(_piece(piece, f"{name}[{k}][{n}]") for n, piece in enumerate(_array(group, f"{name}[{k}]")))
        for k, group in groups
    )


def _piece(value: object, name: str) -> WrittenPiece:
    given = _mapping(value, name)
    spot = _spot(_required(given, "spot", name), f"{name}.spot")
    gipf, captured = (_told(given.get(key, False), f"{name}.{key}") for key in ("gipf", "captured"))
    return WrittenPiece(spot, gipf, captured)


def _told(value: object, name: str) -> bool | None:
    return None if value is None else _flag(value, name)


# Writing. The objects are put together from the text of their fields, innermost first, as JSON's own encoder counts
# nesting the same way as its decoder.


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a game as one line of JSON, its end included; every record can be expressed.

    >>> write(next(read(['{"gipfkit": 1, "turns": [{"text": "Gd2 (16)"}]}'])))[0]
    '{"gipfkit": 1, "turns": [{"text": "Gd2 (16)", "push": {"spot": "d2", "piece": "gipf"}, "reserve": 16}]}\\n'
    """
    levels = [record.main]
    for level in levels:  # grows by the variations found
        levels += [v for annotation in level.annotations.values() for v in annotation.variations]
    written: dict[int, dict[str, str]] = {}
    for level in reversed(levels):
        written[id(level)] = _level_fields(level, written)
    fields = {"gipfkit": str(VERSION)}
    if record.tags:
        fields["tags"] = _encode([[_whole_text(name), _whole_text(value)] for name, value in record.tags])
    fields |= written[id(record.main)]
    if record.mark is not None:
        fields["result"] = _encode(record.mark)
    if record.resigned:
        fields["resigned"] = "true"
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", _object_text(fields)) + "\n", []


def _object_text(fields: dict[str, str]) -> str:
    return "{" + ", ".join(f'"{key}": {value}' for key, value in fields.items()) + "}"


def _array_text(values: Iterable[str]) -> str:
    return "[" + ", ".join(values) + "]"


def _whole_text(text: str) -> str | list[str]:
    """Give a text, or its parts where JSON would join two of its surrogates."""
    parts = _JOINED_BY_JSON.split(text)
    return parts if len(parts) > 1 else text


def _level_fields(level: TurnList, written: dict[int, dict[str, str]]) -> dict[str, str]:
    fields = {f"start_{key}": value for key, value in _note_fields(level.annotations.get(0), written).items()}
    turns = [
        _object_text(_turn_fields(turn) | _note_fields(level.annotations.get(k), written))
        for k, turn in enumerate(level.turns, 1)
    ]
    return {**fields, "turns": _array_text(turns)}


def _note_fields(annotation: Annotation | None, written: dict[int, dict[str, str]]) -> dict[str, str]:
    if annotation is None:
        return {}
    fields = {"glyphs": _encode(annotation.glyphs)} if annotation.glyphs else {}
    if annotation.items or not annotation.glyphs:
        fields["notes"] = _array_text(
            _encode(_whole_text(item)) if isinstance(item, str) else _object_text(written[id(item)])
            for item in annotation.items
        )
    return fields


def _turn_fields(turn: WrittenTurn) -> dict[str, str]:
    fields: dict[str, object] = {"text": _whole_text(official.counted_text(turn))}
    if turn.push is not None:
        dot = {"dot": turn.push.dot} if turn.push.dot else {}
        kind = {"piece": "gipf"} if turn.push.gipf else {}
        fields["push"] = {**dot, "spot": turn.push.spot, **kind}
    for key, groups in (("before", turn.before), ("after", turn.after)):
        if groups:
            fields[key] = [[_piece_fields(piece) for piece in group] for group in groups]
    if turn.unreadable is not None:
        fields["unreadable"] = _whole_text(turn.unreadable)
    if not any(key in fields for key in _READ_FROM):
        fields["push"] = None  # else the turn would be read from its text
    if turn.reserve is not None:
        fields["reserve"] = turn.reserve
    return {key: _encode(value) for key, value in fields.items()}


def _piece_fields(piece: WrittenPiece) -> dict[str, object]:
    marks = {"gipf": piece.gipf, "captured": piece.captured}
    return {"spot": piece.spot, **{key: marked for key, marked in marks.items() if marked is not False}}
