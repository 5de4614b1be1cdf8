import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gipfkit.analysis.columns import COLUMNS, names_of
from gipfkit.analysis.comparison import newcombe
from gipfkit.analysis.indexing import update
from gipfkit.cli import cli
from gipfkit.reading import read_text
from gipfkit.replay import replay

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "samples"
HEAD = '[Date "{date}"]\n[White "{white}"]\n[Black "{black}"]\n[Variant "{variant}"]\n[Termination "resignation"]\n\n'


def game(turns: str, result: str = "1-0", variant: str = "basic", white: str = "Ann", date: str = "2001.01.01") -> str:
    return f"{HEAD.format(date=date, white=white, black='Bob', variant=variant)}{turns} {result}\n\n"


GAMES = (
    game("b3 h3 d2")
    + game("d2 h3 b3", "0-1", date="2003.02.01")
    + game("d2 h3 b3", white="Cid")
    + game("d2 h3 b4", "1/2-1/2")
    + game("b3 h3", variant="standard")
    + game("Ge8 Gb2 Gh2", variant="tournament", date="2002.??.??")
)


def run(*arguments: str | Path | int, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, ["openings", *map(str, arguments)], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def rows(*arguments: str | Path | int, stdin: str | None = GAMES) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(run("-", *arguments, "--format", "json", stdin=stdin).stdout)
    return found


@pytest.fixture
def index(tmp_path: Path) -> Path:
    (tmp_path / "games.gipf").write_text(GAMES)
    update(tmp_path / "games.gipfdb", [str(tmp_path / "games.gipf")])
    return tmp_path / "games.gipfdb"


def test_a_tree_for_each_start_most_games_first() -> None:
    lines = run("-", stdin=GAMES).stdout.splitlines()
    assert lines == [
        "basic, 4 games  White 0.625 (0.219 to 0.908)",
        "├── b4  3 games  75%  White 0.500 (0.125 to 0.875)  B4",
        "│   └── f7  3 games  100%  White 0.500 (0.125 to 0.875)  B4-59",
        "└── b3  1 game   25%  White 1.000 (0.207 to 1.000)  B3",
        "    └── h3  1 game  100%  White 1.000 (0.207 to 1.000)  B3-96",
        "",
        "standard, 1 game  White 1.000 (0.207 to 1.000)",
        "└── b3  1 game  100%  White 1.000 (0.207 to 1.000)  S5",
        "    └── h3  1 game  100%  White 1.000 (0.207 to 1.000)  S5-148",
        "",
        "tournament, 1 game  White 1.000 (0.207 to 1.000)",
        "└── Gb2  1 game  100%  White 1.000 (0.207 to 1.000)  T1",
        "    └── Ge8  1 game  100%  White 1.000 (0.207 to 1.000)  T1-22",
    ]


def test_a_row_has_the_documented_columns() -> None:
    found = rows("--turns", 3, "--variant", "basic")
    assert all(list(row) == names_of("move") for row in found)
    row = next(row for row in found if row["line"] == "b4 f7 c2")
    assert {name: value for name, value in row.items() if not isinstance(value, float)} == {
        "variant": "basic",
        "start": None,
        "depth": 3,
        "move": "c2",
        "line": "b4 f7 c2",
        "played": 2,
        "times": 2,
        "reached": 3,
        "white_wins": 1,
        "draws": 0,
        "black_wins": 1,
        "players": "Ann 1; Cid 1",
        "last": "2003.02.01",
        "games": "<stdin> game 2; <stdin> game 3",
        "goes_on_as": None,
        "opening": "B4-59",
        "opening_name": None,
    }
    assert (row["share"], row["white_score"], row["length_mean"], row["captures_mean"]) == (2 / 3, 0.5, 3.0, 0.0)


@pytest.mark.parametrize("name", ["table", "csv", "tsv", "json", "ndjson", "markdown"])
def test_every_format_has_every_move(name: str) -> None:
    result = run("-", "--format", name, stdin=GAMES)
    assert result.exit_code == 0
    assert result.stdout.count("Gb2 Ge8") == 1
    if name == "csv":
        assert len(list(csv.DictReader(io.StringIO(result.stdout)))) == 8


def test_after_some_turns_the_tree_begins_there_and_counts_them() -> None:
    found = rows("--after", "1. b3 h3", "--turns", 1)
    assert [(row["variant"], row["line"], row["depth"]) for row in found] == [("basic", "b3 h3 d2", 3)]
    assert run("-", "--after", "b3 h3", stdin=GAMES).stdout.splitlines()[0].startswith("basic, after b3 h3, 1 game  ")
    # As an image, which b3 in the corner of another side is: the moves come in the orientation asked for.
    (row,) = rows("--after", "Gh2 Ge8", "--turns", 1)
    assert (row["line"], row["opening"]) == ("Gh2 Ge8 Gb2", "T1-22")


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ("Ge8 Gb9", "turn 2 (Gb9): "),
        ("Ge8 Gb2 Ge8", "turn 3 (Ge8): Ge8: e8 is occupied"),
        ("b3 b4 b9-b2", "turn 3 (b9-b2): "),
        ("b3 1-0", "write turns alone"),
    ],
)
def test_an_unplayable_turn_after_which_to_begin_is_named(turns: str, message: str) -> None:
    for stdin in (GAMES, ""):
        result = run("-", "--after", turns, stdin=stdin)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr


