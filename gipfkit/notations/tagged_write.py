"""Writes tagged records and bare official games (spec: notations sections 1 and 2)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gipfkit.findings import Finding
from gipfkit.notations.heading_lines import heading_lines
from gipfkit.notations.losses import lost_annotations, no_game, not_expressed
from gipfkit.notations.official import counted_text, turn_text
from gipfkit.notations.unreadable_words import unreadable_words
from gipfkit.record import Annotation, Record, TurnList, WrittenTurn, ordered_tags, plies_before

WIDTH = 80
# A line of a comment that would end it, as tags do after a forgotten }.
_TAG_LIKE = re.compile(
    r'(?:(?<=\n\n)|(?<=\n)(?=\[Event ))(?=\[\s*[A-Za-z0-9_]+\s+"(?:[^"\\\n]|\\.)*"\s*\][ \t]*$)', re.MULTILINE
)
SUFFIXES = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a record in the tagged form, a blank line at its end; findings name what it can't hold."""
    return _Writer(record).written()


def write_official(record: Record) -> tuple[str, list[Finding]]:
    """Write a record as a bare official game; findings name what it can't hold.

    What a heading can say stands above the turns, a line for each tag; then come the turns, one a line, White's
    numbered, and the end: an X where the side to move resigns, else the result.
    """
    if not record.turns:
        return "", [no_game("official")]
    heading, findings = heading_lines(record.tags)
    findings += lost_annotations(record, "official")
    ply = plies_before(record.tags)
    lines = [*heading, ""] if heading else []
    for k, turn in enumerate(record.turns):
        number, text = (ply + k) // 2 + 1, counted_text(turn)
        if turn.unreadable is not None:
            text, lost = unreadable_words(turn, k + 1, wrong=_may_seem_cut(record, k))
            findings += lost
        if (ply + k) % 2 == 0:
            lines.append(f"{number}. {text}")
        elif k == 0 or turn.unreadable is not None or record.turns[k - 1].unreadable is not None:
            # Without numbers what can't be read would be prose.
            lines.append(f"{number}... {text}")
        else:
            lines.append(text)
    if record.resigned or _resigns(record):
        lines.append("X")
    if record.mark and not _resigns(record):
        lines.append(record.mark)
    return "\n".join([*lines, "", ""]), findings


def _resigns(record: Record) -> bool:
    """Say whether the result and the termination are that the side to move has resigned, which an X says."""
    black_to_move = (len(record.turns) + plies_before(record.tags)) % 2
    return record.tag("Termination") == "resignation" and record.result == ("1-0" if black_to_move else "0-1")


def _may_seem_cut(record: Record, k: int) -> bool:
    """Say whether the k-th turn (from 0), found to be an error, would be read as one at which the text was cut off."""
    last = k + 1 == len(record.turns) and not record.resigned and record.mark in (None, "*")
    return last and any(finding.code == "unreadable" for finding in record.findings)


def _turn_words(turn: WrittenTurn, glyphs: tuple[int, ...]) -> str:
    suffix = SUFFIXES.get(glyphs[0], "") if glyphs else ""
    count = f" ({turn.reserve})" if turn.reserve is not None else ""
    more = "".join(f" ${glyph}" for glyph in (glyphs[1:] if suffix else glyphs))
    return f"{turn_text(turn)}{suffix}{count}{more}"


@dataclass(slots=True)
class _Writer:
    record: Record
    findings: list[Finding] = field(default_factory=list)

    def written(self) -> tuple[str, list[Finding]]:
        tags = "".join(f"{line}\n" for line in self._tag_lines())
        words = list(self._words(self.record.main, plies_before(self.record.tags)))
        if self.record.resigned:
            words.append("X")
        if self.record.mark or not words:
            words.append(self.record.mark or "*")  # tags alone would be one game with the tags that follow
        return f"{tags}\n{_wrapped(words)}\n\n" if words else f"{tags}\n", self.findings

    def _tag_lines(self) -> Iterator[str]:
        seen = set()
        for name, value in ordered_tags(self.record.tags):
            if not re.fullmatch("[A-Za-z0-9_]+", name) or name in seen:
                self.findings.append(not_expressed(f"tag {name!r} left out: no tag name, or given twice"))
                continue
            seen.add(name)
            plain = re.sub(r"[\r\n]+", " ", value)
            if plain != value:
                self.findings.append(not_expressed(f"tag {name}: line breaks become blanks"))
            escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{name} "{escaped}"]'

    def _words(self, turns: TurnList, ply: int) -> Iterator[str]:
        """Yield the words of a list of turns, each unbroken; ``ply`` turns came before it."""
        interrupted = True
        yield from self._after(turns.annotations.get(0), ply)
        for k, turn in enumerate(turns.turns):
            note = turns.annotations.get(k + 1)
            number = (ply + k) // 2 + 1
            text = self._turn(turns, k, note.glyphs if note else ())
            if (ply + k) % 2 == 0:
                text = f"{number}. {text}"
            elif interrupted:
                text = f"{number}... {text}"
            # On a line of its own: unreadable words side by side are read as one turn.
            yield text if turn.unreadable is None else f"\n{text}\n"
            yield from self._after(note, ply + k, glyphs_written=True)
            interrupted = bool(note and note.items) or turn.unreadable is not None

    def _turn(self, turns: TurnList, k: int, glyphs: tuple[int, ...]) -> str:
        turn = turns.turns[k]
        if turn.unreadable is None:
            return _turn_words(turn, glyphs)
        text, lost = unreadable_words(turn, k + 1, wrong=turns is self.record.main and _may_seem_cut(self.record, k))
        self.findings += lost
        return " ".join([text, *(f"${glyph}" for glyph in glyphs)])

    def _after(self, note: Annotation | None, ply: int, *, glyphs_written: bool = False) -> Iterator[str]:
        if note is None:
            return
        if not glyphs_written:
            yield from (f"${glyph}" for glyph in note.glyphs)
        for item in note.items:
            if isinstance(item, str):
                yield from self._comment(item)
            else:
                words = list(self._words(item, ply))
                yield "(" + _wrapped(words) + ")"

    def _comment(self, text: str) -> Iterator[str]:
        plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("{", "(").replace("}", ")")
        plain = re.sub(r"(?<![ \t])[ \t]+\n", "\n", plain)
        plain = _TAG_LIKE.sub(" ", plain.strip(" \t\n"))
        if plain != text:
            self.findings.append(not_expressed("comment: braces become round brackets, blanks at line ends go"))
        if plain:
            yield "{" + plain + "}"


def _wrapped(words: list[str]) -> str:
    """Join words with blanks, into lines of ``WIDTH`` where words allow it."""
    parts: list[str] = []
    column = 0
    for word in words:
        first, _, last = word.partition("\n")
        if parts and not parts[-1].endswith("\n"):
            if column + 1 + len(first) > WIDTH:
                parts.append("\n")
                column = 0
            else:
                parts.append(" ")
                column += 1
        parts.append(word)
        column = len(word) - word.rfind("\n") - 1 if last or "\n" in word else column + len(word)
    return "".join(parts)
