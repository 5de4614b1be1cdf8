"""Makes an index of games and keeps it to what the files hold."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from gipfkit.analysis.index import BY_FILE, BY_KEY, SCHEMA, TURN_BITS, VERSION, Index, NoIndex, connected, is_index
from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read
from gipfkit.replay import Replay, replay
from gipfkit.sources import File, files


@dataclass(frozen=True, slots=True)
class Reading:
    """How games are read: it decides what an index holds as much as the files do."""

    notation: str | None = None
    encoding: str | None = None
    lenient: bool = False
    variant: str | None = None

    def replays(self, path: str) -> Iterator[Replay | Finding]:
        """Yield the games of a path, replayed, and what concerns a file as a whole."""
        for item in read((path,), notation=self.notation, encoding=self.encoding):
            if isinstance(item, Finding):
                yield item
            else:
                yield replay(item, variant=VARIANTS.get(self.variant or ""), lenient=self.lenient)


_PLAIN = Reading()


@dataclass(slots=True)
class Update:
    """What an update did: numbers of files and of games, and whether a file couldn't be read."""

    files: int = 0
    read_anew: int = 0
    removed: int = 0
    games: int = 0
    failed: bool = False


def update(
    path: str | os.PathLike[str],
    paths: Sequence[str],
    how: Reading = _PLAIN,
    *,
    said: Callable[[Finding], None] = lambda _: None,
    step: Callable[[int], None] = lambda _: None,
) -> Update:
    """Bring an index to what ``paths`` hold now, in one transaction: broken off at any point it stays as it was.

    Only files whose size or time has changed are looked at, and only those whose bytes have changed are read anew. A
    new index takes its name when it is whole. ``said`` gets what concerns files as a whole, ``step`` the games added
    so far. ``NoIndex`` where ``path`` is something else or another run is writing it.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and target.stat().st_size and not is_index(target):
        raise NoIndex(f"{path} is no index of gipfkit: give another name, it is not overwritten")
    if target.exists() and target.stat().st_size:
        return _updated(target, paths, how, said, step)
    # Short, so that a long name has room, and hidden.
    made = target.with_name(f".{os.getpid():x}-gipfdb")
    try:
        done = _updated(made, paths, how, said, step)
        made.replace(target)
    finally:
        for left in (made, made.with_name(f"{made.name}-journal")):
            left.unlink(missing_ok=True)
    return done


def _updated(
    target: Path, paths: Sequence[str], how: Reading, said: Callable[[Finding], None], step: Callable[[int], None]
) -> Update:
    done = Update()
    with closing(connected(target)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            fresh = _prepared(connection, how)
            index = Index(connection)
            known = dict(connection.execute("SELECT path, id FROM files"))
            for file in _files_of(paths, done, said):
                done.files += 1
                known.pop(_name(file), None)
                _refresh(index, file, how, done, said, step)
            if not done.failed:
                done.removed = len(known)
                for number in known.values():
                    _forget(connection, number)
            if fresh:
                connection.execute(BY_FILE)
                connection.execute(BY_KEY)
            done.games = index.games
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise NoIndex(f"{target}: {error}; nothing was changed") from error
    return done


def _prepared(connection: sqlite3.Connection, how: Reading) -> bool:
    """Make the tables, or empty them where another version or another way of reading made them; say whether."""
    connection.execute("PRAGMA cache_size = -65536")
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    settings = json.dumps([how.notation, how.encoding, how.lenient, how.variant])
    if tables and connection.execute("PRAGMA user_version").fetchone()[0] == VERSION:
        made_by = connection.execute("SELECT value FROM settings WHERE name = 'reading'").fetchone()
        if made_by == (settings,):
            return False
    for name in tables:
        connection.execute(f"DROP TABLE {name}")
    for statement in SCHEMA.split(";"):
        connection.execute(statement)
    connection.execute("INSERT INTO settings VALUES ('reading', ?)", (settings,))
    return True


def _files_of(paths: Sequence[str], done: Update, said: Callable[[Finding], None]) -> Iterator[File]:
    seen: set[tuple[int, int]] = set()
    for path in paths:
        for file in files(path):
            if isinstance(file, Finding):
                done.failed = done.failed or file.severity == ERROR
                said(file)
            elif file.key not in seen:
                seen.add(file.key)
                yield file


def _name(file: File) -> str:
    return str(file.path) if file.path else ""


def _refresh(
    index: Index,
    file: File,
    how: Reading,
    done: Update,
    said: Callable[[Finding], None],
    step: Callable[[int], None],
) -> None:
    """Read a file anew where its bytes have changed."""
    connection = index.connection
    assert file.path is not None
    about, digest = file.path.stat(), b""
    query = "SELECT id, size, modified, sha256 FROM files WHERE path = ?"
    known = connection.execute(query, (_name(file),)).fetchone()
    if known:
        number, size, modified, sha256 = known
        if (size, modified) == (about.st_size, about.st_mtime_ns):
            return
        digest = _digest(file.path)
        if digest == sha256:
            connection.execute("UPDATE files SET modified = ? WHERE id = ?", (about.st_mtime_ns, number))
            return
        _forget(connection, number)
    done.read_anew += 1
    values = (_name(file), about.st_size, about.st_mtime_ns, digest or _digest(file.path))
    inserted = connection.execute("INSERT INTO files (path, size, modified, sha256) VALUES (?, ?, ?, ?)", values)
    for item in how.replays(_name(file)):
        if isinstance(item, Finding):
            said(item)
        else:
            index.add(item, file=inserted.lastrowid)
            done.games += 1
            step(done.games)


def _digest(path: Path) -> bytes:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").digest()


def _forget(connection: sqlite3.Connection, file: int) -> None:
    """Take a file and its games out of an index."""
    for (game,) in connection.execute("SELECT id FROM games WHERE file = ?", (file,)).fetchall():
        span = (game << TURN_BITS, (game + 1 << TURN_BITS) - 1)
        connection.execute("DELETE FROM positions WHERE id BETWEEN ? AND ?", span)
        connection.execute("DELETE FROM records WHERE game = ?", (game,))
    connection.execute("DELETE FROM games WHERE file = ?", (file,))
    connection.execute("DELETE FROM files WHERE id = ?", (file,))
