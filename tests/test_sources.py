"""Files, folders, archives, standard input and encodings (design section 5): named texts, and findings for the rest."""

import bz2
import codecs
import gzip
import io
import itertools
import lzma
import os
import random
import re
import subprocess
import sys
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gipfkit.findings import ERROR, WARNING, Finding
from gipfkit.sources import SUFFIXES, Limits, Source, find

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


class TestLines:
    @pytest.mark.parametrize(
        ("data", "lines"),
        [
            (b"", []),
            (b"\n", [""]),
            (b"a", ["a"]),
            (b"a\nb\n", ["a", "b"]),
            (b"a\r\nb\r\n", ["a", "b"]),
            (b"a\rb\r", ["a", "b"]),
            (b"a\nb\r\nc\rd\r\r\n\n\re", ["a", "b", "c", "d", "", "", "", "e"]),
            (b"a\x0bb\x0cc\x1cd\xc2\x85e\xe2\x80\xa8f\n", ["a\x0bb\x0cc\x1cd\x85e\u2028f"]),
            (b"a\0b\nc", ["a\0b", "c"]),
        ],
    )
    def test_every_kind_of_line_end_gives_the_same_lines(self, data: bytes, lines: list[str]) -> None:
        source = of_bytes(data)
        assert list(source.lines()) == lines
        assert source.text() == "".join(line + "\n" for line in lines)[: None if data[-1:] in b"\r\n" else -1]
        assert source.findings == []

    def test_crlf_across_the_buffers_is_one_line_end(self) -> None:
        for size in (8191, 8192, 65535, 65536):
            assert list(of_bytes(b"a" * size + b"\r\nb").lines()) == ["a" * size, "b"]

    def test_reading_begins_again_each_time_and_readings_are_independent(self) -> None:
        source = of_bytes(b"a\nb\n")
        assert source.head(1) == "a"
        first, second = source.lines(), source.lines()
        assert [next(first), next(second), next(first), next(second)] == ["a", "a", "b", "b"]
        assert source.head() == source.text() == "a\nb\n"

    def test_head_gives_characters_not_bytes(self) -> None:
        assert of_bytes("½½½".encode()).head(2) == "½½"
        assert of_bytes("½\r\n½".encode("utf-16")).head(3) == "½\n½"

    def test_a_single_long_line(self) -> None:
        assert [len(line) for line in of_bytes(b"x" * 10_000_000).lines()] == [10_000_000]

    @given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
    @example("\ufeff", "utf-8-sig")
    def test_any_text_comes_back_from_unicode(self, text: str, encoding: str) -> None:
        # What can't be told apart: a mark, UTF-16 without one, the mark of UTF-32.
        if encoding == "utf-8":
            text = text.replace("\ufeff", "").replace("\0", "")
        text = text.lstrip("\0")
        source = of_bytes(text.encode(encoding))
        assert list(source.lines()) == expected_lines(text)
        assert source.findings == []

    @given(st.binary().map(lambda data: b"\xe9 " + data.replace(b"\0", b"")))
    def test_any_bytes_come_back_from_windows_1252(self, data: bytes) -> None:
        text = "".join(chr(b) if b in b"\x81\x8d\x8f\x90\x9d" else bytes([b]).decode("cp1252") for b in data)
        source = of_bytes(data)
        assert list(source.lines()) == expected_lines(text)
        assert [f.code for f in source.findings] == ["encoding"]

    @given(st.binary())
    def test_no_bytes_raise(self, data: bytes) -> None:
        for mark in (b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF32_BE):
            source = of_bytes(mark + data)
            assert "\n".join(source.lines()) == source.text().removesuffix("\n")


def expected_lines(text: str) -> list[str]:
    lines = re.split(r"\r\n|\r|\n", text)
    return lines if lines[-1] else lines[:-1]


