"""A few pictures compared with those in ``baseline``, without their words: fonts are drawn differently elsewhere.

To make them anew after a change that is wanted, run this file: ``python tests/pictures/test_images.py``.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.testing.compare import compare_images

from gipfkit.analysis.by_spot import CAPTURES, BySpot
from gipfkit.analysis.lengths import Lengths
from gipfkit.analysis.simulation import simulate
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import STANDARD
from gipfkit.pictures import plots
from gipfkit.reading import read_text
from gipfkit.replay import Replay, replay

HERE = Path(__file__).parent
BASELINE = HERE / "baseline"
# A root mean square of differences from 0 to 255: a piece less makes about 5, bars without hatches 1.2.
TOLERANCE = 1.0


def game2() -> Replay:
    return replay(read_text((HERE.parent.parent / "samples" / "game2.gipf").read_text())[0])


def simulated() -> list[Replay]:
    return [replay(record) for record in simulate(STANDARD, 40, policy="greedy", seed=1)]


PICTURES: dict[str, Callable[[Axes], object]] = {
    "board": lambda ax: plots.board(game2().positions[30], ax),
    "start-dark": lambda ax: plots.board(Position.initial(STANDARD), ax, style="dark"),
    "heatmap": lambda ax: plots.heatmap(BySpot.of(CAPTURES, [game2()]), ax),
    "length-grey": lambda ax: plots.length(Lengths.of(simulated()), ax, style="grey"),
    "timeline": lambda ax: plots.timeline(game2(), ax),
}


def drawn(name: str, path: Path) -> None:
    with style.context("default"):
        figure = Figure((5, 4))
        PICTURES[name](figure.add_subplot())
        for panel in figure.axes:
            legend = panel.get_legend()
            if legend:
                legend.remove()
            for text in [*panel.texts, panel.title, panel._left_title]:  # type: ignore[attr-defined]
                text.set_visible(False)
            panel.set(xlabel="", ylabel="")
            panel.tick_params(labelbottom=False, labelleft=False)
        figure.savefig(path, format="png", dpi=50, metadata={"Software": None})


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_one_that_was_looked_at(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.png"
    drawn(name, path)
    # A copy: what is compared leaves files beside the first.
    expected = tmp_path / f"{name}-expected.png"
    expected.write_bytes((BASELINE / f"{name}.png").read_bytes())
    assert compare_images(str(expected), str(path), TOLERANCE) is None


if __name__ == "__main__":
    BASELINE.mkdir(exist_ok=True)
    for each in PICTURES:
        drawn(each, BASELINE / f"{each}.png")
