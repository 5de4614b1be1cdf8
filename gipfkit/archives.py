"""Archives and compressed files -> named texts, streamed, with limits against bombs. Nothing is unpacked by name."""

import errno
import io
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import IO, TYPE_CHECKING, NamedTuple

from gipfkit.findings import ERROR, Finding
from gipfkit.left_out import LeftOut

if TYPE_CHECKING:
    import tarfile
    import zipfile

# The modules that open archives are imported where one is met: most runs never meet one, and they cost start-up time.

Opener = Callable[[], io.BufferedReader]

_TEXTS = (".gipf", ".jsonl", ".txt", ".sgf", ".gf1", ".log", ".json")
_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
SUFFIXES = (*_TEXTS, *(text + packed for text in _TEXTS for packed in (".gz", ".bz2", ".xz")), *_ARCHIVES)

_MAGIC = re.compile(
    rb"(?P<zip>PK\x03\x04|PK\x05\x06)|(?P<gz>\x1f\x8b)|(?P<bz2>BZh[1-9](?:1AY&SY|\x17rE8P\x90))"
    rb"|(?P<xz>\xfd7zXZ\x00)|(?P<tar>[\s\S]{257}ustar)"
)
_KIND_OF_SUFFIX = {".zip": "zip", ".gz": "gz", ".tgz": "gz", ".bz2": "bz2", ".xz": "xz", ".tar": "tar"}
_ZIP_MEMBER, _ZIP_ENTRY, _ZIP_END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_ZIP_END_SIZE = 22
_LONGEST_ZIP_END = _ZIP_END_SIZE + (1 << 16)
_HEAD = 512
_CHUNK = 1 << 16
_IN_MEMORY = 1 << 19
_LONGEST_TAR_HEADER = 1 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What an archive given by a stranger may cost.

    ``member_bytes`` and ``archive_bytes`` count decompressed bytes, those of archives inside it included. ``ratio`` is
    decompressed to compressed bytes of the whole archive, judged once ``ratio_from`` bytes are decompressed.
    ``nesting`` counts archives inside each other (a .tar.gz is one), ``members`` all entries.
    """

    member_bytes: int = 256 << 20
    archive_bytes: int = 1 << 30
    ratio: int = 200
    ratio_from: int = 10 << 20
    nesting: int = 3
    members: int = 100_000


class Text(NamedTuple):
    """A text found: its name, and what opens it for reading, as often as wanted."""

    name: str
    open: Opener


class Spool:
    """Bytes kept for reading again: in memory while they are few, else in a temporary file that has no name."""

    def __init__(self) -> None:
        import tempfile

        self.file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 (lives as long as the spool)
        self.size = 0

    def write(self, data: bytes) -> None:
        """Add bytes at the end."""
        self.file.write(data)
        self.size += len(data)

    def open(self) -> io.BufferedReader:
        """Give a reader of its own from the start; write no more after that."""
        return io.BufferedReader(_View(self))

    def __del__(self) -> None:
        if hasattr(self, "file"):
            self.file.close()


class _View(io.RawIOBase):
    """A reader with a place of its own in a spool, which it keeps alive."""

    def __init__(self, spool: Spool) -> None:
        self._spool, self._place = spool, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._place = max(0, offset + (0, self._place, self._spool.size)[whence])
        return self._place

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._spool.file.seek(self._place)
        data = self._spool.file.read(len(buffer))
        buffer[: len(data)] = data
        self._place += len(data)
        return len(data)


def texts(name: str, opener: Opener, limits: Limits) -> Iterator[Text | Finding]:
    """Yield the texts of a file: itself where it is no archive, else its members, and those of archives in it.

    What an archive is, its first bytes decide; its suffix only where they are neither text nor known. Never raises for
    what stands in the file: damage and limits are yielded as findings, and what was read before stays.
    """
    try:
        with opener() as file:
            size = file.seek(0, io.SEEK_END)
        yield from _unpack(name, opener, _Budget(limits, size), 0)
    except _TooMuchError as stop:
        yield _limit(name, str(stop))
    except OSError as error:
        yield unreadable(name, error)


def unreadable(name: str, error: OSError) -> Finding:
    """Give the finding for what the system says of a path that can't be read."""
    hints: dict[type[OSError], str] = {
        FileNotFoundError: "check the spelling, or the folder you are in",
        PermissionError: "you lack the right to read it",
    }
    hint = hints.get(type(error), "check the path and the disk")
    return Finding("unreadable-path", ERROR, f"can't be read: {error.strerror or error}", source=name, hint=hint)


