"""Tells turns from prose in a text without tags, line by line, and finds what may be a turn in prose."""

import re
from enum import Enum

from gipfkit.findings import CODES, NOTE, Finding
from gipfkit.notations.official import DOT, SPOT, read_turn, shortened


class Kind(Enum):
    """What a line is: nothing, turns, an end mark alone, a comment to the end of the line, or prose."""

    BLANK = "blank"
    TURNS = "turns"
    MARK = "mark"
    ASIDE = "aside"
    PROSE = "prose"


_BRACKETS = re.compile(r"\s*+(?:\[[^\[\]\n]*+\]\s*+)++")
_NUMBER = r"(?:[0-9]{1,6}(?:[.…]++(?![0-9])|(?=\s|/(?!2-1/2)))[\s/]*+)?+"
_RESULT = r"(?:X|1-0|0-1|1/2-1/2|½-½|\*)"
_AT_START = r"(?:X[ \t]*+(?=$|[({/;]|[01*½])|\*(?!\s+[^\W\d_]{2})(?=[\s.,;(]|$)|(?:1-0|0-1|1/2-1/2|½-½)(?=[\s.,;(]|$))"
_BEHIND_MARK = re.compile(r"(?<![^\s/])(?:1-0|0-1|1/2-1/2|½-½|\*)(?=[ \t.,;:]+([^\s.,;:(){}\[\]*][^(){}\[\]*]*)$)")
_MARK = re.compile(rf"\s*+{_NUMBER}{_RESULT}(?:\s++{_RESULT})?\s*")
# How a line of turns begins: a number or none, then a turn or its start, what goes on with the line before, what
# annotates, or an end mark.
_TURNS = re.compile(
    rf"[\s/]*+{_NUMBER}(?:"
    r"G?[a-i][1-9](?![A-Za-z0-9])|G?[a-i][1-9]?-(?![a-z]{2})|"
    r"[xX][ \t]*+(?:$|[;:,(/]|G?[a-i][1-9])|"
    r"[;:][ \t]*+x(?:$|[\s;:,]|G?[a-i][1-9])|:[ \t]*+G?[a-i][1-9]|,[ \t]*+G?[a-i][1-9]|"
    rf"[{{}})]|\((?:[ \t({{]*+(?:-?[0-9]|x?G?[a-i][1-9])|[^()]*+$)|\$[0-9]|[!?]{{1,2}}(?=\s|$)|{_AT_START}|$)"
)
_NUMBERED = re.compile(r"\s*[0-9]{1,6}[.…]++(?![0-9])")
_ONE_POINT = re.compile(r"\s*[0-9]{1,6}\.(?![0-9.])")
_TURN_LIKE = re.compile(r"[a-i][1-9]|[1-9][0-9]?[.…]+\s*x")
_LONG_WORD = re.compile(r"[^\W\d_]{4}")
_SIDES = "white|black|blancs?|noirs?|wit|zwart|wei(?:ß|ss)|schwarz"
_LABEL = re.compile(
    r"([ \t]*+(?:\[[^\[\]\n]*+\][ \t]*+)*+)"
    r"([^\W\d_][^\s:;,(){}\[\]]{0,30}(?:[ \t][^\s:;,(){}\[\]]{1,30}){0,2}[ \t]?:)[ \t]"
)
_SIDE_LABEL = re.compile(rf"(?:(?:les|the)\s+)?(?:{_SIDES})\s*:", re.IGNORECASE)

_PIECES = rf"G?{SPOT}\*?(?:,[ \t]?G?{SPOT}\*?){{0,36}}"
_REMOVAL = rf"x(?:{_PIECES})?"
_MENTION = re.compile(
    rf"(?<![\w-])(?:(?:{_REMOVAL}[;:]){{0,9}}G?(?:{DOT}-)?{SPOT}(?:[;:]{_REMOVAL}){{0,9}}|x{_PIECES})(?![\w-])"
)
# What may be a turn in other letters or with other signs.
_LOOSE_MENTION = re.compile(
    rf"(?<![\w-])(?:[Gg]?[A-Ia-i][1-9][ \t]?(?:[-–—−→>]|->)[ \t]?[B-Hb-h][2-8]|"
    rf"[Gg][A-Ia-i][1-9]|G?{DOT}{SPOT})(?![\w-])"
)
_COUNT = re.compile(r"[ \t]*\([ \t]*[0-9]{1,4}[ \t]*\)")
_NUMBER_BEFORE = re.compile(r"[0-9][.…]+[ \t]*$")


# As in tagged.lark: comments, closed or not.
_COMMENT = re.compile(
    r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\{[^}\n]*\}|"
    r"\{[^}]*?(?=\n[ \t]*(?:[0-9]+[.…]|G?[a-i][1-9](?:-|\s|;|\Z)|x[Gb-h,])|\}|\Z)"
)
_NO_LINE_END = re.compile(r"[^\n]")


