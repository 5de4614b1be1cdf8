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
_BULLET = re.compile(
    rf"[ \t]*+([-•‣◦▪▫·●○■□+✓►▶∙]|\*)(?:[ \t]++(?=[(#<]?{_NUMBER}|{_TURN}|[\[({{]|[*X][ \t]*$)|(?={_TURN}))"
)
# A number in brackets, with a word or a # before it, or with another sign behind it than a point.
_NUMBERED = re.compile(
    r"[ \t]*+(?:(?P<bracketed>\([ \t]*([0-9]{1,4})[ \t]*\.?[ \t]*\)\.?)"
    r"|\[[ \t]*([0-9]{1,4})\.?[ \t]*\]|<([0-9]{1,4})\.{0,3}>"
    r"|(?:#|(?:move|turn|zug|zet|beurt|coup|tour|nr|no)\b\.?)[ \t]*+#?([0-9]{1,4})[ \t]*[.:)]?"
    r"|([0-9]{1,4})(?:\.?[ \t]*[):\]>]|\.[ \t]*-|[ \t]+-(?=[ \t])))"
    rf"[ \t]*(?P<dots>\.\.\.|…)?(?=[ \t]*+(?:{_TURN}|\{{))",
    re.IGNORECASE,
)
# A line's number in brackets: they can be a count's too, unless the first line of turns begins so.
BRACKETED = re.compile(rf"[ \t]*+\([ \t]*[0-9]{{1,4}}[ \t]*\)\.?[ \t]*{_TURN}")
POINTED = re.compile(r"[ \t]*+[0-9]{1,4}\.[ \t]?\)")
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
    if not found:
        return []
    written = next(digits for digits in found.group(2, 3, 4, 5, 6) if digits)
    if found["bracketed"] and int(written) not in (due, due - 1):
        return []
    return [Edit(0, found.end(), f"{written}{'...' if found['dots'] else '.'} ")]


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
