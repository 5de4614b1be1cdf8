"""Rows of tables: with bars, tabs, commas or semicolons between a number, White's turn and Black's."""

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

from gipfkit.notations.ending_words import parse
from gipfkit.notations.official import LONGEST
from gipfkit.pasted.loose import is_turn
from gipfkit.pasted.places import Edit

_RULE = re.compile(r"[\s|+:=\-–—─━═┄┈╌│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰╒╕╘╛╞╡╪╤╧╓╖╙╜╟╢╫╥╨]{3,}")
_NUMBER = re.compile(r"[#(]?([0-9]{1,4})[.):]{0,4}")
_LEADING = re.compile(r'[ \t]*+"?[#(]?([0-9]{1,4})[.):]{0,2}"?[ \t]*([,;\t])')
_NONE = re.compile(r"(?:\.{2,}|…|-{1,3})?")
_LONGEST_ROW = 2 * LONGEST + 40
_HEAD_WORDS = (
    "no nr n # n° № move moves turn turns zug zet coup tour white weiß weiss wit blanc blancs w white's black schwarz "
    "zwart noir noirs b black's"
)
_WORDS = frozenset(_HEAD_WORDS.split())
_NUMBER_WORDS = frozenset(_HEAD_WORDS.split(" white ")[0].split())
_MOST_CELLS = 8
_WORDS_ALONE = re.compile(r"(?=.*[^\W\d_]{3})(?:(?![a-iA-I][1-9]).)+")
_NAME = re.compile(r"[^\W\d_a-z][\w.,'’-]*(?:[ ][^\W\d_][\w.,'’-]*){0,4}(?:[ ]\([A-Z]{1,3}\))?")


class Cell(NamedTuple):
    """A cell: where its text begins and ends in the line, and the text without quotes."""

    start: int
    end: int
    text: str


def is_rule(text: str) -> bool:
    """Say whether a line only draws a table's lines."""
    return bool(_RULE.fullmatch(text)) and not text.isspace() and len(text.strip()) >= 3


def row(text: str) -> list[Edit]:
    """Write a row of a table as a line of a score sheet; nothing where it isn't one, or can be read in two ways.

    >>> row("1,Ge8"), row("1;g1-c3;xc2;b3")
    ([Edit(start=0, end=1, text='1.'), Edit(start=1, end=2, text=' ')], [])
    """
    return [edit for edit in _row(text) if edit.text != text[edit.start : edit.end]]


def _row(text: str) -> list[Edit]:
    if len(text) > _LONGEST_ROW:
        return []
    if "|" in text and "\t" not in text:
        return _joined(text, _cells(text, "|"))
    if "\t" in text:
        return _joined(text, _cells(text, "\t"))
    leading = _LEADING.match(text)
    if leading is None:
        return _quoted(text, ",") or _quoted(text, ";") if '"' in text else []
    mark = leading[2]
    if '"' in text:
        return _quoted(text, mark)
    split = _split(text, leading.end(), mark)
    return _joined(text, [Cell(0, leading.end() - 1, leading[1]), *split]) if split else []


def _cells(text: str, mark: str) -> list[Cell]:
    """Split a line; empty cells at its ends are none."""
    cells, start = [], 0
    for part in text.split(mark):
        inner = part.strip()
        begins = start + len(part) - len(part.lstrip())
        cells.append(Cell(begins, begins + len(inner), inner))
        start += len(part) + 1
    while cells and not cells[-1].text:
        cells.pop()
    while cells and not cells[0].text and mark == "|":
        cells.pop(0)
    return cells


def _quoted(text: str, mark: str) -> list[Edit]:
    """Read cells in quotation marks."""
    try:
        values = next(csv.reader([text], delimiter=mark, strict=True, skipinitialspace=True), [])
    except csv.Error:
        return []
    cells, place = [], 0
    for value in values:
        # A quotation mark in a quoted cell stands doubled.
        stands = value if text.find(value, place) >= 0 else value.replace('"', '""')
        found = text.find(stands, place) if value else place
        if found < 0:
            return []
        cells.append(Cell(found, found + len(stands), value.strip()))
        place = found + len(stands)
    while cells and not cells[-1].text:
        cells.pop()
    return _joined(text, cells) if len(cells) > 1 else []


def _split(text: str, start: int, mark: str) -> list[Cell]:
    """Split a row whose turns hold the mark themselves, where only one way gives turns."""
    rest = text[start:].rstrip(f" \t.…{mark}")
    if remark := _remark(rest, mark):
        said = rest[remark + 1 :].strip()
        place = start + rest.rfind(said)
        cells = _split_turns(text[: start + remark], start, mark)
        return [*cells, Cell(place, place + len(said), said)] if cells else []
    return _split_turns(text, start, mark)


