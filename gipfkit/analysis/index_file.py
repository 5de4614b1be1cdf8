"""The file of an index: what it is known by, how it is opened, and why one can't be used."""

import os
import sqlite3
from pathlib import Path

from gipfkit.sources import DATABASE, beginning

APPLICATION_ID = 0x47504642  # "GPFB"
# Seconds to wait for another run that has the file.
PATIENCE = 2.0
_ID_OFFSET = 68


class NoIndex(Exception):  # noqa: N818 (says what the file is)
    """A file that is no index, or one that can't be used; the message says what to do."""


def is_index(path: str | os.PathLike[str]) -> bool:
    """Say whether a file is an index of gipfkit; nothing is taken out of a pipe to find out."""
    head = beginning(path, _ID_OFFSET + 4)
    return head.startswith(DATABASE) and head[_ID_OFFSET:] == APPLICATION_ID.to_bytes(4, "big")


def connected(path: str | os.PathLike[str]) -> sqlite3.Connection:
    """Open a file; to write where that is allowed, as what a killed run has left must be rolled back first."""
    quoted = Path(path).absolute().as_uri()
    try:
        return _tried(f"{quoted}?mode=rwc")
    except sqlite3.DatabaseError as error:
        if not isinstance(error, sqlite3.OperationalError) or _is_busy(error):
            raise unusable(path, error) from error
    try:
        return _tried(f"{quoted}?mode=ro")
    except sqlite3.DatabaseError as error:
        raise unusable(path, error) from error


def _tried(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _is_busy(error: sqlite3.DatabaseError) -> bool:
    return _kind(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _kind(error: sqlite3.DatabaseError) -> int:
    # The low byte tells the kind of error.
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 255


def unusable(path: str | os.PathLike[str], error: sqlite3.DatabaseError) -> NoIndex:
    """Say why an index can't be used, and what to do."""
    if _is_busy(error):
        return NoIndex(f"{path} is in use by another run: try again when that is done")
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_ROLLBACK:
        return NoIndex(f"{path}: a killed run has left it half changed, and only who may write there can undo that")
    if _kind(error) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        return NoIndex(f"{path}: {error}: change the rights of the file and its folder")
    if isinstance(error, sqlite3.OperationalError):
        return NoIndex(f"{path}: {error}")
    return NoIndex(f"{path} is damaged ({error}): delete it and make it anew with gipfkit index PATHS -o {path}")
