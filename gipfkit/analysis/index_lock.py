"""One run at a time writes an index: a lock that the system lets go of when its run ends, however it ends."""

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gipfkit.analysis.index_file import NoIndex

_LOCK = "-gipfdb-lock"
# What a file system that knows no locks answers.
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)


@contextmanager
def writing(target: Path, making: Callable[[Path], None] = lambda _: None) -> Iterator[None]:
    """Keep other runs from writing an index; ``NoIndex`` where one writes it now.

    It isn't waited for: its games would be taken out again at once, as an index holds what the last run names. The lock
    is on a hidden file beside the index, which is removed in the end; what a killed run leaves of it locks nothing.
    ``making`` gets its name.
    """
    # Short, so that a long name has room.
    path = target.with_name(f".{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]}{_LOCK}")
    making(path)
    handle = _held(path)
    if handle is None:
        raise NoIndex(f"{target} is written by another run: try again when that is done")
    try:
        yield
    finally:
        # Before it is let go: whoever opens the file after that finds another one under its name.
        with suppress(OSError):
            path.unlink()
        os.close(handle)


def _held(path: Path) -> int | None:
    """Open and lock a file; None where another run has it."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if not _locked(handle):
            os.close(handle)
            return None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        # The run that had it removed it meanwhile.
        os.close(handle)


def _locked(handle: int) -> bool:
    """Lock an open file for this run, where nobody has it; a system without locks lets everybody."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in _NO_LOCKS
    return True