def test_from_a_position_that_no_game_comes_to_nothing_is_shown() -> None:
    start = "1w2/5/6/7/6/5/2b1 w 11/11 0/0 - basic"
    result = run("-", "--from-position", start, stdin=GAMES)
    assert (result.exit_code, result.stdout) == (0, f"basic from {start}, 0 games\n")
    assert result.stderr == "note: no game came here\n"
    assert run("-", "--from-position", start, "-q", stdin=GAMES).stderr == ""


def test_from_a_position_that_games_come_to_late() -> None:
    late = replay(read_text(game("b3 h3 d2 c6 f2 g6"))[0]).positions[5]
    (row,) = rows("--from-position", late.to_text(), stdin=game("b3 h3 d2 c6 f2 g6"))
    assert (row["line"], row["start"], row["opening"]) == ("g6", late.to_text(), None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--from-position", "1w2/5/6/7/6/5/2b1 w 40/11 0/0 - basic"], "40 pieces are more than"),
        (["--from-position", "nonsense"], "--from-position"),
        (["--boards", "--format", "csv"], "--boards is for the tree"),
        (["--turns", "0"], "--turns"),
        (["--names", "nowhere.tsv"], "File 'nowhere.tsv' does not exist"),
    ],
)
def test_wrong_use_exits_with_2(arguments: list[str], message: str) -> None:
    result = run("-", *arguments, stdin=GAMES)
    assert result.exit_code == 2
    assert message in result.stderr


def test_without_symmetry_images_stay_apart() -> None:
    text = game("b3") + game("d2")
    # d2 and b3 are no images of each other; g2 is one of b3's.
    text += game("g2") + game("c6")
    folded, apart = rows(stdin=text), rows("--no-symmetry", stdin=text)
    assert sum(int(str(row["played"])) for row in folded) == len(apart) == 4
    assert len(folded) < 4


def test_rare_moves_are_left_out_and_games_are_named() -> None:
    assert [row["line"] for row in rows("--min-games", 3)] == ["b4", "b4 f7"]
    assert "<stdin> game 2, <stdin> game 3\n" in run("-", "--games", 2, stdin=GAMES).stdout
    assert rows("--games", 1)[0]["games"] == "<stdin> game 2"
    # A start of fewer games has no tree either.
    assert run("-", "--min-games", 3, stdin=GAMES).stdout.count("White") == 3


