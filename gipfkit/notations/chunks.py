"""Splits a text of official turns into games, line by line: a game's tag lines, then the lines of its turns."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gipfkit.record import RESULTS

TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*\]')
# The beginning of a tag line that is no tag pair, up to its value.
LOOSE_TAG = re.compile(r'\s*+\[\s*+([A-Za-z_][A-Za-z0-9_]*+)(?=[\s:=])\s*+[:=]?\s*+"?')
_RESULT_AT_END = re.compile(r"(?:^|[\s/])(?:1-0|0-1|1/2-1/2|½-½|\*|X)$")
# How most lines of turns end: with a count. No game ends there.
_COUNT_ENDS = frozenset(f"{digit})" for digit in range(10))
_WORD = re.compile(r"[^\W\d_]{3}")
_RESULT_WITHIN = re.compile(r"(?:^|[\s/])((?:1-0|0-1|1/2-1/2|½-½)[\s,.;:(].*)")
_BRACKETS = re.compile(r"\([ \t]*[0-9]+[ \t]*\)|\{[^{}]*\}|([()])")
# A comment in braces, PGN's to the end of the line, or anything else; no removal stands behind that semicolon.
_PARTS = re.compile(r"\{[^}]*+\}?|(?<!\S);(?=[ \t]*\S)(?![ \t]*x(?:G?[b-h][2-8]|[\s;:,]|\Z)).*|[^{;]++|;")


@dataclass(slots=True)
class Chunk:
    """The lines of one game: its tag lines, then the lines of its turns from ``line`` on."""

    tags: list[tuple[int, str]] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    line: int = 1
    last: bool = False
    first: str = ""
    counted: int = 0
    open: int = 0
    searched: int = 0
    played: bool = False

    def add(self, number: int, line: str) -> None:
        """Add a line of the turns; blank ones before the first are left out."""
        if not self.body:
            if not line:
                return
            self.line = number
        self.body.append(line)

    def depth(self) -> int:
        """Count the variations open at the end of the lines so far, none of them in a comment; each is read once."""
        found = _BRACKETS.findall("\n".join(self.body[self.counted :]))
        self.counted = len(self.body)
        self.open += found.count("(") - found.count(")")
        return self.open

    def has_turns(self) -> bool:
        """Say whether a line so far is one of turns; each is looked at once."""
        from gipfkit.notations.prose import Kind, kind_of

        if not self.played:
            self.played = any(kind_of(row) is Kind.TURNS for row in self.body[self.searched :])
            self.searched = len(self.body)
        return self.played

    def may_end(self, line: str) -> bool:
        """Say whether the result that stands at the end of a line ends the game, and is none of a heading's."""
        if self.tags or (len(self.body) > 1 and self.body[-2][-2:] in _COUNT_ENDS and ":" not in line):
            return True
        from gipfkit.notations.prose import Kind, kind_of

        kind = kind_of(line)
        if kind is Kind.TURNS:
            return True
        from gipfkit.notations import heading

        if kind is not Kind.MARK:
            return self.has_turns() and not heading.tags_of(line.strip())
        if len(self.body) == 1:
            return True
        if not self.has_turns():
            return False
        # Right behind the players it is a heading's.
        before = self.body[-2]
        return kind_of(before) is not Kind.PROSE or not heading.tags_of(before.strip()).keys() & {"White", "Black"}


