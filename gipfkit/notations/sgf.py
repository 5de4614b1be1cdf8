"""SGF without a game: lines of text to game trees, nodes, properties and raw values, each with its place.

``grammar/sgf.lark`` is the law. A game without variations, comments on its form or faults is split by one pattern;
everything else goes to the grammar. A property test holds both ways equal. What is tolerated: text before, between and
behind games, a byte order mark, blanks anywhere, properties before the first ``;``, nodes behind a variation (they
continue the line that it stands in), values and brackets left open. Each but the blanks and the mark is a finding, and
costs no other game: a line that begins like a game's root ends the game before it, however that was left.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from gipfkit.findings import ERROR, WARNING, Finding
from gipfkit.notations import grammars

if TYPE_CHECKING:
    from lark import Token, Tree

BLANKS = " \t\r\n"
# A game begins where a node with one of these does, even in a game that isn't closed: they stand in roots alone. What
# tells of the game, as DT or PB, may begin a variation.
_ROOT = re.compile(r"[ \t]*+\([ \t\n]*+;[ \t\n]*+(?:GM|FF|CA|AP|SZ|VV|SU)[ \t\n]*+\[")
_OPENING = re.compile(r"\([ \t]*+;?[ \t]*+\Z")
_OPENING_ALONE = re.compile(rf"\s*+({_OPENING.pattern})")
_MARK = re.compile(r"\\.|\(+|[][)]")
_PLAIN = re.compile(
    r"[ \t\r\n]*+(?:(;)|(?:([A-Za-z]++(?:-?[0-9]++)?)[ \t\r\n]*+)?\[((?:[^\\\[\]]|\\.)*+)\]|(\)[ \t\r\n]*+\Z)|.?)",
    re.DOTALL,
)
_FIRST = re.compile(r"\([ \t\r\n]*+(?=;)")
_RUN = ";" * 2000
_ESCAPE = re.compile(r"\\(\r\n|.)", re.DOTALL)
_BRACKET = re.compile(r"\\.|(\[)", re.DOTALL)
_PROPERTY = re.compile(r"[A-Z]{2}[ \t]*\[")
_SHOWN = 40
_MOST_UNCLOSED = 20


class Value(NamedTuple):
    """A value as it stands between its brackets, and its offset in the game's text."""

    raw: str
    offset: int

    @property
    def text(self) -> str:
        """The value with escapes resolved."""
        return unescaped(self.raw)


class Property(NamedTuple):
    """A property: its name as it stands, its values, its offset."""

    name: str
    values: list[Value]
    offset: int

    @property
    def key(self) -> str:
        """The name without its lower-case letters, which don't count."""
        return re.sub("[a-z]", "", self.name) if not self.name.isupper() else self.name


class Node(NamedTuple):
    """A node: its properties in order, and the offset of its semicolon."""

    properties: list[Property]
    offset: int


@dataclass(slots=True, eq=False, repr=False)
class GameTree:
    """A sequence of nodes and the trees that branch off behind it: the first goes on with it, others are variations."""

    nodes: list[Node] = field(default_factory=list)
    children: list["GameTree"] = field(default_factory=list)
    offset: int = 0


class Places:
    """Turns offsets in a game's text into lines and columns, both from 1."""

    def __init__(self, text: str, line: int, column: int = 1):
        self.text, self.line, self.column = text, line, column
        self._starts: list[int] | None = None

    def at(self, offset: int) -> tuple[int, int]:
        """Give line and column of an offset."""
        if self._starts is None:
            self._starts = [0, *(m.end() for m in re.finditer("\n", self.text))]
        row = bisect_right(self._starts, offset) - 1
        return self.line + row, offset - self._starts[row] + (1 if row else self.column)


@dataclass(slots=True)
class Game:
    """A game of a collection: its tree, where its text lies, and what is wrong with its form."""

    tree: GameTree
    places: Places
    findings: list[Finding] = field(default_factory=list)
    closed: bool = True


def unescaped(raw: str) -> str:
    r"""Resolve escapes: a backslash makes the next character plain, and takes away a line break.

    >>> unescaped(r"a \[b\] c:\\d")
    'a [b] c:\\d'
    """
    if "\\" not in raw:
        return raw
    return _ESCAPE.sub(lambda found: "" if found[1] in ("\n", "\r", "\r\n") else found[1], raw)


def escaped(text: str) -> str:
    r"""Write a text as a value: a backslash before ``\``, ``[`` and ``]``.

    >>> escaped("a [b]")
    'a \\[b\\]'
    """
    return re.sub(r"([\\\[\]])", r"\\\1", text)