def test_where_lines_meet_the_second_names_the_first_unless_asked_to_repeat_it() -> None:
    text = game("b3 h3 d2 h4") + 2 * game("d2 h3 b3 h4") + game("d2 h3 b3 g2")
    lines = [(row["line"], row["played"], row["goes_on_as"]) for row in rows("--turns", 4, stdin=text)]
    assert lines == [
        ("b4", 3, None),
        ("b4 f7", 3, None),
        ("b4 f7 c2", 3, None),
        ("b4 f7 c2 g6", 3, None),
        ("b4 f7 c2 d7", 1, None),
        ("b3", 1, None),
        ("b3 h3", 1, None),
        ("b3 h3 d2", 1, "b4 f7 c2"),
    ]
    again = rows("--turns", 4, "--repeat", stdin=text)
    assert [row["line"] for row in again[-2:]] == ["b3 h3 d2 h4", "b3 h3 d2 g2"]
    assert not any(row["goes_on_as"] for row in again)
    tree = run("-", "--turns", 4, stdin=text).stdout.splitlines()
    assert tree[-1].startswith("        └── d2  1 game  reached by 4  100%  ")
    assert tree[-1].endswith("  goes on as b4 f7 c2")
    # Where the tree begins later the line is told from the start on, as the column line is.
    later = rows("--after", "b3", "--turns", 3, stdin=text + game("b3 b4 d2 h3 c4"))
    assert all(str(row["goes_on_as"] or "b3 ").startswith("b3 ") for row in later)


def test_boards_stand_at_their_moves() -> None:
    lines = run("-", "--boards", "--turns", 1, "--variant", "tournament", stdin=GAMES).stdout.splitlines()
    assert len(lines) == 2 * 14
    assert lines[14].startswith("└── Gb2")
    assert "".join(lines[1:14]).count("◎") == 0
    assert [line.split() for line in lines[15:]].count(["◎", "·", "·", "·"]) == 1


def test_names_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "names.tsv"
    path.write_text("# mine\nT1\tCorner\nbasic: b3 h3 d2\tFork\n")
    found = rows("--names", path, "--turns", 3)
    assert {str(row["line"]): row["opening_name"] for row in found if row["opening_name"]} == {
        "b4 f7 c2": "Fork",
        "b3 h3 d2": "Fork",
        "Gb2": "Corner",
        "Gb2 Ge8": "Corner",
        "Gb2 Ge8 Gh2": "Corner",
    }
    path.write_text("T1 Corner\n")
    result = run("-", "--names", path, stdin=GAMES)
    assert result.exit_code == 2
    assert f"{path}: line 1: write a code or moves, a tab and a name" in result.stderr


@pytest.mark.parametrize(
    "arguments", [[], ["--turns", "3"], ["--player", "cid"], ["--no-symmetry"], ["--after", "d2"], ["--colour-swap"]]
)
def test_an_index_gives_what_its_files_give(index: Path, arguments: list[str]) -> None:
    plain = run(index.with_suffix(".gipf"), *arguments, "--format", "json")
    held = run(index, *arguments, "--format", "json")
    assert (held.exit_code, held.stdout, held.stderr) == (plain.exit_code, plain.stdout, plain.stderr)
    assert json.loads(held.stdout)


def test_an_index_may_stand_among_files_and_be_judged_otherwise(index: Path) -> None:
    copy = index.with_name("copy.gipf")
    copy.write_bytes(index.with_suffix(".gipf").read_bytes())
    both = run(index, copy, "--format", "json", "--variant", "basic")
    alone = run(index, "--format", "json", "--variant", "basic")
    assert [2 * row["played"] for row in json.loads(alone.stdout)] == [row["played"] for row in json.loads(both.stdout)]
    assert run(index, "--lenient").stdout == run(index).stdout
    assert run(index, "--read-as", "standard").stdout != run(index).stdout


