"""What archives may cost: bombs are stopped, memory stays flat, nothing is loaded in vain."""

import gzip
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from source_files import GAME, PACK, both, games, tarred, texts, zipped

from gipfkit.findings import ERROR
from gipfkit.sources import Limits


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