class TestEncodings:
    @pytest.mark.parametrize(
        ("mark", "encoding"),
        [
            (b"", "utf-8"),
            (codecs.BOM_UTF8, "utf-8"),
            (codecs.BOM_UTF16_LE, "utf-16-le"),
            (codecs.BOM_UTF16_BE, "utf-16-be"),
            (codecs.BOM_UTF32_LE, "utf-32-le"),
            (codecs.BOM_UTF32_BE, "utf-32-be"),
        ],
    )
    def test_utf_8_and_every_byte_order_mark_are_read_without_a_word(self, mark: bytes, encoding: str) -> None:
        source = of_bytes(mark + '[White "Ł"]\r\n½'.encode(encoding))
        assert list(source.lines()) == ['[White "Ł"]', "½"]
        assert source.findings == []

    @pytest.mark.parametrize("data", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF32_BE])
    def test_a_mark_alone_is_an_empty_text(self, data: bytes) -> None:
        source = of_bytes(data)
        assert list(source.lines()) == []
        assert source.findings == []

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_utf_16_without_a_mark_is_seen_by_its_nuls(self, encoding: str) -> None:
        source = of_bytes((GAME + "\n½\n").encode(encoding))
        assert list(source.lines()) == [GAME, "½"]
        [found] = source.findings
        assert (found.code, found.severity, found.line, found.column) == ("encoding", WARNING, 1, 1)
        assert found.message == f"no byte order mark; read as {encoding}"

    @pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF16_LE])
    def test_utf_16_cut_inside_a_character_is_read_to_there(self, mark: bytes) -> None:
        source = of_bytes(mark + "1. Gb2\nGf2".encode("utf-16-le") + b"\x20")
        assert list(source.lines()) == ["1. Gb2", "Gf2\ufffd"]
        found = source.findings[-1]
        assert (found.line, found.column) == (2, 4)
        assert "ends inside a character" in found.message

    def test_nuls_here_and_there_stay_in_the_text(self) -> None:
        for data in (b"1. \0Gb2\0 Gf2", b"\0" * 100, b"\0", b"ab\0\0" * 20):
            source = of_bytes(data)
            assert source.text() == data.decode()
            assert source.findings == []

    def test_marked_utf_8_with_stray_bytes_keeps_its_other_letters(self) -> None:
        source = of_bytes(codecs.BOM_UTF8 + "½\nab".encode() + b"\xe9 c")
        assert source.text() == "½\nab\ufffd c"
        assert [(f.line, f.column) for f in source.findings] == [(2, 3)]

    def test_windows_1252_is_the_last_resort_with_one_finding(self) -> None:
        source = of_bytes("½".encode() + b"\r\r\nab\x9ccd \xbd \x81\r\n\xe9")
        assert list(source.lines()) == ["Â½", "", "abœcd ½ \x81", "é"]
        assert source.head() == source.text()
        [found] = source.findings
        assert (found.code, found.severity, found.source) == ("encoding", WARNING, "x.gipf")
        assert (found.line, found.column) == (3, 3)
        assert found.message == "not UTF-8; read as windows-1252"
        assert found.hint == "save it as UTF-8 or name --encoding"

    @pytest.mark.parametrize("before", [b"a" * 65535, b"a\n" * 32768 + b"\r", b"\r\n" * 32767 + b"\xc2\xbd\r"])
    def test_the_place_is_right_across_the_buffers(self, before: bytes) -> None:
        source = of_bytes(before + b"\xc3A")
        source.head(1)
        lines = expected_lines(before.decode() + "x")
        assert [(f.line, f.column) for f in source.findings] == [(len(lines), len(lines[-1]))]

    def test_the_encoding_asked_for_comes_before_windows_1252(self) -> None:
        source = of_bytes("Łódź".encode("iso8859-2"), "iso8859-2")
        assert source.text() == "Łódź"
        assert [f.message for f in source.findings] == ["not UTF-8; read as iso8859-2"]

    def test_the_encoding_asked_for_comes_after_utf_8(self) -> None:
        source = of_bytes("Łódź".encode(), "iso8859-2")
        assert source.text() == "Łódź"
        assert source.findings == []

    def test_an_encoding_asked_for_that_does_not_fit_is_named(self) -> None:
        source = of_bytes(b"caf\xe9", "ascii")
        assert source.text() == "café"
        assert [f.message for f in source.findings] == ["not UTF-8 nor ascii; read as windows-1252"]

    @pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "shift_jis", "UTF8", "utf-8-sig"])
    def test_encodings_known(self, encoding: str) -> None:
        assert list(find([], encoding=encoding)) == []

    @pytest.mark.parametrize("encoding", ["nonsense", "", "rot13", "base64", "idna", "a\0b"])
    def test_an_unknown_encoding_is_an_error_before_anything_is_read(self, encoding: str) -> None:
        with pytest.raises(ValueError, match="unknown encoding"):
            find(["missing.gipf"], encoding=encoding)

    def test_an_error_in_the_midst_of_reading_is_a_finding(self) -> None:
        class Failing(io.BytesIO):
            def read(self, size: int | None = -1, /) -> bytes:
                if self.tell() > 100_000:
                    raise OSError(5, "Input/output error")
                return super().read(size)

            def read1(self, size: int | None = -1, /) -> bytes:
                return self.read(size)

        source = Source("x", lambda: Failing(b"line\n" * 50_000))  # type: ignore[arg-type, return-value]
        assert source.text() == ""
        assert list(source.lines()) == []
        assert [(f.code, f.severity) for f in source.findings] == [("unreadable-path", ERROR)]