def test_an_index_that_cant_be_read_is_said_once(index: Path) -> None:
    with sqlite3.connect(index) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    result = run(index)
    assert result.exit_code == 2
    assert result.stderr.count("another version") == 1


def test_an_updated_index_keeps_the_order_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "b.gipf").write_text(game("b3", date="2001.01.02"))
    paths = [str(tmp_path / name) for name in ("a.gipf", "b.gipf", "c.gipf")]
    update(tmp_path / "x.gipfdb", paths[1:2])
    (tmp_path / "a.gipf").write_text(game("b3 h3", date="2001.01.01"))
    (tmp_path / "c.gipf").write_text(game("b3", date="2001.01.03"))
    update(tmp_path / "x.gipfdb", paths)
    held = json.loads(run(tmp_path / "x.gipfdb", "--turns", 1, "--format", "json").stdout)
    assert [row["games"] for row in held] == ["; ".join(f"{path} game 1" for path in paths)]
    assert held == json.loads(run(*paths, "--turns", 1, "--format", "json").stdout)
    news = json.loads(run(tmp_path / "x.gipfdb", "--novelties", "--format", "json").stdout)
    assert [row["source"] for row in news] == paths
    only = json.loads(run(tmp_path / "x.gipfdb", "--min-games", 1, "--format", "json").stdout)[1]
    assert (only["line"], only["games"]) == ("b3 h3", f"{paths[0]} game 1")


@pytest.mark.parametrize(("column", "value"), [("image", "13"), ("key", "x'ff'"), ("key", f"x'{'ff' * 14}'")])
def test_positions_that_are_none_are_answered_in_a_sentence(index: Path, column: str, value: str) -> None:
    with sqlite3.connect(index) as connection:
        connection.execute(f"UPDATE positions SET {column} = {value} WHERE id & 1048575 = 1")
    connection.close()
    for study in ([], ["--no-symmetry"], ["--novelties"]):
        result = run(index, *study)
        assert result.exit_code in (0, 2)
        assert result.exit_code == 0 or "make it anew with gipfkit index" in result.stderr


def test_a_damaged_index_is_answered_in_a_sentence(index: Path) -> None:
    with sqlite3.connect(index) as connection:
        connection.execute("DROP TABLE positions")
    connection.close()
    result = run(index)
    assert result.exit_code == 2
    assert "make it anew" in result.stderr


def test_games_with_errors_count_as_far_as_they_go() -> None:
    result = run("-", stdin=game("b3 b4 b9-b1 c2"))
    assert result.exit_code == 1
    assert "1 game has errors" in result.stderr
    assert "b4" in result.stdout


def test_an_unreadable_path_exits_with_2(tmp_path: Path) -> None:
    assert run(tmp_path / "nothing.gipf").exit_code == 2


def test_a_game_that_comes_back_is_one_game() -> None:
    """Every number but ``times`` and the share made of it counts a game once."""
    start = "4/5/6/7/6/5/4 w 15/15 0/0 - basic"
    cycle = "e8 b2 f7 c2 g6 d2 h5;xe8,f7,g6,h5 e2;xb2,c2,d2,e2 "
    text = game(cycle + cycle + "b3").replace("\n\n", f'\n[SetUp "1"]\n[Position "{start}"]\n\n', 1)
    for option in ((), ("--colour-swap",), ("--no-symmetry",)):
        tree = run("-", *option, "--turns", 1, stdin=text)
        assert (tree.exit_code, tree.stdout.splitlines()[0]) == (
            0,
            f"basic from {start}, 1 game  White 1.000 (0.207 to 1.000)",
        )
    found = rows("--turns", 1, stdin=text)
    told = [(row["move"], row["played"], row["times"], row["reached"], row["white_wins"]) for row in found]
    assert sorted(told) == [("b2", 1, 2, 1, 1), ("b3", 1, 1, 1, 1)]
    assert {(row["length_mean"], row["players"]) for row in found} == {(17.0, "Ann 1")}
    assert rows("--turns", 1, "--min-games", 2, stdin=text) == []
    # What follows the cycle is listed under no turn at all; an empty text would look like none in a table.
    assert {row["line"]: row["goes_on_as"] for row in rows("--turns", 9, stdin=text) if row["goes_on_as"]} == {
        "b2 e8 c2 f7 d2 g6 e2;xb2,c2,d2,e2 h5;xe8,f7,g6,h5": "start"
    }
    compared = rows("--compare", "player=Ann", "player=Bob", "--turns", 9, stdin=text)
    assert [row["goes_on_as"] for row in compared if row["depth"] == 8] == ["start"]


