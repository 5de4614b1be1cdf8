"""``gipfkit repair`` and what ``validate`` says of it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gipfkit.cli import cli

TAGS = '[White "Ann"]\n[Variant "tournament"]\n\n'
GOOD = f"{TAGS}1. Gb2 (16) Gh2 (16) 2. a2-c2 (15) h1-h3 (15) 3. a2-d2 (14) h1-h4 (14) *\n"
BAD = GOOD.replace("h1-h3 (15)", "h1-h4 (15)")
HOPELESS = '[Variant "basic"]\n\n1. e1-e3 (11) h9 (11) *\n'


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, input=text)


def test_the_mended_text_goes_to_standard_output_and_what_was_done_to_standard_error() -> None:
    result = run("repair", "-", text=BAD)
    assert result.exit_code == 0
    assert result.stdout == GOOD
    assert "game 1, turn 4 (black): warning[repaired]: turn 4, h1-h4 (15), becomes h1-h3 (15)" in result.stderr
    assert "1 game has errors: 1 mended" in result.stderr


def test_diff_shows_the_change_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.gipf"
    path.write_text(BAD)
    result = run("repair", "--diff", str(path))
    assert result.exit_code == 0
    changed = [line for line in result.stdout.split("\n") if line.startswith(("+", "-"))][2:]
    assert changed == ["-" + BAD.split("\n")[3], "+" + GOOD.split("\n")[3]]
    assert path.read_text() == BAD


def test_a_file_can_be_written_over_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.gipf"
    path.write_text(BAD)
    assert run("repair", str(path), "-o", str(path)).exit_code == 0
    assert path.read_text() == GOOD


def test_what_can_not_be_told_is_listed_and_stays() -> None:
    result = run("repair", "-", text=HOPELESS)
    assert result.exit_code == 1
    assert result.stdout == HOPELESS
    assert "error[not-repaired]" in result.stderr
    assert "h9 (11), becomes h3 (11) or" in result.stderr or "becomes h4 (11) or" in result.stderr


def test_a_clean_text_stays_as_it_is_and_nothing_is_said() -> None:
    result = run("repair", "-", text=GOOD)
    assert (result.exit_code, result.stdout, result.stderr) == (0, GOOD, "")


def test_texts_of_other_notations_are_said_to_be_converted_first() -> None:
    text = " basic game\n\nA                                    B\n\n01. e1-e3                                 e1-e9\n"
    result = run("repair", "-", "--from", "gf1", text=text)
    assert result.stdout == text
    assert result.exit_code == 1


def test_a_path_that_is_missing_is_unreadable() -> None:
    assert run("repair", "nowhere.gipf").exit_code == 2


def test_diff_and_output_exclude_each_other() -> None:
    assert run("repair", "-", "--diff", "-o", "x", text=GOOD).exit_code == 2


@pytest.mark.parametrize(("text", "advice"), [(BAD, True), (HOPELESS, False), (GOOD, False)])
def test_validate_says_how_many_games_repair_can_mend(text: str, advice: bool) -> None:
    result = run("validate", "-", text=text)
    assert ("repair can mend 1 of these" in result.stdout) is advice
    assert "repair can mend" not in run("validate", "-q", "-", text=text).stdout
