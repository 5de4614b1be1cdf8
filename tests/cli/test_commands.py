import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gipfkit.cli import cli

DATA = Path(__file__).parent.parent / "data"
SAMPLES = Path(__file__).parent.parent.parent / "samples"
GAME2 = str(DATA / "game2.txt")
OPENING = str(DATA / "game000826-03.txt")
GOOD = '[Event "Club"]\n[Result "*"]\n[Variant "basic"]\n\n1. e1-e3 (11) b3 (11) *\n'
BAD = GOOD.replace("e1-e3", "e1-e4")


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_the_complete_games_are_clean() -> None:
    result = run("validate", DATA / "game1.txt", GAME2)
    assert (result.exit_code, result.stdout) == (0, "2 games, 126 turns: 0 errors, 0 warnings, 0 notes\n")


def test_the_published_opening_is_read_with_two_warnings_at_their_places() -> None:
    result = run("validate", OPENING)
    assert result.exit_code == 0
    assert f"{OPENING}:7:5: game 1: warning[missing-bracket]" in result.stdout
    assert f"{OPENING}:14:4: game 1, turn 9 (white): warning[text-cut]" in result.stdout
    assert result.stdout.endswith("1 game, 8 turns: 0 errors, 2 warnings, 0 notes\n")


def test_an_error_is_shown_with_its_place_and_hint_and_exits_with_1(tmp_path: Path) -> None:
    path = tmp_path / "bad.gipf"
    path.write_text(GOOD + BAD)
    result = run("validate", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [
        f"{path}:10:4: game 2, turn 1 (white): error[push-end-differs]: "
        "e1-e4: the furthest piece pushed ends on e3, not on e4",
        "    hint: write e1-e3; what follows is checked as if e1-e3 were written, tables stop before it",
    ]
    assert "(1 game with errors)" in result.stdout


def test_ndjson_has_one_object_a_game_with_the_fields_of_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "bad.gipf"
    path.write_text(GOOD + BAD)
    (tmp_path / "empty.gipf").write_text("")
    result = run("validate", tmp_path, "--format", "ndjson")
    first, second, third = (json.loads(line) for line in result.stdout.splitlines())
    assert first == {
        "source": str(path),
        "game": 1,
        "line": 1,
        "notation": "tagged",
        "tags": {"Event": "Club", "Result": "*", "Variant": "basic"},
        "variant": "basic",
        "turns": 2,
        "result": "*",
        "winner": None,
        "termination": "unterminated",
        "ok": True,
        "findings": [],
    }
    assert (second["game"], second["ok"], second["findings"][0]["code"]) == (2, False, "push-end-differs")
    assert set(second["findings"][0]) == {
        "code", "severity", "line", "column", "turn", "side", "text", "message", "hint",
    }  # fmt: skip
    assert (third["game"], third["findings"][0]["code"]) == (None, "no-game")
    assert result.exit_code == 1


@pytest.mark.parametrize("name", ["json", "csv", "tsv", "markdown", "table"])
def test_findings_come_in_every_list_format(name: str) -> None:
    result = run("validate", OPENING, "--format", name)
    assert result.exit_code == 0
    assert "missing-bracket" in result.stdout
    if name == "json":
        assert json.loads(result.stdout)[0]["turns"] == 8


HEAD = ["source", "game", "line", "column", "turn", "side", "severity", "code", "text", "message", "hint"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("csv", ",".join(HEAD) + "\n"),
        ("tsv", "\t".join(HEAD) + "\n"),
        ("table", "  ".join(HEAD) + "\n"),
        ("markdown", f"| {' | '.join(HEAD)} |\n| {' | '.join(['---'] * len(HEAD))} |\n"),
    ],
)
@pytest.mark.parametrize("arguments", [[GAME2], [OPENING, "--limit", "0"]], ids=["clean", "limit"])
def test_a_list_without_findings_has_its_head(name: str, shown: str, arguments: list[str]) -> None:
    assert run("validate", *arguments, "--format", name).stdout == shown