def test_a_game_counts_where_it_comes_to_a_position_of_the_opening_late(tmp_path: Path) -> None:
    start = "4/5/6/7/6/5/4 w 15/15 0/0 - basic"
    setup = f'\n[SetUp "1"]\n[Position "{start}"]\n\n'
    cycle = "e8 b2 f7 c2 g6 d2 h5;xe8,f7,g6,h5 e2;xb2,c2,d2,e2 "
    text = game(cycle + "b3").replace("\n\n", setup, 1) + game("b3 b4").replace("\n\n", setup, 1)
    (tmp_path / "x.gipf").write_text(text)
    update(tmp_path / "x.gipfdb", [str(tmp_path / "x.gipf")])
    for arguments in (["--turns", "1"], ["--turns", "1", "--after", "e8/b2"], ["--turns", "2", "--after", "e8 b2"]):
        files, held = (
            json.loads(run(tmp_path / p, *arguments, "--format", "json").stdout) for p in ("x.gipf", "x.gipfdb")
        )
        assert files == held
        assert files
    assert [row["reached"] for row in rows("--turns", 1, stdin=text) if row["move"] == "b3"] == [2]


def test_turns_after_which_to_begin_may_leave_rows_standing_where_games_may() -> None:
    text = game("b4 b6-b3 a2-c4 c6 f2 d7 g2 e9-e7", "*").replace("Termination", "Round")
    line = [row["line"] for row in rows("--turns", 8, "--lenient", stdin=text)][-1]
    after = ["--turns", "1", "--after", " ".join(str(line).split()[:-1])]
    assert run("-", "--lenient", *after, stdin=text).exit_code == 0
    assert "must be removed" in run("-", *after, stdin=text).stderr


def test_a_start_that_no_key_holds_is_said() -> None:
    setup = '\n[SetUp "1"]\n[Position "4/5/6/7/6/5/4 w 40/40 0/0 - basic"]\n\n'
    text = game("b3 h3").replace("\n\n", setup, 1) + game("b3 h3")
    for study in ([], ["--novelties"]):
        said = run("-", *study, stdin=text).stderr
        assert "note: 1 game is left out: no start that could be played from, or one with more than 31 pieces" in said
    said = run("-", "--compare", "player=Ann", "player=Cid", stdin=text).stderr
    assert "note: A: 1 game is left out: no start" in said
    assert "note: B: " not in said


def test_a_collection_without_a_start_of_so_many_games_says_so() -> None:
    said = "note: no start has 200 games or more\n"
    assert run("-", "--min-games", 200, stdin=GAMES).stderr == said
    assert run("-", "--compare", "since=2000", "player=Ann", "--min-games", 200, stdin=GAMES).stderr.endswith(said)
    compared = ["--compare", "since=2000", "player=Ann", "--after", "b3 h3 c6"]
    assert run("-", *compared, stdin=GAMES).stderr.endswith("note: no game came here\n")


