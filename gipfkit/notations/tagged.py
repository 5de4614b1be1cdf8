"""The tagged record, many games in a file, and the bare official game, by one reader (spec: notations 1 and 2)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gipfkit.findings import CODES, Finding
from gipfkit.notations import bare, movetext
from gipfkit.notations.official import shortened
from gipfkit.notations.setup_tag import setup_flaw
from gipfkit.record import RESULTS, Place, Record, numbered, ordered_tags, plies_before

_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
# The beginning of a tag line that is no tag pair, up to its value.
_LOOSE_TAG = re.compile(r'\s*+\[\s*+([A-Za-z0-9_]++)(?=[\s:=])\s*+[:=]?\s*+"?')
_NEXT_TAG = re.compile(r"\s*+\[")
_RESULT_AT_END = re.compile(r"(?:^|[\s/])(?:1-0|0-1|1/2-1/2|½-½|\*|X)$")
_BRACKETS = re.compile(r"\([ \t]*[0-9]+[ \t]*\)|\{[^{}]*\}|([()])")


@dataclass(slots=True)
class _Chunk:
    """The lines of one game: its tag lines, then the lines of its turns from ``line`` on."""

    tags: list[tuple[int, str]] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    line: int = 1
    last: bool = False
    first: str = ""
    counted: int = 0
    open: int = 0

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


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text, given line by line, and what concerns the text as a whole.

    >>> [game.mark for game in read(["1. Gb2 Gf2 1-0", "", "1. Ge2 0-1"])]
    ['1-0', '0-1']
    """
    yield from numbered((item for chunk in _chunks(lines) for item in _games(chunk)), source)


def _chunks(lines: Iterable[str]) -> Iterator[_Chunk]:
    """Split a text into games: a game ends with its result, or where the tags of the next one begin.

    Tags in column 1 after a blank line end an open comment too, so that a forgotten } costs one game only.
    """
    chunk = _Chunk()
    in_comment = ended = False
    blank = True
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip()
        if line[:1] == "[" or (line[:1].isspace() and not in_comment and line.lstrip()[:1] == "["):
            if in_comment and not (_TAG.fullmatch(line) and (blank or line.startswith("[Event "))):
                chunk.add(number, line)
            else:
                # A tag behind a blank line that repeats the first one begins a game too, after one of tags alone.
                if chunk.body or (blank and chunk.first == line.split(None, 1)[0]):
                    yield chunk
                    chunk = _Chunk()
                if not chunk.tags:
                    chunk.first = line.split(None, 1)[0]
                chunk.tags.append((number, line))
                in_comment = ended = False
        elif not line:
            chunk.add(number, line)
        else:
            if ended and not (line.strip() in RESULTS and chunk.body[-1].endswith("X")):
                yield chunk
                chunk = _Chunk()
                ended = False
            chunk.add(number, line)
            if "{" in line or "}" in line:
                opened, closed = line.rfind("{"), line.rfind("}")
                in_comment = opened > closed or (in_comment and closed < 0)
            if not in_comment and line[-1] in "02*½X" and _RESULT_AT_END.search(line[-12:]):
                ended = chunk.depth() <= 0
        blank = not line
    chunk.last = True
    if chunk.tags or chunk.body:
        yield chunk


def _games(chunk: _Chunk) -> Iterator[Record | Finding]:
    """Yield the games of a chunk: one, or more where results stand in the midst of a line."""
    tags, findings = _read_tags(chunk.tags)
    text, line = "\n".join(chunk.body).rstrip(), chunk.line
    if not tags and not findings:
        yield from bare.games(text, line, last=chunk.last)
        return
    if not tags and not text:
        yield from findings  # brackets that name nothing and no turns: no game
        return
    first = chunk.tags[0][0]
    for k, game in enumerate(movetext.read(text, line, ply=plies_before(tags), last=chunk.last)):
        if k:
            yield bare.untagged(game, line)
            continue
        findings += game.findings
        findings += _missing(game, tags, text, line if text else first)
        yield Record(ordered_tags(tags), game.main, game.mark, game.resigned, "", 1, first, "tagged", tuple(findings))


def _missing(read: movetext.Movetext, tags: list[tuple[str, str]], text: str, line: int) -> Iterator[Finding]:
    """Yield what a tagged game lacks: turns, an end mark."""
    end = line + text.count("\n")
    yield from bare.without_turns(read.main, line)
    if read.mark is None and not read.resigned:
        stated = dict(tags).get("Result", "*")
        hint = f"end the turns with {stated if stated in RESULTS else '*'}"
        message = "no result stands at the end of the game"
        yield Finding("missing-result", CODES["missing-result"].severity, message, line=end, hint=hint)


def _read_tags(lines: list[tuple[int, str]]) -> tuple[list[tuple[str, str]], list[Finding]]:
    """Read tag lines; what is no tag pair is read as far as it goes, with a finding."""
    tags: dict[str, str] = {}
    places: dict[str, Place] = {}
    findings: list[Finding] = []
    for number, line in lines:
        for name, value, column, flaw in _pairs(number, line):
            if flaw:
                findings.append(flaw)
            if name in tags:
                findings.append(_doubled(number, name))
            elif name:
                tags[name], places[name] = value, Place(number, column)
    if setup := setup_flaw(tags):
        place = places["SetUp"]
        findings.append(replace(setup, line=place.line, column=place.column))
    return list(tags.items()), findings


def _pairs(number: int, line: str) -> Iterator[tuple[str, str, int, Finding | None]]:
    """Yield the tag pairs of a line, usually one, each with its column and what is wrong with it.

    Blanks at the line's end are gone.
    """
    if found := _TAG.fullmatch(line):
        yield found[1], _unescaped(found[2]), line.index("[") + 1, None
        return
    place = 0
    while place < len(line):
        part = _TAG.match(line, place)
        if part is None or (part.end() < len(line) and not _NEXT_TAG.match(line, part.end())):
            name, value = _loose_pair(line[place:])
            yield name, value, place + 1, _bad_tag(number, place, line[place:], name)
            return
        yield part[1], _unescaped(part[2]), line.index("[", place) + 1, None
        place = part.end()


def _loose_pair(text: str) -> tuple[str, str]:
    """Give the name and the value that a broken tag seems to have; empty ones where it has no name."""
    begun = _LOOSE_TAG.match(text)
    if begun is None:
        return "", ""
    value = text[begun.end() :].rstrip().removesuffix("]").rstrip().removesuffix('"')
    return begun[1], value.replace('\\"', '"')


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text) if "\\" in text else text


def _bad_tag(number: int, place: int, text: str, name: str) -> Finding:
    shown = shortened(text.strip())
    hint = f'write [{name or "Name"} "value"], a quote inside as \\"'
    severity = CODES["bad-tag"].severity
    return Finding(
        "bad-tag", severity, f"{shown}: not a tag pair", line=number, column=place + 1, text=shown, hint=hint
    )


def _doubled(number: int, name: str) -> Finding:
    severity, hint = CODES["duplicate-tag"].severity, "the first one counts"
    return Finding("duplicate-tag", severity, f"the tag {name} is given twice", line=number, column=1, hint=hint)
