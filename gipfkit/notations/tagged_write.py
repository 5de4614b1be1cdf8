"""Writes tagged records and bare official games (spec: notations sections 1 and 2)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gipfkit.findings import Finding
from gipfkit.notations.losses import lost_annotations, not_expressed
from gipfkit.notations.official import turn_text
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
    """Write a record as a bare official game, one turn a line, White's numbered; findings name what it can't hold."""
    findings = []
    if record.tags:
        findings.append(not_expressed(f"official holds no tags: {', '.join(name for name, _ in record.tags)}"))
    findings += lost_annotations(record, "official")
    resigns = record.resigned or _resigns(record)
    if record.result not in (None, "*") and not resigns:
        findings.append(not_expressed(f"official holds no result: {record.result}"))
    black_first = plies_before(record.tags)
    lines = []
    for k, turn in enumerate(record.turns, black_first):
        number = f"{k // 2 + 1}. " if not k % 2 else "1... " if k == black_first else ""
        lines.append(number + _turn_words(turn, ()))
    if resigns:
        lines.append("X")
    return "\n".join([*lines, "", ""]), findings


def _resigns(record: Record) -> bool:
    """Say whether the side to move has resigned, which an X can say."""
    black_to_move = (len(record.turns) + plies_before(record.tags)) % 2
    return record.tag("Termination") == "resignation" and record.result == ("1-0" if black_to_move else "0-1")


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
        if self.record.mark:
            words.append(self.record.mark)
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
            text = _turn_words(turn, note.glyphs if note else ())
            if turn.unreadable is not None:
                # On a line of its own: unreadable words side by side are read as one turn.
                text = f"\n{' ' * text.startswith('%')}{text}\n"
            if (ply + k) % 2 == 0:
                yield f"{number}. {text}"
            elif interrupted:
                yield f"{number}... {text}"
            else:
                yield text
            yield from self._after(note, ply + k, glyphs_written=True)
            interrupted = bool(note and note.items) or turn.unreadable is not None

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