def read(lines: Iterable[str]) -> Iterator[Game | Finding]:
    """Yield the games of a collection, and findings for text outside any game.

    >>> [game.tree.nodes[0].properties[0].values[0].raw for game in read(["(;GM[1])(;GM[2])"])]
    ['1', '2']
    """
    for chunk in _chunks(lines):
        yield chunk if isinstance(chunk, Finding) else parse(*chunk)


def parse(text: str, line: int = 1, column: int = 1) -> Game:
    """Read the text of one game, which begins with its bracket."""
    return parse_plain(text, line, column) or parse_by_grammar(text, line, column)


def parse_plain(text: str, line: int = 1, column: int = 1) -> Game | None:
    """Read a game without variations and faults, else give None."""
    first = _FIRST.match(text)
    if not first or _RUN in text:
        return None
    tree = GameTree()
    nodes = tree.nodes
    properties: list[Property] = []
    for found in _PLAIN.finditer(text, first.end()):
        node, name, raw, close = found.groups()
        if node:
            properties = []
            nodes.append(Node(properties, found.start(1)))
        elif close:
            return Game(tree, Places(text, line, column))
        elif raw is None:
            return None
        elif name:
            properties.append(Property(name, [Value(raw, found.start(3))], found.start(2)))
        elif properties:
            properties[-1].values.append(Value(raw, found.start(3)))
        else:
            return None
    return None


def parse_by_grammar(text: str, line: int = 1, column: int = 1) -> Game:
    """Read any text that begins with a bracket by the grammar alone."""
    return _Builder(text, Places(text, line, column)).build()


def shown(text: str) -> str:
    """Give a text for a message: on one line, control characters made visible, cut where it is long."""
    cut = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)


