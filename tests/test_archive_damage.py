"""Archives that are damaged: what is said, and what can still be read."""

import random
import tarfile
import zipfile
from pathlib import Path

import pytest
from source_files import GAME, PACK, both, finding, games, tarred, texts, zipped

from gipfkit.findings import ERROR


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
