"""Finds games that are there twice: turn by turn, up to symmetry, as a beginning, or in where they end.

A game is compared by its positions, each packed exactly. The boards of one image after another make a string of bytes,
in the tournament with who may enter GIPF-pieces after each; the least of the twelve strings is the game's form, the
same for all images of a game and for no other game. The form of a beginning is the beginning of the form, so that
sorting brings together what belongs together. Turns that lead from one position to the same position are the same turn.
Nothing is decided by a hash.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from gipfkit.analysis.game_table import Row, played_states
from gipfkit.analysis.index import storable
from gipfkit.analysis.stored_record import pack, unpack
from gipfkit.ending import OPEN
from gipfkit.gipf.board import BLACK, SYMMETRIES, WHITE
from gipfkit.gipf.packing import MOST_PIECES, boards, canonical_key, key_of
from gipfkit.gipf.variant import VARIANTS
from gipfkit.hexboard import composed, inverse
from gipfkit.record import Record
from gipfkit.replay import Replay

IDENTICAL, SYMMETRIC, BEGINNING, ENDING = "identical", "symmetric", "beginning", "ending"
KINDS = {
    IDENTICAL: "all turns are the same",
    SYMMETRIC: "all turns are the same on a turned or mirrored board",
    BEGINNING: "the first game is the beginning of the others, as it is or turned or mirrored",
    ENDING: "the games end in the same position, or an image of it, by different ways",
}
_HEAD_BYTES = 4


class Form(NamedTuple):
    """A game's form, the symmetry that leads to it, and the same for its last position."""

    form: bytes
    symmetry: int
    last: bytes
    last_symmetry: int


def form_of(played: Replay) -> Form | None:
    """Give a game's form; None for a game without a turn, or with turns that can't be played or packed."""
    walk = played.as_written
    if walk is None or not walk.steps or len(walk.steps) < len(walk.written):
        return None
    start = walk.start
    if max(start.total(WHITE), start.total(BLACK)) > MOST_PIECES:
        return None
    images = [boards(start.white, start.black, start.gipfs)]
    for k, state in enumerate(played_states(walk)):
        own, other, gipfs = state[:3]
        images.append(boards(other, own, gipfs) if (start.to_move + k) % 2 else boards(own, other, gipfs))
        if start.variant.enters_gipfs:
            # The boards don't tell it where the piece entered goes with a row at once.
            images.append([bytes(state[-2:])] * len(SYMMETRIES))
    strings = [b"".join(each) for each in zip(*images, strict=True)]
    least = min(strings)
    # What isn't on the board at the start; from there on the boards tell it: what the mover has lost on the board is
    # back in reserve, what the opponent has lost is captured.
    counts = (*start.reserves, *start.captured)
    head = key_of(tuple(VARIANTS).index(start.variant.name), start.to_move, start.entry, counts, b"")
    return Form(head[:_HEAD_BYTES] + least, strings.index(least), *canonical_key(walk.last))


class Member(NamedTuple):
    """A game of a group; ``symmetry`` leads from the first game's board to this one's."""

    game: int
    symmetry: int


@dataclass(frozen=True, slots=True)
class Group:
    """Games that belong together, the first game added first; of a beginning the short game."""

    kind: str
    members: Sequence[Member]


# What is kept of a game's row in the game table.
COLUMNS = ("source", "game", "turns", "white", "black", "date", "result")


