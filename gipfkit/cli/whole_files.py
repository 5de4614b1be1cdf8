"""Files written whole or not at all: a text takes its name only when all of it is there."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

# Short, as no file system may find it too long; hidden, as no search for games may find it.
_PREFIX = ".gipfkit-"
# What must go where a signal ends the run.
_unfinished: set[Path] = set()
_REASONS = {
    "ENOENT": ("the folder {folder} doesn't exist", "create it, or name another file"),
    "ENOTDIR": ("{folder} is no folder", "name a file in a folder"),
    "EISDIR": ("it is a folder", "name a file in it"),
    "EEXIST": ("it is a file", "name a folder"),
    "EACCES": ("you lack the right to write there", "change the rights, or name another file"),
    "EPERM": ("the system doesn't allow it", "name another file"),
    "EROFS": ("the disk is read-only", "name a file on another disk"),
    "ENAMETOOLONG": ("the name is too long", "choose a shorter one"),
    "ELOOP": ("the links lead in a circle", "name another file"),
    "ENOSPC": ("the disk is full", "make room, or write to another disk"),
    "EDQUOT": ("your share of the disk is full", "make room, or write to another disk"),
    "EBADF": ("it is closed", "leave it open, or send it to a file"),
}
_BY_NUMBER = {getattr(errno, name): reason for name, reason in _REASONS.items() if hasattr(errno, name)}


class CantWriteError(click.ClickException):
    """Output that can't be written: one sentence with the reason and what to do."""

    exit_code = 2

    def __init__(self, name: str, error: OSError):
        # Imported where it is wanted: --help is to be fast.
        from gipfkit.archives import shown

        why, remedy = _BY_NUMBER.get(error.errno or 0, (error.strerror or str(error), "name another file"))
        reason = why.format(folder=shown(_folder(name))) if "{" in why else why
        super().__init__(f"{shown(name) or 'a file without a name'} can't be written: {reason}; {remedy}")


def _folder(name: str) -> str:
    """Give the first folder on the way to a file that isn't one, or else the file's own."""
    parents = Path(os.path.realpath(name) if Path(name).is_symlink() else name).parents
    return str(next((folder for folder in reversed(parents) if not folder.is_dir()), parents[0] if parents else ""))


@contextlib.contextmanager
def explained(name: str) -> Iterator[None]:
    """Turn an error of the system into a CantWriteError; a pipe that nobody reads any more stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CantWriteError(name, error) from error


@contextlib.contextmanager
def whole_file(name: str) -> Iterator[TextIO]:
    """Open a file that takes its name only when all of it is written; until then an old one of that name stays.

    Through a link the file that it leads to is replaced. A device or a pipe can't be replaced and is written to
    directly. Raises CantWriteError.
    """
    with explained(name):
        mode = _mode(name)
        if mode is not None and not stat.S_ISREG(mode):
            with open(name, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:  # noqa: PTH123
                yield stream
            return
        target = Path(os.path.realpath(name))
        with _temporary(target.parent) as path:
            with path.open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
                if mode is not None:
                    path.chmod(stat.S_IMODE(mode))
                yield stream
            path.replace(target)


@contextlib.contextmanager
def whole_folder(name: str) -> Iterator[Path]:
    """Give a folder to write files in, which move to the one named, made where it's missing, when all are written.

    Files of the same names are replaced, others stay. Raises CantWriteError.
    """
    folder = Path(name)
    with explained(name):
        if name in ("", "-"):
            raise OSError(errno.EINVAL, "a folder needs a name")
        folder.mkdir(parents=True, exist_ok=True)
        with _temporary(folder) as path:
            path.mkdir()
            yield path
            for file in path.iterdir():
                target = folder / file.name
                with explained(str(target)):
                    _mode(str(target))
                    file.replace(target)


def mark_unfinished(path: Path) -> None:
    """Have a file removed where a signal ends the run; whoever makes it sees to the rest."""
    _unfinished.add(path)


def remove_unfinished() -> None:
    """Remove every file and folder that is not yet whole."""
    for path in list(_unfinished):
        _remove(path)


@contextlib.contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    """Give a new name in a folder; what stands there in the end is removed, whatever ends the run."""
    path = folder / f"{_PREFIX}{os.urandom(6).hex()}"
    _unfinished.add(path)
    try:
        yield path
    finally:
        _remove(path)
        _unfinished.discard(path)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        if path.is_dir():
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
        else:
            path.unlink(missing_ok=True)


def _mode(name: str) -> int | None:
    """Give the mode of what stands under a name, or None where nothing does; raise OSError where it must stay."""
    if not name:
        raise OSError(errno.EINVAL, "it needs a name")
    try:
        mode = Path(name).stat().st_mode
    except FileNotFoundError:
        mode = None
    if name.endswith(("/", os.sep)) or (mode is not None and stat.S_ISDIR(mode)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if mode is not None and not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode
