"""The turns of a game's text: numbers, turns, comments, glyphs, variations, result (spec: notations sections 1 and 2).

``grammar/tagged.lark`` is the law. Text that is plainly a run of turns is split by one pattern and each turn looked up;
everything else goes to the grammar. A property test holds both ways equal.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gipfkit.findings import CODES, WARNING, Finding
from gipfkit.notations import official
from gipfkit.notations.game_words import DEEPEST, GameWords
from gipfkit.notations.official import read_turn, read_turns, shortened
from gipfkit.record import Annotation, Place, TurnList, WrittenTurn

if TYPE_CHECKING:
    from lark import Token

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
# Behind a number: it is of Black's turn, as an ellipsis says too.
_BLACKS = ".."
_CUT = re.compile(r"[ \t]*\n[ \t]*")
_END = re.compile(r"(?:^|[\s/])(1-0|0-1|1/2-1/2|½-½|\*|X)\s*$")
_PLAIN = re.compile(
    r"(?:([0-9]{1,6})(?:[.…]+|(?=\s))\s*)?([^\s(){}/]+(?:[ \t]*\([ \t]*[0-9]{1,4}[ \t]*\))?|[(){}])[\s/]*"
)
# The numbers of a score sheet, turn by turn: one before each of White's.
_NUMBERS = tuple(text for number in range(1, 501) for text in (str(number), ""))


@dataclass(slots=True)
class Movetext:
    """What was read: the turns, the end mark, an X, findings, and where the text of another game begins (or None)."""

    main: TurnList
    mark: str | None = None
    resigned: bool = False
    findings: list[Finding] = field(default_factory=list)
    rest: int | None = None


class Places:
    """Turns offsets in a text into lines and columns; ``line`` is the text's first."""

    def __init__(self, text: str, line: int):
        self.text, self.line = text, line
        self._starts: list[int] | None = None
        self._end: int | None = None

    @property
    def end(self) -> int:
        """The offset behind the last word."""
        if self._end is None:
            self._end = len(self.text.rstrip())
        return self._end

    def at(self, offset: int) -> Place:
        """Give the place of an offset."""
        if self._starts is None:
            self._starts = [0, *(m.end() for m in re.finditer("\n", self.text))]
        row = bisect_right(self._starts, offset) - 1
        return Place(self.line + row, offset - self._starts[row] + 1)


def read(text: str, line: int = 1, *, ply: int = 0, last: bool = True) -> Iterator[Movetext]:
    """Read the turns of a game, and of the games behind it where a result stands in the midst of the text.

    ``ply`` is the number of turns before the first (1 where Black begins); ``last`` says that the source ends with this
    text: then a turn may be cut off.
    """
    game = read_plain(text, line, ply)
    if game is None:
        places = Places(text, line)
        game = _Reader(places, ply, last, 0).read()
    yield game
    while game.rest is not None:
        game = _Reader(places, 0, last, game.rest).read()
        yield game


def read_plain(text: str, line: int = 1, ply: int = 0) -> Movetext | None:
    """Read text that is plainly a run of turns, else give None."""
    end = _END.search(text[-12:])
    mark = end[1] if end else None
    body = text[: max(len(text) - 12, 0) + end.start(1)] if end else text
    if "{" in body or "}" in body or body.count("(") != body.count(")") or _BLACKS in body or "…" in body:
        return None
    found = _PLAIN.findall(body)
    numbers, words = zip(*found, strict=True) if found else ((), ())
    turns = read_turns(words)
    if turns is None or not (numbers == _NUMBERS[: len(words)] or not any(numbers)) or (ply and any(numbers)):
        return None

    places: list[Place] = []

    def locate(number: int) -> Place:
        # All are looked for once, when the first is asked for.
        if not places:
            at = Places(body, line).at
            places.extend(at(m.start(2)) for m in _PLAIN.finditer(body))
        return places[number - 1]

    main = TurnList(tuple(turns), {}, locate)
    return Movetext(main, None if mark == "X" else _mark(mark), mark == "X")


def _mark(text: str | None) -> str | None:
    return "1/2-1/2" if text == "½-½" else text


@dataclass(slots=True)
class _Level:
    """A list of turns being read: the game's own or a variation's.

    ``words`` holds the words of unreadable turns that have more than one, by the turn's index; ``commented`` says
    whether a comment stands in it.
    """

    start: int
    turns: list[WrittenTurn] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    notes: dict[int, tuple[list[int], list[str | TurnList]]] = field(default_factory=dict)
    words: dict[int, list[str]] = field(default_factory=dict)
    commented: bool = False

    def note(self) -> tuple[list[int], list[str | TurnList]]:
        return self.notes.setdefault(len(self.turns), ([], []))

    def finished(self, places: Places) -> TurnList:
        for k, words in self.words.items():
            self.turns[k] = replace(self.turns[k], unreadable=" ".join(words))
        notes = {k: Annotation(tuple(glyphs), tuple(items)) for k, (glyphs, items) in self.notes.items()}
        starts = self.starts
        return TurnList(tuple(self.turns), notes, lambda number: places.at(starts[number - 1]))


