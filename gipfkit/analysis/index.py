"""An index of games in one SQLite file: games, players, records, and every position by its exact canonical key.

Tables: ``settings``, ``files`` (``path`` as it was given, ``absolute`` with links resolved, ``place`` their order),
``games`` (the columns of the game table beside a number, the file and whether the game comes back to a position,
colours exchanged or not, and the players' names as they are compared, see ``players``), ``records`` (each game whole,
see ``stored_record``), ``findings`` (what concerns a file as a whole, as JSON; ``before`` is the number of the game
that came next; ``of_folder`` those of the folder of the file), ``positions``, and the views ``spellings`` (games as
White and as Black by every way of writing a name) and ``players`` (by the one most frequent). A position's ``id`` is
the game's number << 20 | the turns before it, so that the position after it in the game is ``id + 1``; ``key`` is
``packing.canonical_key``; ``image`` the symmetry that leads from the game's own board to the key's. The rest says what
the turn that led there took off: ``removed`` counts the rows before and after its push (before * 16 + after),
``largest`` is the most pieces of both sides that went with one row, ``captures`` and ``gipf_captures`` count what was
taken from the opponent.
"""

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gipfkit.analysis.columns import CHOICE, COLUMNS, GAME, REAL, TEXT
from gipfkit.analysis.entries import ENTRY, Entry, entries
from gipfkit.analysis.game_table import Row, game_row
from gipfkit.analysis.index_file import APPLICATION_ID, NoIndex, connected, is_index, unusable
from gipfkit.analysis.players import player_key
from gipfkit.analysis.stored_record import finding_of, finding_text, pack, unpack
from gipfkit.findings import Finding
from gipfkit.gipf.packing import comes_back
from gipfkit.record import Record
from gipfkit.replay import Replay

VERSION = 3
TURN_BITS = 20
TURN_MASK = (1 << TURN_BITS) - 1
# After every game.
_LAST = 1 << 62

_SQL_TYPES = {TEXT: "TEXT", CHOICE: "TEXT", REAL: "REAL"}
_GAME_COLUMNS = tuple(column.name for column in COLUMNS[GAME])
SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE files (
    id INTEGER PRIMARY KEY, path TEXT UNIQUE, absolute TEXT, place INTEGER, size INTEGER, modified INTEGER, sha256 BLOB
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, file INTEGER REFERENCES files(id), line INTEGER, notation TEXT, comes_back INTEGER,
    white_key TEXT, black_key TEXT,
    {", ".join(f"{column.name} {_SQL_TYPES.get(column.dtype, 'INTEGER')}" for column in COLUMNS[GAME])}
);
CREATE TABLE records (game INTEGER PRIMARY KEY REFERENCES games(id), record BLOB);
CREATE TABLE findings (
    id INTEGER PRIMARY KEY, file INTEGER REFERENCES files(id), before INTEGER, finding TEXT, of_folder INTEGER DEFAULT 0
);
CREATE INDEX findings_by_file ON findings(file);
CREATE TABLE positions (
    id INTEGER PRIMARY KEY, key BLOB, image INTEGER, removed INTEGER, largest INTEGER, captures INTEGER,
    gipf_captures INTEGER,
    game INTEGER GENERATED ALWAYS AS (id >> {TURN_BITS}) VIRTUAL,
    turn INTEGER GENERATED ALWAYS AS (id & {TURN_MASK}) VIRTUAL
);
CREATE VIEW spellings AS
    SELECT key, name, count(white) AS white, count(black) AS black, min(game) AS first FROM (
        SELECT white_key AS key, white AS name, id AS white, NULL AS black, id AS game FROM games
        UNION ALL SELECT black_key, black, NULL, id, id FROM games
    ) WHERE key IS NOT NULL GROUP BY key, name;
CREATE VIEW players AS
    SELECT max(CASE WHEN place = 1 THEN name END) AS player, sum(white) AS white, sum(black) AS black FROM (
        SELECT *, row_number() OVER (PARTITION BY key ORDER BY white + black DESC, first) AS place FROM spellings
    ) GROUP BY key;