def test_players_are_compared_by_their_own_scores_and_games_in_both_sets_are_said() -> None:
    """Field test, A28: Ann won as White and as Black, and drew once against Cid."""
    head = '[White "{}"]\n[Black "{}"]\n[Variant "basic"]\n[Termination "{}"]\n\n1. b3 {}\n\n'
    games = [
        head.format("Ann", "Bob", "time", "1-0"),
        head.format("Bob", "ANN", "time", "0-1"),
        head.format("Cid", "Ann", "agreement", "1/2-1/2"),
        head.format("Bob", "Cid", "time", "1-0"),
    ]
    text = "".join(games)
    (row,) = rows("--compare", "player=Ann", "player=Bob", "--turns", 1, stdin=text)
    assert (row["a_played"], row["b_played"]) == (3, 3)
    assert (row["a_white_wins"], row["a_draws"], row["a_black_wins"]) == (1, 1, 1)
    assert (row["a_score"], row["b_score"]) == (pytest.approx(2.5 / 3), pytest.approx(1 / 3))
    assert row["difference"] == pytest.approx(1.5 / 3)
    assert (row["difference_low"], row["difference_high"]) == pytest.approx(newcombe(2.5, 3, 1, 3))
    said = run("-", "--compare", "player=Ann", "player=Bob", stdin=text).stderr
    assert "note: 2 games are in both sets: the interval of the difference assumes that there is none\n" in said
    (row,) = rows("--compare", "black=Ann", "white=Bob", "--turns", 1, stdin=text)
    assert (row["a_score"], row["b_score"]) == (0.75, 0.5)
    # With the colours exchanged the players stay who they are.
    (row,) = rows("--compare", "player=Ann", "player=Cid", "--turns", 1, "--colour-swap", stdin=text)
    assert (row["a_score"], row["b_score"]) == (pytest.approx(2.5 / 3), 0.25)


@pytest.mark.parametrize(
    ("sides", "both"),
    [
        (("since=2001", "min-turns=3"), 5),
        (("since=2001", "variant=tournament"), 1),
        (("result=1-0", "result=0-1"), 0),
        (("where=turns == 3", "white=Ann"), 4),
    ],
)
def test_any_two_sets_that_overlap_are_noted(sides: tuple[str, str], both: int) -> None:
    said = run("-", "--compare", *sides, stdin=GAMES).stderr
    noted = f"{both} game{'s are' if both > 1 else ' is'} in both sets"
    assert (noted in said) if both else ("in both sets" not in said)
    for row in rows("--compare", *sides):
        assert row["a_score"] == row["a_white_score"]


def test_two_paths_that_hold_the_same_games_are_noted(tmp_path: Path) -> None:
    for name, text in (("a", GAMES), ("b", game("d2 h3 b4", "1/2-1/2") + game("b4 h2"))):
        (tmp_path / f"{name}.gipf").write_text(text)
    said = run("--compare", tmp_path / "a.gipf", tmp_path / "b.gipf").stderr
    assert "1 game is in both sets" in said


def test_where_one_set_names_no_player_white_s_scores_are_compared_and_that_is_said() -> None:
    said = run("-", "--compare", "player=Cid", "since=2001", stdin=GAMES).stderr
    assert "the scores are White's in both sets, as one of them names no player" in said


def test_faults_of_the_games_to_compare_with_are_told(tmp_path: Path) -> None:
    path = tmp_path / "faulty.gipf"
    path.write_text(game("b3 b3 b3"))
    result = run("-", "--novelties", "--against", path, stdin=game("b3 h3"))
    assert result.exit_code == 1
    assert "note: --against: 1 game has errors and counts up to the first turn that can't be played" in result.stderr


def test_control_characters_of_names_are_not_sent_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "names.tsv").write_text("B3\t\x1b[31mred\n")
    assert "\x1b" not in run("-", "--names", tmp_path / "names.tsv", stdin=GAMES).stdout


def test_the_columns_are_explained() -> None:
    result = run("--columns")
    assert result.exit_code == 0
    for column in COLUMNS["move"]:
        assert f"| `{column.name}` |" in result.stdout