def shown(name: str) -> str:
    """Give a name with what can't be printed on one line (line ends, escapes, broken bytes) replaced."""
    return name if name.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in name)


class _TooMuchError(Exception):
    """A limit of the whole archive is exceeded."""


class _Budget:
    """What one archive, with all in it, has cost so far."""

    def __init__(self, limits: Limits, size: int) -> None:
        self.limits, self._size = limits, size
        self._bytes = self._members = 0

    def spend(self, count: int) -> None:
        """Count decompressed bytes. Raises _TooMuchError."""
        self._bytes += count
        if self._bytes > self.limits.archive_bytes:
            raise _TooMuchError(f"more than {self.limits.archive_bytes:,} bytes in all")
        if self._bytes > max(self.limits.ratio_from, self.limits.ratio * self._size):
            raise _TooMuchError(f"it grows to more than {self.limits.ratio} times its size")

    def enter(self, count: int = 1) -> None:
        """Count members. Raises _TooMuchError."""
        self._members += count
        if self._members > self.limits.members:
            raise _TooMuchError(f"more than {self.limits.members:,} members")


class _Meter(io.BufferedIOBase):
    """A reader that counts what it gives.

    It reads in small steps (read1), so that what stands before the damage is given before the error is raised.
    """

    def __init__(self, stream: io.BufferedIOBase, budget: _Budget) -> None:
        self._stream, self._budget = stream, budget

    def read(self, size: int | None = _CHUNK, /) -> bytes:
        data = self._stream.read1(size or _CHUNK)
        self._budget.spend(len(data))
        return data


def _unpack(name: str, opener: Opener, budget: _Budget, depth: int) -> Iterator[Text | Finding]:
    """Yield the texts of a file that stands inside ``depth`` archives."""
    try:
        with opener() as file:
            kind = _kind(file.read(_HEAD), name)
            file.seek(0)
            if kind is None:
                yield Text(name, opener)
            elif depth >= budget.limits.nesting:
                yield _limit(name, f"more than {budget.limits.nesting} archives inside each other")
            elif kind == "zip":
                yield from _zip(name, file, budget, depth + 1)
            elif kind == "tar":
                yield from _tar(name, file, budget, depth + 1)
            else:
                yield from _compressed(name, file, kind, budget, depth + 1)
    except _TooMuchError:
        raise
    except Exception as error:
        # On hostile bytes zipfile and tarfile raise whatever they run into: struct.error, KeyError, RecursionError ...
        yield _broken(name, error)


def _kind(head: bytes, name: str) -> str | None:
    """Say what kind of archive begins with these bytes, or None."""
    found = _MAGIC.match(head)
    if found:
        return found.lastgroup
    if head and b"\0" not in head:
        return None
    return next((kind for suffix, kind in _KIND_OF_SUFFIX.items() if name.lower().endswith(suffix)), None)


def _compressed(name: str, file: IO[bytes], kind: str, budget: _Budget, depth: int) -> Iterator[Text | Finding]:
    """Yield the text in a .gz, .bz2 or .xz, or the members of the tar in it."""
    with _decompressor(file, kind) as stream:
        is_tar = _kind(_beginning(stream), "") == "tar"
        stream.seek(0)
        if is_tar:
            yield from _tar(name, stream, budget, depth)
        else:
            yield from _member(name, lambda: _Meter(stream, budget), budget, depth)


