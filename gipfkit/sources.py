"""Files, folders, archives and standard input -> named texts, decoded and streamed line by line."""

import codecs
import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, NamedTuple, TypeVar

from gipfkit.archives import SUFFIXES, Limits, Opener, Spool, shown, texts, unreadable
from gipfkit.findings import ERROR, WARNING, Finding
from gipfkit.left_out import FILES_LEFT_OUT, LeftOut

__all__ = ["DATABASE", "SUFFIXES", "Limits", "Source", "beginning", "find", "lines_of"]

# An index of games that stand beside it.
_INDEX = ".gipfdb"
# How a file of SQLite begins.
DATABASE = b"SQLite format 3\0"

_T = TypeVar("_T")
_LIMITS = Limits()
_STDIN = "<stdin>"
_CHUNK = 1 << 16
_SNIFFED = 4096
# UTF-32's little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LAST_RESORT = "windows-1252"


def beginning(path: str | os.PathLike[str], size: int) -> bytes:
    """Give the first bytes of a file; none of a pipe, which would lose them, and of what can't be read."""
    try:
        if not Path(path).is_file():
            return b""
        with Path(path).open("rb") as stream:
            return stream.read(size)
    except (OSError, ValueError):
        return b""


def lines_of(stream: Iterable[str]) -> Iterator[str]:
    """Yield the lines of an open text without their ends; the text itself finds LF, CRLF and CR, and nothing else."""
    for line in stream:
        yield line.removesuffix("\n")


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Read the five bytes that Windows-1252 leaves undefined as Latin-1's control characters."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("gipfkit-latin-1", _as_latin_1)


@dataclass(slots=True, eq=False)
class Source:
    """A text with its name. It can be read several times, and is held in memory by none but ``text``.

    ``name`` is the path as it was given, ``games.zip/inner/x.gipf`` for a member of an archive, ``<stdin>`` for
    standard input; what can't be printed is replaced in it. ``opener`` opens its bytes from the start, ``encoding`` is
    tried where they are not UTF-8. ``findings`` grows while reading: bytes that are not UTF-8, errors of the system.
    Nothing is raised for what stands in the file.
    """

    name: str
    opener: Opener = field(repr=False)
    encoding: str | None = None
    findings: list[Finding] = field(default_factory=list, repr=False)
    _codec: str = field(default="", init=False, repr=False)

    def head(self, size: int = 4096) -> str:
        """Give the first characters, line ends as in ``text``."""
        with self._noting(), self._open() as stream:
            return stream.read(size)
        return ""

    def lines(self) -> Iterator[str]:
        r"""Yield the lines without their ends, which may be LF, CRLF or CR, mixed as they like.

        >>> list(Source("x", lambda: io.BufferedReader(io.BytesIO(b"a\r\nb\r\rc\n"))).lines())
        ['a', 'b', '', 'c']
        """
        with self._noting(), self._open() as stream:
            yield from lines_of(stream)

    def text(self) -> str:
        r"""Give the whole text, every line end as \n."""
        parts = []
        with self._noting(), self._open() as stream:
            while part := stream.read(_CHUNK):
                parts.append(part)
        return "".join(parts)

    def text_as_it_is(self) -> str:
        """Give the whole text with the line ends that it has."""
        with self._noting(), self._open(newline="") as stream:
            return stream.read()
        return ""

    def _open(self, newline: str | None = None) -> io.TextIOWrapper:
        if not self._codec:
            with self.opener() as file:
                self._codec = self._decide(file)
        errors = "gipfkit-latin-1" if self._codec == _LAST_RESORT else "replace"
        return io.TextIOWrapper(self.opener(), encoding=self._codec, errors=errors, newline=newline)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Let an error of the system end the reading and become a finding."""
        try:
            yield
        except OSError as error:
            self._note(unreadable(self.name, error))

    def _note(self, finding: Finding) -> None:
        if finding not in self.findings:
            self.findings.append(finding)

    def _decide(self, file: io.BufferedReader) -> str:
        """Choose the encoding: by its mark, UTF-16 by its looks, strict UTF-8, the one asked for, Windows-1252."""
        head = file.read(_SNIFFED)
        marked = next((codec for mark, codec in _MARKS if head.startswith(mark)), None)
        if marked:
            self._note_fault(file, marked, _first_fault(file, marked))
            return marked
        looks = _looks_like_utf_16(head)
        fault = _first_fault(file, looks) if looks else None
        if looks and (fault is None or fault.at_end):
            self._note_encoding(1, 1, f"no byte order mark; read as {looks}")
            self._note_fault(file, looks, fault)
            return looks
        fault = _first_fault(file, "utf-8")
        if fault is None:
            return "utf-8"
        fits = self.encoding and _first_fault(file, self.encoding) is None
        chosen = self.encoding if self.encoding and fits else _LAST_RESORT
        unfit = f" nor {self.encoding}" if self.encoding and not fits else ""
        self._note_encoding(*_place(file, "utf-8", fault.offset), f"not UTF-8{unfit}; read as {chosen}")
        return chosen

    def _note_fault(self, file: io.BufferedReader, codec: str, fault: "_Fault | None") -> None:
        if fault:
            what = "ends inside a character" if fault.at_end else f"holds bytes that are not {codec}"
            self._note_encoding(*_place(file, codec, fault.offset), f"the text {what}; read as \ufffd")

    def _note_encoding(self, line: int, column: int, message: str) -> None:
        hint = "save it as UTF-8 or name --encoding"
        self._note(Finding("encoding", WARNING, message, source=self.name, line=line, column=column, hint=hint))


class _Fault(NamedTuple):
    """Where bytes can't be decoded, and whether only the end of the text is missing."""

    offset: int
    at_end: bool


