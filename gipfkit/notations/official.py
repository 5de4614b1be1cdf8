"""The official notation of gipf.com, turn by turn: text to WrittenTurn and back (spec: notations section 1).

``grammar/official.lark`` is the law. As Lark needs some 20 microseconds a token and a removal has a dozen of them,
turns that are plainly written are split here by hand; a property test holds both ways equal.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gipfkit.findings import CODES, Finding
from gipfkit.notations import grammars
from gipfkit.record import WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn

if TYPE_CHECKING:
    from lark import Token, Tree

    Node = Tree[Token] | Token | None

SPOT = "(?:b[2-5]|c[2-6]|d[2-7]|e[2-8]|f[2-7]|g[2-6]|h[2-5])"
DOT = "(?:a[1-5]|b[16]|c[17]|d[18]|e[19]|f[18]|g[17]|h[16]|i[1-5])"
_PUSH = re.compile(f"(G?)(?:({DOT})-)?({SPOT})")
_PIECE = re.compile(rf"(G?)({SPOT})(\*?)")
_COUNTED = re.compile(r"(.*?)(?:[ \t\n]*\([ \t]*([0-9]{1,4})[ \t]*\))?", re.DOTALL)
_SEPARATOR = re.compile(r"[ \t]*[;:][ \t]*")
_COMMA = re.compile(r"[ \t]*,[ \t]*")

# Turns by their text, each read once; emptied when full, so that memory stays flat.
_known: dict[str, WrittenTurn] = {}
_pieces: dict[str, WrittenPiece] = {}
_LIMIT = 50_000
# No turn is longer: 37 spots, five characters each, blanks and a count.
LONGEST = 600


def read_turn(text: str) -> WrittenTurn | None:
    """Read one turn, with or without its reserve count; None where it is not the notation.

    >>> read_turn("g1-c3;xc2,d3*").after
    ((WrittenPiece(spot='c2', gipf=False, captured=False), WrittenPiece(spot='d3', gipf=False, captured=True)),)
    """
    turn = _known.get(text)
    if turn is None:
        turn = split_turn(text)
        if turn is not None:
            if len(_known) >= _LIMIT:
                _known.clear()
            _known[text] = turn
    return turn


def read_turns(texts: Sequence[str]) -> list[WrittenTurn] | None:
    """Read turns; None where one of them is not the notation."""
    turns = []
    for text, known in zip(texts, map(_known.get, texts), strict=True):
        turn = known or read_turn(text)
        if turn is None:
            return None
        turns.append(turn)
    return turns


def split_turn(text: str) -> WrittenTurn | None:
    """Read one turn by splitting it, without the grammar and without looking it up."""
    if len(text) > LONGEST:
        return None
    counted = _COUNTED.fullmatch(text)
    assert counted  # the pattern matches any text
    groups: tuple[list[WrittenRemoval], list[WrittenRemoval]] = ([], [])
    push: WrittenPush | None = None
    for part in _SEPARATOR.split(counted[1]):
        if part[:1] == "x":
            removal = _removal(part[1:])
            if removal is None:
                return None
            groups[push is not None].append(removal)
        elif push is None and (found := _PUSH.fullmatch(part)):
            push = WrittenPush(found[2], found[3], bool(found[1]))
        else:
            return None
    reserve = int(counted[2]) if counted[2] else None
    return WrittenTurn(push, tuple(groups[0]), tuple(groups[1]), reserve, None, text)


def _removal(listed: str) -> WrittenRemoval | None:
    if not listed:
        return ()
    pieces = []
    for text in _COMMA.split(listed):
        piece = _pieces.get(text)
        if piece is None:
            found = _PIECE.fullmatch(text)
            if not found:
                return None
            piece = _pieces[text] = WrittenPiece(found[2], bool(found[1]), bool(found[3]))
        pieces.append(piece)
    return tuple(pieces)


def parse_turn(text: str) -> WrittenTurn:
    """Read one turn by the grammar alone; raises lark's UnexpectedInput where it is not the notation."""
    tree = grammars.load("official", start="turn").parse(text)
    return replace(_built(tree), text=text)


