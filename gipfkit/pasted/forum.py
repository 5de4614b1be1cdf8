"""Marks of forums: BBCode's tags and Markdown's signs."""

import re

from gipfkit.pasted.places import Edit

_NAMES = "b|i|u|s|code|quote|url|spoiler|list|size|colou?r|font|img|center|left|right|pre|tt|mono|h[1-6]|table|tr|td|th"
_BBCODE = re.compile(
    rf"\[(?:/?(?:{_NAMES}|indent|hide|noparse|sub|sup|li|ul|ol)(?:(?:=|[ ]\w{{1,20}}=)[^\]\[\n]{{0,200}})?|\*)\]", re.I
)
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[ \t]*[\w-]{0,20}[ \t]*")
_STRONG = re.compile(r"(?<!\\)(\*\*|__)(?=\S)([^\n]{1,300}?)(?<=[^\s\\])\1(?!\*)")
_EMPHASIS = re.compile(
    r"(?<![\w*,;\\])(\*)([^*\s][^*\n]{0,300})(?<!\\)\*(?![\w*])|(?<![\w_])(_)([^_\s][^_\n]{0,300})_(?![\w_])"
)
_TICKS = re.compile("`+")
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+(?=\D)")


def bbcode(text: str) -> list[Edit]:
    """Leave BBCode's tags out: [b], [/code], [quote=Ann].

    >>> bbcode("[b]1.[/b]")
    [Edit(start=0, end=3, text=''), Edit(start=5, end=9, text='')]
    """
    if "[" not in text:
        return []
    return [Edit(found.start(), found.end(), " " if "/t" in found[0] else "") for found in _BBCODE.finditer(text)]


def is_fence(text: str) -> bool:
    """Say whether a line only opens or closes a block of code."""
    return bool(_FENCE.fullmatch(text))


def markdown(text: str) -> list[Edit]:
    """Leave Markdown's marks out: **1.**, __Ge8__, `Ge8`; the backslash before a sign."""
    for pattern, size in ((_STRONG, 2), (_EMPHASIS, 1)):
        edits = [
            edit
            for found in pattern.finditer(text)
            for edit in (Edit(found.start(), found.start() + size, ""), Edit(found.end() - size, found.end(), ""))
        ]
        if edits:
            return edits
    return []


def small_marks(text: str) -> list[Edit]:
    """Leave out backticks, backslashes before signs, and the # of a heading."""
    heading = _HEADING.match(text)
    edits = [Edit(0, heading.end(), "")] if heading else []
    found = [*_TICKS.finditer(text), *_ESCAPE.finditer(text)]
    start = heading.end() if heading else 0
    places = sorted({(m.start(), m.end()) for m in found if m.start() >= start})
    done = start
    for begins, ends in places:
        if begins >= done:
            edits.append(Edit(begins, ends, ""))
            done = ends
    return edits
