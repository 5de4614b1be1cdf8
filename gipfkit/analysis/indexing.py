"""Makes an index of games and keeps it to what the files hold."""

import errno
import hashlib
import json
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from gipfkit.analysis.index import BY_FILE, BY_KEY, SCHEMA, TURN_BITS, Index, is_current
from gipfkit.analysis.index_file import NoIndex, connected, is_index, unusable
from gipfkit.analysis.index_lock import writing
from gipfkit.archives import unreadable
from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.variant import VARIANTS
from gipfkit.left_out import FILES_LEFT_OUT
from gipfkit.reading import read
from gipfkit.replay import Replay, replay
from gipfkit.sources import File, files

if TYPE_CHECKING:
    from gipfkit.notations.bga.table import Table

UNREADABLE = "unreadable-path"
# What a killed run has left behind is deleted when it is this many seconds old and nobody has it open.
LEFT_BEHIND = 60
# KiB of changes held in memory before they are written.
CACHE = 65_536
_MADE = "-gipfdb"
_NO_READING = "how its games were read can't be made out"


@dataclass(frozen=True, slots=True)
class Reading:
    """How games are read: it decides what an index holds as much as the files do.

    ``table`` is the text of a table for logs of Board Game Arena (``notations.bga.table.load``).
    """

    notation: str | None = None
    encoding: str | None = None
    lenient: bool = False
    variant: str | None = None
    table: str | None = None

    def replays(self, path: str) -> Iterator[Replay | Finding]:
        """Yield the games of a path, replayed, and what concerns a file as a whole."""
        table = None if self.table is None else _loaded(self.table)
        for item in read((path,), notation=self.notation, encoding=self.encoding, table=table):
            if isinstance(item, Finding):
                yield item
            else:
                yield replay(item, variant=VARIANTS.get(self.variant or ""), lenient=self.lenient)

    def __str__(self) -> str:
        table = () if self.table is None else (self.table,)
        return json.dumps([self.notation, self.encoding, self.lenient, self.variant, *table])

    @classmethod
    def of(cls, index: Index) -> "Reading":
        """Say how the games of an index were read."""
        try:
            how = cls(*json.loads(index.reading)) if index.reading else cls()
        except (TypeError, ValueError) as error:
            raise sqlite3.DatabaseError(_NO_READING) from error
        texts = how.notation, how.encoding, how.variant, how.table
        if not isinstance(how.lenient, bool) or not all(isinstance(text, str | None) for text in texts):
            raise sqlite3.DatabaseError(_NO_READING)
        return how


@cache
def _loaded(table: str) -> "Table":
    from gipfkit.notations.bga.table import load

    return load(table)


_PLAIN = Reading()


@dataclass(slots=True)
class Update:
    """What an update did so far: numbers of files and of games, and the bytes of the files seen and of all files.

    ``games`` are those of the whole index at the end, before it those added. ``failed`` says that a path couldn't be
    read, ``faulty`` that the index holds errors.
    """

    files: int = 0
    read_anew: int = 0
    removed: int = 0
    games: int = 0
    seen: int = 0
    size: int = 0
    failed: bool = False
    faulty: bool = False


@dataclass(frozen=True, slots=True)
class _Run:
    """What an update works by."""

    how: Reading
    said: Callable[[Finding], None]
    step: Callable[[Update], None]
    done: Update
    # What is said of files left out of folders, with the name of the last file of games before it.
    left_out: list[tuple[Finding, str | bytes | None]] = field(default_factory=list)


