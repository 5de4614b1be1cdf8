"""The pushes of the PBeM server, as far as they are known (spec: notations section 5).

It plays tournament alone. ``n`` enters a single piece, ``g`` a GIPF-piece; behind it the dot, and the spot where the
furthest piece ends. How rows that go are written is not known: writing names them, and they can't be read.
"""

import re
from collections.abc import Iterable, Iterator

from gipfkit.findings import Finding
from gipfkit.gipf.variant import TOURNAMENT
from gipfkit.notations.blocks import blocks
from gipfkit.notations.building import Game, records, stray
from gipfkit.notations.losses import losses, lost_result, no_game, not_expressed
from gipfkit.notations.official import DOT, SPOT
from gipfkit.notations.playing import plies
from gipfkit.record import Record, WrittenPush, WrittenTurn

_TOKEN = re.compile(rf"([gn])({DOT})-({SPOT})")
_UNKNOWN = "how the PBeM server writes rows that go is not known"


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text, a blank line between them.

    >>> [turn.push for turn in next(read(["ga1-b2 ga1-c3"])).turns][1]
    WrittenPush(dot='a1', spot='c3', gipf=True)
    """
    return records(_games(lines), "pbem", source)


def _games(lines: Iterable[str]) -> Iterator[Game | Finding]:
    for words in blocks(lines):
        if not any(_TOKEN.fullmatch(word.text) for word in words):
            yield stray(words[0])
            continue
        game = Game(words[0].place.line, {"Variant": TOURNAMENT.name})
        for word in words:
            turn = _turn(word.text)
            if turn:
                game.add(turn, word.place)
            else:
                hint = "a push is na1-c3, or ga1-c3 for a GIPF-piece"
                game.unreadable(word.text, word.place, f"no push of the PBeM server; {_UNKNOWN}", hint)
        yield game


def _turn(text: str) -> WrittenTurn | None:
    """Read a push; None where it is none."""
    found = _TOKEN.fullmatch(text)
    return WrittenTurn(WrittenPush(found[2], found[3], found[1] == "g"), text=text) if found else None


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a game on a line of its own, a blank one behind it; findings name what it can't hold."""
    written = plies(record)
    findings = losses(record, "pbem", ("Variant",)) + lost_result(record, "pbem", written.last)
    if written.start and written.start.variant is not TOURNAMENT:
        findings.append(not_expressed(f"pbem holds tournament games alone, not {written.start.variant.name}"))
    words = []
    for ply in written.plies:
        if ply.before or ply.after:
            findings.append(not_expressed(_UNKNOWN, ply.number))
        if ply.unreadable is not None:
            words.append(ply.unreadable.replace(" ", ""))
        elif ply.push:
            words.append(f"{'ng'[ply.push.gipf]}{ply.push.dot}-{ply.push.spot}")
    text = " ".join(word for word in words if word)
    if not text:
        findings.append(no_game("pbem"))
    return f"{text}\n\n", findings + written.findings
