"""One player however the name is written (field test, A19), in every command that counts or chooses."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from indexes import indexed, run

from gipfkit.analysis.players import AliasError, Players, Spellings, fits, near, player_key

DECOMPOSED = "Jose\u0301"
NAMES = ["José", DECOMPOSED, "JOSÉ", " José ", "José", "B, Ann", "Ann B", "ann  b", "Nils van den Berg", "Berg, Jan"]


def game(white: str, black: str, result: str = "1-0", turns: str = "1. b3 h3 2. d2", date: str = "2001.01.01") -> str:
    tags = f'[Date "{date}"]\n[White "{white}"]\n[Black "{black}"]\n[Variant "basic"]\n[Termination "resignation"]\n'
    return f"{tags}\n{turns} {result}\n\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Each name in a game of its own against Zoe."""
    path = tmp_path / "games.gipf"
    path.write_text("".join(game(name, "Zoe", turns=f"1. b{3 + k % 2}") for k, name in enumerate(NAMES)), "utf-8")
    return path


@pytest.fixture
def aliases(tmp_path: Path) -> Path:
    path = tmp_path / "players.tsv"
    path.write_text("# who is who\nJan van den Berg\tBerg, Jan; jberg\tNils van den Berg\n\nAnn Bell\tAnn B\n", "utf-8")
    return path


def players(*arguments: str | Path) -> dict[str, int]:
    found = json.loads(run("stats", *arguments, "--per", "player", "--format", "json").stdout)
    return {row["player"]: row["games"] for row in found}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José", DECOMPOSED),
        ("José", " JOSÉ "),
        ("B, Ann", "ann b"),
        ("Koen de Jongh", "Koen\u00a0de  Jongh"),
        ("Weiß", "WEISS"),
        ("Ann\u200b", "Ann"),
        ("O’Neil", "o'neil"),
        ("Ann‐Marie", "Ann-Marie"),
    ],
)
def test_a_name_is_the_same_in_every_way_of_writing(one: str, other: str) -> None:
    assert player_key(one) == player_key(other)


@pytest.mark.parametrize(("one", "other"), [("Jose", "José"), ("Ann", "Ann B"), ("Ann", "Anne"), ("A, B, C", "B A C")])
def test_other_names_stay_others(one: str, other: str) -> None:
    assert player_key(one) != player_key(other)


def test_the_most_frequent_spelling_is_shown_whatever_came_first() -> None:
    for names in (["ANN", "Ann", "Ann", "ann"], ["Ann", "ann", "ANN", "Ann"], ["ANN", "ann", "Ann"]):
        spellings = Spellings()
        for name in names:
            spellings.add(name)
        assert spellings.shown("aNN") == "Ann"


def test_stats_count_people(games: Path) -> None:
    assert players(games) == {"Zoe": 10, "José": 5, "Ann B": 3, "Berg, Jan": 1, "Nils van den Berg": 1}


def test_an_alias_file_says_who_is_who(games: Path, aliases: Path) -> None:
    assert players(games, "--players", aliases) == {"Zoe": 10, "José": 5, "Ann Bell": 3, "Jan van den Berg": 2}
    index = indexed(games.with_suffix(".gipfdb"), games)
    assert players(index, "--players", aliases) == {"Zoe": 10, "José": 5, "Ann Bell": 3, "Jan van den Berg": 2}
    assert players(games, "--players", aliases, "--player", "jberg") == {"Zoe": 2, "Jan van den Berg": 2}


@pytest.mark.parametrize(
    ("name", "number"),
    [("jose\u0301", 5), ("B, ANN", 3), ("*berg", 2), ("*van*", 1), ("jan*", 1), ("zoe", 10), ("ann", 0)],
)
@pytest.mark.parametrize("of_index", [False, True])
def test_every_command_finds_the_same_games(
    name: str, number: int, of_index: bool, games: Path, tmp_path: Path
) -> None:
    path = indexed(tmp_path / "g.gipfdb", games) if of_index else games
    stats = run("stats", path, "--player", name, "--per", "game", "--format", "ndjson").stdout
    assert len(stats.splitlines()) == number
    assert run("convert", path, "--player", name, "--to", "jsonl").stdout.count("\n") == number
    assert f"{number} game" in run("validate", path, "--player", name).stdout
    found = run("find", path, "--player", name, "--material", "turn == 0", "--count", "--format", "json").stdout
    assert json.loads(found)[0]["games"] == number


@pytest.mark.parametrize(
    "command",
    [["stats"], ["validate"], ["convert", "--to", "jsonl"], ["openings"], ["duplicates"], ["find", "--captures", "9"]],
)
def test_a_name_that_nobody_has_is_said_with_those_near(command: list[str], games: Path) -> None:
    result = run(*command, games, "--player", "Josee")
    assert result.exit_code == 0
    assert "note: no such player: Josee; near: " in result.stderr
    assert "Jos" in result.stderr.partition("near: ")[2]
    assert run(*command, games, "--player", "Josee", "-q").stderr == ""
    assert "no such player" not in run(*command, games, "--player", "JOSÉ").stderr