def _built(tree: "Tree[Token]") -> WrittenTurn:
    before, after, push = [], [], None
    steps: Node
    steps, reserve = tree.children
    while steps is not None:
        kind, children = _rule(steps), _children(steps)
        steps = None
        if kind == "pushed":
            push = _written_push(_children(children[0]))
            after = [_written_removal(child) for child in children[1:]]
        else:
            before.append(_written_removal(children[0]))
            steps = children[1] if kind == "before" else None
    count = int(str(_children(reserve)[0])) if reserve is not None else None
    return WrittenTurn(push, tuple(before), tuple(after), count)


def _rule(tree: "Node") -> str:
    return str(tree.data)  # type: ignore[union-attr]


def _children(tree: "Node") -> list["Node"]:
    return tree.children  # type: ignore[union-attr, return-value]


def _written_push(children: list["Node"]) -> WrittenPush:
    gipf, *points = children
    dot = str(points[0]) if len(points) == 2 else None
    return WrittenPush(dot, str(points[-1]), gipf is not None)


def _written_removal(tree: "Node") -> WrittenRemoval:
    pieces = [_children(piece) for piece in _children(tree) if piece is not None]
    return tuple(WrittenPiece(str(spot), gipf is not None, star is not None) for gipf, spot, star in pieces)


# What may be missing where a text was cut off inside a turn.
_COMPLETIONS = (*"23456789", "e5", "-e5", "1-e5")


def begins_turn(text: str) -> bool:
    """Say whether a text that is no turn is the beginning of one.

    >>> begins_turn("c1-e"), begins_turn("c1+e")
    (True, False)
    """
    return bool(text) and any(read_turn(text + more) is not None for more in _COMPLETIONS)


def as_cut(finding: Finding, text: str | None) -> Finding:
    """Give what is said of a game's last turn that can't be read: that the text ends inside it, where it begins one."""
    if finding.code != "unreadable" or not begins_turn(text or ""):
        return finding
    severity, message = CODES["text-cut"].severity, f"{finding.text}: the text ends inside a turn"
    return replace(finding, code="text-cut", severity=severity, message=message, hint=None)


def explain(text: str) -> str:
    """Say in a sentence why a text is no turn."""
    from lark import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

    try:
        parse_turn(text)
    except UnexpectedInput as error:
        if isinstance(error, UnexpectedCharacters):
            expected, place = set(error.allowed or ()), error.pos_in_stream
        elif isinstance(error, UnexpectedToken):
            expected = set(error.accepts or error.expected)
            place = len(text) if error.token.type == "$END" else error.token.start_pos
        elif isinstance(error, UnexpectedEOF):
            expected, place = set(error.expected), len(text)
        else:
            expected, place = set(), None
        wanted = _wanted(expected)
        where = f"after {shortened(text[:place])!r}" if place else "at the start"
        return f"{wanted} expected {where}" if wanted else "not a turn"
    return "a turn"


def _wanted(expected: Iterable[str]) -> str:
    words = {
        "SPOT": "a spot",
        "DOT": "a dot",
        "MINUS": "'-'",
        "X": "a removal",
        "_SEPARATOR": "';'",
        "_COMMA": "','",
        "_CLOSE": "')'",
        "COUNT": "a number",
        "$END": "the end of the turn",
    }
    known = [words[name] for name in words if name in expected]
    return " or ".join([", ".join(known[:-1]), known[-1]] if len(known) > 1 else known)


def shortened(text: str, limit: int = 40) -> str:
    """Give a text for a message: control characters made visible, long ones cut."""
    shown = text if len(text) <= limit else text[: limit - 3] + "..."
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in shown)


def turn_text(turn: WrittenTurn) -> str:
    """Write one turn without its reserve count; an unreadable turn as it was."""
    if turn.unreadable is not None:
        return turn.unreadable
    parts = [_removal_text(removal) for removal in turn.before]
    if turn.push is not None:
        dot = f"{turn.push.dot}-" if turn.push.dot else ""
        parts.append(f"{'G' * turn.push.gipf}{dot}{turn.push.spot}")
    return ";".join(parts + [_removal_text(removal) for removal in turn.after])


def counted_text(turn: WrittenTurn) -> str:
    """Write one turn with its reserve count, where it has one."""
    return turn_text(turn) if turn.reserve is None else f"{turn_text(turn)} ({turn.reserve})"


def _removal_text(removal: WrittenRemoval) -> str:
    return "x" + ",".join(f"{'G' * bool(p.gipf)}{p.spot}{'*' * bool(p.captured)}" for p in removal)