"""
BY_FILE = "CREATE INDEX games_by_file ON games(file)"
BY_KEY = "CREATE INDEX positions_by_key ON positions(key)"
_MAPPED = 1 << 30


# The place of a file on the disk, or the name of one that is gone.
FileKey = tuple[int, int] | str | bytes


class Index:
    """An open index, ``path`` its file if it has one. Close it, or use it in a ``with`` statement."""

    def __init__(self, connection: sqlite3.Connection, path: str = ""):
        self.connection, self.path = connection, path
        self._next_game = (connection.execute("SELECT max(id) FROM games").fetchone()[0] or 0) + 1

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Index":
        """Open an index to read it; ``NoIndex`` says why it can't be."""
        if not is_index(path):
            raise NoIndex(f"{path} is no index of gipfkit: make one with gipfkit index PATHS -o {path}")
        connection = connected(path)
        try:
            if not is_current(connection):
                raise NoIndex(f"{path} was made by another version of gipfkit: make it anew with gipfkit index PATHS")
            # One state of the file for all that is asked, whoever writes meanwhile.
            connection.execute("BEGIN")
            # Mapped into memory: a position asked for is on pages all over the file.
            connection.execute(f"PRAGMA mmap_size = {_MAPPED}")
            connection.execute("PRAGMA query_only = ON")
            return cls(connection, os.fspath(path))
        except sqlite3.DatabaseError as error:
            connection.close()
            raise unusable(path, error) from error
        except NoIndex:
            connection.close()
            raise

    @classmethod
    def temporary(cls) -> "Index":
        """Make an empty index that is gone when it is closed; what memory can't hold goes to a temporary file."""
        connection = sqlite3.connect("", isolation_level=None)
        connection.executescript(SCHEMA)
        connection.execute(BY_KEY)
        connection.execute("BEGIN")
        return cls(connection)

    def __enter__(self) -> "Index":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def add(
        self,
        played: Replay,
        row: Row | None = None,
        *,
        file: int | None = None,
        whole: bool = True,
    ) -> int:
        """Add a game; give its number. ``row`` is its row of the game table.

        Without ``whole`` the record isn't kept, which takes longer than all the rest.
        """
        number, record = self._next_game, played.record
        self._next_game += 1
        row = row or game_row(played)
        kept = list(entries(played))
        keys_of_players = (row[side] and storable(player_key(row[side])) for side in ("white", "black"))
        facts = number, file, record.line, record.notation, comes_back([entry.key for entry in kept])
        values = [*facts, *keys_of_players, *(storable(row[name]) for name in _GAME_COLUMNS)]
        self.connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(values))})", values)
        if whole:
            self.connection.execute("INSERT INTO records VALUES (?, ?)", (number, pack(record)))
        first = number << TURN_BITS
        keys = ((first + k, *entry) for k, entry in enumerate(kept))
        self.connection.executemany(
            "INSERT INTO positions (id, key, image, removed, largest, captures, gipf_captures) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            keys,
        )
        return number

    def add_finding(self, finding: Finding, file: int) -> None:
        """Add what concerns a file as a whole, at its place among the games."""
        values = (file, self._next_game, finding_text(finding))
        self.connection.execute("INSERT INTO findings (file, before, finding) VALUES (?, ?, ?)", values)

    def add_folder_finding(self, finding: Finding, file: str | bytes | None) -> None:
        """Add what concerns a folder, behind the games of its last file, if it has one."""
        values = (file, _LAST, finding_text(finding))
        query = "INSERT INTO findings (file, before, finding, of_folder)"
        self.connection.execute(f"{query} VALUES ((SELECT id FROM files WHERE path = ?), ?, ?, 1)", values)

    def rows(self, games: Iterable[int] | None = None) -> Iterator[tuple[int, Row]]:
        """Yield number and row of the game table of all games, in the order of their files, or of some as given."""
        query = f"SELECT id, {', '.join(_GAME_COLUMNS)} FROM games"
        if games is None:
            for item in self.items():
                if not isinstance(item, Finding):
                    yield item
            return
        for game in games:
            found = self.connection.execute(f"{query} WHERE id = ?", (game,)).fetchone()
            if found is not None:
                yield _numbered_row(found)

    def items(self) -> Iterator[tuple[int, Row] | Finding]:
        """Yield number and row of every game, and what concerns a file as a whole, in the order of reading."""
        files = [None, *(number for (number,) in self.connection.execute("SELECT id FROM files ORDER BY place"))]
        query = f"SELECT id, {', '.join(_GAME_COLUMNS)} FROM games WHERE file IS ? ORDER BY id"
        for file in files:
            waiting = list(
                self.connection.execute(
                    "SELECT before, finding FROM findings WHERE file IS ? ORDER BY id DESC", (file,)
                )
            )
            for values in self.connection.execute(query, (file,)):
                while waiting and waiting[-1][0] <= values[0]:
                    yield _said(waiting.pop()[1])
                yield _numbered_row(values)
            for _, text in reversed(waiting):
                yield _said(text)

    def files(self) -> Iterator[tuple[int, FileKey]]:
        """Yield each file's number, and what is the same for the same file: its place on the disk, or its name."""
        for number, name in self.connection.execute("SELECT id, absolute FROM files ORDER BY place"):
            try:
                about = os.stat(name)  # noqa: PTH116 (a name may be bytes)
            except (OSError, ValueError):
                yield number, name
            else:
                yield number, (about.st_dev, about.st_ino)

    def leave_out(self, files: Iterable[int]) -> None:
        """Hide some files with their games, findings and records from whatever is asked from now on."""
        execute = self.connection.execute
        execute("PRAGMA query_only = OFF")
        execute("CREATE TEMP TABLE left_out (file INTEGER PRIMARY KEY)")
        self.connection.executemany("INSERT INTO left_out VALUES (?)", ((file,) for file in files))
        # A view of the same name stands before the table in every query.
        for table, column in (("files", "id"), ("games", "file"), ("findings", "file")):
            kept = f"{column} IS NULL OR {column} NOT IN (SELECT file FROM temp.left_out)"
            execute(f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE {kept}")
        execute("PRAGMA query_only = ON")

    def file_findings(self, file: int | None = None) -> list[Finding]:
        """Give what concerns a file as a whole, or all files in their order."""
        query = "SELECT finding FROM findings LEFT JOIN files ON files.id = findings.file ORDER BY place, findings.id"
        if file is not None:
            query = "SELECT finding FROM findings WHERE file = ? ORDER BY id"
        return [_said(text) for (text,) in self.connection.execute(query, () if file is None else (file,))]

    def record(self, game: int) -> Record:
        """Give a game's record."""
        query = (
            "SELECT record, source, games.game, line, notation FROM games JOIN records ON games.id = records.game "
            "WHERE games.id = ?"
        )
        found = self.connection.execute(query, (game,)).fetchone()
        try:
            packed, source, number, line, notation = found
            return unpack(packed, source or "", number, line, notation)
        except (TypeError, ValueError, zlib.error) as error:
            raise sqlite3.DatabaseError(f"the record of game {game} can't be unpacked") from error

    def label(self, game: int) -> tuple[str, int]:
        """Give source and number in it of a game."""
        query = "SELECT ifnull(source, ''), game FROM games WHERE id = ?"
        label: tuple[str, int] = self.connection.execute(query, (game,)).fetchone()
        return label

    def entries(self, game: int) -> list[Entry]:
        """Give a game's positions, the start first."""
        span = (game << TURN_BITS, (game + 1 << TURN_BITS) - 1)
        query = f"SELECT {ENTRY} FROM positions p WHERE id BETWEEN ? AND ? ORDER BY id"
        return [Entry(*values) for values in self.connection.execute(query, span)]

    @property
    def reading(self) -> str:
        """How the games were read, as ``indexing.Reading`` writes it; empty where nothing tells."""
        found = self.connection.execute("SELECT value FROM settings WHERE name = 'reading'").fetchone()
        return found[0] if found else ""

    def is_in_order(self) -> bool:
        """Say whether the games are numbered in the order of their files: an update gives new games new numbers."""
        query = "SELECT min(games.id) FROM games JOIN files ON files.id = file GROUP BY file ORDER BY place"
        firsts = [number for (number,) in self.connection.execute(query)]
        return firsts == sorted(firsts)

    @property
    def games(self) -> int:
        """The number of games."""
        count: int = self.connection.execute("SELECT count(*) FROM games").fetchone()[0]
        return count


def is_current(connection: sqlite3.Connection) -> bool:
    """Say whether this version of gipfkit made the tables, and made them as they are now."""
    if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        return False
    tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'settings'").fetchone()[0]
    found = connection.execute("SELECT value FROM settings WHERE name = 'schema'").fetchone() if tables else None
    return found == (SCHEMA,)


def _said(text: str) -> Finding:
    try:
        return finding_of(text)
    except (TypeError, ValueError) as error:
        raise sqlite3.DatabaseError("a finding can't be read") from error


# The types of a game's row, as met before: few, so that a row costs one look.
_met: set[tuple[type, ...]] = set()
_PYTHON_TYPES = {"TEXT": str, "REAL": float}
# What every game has.
_NEVER_EMPTY = {"game", "turns", "result", "findings", "ok"}


def _checked(values: Sequence[Any]) -> None:
    """Raise an error of the database for a row with values of other types than were stored."""
    types = tuple(map(type, values))
    if types not in _met:
        for column, found in zip(COLUMNS[GAME], types[1:], strict=True):
            stored = _PYTHON_TYPES.get(_SQL_TYPES.get(column.dtype, ""), int)
            if found is not stored and (found is not type(None) or column.name in _NEVER_EMPTY):
                raise sqlite3.DatabaseError(f"{column.name} of game {values[0]} can't be read")
        _met.add(types)


def _numbered_row(values: Sequence[Any]) -> tuple[int, Row]:
    _checked(values)
    row = dict(zip(_GAME_COLUMNS, values[1:], strict=True))
    row["ok"] = bool(row["ok"])
    return values[0], row


def storable(value: Any) -> Any:
    """Give a value that SQLite can keep: half a surrogate pair is written out, as it is on the terminal."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()
    return value
