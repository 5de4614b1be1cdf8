"""Turns written loosely, put right where the whole word can be nothing else."""

import re

from gipfkit.notations.official import DOT, LONGEST, SPOT, read_turn
from gipfkit.pasted.places import Edit
from gipfkit.pasted.signs import plain_signs
from gipfkit.pasted.spans import is_turns

# A dot alone is no turn: with a spot behind it, and something that joins the two, it is a push.
_JOINED = re.compile(
    rf"(?<![\w-])(G?)({DOT})(?:[ \t]*(?:->|=>|-->|--|-|>|~)[ \t]*|"
    rf"[ \t]+(?:to|nach|naar|vers)[ \t]+|)(G?)({SPOT})(?![\w-])"
)
_LETTERS = re.compile(r"([Gg]?)([A-Ia-i])([1-9])(?![0-9])")
_WORD = re.compile(r"[^\s(){}/|!?$]+")
_WRAPPED = re.compile(r"((?:[0-9]{1,4}[.…]+)?[\"'“”„‟«»‹›″‘’`]*)(.*?)([\"'“”„‟«»‹›″‘’`.,;]*)")
_NUMBER = re.compile(r"[0-9]{1,4}[.…]+")
_CAPITAL_X = re.compile(r"(^|[;:])X(?=[Gg]?[A-Ia-i][1-9]|[;:]|$)")
_PIECE = rf"G?{SPOT}\*?"
_LIST = re.compile(rf"(?<=[;:])([ \t]*x[ \t]*)({_PIECE}(?:[ \t]*,[ \t]*{_PIECE}){{1,40}})(?![\w,*-])")
# A list before a push: two pieces or more, as a lone one may be a push whose x stands alone.
_LIST_BEFORE = re.compile(
    rf"(?<![^\s.…])([xX][ \t]*)({_PIECE}(?:[ \t]*,[ \t]*{_PIECE}){{1,40}})"
    rf"(?=[ \t]*[;:][ \t]*(?:[xX]|G?(?:{DOT}-)?{SPOT}))"
)
_APART = re.compile(rf"(?<![\w-])G[ \t]+(?=(?:{DOT}-)?{SPOT}(?![\w-]))")
# What stands between two turns of a line; which turn it follows, decides.
_TURN = re.compile(
    rf"(?<![\w\-*])(G?(?:{DOT}-)?{SPOT})([ \t]*\([ \t]*[0-9]{{1,4}}[ \t]*\))?([!?]{{0,2}}[ \t]*)([,;.|]|-(?=[ \t]))"
    rf"(?=[ \t]*(?:[0-9]{{1,4}}[.…]|G?(?:{DOT}-)?{SPOT}(?![\w-])|\{{|$))"
)
_COUNTED = re.compile(
    r"(\([ \t]*[0-9]{1,4}[ \t]*\)[ \t]*)([,;|]|-(?=[ \t]))(?=[ \t]*(?:[0-9]{1,4}[.…]|[Gx]?[a-i][1-9]|x|\{|$))"
)
_PAUSE = re.compile(rf"(?<={SPOT})[ \t]+(…|\.{{3}})(?=[ \t]+G?(?:{DOT}-)?{SPOT}(?![\w-]))")
_BAR = re.compile(r"\|")


def pushes(text: str) -> list[Edit]:
    """Write pushes with a hyphen: a2 - b3, f8f6, a1 > b2, a1 to b2.

    >>> pushes("Gf8f6 a2 - b3")
    [Edit(start=0, end=5, text='Gf8-f6'), Edit(start=6, end=13, text='a2-b3')]
    """
    edits = []
    for found in _JOINED.finditer(text):
        written = f"{found[1]}{found[2]}-{found[4]}"
        if written != found[0] and (found[1] or not found[3]):
            edits.append(Edit(found.start(), found.end(), written))
    return edits


def letters(text: str) -> list[Edit]:
    """Write words in the letters of the notation, and without marks around them: GE8, gE8, "Ge8"."""
    edits = []
    for word in _WORD.finditer(text):
        if read_turn(word[0]) is not None:
            continue
        wrapped = _WRAPPED.fullmatch(word[0])
        if not wrapped or not wrapped[2]:
            continue
        written = _LETTERS.sub(_letter, _CAPITAL_X.sub(r"\1x", wrapped[2]))
        dropped = wrapped[3].strip("\"'“”„‟«»‹›″‘’`")
        number = _NUMBER.match(wrapped[1])
        before = number[0] if number else ""
        if before + written + dropped == word[0]:
            continue
        if read_turn(written) is not None:
            edits.append(Edit(word.start() + len(before), word.end(), written + dropped))
    return edits


def _letter(found: re.Match[str]) -> str:
    return f"{'G' if found[1] else ''}{found[2].lower()}{found[3]}"


def lists(text: str) -> list[Edit]:
    """Take blanks out of removals, x c2, d3, where a list stands behind the x; and from G e8."""
    edits = []
    for found in sorted([*_LIST.finditer(text), *_LIST_BEFORE.finditer(text)], key=re.Match.start):
        written = "x" + re.sub("[ \t]+", "", found[2])
        if written != found[0]:
            edits.append(Edit(found.start(), found.end(), written))
    edits += [Edit(found.start(), found.end(), "G") for found in _APART.finditer(text)]
    return sorted(edits)


def between(text: str) -> list[Edit]:
    """Leave out commas and other marks between two turns, where they can't belong to a list of removed pieces."""
    edits: dict[int, Edit] = {}
    for found in _TURN.finditer(text):
        if not found[2] and (comma := _comma_before(text, found.start())) is not None and comma not in edits:
            continue
        edits[found.start(4)] = Edit(found.start(4), found.end(4), _gap(text, found.end(4)))
    for found in _COUNTED.finditer(text):
        edits[found.start(2)] = Edit(found.start(2), found.end(2), _gap(text, found.end(2)))
    for found in _PAUSE.finditer(text):
        edits[found.start(1)] = Edit(found.start(1), found.end(1), "")
    for found in _BAR.finditer(text):
        if all(not found.start() <= place < found.end() for place in edits):
            edits[found.start()] = Edit(found.start(), found.end(), " ")
    return [edits[place] for place in sorted(edits)]


def _gap(text: str, place: int) -> str:
    """Give the blank that keeps what stands at a place apart from what stands before it, where there is none."""
    return "" if not text[place : place + 1].strip() else " "


def _comma_before(text: str, place: int) -> int | None:
    """Give the place of what stands before a piece of a list, be it a comma, a semicolon or an x."""
    before = text[max(place - 20, 0) : place].rstrip(" \t")
    return max(place - 20, 0) + len(before) - 1 if before.endswith((",", ";", ":", "x")) else None


def is_turn(text: str) -> bool:
    """Say whether a text is one turn, written loosely or not, and nothing else.

    >>> is_turn("GD8–F7"), is_turn("Ge8 Gd8-f7")
    (True, False)
    """
    if not text or len(text) > LONGEST:
        return False
    for step in (plain_signs, pushes, lists, letters):
        for edit in reversed(step(text)):
            text = text[: edit.start] + edit.text + text[edit.end :]
    return is_turns(text)