def test_an_empty_name_of_a_table_is_wrong_use() -> None:
    assert run("validate", GAME2, "--table", "").exit_code == 2


def test_limit_shows_fewer_findings_and_counts_all(tmp_path: Path) -> None:
    path = tmp_path / "bad.gipf"
    path.write_text(BAD * 5)
    result = run("validate", path, "--limit", "2")
    assert result.stdout.count("error[") == 2
    assert "3 findings more" in result.stdout
    assert "5 errors" in result.stdout


def test_quiet_shows_errors_only_and_verbose_a_line_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "bad.gipf"
    path.write_text(BAD)
    assert run("validate", OPENING, "-q").stdout == ""
    assert run("validate", path, "-q").stdout.count("\n") == 2
    assert (
        f"{GAME2}:1: game 1: official, tournament, 84 turns, * (unterminated): ok"
        in run("validate", GAME2, "-v").stdout
    )


def test_standard_input_is_read() -> None:
    result = run("validate", "-", stdin=BAD)
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:5:4: game 1, turn 1")


def test_missing_paths_exit_with_2_and_the_rest_is_still_read(tmp_path: Path) -> None:
    result = run("validate", tmp_path / "none.gipf", GAME2)
    assert result.exit_code == 2
    assert "error[unreadable-path]" in result.stdout
    assert "1 game, 84 turns" in result.stdout


@pytest.mark.parametrize(
    ("content", "code", "exit_code"),
    [
        (b"", "no-game", 0),
        (b"\n \n", "no-game", 0),
        (bytes(range(256)) * 64, "no-game", 1),
        (b"a" * 10_000_000, "no-game", 1),
        (b"Dear all,\nno game here.\n", "no-game", 1),
        (b'[Event "chess"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n', "push-not-on-line", 1),
        (b"(;GM[yinsh]VV[1];P0[0 Start P0])\n", "unknown-tag-value", 1),
        (GOOD.encode("utf-16"), None, 0),
        (GOOD.replace("Club", "Caf\u00e9").encode("latin-1"), "encoding", 0),
        (b"\xef\xbb\xbf" + GOOD.encode(), None, 0),
        (GOOD.replace("\n", "\r\n").encode(), None, 0),
        (GOOD.replace("\n", "\r").encode(), None, 0),
        (GOOD.replace("b3", "b3\x00").encode(), "unreadable", 1),
    ],
)
def test_bad_and_odd_files_get_the_right_answer(
    content: bytes, code: str | None, exit_code: int, tmp_path: Path
) -> None:
    path = tmp_path / "odd.gipf"
    path.write_bytes(content)
    result = run("validate", path)
    assert result.exit_code == exit_code
    if code:
        assert f"[{code}]" in result.stdout
    else:
        assert "0 errors, 0 warnings" in result.stdout


def test_a_games_place_is_the_same_with_every_line_end(tmp_path: Path) -> None:
    for ends in ("\n", "\r\n", "\r"):
        path = tmp_path / "ends.gipf"
        path.write_bytes((GOOD + BAD).replace("\n", ends).encode())
        assert f"{path}:10:4: game 2, turn 1 (white)" in run("validate", path).stdout


@pytest.mark.parametrize("to", ["tagged", "jsonl"])
def test_converting_there_and_back_gives_the_same_text(to: str, tmp_path: Path) -> None:
    there = tmp_path / f"x.{to}"
    assert run("convert", SAMPLES, "--to", to, "-o", there).exit_code == 0
    back, direct = run("convert", there, "--to", "tagged"), run("convert", SAMPLES, "--to", "tagged")
    assert back.stdout == direct.stdout
    assert back.stdout.count("[Event") == direct.stdout.count("[Event") > 20


def test_conversion_fills_in_counts_and_removed_pieces() -> None:
    text = run("convert", DATA / "game1.txt", "--to", "official").stdout
    assert "g1-e3;xf2,f3,f5,Gf6*,f7 (4)" in text
    short = run("convert", GAME2, "--to", "official", "--style", "short").stdout
    assert any(line.endswith("a4-g2;xGe4,Gf3*") for line in short.splitlines())
    assert "h1-g2 (9)" in run("convert", GAME2, "--to", "official", "--style", "first-spot").stdout


