"""Archives: every kind gives its members, also inside others."""

import gzip
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from source_files import GAME, PACK, both, finding, games, tarred, texts, zipped

from gipfkit.findings import WARNING


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
