"""A bare official game: turns one a line, with slashes, as a score sheet, or as gipf.com prints them, with a heading
and prose (spec: notations section 1)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from gipfkit.findings import CODES, Finding
from gipfkit.notations import movetext
from gipfkit.notations.official import shortened
from gipfkit.record import Annotation, Record, TurnList, ordered_tags

# How a line of turns begins: a number or none, then the start of a turn, a comment or an end mark.
_TURNS = re.compile(
    r"\s*(?:[0-9]{1,6}(?:[.…]+|(?=\s))\s*)?"
    r"(?:G?[a-i][1-9](?![A-Za-z0-9])|G?[a-i][1-9]?-|x(?![A-Za-z]{2})|\{|\(|(?:X|1-0|0-1|1/2-1/2|½-½|\*)(?=\s|$)|$)"
)
_CAPITALS = re.compile(r"\s*G?[A-I][1-9](?![A-Za-z0-9])")
_NUMBERED = re.compile(r"\s*[0-9]{1,6}[.…]")
_FIRST = re.compile(r"\s*1(?:\.(?!\.)|\s)\s*[Gx]?[a-i]")
_BLACKS_FIRST = re.compile(r"\s*1(?:\.{2,}|…)\s*[Gx]?[a-i]")
_LATER = re.compile(r"\s*(?!1[.…\s])[0-9]{1,6}[.…\s]")
_PLAYERS = re.compile(r"(.{1,80}?)\s++(?:versus|vs\.?|v\.)\s++(.{1,80})", re.IGNORECASE)
_COUNTRY = re.compile(r"(.+?)\s*\(([A-Z]{1,3})\)")
_DATE = re.compile(r"(?:(.*?),\s*)?([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})")
_VARIANT = re.compile(r"(basic|standard|tournament)(?:\s+game)?", re.IGNORECASE)
_GAME = re.compile(r"Game\s+(\S+)")


def games(text: str, line: int, *, last: bool) -> Iterator[Record | Finding]:
    """Yield the games of a text without tags; text without any turn is a finding."""
    plain = movetext.read_plain(text, line)
    if plain and (plain.main.turns or plain.resigned or plain.mark):
        flaws = tuple(without_turns(plain.main, line))
        yield Record((), plain.main, plain.mark, plain.resigned, "", 1, line, "official", flaws)
        return
    lines = text.split("\n")
    turns = [_is_turns(row) for row in lines]
    if not any(turns):
        if text.strip():
            yield _stray(lines, line)
        return
    for start, end in _sections(lines, turns):
        final = last and end == len(lines)
        yield from _game(lines[start:end], turns[start:end], line + start, last=final)


def _is_turns(line: str) -> bool:
    return bool(line.strip() and (_NUMBERED.match(line) or _TURNS.match(line)))


def _stray(lines: list[str], line: int) -> Finding:
    first = next(k for k, row in enumerate(lines) if row.strip())
    shown = shortened(lines[first].strip())
    severity, hint = CODES["stray-text"].severity, "put it into a comment {...} or remove it"
    if any(map(_CAPITALS.match, lines)):
        hint = "if these are turns: columns are written as small letters, e2 and not E2"
    return Finding("stray-text", severity, f"{shown}: text outside any game", line=line + first, column=1, hint=hint)


def _sections(lines: list[str], turns: list[bool]) -> Iterator[tuple[int, int]]:
    """Yield where each game begins and ends: a new one begins at the heading before a turn numbered 1.

    1... is Black's first turn of a new one where higher numbers stand before it.
    """
    start, seen, later, after = 0, False, False, 0
    for k, row in enumerate(lines):
        if not turns[k]:
            continue
        if seen and (_FIRST.match(row) or (later and _BLACKS_FIRST.match(row))):
            yield start, after
            start, later = after, False
        later = later or bool(_LATER.match(row))
        seen, after = True, k + 1
    yield start, len(lines)


def _game(lines: list[str], turns: list[bool], line: int, *, last: bool) -> Iterator[Record]:
    """Read one game: lines before the first turn are its heading, prose between turns becomes comments."""
    first = turns.index(True)
    tags, remarks = _heading(lines[:first])
    body = [
        row if is_turns or not row.strip() else _as_comment(row) for row, is_turns in zip(lines, turns, strict=True)
    ]
    text = "\n".join(body[first:]).rstrip()
    for k, game in enumerate(movetext.read(text, line + first, last=last)):
        record = untagged(game, line + first)
        if not k:
            main = _with_remarks(record.main, remarks)
            record = replace(record, tags=ordered_tags(tags), main=main, line=line)
        yield record


def untagged(game: movetext.Movetext, line: int) -> Record:
    """Make the record of a game that has no tags; without a turn it is on the line given."""
    place = game.main.place(1)
    line = place.line if place else line
    flaws = (*game.findings, *without_turns(game.main, line))
    return Record((), game.main, game.mark, game.resigned, "", 1, line, "official", flaws)


def without_turns(main: TurnList, line: int) -> Iterator[Finding]:
    """Yield what there is to say of a game without a turn."""
    if not main.turns:
        yield Finding("no-turns", CODES["no-turns"].severity, "the game has no turns", line=line)


def _as_comment(row: str) -> str:
    return "{" + row.strip().replace("{", "(").replace("}", ")") + "}"


def _with_remarks(main: TurnList, remarks: list[str]) -> TurnList:
    if not remarks:
        return main
    known = main.annotations.get(0, Annotation())
    notes = {0: replace(known, items=("\n".join(remarks), *known.items))} | {
        k: note for k, note in main.annotations.items() if k
    }
    return replace(main, annotations=notes)


def _heading(lines: list[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Turn heading lines into tags; what is none of the usual lines is kept as a remark."""
    tags: dict[str, str] = {}
    remarks = []
    for row in (row.strip() for row in lines):
        found = _heading_tags(row)
        if found and not found.keys() & tags.keys():
            tags |= found
        elif row:
            remarks.append(row)
    return list(tags.items()), remarks


def _heading_tags(row: str) -> dict[str, str]:
    if found := _GAME.fullmatch(row):
        return {"GameId": found[1]}
    if found := _VARIANT.fullmatch(row):
        return {"Variant": found[1].lower()}
    if found := _PLAYERS.fullmatch(row):
        return _player("White", found[1]) | _player("Black", found[2])
    if len(words := row.rsplit(None, 2)) == 3 and words[1].lower() == "round":
        return {"Event": words[0].removesuffix(",") or words[0], "Round": words[2]}
    if (found := _DATE.fullmatch(row)) and (date := _date(found[2])):
        return ({"Site": found[1]} if found[1] else {}) | {"Date": date}
    return {}


def _player(side: str, text: str) -> dict[str, str]:
    if found := _COUNTRY.fullmatch(text):
        return {side: found[1], f"{side}Country": found[2]}
    return {side: text}


def _date(text: str) -> str | None:
    try:
        return datetime.strptime(text, "%B %d, %Y").strftime("%Y.%m.%d")
    except ValueError:
        return None
