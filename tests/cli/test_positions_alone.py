"""A position alone is no finished game (field test, A27), and validate -q tells of errors alone (A28)."""

import json
from pathlib import Path

import pytest
from indexes import indexed, run

GAME = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n[Variant "basic"]\n[Termination "time"]\n\n1. b3 h3 2. d2 1-0\n\n'
WON = "w3/5/6/7/6/5/b3 w 0/14 14/0 - basic"
HEAD = f'[White "Ann"]\n[Black "Bob"]\n[SetUp "1"]\n[Position "{WON}"]\n'
COURSE = """LOAD_GAME_BOARD
4 4 15 15
0 12 W
   W _ _ B
  _ _ _ _ _
 _ _ _ _ _ _
B _ _ _ _ _ W
 _ _ _ _ _ _
  _ _ _ _ _
   W _ _ B
"""


@pytest.fixture(params=["*", "0-1", ""])
def alone(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A game beside a position that Black has won, whatever is written behind it."""
    path = tmp_path / "x.gipf"
    path.write_text(GAME + HEAD + f"\n{request.param}\n")
    return path


def stats(path: Path, per: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(run("stats", path, "--per", per, "--format", "json").stdout)
    return found


def test_it_is_in_no_sum(alone: Path, tmp_path: Path) -> None:
    for path in (alone, indexed(tmp_path / "x.gipfdb", alone)):
        (row,) = stats(path, "variant")
        assert (row["games"], row["black_wins"], row["length_mean"]) == (1, 0, 3)
        assert [(row["player"], row["games"], row["score"]) for row in stats(path, "player")] == [
            ("Ann", 1, 1),
            ("Bob", 1, 0),
        ]
        assert [row["games"] for row in stats(path, "opening")] == [1]
        assert "1 record is a position alone" in run("stats", path).stderr
        tree = json.loads(run("openings", path, "--format", "json").stdout)
        assert sum(row["black_wins"] for row in tree) == 0
    scores = [line.partition("White ")[2][:5] for line in run("openings", alone).stdout.splitlines()]
    assert set(filter(None, scores)) == {"1.000"}


def test_its_result_stays_what_is_written(alone: Path) -> None:
    *_, row = stats(alone, "game")
    written = alone.read_text().splitlines()[-1] or "*"
    assert (row["turns"], row["result"]) == (0, written)
    said = run("validate", alone).stdout
    assert "warning[no-turns]" in said
    assert "result-differs" not in said


def test_a_result_that_the_board_denies_is_still_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.gipf"
    path.write_text(HEAD + "\n1-0\n")
    assert "error[result-differs]" in run("validate", path).stdout


def test_a_course_file_without_moves_is_no_finished_game(tmp_path: Path) -> None:
    path = tmp_path / "x.in"
    path.write_text(COURSE)
    assert "warning[no-turns]" in run("validate", path).stdout
    assert stats(path, "variant") == []
    assert [(row["result"], row["winner"]) for row in stats(path, "game")] == [("*", None)]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("4 4 15 15", "3 4 12 12", 2, "a board of size 3 is not GIPF's: the size is 4, and 4 pieces in a row go"),
        ("4 4 15 15", "4 5 15 15", 2, "rows of 5 that go are not GIPF's: the size is 4, and 4 pieces in a row go"),
        ("4 4 15 15", "4 4 12 12", 2, "Black has 3 pieces on the board and 12 in reserve, more than the 12 stated"),
        ("4 4 15 15", "4 4 15 9999", 2, "9999 pieces of a side are more than any game has"),
        ("4 4 15 15\n", "", 1, "the line with the size of the board and the numbers of pieces is missing"),
        ("0 12 W\n", "", 1, "the line with the reserves and the side to move is missing"),
        ("  _ _ _ _ _\n   W", "   W", 9, "the board has 7 rows, 6 are drawn"),
        ("B _ _ _ _ _ W", "B _ _ _ _ W", 7, "row 4 of the board has 7 spots, 6 are drawn"),
    ],
)
def test_what_is_wrong_in_a_course_file_is_said_plainly(
    old: str, new: str, line: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.in"
    path.write_text(COURSE.replace(old, new, 1) + "DO_MOVE a1-b2\n")
    result = run("validate", "--from", "course", path, "--format", "json")
    (found,) = json.loads(result.stdout)
    (finding,) = found["findings"]
    assert (finding["code"], finding["line"]) == ("start-impossible", line)
    assert finding["message"].startswith(message)
    assert "Position" not in finding["message"] + finding["hint"]
    assert result.exit_code == 1


# --- validate -q ---


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with an error, warnings, notes, and a file left out."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.gipf").write_text(GAME + '[Date "once"]\n[Variant "basic"]\n\n1. b3 b4 2. a2-d4 *\n')
    (tmp_path / "games" / "b.gipf").write_text("")
    (tmp_path / "games" / "c.pgn").write_text("")
    return tmp_path / "games"


def test_the_quiet_hear_of_errors_alone_in_every_format(mixed: Path) -> None:
    loud, quiet = (run("validate", mixed, *more) for more in ([], ["-q"]))
    assert {"warning[date-not-understood]", "warning[no-game]", "note[files-left-out]"} <= {
        word.rstrip(":") for word in loud.stdout.split()
    }
    lines = [line for line in quiet.stdout.splitlines() if not line.startswith("    hint")]
    assert len(lines) == 1
    assert "error[push-not-on-line]" in lines[0]
    assert quiet.stderr == ""
    for name in ("csv", "tsv", "table", "markdown"):
        table = run("validate", mixed, "-q", "--format", name)
        assert "error" in table.stdout
        assert "warning" not in table.stdout
        assert (table.stderr, table.exit_code) == ("", 1)
    for name in ("json", "ndjson"):
        text = run("validate", mixed, "-q", "--format", name).stdout
        found = json.loads(text) if name == "json" else [json.loads(line) for line in text.splitlines()]
        assert [(each["game"], each["ok"], len(each["findings"])) for each in found] == [(1, True, 0), (2, False, 1)]


def test_the_quiet_and_the_limit_count_errors(mixed: Path) -> None:
    assert run("validate", mixed, "-q", "--limit", "0").stdout == "1 finding more\n"
    assert run("validate", mixed, "-q", "-v").stdout == run("validate", mixed, "-q").stdout


def test_without_an_error_the_quiet_hear_nothing_and_the_exit_status_tells(mixed: Path, tmp_path: Path) -> None:
    (mixed / "a.gipf").write_text(GAME)
    result = run("validate", mixed, "-q")
    assert (result.output, result.exit_code) == ("", 0)
    assert run("validate", tmp_path / "nowhere", "-q").exit_code == 2
