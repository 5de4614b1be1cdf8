"""A bare official game: turns one a line, with slashes, as a score sheet, or as gipf.com prints them, with a heading
and prose (spec: notations section 1)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gipfkit.findings import CODES, Finding
from gipfkit.notations import brackets, ending_words, heading, movetext, prose
from gipfkit.notations.official import shortened
from gipfkit.notations.prose import Kind
from gipfkit.notations.untagged import untagged
from gipfkit.record import Annotation, Record, TurnList, ordered_tags, plies_before

_CAPITALS = re.compile(r"\s*G?[A-I][1-9](?![A-Za-z0-9])")
_FIRST = re.compile(r"\s*1(?:\.(?!\.)|\s)\s*[Gx]?[a-i]")
_BLACKS_FIRST = re.compile(r"\s*1(?:\.{2,}|…)\s*[Gx]?[a-i]")
_BLACKS = re.compile(r"\s*1(?:\.{2,}|…)")
_LATER = re.compile(r"\s*(?!1[.…\s])[0-9]{1,6}[.…\s]")


def games(text: str, line: int, *, last: bool) -> Iterator[Record | Finding]:
    """Yield the games of a text without tags that is no plain run of turns; without any turn it is a finding."""
    text, found = brackets.opened(text, line)
    if not text.strip():
        return
    lines = text.split("\n")
    kinds = _kinds(text, lines)
    if not {Kind.TURNS, Kind.MARK} & set(kinds):
        yield from _without_game(lines, line)
        return
    for start, end in _sections(lines, kinds):
        final = last and end == len(lines)
        here = [finding for finding in found if start <= (finding.line or 0) - line < end]
        yield from _game(lines[start:end], kinds[start:end], line + start, here, last=final)


def _kinds(text: str, lines: list[str]) -> list[Kind]:
    """Say of each line what it is; one that a comment of several lines touches is left as it is, with its turns."""
    plain = prose.masked(text).split("\n")
    kinds = []
    inside = False
    begun = False
    for row, shown, following in zip(lines, plain, [*plain[1:], ""], strict=True):
        kind = prose.kind_of(shown)
        if kind is Kind.PROSE and prose.labelled(shown):
            kind = Kind.TURNS
        elif not begun and prose.may_be_title(shown) and not _goes_on(following):
            kind = Kind.PROSE
        if row != shown:
            # With a brace or without, what comes behind the comment is read.
            touched = inside or row.count("{") != row.count("}") or kind is Kind.BLANK
            if touched and kind in (Kind.BLANK, Kind.PROSE):
                kind = Kind.ASIDE if inside and kind is Kind.BLANK else Kind.TURNS
            inside = row.rfind("{") > row.rfind("}") or (inside and "}" not in row)
        begun = begun or kind is Kind.TURNS
        kinds.append(kind)
    return kinds


def _goes_on(line: str) -> bool:
    """Say whether a line right behind a numbered one shows that there is a turn in that, though it can't be read."""
    return bool(_BLACKS.match(line)) or prose.kind_of(line) is Kind.MARK


def _without_game(lines: list[str], line: int) -> Iterator[Finding]:
    """Say of a text without any turn that it is left out, and where turns may stand in it."""
    if all(row.startswith("%") or not row.strip() for row in lines):
        message = "lines that begin with % are left out"
        yield Finding("escaped-line", CODES["escaped-line"].severity, message, line=line, column=1)
    else:
        yield _stray(lines, line)
    for k, row in enumerate(lines):
        yield from prose.mentions(row, line + k)


def _stray(lines: list[str], line: int) -> Finding:
    first = next(k for k, row in enumerate(lines) if row.strip())
    shown = shortened(lines[first].strip())
    severity, hint = CODES["stray-text"].severity, "put it into a comment {...} or remove it"
    if any(map(_CAPITALS.match, lines)):
        hint = "if these are turns: columns are written as small letters, e2 and not E2"
    return Finding("stray-text", severity, f"{shown}: text outside any game", line=line + first, column=1, hint=hint)


