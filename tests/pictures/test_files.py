"""Picture files: the same bytes for the same games, whatever is set elsewhere; nothing global is touched."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from gipfkit.analysis.by_turn import ByTurn
from gipfkit.pictures import plots
from gipfkit.pictures.files import picture
from gipfkit.reading import read_text
from gipfkit.replay import replay

SAMPLES = Path(__file__).parent.parent.parent / "samples"
GAME1 = replay(read_text((SAMPLES / "game1.gipf").read_text())[0])
FORMATS = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}
CODE = """
import sys
from gipfkit.pictures import plots
from gipfkit.pictures.files import picture
from gipfkit.reading import read_text
from gipfkit.replay import replay
game = replay(read_text(open(sys.argv[1]).read())[0])
sys.stdout.buffer.write(picture(lambda ax: plots.timeline(game, ax), sys.argv[2], size=(6, 5)))
"""


def drawn(format_: str, size: tuple[float, float] = (6, 5), dpi: int = 150) -> bytes:
    return picture(lambda ax: plots.timeline(GAME1, ax), format_, size=size, dpi=dpi)


@pytest.mark.parametrize("format_", FORMATS)
def test_the_same_game_gives_the_same_file_in_every_process(format_: str) -> None:
    here = drawn(format_)
    assert here.startswith(FORMATS[format_])
    assert {drawn(format_), drawn(format_)} == {here}
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(SAMPLES / "game1.gipf"), format_],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},
    )
    assert done.stdout == here


def test_settings_made_elsewhere_change_nothing_and_are_left_as_they_are() -> None:
    before = drawn("svg")
    with mpl.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.facecolor": "red", "svg.fonttype": "path"}):
        settings = dict(mpl.rcParams)
        assert drawn("svg") == before
        assert dict(mpl.rcParams) == settings


def test_an_svg_is_well_formed_has_its_size_no_date_and_its_words_as_text() -> None:
    text = drawn("svg").decode()
    root = ElementTree.fromstring(text)
    assert (root.get("width"), root.get("height")) == ("432pt", "360pt")
    words = {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"GIPF-piece captured", "White won (empty reserve) after 42 turns, tournament"} <= words
    assert not re.search(r"<dc:date>|20\d\d-\d\d", text)


def test_an_svg_is_well_formed_whatever_a_name_holds() -> None:
    name = "a\x00b\x01c\x1bd\x7fe\ufffef\ud800g\u202eh<&>"
    game = replace(GAME1, record=replace(GAME1.record, tags=(("White", name), ("Black", "Bob"))))
    root = ElementTree.fromstring(picture(lambda ax: plots.timeline(game, ax), "svg", size=(6, 5)))
    words = {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg\ufffdh<&> – Bob" in words


def test_a_png_has_its_dots_and_smaller_pictures_smaller_letters() -> None:
    def dots(file: bytes) -> tuple[int, int]:
        return int.from_bytes(file[16:20]), int.from_bytes(file[20:24])

    assert dots(drawn("png", (6, 5), 100)) == (600, 500)
    assert dots(drawn("png", (4, 3), 50)) == (200, 150)
    sizes = []
    for size in ((14, 9), (7, 4.5), (3.5, 4.5)):
        game = ByTurn.of("captures", [GAME1])
        picture(lambda ax, game=game: sizes.append(plots.captures(game, ax).title.get_fontsize()), "svg", size=size)  # type: ignore[misc]
    assert sizes[0] == sizes[1] == 2 * sizes[2]


def test_nothing_of_pyplot_is_imported() -> None:
    code = f"{CODE}\nassert 'matplotlib.pyplot' not in sys.modules"
    done = subprocess.run(
        [sys.executable, "-c", code, str(SAMPLES / "game1.gipf"), "png"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
