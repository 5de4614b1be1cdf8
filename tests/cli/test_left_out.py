"""Files that are left out of folders and archives are said (field test, A22)."""

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest
from indexes import indexed, run

from gipfkit.findings import Finding
from gipfkit.reading import read

GAME = '[Variant "basic"]\n\n1. b3 h3 *\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A file of games beside others."""
    found = tmp_path / "games"
    (found / "sub").mkdir(parents=True)
    (found / "a.gipf").write_text(GAME)
    for name in ("b.eml", "c", "196.pgn"):
        (found / name).write_text("x")
    return found


COMMANDS = [
    ["validate"],
    ["stats"],
    ["convert", "--to", "jsonl"],
    ["openings"],
    ["duplicates"],
    ["find", "--captures", "1"],
    ["index", "-o", "x.gipfdb"],
    ["report", "-o", "x.html"],
    ["plot", "length", "-o", "x.svg"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_says_so_once_a_folder(
    command: list[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plain = run(*command, folder).output
    assert plain.count("note[files-left-out]: 3 files left out (.eml, .pgn, no ending)") == 1
    assert "b.eml" not in plain
    verbose = run(*command, folder, "-v").output
    assert "    left out: 196.pgn, b.eml, c\n" in verbose
    assert "left out" not in run(*command, folder, "-q").output


@pytest.mark.parametrize(
    "command", [["validate"], ["stats"], ["find", "--captures", "1"]], ids=lambda command: command[0]
)
def test_an_index_says_what_its_folder_says(command: list[str], folder: Path, tmp_path: Path) -> None:
    index = indexed(tmp_path / "x.gipfdb", folder)
    assert run(*command, index).stderr == run(*command, folder).stderr
    (folder / "b.eml").unlink()
    indexed(index, folder)
    assert "2 files left out (.pgn, no ending)" in run(*command, index).output
    for name in ("c", "196.pgn"):
        (folder / name).unlink()
    indexed(index, folder)
    assert "left out" not in run(*command, index).output


def test_a_folder_in_which_nothing_is_left_out_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.gipf").write_text(GAME)
    (tmp_path / ".DS_Store").write_text("x")
    indexed(tmp_path / "games.gipfdb", tmp_path)
    assert "left out" not in run("validate", tmp_path, "-v").output


def test_hidden_games_and_files_in_folders_inside_count(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.gipf").write_text(GAME)
    for name in (".b.gipf", "sub/x.PGN.gz", "notes about games", "games.with spaces in it"):
        (tmp_path / name).write_text("x")
    said = run("validate", tmp_path, "-v").output
    assert "4 files left out (.pgn.gz, hidden, no ending)" in said
    assert ".b.gipf" in said
    assert "sub/x.PGN.gz" in said


def test_a_folder_with_nothing_else_says_both(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("x")
    said = run("validate", tmp_path).output
    assert "1 file left out (.pgn)" in said
    assert "no file of games in this folder" in said


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_members_of_an_archive_count(kind: str, tmp_path: Path) -> None:
    members = {"a.gipf": GAME, "b.pgn": "x", "c": "y"}
    path = tmp_path / f"games.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in members.items():
                archive.writestr(name, text)
    else:
        with tarfile.open(path, "w") as packed:
            for name, text in members.items():
                info = tarfile.TarInfo(name)
                info.size = len(text)
                packed.addfile(info, io.BytesIO(text.encode()))
    (note,) = (item for item in read([path]) if isinstance(item, Finding))
    assert (note.code, note.severity, note.text) == ("files-left-out", "note", "b.pgn, c")
    assert note.message == "2 files left out (.pgn, no ending)"
    # Nobody can name it by itself.
    assert note.hint == "-v names them; unpack it to read one"


def test_json_has_it_as_what_concerns_a_file(folder: Path) -> None:
    objects = [json.loads(line) for line in run("validate", folder, "--format", "ndjson").stdout.splitlines()]
    (of_folder,) = (found for found in objects if found["game"] is None)
    assert (of_folder["source"], of_folder["ok"]) == (str(folder), True)
    assert [finding["code"] for finding in of_folder["findings"]] == ["files-left-out"]