def _sections(lines: list[str], kinds: list[Kind]) -> Iterator[tuple[int, int]]:
    """Yield where each game begins and ends: a new one begins at the heading before a turn numbered 1, or one without
    a number where the heading names the players behind a blank line.

    1... is Black's first turn of a new one where higher numbers stand before it.
    """
    start, seen, later, after = 0, False, False, 0
    named = spoken = headed = False
    for k, (row, kind) in enumerate(zip(lines, kinds, strict=True)):
        if kind is Kind.PROSE and seen:
            words = None if headed else ending_words.parse(prose.turns_of(row))
            if words and (not spoken or words.loser or words.termination):
                after = k + 1
                continue
            spoken, headed = True, headed or bool(heading.tags_of(row.strip()))
            named = named or (kinds[after] is Kind.BLANK and bool(heading.names_of(row.strip())))
        if kind is not Kind.TURNS and (kind is not Kind.MARK or named):
            continue
        row = prose.turns_of(row)
        first = _FIRST.match(row) or (later and _BLACKS_FIRST.match(row)) or (named and not _LATER.match(row))
        if seen and kind is Kind.TURNS and first:
            yield start, after
            start, later = after, False
        later = later or bool(_LATER.match(row))
        seen, after = seen or kind is Kind.TURNS, k + 1
        named = spoken = headed = False
    yield start, len(lines)


def _game(lines: list[str], kinds: list[Kind], line: int, found: list[Finding], *, last: bool) -> Iterator[Record]:
    """Read one game: lines before the first turn are its heading, prose between turns becomes comments."""
    first = _first_of_turns(lines, kinds)
    head = list(zip(lines[:first], kinds[:first], strict=True))
    tags, remarks = heading.read([row for row, kind in head if kind is not Kind.ASIDE])
    remarks = [_without_sign(row) for row, kind in head if kind is Kind.ASIDE] + remarks
    found = [
        flaw
        for k, row in enumerate(lines[:first])
        if "Position" not in heading.tags_of(row.strip())
        for flaw in prose.all_mentions(row, line + k)
    ] + found
    rows, kinds = lines[first:], kinds[first:]
    end = _ending(rows, kinds, tags)
    if end:
        ending_words.cut(rows, end)
        kinds[end.row] = Kind.TURNS
    for k, kind in enumerate(kinds):
        if kind is Kind.PROSE and rows[k].strip():
            found += prose.all_mentions(rows[k], line + first + k)
            rows[k] = _as_comment(rows[k])
        elif kind is Kind.TURNS:
            rows[k] = prose.words_behind_mark(prose.unlabelled(rows[k]))
    text = "\n".join(rows).rstrip()
    ply = plies_before(tags.items())
    games = movetext.read(text, line + first, ply=ply, last=last)
    for k, (game, more) in enumerate(ending_words.applied(games, end, line + first, tags, ply, found)):
        record = untagged(game, line + first, more)
        if not k:
            main = _with_remarks(record.main, remarks)
            record = replace(record, tags=ordered_tags([*tags.items(), *record.tags]), main=main, line=line)
        yield record


def _first_of_turns(lines: list[str], kinds: list[Kind]) -> int:
    """Give the first line that is none of the heading's; a result alone behind its lines is."""
    first = next((k for k, kind in enumerate(kinds) if kind is Kind.TURNS), None)
    mark = next((k for k, kind in enumerate(kinds) if kind is Kind.MARK), len(kinds))
    if first is None or mark > first:
        return mark if first is None else first
    headed = any(kinds[k] is Kind.PROSE and heading.tags_of(lines[k].strip()) for k in range(mark))
    return first if headed else mark


def _without_sign(row: str) -> str:
    """Give a comment to the end of its line without the ; or % that it begins with."""
    text = row.strip()
    return text[1:].strip() if text[:1] in (";", "%") else text


def _ending(rows: list[str], kinds: list[Kind], tags: Mapping[str, str]) -> ending_words.Found | None:
    """Find the words behind the last turn that tell how the game ended."""
    plain = prose.masked("\n".join(rows)).split("\n")
    turns = [k for k, kind in enumerate(kinds) if kind is Kind.TURNS]
    last = next((k for k in reversed(turns) if prose.last_turn(plain[k]) is not None), None)
    return None if last is None else ending_words.find(plain, last, ending_words.players(tags))


def _as_comment(row: str) -> str:
    return "{" + row.strip().replace("{", "(").replace("}", ")") + "}"


def _with_remarks(main: TurnList, remarks: list[str]) -> TurnList:
    if not remarks:
        return main
    known = main.annotations.get(0, Annotation())
    notes = {0: replace(known, items=("\n".join(remarks), *known.items))} | {
        k: note for k, note in main.annotations.items() if k
    }
    return replace(main, annotations=notes)