def update(
    path: str | os.PathLike[str],
    paths: Sequence[str],
    how: Reading = _PLAIN,
    *,
    said: Callable[[Finding], None] = lambda _: None,
    step: Callable[[Update], None] = lambda _: None,
    making: Callable[[Path], None] = lambda _: None,
) -> Update:
    """Bring an index to what ``paths`` hold now, in one transaction: broken off at any point it stays as it was.

    Only files whose size or time has changed are looked at, and only those whose bytes have changed are read anew. A
    new index takes its name when it is whole and holds a game. A file that can't be read keeps the games it had.
    ``said`` gets what concerns files as a whole, of unchanged files too; ``step`` is called after each game and file;
    ``making`` gets the names of files that must not stay where a signal ends the run. ``NoIndex`` where ``path`` is
    something else or another run is writing it, OSError where it can't be written.
    """
    if not os.fspath(path):
        raise OSError(errno.EINVAL, "it needs a name")
    target = Path(os.path.realpath(path))
    run = _Run(how, said, step, Update())
    _stands(target)  # says what is wrong with the path
    with writing(target, making):
        if _stands(target):
            _update(target, paths, run)
        else:
            _make(target, paths, run, making)
    return run.done


def _make(target: Path, paths: Sequence[str], run: "_Run", making: Callable[[Path], None]) -> None:
    """Make a new index, under another name until it is whole."""
    _clear(target.parent)
    # Short, so that a long name has room, and hidden.
    made = target.with_name(f".{os.getpid():x}{_MADE}")
    parts = (made, _journal(made))
    for part in parts:
        making(part)
    try:
        _update(made, paths, run)
        if run.done.games:
            made.replace(target)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def _stands(target: Path) -> bool:
    """Say whether an index stands there to be brought up to date; what is anything else is not overwritten.

    SQLite makes its journal in the folder, so that must be open for writing too.
    """
    try:
        about = target.stat()
    except FileNotFoundError:
        about = None
    for path in (target.parent, *([target] if about else [])):
        path.stat()  # says what is wrong with a folder that isn't there
        if not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if about and stat.S_ISREG(about.st_mode) and not about.st_size:
        return False
    if about and not is_index(target):
        raise NoIndex(f"{target} is no index of gipfkit: give another name, it is not overwritten")
    return about is not None


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _clear(folder: Path) -> None:
    """Delete what killed runs have left half made in a folder."""
    for left in folder.glob(f".*{_MADE}"):
        with suppress(OSError, NoIndex, sqlite3.DatabaseError):
            if is_index(left) or not left.stat().st_size or _journal(left).exists():
                if time.time() - left.stat().st_mtime < LEFT_BEHIND:
                    continue
                with closing(sqlite3.connect(left, timeout=0, isolation_level=None)) as connection:
                    connection.execute("BEGIN EXCLUSIVE")
                left.unlink()
                _journal(left).unlink(missing_ok=True)


