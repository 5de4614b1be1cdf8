"""Finds games that are there twice: turn by turn, up to symmetry, as a beginning, or in where they end.

A game is compared by its positions, each packed exactly. The boards of one image after another make a string of bytes,
in the tournament with who may enter GIPF-pieces after each; the least of the twelve strings is the game's form, the
same for all images of a game and for no other game. The form of a beginning is the beginning of the form, so that
sorting brings together what belongs together. Turns that lead from one position to the same position are the same turn.
Nothing is decided by a hash.
"""

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from gipfkit.analysis.copies import Facts, agree, facts_of, grouped, lost_of, merged
from gipfkit.analysis.copies import Group as Copies
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
    BEGINNING: "the first game is the beginning of all the others, as it is or turned or mirrored",
    ENDING: "the games end in the same position, or an image of it, by different ways",
}
_HEAD_BYTES = 4
# Games that go on from one, to be looked at before it is left out.
_MOST_LONGER = 1000


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


COPY = "copy"


class LeftOutGame(NamedTuple):
    """A game left out: the one kept in its place, whether as a ``copy`` or a ``beginning``, and what only it held."""

    game: int
    kept: int
    kind: str
    lost: Sequence[str]


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
            f"games (id INTEGER PRIMARY KEY, {', '.join(COLUMNS)}, line, notation, record BLOB, fullness INTEGER, "
            "facts TEXT)",
        ):
            self._connection.execute(f"CREATE TABLE {table}")

    def close(self) -> None:
        """Let the games go."""
        self._connection.close()

    def add(self, played: Replay, row: Row) -> bool:
        """Add a game with its row of the game table; say whether it can be compared (see ``form_of``)."""
        self._games += 1
        record = played.record
        packed, facts = (pack(record), storable(json.dumps(facts_of(record, row)))) if self._whole else (None, None)
        kept = (storable(row[name]) for name in COLUMNS)
        values = (self._games, *kept, record.line, record.notation, packed, fullness(record), facts)
        self._connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
        form = form_of(played)
        if form is not None:
            self._connection.execute("INSERT INTO forms VALUES (?, ?, ?, ?, ?)", (*form, self._games))
        return form is not None

    def row(self, game: int) -> Row:
        """Give what is kept of a game's row."""
        found = self._connection.execute(f"SELECT {', '.join(COLUMNS)} FROM games WHERE id = ?", (game,)).fetchone()
        return dict(zip(COLUMNS, found, strict=True))

    def unique(self, *, drop_beginnings: bool = False) -> Iterator[Record]:
        """Yield the records, one for those that are one game: the same turn by turn, turned or not, denied by no tag.

        That is the fullest, in the place of the first, with what the others say besides. Games that can't be compared
        are all there. ``drop_beginnings`` leaves out games that go on in another as well. ``left_out`` names the rest.
        """
        self._connection.execute("CREATE TEMP TABLE instead (game INTEGER PRIMARY KEY, kept INTEGER, record BLOB)")
        self._connection.execute("CREATE TEMP TABLE left_out (game INTEGER PRIMARY KEY, kept INTEGER, kind, lost)")
        for games in self._same():
            for group in grouped((game, self._facts(game)) for game in games):
                if len(group.members) > 1:
                    self._leave_copies_out(group)
        if drop_beginnings:
            self._leave_beginnings_out()
        query = (
            "SELECT ifnull(i.record, k.record), k.source, k.game, k.line, k.notation FROM games g "
            "LEFT JOIN instead i ON i.game = g.id "
            "JOIN games k ON k.id = CASE WHEN i.game IS NULL THEN g.id ELSE i.kept END ORDER BY g.id"
        )
        for packed, source, number, line, notation in self._connection.execute(query):
            yield unpack(packed, source or "", number, line, notation)

    def left_out(self) -> Iterator[LeftOutGame]:
        """Yield the games that ``unique`` left out, each with the one that stands for it."""
        for game, kept, kind, lost in self._connection.execute("SELECT * FROM temp.left_out ORDER BY game"):
            yield LeftOutGame(game, kept, kind, json.loads(lost))

    def _leave_copies_out(self, group: Copies) -> None:
        """Keep the fullest game of a group of copies, with the tags of all of them."""
        games = group.members
        kept = min((-self._fullness(game), game) for game in games)[1]
        record = self.record(kept)
        whole = merged(record, (self.record(game) for game in games if game != kept))
        rows = [(game, None, None) for game in games[1:]]
        values = [(games[0], kept, None if whole is record else pack(whole)), *rows]
        self._connection.executemany("INSERT INTO instead VALUES (?, ?, ?)", values)
        self._connection.execute("UPDATE games SET facts = ? WHERE id = ?", (json.dumps(group.facts), kept))
        for game in games:
            if game != kept:
                lost = json.dumps(lost_of(self.record(game), record))
                self._connection.execute("INSERT INTO left_out VALUES (?, ?, ?, ?)", (game, kept, COPY, lost))

    def _leave_beginnings_out(self) -> None:
        """Leave out games that go on in one other, or that say nothing which another doesn't that goes on from them.

        From the longest to the shortest, so that none is left out for one that is left out itself.
        """
        facts: dict[int, Facts] = {}
        for game, longer in self._going_on():
            mine = self._facts(game)
            fitting = [k for k in longer if _goes_on(mine, facts.setdefault(k, self._facts(k)))]
            telling = [k for k in fitting if not mine.keys() - facts[k].keys()]
            if telling or len(fitting) == 1:
                kept = (telling or fitting)[0]
                facts[kept] = {**mine, **facts[kept]}
                self._leave_beginning_out(game, kept)

    def _going_on(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the games kept so far that others go on from, the longest first, with those of them that are kept."""
        execute = self._connection.execute
        execute("CREATE INDEX IF NOT EXISTS forms_by_form ON forms(form, game)")
        execute("CREATE INDEX IF NOT EXISTS forms_by_game ON forms(game)")
        kept = "NOT EXISTS (SELECT 1 FROM temp.left_out l WHERE l.game = forms.game)"
        longest = execute(f"SELECT game FROM forms WHERE {kept} ORDER BY length(form) DESC, game").fetchall()
        for (game,) in longest:
            (form,) = execute("SELECT form FROM forms WHERE game = ?", (game,)).fetchone()
            query = f"SELECT game FROM forms WHERE form > ? AND form < ? AND {kept} ORDER BY game LIMIT {_MOST_LONGER}"
            longer = [number for (number,) in execute(query, (form, _behind(form)))]
            if longer:
                yield game, longer

    def _leave_beginning_out(self, game: int, kept: int) -> None:
        """Leave a game out for one that goes on from it, which gets its tags."""
        execute = self._connection.execute
        record, short = self._merged_record(kept), self._merged_record(game)
        whole = merged(record, [short])
        place = execute("SELECT game FROM temp.instead WHERE kept = ?", (kept,)).fetchone() or (kept,)
        if whole is not record:
            execute("INSERT OR REPLACE INTO instead VALUES (?, ?, ?)", (*place, kept, pack(whole)))
        own = execute("SELECT game FROM temp.instead WHERE kept = ?", (game,)).fetchone() or (game,)
        execute("INSERT OR REPLACE INTO instead VALUES (?, NULL, NULL)", own)
        lost = json.dumps(lost_of(short, record))
        execute("INSERT INTO left_out VALUES (?, ?, ?, ?)", (game, kept, BEGINNING, lost))

    def _merged_record(self, game: int) -> Record:
        """Give a game's record with the tags of its copies."""
        query = (
            "SELECT i.record, source, g.game, line, notation FROM temp.instead i JOIN games g ON g.id = i.kept "
            "WHERE i.kept = ? AND i.record IS NOT NULL"
        )
        found = self._connection.execute(query, (game,)).fetchone()
        if found is None:
            return self.record(game)
        packed, source, number, line, notation = found
        return unpack(packed, source or "", number, line, notation)

    def record(self, game: int) -> Record:
        """Give a game's record, as it was added."""
        query = "SELECT record, source, game, line, notation FROM games WHERE id = ?"
        packed, source, number, line, notation = self._connection.execute(query, (game,)).fetchone()
        return unpack(packed, source or "", number, line, notation)

    def _facts(self, game: int) -> Facts:
        facts: Facts = json.loads(
            self._connection.execute("SELECT facts FROM games WHERE id = ?", (game,)).fetchone()[0]
        )
        return facts

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

        All games of a group are in it. A game that others go on from has a group of its own, with all of those.
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
        """Yield games with the same form: with one symmetry to it, or all of them where there are several."""
        found = []
        for _, rows in groupby(self._sorted(), key=lambda row: row[0]):
            games = [(game, symmetry) for _, symmetry, game in rows]
            by_symmetry: dict[int, list[int]] = {}
            for game, symmetry in games:
                by_symmetry.setdefault(symmetry, []).append(game)
            if kind == IDENTICAL:
                found += [Group(kind, [Member(game, 0) for game in g]) for g in by_symmetry.values() if len(g) > 1]
            elif len(by_symmetry) > 1:
                found.append(Group(kind, _seen_from_first(games)))
        yield from sorted(found, key=lambda group: group.members[0].game)

    def _beginnings(self) -> Iterator[Group]:
        self._connection.execute("CREATE INDEX IF NOT EXISTS forms_by_form ON forms(form, game)")
        # Forms that go on from one stand behind it, and before all others.
        going_on = "SELECT game, symmetry FROM forms WHERE form > ? AND form < ? ORDER BY game"
        query = "SELECT form, symmetry, game FROM forms ORDER BY game"
        for form, symmetry, game in self._connection.execute(query):
            longer = self._connection.execute(going_on, (form, _behind(form))).fetchall()
            if longer:
                yield Group(BEGINNING, _seen_from_first([(game, symmetry), *longer]))

    def _endings(self) -> Iterator[Group]:
        query = (
            "SELECT last, last_symmetry, game FROM forms WHERE last IN "
            "(SELECT last FROM forms GROUP BY last HAVING count(DISTINCT form) > 1) ORDER BY last, game"
        )
        found = [
            Group(ENDING, _seen_from_first([(game, symmetry) for _, symmetry, game in rows]))
            for _, rows in groupby(self._connection.execute(query), key=lambda row: row[0])
        ]
        yield from sorted(found, key=lambda group: group.members[0].game)

    def _sorted(self) -> Iterator[tuple[bytes, int, int]]:
        return self._connection.execute("SELECT form, symmetry, game FROM forms ORDER BY form, game")


def _goes_on(short: Facts, longer: Facts) -> bool:
    """Say whether a game can be the rest of another: it has the result where one is stated."""
    return agree(short, longer) and ("Result" in longer or "Result" not in short)


def _behind(form: bytes) -> bytes:
    """Give the least text that is behind all that begin with one."""
    cut = form.rstrip(b"\xff")
    return cut[:-1] + bytes([cut[-1] + 1])


def fullness(record: Record) -> int:
    """Say how much a record tells beside its turns: tags that say something, the result, turns with something added."""
    tags = {name: value for name, value in record.tags if value.strip("?. *")}
    settled = record.resigned or record.result not in (None, OPEN)
    return len(tags) + (settled and "Result" not in tags) + len(record.main.annotations)


def _seen_from_first(games: Sequence[tuple[int, int]]) -> list[Member]:
    """Turn symmetries that lead to what games share into those that lead from the first game's board to each."""
    to_shared = games[0][1]
    return [Member(game, composed(to_shared, inverse(symmetry))) for game, symmetry in games]