def masked(text: str) -> str:
    """Give a text with blanks in place of its comments, every other character in its place."""
    return _COMMENT.sub(lambda found: _NO_LINE_END.sub(" ", found[0]), text) if "{" in text else text


def kind_of(line: str) -> Kind:
    """Say what a line is; brackets at its beginning that are no tags, [18:01], are looked past."""
    bracketed = _BRACKETS.match(line) if "[" in line else None
    rest = line[bracketed.end() :] if bracketed else line
    if not rest.strip():
        return Kind.PROSE if bracketed else Kind.BLANK
    if _MARK.fullmatch(rest):
        return Kind.MARK
    if _NUMBERED.match(rest) or _TURNS.match(rest):
        return Kind.TURNS
    if line[0] == "%" or rest.lstrip()[0] == ";":
        return Kind.ASIDE
    return Kind.PROSE


def unlabelled(line: str) -> str:
    """Put the name before a line of turns into a comment behind them; every turn keeps its place."""
    parts = labelled(line)
    if parts is None:
        return line
    before, name, turns = parts
    return f"{before}{' ' * (len(name) + 1)}{turns} {{{name}}}"


def turns_of(line: str) -> str:
    """Give a line of turns without the brackets and the name before them."""
    if parts := labelled(line):
        return parts[2]
    bracketed = _BRACKETS.match(line) if "[" in line else None
    return line[bracketed.end() :] if bracketed else line


def may_be_title(line: str) -> bool:
    """Say whether a numbered line that holds no turn has words: 4. Runde, 1. Klubmeisterschaft."""
    return bool(_ONE_POINT.match(line) and _LONG_WORD.search(line) and not _TURN_LIKE.search(line))


def labelled(line: str) -> tuple[str, str, str] | None:
    """Split a line of turns behind the name of who made them: brackets before the name, the name, the turns.

    Without a bracket, such as a chat's time, the name has to be a colour's.
    """
    found = _LABEL.match(line)
    if found is None or not (found[1].strip() or _SIDE_LABEL.fullmatch(found[2])):
        return None
    rest = line[found.end() :]
    return (found[1], found[2], rest) if _TURNS.match(rest) and _MENTION.search(rest) else None


def words_behind_mark(line: str) -> str:
    """Put the words behind a result into a comment, where they hold neither a turn nor another result."""
    found = _BEHIND_MARK.search(line)
    if found is None or holds_turn(found[1]) or re.search(r"\d-\d|½|\bX\b", found[1]):
        return line
    return line[: found.end()] + " {" + line[found.end() :].strip() + "}"


def holds_turn(text: str) -> bool:
    """Say whether what may be a turn stands in a text."""
    return any(map(_is_turn, _MENTION.finditer(text)))


def count_turns(text: str) -> int:
    """Count what may be turns in a text."""
    return sum(map(_is_turn, _MENTION.finditer(text)))


def last_turn(line: str) -> int | None:
    """Give the column (from 0) behind the last turn of a line, or None where there is none."""
    ends = [found.end() for found in _MENTION.finditer(line) if _is_turn(found)]
    return ends[-1] if ends else None


def _is_turn(found: re.Match[str]) -> bool:
    return read_turn(found[0].replace(" ", "").replace("\t", "")) is not None


def mentions(text: str, line: int, column: int = 1) -> list[Finding]:
    """Give what is to say of prose that holds what may be a turn, once for all of it; the surest one is named."""
    first: Finding | None = None
    for found in _MENTION.finditer(text):
        if not _is_turn(found):
            continue
        sure = bool(
            re.search("[-Gx]", found[0])
            or _COUNT.match(text, found.end())
            or _NUMBER_BEFORE.search(text[max(0, found.start() - 12) : found.start()])
        )
        if sure or first is None:
            first = _mention(found, line, column, sure=sure)
        if sure:
            break
    return [first] if first else []


def all_mentions(text: str, line: int) -> list[Finding]:
    """Give the same of prose among turns, where turns may be written in other letters or with other signs."""
    found = mentions(text, line)
    if (not found or found[0].severity == NOTE) and (loose := _LOOSE_MENTION.search(text)):
        return [_mention(loose, line, 1, sure=True)]
    return found


def _mention(found: re.Match[str], line: int, column: int, *, sure: bool) -> Finding:
    shown = shortened(found[0])
    row, start = found.string.count("\n", 0, found.start()), found.string.rfind("\n", 0, found.start()) + 1
    place = found.start() - start + (1 if row else column)
    severity, hint = CODES["turn-in-prose"].severity, "where it was played, write it on a line of turns"
    message = f"{shown} stands in prose; no turn is read there"
    return Finding(
        "turn-in-prose", severity if sure else NOTE, message, line=line + row, column=place, text=shown, hint=hint
    )