def test_lines_are_not_cut() -> None:
    moves = "b3 b4 c2 g2 d2 h3 f2 h4 g6 c6 f7 d7"
    result = run("-", "--after", moves, stdin=game(moves))
    assert result.stdout == f"basic, after {moves}, 1 game  White 1.000 (0.207 to 1.000)\n"


def test_two_players_are_set_side_by_side() -> None:
    result = run("-", "--compare", "white=ann,variant=basic", "player=Cid", "--format", "json", stdin=GAMES)
    assert (
        result.stderr
        == "note: A (white=ann,variant=basic): 3 games; B (player=Cid): 1 game\nnote: 4 of 6 games chosen\n"
    )
    row = json.loads(result.stdout)[0]
    assert list(row) == names_of("comparison")
    assert (row["line"], row["a_played"], row["b_played"]) == ("b4", 2, 1)
    assert (row["a_white_score"], row["b_white_score"], row["difference"]) == (0.25, 1.0, -0.75)
    assert row["difference_low"] < -0.75 < row["difference_high"]


def test_starts_that_are_each_others_with_colours_exchanged_are_compared_as_one(tmp_path: Path) -> None:
    starts = "1w2/5/6/7/6/5/2b1 w 11/11 0/0 - basic", "2b1/5/6/7/6/5/1w2 b 11/11 0/0 - basic"
    for k, start in enumerate(starts):
        text = game(("c6", "1... g2")[k]).replace("\n\n", f'\n[SetUp "1"]\n[Position "{start}"]\n\n', 1)
        (tmp_path / f"{k}.gipf").write_text(text)
    arguments = "--compare", tmp_path / "0.gipf", tmp_path / "1.gipf", "--turns", 1, "--format", "json"
    found = json.loads(run(*arguments, "--colour-swap").stdout)
    assert {row["start"] for row in found} == {starts[0]}
    assert len(json.loads(run(*arguments).stdout)) == 2


def test_a_filter_given_again_holds_for_any_of_its_values_and_a_condition_may_have_commas(tmp_path: Path) -> None:
    sides = ["result=1-0,result=0-1,Variant=basic", 'where=white == "Ann" and turns > 1,variant=basic']
    assert "B (where=white" in run("-", "--compare", *sides, stdin=GAMES).stderr
    assert ": 3 games; B" in run("-", "--compare", *sides, stdin=GAMES).stderr
    whites = run("-", "--compare", "white=Ann,white=Cid", "white=Cid", stdin=GAMES).stderr
    assert whites.startswith("note: A (white=Ann,white=Cid): 6 games; B (white=Cid): 1 game\n")
    quoted = ['where=white != "Cid,black=Bob",variant=basic', "white=Cid"]
    assert ": 4 games; B" in run("-", "--compare", *quoted, stdin=GAMES).stderr
    path = tmp_path / "player=Ann.gipf"
    path.write_text(GAMES)
    assert "6 games; B" in run("--compare", path, SAMPLES).stderr


def test_filters_may_be_longer_than_a_name_of_a_file() -> None:
    condition = " or ".join(["turns > 1"] * 50)
    result = run("-", "--compare", f"where={condition}", "player=Cid", stdin=GAMES)
    assert (result.exit_code, "): 6 games; B (player=Cid): 1 game\n" in result.stderr) == (0, True)


def test_games_of_neither_set_are_not_counted_nor_judged() -> None:
    text = GAMES + game("b3 b3 b3", white="Zoe")
    assert run("-", "--compare", "player=Nobody", "player=Cid", stdin=text).exit_code == 0
    assert run("-", "--compare", "player=Zoe", "player=Cid", stdin=text).exit_code == 1


def test_periods_and_filters_of_the_command_hold_together() -> None:
    periods = ["since=2001,until=2001-12-31", "since=2003"]
    result = run("-", "--compare", *periods, "--variant", "basic", stdin=GAMES)
    assert "A (since=2001,until=2001-12-31): 3 games; B (since=2003): 1 game\n" in result.stderr
    result = run("-", "--compare", "where=turns in (2, 3),result=1-0", "min-turns=3", stdin=GAMES)
    assert "A (where=turns in (2, 3),result=1-0): 4 games; B (min-turns=3): 5 games\n" in result.stderr