def _first_fault(file: io.BufferedReader, codec: str) -> _Fault | None:
    """Decode a whole file, keeping nothing; give the first byte that doesn't fit."""
    decoder = codecs.getincrementaldecoder(codec)()
    file.seek(0)
    seen = 0
    while True:
        chunk = file.read(_CHUNK)
        try:
            decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            # The decoder may have held back the beginning of a character from the chunk before.
            return _Fault(seen - (len(error.object) - len(chunk)) + error.start, at_end=not chunk)
        except UnicodeError:
            return _Fault(seen, at_end=not chunk)
        if not chunk:
            return None
        seen += len(chunk)


def _place(file: io.BufferedReader, codec: str, offset: int) -> tuple[int, int]:
    """Give line and column, from 1, of a byte; all before it can be decoded."""
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(codec)("replace"), translate=True)
    file.seek(0)
    line = column = 1
    while offset:
        chunk = file.read(min(offset, _CHUNK))
        offset = offset - len(chunk) if chunk else 0
        text = decoder.decode(chunk, final=not offset)
        line += text.count("\n")
        last = text.rfind("\n")
        column = len(text) - last if last >= 0 else column + len(text)
    return line, column


def _looks_like_utf_16(head: bytes) -> str | None:
    """Say which UTF-16 without a mark a text may be in: ASCII in it is every other byte NUL, and only every other."""
    even, odd = head[::2].count(0), head[1::2].count(0)
    if len(head) < 2 or max(even, odd) * 10 < len(head) * 3 or min(even, odd) * 10 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def find(
    paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
    *,
    encoding: str | None = None,
    limits: Limits = _LIMITS,
    seen: set[tuple[int, int]] | None = None,
    left_out: bool = False,
) -> Iterator[Source | Finding]:
    """Yield the texts that paths, or one path, lead to, in order, and a finding for whatever can't be read.

    A file is taken whatever its suffix, of a folder and of an archive with several members those that have one of
    ``SUFFIXES``; hidden ones are left out. ``-`` is standard input. A file reached twice is read once, nor is one read
    that stands in ``seen`` (by ``File.key``), which grows by what is read. ``encoding`` is tried where a text is not
    UTF-8. A text from an archive takes up memory or disk until its source is let go. With ``left_out`` a note names the
    files of a folder or an archive that are not read.

    Raises ValueError, at once, for an encoding that Python doesn't know.
    """
    if encoding is not None:
        _check_encoding(encoding)
    if isinstance(paths, str | os.PathLike):  # not its letters, of which / would be the whole disk
        paths = (paths,)
    found = _find(paths, encoding, limits, set() if seen is None else seen)
    return found if left_out else (item for item in found if not _is_left_out(item))


def _is_left_out(item: object) -> bool:
    return isinstance(item, Finding) and item.code == FILES_LEFT_OUT


def _check_encoding(encoding: str) -> None:
    """Raise ValueError for what is no encoding of text, or can't go on after an error."""
    try:
        codecs.getincrementaldecoder(encoding)("replace").decode("a".encode(encoding) + b"\xff", final=True)
    except (LookupError, ValueError):
        raise ValueError(f"unknown encoding: {encoding}") from None


def _find(
    paths: Iterable[str | os.PathLike[str]], encoding: str | None, limits: Limits, seen: set[tuple[int, int]]
) -> Iterator[Source | Finding]:
    for given in paths:
        path = os.fspath(given)
        for found in files(path):
            if isinstance(found, Finding):
                yield found
                continue
            if found.key in seen:
                continue
            seen.add(found.key)
            yield from _sources(found, encoding, limits)


