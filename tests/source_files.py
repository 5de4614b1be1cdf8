"""Texts found in paths, and archives made for that."""

import bz2
import gzip
import io
import lzma
import random
import re
import tarfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from gipfkit.findings import Finding
from gipfkit.sources import Source, find

GAME = "1. Gb2 Gf2 1-0"


def both(*paths: str | Path, **options: object) -> tuple[list[Source], list[Finding]]:
    found = list(find(paths, **options))  # type: ignore[arg-type]
    return [f for f in found if isinstance(f, Source)], [f for f in found if isinstance(f, Finding)]


def texts(*paths: str | Path, **options: object) -> dict[str, str]:
    sources, findings = both(*paths, **options)
    assert not findings
    return {source.name: source.text() for source in sources}


def finding(*paths: str | Path, **options: object) -> Finding:
    sources, findings = both(*paths, **options)
    assert not sources
    assert len(findings) == 1
    return findings[0]


def of_bytes(data: bytes, encoding: str | None = None) -> Source:
    return Source("x.gipf", lambda: io.BufferedReader(io.BytesIO(data)), encoding)


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method, compresslevel=1) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def tarred(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


PACK: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@cache
def games(count: int, width: int = 40) -> bytes:
    """Lines that don't compress to next to nothing, each with its number."""
    dice = random.Random(7)
    return b"".join(b"%d %s\n" % (k, dice.randbytes(width // 2).hex().encode()) for k in range(count))


def expected_lines(text: str) -> list[str]:
    lines = re.split(r"\r\n|\r|\n", text)
    return lines if lines[-1] else lines[:-1]