class _Builder:
    """Builds one game from the grammar's tree; one use."""

    def __init__(self, text: str, places: Places):
        self.text, self.places = text, places
        self.findings: list[Finding] = []
        self.said: set[str] = set()
        self.last_closed: int | None = None

    def build(self) -> Game:
        tree, unclosed = self._parsed()
        top = GameTree()
        stack = [top]
        for kind, token, values in _flat(tree):
            current = stack[-1]
            if kind == "OPEN":
                current.children.append(GameTree(offset=_start(token)))
                stack.append(current.children[-1])
            elif kind == "CLOSE":
                stack.pop()
            elif kind == "NODE":
                stack[-1] = self._line(current, token)
                stack[-1].nodes.append(Node([], _start(token)))
            elif kind == "property":
                stack[-1] = self._line(current, token)
                self._add_property(stack[-1], token, values)
            else:
                self._stray(token)
        for offset in unclosed[:_MOST_UNCLOSED]:
            self._unclosed(offset)
        findings = sorted(self.findings, key=lambda f: (f.line or 0, f.column or 0))
        return Game(top.children[0], self.places, findings, closed=not unclosed)

    def _line(self, tree: GameTree, token: "Token") -> GameTree:
        """Give the tree that a node belongs to: behind a variation it goes on with the line that branched there."""
        if not tree.children or (token.type != "NODE" and tree.children):
            return tree
        message = "nodes behind a variation: read as going on with the line before it"
        self._once("behind", token, message, "put what goes on in brackets of its own, before the variations")
        tree.children.insert(0, GameTree(offset=_start(token)))
        return tree.children[0]

    def _add_property(self, tree: GameTree, token: "Token", values: list["Token"]) -> None:
        if not tree.nodes:
            self._once("node", token, f"{shown(token)}: a property before the first ;", "begin the node with ;")
            tree.nodes.append(Node([], _start(token)))
        read = []
        for value in values:
            raw, offset = str(value)[1:], _start(value) + 1
            if value.type == "VALUE":
                raw = raw[:-1]
                self._check_brackets(raw, offset)
            else:
                self._find("unclosed-value", ERROR, offset - 1, "the value is not closed", "[", "add the missing ]")
                raw = raw.rstrip(BLANKS)
            read.append(Value(raw, offset))
        tree.nodes[-1].properties.append(Property(str(token), read, _start(token)))

    def _check_brackets(self, raw: str, offset: int) -> None:
        if "[" not in raw:
            return
        for found in _BRACKET.finditer(raw):
            if found[1]:
                message, hint = "a [ inside a value: a ] may be missing before it", r"write \[ where it is text"
                self._find("unclosed-value", WARNING, offset + found.start(), message, "[", hint)
                return

    def _stray(self, token: "Token") -> None:
        text = shown(token)
        closes = "closes nothing" if token[0] in ")]" else "neither a node nor a property"
        code = "stray-bracket" if token[0] in "()[]" else "unreadable"
        self._find(code, ERROR, _start(token), f"{text}: {closes}", text, "mend or remove it")

    def _behind(self, offset: int) -> None:
        """Find text behind the game's end: a value left open kept it from being cut off with another game."""
        rest = self.text[offset : offset + 2 * _SHOWN].lstrip(BLANKS)
        if rest or self.text[offset:].strip(BLANKS):
            text = shown(rest)
            self._find("stray-text", ERROR, offset, f"{text}: text behind the end of the game", text, "left out")

    def _unclosed(self, offset: int) -> None:
        if offset == 0 and self.last_closed is None:
            end = len(self.text.rstrip(BLANKS))
            self._find(
                "unclosed-game", WARNING, end, "the game is not closed", None, "a ) is missing: is the file cut?"
            )
            return
        place = offset or self.last_closed or 0
        self._find("unclosed-variation", ERROR, place, "the variation is not closed", "(", "add the missing )")

    def _once(self, key: str, token: "Token", message: str, hint: str) -> None:
        if key not in self.said:
            self.said.add(key)
            self._find("unreadable", WARNING, _start(token), message, shown(token), hint)

    def _find(self, code: str, severity: str, offset: int, message: str, text: str | None, hint: str) -> None:
        line, column = self.places.at(offset)
        self.findings.append(Finding(code, severity, message, line=line, column=column, text=text, hint=hint))

    def _parsed(self) -> tuple["Tree[Token]", list[int]]:
        """Parse the game; also give the offsets of the brackets that had to be closed for it."""
        from lark import Token

        parser = grammars.load("sgf", start="start", lexer="basic").parse_interactive(self.text)
        opened: list[int] = []
        previous = ""
        for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
            if token.type == "RUN" and not opened:
                parser.feed_token(Token("OPEN", "(", start_pos=0))
                opened.append(0)
            if token.type == "RUN" and token[0] == ")":
                # A run of closing brackets is cut off with its game, so that each of them closes something.
                for place in range(min(len(token), len(opened)) - 1):
                    opened.pop()
                    parser.feed_token(Token("_CLOSE", ")", start_pos=_start(token) + place))
                token = Token("_CLOSE", ")", start_pos=token.start_pos, end_pos=token.end_pos)
            kind = _placed(token.type, previous, bool(opened))
            if kind != token.type:
                token = Token.new_borrow_pos(kind, token, token)
            if kind == "OPEN":
                opened.append(_start(token))
            elif kind == "_CLOSE":
                inner = opened.pop()
                self.last_closed = inner or self.last_closed
            previous = kind
            parser.feed_token(token)
            if not opened:
                self._behind(token.end_pos or 0)
                break
        for _ in opened:
            parser.feed_token(Token("_CLOSE", ")", start_pos=len(self.text)))
        tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]
        return tree, opened


def _placed(kind: str, previous: str, opened: bool) -> str:
    """Give a token's kind where it stands: a value without a name and what can't open a game are STRAY."""
    if kind in ("VALUE", "OPEN_VALUE") and previous not in ("NAME", "VALUE", "OPEN_VALUE"):
        return "STRAY"
    return kind if opened or kind == "OPEN" else "STRAY"


def _start(token: "Token") -> int:
    return token.start_pos or 0


def _flat(tree: "Tree[Token]") -> Iterator[tuple[str, "Token", list["Token"]]]:
    """Yield a tree's parts in order as (kind, token, values); a tree is an OPEN, its parts and a CLOSE."""
    from lark import Token

    stack: list[Iterator[Tree[Token] | Token]] = [iter(tree.children)]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
            if stack:
                yield "CLOSE", Token("CLOSE", ")", start_pos=0), []
        elif isinstance(child, Token):
            yield child.type, child, []
        elif child.data == "property":
            name, *values = child.children
            assert isinstance(name, Token)
            yield "property", name, [value for value in values if isinstance(value, Token)]
        else:
            stack.append(iter(child.children))