def _split_turns(text: str, start: int, mark: str) -> list[Cell]:
    """Split a row that has nothing but turns and counts."""
    rest = text[start:].rstrip(f" \t.…{mark}")
    pad = len(rest) - len(rest.lstrip())
    inner = rest.strip()
    if inner.startswith(mark):
        black = inner[1:].strip()
        place = start + text[start:].find(black)
        return [Cell(start, start, ""), Cell(place, place + len(black), black)] if is_turn(black) else []
    found = [[Cell(start + pad, start + pad + len(inner), inner)]] if is_turn(inner) else []
    plain = [part.strip() for part in inner.split(mark)]
    if len(plain) in (2, 4) and all(map(is_turn, plain[::2])) and all(map(str.isdigit, plain[1::2])):
        return _cells_at(text, start, plain)
    for place, sign in enumerate(inner):
        if sign == mark and is_turn(inner[:place]) and is_turn(inner[place + 1 :]):
            found.append(_cells_at(text, start, [inner[:place].strip(), inner[place + 1 :].strip()]))
    return found[0] if len(found) == 1 else []


def _remark(text: str, mark: str) -> int:
    """Give the place of the last mark where words without a spot stand behind it, else 0."""
    place = text.rfind(mark)
    return place if place > 0 and _WORDS_ALONE.fullmatch(text, place + 1) else 0


def _cells_at(text: str, start: int, values: Sequence[str]) -> list[Cell]:
    cells = []
    for value in values:
        start = text.find(value, start)
        cells.append(Cell(start, start + len(value), value))
        start += len(value)
    return cells


def _joined(text: str, cells: Sequence[Cell]) -> list[Edit]:
    """Give the edits that make a row of cells a line of a score sheet."""
    if not 1 <= len(cells) <= _MOST_CELLS:
        return []
    number = _NUMBER.fullmatch(cells[0].text)
    if not number:
        heading = _heading([cell.text for cell in cells])
        if heading is not None:
            return [Edit(0, len(text), heading)]
    rest = list(cells[1:] if number else cells)
    blacks = bool(number) and len(rest) > 1 and bool(_NONE.fullmatch(rest[0].text)) and is_turn(rest[1].text)
    words: list[tuple[Cell, str]] = []
    if number:
        words.append((cells[0], f"{number[1]}{'...' if blacks else '.'}"))
    turns = 0
    for cell in rest[blacks:]:
        word = _word(cell, turns)
        if word is None:
            return []
        turns += is_turn(cell.text)
        if word:
            words.append((cell, word))
    return _edits(text, words) if turns and (number or turns > 1) else []


def _word(cell: Cell, turns: int) -> str | None:
    """Give what a cell says: a turn, its count, how the game ended, a remark behind the turns as a comment.

    None where it is nothing of these.
    """
    text = cell.text
    if is_turn(text) or (turns and text in ("1-0", "0-1", "1/2-1/2", "*", "X")):
        return text
    if _NONE.fullmatch(text):
        return ""
    if turns and text.isdigit() and len(text) <= 2:
        return f"({text})"
    if turns and parse(text, {}):
        return text
    if turns and text.startswith("{") and text.endswith("}"):
        return text
    return f"{{{text}}}" if turns > 1 and not set("{}") & set(text) else None


def _edits(text: str, words: Sequence[tuple[Cell, str]]) -> list[Edit]:
    edits, done = [], 0
    for k, (cell, word) in enumerate(words):
        gap = " " if k else ""
        if word == text[cell.start : cell.end]:
            edits.append(Edit(done, cell.start, gap))
        else:
            edits += [Edit(done, cell.start, gap), Edit(cell.start, cell.end, word)]
        done = cell.end
    edits.append(Edit(done, len(text), ""))
    return [edit for edit in edits if edit.start < edit.end or edit.text]


def _heading(cells: Sequence[str]) -> str | None:
    """Give the line for a table's head: nothing for words, both players where their names stand over the columns."""
    words = [cell.lower().rstrip(":.") for cell in cells]
    known = [word in _WORDS for word in words]
    if len(cells) > 1 and all(known):
        return ""
    if len(cells) == 3 and words[0] in _NUMBER_WORDS and known[1:] == [False, False] and all(words):
        return f"{cells[1]} versus {cells[2]}"
    return None


def _players(text: str, cells: Sequence[str]) -> str | None:
    """Give the line for a head of two names alone, that stands between bars."""
    framed = text.strip().startswith("|") and text.strip().endswith("|")
    if framed and len(cells) == 2 and all(_NAME.fullmatch(cell) and not is_turn(cell) for cell in cells):
        return f"{cells[0]} versus {cells[1]}"
    return None


def heading(text: str) -> list[Edit]:
    """Write the head of a table, No,White,Black, as nothing, and the players' names in it as a heading."""
    if len(text) > _LONGEST_ROW:
        return []
    for mark in "|\t,;":
        if mark in text:
            cells = [cell.text for cell in _cells(text, mark)]
            line = _heading(cells)
            if line is None and mark == "|":
                line = _players(text, cells)
            if line is not None:
                return [Edit(0, len(text), line)]
    return []
