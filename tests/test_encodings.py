"""Encodings of texts: which is taken, and what is said of it."""

import codecs
import io

import pytest
from source_files import GAME, expected_lines, of_bytes

from gipfkit.findings import ERROR, WARNING
from gipfkit.sources import Source, find


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
