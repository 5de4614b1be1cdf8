"""An index of games in one SQLite file: games, players, records, and every position by its exact canonical key.

Tables: ``settings``, ``files``, ``games`` (the columns of the game table beside a number and the file), ``records``
(each game whole, as a zlib-packed line of jsonl) and ``positions``. A position's ``id`` is the game's number << 20 |
the turns before it, so that the position after it in the game is ``id + 1``; ``key`` is ``packing.canonical_key``;
``image`` the symmetry that leads from the game's own board to the key's. ``removed`` counts the rows that the turn
before it took off before and after its push: before * 16 + after.
"""

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gipfkit.analysis.columns import CHOICE, COLUMNS, GAME, REAL, TEXT
from gipfkit.analysis.game_table import Row, game_row, played_states
from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.packing import MOST_PIECES, boards, key_of
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations import jsonl
from gipfkit.record import Record
from gipfkit.replay import Replay

APPLICATION_ID, VERSION = 0x47504642, 1  # "GPFB"
TURN_BITS = 20
MOST_TURNS = (1 << TURN_BITS) - 1
SUFFIX = ".gipfdb"
_MAGIC = b"SQLite format 3\0"
_ID_OFFSET = 68

_SQL_TYPES = {TEXT: "TEXT", CHOICE: "TEXT", REAL: "REAL"}
_GAME_COLUMNS = tuple(column.name for column in COLUMNS[GAME])
SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT UNIQUE, size INTEGER, modified INTEGER, sha256 BLOB);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, file INTEGER REFERENCES files(id), line INTEGER, notation TEXT,
    {", ".join(f"{column.name} {_SQL_TYPES.get(column.dtype, 'INTEGER')}" for column in COLUMNS[GAME])}
);
CREATE TABLE records (game INTEGER PRIMARY KEY REFERENCES games(id), record BLOB);
CREATE TABLE positions (
    id INTEGER PRIMARY KEY, key BLOB, image INTEGER, removed INTEGER,
    game INTEGER GENERATED ALWAYS AS (id >> {TURN_BITS}) VIRTUAL,
    turn INTEGER GENERATED ALWAYS AS (id & {MOST_TURNS}) VIRTUAL
);
"""
BY_FILE = "CREATE INDEX games_by_file ON games(file)"
BY_KEY = "CREATE INDEX positions_by_key ON positions(key)"


class NoIndex(Exception):  # noqa: N818 (says what the file is)
    """A file that is no index, or one that can't be used; the message says what to do."""


def is_index(path: str | os.PathLike[str]) -> bool:
    """Say whether a file is an index of gipfkit."""
    try:
        with Path(path).open("rb") as stream:
            head = stream.read(_ID_OFFSET + 4)
    except (OSError, ValueError):
        return False
    return head.startswith(_MAGIC) and head[_ID_OFFSET:] == APPLICATION_ID.to_bytes(4, "big")


