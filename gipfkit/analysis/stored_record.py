"""A record as an index keeps it: whole, with what jsonl leaves out, so that it comes back as it was read.

Packed by zlib: the game as a line of jsonl, then a line of JSON with the reader's findings, the place of each turn
and its raw text, game and variations one after another.
"""

import json
import zlib
from dataclasses import asdict, replace
from typing import Any

from gipfkit.findings import Finding
from gipfkit.notations import jsonl
from gipfkit.record import Annotation, Place, Record, TurnList, WrittenTurn

_ENCODING, _ERRORS = "utf-8", "surrogatepass"


def pack(record: Record) -> bytes:
    """Give a record as bytes; its source, number, line and notation are kept elsewhere."""
    levels = [_level_facts(level) for level in _levels(record.main)]
    facts: dict[str, Any] = {"levels": levels}
    if record.findings:
        facts["findings"] = [_without_none(finding) for finding in record.findings]
    text = jsonl.write(record)[0] + json.dumps(facts, separators=(",", ":"))
    return zlib.compress(text.encode(_ENCODING, _ERRORS), 3)


def unpack(packed: bytes, source: str, number: int, line: int, notation: str) -> Record:
    """Give the record again."""
    game, facts = zlib.decompress(packed).decode(_ENCODING, _ERRORS).split("\n")
    (record,) = jsonl.read([game])
    assert isinstance(record, Record)
    known = json.loads(facts)
    main = _with_facts(record.main, known["levels"])
    findings = tuple(Finding(**finding) for finding in known.get("findings", ()))
    return replace(record, main=main, source=source, number=number, line=line, notation=notation, findings=findings)


def _levels(main: TurnList) -> list[TurnList]:
    """Give a game's turns and every variation, each before those inside it."""
    levels = [main]
    for level in levels:  # grows by the variations found
        levels += [variation for note in level.annotations.values() for variation in note.variations]
    return levels


def _level_facts(level: TurnList) -> list[Any]:
    """Give the places as lines (each counted from the one before) and columns, and the raw texts by number."""
    lines, columns, last = [], [], 0
    if level.locate:
        for number in range(1, len(level.turns) + 1):
            line, column = (place := level.locate(number)).line, place.column
            lines.append(line - last)
            columns.append(column)
            last = line
    texts = {k: turn.text for k, turn in enumerate(level.turns) if turn.text}
    return [lines, columns, texts]


def _with_facts(main: TurnList, facts: list[Any]) -> TurnList:
    """Give the turns their places and texts again, from the innermost variations outward."""
    built: dict[int, TurnList] = {}
    levels = _levels(main)
    for level, (lines, columns, texts) in zip(reversed(levels), reversed(facts), strict=True):
        turns = tuple(_with_text(turn, texts.get(str(k), "")) for k, turn in enumerate(level.turns))
        notes = {
            number: Annotation(
                note.glyphs, tuple(item if isinstance(item, str) else built[id(item)] for item in note.items)
            )
            for number, note in level.annotations.items()
        }
        places = _places(lines, columns)
        built[id(level)] = TurnList(turns, notes, places.__getitem__ if lines else None)
    return built[id(main)]


def _places(lines: list[int], columns: list[int]) -> dict[int, Place]:
    found, line = {}, 0
    for number, (down, column) in enumerate(zip(lines, columns, strict=True), 1):
        line += down
        found[number] = Place(line, column)
    return found


def _with_text(turn: WrittenTurn, text: str) -> WrittenTurn:
    return turn if turn.text == text else replace(turn, text=text)


def _without_none(finding: Finding) -> dict[str, Any]:
    return {name: value for name, value in asdict(finding).items() if value is not None}


def finding_text(finding: Finding) -> str:
    """Give a finding as JSON."""
    return json.dumps(_without_none(finding))


def finding_of(text: str) -> Finding:
    """Give the finding of a JSON text."""
    return Finding(**json.loads(text))
