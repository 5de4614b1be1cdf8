"""Julio974's short notation, as far as it is known (spec: notations section 5).

A push onto an empty spot is the spot, any other the dot: its column, or from a2, a3, a4, i2, i3 and i4 the line that
keeps the number; the dot's other line gets a star. An X behind it says that a row of single pieces goes. How rows with
GIPF-pieces are written, more rows than one, and rows that go before the push, is not known: writing names them, and
they can't be read.
"""

import re
from collections.abc import Iterable, Iterator

from gipfkit.findings import Finding
from gipfkit.gipf.board import PATHS_OF_DOT, Path
from gipfkit.gipf.variant import TOURNAMENT
from gipfkit.notations.blocks import Word, blocks
from gipfkit.notations.building import Game, records, stray
from gipfkit.notations.losses import losses, lost_result, no_game, not_expressed
from gipfkit.notations.official import DOT, SPOT
from gipfkit.notations.playing import Ply, plies
from gipfkit.record import Record, WrittenPush, WrittenTurn

_TOKEN = re.compile(rf"(G?)(?:({SPOT})|({DOT})(\*?))(X?)")
_HINT = "a turn is e2, Ge8, c1 or c1*, with an X where a row of single pieces goes"
_UNKNOWN = "how Julio974's notation writes {} is not known"


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text, a blank line between them.

    >>> [turn.push for turn in next(read(["Ge2 Ge8 c1*"])).turns][2]
    WrittenPush(dot='c1', spot='d2', gipf=False)
    """
    return records(_games(lines), "julio974", source)


def _games(lines: Iterable[str]) -> Iterator[Game | Finding]:
    for words in blocks(lines):
        turns = [_turn(word.text) for word in words]
        if not any(turns):
            yield stray(words[0])
            continue
        game = Game(words[0].place.line)
        for word, turn in zip(words, turns, strict=True):
            if turn:
                game.add(turn, word.place)
            else:
                game.unreadable(word.text, word.place, _why_not(word), _HINT)
        yield game


def _turn(text: str) -> WrittenTurn | None:
    """Read a turn; None where it is none."""
    found = _TOKEN.fullmatch(text)
    if found is None:
        return None
    gipf, spot, dot, star, row = found.groups()
    if dot:
        paths = _paths(dot)
        if star and len(paths) < 2:
            return None
        spot = paths[bool(star)].first
    return WrittenTurn(WrittenPush(dot, spot, bool(gipf)), after=((),) if row else (), text=text)


def _paths(dot: str) -> list[Path]:
    """Give a dot's paths: the one of the plain dot, then the one with the star."""
    return sorted(PATHS_OF_DOT[dot], key=lambda path: (dot[0] != path.first[0], dot[1] != path.first[1]))


def _why_not(word: Word) -> str:
    text = word.text
    if text.endswith("XX"):
        return _UNKNOWN.format("more than one row")
    if text.startswith(("X", "x")):
        return _UNKNOWN.format("a row that goes before the push")
    if "X" in text and _turn(text[: text.index("X") + 1]):
        return _UNKNOWN.format("which GIPF-pieces go")
    return "no turn of Julio974's notation"


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a game on a line of its own, a blank one behind it; findings name what it can't hold."""
    written = plies(record)
    findings = losses(record, "julio974", ("Variant",)) + lost_result(record, "julio974", written.last)
    first = written.plies[0].push if written.plies else None
    if written.start and not (written.start.variant is TOURNAMENT and first and first.gipf):
        findings.append(not_expressed(f"julio974 holds no variant: {written.start.variant.name}"))
    words = []
    for ply in written.plies:
        findings += [not_expressed(_UNKNOWN.format(what), ply.number) for what in _unknown(ply)]
        words.append(_word(ply))
    text = " ".join(word for word in words if word)
    if not text:
        findings.append(no_game("julio974"))
    return f"{text}\n\n", findings + written.findings


def _unknown(ply: Ply) -> Iterator[str]:
    """Name what is in a turn and can't be said."""
    if ply.before:
        yield "a row that goes before the push"
    if len(ply.after) > 1:
        yield "more than one row"
    removals = ply.turn.after if ply.turn else ()
    if any(removal.gipfs | removal.captured_gipfs | removal.left for removal in removals):
        yield "which GIPF-pieces go"
    elif len(removals) == 1 and ply.pushed and len(ply.pushed.removals(ply.mover)) > 1:
        yield "which of two rows goes"


def _word(ply: Ply) -> str:
    if ply.unreadable is not None or not ply.push or not ply.path:
        return (ply.unreadable or "").replace(" ", "")
    spot, gipf = ply.push.spot, ply.push.gipf
    occupied = ply.run if ply.turn else ply.written.push and ply.written.push.dot
    if occupied:
        spot = f"{ply.path.dot}{'*' * (ply.path is not _paths(ply.path.dot)[0])}"
    return f"{'G' * gipf}{spot}{'X' * bool(ply.after)}"