class Index:
    """An open index. Close it, or use it in a ``with`` statement."""

    def __init__(self, connection: sqlite3.Connection):
        self.connection = connection
        self._next_game = (connection.execute("SELECT max(id) FROM games").fetchone()[0] or 0) + 1

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Index":
        """Open an index to read it; ``NoIndex`` says why it can't be."""
        if not is_index(path):
            raise NoIndex(f"{path} is no index of gipfkit: make one with gipfkit index PATHS -o {path}")
        connection = connected(path)
        connection.execute("PRAGMA query_only = ON")
        return cls(connection)

    @classmethod
    def temporary(cls) -> "Index":
        """Make an empty index that is gone when it is closed; what memory can't hold goes to a temporary file."""
        connection = sqlite3.connect("", isolation_level=None)
        connection.executescript(SCHEMA)
        connection.execute(BY_KEY)
        return cls(connection)

    def __enter__(self) -> "Index":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def add(self, played: Replay, row: Row | None = None, *, file: int | None = None, turns: int = MOST_TURNS) -> int:
        """Add a game with its first ``turns`` turns; give its number. ``row`` is its row of the game table."""
        number, record = self._next_game, played.record
        self._next_game += 1
        row = row or game_row(played)
        values = [number, file, record.line, record.notation, *(row[name] for name in _GAME_COLUMNS)]
        self.connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
        packed = zlib.compress(jsonl.write(record)[0].encode("utf-8", "surrogatepass"))
        self.connection.execute("INSERT INTO records VALUES (?, ?)", (number, packed))
        first = number << TURN_BITS
        keys = ((first + k, *entry) for k, entry in enumerate(keys_of(played, turns)))
        self.connection.executemany("INSERT INTO positions (id, key, image, removed) VALUES (?, ?, ?, ?)", keys)
        return number

    def rows(self, games: Iterable[int] | None = None) -> Iterator[tuple[int, Row]]:
        """Yield number and row of the game table of all games, or of some."""
        query = f"SELECT id, {', '.join(_GAME_COLUMNS)} FROM games"
        if games is None:
            found: Iterable[Sequence[Any]] = self.connection.execute(f"{query} ORDER BY id")
        else:
            chosen = (self.connection.execute(f"{query} WHERE id = ?", (game,)).fetchone() for game in games)
            found = (row for row in chosen if row is not None)
        for number, *values in found:
            row = dict(zip(_GAME_COLUMNS, values, strict=True))
            yield number, row | {"ok": bool(row["ok"])}

    def record(self, game: int) -> Record:
        """Give a game's record."""
        query = (
            "SELECT source, games.game, line, notation, record FROM games JOIN records ON games.id = records.game "
            "WHERE games.id = ?"
        )
        source, number, line, notation, packed = self.connection.execute(query, (game,)).fetchone()
        (record,) = jsonl.read([zlib.decompress(packed).decode("utf-8", "surrogatepass")])
        assert isinstance(record, Record)
        return replace(record, source=source or "", number=number, line=line, notation=notation, findings=())

    @property
    def games(self) -> int:
        """The number of games."""
        count: int = self.connection.execute("SELECT count(*) FROM games").fetchone()[0]
        return count


def keys_of(played: Replay, turns: int = MOST_TURNS) -> Iterator[tuple[bytes, int, int]]:
    """Yield canonical key, image and removed rows (before * 16 + after) of each position of a game, the start first.

    A position that no key holds (a stated start with more than 31 pieces in reserve) ends the list.
    """
    walk = played.walk
    if walk is None:
        return
    start = walk.start
    variant, mover = tuple(VARIANTS).index(start.variant.name), start.to_move
    if max(start.total(WHITE), start.total(BLACK)) > MOST_PIECES:
        return
    images = boards(start.white, start.black, start.gipfs)
    least = min(images)
    yield key_of(variant, mover, start.entry, (*start.reserves, *start.captured), least), images.index(least), 0
    for k, state in enumerate(played_states(walk)[:turns]):
        own, other, gipfs, reserve, others_reserve, lost, others_lost, entry, others_entry = state
        if (mover + k) % 2:
            images = boards(other, own, gipfs)
            entries, counts = (others_entry, entry), (others_reserve, reserve, others_lost, lost)
        else:
            images = boards(own, other, gipfs)
            entries, counts = (entry, others_entry), (reserve, others_reserve, lost, others_lost)
        least = min(images)
        removed = _removed(played, k)
        yield key_of(variant, (mover + k + 1) % 2, entries, counts, least), images.index(least), removed


def _removed(played: Replay, k: int) -> int:
    walk = played.walk
    assert walk is not None
    judged = walk.chosen.get(k + 1) if walk.options else None
    turn = judged[0].reading.turn if judged else walk.written[k]
    return min(len(turn.before), 15) * 16 + min(len(turn.after), 15)


def connected(path: str | os.PathLike[str]) -> sqlite3.Connection:
    """Open a file; to write where that is allowed, as what a killed run has left must be rolled back first."""
    quoted = Path(path).absolute().as_uri()
    try:
        connection = sqlite3.connect(f"{quoted}?mode=rwc", uri=True, isolation_level=None, timeout=2)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        try:
            connection = sqlite3.connect(f"{quoted}?mode=ro", uri=True, isolation_level=None, timeout=2)
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            raise NoIndex(f"{path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise NoIndex(f"{path} is damaged: {error}; make it anew") from error
    return connection
