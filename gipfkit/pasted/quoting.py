"""Marks before a line: of a quoted mail, of a list, of a number written another way."""

import re

from gipfkit.pasted.places import Edit

QUOTE = re.compile(r"[ \t]*+(?:[>＞][ \t]?)+")
_BAR = re.compile(r"[ \t]*+[|│][ \t]?(?=[^|│]*$)")
_TURN = (
    r"(?:[Gg]?[A-Ia-i][1-9](?![A-Za-z0-9])|[Gg]?[A-Ia-i][1-9][ \t]*-|[Gg]?[a-i][1-9][a-i][1-9]|x[Gb-h]"
    r"|1-0|0-1|1/2-1/2|½-½)"
)
_NUMBER = r"[0-9]{1,4}[ \t]*(?:[.):…]|[ \t][Gx]?[a-i])"
_BULLET = re.compile(rf"[ \t]*+([-•‣◦▪▫·●○■□+✓►▶∙]|\*)(?:[ \t]++(?=[(#<]?{_NUMBER}|{_TURN}|[\[{{])|(?={_TURN}))")
_NUMBERED = re.compile(
    r"[ \t]*+(?:(?P<word>(?:move|turn|zug|zet|beurt|coup|tour|nr|no)\.?[ \t]*+(?=[0-9#]))?"
    r"(?P<open>[#(<\[]{0,2})[ \t]*(?P<number>[0-9]{1,4})(?P<close>[ \t]*[.:)\]>\-]{0,4}))"
    rf"(?P<dots>[ \t]*(?:\.\.\.|…))?(?=[ \t]*+(?:{_TURN}|\{{))",
    re.IGNORECASE,
)
_PLAIN_NUMBER = re.compile(r"[ \t]*[0-9]+(?:\.*|…)")
_INSIDE = re.compile(r"(?<=\s)([0-9]{1,3})\)(?=[ \t]*[Gx]?[a-i][1-9])|[()]")
STAR = re.compile(rf"[ \t]*+\*[ \t]++(?=[(#<]?{_NUMBER}|{_TURN})")


def quote_marks(text: str) -> list[Edit]:
    """Take the marks of quoting from a line's beginning.

    >>> quote_marks("> > 1. Ge8")
    [Edit(start=0, end=4, text='')]
    """
    found = QUOTE.match(text) or _BAR.match(text)
    return [Edit(0, found.end(), "")] if found else []


def bullet(text: str, *, stars: bool) -> list[Edit]:
    """Take a list's bullet from before a turn, a number or a tag; a star only where ``stars`` are bullets here."""
    found = _BULLET.match(text)
    if not found or (found[1] == "*" and not stars):
        return []
    return [Edit(0, found.end(), "")]


def number(text: str, due: int) -> list[Edit]:
    """Write a line's number as 1.; one in round brackets may be a reserve count, unless it is the number ``due``."""
    found = _NUMBERED.match(text)
    if not found or _PLAIN_NUMBER.fullmatch(text, 0, found.end()):
        return []
    plain = not found["open"] and not found["close"].strip() and not found["word"]
    bracketed = "(" in found["open"] and ")" in found["close"]
    if plain or (bracketed and int(found["number"]) not in (due, due - 1)):
        return []
    if found["open"].strip("#") and not found["close"].strip():
        return []
    dots = "..." if found["dots"] or found["close"].count(".") > 1 else "."
    return [Edit(0, found.end(), f"{found['number']}{dots} ")]


def numbers_inside(text: str) -> list[Edit]:
    """Write 2) before a turn in the midst of a line as 2., where no bracket is open that it could close."""
    edits, depth = [], 0
    for found in _INSIDE.finditer(text):
        if found[1] and depth <= 0:
            edits.append(Edit(found.start(), found.end(), f"{found[1]}."))
        else:
            depth += 1 if found[0] == "(" else -1
    return edits


def first_number(text: str) -> int | None:
    """Give the number that a line begins with."""
    found = re.match(r"[ \t]*([0-9]{1,4})[.…]", text)
    return int(found[1]) if found else None
