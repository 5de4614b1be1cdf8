"""The picture of openings: what its bars and its board show."""

import pytest
from indexed_games import indexed
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from gipfkit.analysis.opening_shapes import Shapes, shapes
from gipfkit.analysis.openings import Explorer
from gipfkit.pictures import plots
from gipfkit.pictures.panels import NothingToDraw
from gipfkit.record import Record, TurnList, WrittenPush, WrittenTurn


def played(text: str, mark: str) -> Record:
    turns = tuple(WrittenTurn(WrittenPush(None, spot)) for spot in text.split())
    return Record((("Variant", "basic"), ("Termination", "resignation")), TurnList(turns), mark)


def drawn() -> tuple[Shapes, list[Axes]]:
    games = [played("b3 h3", "1-0"), played("b3 h4", "0-1"), played("c2", "1-0"), played("d7 h3", "*")]
    with indexed(games) as index:
        found = shapes(Explorer(index))
    assert found
    figure = plots.openings(found).get_figure()
    assert figure is not None
    return found, list(figure.axes)


def test_bars_are_as_wide_as_the_share_of_their_games() -> None:
    found, (_, _, icicle, *_) = drawn()
    bars = {str(bar.get_label()): bar for bar in icicle.patches if isinstance(bar, Rectangle)}
    assert (found.games, found.others) == (4, 0)
    assert sum(bar.get_width() for bar in bars.values() if bar.get_y() == 0) == pytest.approx(1)
    widths = {label: bar.get_width() for label, bar in bars.items() if bar.get_y() == 1}
    assert all(width == pytest.approx(0.25) for width in widths.values())
    assert {part.line: part.size for part in found.parts} == {
        tuple(label.split()): pytest.approx(bar.get_width()) for label, bar in bars.items()
    }


def test_every_image_of_a_first_move_has_its_share_on_the_board() -> None:
    found, (_, board, *_) = drawn()
    texts = {str(text.get_text()) for text in board.texts}
    assert {f"{100 * entry.share:.0f}" for entry in found.entries} <= texts
    assert sum(entry.share for entry in found.entries) == pytest.approx(1)


def test_without_a_turn_there_is_nothing_to_draw() -> None:
    with indexed([played("", "*")]) as index:
        found = shapes(Explorer(index))
    assert found
    with pytest.raises(NothingToDraw, match="no turn to draw"):
        plots.openings(found)
    with indexed([]) as empty:
        assert shapes(Explorer(empty)) is None