class _Chunker:
    """Cuts a text into games, line by line, by its brackets alone."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.start = (1, 1)
        self.depth = 0
        self.in_value = False
        self.stray: tuple[int, int, str] | None = None
        self.looks_lost = False

    def feed(self, number: int, line: str, ahead: str = "") -> Iterator[tuple[str, int, int] | Finding]:
        """Take a line; ``ahead`` is the next line with text, where this one ends in an opening bracket."""
        if self.depth and self._root(line, 0, ahead):
            yield self._cut()
        plain = self.depth and not ("(" in line or ")" in line or "\\" in line)
        if plain and line.count("[") == line.count("]"):
            self.in_value = line.rfind("[") > line.rfind("]") or (self.in_value and "]" not in line)
            self.parts.append(line)
            return
        yield from self._scan(number, line, ahead)

    def blank(self) -> None:
        """Take a line without text."""
        if self.depth:
            self.parts.append("")

    def _scan(self, number: int, line: str, ahead: str) -> Iterator[tuple[str, int, int] | Finding]:
        done = 0
        for found in _MARK.finditer(line):
            mark, place = found[0], found.start()
            if self.in_value:
                self.in_value = mark != "]"
            elif mark == "[":
                self.in_value = self.depth > 0
            elif mark[0] == "(":
                last = found.end() - 1
                if not self.depth:
                    self._outside(number, done, line[done:place])
                    yield from self.flush()
                    self.start, done = (number, place + 1), place
                if (self.depth or place < last) and self._root(line, last, ahead):
                    self.parts.append(line[done:last])
                    yield self._cut()
                    self.start, done = (number, last + 1), last
                    place = last
                self.depth += last + 1 - place
            elif mark == ")" and self.depth:
                self.depth -= 1
                if not self.depth:
                    self.parts.append(line[done : place + 1])
                    done = place + 1
                    yield self._cut()
        if self.depth:
            self.parts.append(line[done:])
        else:
            self._outside(number, done, line[done:])

    @staticmethod
    def _root(line: str, place: int, ahead: str) -> bool:
        if not line.startswith(("(", " ", "\t"), place):
            return False
        if _ROOT.match(line, place):
            return True
        opening = _OPENING_ALONE.match(line, place) if ahead else None
        return bool(opening and _ROOT.match(f"{opening[1]}\n{ahead}"))

    def _outside(self, number: int, column: int, text: str) -> None:
        if self.stray is None:
            stripped = text.lstrip("\ufeff" + BLANKS if number == 1 and not column else BLANKS)
            if not stripped:
                return
            self.stray = number, column + len(text) - len(stripped) + 1, stripped[: _SHOWN + 1].rstrip(BLANKS)
        self.looks_lost = self.looks_lost or bool(_PROPERTY.search(text))

    def _cut(self) -> tuple[str, int, int]:
        text = "\n".join(self.parts)
        self.parts, self.depth, self.in_value = [], 0, False
        return text, *self.start

    def flush(self) -> Iterator[Finding]:
        """Yield a finding for text that stood outside any game."""
        if self.stray is not None:
            line, column, text = self.stray
            severity = ERROR if self.looks_lost else WARNING
            message = f"{shown(text)}: text outside any game"
            hint = "a game begins with (;" if self.looks_lost else None
            yield Finding("stray-text", severity, message, line=line, column=column, text=shown(text), hint=hint)
        self.stray, self.looks_lost = None, False

    def end(self) -> Iterator[tuple[str, int, int] | Finding]:
        """Yield what is open at the end of the text."""
        if self.depth:
            yield self._cut()
        yield from self.flush()


def _without_ends(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without their ends, LF, CRLF or CR, whether they come split at each of these or not."""
    for line in lines:
        plain = line.removesuffix("\n").removesuffix("\r")
        if "\r" in plain or "\n" in plain:
            yield from re.split("\r\n|\r|\n", plain)
        else:
            yield plain


def _chunks(lines: Iterable[str]) -> Iterator[tuple[str, int, int] | Finding]:
    """Cut a text into games, as (text, line, column), and findings for what stands outside any."""
    chunker = _Chunker()
    held: tuple[int, str] | None = None
    blanks: list[tuple[int, str]] = []
    ahead = ""
    for number, line in enumerate(_without_ends(lines), 1):
        if not line and held is None:
            chunker.blank()
            continue
        if held is not None:
            if not line.strip() or (line.strip() == ";" and not ahead and not held[1].rstrip().endswith(";")):
                blanks.append((number, line))
                ahead += line.strip()
                continue
            yield from chunker.feed(*held, ahead + line)
            for blank in blanks:
                yield from chunker.feed(*blank)
            held, blanks, ahead = None, [], ""
        if "(" in line and _OPENING.search(line):
            held = number, line
        else:
            yield from chunker.feed(number, line)
    for left in (held, *blanks):
        if left is not None:
            yield from chunker.feed(*left)
    yield from chunker.end()
