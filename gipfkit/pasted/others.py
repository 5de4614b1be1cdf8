"""Other ways to read a text whose words give trouble: behind words before a notation, as plain lines, as no game.

Each is read as a stream and weighed against the ordinary way; the first that loses nothing and wins something is it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from gipfkit.findings import CODES, Finding
from gipfkit.notations import NOTATIONS, Notation, sniff, sniff_inside
from gipfkit.notations.blocks import Word
from gipfkit.notations.building import stray
from gipfkit.notations.official import DOT, SPOT
from gipfkit.pasted import foreign
from gipfkit.pasted.kinds import Kinds
from gipfkit.pasted.places import Line, Origin
from gipfkit.pasted.room import Room, opened
from gipfkit.pasted.through import Items, Text
from gipfkit.pasted.weighing import TROUBLE, Tally, tally

# Notations of words, that signs can be wrong in, and those of official turns, that can be put right in all.
_WORDS = ("webgipf", "openxum", "pbem")
_TURNS = ("official", "tagged")
_HEAD = 4096
# What tells that a text is a notation's though its beginning isn't; two of them are needed.
_MARKS = {
    "gf1": re.compile(r"(?m)^[ \t]*[0-9]{1,4}\..*x\([b-h][2-8]-[b-h][2-8]\)"),
    "gf1-old": re.compile(rf"(?m)^[ \t]*[oOxX]:[ \t]*{DOT}-{SPOT}"),
    "gf1-xml": re.compile(r"<(?:move|position|removerow|gamelog|gipfgame)\b"),
    "webgipf": re.compile(rf"(?<!\S)G?[KW]{DOT}-{SPOT}(?!\S)"),
    "openxum": re.compile(r"(?<!\S)(?:pp|Pp|PP|RR|Rr)[WB](?:[A-I][1-9])+(?![^\s;,])"),
    "pbem": re.compile(rf"(?<!\S)n{DOT}-{SPOT}(?!\S)"),
    "course": re.compile(r"(?m)^[ \t]*DO_MOVE\b"),
    "boardspace": re.compile(r"P[01]\[[0-9]+ "),
}
_LEAST_MARKS, _NEAR_LINES = 2, 500


@dataclass(slots=True)
class Other:
    """Another way to read a text from a line on: as a notation, through the room or with words before it left out."""

    text: Text
    notation: Notation
    first: int
    inside: int = 0
    sentence: Finding | None = None
    kinds: Kinds = field(default_factory=Kinds)

    def plain(self, kinds: Kinds) -> Iterator[Line]:
        """Give the lines; those before the first pass, so that games before are the same."""
        lines = self.text.placed()
        if self.inside:
            yield from (replace(line, text="") for line in islice(lines, self.inside - 1))
            yield from lines
            return
        yield from islice(lines, self.first - 1)
        around = opened(lines, kinds)
        if self.notation.name in _TURNS + _WORDS:
            around = Room(kinds, signs_only=self.notation.name in _WORDS).lines(around)
        yield from around

    def items(self) -> Items:
        """Read the text."""
        if self.sentence:
            yield self.sentence
            return
        if self.inside:
            yield from self._words_before()
        origin = Origin()
        for item in self.text.reader(self.notation)(origin.texts(self.plain(self.kinds)), self.text.name):
            yield origin.of(item)

    def _words_before(self) -> Iterator[Finding]:
        for line in islice(self.text.placed(), self.inside - 1):
            if words := line.text.lstrip("\ufeff \t"):
                yield replace(stray(Word(words, line.place(len(line.text) - len(words)))), source=self.text.name)
                return

    def find_kinds(self) -> None:
        """Find out what is read through, before the games are read again."""
        self.kinds = Kinds()
        if not self.sentence:
            for _ in self.plain(self.kinds):
                pass

    def fits(self, found: Tally, ordinary: Tally) -> bool:
        """Say whether this reading is the better one; behind words the words themselves are one trouble."""
        if self.sentence:
            return True
        if self.inside:
            return found.turns > 0 and found.troubles - TROUBLE < ordinary.troubles
        return found.better(ordinary)

    def changes(self) -> bool:
        """Say whether the room changes anything."""
        kinds = Kinds()
        return (
            self.inside > 0
            or self.sentence is not None
            or any(kinds.first for _ in self.plain(kinds))
            or bool(kinds.first)
        )


def better(text: Text, notation: Notation, first: int, handed: int, named_so: bool) -> Other | None:
    """Find a better way to read a text, from its first trouble on."""
    sentence = None if handed or named_so else _sentence(text, notation) or _near(text, notation)
    others = [other for other in _others(text, notation, first, handed, named_so) if other.changes()]
    ordinary = tally(text.ordinary(notation, Origin())) if others else Tally()
    for other in others:
        found = tally(other.items())
        if other.fits(found, ordinary) and not (sentence and found.unreadable):
            other.find_kinds()
            return other
    return Other(text, notation, 1, sentence=sentence) if sentence else None


def _others(text: Text, notation: Notation, first: int, handed: int, named_so: bool) -> Iterator[Other]:
    if named_so or notation.name not in _TURNS:
        if notation.name in _TURNS + _WORDS:
            yield Other(text, notation, first)
        return
    if not handed and (inside := sniff_inside(text.head())):
        yield Other(text, inside[0], 1, inside=inside[1])
    yield Other(text, notation if handed else _notation_of(text, first), first)


def _notation_of(text: Text, first: int) -> Notation:
    """Tell the notation of the plain lines; if words stand before a structured one, it is sought behind them."""
    parts, size = [], 0
    lines = opened(islice(text.placed(), first - 1, None), Kinds())
    for line in islice(Room(Kinds(), signs_only=True).lines(lines), _HEAD):
        parts.append(line.text[:_HEAD])
        size += len(line.text) + 1
        if size >= _HEAD:
            break
    head = "\n".join(parts)
    told = sniff(head)
    inside = sniff_inside(head) if told.name == "official" else None
    return inside[0] if inside else told


def _sentence(text: Text, notation: Notation) -> Finding | None:
    """Say in a sentence that a text is of another game, where nothing of GIPF stands in it."""
    lines = (line.text for line in text.placed())
    code, message = "other-game", None
    if notation.name == "boardspace":
        if message := foreign.other_sgf(lines):
            code = "other-game" if "SGF" in message else "unknown-tag-value"
    elif notation.name in _TURNS and not foreign.holds_gipf(lines):
        message = foreign.other_game(line.text for line in text.placed())
    hint = "is it a record of GIPF? see gipfkit formats, and --from"
    return Finding(code, CODES[code].severity, message, source=text.name, hint=hint) if message else None


def _near(text: Text, notation: Notation) -> Finding | None:
    """Say that a text is likely another notation's, whose beginning has a slip in it: it reads better as that."""
    if notation.name not in _TURNS:
        return None
    lines = [line.text for line in islice(text.placed(), _NEAR_LINES)]
    plain = "\n".join(line[:2000] for line in lines)
    ordinary = tally(text.reader(notation)(lines, ""))
    for name, mark in _MARKS.items():
        if len(mark.findall(plain)) < _LEAST_MARKS:
            continue
        found = tally(text.reader(NOTATIONS[name])(lines, ""))
        fewer = found.unreadable * 2 <= ordinary.unreadable or found.turns >= 2 * ordinary.turns
        if found.turns >= _LEAST_MARKS and fewer:
            message = f"no game found: this looks like {name} with a slip at its beginning"
            hint, severity = f"is it {name}? --from {name}", CODES["no-game"].severity
            return Finding("no-game", severity, message, source=text.name, hint=hint)
    return None
