"""OpenXum's moves (spec: notations section 5).

A push is two moves: a piece put on a dot (``Pp``), then pushed from the dot over the first spot (``pp``). ``PP`` puts a
side's first piece, here taken for the GIPF-piece that tournament asks for; no other move names a GIPF-piece. Rows go
after the push (``RR``) or before it (``Rr``); the points behind are taken for all that goes. Not known: what separates
moves (blanks, semicolons and commas are read, blanks written), and whether the points of a row are these.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gipfkit.findings import Finding
from gipfkit.gipf.board import BIT, BLACK, DOTS, WHITE, Colour, path_through
from gipfkit.gipf.variant import TOURNAMENT
from gipfkit.notations.blocks import Word, blocks
from gipfkit.notations.building import Game, Moves, records, stray
from gipfkit.notations.losses import losses, lost_result, no_game, not_expressed
from gipfkit.notations.playing import Ply, plies
from gipfkit.record import Record, WrittenPiece, WrittenPush

_TOKEN = re.compile(r"(PP|Pp|pp|RR|Rr)([WB])((?:[A-I][1-9])++)")
_COUNTS = {"PP": 1, "Pp": 1, "pp": 2}
_HINT = "moves are PPWB2, PpWE1 and ppWE1E2 together, RRWB2C2D2E2 or RrWB2C2D2E2"
_COLUMNS = "abcdefghi"


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text, a blank line between them.

    >>> [turn.push for turn in next(read(["PPWB2;PpBF2;ppBF2F3"])).turns][1]
    WrittenPush(dot='f1', spot='f2', gipf=False)
    """
    return records(_games(lines), "openxum", source)


def _games(lines: Iterable[str]) -> Iterator[Game | Finding]:
    for words in blocks(lines, r"\s;,"):
        if not any(move(word.text) for word in words):
            yield stray(words[0])
            continue
        yield _Reader(Game(words[0].place.line)).read(words)


def move(text: str) -> tuple[str, Colour, list[str]] | None:
    """Read a move: its kind, its side and its points under their official names; None where it is none."""
    found = _TOKEN.fullmatch(text) if len(text) < 200 else None
    if found is None:
        return None
    points = [official_point(found[3][k : k + 2]) for k in range(0, len(found[3]), 2)]
    if len(points) != _COUNTS.get(found[1], len(points)):
        return None
    return found[1], BLACK if found[2] == "B" else WHITE, points


def official_point(point: str) -> str:
    """Give a point's official name: right of column e OpenXum's numbers grow by one a column.

    >>> official_point("E1"), official_point("F3"), official_point("I9")
    ('e1', 'f2', 'i5')
    """
    column = _COLUMNS.index(point[0].lower())
    return f"{_COLUMNS[column]}{int(point[1]) - max(0, column - 4)}"


def openxum_point(name: str) -> str:
    """Give OpenXum's name of a point."""
    column = _COLUMNS.index(name[0])
    return f"{name[0].upper()}{int(name[1]) + max(0, column - 4)}"


@dataclass(slots=True)
class _Reader:
    game: Game
    put: tuple[Colour, str, Word] | None = None

    def read(self, words: list[Word]) -> Game:
        moves = Moves(self.game)
        for word in words:
            read_move = move(word.text)
            if read_move is None or not self._take(moves, word, *read_move):
                self._unreadable(moves, word, removal=word.text.startswith("R"))
        if self.put:
            self._unreadable(moves, self.put[2], removal=False)
        moves.finish()
        return self.game

    def _unreadable(self, moves: Moves, word: Word, *, removal: bool) -> None:
        text, place = word
        if self.put and self.put[2] is not word:
            text, place = f"{self.put[2].text} {text}", self.put[2].place
        self.put = None
        moves.unreadable(text, place, "no move of OpenXum, or not at this place", _HINT, removal=removal)

    def _take(self, moves: Moves, word: Word, kind: str, colour: Colour, points: list[str]) -> bool:
        """Take a move; False where it can't stand here."""
        if kind == "pp":
            return self._push(moves, word, colour, points)
        if self.put:
            self._unreadable(moves, self.put[2], removal=False)
        if kind == "Pp":
            self.put = colour, points[0], word
            return points[0] in DOTS
        if kind == "PP":
            if not (self.game.turns or moves.last):
                self.game.tags["Variant"] = TOURNAMENT.name
            if points[0] in BIT:
                moves.push(colour, WrittenPush(None, points[0], gipf=True), word.text, word.place)
            return points[0] in BIT
        if not all(point in BIT for point in points):
            return False
        pieces = tuple(WrittenPiece(point, None, None) for point in points)
        moves.take(colour, pieces, word.text, word.place)
        return True

    def _push(self, moves: Moves, word: Word, colour: Colour, points: list[str]) -> bool:
        dot, spot = points
        text, place = word
        if self.put:
            if self.put[:2] != (colour, dot):
                return False
            text, place = f"{self.put[2].text} {text}", self.put[2].place
        path = path_through(dot, spot)
        if path is None or path.first != spot:
            return False
        self.put = None
        moves.push(colour, WrittenPush(dot, spot), text, place)
        return True


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a game on a line of its own, a blank one behind it; findings name what it can't hold."""
    written = plies(record)
    findings = losses(record, "openxum", ("Variant",)) + lost_result(record, "openxum", written.last)
    words: list[str] = []
    entered: set[Colour] = set()
    for ply in written.plies:
        words += _words(ply, ply.mover not in entered, findings)
        entered.add(ply.mover)
    if written.start and not (written.start.variant is TOURNAMENT and words and words[0].startswith("PP")):
        findings.append(not_expressed(f"openxum holds no variant: {written.start.variant.name}"))
    if not words:
        findings.append(no_game("openxum"))
    return " ".join(words) + "\n\n", findings + written.findings


def _words(ply: Ply, first: bool, findings: list[Finding]) -> Iterator[str]:
    if ply.unreadable is not None or not ply.path or not ply.push:
        if ply.unreadable:
            yield ply.unreadable.replace(" ", "")
        yield from _rows("Rr", ply, ply.before)
        return
    colour = "WB"[ply.mover]
    yield from _rows("Rr", ply, ply.before)
    if ply.push.gipf and first and ply.push.spot == ply.path.first:
        yield f"PP{colour}{openxum_point(ply.push.spot)}"
    else:
        if ply.push.gipf:
            message = "openxum names no GIPF-piece but a side's first, put on an empty spot"
            findings.append(not_expressed(message, ply.number))
        dot, spot = openxum_point(ply.path.dot), openxum_point(ply.path.first)
        yield f"Pp{colour}{dot}"
        yield f"pp{colour}{dot}{spot}"
    yield from _rows("RR", ply, ply.after)


def _rows(kind: str, ply: Ply, rows: list[tuple[str, ...]]) -> Iterator[str]:
    for row in rows:
        yield f"{kind}{'WB'[ply.mover]}{''.join(openxum_point(spot) for spot in row)}"