@dataclass(slots=True)
class _State:
    """Where the reading stands: inside a comment, behind a result."""

    in_comment: bool = False
    ended: bool = False


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """Split a text into games: a game ends with its result, or where the tags of the next one begin.

    Tags in column 1 after a blank line end an open comment too, so that a forgotten } costs one game only.
    """
    chunk, state = Chunk(), _State()
    blank = True
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip()
        if line[:1] == "[" or (line[:1].isspace() and not state.in_comment and line.lstrip()[:1] == "["):
            plain = not state.in_comment and (_is_plain_tag(line) or TAG.fullmatch(line))
            pairs, line = (line, "") if plain else _tags_and_turns(line, chunk, state, blank)
            if pairs:
                # A tag behind a blank line that repeats the first one begins a game too, after one of tags alone.
                if chunk.body or (blank and chunk.first == pairs.split(None, 1)[0]):
                    yield chunk
                    chunk = Chunk()
                if not chunk.tags:
                    chunk.first = pairs.split(None, 1)[0]
                chunk.tags.append((number, pairs))
                state.in_comment = state.ended = blank = False
            if not line:
                continue
        if line and state.ended and not _belongs(line, chunk):
            yield chunk
            chunk, state.ended = Chunk(), False
        chunk.add(number, line)
        blank = not line
        if line and (_may_hold_result(line) or "{" in line or "}" in line or _may_hold_line_comment(line)):
            _follow(line, chunk, state)
    chunk.last = True
    if chunk.tags or chunk.body:
        yield chunk


def _is_plain_tag(line: str) -> bool:
    """Say whether a line is a tag pair as nearly all are written; the pattern tells of the others."""
    name = line[1 : line.find(' "')]
    return line[-2:] == '"]' and line.count('"') == 2 and "\\" not in line and name.isalnum() and name.isascii()


def _tags_and_turns(line: str, chunk: Chunk, state: _State, blank: bool) -> tuple[str, str]:
    """Split a line that begins with a bracket, and is no plain tag, into its tags and the turns behind them."""
    if state.in_comment:
        return (line, "") if TAG.fullmatch(line) and (blank or line.startswith("[Event ")) else ("", line)
    from gipfkit.notations.brackets import tag_line

    return tag_line(line, begun=bool(chunk.body) and not state.ended, blank=blank) or ("", line)


def _belongs(line: str, chunk: Chunk) -> bool:
    """Say whether a line behind the end of a game is of it still: a result behind an X, words that tell the ending."""
    row = line.strip()
    if row in RESULTS:
        return chunk.body[-1].endswith("X")
    if row[0] in "0123456789" or not _WORD.search(row):
        return False
    from gipfkit.notations import ending_words

    # Behind its label a result is the first line of the next game's heading.
    return not ending_words.LABEL.match(row) and ending_words.parse(row) is not None


def _follow(line: str, chunk: Chunk, state: _State) -> None:
    """See whether a line leaves a comment open, and whether it ends the game."""
    if _may_hold_line_comment(line):
        line = _without_line_comment(line, state.in_comment)
        if not line:
            return
    if "{" in line or "}" in line:
        opened, closed = line.rfind("{"), line.rfind("}")
        state.in_comment = opened > closed or (state.in_comment and closed < 0)
    if state.in_comment:
        return
    if line[-1] in "012*½X":
        if _RESULT_AT_END.search(line[-12:]):
            state.ended = chunk.depth() <= 0 and chunk.may_end(line)
    elif found := _RESULT_WITHIN.search(line):
        from gipfkit.notations import ending_words

        if ending_words.parse(found[1]):
            state.ended = chunk.depth() <= 0 and chunk.may_end(line)


def _may_hold_result(line: str) -> bool:
    """Say whether a result may stand in a line: most lines of turns end with a count, or with a turn."""
    if line[-2:] in _COUNT_ENDS:
        return False
    return line[-1] in "02*½X1" or "-0" in line or "-1" in line or "½" in line or "1/2" in line


def _may_hold_line_comment(line: str) -> bool:
    """Say whether a comment to the end of the line may begin in it: a semicolon in a turn has no blank before it."""
    return line[0] in "%;" or " ;" in line or "\t;" in line


def _without_line_comment(line: str, in_comment: bool) -> str:
    """Take PGN's comment to the end of the line away, and a line that begins with %."""
    if line[0] == "%" and not in_comment:
        return ""
    start = line.find("}") + 1 if in_comment else 0
    if in_comment and not start:
        return line
    parts = _PARTS.findall(line, start)
    return (line[:start] + "".join(part for part in parts if part == ";" or part[0] != ";")).rstrip()
