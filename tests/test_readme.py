"""The README says only what is so: its sessions are run, its table of findings is the code's."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gipfkit.findings import CODES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n(.*?)\n```", README, re.DOTALL)


@pytest.mark.skipif(shutil.which("sh") is None, reason="the sessions need a shell")
@pytest.mark.parametrize("session", SESSIONS)
def test_each_session_prints_what_the_readme_shows(session: str) -> None:
    shown = []
    for line in session.splitlines():
        if line.startswith("$ "):
            command = line[2:].replace("gipfkit", f"{sys.executable} -m gipfkit")
            command = re.sub(r"\S+ -m (\S+ -m gipfkit)", r"\1", command)
            done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, check=False)
            shown += [line, *(done.stdout + done.stderr).decode().rstrip("\n").splitlines()]
    assert shown == session.splitlines()


def test_the_table_of_findings_lists_every_code() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning|note) \|", README, re.MULTILINE)
    assert rows == [(code.name, code.severity) for code in CODES.values()]


def test_every_code_that_the_program_uses_is_in_the_table() -> None:
    used = set()
    for path in (ROOT / "gipfkit").rglob("*.py"):
        if path.name != "findings.py":
            text = path.read_text(encoding="utf-8")
            used |= set(re.findall(r'(?:Issue|Finding|_find|IllegalTurn)\(\s*"([a-z]+(?:-[a-z]+)*)"', text))
    assert used - set(CODES) == set()


def test_the_two_commands_are_there() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert len(commands) == 2
    assert "gipfkit validate samples" in commands[0]
    assert "pytest" in commands[1]


@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands need a shell")
@pytest.mark.parametrize("picture", re.findall(r"^!\[.*?\]\((.*?)\)$", README, re.MULTILINE))
def test_each_picture_is_what_its_command_draws(picture: str, tmp_path: Path) -> None:
    from matplotlib.testing.compare import compare_images

    (line,) = re.findall(rf"^    (gipfkit .* -o {re.escape(picture)})$", README, re.MULTILINE)
    expected, drawn = tmp_path / "expected.png", tmp_path / "drawn.png"
    expected.write_bytes((ROOT / picture).read_bytes())
    command = line.replace("gipfkit", f"{sys.executable} -m gipfkit").replace(picture, str(drawn))
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    # Letters are drawn a little differently by other versions of the font library.
    assert compare_images(str(expected), str(drawn), 10) is None