def test_what_a_notation_cant_hold_is_named() -> None:
    result = run("convert", SAMPLES / "endings.gipf", "--to", "official")
    assert "warning[not-expressed]: official holds no tags" in result.stderr
    assert "official holds no comments" in result.stderr


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "games.gipf"
    path.write_text(GOOD)
    # Reading and writing the same file: it is replaced only when all of it is written.
    assert run("convert", path, "--to", "tagged", "-o", path).exit_code == 0
    assert path.read_text() == GOOD + "\n"
    assert run("convert", path, "--to", "tagged", "-o", tmp_path / "no" / "such.gipf").exit_code == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == ["games.gipf"]


def test_an_error_in_a_game_keeps_its_turns_in_the_conversion(tmp_path: Path) -> None:
    path = tmp_path / "bad.gipf"
    path.write_text(GOOD.replace("b3 (11)", "a1-e2 b4"))
    result = run("convert", path, "--to", "tagged")
    assert result.exit_code == 1
    assert "1. e1-e3 (11) a1-e2 2. b4 *" in result.stdout
    assert "error[push-not-on-line]" in result.stderr


def test_show_draws_a_game_after_any_turn() -> None:
    result = run("show", GAME2, "--turn", "30", "--ascii")
    assert "Turn 30 of 84, Black: a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)" in result.stdout
    assert "reserve: White 1, Black 7" in result.stdout
    assert "Start" in run("show", GAME2, "--turn", "0").stdout
    *board, last = result.stdout.splitlines()
    text = last.removeprefix("position text   ")
    assert run("show", "--ascii", "--position", text).stdout.splitlines() == board[2:]
    assert run("find", GAME2, "--position", text, "--count", "--format", "csv").stdout.splitlines()[1] == "1,1"
    assert run("show", GAME2, "--turn", "85").exit_code == 2
    result = run("show", GAME2, "--game", "2")
    assert (result.exit_code, "has 1 game, no game 2" in result.stderr) == (2, True)
    assert run("show").exit_code == 2


def test_show_says_why_a_game_goes_no_further() -> None:
    result = run("show", "-", stdin="b3 b4 b3 c2")
    assert (result.exit_code, "Turn 2 of 4" in result.stdout) == (1, True)
    assert "game 1, turn 3 (white): error[push-needs-dot]" in result.stderr
    # Notes don't stop it.
    assert run("show", "-", stdin="b3 b4").stderr == ""


def test_show_draws_a_position_text_and_says_what_is_wrong_with_one() -> None:
    assert run("show", "--position", "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic").exit_code == 0
    result = run("show", "--position", "b2w/5/6/w5b/6/5/b3w w 12/12 0/0 - basic")
    assert result.exit_code == 2
    assert "column h has 4 spots, 'b3w' fills 5" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["--variant", "basic", "--depth", "2"], "1764\n"),
        (["--variant", "basic", "--depth", "2", "--count", "P"], "618\n"),
        (["--variant", "tournament", "--depth", "2", "--count", "U"], "336\n"),
        (["--position", "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic", "--depth", "1"], "42\n"),
        (["--depth", "0"], "1\n"),
    ],
)
def test_perft_counts(arguments: list[str], output: str) -> None:
    assert run("perft", *arguments).stdout == output


def test_perft_divide_adds_up() -> None:
    *parts, total = run("perft", "--variant", "standard", "--depth", "2", "--divide").stdout.splitlines()
    assert len(parts) == 42
    assert sum(int(part.split()[1]) for part in parts) == int(total) == 1764


def test_formats_lists_each_notation() -> None:
    rows = json.loads(run("formats", "--format", "json").stdout)
    assert {"official", "tagged", "jsonl"} <= {row["notation"] for row in rows}