def test_one_part_of_a_name_is_near_it() -> None:
    known = {player_key(name): name for name in ("Jan van den Berg", "Ann", "Bob")}
    assert near("berg", known) == ["Jan van den Berg"]
    assert near("anne", known) == ["Ann"]
    assert near("qqq", known) == []


@pytest.mark.parametrize(
    ("asked", "key", "fit"),
    [
        ("a*", "ann", True),
        ("*n*n", "ann", True),
        ("an*nn", "ann", False),
        ("*", "ann", True),
        ("*a*b*", "xaxxbx", True),
    ],
)
def test_a_star_stands_for_anything(asked: str, key: str, fit: bool) -> None:
    assert fits(asked, key) is fit


def test_a_file_that_says_two_things_is_wrong_use(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.tsv"
    path.write_text("Ann\tB\nCid\tB\n")
    result = run("stats", games, "--players", path)
    assert (result.exit_code, "line 2: B is another name of Ann already" in result.stderr) == (2, True)
    with pytest.raises(AliasError, match="line 1 has no name"):
        Players.of_lines(["\tAnn"])


def test_the_index_holds_players_by_what_search_compares(games: Path, tmp_path: Path) -> None:
    path = indexed(tmp_path / "g.gipfdb", games)
    with closing(sqlite3.connect(path)) as connection:
        found = dict(connection.execute("SELECT player, white FROM players").fetchall())
        assert found["José"] == 5
        assert len(found) == 5
        assert connection.execute(
            "SELECT count(*) FROM games WHERE white_key = ?", (player_key("Ann B"),)
        ).fetchone() == (3,)


def test_openings_and_the_report_name_one_player(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "same.gipf"
    path.write_text("".join(game(name, "Zoe") for name in NAMES[:5]), "utf-8")
    rows = json.loads(run("openings", path, "--turns", "1", "--format", "json").stdout)
    assert [row["players"] for row in rows] == ["José 5"]
    assert run("report", games, "-o", tmp_path / "r.html").exit_code == 0
    assert (tmp_path / "r.html").read_text("utf-8").count("JOSÉ") == 0


# --- Dates as filters (A18) ---


@pytest.fixture
def dated(tmp_path: Path) -> Path:
    dates = [
        "26.08.2000",
        "Aug 26, 2000",
        "2000-08-26T18:30:00Z",
        "2000.??.??",
        "12/03/2000",
        "2000.02.30",
        "?",
        "2001.05.01",
    ]
    path = tmp_path / "dated.gipf"
    path.write_text("".join(game("Ann", "Bob", date=date) for date in dates))
    return path


@pytest.mark.parametrize("of_index", [False, True])
@pytest.mark.parametrize(
    "command", [["stats"], ["validate"], ["convert", "--to", "jsonl"], ["find", "--material", "turn == 0"]]
)
def test_games_without_a_readable_date_are_left_out_with_a_word(
    command: list[str], of_index: bool, dated: Path, tmp_path: Path
) -> None:
    path = indexed(tmp_path / "d.gipfdb", dated) if of_index else dated
    result = run(*command, path, "--since", "2000-08", "--until", "2000-12")
    assert "note: 3 games without a readable date left out\n" in result.stderr
    assert "left out" not in run(*command, path, "--player", "Ann").stderr


def test_an_incomplete_date_counts_as_any_day_that_it_can_be(dated: Path) -> None:
    for since, until, number in (("2000-08-26", "2000-08-26", 4), ("2000-09", "2000-09", 1), ("2001", "2001", 1)):
        found = run("stats", dated, "--since", since, "--until", until, "--per", "game", "--format", "ndjson").stdout
        assert len(found.splitlines()) == number
    assert "counts as any day" in " ".join(run("stats", "--help").stdout.split())


def test_the_table_gives_dates_in_one_way(dated: Path) -> None:
    found = [
        json.loads(line) for line in run("stats", dated, "--per", "game", "--format", "ndjson").stdout.splitlines()
    ]
    wanted = ["2000.08.26"] * 3 + ["2000.??.??", "12/03/2000", "2000.02.30", None, "2001.05.01"]
    assert [row["date"] for row in found] == wanted


def test_other_date_tags_count_where_date_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "utc.gipf"
    text = game("Ann", "Bob")
    path.write_text(text.replace("[Date ", "[UTCDate ") + text.replace("[Date ", '[Date "????.??.??"]\n[EventDate '))
    assert "2 games" in run("validate", path, "--since", "2001-01-01", "--until", "2001-01-01").stdout