def _decompressor(file: IO[bytes], kind: str) -> io.BufferedIOBase:
    if kind == "gz":
        import gzip

        return gzip.GzipFile(fileobj=file, mode="rb")
    if kind == "bz2":
        import bz2

        return bz2.BZ2File(file)
    import lzma

    return lzma.LZMAFile(file)


def _beginning(stream: io.BufferedIOBase) -> bytes:
    """Read the first bytes, as many as damage leaves; the damage shows again, and is told, when all is read."""
    head = b""
    with suppress(Exception):
        while len(head) < _HEAD and (more := stream.read1(_HEAD - len(head))):
            head += more
    return head


def _zip(name: str, file: io.BufferedReader, budget: _Budget, depth: int) -> Iterator[Text | Finding]:
    """Yield the texts in a zip; a broken or encrypted member doesn't cost the others."""
    import zipfile

    _count_entries(file, budget.limits)
    with zipfile.ZipFile(file) as archive:
        infos = archive.infolist()
        _claim(file, min((info.header_offset for info in infos), default=archive.start_dir))
        budget.enter(len(infos))
        members = [(path, info) for info in infos if not info.is_dir() and (path := _inside(name, info.filename))]
        left_out = LeftOut(name, packed=True)
        for path, info in members:
            if len(members) > 1 and not path.lower().endswith(SUFFIXES):
                left_out.add(path.removeprefix(f"{name}/"))
                continue
            if info.flag_bits & 1:
                hint = "unpack it with its password and give the files"
                yield Finding("archive-broken", ERROR, "the member is encrypted", source=path, hint=hint)
                continue
            yield from _member(path, partial(_zipped, archive, info, budget), budget, depth)
        if note := left_out.finding():
            yield note
        if behind := _behind_end(file):
            yield _broken(name, zipfile.BadZipFile(f"{behind:,} bytes behind its end"))


def _claim(file: IO[bytes], first: int) -> None:
    """Check that the directory found lists the entry the file begins with. Raises BadZipFile.

    Of a zip that is cut, zipfile takes the directory of a zip stored inside it. What unpacks itself begins otherwise.
    """
    import zipfile

    file.seek(0)
    if first and file.read(len(_ZIP_MEMBER)) == _ZIP_MEMBER:
        raise zipfile.BadZipFile("its own directory is missing, only that of a zip inside or behind it is there")


def _behind_end(file: IO[bytes]) -> int:
    """Count the bytes behind a zip's end record and its comment; zeros that fill it up are none."""
    file.seek(max(0, file.seek(0, io.SEEK_END) - _LONGEST_ZIP_END))
    tail = file.read()
    end = tail.rfind(_ZIP_END)
    comment = int.from_bytes(tail[end + _ZIP_END_SIZE - 2 : end + _ZIP_END_SIZE], "little")
    return len(tail[end + _ZIP_END_SIZE + comment :].rstrip(b"\0")) if end >= 0 else 0


def _zipped(archive: "zipfile.ZipFile", info: "zipfile.ZipInfo", budget: _Budget) -> io.BufferedIOBase:
    stream = archive.open(info)
    assert isinstance(stream, io.BufferedIOBase)
    return _Meter(stream, budget)


def _count_entries(file: IO[bytes], limits: Limits) -> None:
    """Count a zip's entries before zipfile holds them all in memory. Raises _TooMuchError."""
    count, tail = 0, b""
    while chunk := file.read(_CHUNK):
        count += (tail + chunk).count(_ZIP_ENTRY)
        tail = chunk[-len(_ZIP_ENTRY) + 1 :]
    if count > limits.members:
        raise _TooMuchError(f"more than {limits.members:,} members")