class Duplicates:
    """Games to compare, numbered from 1 as they are added; kept in a temporary file where memory can't hold them.

    ``whole`` keeps the records too, for ``unique``.
    """

    def __init__(self, *, whole: bool = False) -> None:
        self._whole, self._games = whole, 0
        self._connection = sqlite3.connect("", isolation_level=None)
        self._connection.execute("PRAGMA cache_size = -16384")
        self._connection.execute("BEGIN")
        for table in (
            "forms (form BLOB, symmetry INTEGER, last BLOB, last_symmetry INTEGER, game INTEGER)",
            f"games (id INTEGER PRIMARY KEY, {', '.join(COLUMNS)}, line, notation, record BLOB, fullness INTEGER)",
        ):
            self._connection.execute(f"CREATE TABLE {table}")

    def close(self) -> None:
        """Let the games go."""
        self._connection.close()

    def add(self, played: Replay, row: Row) -> bool:
        """Add a game with its row of the game table; say whether it can be compared (see ``form_of``)."""
        self._games += 1
        record = played.record
        packed = pack(record) if self._whole else None
        kept = (storable(row[name]) for name in COLUMNS)
        values = (self._games, *kept, record.line, record.notation, packed, fullness(record))
        self._connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
        form = form_of(played)
        if form is not None:
            self._connection.execute("INSERT INTO forms VALUES (?, ?, ?, ?, ?)", (*form, self._games))
        return form is not None

    def row(self, game: int) -> Row:
        """Give what is kept of a game's row."""
        found = self._connection.execute(f"SELECT {', '.join(COLUMNS)} FROM games WHERE id = ?", (game,)).fetchone()
        return dict(zip(COLUMNS, found, strict=True))

    def unique(self) -> Iterator[Record]:
        """Yield the records, one for those that are the same turn by turn, turned or not.

        That is the fullest, in the place of the first. Games that can't be compared are all there.
        """
        self._connection.execute("CREATE TEMP TABLE instead (game INTEGER PRIMARY KEY, kept INTEGER)")
        for games in self._same():
            ranked = [(-self._fullness(game), game) for game in games]
            kept = ((game, min(ranked)[1] if game == games[0] else None) for game in games)
            self._connection.executemany("INSERT INTO instead VALUES (?, ?)", kept)
        query = (
            "SELECT k.record, k.source, k.game, k.line, k.notation FROM games g LEFT JOIN instead i ON i.game = g.id "
            "JOIN games k ON k.id = CASE WHEN i.game IS NULL THEN g.id ELSE i.kept END ORDER BY g.id"
        )
        for packed, source, number, line, notation in self._connection.execute(query):
            yield unpack(packed, source or "", number, line, notation)

    def _fullness(self, game: int) -> int:
        found: int = self._connection.execute("SELECT fullness FROM games WHERE id = ?", (game,)).fetchone()[0]
        return found

    def _same(self) -> Iterator[list[int]]:
        """Yield the numbers of games that are the same turn by turn, turned or not; two or more."""
        for _, rows in groupby(self._sorted(), key=lambda row: row[0]):
            games = [game for _, _, game in rows]
            if len(games) > 1:
                yield games

    def groups(self, kinds: Collection[str] = tuple(KINDS)) -> Iterator[Group]:
        """Yield the groups of some kinds, kind by kind as in ``KINDS``.

        Of games that are the same turn by turn, turned or not, the first stands for all of them in beginnings and
        endings. A group of beginnings holds a game and those that go on from it with no other beginning in between.
        """
        if IDENTICAL in kinds:
            yield from self._same_turns(IDENTICAL)
        if SYMMETRIC in kinds:
            yield from self._same_turns(SYMMETRIC)
        if BEGINNING in kinds:
            yield from self._beginnings()
        if ENDING in kinds:
            yield from self._endings()

    def _same_turns(self, kind: str) -> Iterator[Group]:
        """Yield games with the same form: with one symmetry to it, or the first of each with several."""
        found = []
        for _, rows in groupby(self._sorted(), key=lambda row: row[0]):
            by_symmetry: dict[int, list[int]] = {}
            for _, symmetry, game in rows:
                by_symmetry.setdefault(symmetry, []).append(game)
            if kind == IDENTICAL:
                found += [Group(kind, [Member(game, 0) for game in g]) for g in by_symmetry.values() if len(g) > 1]
            elif len(by_symmetry) > 1:
                firsts = [(games[0], symmetry) for symmetry, games in by_symmetry.items()]
                found.append(Group(kind, _seen_from_first(firsts)))
        yield from sorted(found, key=lambda group: group.members[0].game)

    def _beginnings(self) -> Iterator[Group]:
        found: dict[int, list[tuple[int, int]]] = {}
        # The forms that the one looked at may go on from, each the beginning of the next.
        open_: list[tuple[bytes, int, int]] = []
        for form, rows in groupby(self._sorted(), key=lambda row: row[0]):
            _, symmetry, game = next(rows)
            while open_ and not form.startswith(open_[-1][0]):
                open_.pop()
            if open_:
                _, other, shorter = open_[-1]
                found.setdefault(shorter, [(shorter, other)]).append((game, symmetry))
            open_.append((form, symmetry, game))
        for shorter in sorted(found):
            first, *others = found[shorter]
            yield Group(BEGINNING, _seen_from_first([first, *sorted(others)]))

    def _endings(self) -> Iterator[Group]:
        query = (
            "SELECT last, last_symmetry, min(game) FROM forms GROUP BY last, form "
            "HAVING last IN (SELECT last FROM forms GROUP BY last HAVING count(*) > 1) ORDER BY last, 3"
        )
        found = []
        for _, rows in groupby(self._connection.execute(query), key=lambda row: row[0]):
            games = [(game, symmetry) for _, symmetry, game in rows]
            if len(games) > 1:
                found.append(Group(ENDING, _seen_from_first(games)))
        yield from sorted(found, key=lambda group: group.members[0].game)

    def _sorted(self) -> Iterator[tuple[bytes, int, int]]:
        return self._connection.execute("SELECT form, symmetry, game FROM forms ORDER BY form, game")


def fullness(record: Record) -> int:
    """Say how much a record tells beside its turns: tags that say something, the result, turns with something added."""
    tags = {name: value for name, value in record.tags if value.strip("?. *")}
    settled = record.resigned or record.result not in (None, OPEN)
    return len(tags) + (settled and "Result" not in tags) + len(record.main.annotations)


def _seen_from_first(games: Sequence[tuple[int, int]]) -> list[Member]:
    """Turn symmetries that lead to what games share into those that lead from the first game's board to each."""
    to_shared = games[0][1]
    return [Member(game, composed(to_shared, inverse(symmetry))) for game, symmetry in games]