def _update(target: Path, paths: Sequence[str], run: _Run) -> None:
    with closing(connected(target)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            _bring_up_to_date(connection, paths, run)
            connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise unusable(target, error) from error


def _bring_up_to_date(connection: sqlite3.Connection, paths: Sequence[str], run: _Run) -> None:
    fresh, done = _prepared(connection, run.how), run.done
    index = Index(connection)
    known = dict(connection.execute("SELECT path, id FROM files"))
    listed = list(_files_of(paths, run))
    done.size = sum(size for _, size in listed)
    connection.execute("DELETE FROM findings WHERE of_folder")
    for place, (file, size) in enumerate(listed):
        known.pop(_name(file), None)
        _refresh(index, file, place, run)
        done.files += 1
        done.seen += size
        run.step(done)
    for finding, name in run.left_out:
        index.add_folder_finding(finding, name)
    # A path that can't be read may hold any of them.
    if not done.failed:
        done.removed = len(known)
        for number in known.values():
            _forget(connection, number)
    if fresh:
        connection.execute(BY_FILE)
        connection.execute(BY_KEY)
    done.games = index.games
    faulty = connection.execute("SELECT count(*) FROM games WHERE NOT ok").fetchone()[0]
    done.faulty = done.faulty or faulty > 0


def _prepared(connection: sqlite3.Connection, how: Reading) -> bool:
    """Make the tables, or empty them where another version or another way of reading made them; say whether."""
    connection.execute(f"PRAGMA cache_size = -{CACHE}")
    query = "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"
    held = connection.execute(query).fetchall()
    made_by = {"schema": SCHEMA, "reading": str(how), "gipfkit": version("gipfkit")}
    if is_current(connection) and dict(connection.execute("SELECT name, value FROM settings")) == made_by:
        return False
    for kind, name in held:
        connection.execute(f'DROP {kind} "{name}"')
    for statement in SCHEMA.split(";"):
        connection.execute(statement)
    connection.executemany("INSERT INTO settings VALUES (?, ?)", made_by.items())
    return True


def _files_of(paths: Sequence[str], run: _Run) -> Iterator[tuple[File, int]]:
    """Yield the files that paths lead to, each once, with their sizes."""
    seen: set[tuple[int, int]] = set()
    for path in paths:
        last = None
        for file in files(path):
            if isinstance(file, Finding):
                _tell(file, run)
                if file.code == FILES_LEFT_OUT:
                    run.left_out.append((file, last))
            elif file.path is None or not file.regular:
                _tell(_no_file(file, "what can be read only once can't be indexed", "save it to a file first"), run)
            elif is_index(file.path):
                _tell(_no_file(file, "an index is no file of games", "give the files that it was made of"), run)
            elif file.key not in seen:
                seen.add(file.key)
                last = _name(file)
                yield file, _size(file.path)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # said when the file is read
        return 0


def _no_file(file: File, message: str, hint: str) -> Finding:
    return Finding(UNREADABLE, ERROR, message, source=file.name, hint=hint)


def _tell(finding: Finding, run: _Run) -> None:
    run.done.failed = run.done.failed or finding.code == UNREADABLE
    run.done.faulty = run.done.faulty or finding.severity == ERROR
    run.said(finding)


def _name(file: File) -> str | bytes:
    return _text(str(file.path))


def _text(name: str) -> str | bytes:
    """Give a path as SQLite can keep it: as text, or as bytes where it is none."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name)
    return name


def _refresh(index: Index, file: File, place: int, run: _Run) -> None:
    """Read a file anew where its bytes have changed; where that can't be done all stays as it was."""
    connection, path = index.connection, file.path
    assert path is not None
    query = "SELECT id, size, modified, sha256 FROM files WHERE path = ?"
    known = connection.execute(query, (_name(file),)).fetchone()
    try:
        about, digest = path.stat(), b""
        if known and (about.st_size, about.st_mtime_ns) != known[1:3]:
            digest = _digest(path)
        if known and digest in (b"", known[3]):
            facts = (_text(os.path.realpath(path)), place, about.st_size, about.st_mtime_ns, known[0])
            query = "UPDATE files SET absolute = ?, place = ?, size = ?, modified = ? WHERE id = ?"
            connection.execute(query, facts)
            for finding in index.file_findings(known[0]):
                _tell(finding, run)
            return
        values = (place, about.st_size, about.st_mtime_ns, digest or _digest(path))
        connection.execute("SAVEPOINT file")
        if known:
            _forget(connection, known[0])
        _read(index, file, values, run)
    except OSError as error:
        _tell(unreadable(file.name, error), run)
        if known:
            connection.execute("UPDATE files SET place = ? WHERE id = ?", (place, known[0]))


def _read(index: Index, file: File, values: tuple[int, int, int, bytes], run: _Run) -> None:
    connection, before = index.connection, replace(run.done)
    names = (_name(file), _text(os.path.realpath(str(file.path))))
    query = "INSERT INTO files (path, absolute, place, size, modified, sha256) VALUES (?, ?, ?, ?, ?, ?)"
    inserted = connection.execute(query, (*names, *values))
    number = inserted.lastrowid
    assert number is not None
    for item in run.how.replays(str(file.path)):
        if not isinstance(item, Finding):
            index.add(item, file=number)
            run.done.games += 1
            run.step(run.done)
        elif item.code == UNREADABLE:
            connection.execute("ROLLBACK TO file")
            run.done.games = before.games
            _tell(item, run)
            break
        else:
            index.add_finding(item, number)
            _tell(item, run)
    else:
        run.done.read_anew += 1
    connection.execute("RELEASE file")


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
    connection.execute("DELETE FROM findings WHERE file = ?", (file,))
    connection.execute("DELETE FROM files WHERE id = ?", (file,))