@pytest.mark.parametrize(
    "arguments",
    [["validate"], ["convert", GAME2], ["nonsense"], ["validate", GAME2, "--encoding", "klingon"], ["perft"]],
)
def test_wrong_use_exits_with_2_and_says_how(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage" in result.stderr


def imported(*arguments: str) -> set[str]:
    code = (
        "import sys\nfrom gipfkit.cli import cli\n"
        f"try: cli({list(arguments)!r}, standalone_mode=False)\nexcept SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["validate", GAME2],
        ["convert", GAME2, "--to", "jsonl"],
        ["show", GAME2],
        ["formats"],
        ["perft", "--depth", "1"],
    ],
)
def test_light_commands_import_no_heavy_library(arguments: list[str]) -> None:
    assert not {"pandas", "numpy", "matplotlib", "lark"} & imported(*arguments)


def test_import_of_the_package_imports_no_heavy_library() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys, gipfkit; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert not {"pandas", "numpy", "matplotlib", "lark", "click"} & set(done.stdout.split())


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
def test_output_into_a_closed_pipe_ends_quietly() -> None:
    line = f"{sys.executable} -m gipfkit convert {SAMPLES} --to jsonl | head -c 10"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    assert len(done.stdout) == 10


def test_split_writes_each_game_to_a_file_with_a_safe_name(tmp_path: Path) -> None:
    path = tmp_path / "games.gipf"
    path.write_text(
        GOOD.replace("Club", 'Club"]\n[White "../../Ann: x').replace("[Result", '[Black "Bob"]\n[Result') + GOOD
    )
    folder = tmp_path / "new" / "games"
    assert run("convert", path, "--to", "tagged", "--split", folder).exit_code == 0
    assert sorted(p.name for p in folder.iterdir()) == ["0001-Ann_x-Bob.gipf", "0002.gipf"]
    assert (folder / "0002.gipf").read_text() == GOOD + "\n"
    assert run("convert", path, "--to", "tagged", "--split", folder, "-o", path).exit_code == 2
    assert run("convert", path, "--to", "tagged", "--split", path).exit_code == 2


def test_validate_and_convert_take_the_games_chosen(tmp_path: Path) -> None:
    path = tmp_path / "games.gipf"
    path.write_text(
        '[White "Ann"]\n[Black "Bob"]\n[Variant "basic"]\n[Date "2001.05.01"]\n\n1. b3 (11) b4 (11) *\n\n'
        '[White "Cid"]\n[Black "Ann"]\n[Variant "standard"]\n[Date "2003"]\n\n1. b3 (3) *\n\n'
        '[White "Dan"]\n[Black "Eve"]\n[Variant "basic"]\n\n1. c2 (11) *\n'
    )
    ann = run("validate", path, "--player", "ann")
    assert ann.exit_code == 1
    assert "2 games, 3 turns: 1 error" in ann.stdout
    assert "1 game, 2 turns: 0 errors" in run("validate", path, "--player", "ann", "--until", "2002").stdout
    basic = run("convert", path, "--to", "tagged", "--where", 'variant == "basic" and turns < 2')
    assert (basic.exit_code, basic.stdout.count("[White ")) == (0, 1)
    assert '[White "Dan"]' in basic.stdout
    nobody = run("validate", path, "--player", "Fay")
    assert (nobody.exit_code, nobody.stdout) == (0, "0 games, 0 turns: 0 errors, 0 warnings, 0 notes\n")


def test_a_game_that_is_left_out_gets_no_file_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    path, folder = tmp_path / "games.gipf", tmp_path / "split"
    path.write_text('[Variant "basic"]\n\nb3 *\n\n[Variant "basic"]\n\n*\n\n[Variant "basic"]\n\nb4 *\n')
    result = run("convert", path, "--to", "official", "--split", folder)
    assert sorted(file.name for file in folder.iterdir()) == ["0001.txt", "0003.txt"]
    assert "game 2: warning[not-expressed]: official holds no game without a turn: left out" in result.stderr
    assert len(list(run("convert", path, "--to", "tagged").stdout.split("[Result"))) == 4
