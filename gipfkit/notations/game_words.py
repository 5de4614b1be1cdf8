"""The words of one game by ``grammar/tagged.lark``: up to the end of the game, every bracket with its partner."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gipfkit.notations import grammars

if TYPE_CHECKING:
    from lark import Token, Tree

DEEPEST = 200
_COMMENTS = ("COMMENT", "OPEN_COMMENT", "LINE_COMMENT", "ESCAPED", "SQUARE")
_BEHIND_MARK = frozenset((*_COMMENTS, "NAG", "OPEN", "_CLOSE", "STRAY"))


@dataclass(slots=True)
class GameWords:
    """Reads the words of a text's game that begins at ``start``.

    ``rest`` is where the text of another game begins, or None; ``unclosed`` are the brackets without a partner,
    ``too_deep`` the variations inside more than ``DEEPEST`` others, which are left out.
    """

    text: str
    start: int = 0
    rest: int | None = None
    unclosed: list[int] = field(default_factory=list)
    too_deep: list[int] = field(default_factory=list)

    def read(self) -> Iterator["Token"]:
        """Read all and yield the words in order, a variation between an OPEN and a CLOSE."""
        return _flat(self._parsed())

    def _parsed(self) -> "Tree[Token]":
        """Parse up to the end of the game."""
        from lark.utils import TextSlice

        text = TextSlice(self.text, self.start, len(self.text))
        parser = grammars.load("tagged", start="start", lexer="basic").parse_interactive(text)
        words = parser.lexer_thread.lex(parser.parser_state)  # type: ignore[no-untyped-call]
        for token in self._balanced(self._shallow(words)):
            parser.feed_token(token)
        tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]
        return tree

    def _shallow(self, words: Iterator["Token"]) -> Iterator["Token"]:
        """Leave out variations inside more than ``DEEPEST`` others."""
        depth = 0
        for token in words:
            depth += token.type == "OPEN"
            if depth <= DEEPEST:
                yield token
            elif depth == DEEPEST + 1 and token.type == "OPEN":
                self.too_deep.append(token.start_pos or 0)
            if token.type == "_CLOSE" and depth:
                depth -= 1

    def _balanced(self, words: Iterator["Token"]) -> Iterator["Token"]:
        """Give words up to the end of the game, every bracket with its partner; ``unclosed`` gets those without one."""
        from lark import Token

        opened: list[int] = []
        ended = ""
        held: Token | None = None
        for token in words:
            if ended and not opened and not _may_follow(token.type, ended):
                self.rest = token.start_pos
                break
            if held:
                yield held
                held = None
            if token.type == "OPEN":
                opened.append(token.start_pos or 0)
            elif token.type == "_CLOSE" and not opened:
                token = Token.new_borrow_pos("STRAY", token, token)
            elif token.type == "_CLOSE":
                opened.pop()
            elif token.type in ("RESULT", "RESIGNS") and not opened:
                ended = token.type
            if token.type == "RESULT" and opened:
                # Perhaps the last word of the game, and not the open variation's.
                held = token
            else:
                yield token
        yield from (Token("_CLOSE", ")", start_pos=len(self.text)) for _ in opened)
        if held:
            yield held
        self.unclosed = opened


def _may_follow(kind: str, ended: str) -> bool:
    """Say whether a word may stand behind the end mark of its game: a result behind an X, and what annotates."""
    return kind in _BEHIND_MARK or (ended, kind) == ("RESIGNS", "RESULT")


def _flat(tree: "Tree[Token]") -> Iterator["Token"]:
    """Yield a tree's words in order, a variation between an OPEN and a CLOSE."""
    from lark import Token

    stack: list[Iterator[Tree[Token] | Token]] = [iter(tree.children)]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
            if stack:
                yield Token("CLOSE", ")", start_pos=0)
        elif isinstance(child, Token):
            yield child
        else:
            stack.append(iter(child.children))
