import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gipfkit.cli import cli
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations import NOTATIONS


def run(*arguments: str | int | Path) -> Result:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_simulated_games_are_valid(variant: str, policy: str, tmp_path: Path) -> None:
    path = tmp_path / "games.gipf"
    assert run("simulate", "--variant", variant, "--games", 3, "--policy", policy, "-o", path).exit_code == 0
    result = run("validate", path)
    assert result.exit_code == 0
    assert result.stdout.startswith("3 games, ")
    assert ": 0 errors, 0 warnings, 0 notes\n" in result.stdout


def test_the_same_seed_gives_the_same_games() -> None:
    first, same, other = (run("simulate", "--games", 2, "--seed", seed).stdout for seed in (5, 5, 6))
    assert first == same != other
    assert first.count('[White "gipfkit random"]') == 2


@pytest.mark.parametrize("to", [name for name, notation in NOTATIONS.items() if notation.writes])
def test_games_are_written_in_any_notation(to: str) -> None:
    result = run("simulate", "--games", 2, "--to", to)
    assert result.exit_code == 0
    assert result.stdout


def test_what_a_notation_cant_hold_is_named_once() -> None:
    result = run("simulate", "--games", 5, "--to", "webgipf")
    assert result.stderr.count("webgipf holds no tags") == 1
    assert run("simulate", "--games", 5, "--to", "webgipf", "-q").stderr == ""


@pytest.mark.parametrize(
    "arguments", [["--games", "-1"], ["--policy", "clever"], ["--variant", "chess"], ["--to", "bga"]]
)
def test_wrong_use_exits_with_2(arguments: list[str]) -> None:
    assert run("simulate", *arguments).exit_code == 2


def test_simulate_and_stats_of_text_import_no_heavy_library(tmp_path: Path) -> None:
    path = tmp_path / "games.gipf"
    code = (
        "import sys\nfrom gipfkit.cli import cli\n"
        "for words in sys.argv[1:]:\n"
        "    try: cli(words.split(), standalone_mode=False)\n"
        "    except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    words = [f"simulate --games 2 -o {path}", f"stats {path} --per all --format csv"]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    assert path.exists()
    assert not {"pandas", "numpy", "matplotlib", "lark", "pyarrow"} & set(done.stderr.split())
