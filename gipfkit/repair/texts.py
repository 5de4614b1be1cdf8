"""The mended text of a whole source: the mended games in their places, everything else as it stands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gipfkit.notations import jsonl
from gipfkit.record import Record
from gipfkit.repair.in_text import NotInTextError, Text
from gipfkit.repair.mending import Mended

Read = Callable[[str], list[Record]]
_BY_TURNS, _BY_LINE = ("official", "tagged"), ("jsonl",)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A source's text with mended games written into it; ``unwritten`` are those that could not be."""

    text: str
    unwritten: tuple[Mended, ...]


def rewritten(text: str, games: Sequence[Mended], read: Read) -> Rewritten:
    """Write mended games into the text that they were read from; ``read`` gives the games of a text.

    What is written is read again: a game that doesn't come back as it was mended, or that makes another one different,
    is left as it was.
    """
    source = Text(text)
    parts: dict[int, tuple[int, int, str]] = {}
    unwritten: list[Mended] = []
    for game in games:
        try:
            parts[game.before.record.number] = _part(source, text, game)
        except NotInTextError:
            unwritten.append(game)
    by_number = {game.before.record.number: game for game in games}
    before = read(text)
    while parts:
        new = _with_parts(text, list(parts.values()))
        wrong = _first_different(before, read(new), {number: by_number[number] for number in parts})
        if wrong is None:
            return Rewritten(new, tuple(unwritten))
        del parts[wrong]
        unwritten.append(by_number[wrong])
    return Rewritten(text, tuple(unwritten))


def _part(source: Text, text: str, game: Mended) -> tuple[int, int, str]:
    record = game.before.record
    if record.notation in _BY_TURNS:
        return source.mended(record, game.changes)
    if record.notation in _BY_LINE:
        start = source.offset(record.line, 1)
        end = min(source.offset(record.line + 1, 1) if source.lines > record.line else len(text), len(text))
        line = text[start:end]
        return start, start + len(line.rstrip("\r\n")), jsonl.write(game.replay.record)[0].rstrip("\n")
    raise NotInTextError(f"{record.notation} says turns in other words")


def _with_parts(text: str, parts: list[tuple[int, int, str]]) -> str:
    found, last = [], 0
    for start, end, new in sorted(parts):
        found += [text[last:start], new]
        last = end
    return "".join([*found, text[last:]])


def _first_different(before: Sequence[Record], after: Sequence[Record], mended: dict[int, Mended]) -> int | None:
    """Return the number of the first mended game from which on the games aren't what they should be, or None."""
    touched = sorted(mended)
    for number in range(1, max(len(before), len(after)) + 1):
        expected = (
            mended[number].replay.record if number in mended else before[number - 1] if number <= len(before) else None
        )
        found = after[number - 1] if number <= len(after) else None
        same = expected is not None and found is not None and _said(expected) == _said(found)
        if not same:
            return max((n for n in touched if n <= number), default=touched[0])
    return None


def _said(record: Record) -> tuple[object, ...]:
    turns = tuple((t.push, t.before, t.after, t.reserve, t.unreadable) for t in record.turns)
    return record.tags, turns, record.mark, record.resigned, dict(record.main.annotations)