def test_collections_are_compared_as_paths_or_indexes(index: Path) -> None:
    plain = index.with_suffix(".gipf")
    found = [run("--compare", one, other, "--format", "csv") for one, other in ((plain, plain), (index, plain))]
    assert found[0].exit_code == 0
    assert found[0].stdout == found[1].stdout
    differences = [row["difference"] for row in csv.DictReader(io.StringIO(found[0].stdout))]
    assert set(differences) <= {"0.0", ""}
    mixed = run(index, "--compare", plain, "player=Cid", "--format", "json")
    assert [row["b_played"] for row in json.loads(mixed.stdout) if row["depth"] == 1] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-", "--compare", "result=2-0", "player=x"], "result=2-0: it is one of 1-0, 0-1"),
        (["-", "--compare", "since=once", "player=x"], "'once' is no date"),
        (["-", "--compare", "where=turns +", "player=x"], "is no condition"),
        (["--compare", "player=x", "player=y"], "give PATHS"),
        (["-", "--compare", str(SAMPLES), str(SAMPLES)], "give no other PATHS"),
        (["-", "--compare", "player=x", "player=y", "--format", "tree"], "gives a table"),
        (["-", "--compare", "player=x", "player=y", "--novelties"], "exclude each other"),
        (["-", "--novelties", "--after", "b3"], "--novelties has no use for --after"),
        (["-", "--novelties", "--turns", "3"], "--novelties has no use for --turns"),
        (["-", "--novelties", "--games", "3"], "--novelties has no use for --games"),
        (["-", "--compare", "player=x", "player=y", "--games", "2"], "--compare has no use for --games"),
        (["-", "--compare", "player=x", "-"], "standard input can be read once"),
        (["-", "--novelties", "--against", "-"], "standard input can be read once"),
        (["-", "--compare", "player=x,foo=3", "player=y"], "foo is no filter (they are player, white, black, "),
        (["-", "--compare", "whit=Ann", "player=y"], "whit is no filter"),
        (["-", "--compare", "since=2001,since=2002", "player=y"], "since is given twice"),
        (["-", "--compare", "player=x", "min-turns=x"], "for --compare: min-turns=x: 'x' is not a valid integer"),
        (["-", "--compare", "player=x", "where=turns +"], "for --compare: where=turns +: "),
        (["-", "--against", str(SAMPLES)], "--against is for --novelties"),
        ([], "Missing argument"),
    ],
)
def test_wrong_use_of_the_studies_exits_with_2(arguments: list[str], message: str) -> None:
    result = run(*arguments, stdin=GAMES)
    assert result.exit_code == 2
    assert message in result.stderr


def test_an_unreadable_side_exits_with_2(tmp_path: Path) -> None:
    assert run("--compare", tmp_path / "nothing", SAMPLES).exit_code == 2


def test_novelties_are_a_table_of_games(index: Path) -> None:
    found = rows("--novelties", "--variant", "basic")
    assert [(row["game"], row["turn"], row["move"], row["before"]) for row in found] == [
        (1, 1, "b3", 3),
        (2, None, None, None),
        (3, None, None, None),
        (4, 3, "b4", 2),
    ]
    assert all(list(row) == names_of("novelty") for row in found)
    alone = json.loads(run("-", "--novelties", "--against", index, "--format", "json", stdin=game("d2 h3 c6")).stdout)
    assert [(row["turn"], row["move"], row["before"]) for row in alone] == [(3, "c6", 3)]
    held = run(index, "--novelties", "--variant", "basic", "--format", "json")
    assert [row["turn"] for row in json.loads(held.stdout)] == [row["turn"] for row in found]