class TestFilesAndFolders:
    def test_a_file_is_read_whatever_its_suffix(self, tmp_path: Path) -> None:
        for name in ("x.gipf", "x", "x.doc", ".hidden", "x.zip", "x.tar.gz"):
            (tmp_path / name).write_text(GAME)
            assert texts(tmp_path / name) == {str(tmp_path / name): GAME}

    def test_names_are_as_given(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "x.gipf").touch()
        (tmp_path / "d").mkdir()
        (tmp_path / "d" / "y.gipf").touch()
        assert list(texts("./x.gipf", "d")) == ["./x.gipf", "d/y.gipf"]

    def test_a_name_that_breaks_lines_is_shown_on_one(self, tmp_path: Path) -> None:
        for name in ("a\nb.gipf", "a\x1bb.gipf", os.fsdecode(b"a\xffb.gipf")):
            (tmp_path / name).write_text(GAME)
            assert list(texts(tmp_path / name)) == [str(tmp_path / "a\ufffdb.gipf")]

    def test_a_folder_is_searched_in_order_for_known_suffixes(self, tmp_path: Path) -> None:
        for name in ("b.gipf", "a/z.TXT", "a/b/c.sgf", "a.jsonl", "x.doc", ".x.gipf", ".git/x.gipf", "c.gipf/d.log"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(GAME)
        names = ["a/b/c.sgf", "a/z.TXT", "a.jsonl", "b.gipf", "c.gipf/d.log"]
        assert list(texts(tmp_path)) == [str(tmp_path / name) for name in names]

    def test_every_suffix_is_found_in_a_folder(self, tmp_path: Path) -> None:
        for suffix in SUFFIXES:
            (tmp_path / f"x{suffix}").write_text(GAME)
        assert len(texts(tmp_path)) == len(SUFFIXES) == len(set(SUFFIXES))

    def test_a_file_reached_twice_is_read_once(self, tmp_path: Path) -> None:
        (tmp_path / "x.gipf").write_text(GAME)
        (tmp_path / "y.gipf").symlink_to("x.gipf")
        assert list(texts(tmp_path / "y.gipf", tmp_path, tmp_path, tmp_path / "x.gipf")) == [str(tmp_path / "y.gipf")]

    def test_link_loops_end(self, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "up").symlink_to("..")
        (tmp_path / "a" / "x.gipf").write_text(GAME)
        (tmp_path / "self.gipf").symlink_to("self.gipf")
        sources, [found] = both(tmp_path)
        assert [source.name for source in sources] == [str(tmp_path / "a" / "x.gipf")]
        assert (found.code, found.source) == ("unreadable-path", str(tmp_path / "self.gipf"))

    def test_a_folder_without_games_is_a_warning(self, tmp_path: Path) -> None:
        (tmp_path / "x.doc").touch()
        found = finding(tmp_path)
        assert (found.code, found.severity, found.source) == ("no-game", WARNING, str(tmp_path))

    @pytest.mark.parametrize("name", ["missing.gipf", "x.gipf/y.gipf", "", "a\0b", "n" * 5000])
    def test_a_path_that_leads_nowhere_is_a_finding_and_the_rest_goes_on(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "x.gipf").write_text(GAME)
        path = f"{tmp_path}/{name}" if name else ""
        sources, [found] = both(path, tmp_path / "x.gipf")
        assert len(sources) == 1
        assert (found.code, found.severity) == ("unreadable-path", ERROR)
        assert found.hint

    def test_a_dangling_link_says_where_it_leads(self, tmp_path: Path) -> None:
        (tmp_path / "x.gipf").symlink_to("gone.gipf")
        (tmp_path / "other").symlink_to("gone")
        for path in (tmp_path / "x.gipf", tmp_path):
            found = finding(path)
            assert (found.code, found.source) == ("unreadable-path", str(tmp_path / "x.gipf"))
            assert "gone.gipf" in (found.hint or "")

    def test_no_permission_is_a_finding(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object) -> Iterator[Path]:
            raise PermissionError(13, "Permission denied")

        (tmp_path / "x.gipf").write_text(GAME)
        monkeypatch.setattr(Path, "iterdir", refuse)
        assert finding(tmp_path).code == "unreadable-path"
        monkeypatch.setattr(Path, "open", refuse)
        assert finding(tmp_path / "x.gipf").hint == "you lack the right to read it"

    def test_a_device_is_not_read(self) -> None:
        assert finding("/dev/zero").message == "neither a file nor a folder"

    def test_a_pipe_is_kept_aside(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w').write({GAME!r})"]):
            [source] = find([pipe])
        assert isinstance(source, Source)
        assert source.head() == source.text() == GAME

    def test_nothing_is_read_before_it_is_asked_for(self, tmp_path: Path) -> None:
        (tmp_path / "x.gipf").write_text(GAME)
        found = find(itertools.chain([tmp_path], itertools.repeat(tmp_path / "missing")))
        assert isinstance(next(found), Source)
        assert isinstance(next(found), Finding)


class TestStandardInput:
    def give(self, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))

    def test_it_can_be_read_several_times(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.give(monkeypatch, b"a\r\n\xe9")
        [source], _ = both("-")
        assert (source.name, source.head(), list(source.lines())) == ("<stdin>", "a\né", ["a", "é"])
        assert [f.source for f in source.findings] == ["<stdin>"]

    def test_given_twice_it_is_read_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.give(monkeypatch, b"a")
        assert texts("-", "-") == {"<stdin>": "a"}

    def test_an_archive_in_it_is_opened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.give(monkeypatch, zipped({"a.gipf": b"A", "b.gipf": b"B"}))
        assert texts("-") == {"<stdin>/a.gipf": "A", "<stdin>/b.gipf": "B"}

    def test_larger_than_memory_is_meant_to_hold(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.give(monkeypatch, b"line\n" * 500_000)
        [source], _ = both("-")
        first, second = source.lines(), source.lines()
        assert sum(a == b == "line" for a, b in zip(first, second, strict=True)) == 500_000

    @pytest.mark.parametrize("stdin", [None, io.StringIO("x")])
    def test_none_is_a_finding(self, monkeypatch: pytest.MonkeyPatch, stdin: object) -> None:
        monkeypatch.setattr(sys, "stdin", stdin)
        found = finding("-")
        assert (found.code, found.source) == ("unreadable-path", "<stdin>")


class TestArchives:
    @pytest.mark.parametrize("pack", PACK)
    @pytest.mark.parametrize("name", ["x.gipf.{}", "x"])
    def test_a_compressed_file_keeps_its_name(self, tmp_path: Path, pack: str, name: str) -> None:
        path = tmp_path / name.format(pack)
        path.write_bytes(PACK[pack](GAME.encode()))
        assert texts(path) == {str(path): GAME}

    @pytest.mark.parametrize("pack", ["", *PACK])
    @pytest.mark.parametrize("suffix", [".tar.{}", ""])
    def test_a_tar_gives_its_members(self, tmp_path: Path, pack: str, suffix: str) -> None:
        data = tarred({"./b.gipf": b"B", "in/a.sgf": b"A", "x.doc": b"", ".h.gipf": b"", "__MACOSX/a.gipf": b""})
        path = tmp_path / ("games" + suffix.format(pack))
        path.write_bytes(PACK[pack](data) if pack else data)
        assert texts(path) == {f"{path}/b.gipf": "B", f"{path}/in/a.sgf": "A"}

    @pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    @pytest.mark.parametrize("suffix", [".zip", ".txt"])
    def test_a_zip_gives_its_members(self, tmp_path: Path, method: int, suffix: str) -> None:
        members = {"b.gipf": b"B", "in/": b"", "in/a.sgf": b"A", "x.doc": b"", ".h/h.gipf": b""}
        path = tmp_path / f"games{suffix}"
        path.write_bytes(zipped(members, method))
        assert texts(path) == {f"{path}/b.gipf": "B", f"{path}/in/a.sgf": "A"}

    @pytest.mark.parametrize("build", [zipped, tarred])
    def test_a_single_member_is_read_whatever_its_suffix(
        self, tmp_path: Path, build: Callable[[dict[str, bytes]], bytes]
    ) -> None:
        path = tmp_path / "x"
        path.write_bytes(build({"games": b"G"}))
        assert texts(path) == {f"{path}/games": "G"}

    @pytest.mark.parametrize("build", [zipped, tarred])
    @pytest.mark.parametrize("members", [{}, {"a.doc": b"", "b.doc": b""}])
    def test_an_archive_without_games_is_a_warning(
        self, tmp_path: Path, build: Callable[[dict[str, bytes]], bytes], members: dict[str, bytes]
    ) -> None:
        path = tmp_path / "x.tar.zip"
        path.write_bytes(build(members))
        if build is tarred and not members:
            path = path.rename(tmp_path / "x.tar")
        assert (finding(path).code, finding(path).severity) == ("no-game", WARNING)

    def test_archives_in_archives(self, tmp_path: Path) -> None:
        inner = zipped({"a.gipf.gz": gzip.compress(b"A"), "b.gipf": b"B"})
        path = tmp_path / "x.zip"
        path.write_bytes(zipped({"in/y.zip": inner, "z.tgz": gzip.compress(tarred({"c.gipf": b"C"}))}))
        names = {"in/y.zip/a.gipf.gz": "A", "in/y.zip/b.gipf": "B", "z.tgz/c.gipf": "C"}
        assert texts(path) == {f"{path}/{name}": text for name, text in names.items()}

    def test_members_can_be_read_after_the_archive_is_done(self, tmp_path: Path) -> None:
        path = tmp_path / "x.zip"
        path.write_bytes(zipped({f"{k}.gipf": games(20_000) for k in range(3)}))
        sources, _ = both(path)
        path.unlink()
        assert [s.text().encode() for s in reversed(sources)] == [games(20_000)] * 3

    def test_nothing_is_written_under_a_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "tmp").mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
        evil = {"../up.gipf": games(20_000), "/abs.gipf": b"B", "C:\\x\n.gipf": b"C"}
        for build in (zipped, tarred):
            (tmp_path / "x").write_bytes(build(evil))
            sources, findings = both("x")
            assert [source.name for source in sources] == ["x/../up.gipf", "x/abs.gipf", "x/C:\\x\ufffd.gipf"]
            assert not findings
            assert list((tmp_path / "tmp").iterdir()) == []
            assert sorted(p.name for p in tmp_path.iterdir()) == ["tmp", "x"]

    def test_links_and_devices_in_a_tar_are_left_out(self, tmp_path: Path) -> None:
        with tarfile.open(tmp_path / "x.tar", "w") as archive:
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE):
                info = tarfile.TarInfo("x.gipf")
                info.type, info.linkname = kind, "/etc/passwd"
                archive.addfile(info)
        assert finding(tmp_path / "x.tar").code == "no-game"

    def test_the_encoding_reaches_members(self, tmp_path: Path) -> None:
        (tmp_path / "x.zip").write_bytes(zipped({"a.gipf": "Ł".encode("cp1250")}))
        [source], _ = both(tmp_path / "x.zip", encoding="cp1250")
        assert source.text() == "Ł"
        assert source.findings[0].source == f"{tmp_path}/x.zip/a.gipf"


class TestDamage:
    @pytest.mark.parametrize("share", range(1, 10))
    @pytest.mark.parametrize("kind", ["gz", "bz2", "xz", "tar", "tar.gz", "tar.bz2", "tar.xz", "zip", "zip.gz"])
    def test_an_archive_cut_off_is_a_finding_and_what_stands_before_stays(
        self, tmp_path: Path, kind: str, share: int
    ) -> None:
        whole = games(3000)
        parts = {f"{k}.gipf": whole[k * 20_000 : (k + 1) * 20_000] for k in range(10)}
        data = {"tar": tarred, "zip": zipped}[kind[:3]](parts) if kind[:3] in ("tar", "zip") else whole
        pack = kind.split(".")[-1]
        data = PACK[pack](data) if pack in PACK else data
        path, other = tmp_path / f"x.{kind}", tmp_path / "other.gipf"
        path.write_bytes(data[: len(data) * share // 10])
        other.write_text(GAME)
        sources, findings = both(path, other)
        assert {f.code for f in findings} == {"archive-broken"}
        assert sources.pop().text() == GAME
        read = "".join(source.text() for source in sources).encode()
        assert whole.startswith(read)
        if kind in ("gz", "tar", "tar.gz"):
            assert len(read) > len(whole) * share // 10 - 70_000
            assert read or share < 2

    def test_every_byte_changed_raises_nothing(self, tmp_path: Path) -> None:
        dice = random.Random(1)
        path = tmp_path / "x"
        members = {f"{k}.gipf": games(9) for k in range(3)}
        for data in (zipped(members), tarred(members), *(pack(tarred(members)) for pack in PACK.values())):
            for place in dice.sample(range(len(data)), 40):
                path.write_bytes(data[:place] + bytes([dice.randrange(256)]) + data[place + 1 :])
                for source in both(path)[0]:
                    source.text()

    def test_a_broken_member_does_not_cost_the_others(self, tmp_path: Path) -> None:
        data = zipped({"a.gipf": b"AAAA", "b.gipf": b"BBBB", "c.gipf": b"CCCC"}, zipfile.ZIP_STORED)
        (tmp_path / "x.zip").write_bytes(data.replace(b"BBBB", b"BBxB"))
        sources, [found] = both(tmp_path / "x.zip")
        assert [source.text() for source in sources] == ["AAAA", "CCCC"]
        assert (found.code, found.severity, found.source) == ("archive-broken", ERROR, f"{tmp_path}/x.zip/b.gipf")

    @pytest.mark.parametrize("inner", [{"n.gipf": b"N"}, {}])
    def test_a_cut_zip_is_not_read_as_the_zip_stored_inside_it(self, tmp_path: Path, inner: dict[str, bytes]) -> None:
        members = {"a.gipf": b"A", "n.zip": zipped(inner), "b.gipf": b"B"}
        for data in (zipped(members, zipfile.ZIP_STORED), zipped(dict(list(members.items())[1:]), zipfile.ZIP_STORED)):
            (tmp_path / "x.zip").write_bytes(data[:-60])
            found = finding(tmp_path / "x.zip")
            assert (found.code, found.severity, found.source) == ("archive-broken", ERROR, f"{tmp_path}/x.zip")

    def test_bytes_behind_a_zip_are_damage_that_costs_no_member(self, tmp_path: Path) -> None:
        data = zipped({"a.gipf": b"A", "b.gipf": b"B"})
        (tmp_path / "x.zip").write_bytes(data + b"more")
        sources, [found] = both(tmp_path / "x.zip")
        assert [source.text() for source in sources] == ["A", "B"]
        assert (found.code, found.message) == ("archive-broken", "the archive is damaged: 4 bytes behind its end")
        (tmp_path / "x.zip").write_bytes(data + data)
        assert finding(tmp_path / "x.zip").code == "archive-broken"

    def test_a_zip_of_the_64_bit_kind_is_read_and_its_damage_found(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # So many entries are written as only the 64 bit kind can hold.
        monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 0)
        inner = zipped({"i.gipf": b"I"}, zipfile.ZIP_STORED)
        data = zipped({"a.gipf": b"A", "n.zip": inner, "b.gipf": b"B"}, zipfile.ZIP_STORED)
        assert b"PK\x06\x06" in data
        path = tmp_path / "x.zip"
        for whole in (data, b"#!/bin/sh\n" + data, data + bytes(512)):
            path.write_bytes(whole)
            assert list(texts(path).values()) == ["A", "I", "B"]
        path.write_bytes(data + b"more")
        sources, [found] = both(path)
        assert len(sources) == 3
        assert (found.code, found.message) == ("archive-broken", "the archive is damaged: 4 bytes behind its end")
        # Without its end, in the midst of its directory, with the directory of the zip inside it alone, twice.
        for broken in (data[:-22], data[:-100], data[: data.index(inner) + len(inner)], data + data):
            path.write_bytes(broken)
            assert finding(path).code == "archive-broken"

    def test_a_zip_with_a_comment_a_program_before_it_or_zeros_behind_it_is_whole(self, tmp_path: Path) -> None:
        data = zipped({"a.gipf": b"A", "n.zip": zipped({"b.gipf": b"B"})}, zipfile.ZIP_STORED)
        comment = b"c" * 0xFFFF
        commented = data[:-2] + len(comment).to_bytes(2, "little") + comment
        for whole in (data, commented, b"MZ\0\1" * 99 + data, data + bytes(99)):
            (tmp_path / "x.zip").write_bytes(whole)
            assert list(texts(tmp_path / "x.zip").values()) == ["A", "B"]

    def test_an_encrypted_member_is_said_to_be_so(self, tmp_path: Path) -> None:
        data = bytearray(zipped({"a.gipf": b"AAAA", "b.gipf": b"BBBB"}))
        data[data.index(b"PK\x03\x04") + 6] |= 1
        data[data.index(b"PK\x01\x02") + 8] |= 1
        (tmp_path / "x.zip").write_bytes(data)
        sources, [found] = both(tmp_path / "x.zip")
        assert [source.text() for source in sources] == ["BBBB"]
        assert found.code == "archive-broken"
        assert "encrypted" in found.message

    def test_a_method_that_zipfile_does_not_know_is_a_finding(self, tmp_path: Path) -> None:
        data = bytearray(zipped({"a.gipf": b"AAAA"}))
        data[data.index(b"PK\x03\x04") + 8] = data[data.index(b"PK\x01\x02") + 10] = 97
        (tmp_path / "x.zip").write_bytes(data)
        assert finding(tmp_path / "x.zip").code == "archive-broken"

    @pytest.mark.parametrize("suffix", [".zip", ".tar", ".xz", ".bz2", ".gz"])
    def test_a_suffix_that_promises_an_archive_over_binary_junk(self, tmp_path: Path, suffix: str) -> None:
        (tmp_path / f"x{suffix}").write_bytes(b"\1\0\2" * 400)
        assert finding(tmp_path / f"x{suffix}").code == "archive-broken"

    def test_a_tar_header_that_says_it_is_huge_is_not_read(self, tmp_path: Path) -> None:
        info = tarfile.TarInfo("x.gipf")
        info.type, info.size = tarfile.XHDTYPE, 10 << 30
        (tmp_path / "x.tar").write_bytes(info.tobuf(tarfile.GNU_FORMAT) + bytes(1024))
        assert "a header of" in finding(tmp_path / "x.tar").message

    def test_headers_in_an_endless_row_are_a_finding(self, tmp_path: Path) -> None:
        info = tarfile.TarInfo("x.gipf")
        info.type, info.size = tarfile.GNUTYPE_LONGNAME, 0
        (tmp_path / "x.tar").write_bytes(info.tobuf(tarfile.GNU_FORMAT) * 5000)
        assert finding(tmp_path / "x.tar").code == "archive-broken"


class TestLimits:
    def check(self, path: Path, limits: Limits, message: str, *, before: list[str] | None = None) -> None:
        other = path.parent / "other.gipf"
        other.write_text(GAME)
        sources, [found] = both(path, other, limits=limits)
        assert [source.name.removeprefix(f"{path}/") for source in sources[:-1]] == (before or [])
        assert sources[-1].text() == GAME
        assert (found.code, found.severity) == ("archive-limit", ERROR)
        assert message in found.message

    @pytest.mark.parametrize("pack", PACK)
    def test_a_bomb_is_stopped_by_its_ratio(self, tmp_path: Path, pack: str) -> None:
        (tmp_path / "x").write_bytes(PACK[pack](bytes(20_000_000)))
        self.check(tmp_path / "x", Limits(), "200 times its size")

    def test_a_bomb_in_archives_is_stopped_by_its_ratio(self, tmp_path: Path) -> None:
        bomb = zipped({"a.gipf": b"A", "b.zip": zipped({"b.gipf": bytes(20_000_000)})})
        (tmp_path / "x").write_bytes(bomb)
        self.check(tmp_path / "x", Limits(), "200 times its size", before=["a.gipf"])
        (tmp_path / "x").write_bytes(gzip.compress(tarred({"a.gipf": b"A", "b.doc": bytes(20_000_000)})))
        self.check(tmp_path / "x", Limits(), "200 times its size", before=["a.gipf"])

    def test_a_high_ratio_is_no_harm_while_it_is_small(self, tmp_path: Path) -> None:
        (tmp_path / "x.gz").write_bytes(gzip.compress(b"\n" * 9_000_000))
        assert len(texts(tmp_path / "x.gz")) == 1

    @pytest.mark.parametrize("build", [zipped, tarred])
    def test_a_member_too_large_does_not_cost_the_others(
        self, tmp_path: Path, build: Callable[[dict[str, bytes]], bytes]
    ) -> None:
        (tmp_path / "x").write_bytes(build({"a.gipf": b"A", "b.gipf": b"B" * 101, "c.gipf": b"C" * 100}))
        self.check(tmp_path / "x", Limits(member_bytes=100), "more than 100 bytes", before=["a.gipf", "c.gipf"])

    @pytest.mark.parametrize("build", [zipped, tarred])
    def test_too_much_in_all(self, tmp_path: Path, build: Callable[[dict[str, bytes]], bytes]) -> None:
        (tmp_path / "x").write_bytes(build({f"{k}.gipf": games(2000) for k in range(9)}))
        limits = Limits(archive_bytes=250_000)
        self.check(tmp_path / "x", limits, "more than 250,000 bytes in all", before=["0.gipf", "1.gipf"])

    def test_too_many_members(self, tmp_path: Path) -> None:
        members = {f"{k}.gipf": b"" for k in range(11)}
        (tmp_path / "x").write_bytes(zipped(members))
        self.check(tmp_path / "x", Limits(members=10), "more than 10 members")
        (tmp_path / "x").write_bytes(tarred(members))
        self.check(tmp_path / "x", Limits(members=10), "more than 10 members", before=list(members)[:10])
        (tmp_path / "x").write_bytes(zipped({"a.zip": zipped(members), "b.zip": zipped(members)}))
        names = [f"a.zip/{name}" for name in members]
        self.check(tmp_path / "x", Limits(members=20), "more than 20 members", before=names)

    def test_archives_too_deep(self, tmp_path: Path) -> None:
        data = zipped({"a.gipf": b"A"})
        for _ in range(2):
            data = zipped({"in.zip": data, "b.gipf": b"B"})
        (tmp_path / "x").write_bytes(data)
        assert len(texts(tmp_path / "x")) == 3
        (tmp_path / "x").write_bytes(zipped({"in.zip": data, "b.gipf": b"B"}))
        before = ["in.zip/in.zip/b.gipf", "in.zip/b.gipf", "b.gipf"]
        self.check(tmp_path / "x", Limits(), "more than 3 archives inside each other", before=before)


class TestCost:
    @pytest.mark.parametrize("kind", ["plain", "plain-1252", "zip", "tar.gz", "stdin"])
    def test_memory_stays_flat(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
        path = tmp_path / "x"
        big = games(1000, 2000) * 15 + (b"\xe9\n" if kind == "plain-1252" else b"")
        assert len(big) > 30_000_000
        data = {"zip": zipped, "tar.gz": tarred}[kind]({"x.gipf": big}) if kind in ("zip", "tar.gz") else big
        data = gzip.compress(data, 1) if "gz" in kind else data
        path.write_bytes(data)
        count = big.count(b"\n")
        del big, data
        with path.open("rb") as stdin:
            monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stdin))
            tracemalloc.start()
            [source], _ = both("-" if kind == "stdin" else path)
            assert sum(1 for _ in source.lines()) == count
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert peak < 3_000_000

    def test_the_modules_for_archives_are_imported_only_for_archives(self, tmp_path: Path) -> None:
        (tmp_path / "x.gipf").write_text(GAME)
        code = (
            "import sys; before = set(sys.modules); from gipfkit.sources import find;"
            f"[s] = find([{str(tmp_path)!r}]); s.text();"
            "print(*({'zipfile', 'tarfile', 'gzip', 'lzma', 'bz2', 'tempfile', 'pandas', 'numpy'}"
            " & (set(sys.modules) - before)))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.split() == []
