"""The tagged record, many games in a file, and the bare official game, by one reader (spec: notations 1 and 2)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gipfkit.findings import CODES, Finding
from gipfkit.notations import movetext
from gipfkit.notations.chunks import LOOSE_TAG, TAG, Chunk, chunks
from gipfkit.notations.official import shortened
from gipfkit.notations.setup_tag import setup_flaw
from gipfkit.notations.untagged import untagged, without_turns
from gipfkit.record import RESULTS, Place, Record, numbered, ordered_tags, plies_before

_NEXT_TAG = re.compile(r"\s*+\[")


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text, given line by line, and what concerns the text as a whole.

    >>> [game.mark for game in read(["1. Gb2 Gf2 1-0", "", "1. Ge2 0-1"])]
    ['1-0', '0-1']
    """
    yield from numbered((item for chunk in chunks(lines) for item in _games(chunk)), source)


def _games(chunk: Chunk) -> Iterator[Record | Finding]:
    """Yield the games of a chunk: one, or more where results stand in the midst of a line."""
    tags, findings = _read_tags(chunk.tags)
    text, line = "\n".join(chunk.body).rstrip(), chunk.line
    if not tags:
        yield from _with_findings(_bare(text, line, last=chunk.last), findings)
        return
    first, ply = chunk.tags[0][0], plies_before(tags)
    for k, (game, more) in enumerate(_movetexts(text, line, dict(tags), ply, last=chunk.last)):
        if k:
            yield untagged(game, line, more)
            continue
        findings += game.findings
        findings += _missing(game, tags, text, line if text else first)
        known = ordered_tags([*tags, *more.items()])
        yield Record(known, game.main, game.mark, game.resigned, "", 1, first, "tagged", tuple(findings))


def _with_findings(items: Iterable[Record | Finding], findings: list[Finding]) -> Iterator[Record | Finding]:
    """Say of the first game of some that brackets before it are no tags; without a game say it of the text."""
    for item in items:
        if isinstance(item, Record) and findings:
            item = replace(item, findings=(*findings, *item.findings))
            findings = []
        yield item
    yield from findings


def _bare(text: str, line: int, *, last: bool) -> Iterator[Record | Finding]:
    """Yield the games of a text without tags."""
    plain = movetext.read_plain(text, line)
    if plain and (plain.main.turns or plain.resigned or plain.mark):
        flaws = tuple(without_turns(plain.main, line))
        yield Record((), plain.main, plain.mark, plain.resigned, "", 1, line, "official", flaws)
        return
    # Late: most texts need nothing of it.
    from gipfkit.notations import bare

    yield from bare.games(text, line, last=last)


def _movetexts(
    text: str, line: int, tags: dict[str, str], ply: int, *, last: bool
) -> Iterator[tuple[movetext.Movetext, dict[str, str]]]:
    """Yield what stands behind the tags, game by game, with the tags that words at its end stand for."""
    if plain := movetext.read_plain(text, line, ply):
        yield plain, {}
        return
    # Late: most texts need nothing of it.
    from gipfkit.notations import brackets, ending_words, prose

    text, found = brackets.opened(text, line)
    rows = text.split("\n")
    if "{" not in text:
        rows = [prose.unlabelled(row) for row in rows]
    end = ending_words.find_in(rows, ending_words.players(tags))
    if end:
        ending_words.cut(rows, end)
    games = movetext.read("\n".join(rows), line, ply=ply, last=last)
    yield from ending_words.applied(games, end, line, tags, ply, found)


def _missing(read: movetext.Movetext, tags: list[tuple[str, str]], text: str, line: int) -> Iterator[Finding]:
    """Yield what a tagged game lacks: turns, an end mark."""
    end = line + text.count("\n")
    yield from without_turns(read.main, line)
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
    if found := TAG.fullmatch(line):
        yield found[1], _unescaped(found[2]), line.index("[") + 1, None
        return
    place = 0
    while place < len(line):
        part = TAG.match(line, place)
        if part is None or (part.end() < len(line) and not _NEXT_TAG.match(line, part.end())):
            name, value = _loose_pair(line[place:])
            yield name, value, place + 1, _bad_tag(number, place, line[place:], name)
            return
        yield part[1], _unescaped(part[2]), line.index("[", place) + 1, None
        place = part.end()


def _loose_pair(text: str) -> tuple[str, str]:
    """Give the name and the value that a broken tag seems to have; empty ones where it has no name."""
    begun = LOOSE_TAG.match(text)
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
