"""Files, folders and standard input: which texts they are, and their lines."""

import codecs
import io
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from source_files import GAME, both, expected_lines, finding, of_bytes, texts, zipped

from gipfkit.findings import ERROR, WARNING, Finding
from gipfkit.sources import SUFFIXES, Source, find


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
