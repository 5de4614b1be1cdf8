"""What a file's name promises is what is written, and games that are read are not written over (field test, A21)."""

from pathlib import Path

import pytest
from indexes import run, some_games, write

from gipfkit.analysis.index_file import is_index


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "games.gipf", some_games(4, 1))


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "-o", "x.pdf"],
        ["report", "-o", "x.docx"],
        ["report", "-o", "x.txt"],
        ["report", "-o", "x"],
        ["convert", "--to", "tagged", "-o", "x.pdf"],
        ["convert", "--to", "tagged", "-o", "x.jsonl"],
        ["convert", "--to", "tagged", "-o", "x.gipf.gz"],
        ["convert", "--to", "boardspace", "-o", "x.gipf"],
        ["stats", "--format", "csv", "-o", "x.xlsx"],
        ["stats", "-o", "x.csv"],
        ["stats", "--format", "json", "-o", "x.CSV"],
        ["stats", "--per", "all", "--format", "csv", "-o", "x.csv"],
        ["openings", "-o", "x.html"],
        ["find", "--captures", "1", "-o", "x.json"],
        ["find", "--captures", "1", "--to", "tagged", "-o", "x.sgf"],
        ["duplicates", "-o", "x.gipf"],
        ["duplicates", "--unique", "-o", "x.csv"],
        ["validate", "-o", "x.md"],
        ["index", "-o", "x.gipf"],
        ["index", "-o", "x.txt.gz"],
        ["index", "-o", "x.csv"],
        ["plot", "length", "-o", "x.html"],
    ],
    ids=" ".join,
)
def test_a_name_that_promises_something_else_is_refused(arguments: list[str], games: Path) -> None:
    result = run(*arguments, games)
    assert result.exit_code == 2
    assert Path(arguments[-1]).name in result.stderr
    assert sorted(path.name for path in games.parent.iterdir()) == ["games.gipf"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "-o", "x.HTML"],
        ["report", "-o", "x.htm"],
        ["convert", "--to", "tagged", "-o", "x.gipf"],
        ["convert", "--to", "tagged", "-o", "x.pgn"],
        ["convert", "--to", "jsonl", "-o", "x.json"],
        ["convert", "--to", "official", "-o", "x.txt"],
        ["convert", "--to", "official", "-o", "x.gipf"],
        ["stats", "--format", "csv", "-o", "x.csv"],
        ["stats", "--format", "tsv", "-o", "x.tab"],
        ["stats", "-o", "x.v2"],
        ["openings", "--format", "markdown", "-o", "x.md"],
        ["index", "-o", "x.db"],
        ["index", "-o", "x"],
        ["stats", "--format", "csv", "-o", "/dev/null"],
    ],
    ids=" ".join,
)
def test_any_other_name_is_written(arguments: list[str], games: Path) -> None:
    assert run(*arguments, games).exit_code == 0
    assert Path(arguments[-1]).exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["stats", "--format", "csv"],
        ["validate"],
        ["openings"],
        ["find", "--captures", "1"],
        ["find", "--captures", "1", "--to", "official"],
        ["duplicates"],
        ["convert", "--to", "official", "--player", "Ann"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("named", [True, False])
def test_the_games_that_are_read_are_not_written_over(arguments: list[str], named: bool, games: Path) -> None:
    text = games.with_suffix(".txt")
    games.rename(text)
    before = text.read_text()
    result = run(*arguments, text if named else text.parent, "-o", "./games.txt")
    assert (result.exit_code, text.read_text()) == (2, before)
    assert "is one of the files read" in result.stderr


def test_a_collection_can_be_rid_of_its_copies_in_place(tmp_path: Path) -> None:
    games = some_games(3, 1)
    path = write(tmp_path / "games.gipf", [*games, games[0]])
    assert run("duplicates", path, "--unique", "-o", path).exit_code == 0
    assert path.read_text() == write(tmp_path / "three.gipf", games).read_text()


def test_an_index_never_takes_the_place_of_games(tmp_path: Path) -> None:
    path = write(tmp_path / "games", some_games(2, 1))
    before = path.read_text()
    assert run("index", path, "-o", path).exit_code == 2
    assert path.read_text() == before
    assert not is_index(path)