def _tar(name: str, stream: io.BufferedIOBase, budget: _Budget, depth: int) -> Iterator[Text | Finding]:
    """Yield the texts in a tar: those with a known suffix; the only member, where it is a single one without."""
    for any_suffix in (False, True):
        stream.seek(0)
        count = taken = 0
        left_out = LeftOut(name, packed=True)
        for archive, info in _tar_entries(_Meter(stream, budget)):
            budget.enter()
            path = _inside(name, info.name)
            # A sparse member is megabytes of nothing made from a few bytes: never a record.
            if not path or not info.isreg() or info.issparse():
                continue
            count += 1
            if any_suffix or path.lower().endswith(SUFFIXES):
                taken += 1
                if (yield from _member(path, partial(_extracted, archive, info), budget, depth)):
                    return
            else:
                left_out.add(path.removeprefix(f"{name}/"))
        if taken or count != 1:
            if note := left_out.finding():
                yield note
            return


def _tar_entries(stream: _Meter) -> Iterator[tuple["tarfile.TarFile", "tarfile.TarInfo"]]:
    """Yield a tar's entries in one pass, none kept. Raises TarError at damage, where tarfile alone would just stop."""
    import tarfile

    class Header(tarfile.TarInfo):
        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "Header":
            try:
                info = super().frombuf(buf, encoding, errors)
            except tarfile.HeaderError as error:
                if len(buf) == tarfile.BLOCKSIZE and not any(buf):
                    raise  # the end of the archive
                raise tarfile.ReadError(str(error)) from None
            # tarfile reads these whole, however long they say they are.
            if info.type in _HEADER_TYPES and info.size > _LONGEST_TAR_HEADER:
                raise tarfile.ReadError(f"a header of {info.size:,} bytes")
            return info

    with tarfile.open(fileobj=stream, mode="r|", tarinfo=Header) as archive:
        while info := archive.next():
            archive.members.clear()  # type: ignore[attr-defined]
            yield archive, info
    while stream.read(_CHUNK):  # to the end, where the checksums stand
        pass


# GNU's long name and long link, the pax headers of old, of one member and of all.
_HEADER_TYPES = (b"L", b"K", b"X", b"x", b"g")


def _extracted(archive: "tarfile.TarFile", info: "tarfile.TarInfo") -> io.BufferedIOBase:
    stream = archive.extractfile(info)
    assert isinstance(stream, io.BufferedIOBase), "regular files alone are asked for"
    return stream


def _member(
    name: str, opened: Callable[[], io.BufferedIOBase], budget: _Budget, depth: int
) -> Generator[Text | Finding, None, bool]:
    """Yield the texts of one member as far as it can be read, then what is wrong; return whether it is broken."""
    spool = Spool()
    damage: Finding | None = None
    try:
        with opened() as stream:
            while chunk := stream.read(_CHUNK):
                if spool.size + len(chunk) > budget.limits.member_bytes:
                    yield _limit(name, f"more than {budget.limits.member_bytes:,} bytes")
                    return False
                spool.write(chunk)
    except _TooMuchError:
        raise
    except Exception as error:  # as in _unpack
        damage = _broken(name, error)
    if spool.size or not damage:
        yield from _unpack(name, spool.open, budget, depth)
    if damage:
        yield damage
    return damage is not None


def _inside(archive: str, member: str) -> str:
    """Give a member's whole name, or nothing for hidden files and what macOS adds."""
    parts = [part for part in member.split("/") if part not in ("", ".")]
    hidden = any(part.startswith(".") and part != ".." for part in parts) or "__MACOSX" in parts[:1]
    return "" if hidden or not parts else shown("/".join([archive, *parts]))


def _broken(name: str, error: Exception) -> Finding:
    """Give the finding for an error met in an archive. (EINVAL: it sends zipfile to a place before its beginning.)"""
    if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
        return unreadable(name, error)
    message = f"the archive is damaged: {shown(str(error)) or type(error).__name__}"
    hint = "pack it again, or get it again from where it came from"
    return Finding("archive-broken", ERROR, message, source=name, hint=hint)


def _limit(name: str, message: str) -> Finding:
    hint = "if you trust it, unpack it and give the folder"
    return Finding("archive-limit", ERROR, f"{message}: the rest is not read", source=name, hint=hint)