def read_by_grammar(text: str, line: int = 1, *, ply: int = 0, last: bool = True) -> Movetext:
    """Read the first game of any text by the grammar, word by word."""
    return _Reader(Places(text, line), ply, last, 0).read()


class _Reader:
    """Reads one text by the grammar; one use each."""

    def __init__(self, places: Places, ply: int, last: bool, start: int):
        self.places, self.text, self.ply, self.last, self.start = places, places.text, ply, last, start
        self.findings: list[Finding] = []
        self.levels = [_Level(0)]
        self.mark: str | None = None
        self.resigned = False
        self.previous = ""
        self.junk_end = 0
        self.never_closed: frozenset[int] = frozenset()
        self.numbered = False

    def read(self) -> Movetext:
        game = GameWords(self.text, self.start)
        elements = game.read()
        self.never_closed = frozenset(game.unclosed)
        for element in elements:
            kind = self._kind(element)
            getattr(self, f"_{kind.lower()}")(element)
            if kind != "NUMBER":
                self.previous = kind
        while len(self.levels) > 1:
            self._close()
        for offset in game.too_deep:
            message, hint = f"variations nest deeper than {DEEPEST}", "what stands deeper is left out"
            self._find("variation-too-deep", offset, message, text="(", hint=hint)
        for offset in game.unclosed:
            self._find("unclosed-variation", offset, "the variation is not closed", text="(", hint="add the missing )")
        return Movetext(
            self.levels[0].finished(self.places),
            self.mark,
            self.resigned,
            sorted(self.findings, key=lambda f: (f.line or 0, f.column or 0)),
            game.rest,
        )

    def _kind(self, token: "Token") -> str:
        """Give a word's kind: a turn may be too long for one, marks may stand behind other words."""
        if token.type == "TURN" and len(token) > official.LONGEST:
            return "WORD"
        return "RUN" if token.type == "MARKS" and self._goes_on(token) else token.type

    def _goes_on(self, token: "Token") -> bool:
        """Say whether a word stands on a line behind one that can't be read."""
        return self.previous in ("WORD", "RUN") and "\n" not in self.text[self.junk_end : token.start_pos or 0]

    def _find(self, code: str, offset: int, message: str, *, text: str | None = None, hint: str | None = None) -> None:
        place = self.places.at(offset)
        found = Finding(code, CODES[code].severity, message, line=place.line, column=place.column, text=text, hint=hint)
        self.findings.append(found)

    def _turn(self, token: "Token") -> None:
        # One that is cut where a line ends is joined.
        turn = read_turn(_CUT.sub("", str(token)))
        assert turn is not None, f"the grammar takes {token!r} for a turn"
        level = self.levels[-1]
        level.turns.append(turn)
        level.starts.append(token.start_pos or 0)

    def _reserve(self, token: "Token") -> None:
        level = self.levels[-1]
        if (
            self.previous not in ("TURN", "SUFFIX", "MARKS", "NAG")
            or not level.turns
            or level.turns[-1].reserve is not None
        ):
            return self._word(token)
        count = str(token).strip("( \t)")
        if len(count) > 4 or count.startswith("-"):
            hint = "write the mover's reserve after the turn, a number of pieces"
            shown = shortened(str(token))
            self._find("unreadable", token.start_pos or 0, f"{shown}: no reserve has so many", text=shown, hint=hint)
        else:
            level.turns[-1] = replace(level.turns[-1], reserve=int(count))
        return None

    def _open_reserve(self, token: "Token") -> None:
        self._reserve(token)
        self._find(
            "missing-bracket",
            token.start_pos or 0,
            f"{shortened(str(token))}: the closing bracket is missing",
            text=str(token),
            hint=f"write {token})",
        )

    def _number(self, token: "Token") -> None:
        digits = re.match("[0-9]+", str(token))
        assert digits
        pairs, blacks = divmod(len(self.levels[0].turns) + self.ply, 2)
        due = pairs + 1
        # A number with one point stands before turns of Black too.
        early = int(digits[0]) == due and not blacks and str(token).endswith((_BLACKS, "…"))
        if len(self.levels) > 1 or (int(digits[0]) == due and not early) or self.numbered:
            return
        self.numbered = True
        self._find(
            "number-differs",
            token.start_pos or 0,
            f"{shortened(str(token))} stands where {due}. is due",
            text=str(token),
            hint="it is a number of Black's turn" if early else "a turn may be missing or doubled before it",
        )

    def _suffix(self, token: "Token") -> None:
        self.levels[-1].note()[0].append(GLYPHS[str(token)])

    def _marks(self, token: "Token") -> None:
        shown = shortened(str(token))
        hint = f"glyphs are {', '.join(GLYPHS)}"
        self._find("unreadable", token.start_pos or 0, f"{shown}: no glyph; read as a comment", text=shown, hint=hint)
        self.findings[-1] = replace(self.findings[-1], severity=WARNING)
        self._add_comment(str(token))

    def _nag(self, token: "Token") -> None:
        self.levels[-1].note()[0].append(int(token[1:]))

    def _comment(self, token: "Token") -> None:
        self.levels[-1].commented = True
        self._add_comment(str(token)[1:-1])
        inner = str(token).find("{", 1)
        if inner > 0:
            offset = (token.start_pos or 0) + inner
            self._find("nested-comment", offset, "a { inside a comment", text="{", hint="comments don't nest")

    def _line_comment(self, token: "Token") -> None:
        self.levels[-1].commented = True
        self._add_comment(str(token)[1:])
        self._find_hidden(str(token), token.start_pos or 0)

    def _escaped(self, token: "Token") -> None:
        self._add_comment(str(token)[1:])
        self._find_hidden(str(token), token.start_pos or 0)
        self._find_first("escaped-line", token, "a line that begins with % is kept as a comment")

    def _square(self, token: "Token") -> None:
        self.levels[-1].commented = True
        self._add_comment(str(token))
        self._find_hidden(str(token), token.start_pos or 0)
        if not token.startswith("[%"):
            self._find_first("bracket-kept", token, f"{shortened(str(token))}: no tag pair; kept as a comment")

    def _find_first(self, code: str, token: "Token", message: str) -> None:
        """Say once a game what may stand in it many times."""
        if all(finding.code != code for finding in self.findings):
            self._find(code, token.start_pos or 0, message, text=shortened(str(token)))

    def _find_hidden(self, text: str, offset: int) -> None:
        from gipfkit.notations import prose

        place = self.places.at(offset)
        self.findings += prose.mentions(text, place.line, place.column)

    def _open_comment(self, token: "Token") -> None:
        self._add_comment(str(token)[1:])
        self._find(
            "unclosed-comment", token.start_pos or 0, "the comment is not closed", text="{", hint="add the missing }"
        )

    def _add_comment(self, text: str) -> None:
        if text := text.strip(" \t\n"):
            self.levels[-1].note()[1].append(text)

    def _result(self, token: "Token") -> None:
        if len(self.levels) > 1:
            # A result told in brackets; a lone * there is rather a slip.
            self.levels[-1].commented = self.levels[-1].commented or len(token) > 1
            return self._add_comment(str(token))
        self.mark = _mark(str(token))
        if self.mark == "*":
            self._see_whether_cut()
        return None

    def _see_whether_cut(self) -> None:
        """Say of an unfinished game that it ends inside a turn, where it does: the mark was set behind it later."""
        level, last = self.levels[0], self.findings[-1] if self.findings else None
        alone = level.turns and len(level.turns) - 1 not in level.words
        if last and alone and level.turns[-1].unreadable == last.text:
            self.findings[-1] = official.as_cut(last, last.text)

    def _resigns(self, token: "Token") -> None:
        if len(self.levels) > 1:
            return self._add_comment(str(token))
        self.resigned = True
        return None

    def _open(self, token: "Token") -> None:
        self.levels.append(_Level(token.start_pos or 0))

    def _close(self, _: "Token | None" = None) -> None:
        level = self.levels.pop()
        variation = level.finished(self.places)
        if not variation.turns and not level.commented and level.start not in self.never_closed:
            self._find_empty(level.start, variation)
        self.levels[-1].note()[1].append(variation)

    def _find_empty(self, start: int, variation: TurnList) -> None:
        """Say that a bracket holds no turn: often it is a reserve count that has lost its number."""
        if not any(note.variations for note in variation.annotations.values()):
            shown = shortened(self.text[start : self.text.find(")", start) + 1])
            hint = "write the reserve count or the turns that belong there, or remove it"
            self._find("unreadable", start, f"{shown}: a bracket without a turn or a count", text=shown, hint=hint)

    def _word(self, token: "Token") -> None:
        """Keep a word that can't be read as an unreadable turn; words on one line go together."""
        level, text, start = self.levels[-1], str(token), token.start_pos or 0
        if self._goes_on(token):
            last = level.turns[-1]
            level.words.setdefault(len(level.turns) - 1, [last.unreadable or ""]).append(text)
        else:
            level.turns.append(WrittenTurn(None, unreadable=text, text=text))
            level.starts.append(start)
            self._find_unreadable(text, start)
        self.junk_end = start + len(text)

    def _find_unreadable(self, text: str, start: int) -> None:
        shown = shortened(text)
        self._find(
            "unreadable", start, f"{shown}: {official.explain(text[:200])}", text=shown, hint="mend or remove it"
        )
        if self.last and start + len(text) >= self.places.end and len(self.levels) == 1:
            self.findings[-1] = official.as_cut(self.findings[-1], text)

    _run = _word

    def _pass(self, token: "Token") -> None:
        """Keep a null move as a turn that can't be read: GIPF's rules know none, so nothing behind it is judged."""
        level, text, start = self.levels[-1], str(token), token.start_pos or 0
        level.turns.append(WrittenTurn(None, unreadable=text, text=text))
        level.starts.append(start)
        message, hint = f"{text}: a null move; GIPF knows no pass", "what stands behind it is kept, but not judged"
        self._find("unreadable", start, message, text=text, hint=hint)

    def _stray(self, token: "Token") -> None:
        self._find("stray-bracket", token.start_pos or 0, f"{token} closes nothing", text=str(token), hint="remove it")