class File(NamedTuple):
    """A file to read: its name, its path (None for standard input), and what is the same for the same file."""

    name: str
    path: Path | None
    key: tuple[int, int]
    regular: bool = True


def files(path: str) -> Iterator[File | Finding]:
    """Yield the files that a path leads to."""
    if path == "-":
        yield File(_STDIN, None, (-1, -1), regular=False)
        return
    name = shown(path)
    try:
        if not path:
            raise FileNotFoundError(2, "the path is empty")
        about = Path(path).stat()
    except OSError as error:
        yield _missing(Path(path), name, error)
    except ValueError as error:  # a NUL in the path
        yield Finding("unreadable-path", ERROR, f"not a path: {error}", source=name, hint="check the spelling")
    else:
        regular = stat.S_ISREG(about.st_mode)
        if stat.S_ISDIR(about.st_mode):
            nothing = "no file of games in this folder"
            left_out = LeftOut(name)
            yield from _or_nothing(_walk(Path(path), left_out), name, nothing)
            if note := left_out.finding():
                yield note
        elif regular or stat.S_ISFIFO(about.st_mode):
            yield File(name, Path(path), (about.st_dev, about.st_ino), regular)
        else:
            message = "neither a file nor a folder"
            yield Finding("unreadable-path", ERROR, message, source=name, hint="give files, folders, archives or -")


def _missing(path: Path, name: str, error: OSError) -> Finding:
    finding = unreadable(name, error)
    if isinstance(error, FileNotFoundError) and name and path.is_symlink():
        return replace(finding, hint=f"the link leads to {shown(str(path.readlink()))}, which is not there")
    return finding


def _walk(folder: Path, left_out: LeftOut) -> Iterator[File | Finding]:
    """Yield the files of games under a folder in sorted order, each folder once however links lead to it.

    Others are left out and counted; of hidden ones, which the system and programs make, those that look like games.
    """
    seen: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            about = path.stat()
            key = (about.st_dev, about.st_ino)
            if not stat.S_ISDIR(about.st_mode):
                if stat.S_ISREG(about.st_mode) and _is_wanted(path):
                    yield File(shown(str(path)), path, key)
                elif not path.name.lower().endswith(_INDEX):
                    left_out.add(shown(str(path.relative_to(folder))))
            elif key not in seen:
                seen.add(key)
                inside = sorted(path.iterdir(), reverse=True)
                waiting += [p for p in inside if not p.name.startswith(".")]
                for hidden in (p for p in inside if p.name.startswith(".") and _is_wanted(p)):
                    left_out.add(shown(str(hidden.relative_to(folder))), hidden=True)
        except OSError as error:
            if _is_wanted(path) or not path.is_symlink():
                yield _missing(path, shown(str(path)), error)


def _is_wanted(path: Path) -> bool:
    return path.name.lower().endswith(SUFFIXES)


def _sources(file: File, encoding: str | None, limits: Limits) -> Iterator[Source | Finding]:
    """Yield the texts of a file; what can be read only once, standard input and pipes, is kept aside first."""
    opener = _opener(file)
    if isinstance(opener, Finding):
        yield opener
        return
    nothing = "no file of games in this archive"
    for found in _or_nothing(texts(file.name, opener, limits), file.name, nothing):
        yield found if isinstance(found, Finding) else Source(found.name, found.open, encoding)


def _opener(file: File) -> Opener | Finding:
    path = file.path
    if path and file.regular:
        return lambda: path.open("rb")
    try:
        if path:
            with path.open("rb") as stream:
                return _spooled(stream).open
        return _spooled(sys.stdin.buffer).open
    except OSError as error:
        return unreadable(file.name, error)
    except (AttributeError, ValueError):  # sys.stdin may be None, without bytes, or closed
        return Finding("unreadable-path", ERROR, "there is no standard input", source=file.name, hint="give a path")


def _spooled(stream: IO[bytes]) -> Spool:
    spool = Spool()
    while chunk := stream.read(_CHUNK):
        spool.write(chunk)
    return spool


def _or_nothing(found: Iterator[_T | Finding], name: str, message: str) -> Iterator[_T | Finding]:
    """Yield all that is found, or a warning where that is nothing."""
    empty = True
    for item in found:
        empty = empty and _is_left_out(item)
        yield item
    if empty:
        hint = f"looked for {' '.join(s for s in SUFFIXES if s.count('.') == 1)}"
        yield Finding("no-game", WARNING, message, source=name, hint=hint)
