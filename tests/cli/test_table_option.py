"""The option --table: every command that reads games reads logs of Board Game Arena by it, and an index keeps it."""

import json
from pathlib import Path

import pytest
from bga_logs import as_packets, by, contained, note
from indexes import run

TABLE = 'extends = true\n[[action]]\ndo = "ignore"\ntype = "sparkle"'
READING = [
    ("validate",),
    ("show",),
    ("stats",),
    ("plot", "length", "-o", "{out}.svg"),
    ("plot", "openings", "-o", "{out}.svg"),
    ("report", "-o", "{out}.html"),
    ("find", "--material", "white_reserve < 15", "--count"),
    ("duplicates",),
    ("openings",),
    ("convert", "--to", "tagged"),
    ("index", "-o", "{out}.gipfdb"),
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log with a notification that the table shipped doesn't know, and a table that does."""
    told = [
        note("gameStart", "", variant="basic"),
        note("pieceEntered", dot="b1", spot="b2", kind="single", **by(0)),
        note("sparkle"),
        note("pieceEntered", dot="f1", spot="f2", kind="single", **by(1)),
    ]
    packets = as_packets([[{**one, "uid": f"u{k}"}] for k, one in enumerate(told)], doubled=False)
    (tmp_path / "log.json").write_text(contained(packets, "logs"))
    (tmp_path / "table.toml").write_text(TABLE)
    return tmp_path / "log.json"


def table_of(log: Path) -> tuple[str, Path]:
    return "--table", log.parent / "table.toml"


def arguments(words: tuple[str, ...], log: Path, *more: str | Path) -> list[str | Path]:
    name, *rest = (word.format(out=log.parent / "out") for word in words)
    kind = [rest.pop(0)] if name == "plot" else []
    return [name, *kind, log, *rest, *more]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_every_command_reads_a_log_by_a_table(words: tuple[str, ...], log: Path) -> None:
    # Searches don't judge the games they read.
    assert run(*arguments(words, log)).exit_code == (words[0] not in ("find", "duplicates"))
    result = run(*arguments(words, log, *table_of(log)))
    assert (result.exit_code, "sparkle" in result.output) == (0, False)


def test_games_are_counted_as_the_table_reads_them(log: Path) -> None:
    rows = ("stats", log, "--per", "game", "--format", "ndjson", "-q")
    assert [json.loads(run(*rows, *more).stdout)["ok"] for more in ((), table_of(log))] == [False, True]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_table_with_mistakes_is_wrong_use(words: tuple[str, ...], log: Path) -> None:
    (log.parent / "table.toml").write_text("[[action]]\ndo = 5")
    result = run(*arguments(words, log, *table_of(log)))
    assert (result.exit_code, "--table" in result.output) == (2, True)
    assert not list(log.parent.glob("out*"))


def test_a_table_that_is_missing_is_wrong_use_and_said_plainly(log: Path) -> None:
    result = run("validate", log, "--table", "nowhere.toml")
    assert (result.exit_code, "File 'nowhere.toml' does not exist" in result.output) == (2, True)


def test_an_index_holds_a_log_as_the_table_reads_it_and_is_built_anew_with_another(log: Path) -> None:
    table, index = log.parent / "table.toml", log.parent / "out.gipfdb"
    make = ("index", log, "-o", index)
    assert run(*make, "--table", table).output == "1 file (1 read anew, 0 removed), 1 game\n"
    assert run(*make, "--table", table).output == "1 file (0 read anew, 0 removed), 1 game\n"
    assert run("stats", index).exit_code == 0
    table.write_text(f"{TABLE}\n[[action]]\ndo = 'ignore'\ntype = 'glitter'")
    assert run(*make, "--table", table).output == "1 file (1 read anew, 0 removed), 1 game\n"
    assert run(*make).exit_code == 1


@pytest.mark.parametrize("words", READING[:-1], ids=" ".join)
def test_a_table_that_an_index_wasnt_made_with_is_wrong_use(words: tuple[str, ...], log: Path) -> None:
    table, index = log.parent / "table.toml", log.parent / "x.gipfdb"
    run("index", log, "-o", index, "--table", table)
    assert run(*arguments(words, index, "--table", table)).exit_code == run(*arguments(words, index)).exit_code
    for made in log.parent.glob("out*"):
        made.unlink()
    run("index", log, "-o", index)
    result = run(*arguments(words, index, "--table", table))
    assert result.exit_code == 2
    assert f"make it anew with gipfkit index --table {table}" in result.output
    assert not list(log.parent.glob("out*"))
