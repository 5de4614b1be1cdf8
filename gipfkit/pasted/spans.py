"""The parts of a line that are notation: what stands in comments and in the values of tags is nobody's to change."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gipfkit.notations.official import DOT, SPOT
from gipfkit.pasted.places import Edit, Line

_BRACE = re.compile("[{}｛｝]")
TAG = re.compile(r'\[[ \t]*[A-Za-z0-9_]{1,60}[ \t]+"(?:[^"\\]|\\.)*"[ \t]*\]')

PUSH = f"G?(?:{DOT}-)?{SPOT}"
_REMOVAL = rf"x(?:G?{SPOT}\*?(?:[ \t]*,[ \t]*G?{SPOT}\*?){{0,40}})?"
_SEPARATOR = "[ \t]*[;:][ \t]*"
# The words of grammar/tagged.lark; what is none of them is caught as ``bad``.
_WORD = re.compile(
    rf"(?P<good>(?:{_REMOVAL}{_SEPARATOR}){{0,8}}(?:{PUSH}(?:{_SEPARATOR}{_REMOVAL}){{0,8}}|{_REMOVAL})"
    r"(?=[\s(){}!?$/]|\Z)|(?:1-0|0-1|1/2-1/2|½-½|\*)(?=[\s(){}]|\Z)|X(?=[\s(){}/]|\Z))"
    r"|(?P<other>[0-9]{1,6}(?:[.…]+|(?=\s+[Gx]?[a-i]))|\([ \t]*[0-9]{1,4}[ \t]*\)|[()]"
    r"|!!|\?\?|!\?|\?!|[!?]|\$[0-9]{1,3})"
    r"|(?P<bad>[^\s(){}/]+)"
)
# Brackets that are no tag, as before the lines of a chat.
_LOG = re.compile(r"""\s*+(?:\[[^\[\]"'“”„«»‘’]{0,60}\]\s*+(?=\S))?""")


class Score(NamedTuple):
    """How a line reads: its words that can't be read, its turns, results and tags, and whether it begins with such."""

    bad: int
    good: int
    begins: bool


class Open(NamedTuple):
    """The open spans of a line, as (start, end), and whether its end stands in a comment."""

    spans: list[tuple[int, int]]
    in_comment: bool


def open_spans(text: str, in_comment: bool) -> Open:
    """Find what stands outside comments and tags; ``in_comment`` says how the line begins.

    >>> open_spans("1. e2 {a {b} c} b3 {d", False)
    Open(spans=[(0, 6), (15, 19)], in_comment=True)
    """
    spans: list[tuple[int, int]] = []
    depth, start = int(in_comment), 0
    last = max(text.rfind("}"), text.rfind("｝"))
    for found in _BRACE.finditer(text):
        if found[0] in "{｛":
            if not depth:
                spans.append((start, found.start()))
            depth += 1
        elif depth:
            depth -= 1
            start = found.end()
            if depth == 1 and start > last:
                depth = 0  # a lone { inside a comment
    if not depth:
        spans.append((start, len(text)))
    return Open([part for span in spans if span[0] < span[1] for part in _without_tags(text, *span)], depth > 0)


def _without_tags(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    if "[" in text:
        for tag in TAG.finditer(text, start, end):
            if start < tag.start():
                yield start, tag.start()
            start = tag.end()
    if start < end:
        yield start, end


def score(text: str, spans: Open) -> Score:
    """Say how a line reads as turns."""
    bad = good = 0
    begins = not text.strip() or not spans.spans or spans.spans[0][0] > len(text) - len(text.lstrip())
    for k, (start, end) in enumerate(spans.spans):
        skipped = _LOG.match(text, start, end) if not k and not start else None
        first = True
        for word in _WORD.finditer(text, skipped.end() if skipped else start, end):
            bad += word.lastgroup == "bad"
            good += word.lastgroup == "good"
            if first and not k and not begins:
                begins = word.lastgroup != "bad"
            first = False
    return Score(bad, good + len(TAG.findall(text)) if "[" in text else good, begins)


def is_turns(text: str, count: int = 1) -> bool:
    """Say whether a text is so many turns and nothing else.

    >>> is_turns("g1-c3;xc2,d3 (6)"), is_turns("Ge8 Gd8-f7")
    (True, False)
    """
    found = score(text, Open([(0, len(text))], False))
    return not found.bad and found.good == count


def over_spans(step: Callable[[str], list[Edit]], line: Line, spans: Open) -> list[Edit]:
    """Run a step over every open span of a line."""
    text = line.text
    return [
        Edit(edit.start + start, edit.end + start, edit.text)
        for start, end in spans.spans
        for edit in step(text[start:end])
    ]
