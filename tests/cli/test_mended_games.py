"""What the commands count of a game with a turn that had to be mended, and which finding comes first."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gipfkit.cli import cli

# The field test's: a1-c3 is what a1-h5 can have been, and nobody wrote it.
MENDED = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n[Variant "basic"]\n\n1. b4 b3 2. a1-h5 h4 3. g2 *\n'


@pytest.mark.parametrize(
    "command",
    [
        ["stats", "--per", "turn"],
        ["stats", "--per", "all"],
        ["openings"],
        ["show"],
        ["duplicates"],
        ["find", "--material", "white_reserve < 12"],
    ],
)
@pytest.mark.parametrize("indexed", [False, True])
def test_no_table_names_a_turn_that_nobody_wrote(command: list[str], indexed: bool, tmp_path: Path) -> None:
    path = tmp_path / "mended.gipf"
    path.write_text(MENDED)
    if indexed and command[0] != "show":
        index = tmp_path / "games.gipfdb"
        CliRunner().invoke(cli, ["index", str(path), "-o", str(index)])
        path = index
    result = CliRunner().invoke(cli, [*command, str(path)])
    assert "a1-c3" not in result.stdout
    assert "c3" not in result.stdout.split()
    assert result.exit_code in (0, 1)


def test_the_first_mistake_is_the_one_that_a_limit_leaves(tmp_path: Path) -> None:
    path = tmp_path / "slips.txt"
    path.write_text("1. e4 Gb2\n2. Nf3 Gb3\n")
    result = CliRunner().invoke(cli, ["validate", "--limit", "1", str(path)])
    assert result.stdout.startswith(f"{path}:1:4: game 1, turn 1 (white): error[push-not-on-line]")
    assert "1 finding more" in result.stdout
