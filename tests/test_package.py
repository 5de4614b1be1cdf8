"""The package as it is installed: a wheel in a fresh environment."""

import importlib
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

import gipfkit

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, its dependencies taken from the environment of the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env", with_pip=True)
    scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    found = scripts / ("python.exe" if os.name == "nt" else "python")
    subprocess.run([found, "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True, capture_output=True)
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    site = subprocess.run([found, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
    # A line in a .pth file adds the folder of the dependencies, but not the .pth file of an editable install in it.
    (Path(site) / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return found


def output(python: Path, *arguments: str, cwd: Path) -> str:
    # What PYTHONPATH names would stand before the wheel.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([python, *arguments], capture_output=True, text=True, cwd=cwd, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_runs_without_the_checkout(python: Path, tmp_path: Path) -> None:
    home = output(python, "-c", "import gipfkit; print(gipfkit.__file__)", cwd=tmp_path)
    assert str(python.parent.parent) in home
    # A comment sends the text to the grammar, which must have come with the wheel.
    (tmp_path / "x.gipf").write_text('[Variant "basic"]\n[Result "*"]\n\n1. b3 {a comment} b4 *\n')
    assert "1 game, 2 turns: 0 errors" in output(python, "-m", "gipfkit", "validate", "x.gipf", cwd=tmp_path)
    assert "1. b3 (11) {a comment}" in output(
        python, "-m", "gipfkit", "convert", "x.gipf", "--to", "tagged", cwd=tmp_path
    )


def test_the_entry_point_is_installed(python: Path, tmp_path: Path) -> None:
    script = python.parent / ("gipfkit.exe" if os.name == "nt" else "gipfkit")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.startswith("gipfkit ")


def test_every_public_name_is_there() -> None:
    for name in gipfkit.__all__:
        assert getattr(gipfkit, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        importlib.import_module("gipfkit").nonsense  # noqa: B018
