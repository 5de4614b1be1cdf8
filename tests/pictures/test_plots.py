"""Plots by what they draw: the data on their Axes, against facts counted by hand and other programs' figures."""

import itertools
import json
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.patches import Circle
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from gipfkit.analysis.by_spot import CAPTURES, ENTRIES, PIECES, SUBJECTS, BySpot
from gipfkit.analysis.by_turn import PUSHES, RESERVES, ByTurn
from gipfkit.analysis.gipf_counts import GipfCounts
from gipfkit.analysis.lengths import Lengths
from gipfkit.analysis.simulation import simulate
from gipfkit.analysis.summaries import Summary, wilson
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS
from gipfkit.pictures import plots
from gipfkit.pictures.files import picture
from gipfkit.pictures.panels import NothingToDraw
from gipfkit.pictures.styles import STYLES
from gipfkit.pictures.words import LANGUAGES
from gipfkit.reading import read_text
from gipfkit.replay import Replay, replay

DATA = Path(__file__).parent.parent / "data"
SAMPLES = Path(__file__).parent.parent.parent / "samples"


def replayed(name: str) -> Replay:
    return replay(read_text((SAMPLES / name).read_text())[0])


GAME1, GAME2 = replayed("game1.gipf"), replayed("game2.gipf")
SIMULATED = [
    replay(record)
    for variant in VARIANTS.values()
    for policy in ("random", "greedy")
    for record in simulate(variant, 8, policy=policy, seed=2)
]


def through_gf1() -> list[Replay]:
    games = [json.loads(line) for line in (DATA / "gf1-played.jsonl").read_text().splitlines()]
    return [replay(read_text(g["gf1_log_old"], notation="gf1-old")[0], variant=VARIANTS[g["variant"]]) for g in games]


def variant_rows(games: list[Replay]) -> list[dict[str, Any]]:
    return list(Summary.of(games).variant_rows())


# Each kind of plot with what makes the data that it draws.
DRAWN: dict[str, tuple[Callable[..., Axes], Callable[[list[Replay]], Any]]] = {
    "length": (plots.length, Lengths.of),
    "captures": (plots.captures, partial(ByTurn.of, "captures")),
    "gipfs": (plots.gipfs, GipfCounts.of),
    "reserves": (plots.reserves, partial(ByTurn.of, RESERVES)),
    "branching": (plots.branching, partial(ByTurn.of, PUSHES)),
    "results": (plots.results, variant_rows),
    **{f"heatmap of {subject}": (plots.heatmap, partial(BySpot.of, subject)) for subject in SUBJECTS},
    "timeline": (plots.timeline, itemgetter(0)),
    "board": (plots.board, lambda games: games[0].positions[-1]),
}


def draw(kind: str, games: list[Replay], **how: Any) -> Axes:
    function, gather = DRAWN[kind]
    return function(gather(games), **how)


def panels(ax: Axes) -> list[Axes]:
    figure = ax.get_figure()
    assert figure
    return list(figure.axes)


def lines(ax: Axes) -> dict[str, list[tuple[float, float]]]:
    """The points of each line with a label."""
    found = {}
    for line in ax.lines:
        if not str(line.get_label()).startswith("_"):
            found[str(line.get_label())] = [(float(x), float(y)) for x, y in np.asarray(line.get_xydata())]
    return found


def outline(band: Collection) -> list[tuple[float, float]]:
    """The points around a band."""
    return [(float(x), float(y)) for x, y in np.asarray(band.get_paths()[0].vertices)]


def bars_of(ax: Axes) -> list[BarContainer]:
    return [bars for bars in ax.containers if isinstance(bars, BarContainer)]


def heights(ax: Axes) -> dict[str, dict[float, float]]:
    """For each kind of bar the heights that are not 0, by left end."""
    return {
        str(bars.get_label()): {bar.get_x(): bar.get_height() for bar in bars.patches if bar.get_height()}
        for bars in bars_of(ax)
    }


def texts(ax: Axes) -> list[str]:
    """Every text of a figure."""
    figure = ax.get_figure()
    assert figure
    found = []
    for panel in figure.axes:
        found += [panel.get_title(loc="left"), panel.get_xlabel(), panel.get_ylabel()]
        found += [text.get_text() for text in panel.texts]
        legend = panel.get_legend()
        found += [text.get_text() for text in legend.get_texts()] if legend else []
    return [text for text in found if text]


def changes(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points whose height is another than that of the point before."""
    return points[:1] + [new for old, new in itertools.pairwise(points) if new[1] != old[1]]


def values(board: Axes) -> dict[str, str]:
    """What is written on the spots of a board, by spot."""
    places = {tuple(round(c, 6) for c in p.center): str(p.get_label()) for p in board.patches if isinstance(p, Circle)}
    found = {}
    for text in board.texts:
        spot = places.get(tuple(round(float(c), 6) for c in text.get_position()), "_")
        if not spot.startswith("_"):
            found[spot] = text.get_text()
    return found


def test_length_counts_games_by_result_and_says_how_many() -> None:
    text = "".join(
        f'[Variant "basic"]\n[Termination "{how}"]\n\n{turns} {result}\n\n'
        for turns, result, how in [
            ("1. b3 b4 2. c2", "1-0", "resignation"),
            ("1. b3 b4 2. c2 c6", "1-0", "resignation"),
            ("1. b3", "1-0", "time"),
            ("1. b3 b4 2. c2", "0-1", "time"),
            ("1. b3 b4", "1/2-1/2", "agreement"),
            ("1. b3 b4 2. c2 c6 3. d2", "*", "unterminated"),
        ]
    )
    upper = plots.length(Lengths.of(map(replay, read_text(text))))
    # Bins of two turns: 0 and 1, 2 and 3, 4 and 5.
    assert heights(upper) == {
        "White won (n = 3)": {0: 1, 2: 1, 4: 1},
        "Black won (n = 1)": {2: 1},
        "drawn (n = 1)": {2: 1},
        "unfinished (n = 1)": {4: 1},
    }
    curves = lines(panels(upper)[1])
    assert [share for _, share in curves["White won (n = 3)"][:6]] == pytest.approx(
        [100, 200 / 3, 200 / 3, 100 / 3, 0, 0]
    )
    assert [share for _, share in curves["unfinished (n = 1)"][:6]] == [100, 100, 100, 100, 100, 0]
    assert "n = 6 games, basic" in texts(upper)


def test_length_of_the_games_played_through_gf1() -> None:
    upper = plots.length(Lengths.of(through_gf1()))
    games = [json.loads(line) for line in (DATA / "gf1-played.jsonl").read_text().splitlines()]
    white = [game["plies"] for game in games if game["winner"] == "o"]
    bars = heights(upper)
    assert sum(bars[f"White won (n = {len(white)})"].values()) == len(white)
    curve = dict(lines(panels(upper)[1])[f"White won (n = {len(white)})"])
    assert curve[40] == pytest.approx(100 * sum(plies > 40 for plies in white) / len(white))


def test_few_games_that_are_far_longer_than_the_rest_are_left_out_of_the_frame_and_named() -> None:
    lengths = Lengths()
    for turns, number in ((30, 150), (40, 138), (1000, 12)):
        lengths.counts["1-0", turns] = number
        lengths.variants["basic"] += number
    upper = plots.length(lengths)
    assert any("12 games longer than" in text for text in texts(upper))
    assert sum(next(iter(heights(upper).values())).values()) == 288
    assert upper.get_xlim()[1] < 100
    # The curve still counts them.
    assert lines(panels(upper)[1])["White won (n = 300)"][-1][1] == pytest.approx(100 * 12 / 300)


def test_french_has_a_blank_before_a_semicolon() -> None:
    lengths = Lengths(Counter(basic=102), Counter({("1-0", 30): 100, ("1-0", 1000): 2}))
    assert any("basique ; 2 parties" in text for text in texts(plots.length(lengths, lang="fr")))


@pytest.mark.parametrize("most", [1, 41, 80, 81, 159, 160, 161, 400, 2000])
def test_every_game_in_the_frame_is_in_one_bin(most: int) -> None:
    lengths = Lengths()
    for turns in range(most + 1):
        lengths.counts["0-1", turns] = 1
    lengths.variants["basic"] = most + 1
    upper = plots.length(lengths)
    (bars,) = heights(upper).values()
    assert sum(bars.values()) == most + 1
    assert max(bars) < upper.get_xlim()[1]


def test_captures_of_game_1_counted_by_hand() -> None:
    ax = plots.captures(ByTurn.of("captures", [GAME1]))
    found = lines(ax)
    # White: c6 in turn 19, d7 in 23, b3 and c4 in 25, the GIPF-piece c4 in 37. Black: the GIPF-piece f6 in 34.
    assert changes(found["White"]) == [(0, 0), (19, 1), (23, 2), (25, 4), (37, 6)]
    assert changes(found["Black"]) == [(0, 0), (34, 2)]
    assert found["White"][-1] == (42, 6)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("turn (each side's counted singly)", "captured so far (pieces)")
    assert "n = 1 game, tournament" in texts(ax)
    # One game has no spread.
    assert not ax.collections


def test_means_and_spreads_of_the_two_complete_games_counted_by_hand() -> None:
    ax = plots.captures(ByTurn.of("captures", [GAME1, GAME2]))
    white, black = lines(ax)["White: mean"], lines(ax)["Black: mean"]
    # After turn 30 White had captured 4 in game 1 and 0 in game 2, Black 0 and 3; after 50 game 2 alone is on.
    assert (white[30], black[30]) == ((30, 2), (30, 1.5))
    assert (white[42], black[42]) == ((42, (6 + 3) / 2), (42, (2 + 4) / 2))
    assert (white[84], black[84]) == ((84, 5), (84, 9))
    heights_at_30 = [sorted({y for x, y in outline(band) if x == 30}) for band in ax.collections]
    # The standard deviations of 4 and 0, of 0 and 3: below 0 nothing is drawn.
    assert heights_at_30 == [[0, pytest.approx(2 + 8**0.5)], [0, pytest.approx(1.5 + 4.5**0.5)]]
    below = panels(ax)[1]
    playing = {x: y for x, y in outline(below.collections[0]) if y}
    assert (playing[42], playing[84], below.get_ylabel()) == (2, 1, "games\nin play")


def test_reserves_and_gipf_pieces_of_the_complete_games_counted_by_hand() -> None:
    reserves = lines(plots.reserves(ByTurn.of(RESERVES, [GAME2])))
    # (1), (7), (5) of turns 29 to 31 in the score, and what was left at the end.
    assert (reserves["White"][29][1], reserves["Black"][30][1], reserves["White"][31][1]) == (1, 7, 5)
    assert (reserves["White"][-1], reserves["Black"][-1]) == ((84, 5), (84, 10))
    ax = plots.gipfs(GipfCounts.of([GAME1]))
    assert changes(lines(ax)["White"]) == [(0, 0), (1, 1), (3, 2), (5, 3), (34, 2)]
    assert changes(lines(ax)["Black"]) == [(0, 0), (2, 1), (4, 2), (6, 3), (37, 2)]


def test_what_became_of_the_gipf_pieces_is_drawn_a_game() -> None:
    ax = plots.gipfs(GipfCounts.of([GAME1, GAME2]))
    fates = next(panel for panel in panels(ax) if "what became" in panel.get_xlabel())
    widths = {str(bars.get_label()): [bar.get_width() for bar in bars.patches] for bars in bars_of(fates)}
    # Of both games: White 7, of which 3 stayed, 3 were captured, 1 was taken back; Black 8: 3, 2, 3.
    assert widths == {"on the board at the end": [1.5, 1.5], "captured": [1.5, 1], "taken back": [0.5, 1.5]}
    assert [text.get_text() for text in fates.texts] == ["43 %", "38 %", "43 %", "25 %", "14 %", "38 %"]


def test_branching_of_the_first_turns_is_that_of_the_rules() -> None:
    # 30 pushes in the first turn of basic and standard, 18 in tournament; of Black's second there are as many or more.
    for variant, first in ((BASIC, 30), (STANDARD, 30), (TOURNAMENT, 18)):
        games = [replay(record) for record in simulate(variant, 5, seed=1)]
        ax = plots.branching(ByTurn.of(PUSHES, games))
        white, black = lines(ax)["White: mean"], lines(ax)["Black: mean"]
        assert white[0] == (1, first)
        assert black[0][0] == 2
        assert (white[1][0], black[1][0]) == (3, 4)
        assert ax.get_ylabel().endswith("(pushes)")


def test_turns_that_few_games_reached_are_left_out_and_that_is_said() -> None:
    games = [replay(record) for record in read_text('[Variant "basic"]\n\n1. b3 b4 *\n\n' * 60)]
    longer = replay(read_text('[Variant "basic"]\n\n1. b3 b4 2. c2 *\n')[0])
    ax = plots.reserves(ByTurn.of(RESERVES, [*games, longer]))
    assert lines(ax)["White: mean"][-1][0] == 2
    assert any("turns reached by fewer than 5 % are left out" in text for text in texts(ax))
    assert not any("left out" in text for text in texts(plots.reserves(ByTurn.of(RESERVES, [*games[:10], longer]))))


def test_results_are_the_scores_with_their_wilson_intervals() -> None:
    text = "".join(
        f'[Variant "{variant}"]\n[Termination "resignation"]\n\n1. {turn} {result}\n\n' * number
        for variant, turn, result, number in [
            ("basic", "b3", "1-0", 3),
            ("basic", "b3", "0-1", 1),
            ("basic", "b3", "*", 5),
            ("standard", "b3", "*", 1),
            ("tournament", "Gb2", "0-1", 2),
        ]
    )
    ax = plots.results(variant_rows([replay(record) for record in read_text(text)]))
    (container,) = ax.containers
    marks, _, (bars,) = container.lines  # type: ignore[attr-defined]
    assert list(marks.get_xdata()) == [75, 0]
    for segment, (points, games) in zip(bars.get_segments(), ((3, 4), (0, 2)), strict=True):
        assert list(segment[:, 0]) == pytest.approx([100 * end for end in wilson(points, games)])
    # Standard has no finished game.
    assert [label.get_text() for label in ax.get_yticklabels()] == ["basic\nn = 4", "tournament\nn = 2"]
    assert {"75.0 %", "0.0 %", "n = 6 finished games", "White's score by variant"} <= set(texts(ax))


def test_of_many_rows_those_with_most_games_are_drawn_and_that_there_are_others_is_said() -> None:
    def row(name: str, games: int) -> dict[str, Any]:
        low, high = wilson(games / 2, games) if games else (None, None)
        score = {"white_score": games and 0.5, "white_score_low": low, "white_score_high": high}
        return {"opening": name, "finished": games, **score}

    rows = [row("A", 0), *(row(f"B{k}", 9 - k) for k in range(4))]
    ax = plots.results(rows, by="opening", most=3)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["B0\nn = 9", "B1\nn = 8", "B2\nn = 7"]
    assert "n = 24 finished games; 3 of 4, those with most games" in texts(ax)
    assert "n = 30 finished games" in texts(plots.results(rows, by="opening", most=4))


@pytest.mark.parametrize("kind", ["captures", "gipfs", "reserves", "branching"])
def test_no_legend_stands_on_what_is_drawn(kind: str) -> None:
    drawn: list[Axes] = []
    picture(lambda ax: drawn.append(draw(kind, SIMULATED, ax=ax)), "png", size=(7, 5))
    legend = drawn[0].get_legend()
    assert legend
    assert legend.get_window_extent().y0 >= drawn[0].get_window_extent().y1


def test_captures_of_game_1_on_the_board_counted_by_hand() -> None:
    ax = plots.heatmap(BySpot.of(CAPTURES, [GAME1]))
    _, white, black, bar = panels(ax)
    assert values(white) == {"c6": "1", "d7": "1", "b3": "1", "c4": "3"}
    assert values(black) == {"f6": "2"}
    assert "captured by White (n = 6 pieces)" in texts(ax)
    assert "captured by Black (n = 2 pieces)" in texts(ax)
    assert (bar.get_xlabel(), bar.get_xlim()) == ("captures on the spot (pieces a game)", (0, 3))


def test_entries_and_pieces_on_the_board_counted_by_hand() -> None:
    games = [replay(record) for record in read_text('[Variant "basic"]\n\n1. e1-e3 b3 2. e1-e4 b4 *\n\n' * 2)]
    _, white, black, _ = panels(plots.heatmap(BySpot.of(ENTRIES, [games[0]])))
    assert (values(white), values(black)) == ({"e2": "2"}, {"b3": "1", "b4": "1"})
    ax = plots.heatmap(BySpot.of(PIECES, games))
    _, white, black, _ = panels(ax)
    # Of the four positions after a turn.
    assert values(white) == {"b5": "100", "h5": "100", "e2": "100", "e3": "100", "e4": "50"}
    assert values(black) == {"b2": "100", "e8": "100", "h2": "100", "b3": "75", "b4": "25"}
    assert "pieces of White (n = 8 positions)" in texts(ax)


def test_the_colours_of_both_boards_have_one_scale() -> None:
    ax = plots.heatmap(BySpot.of(CAPTURES, [GAME2]))
    _, white, black, _ = panels(ax)
    colours = [{p.get_label(): p.get_facecolor() for p in board.patches} for board in (white, black)]
    assert colours[0]["c5"] == colours[1]["f3"] or values(white)["c5"] != values(black)["f3"]
    assert colours[0]["d3"] == colours[1]["g2"]
    assert colours[0]["d3"] != colours[0]["c5"]


def test_the_timeline_marks_what_happened_when() -> None:
    ax = plots.timeline(GAME1)
    events, captured, reserve, gipfs = panels(ax)
    found = lines(events)
    # Removals of White (0) and Black (1); the GIPF-pieces of turns 34 and 37.
    assert found["removal of a row or more"] == [(14, 1), (19, 0), (23, 0), (25, 0), (34, 1), (37, 0)]
    assert found["GIPF-piece captured"] == [(34, 1), (37, 0)]
    assert [label.get_text() for label in events.get_yticklabels()] == ["White", "Black"]
    assert changes(lines(captured)["White"]) == [(0, 0), (19, 1), (23, 2), (25, 4), (37, 6)]
    assert (lines(reserve)["White"][-1], lines(reserve)["Black"][-1]) == ((42, 5), (42, 0))
    assert changes(lines(gipfs)["Black"]) == [(0, 0), (2, 1), (4, 2), (6, 3), (37, 2)]
    for panel in (events, captured, reserve, gipfs):
        assert any(np.array_equal(line.get_xdata(), [42, 42]) for line in panel.lines)
    assert "White won (empty reserve) after 42 turns, tournament" in texts(ax)


def test_the_timeline_of_a_basic_game_has_no_gipf_pieces() -> None:
    game = replayed("whole-game.gipf")
    ax = plots.timeline(game)
    assert [panel.get_ylabel() for panel in panels(ax)] == ["", "captured\n(pieces)", "reserve\n(pieces)"]
    # A game without a row: nothing is marked but its end, nothing was captured.
    assert list(lines(ax)) == ["end"]
    assert panels(ax)[1].get_ylim() == (0, 1)


def test_the_timeline_of_a_game_with_an_error_ends_there() -> None:
    (record,) = read_text('[White "Ann"]\n[Black "Bob"]\n[Variant "basic"]\n\n1. b3 b9 2. b4 *\n')
    ax = plots.timeline(replay(record))
    assert list(lines(ax)) == ["first error in the record"]
    assert "Ann – Bob" in texts(ax)


@pytest.mark.parametrize("name", ["a$b$c_{", "x" * 300, "二人零和", "{0}", "_Ann", "A\nB"])
def test_names_are_drawn_as_they_are_without_a_warning(name: str) -> None:
    (record,) = read_text('[Variant "basic"]\n\n1. b3 *\n')
    game = replay(replace(record, tags=(("White", name), ("Black", "Bob"), ("Variant", "basic"))))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        png, svg = (picture(partial(plots.timeline, game), each, size=(8, 6)) for each in ("png", "svg"))
    assert png
    if len(name) < 40:
        assert f"{name} – Bob".replace("\n", " ") in svg.decode()


@pytest.mark.parametrize("name", ["W" * 40, "WWWW " * 8, "i" * 39, "a" + "\u0301" * 500])
def test_a_title_stays_in_the_figure_whatever_letters_names_are_of(name: str) -> None:
    (record,) = read_text('[Variant "basic"]\n\n1. b3 *\n')
    game = replay(replace(record, tags=(("White", name), ("Black", name), ("Variant", "basic"))))
    drawn: list[Axes] = []
    picture(lambda ax: drawn.append(plots.timeline(game, ax)), "png", size=(8, 6), room=(8, 6))
    figure = drawn[0].get_figure()
    assert isinstance(figure, Figure)
    box = drawn[0]._left_title.get_window_extent()  # type: ignore[attr-defined]
    assert 0 <= box.x0 < box.x1 <= figure.bbox.width
    assert box.height < figure.bbox.height / 8


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize(("lang", "style"), [*zip(LANGUAGES, STYLES, strict=False)])
def test_every_plot_has_a_title_a_count_and_labels_that_stay_in_the_figure(kind: str, lang: str, style: str) -> None:
    games = [game for game in SIMULATED if game.variant is TOURNAMENT] if kind in ("timeline", "board") else SIMULATED
    ax = draw(kind, games, lang=lang, style=style)
    figure = ax.get_figure()
    assert isinstance(figure, Figure)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.set_size_inches(8, 6)
        figure.draw_without_rendering()
    width, height = figure.bbox.width, figure.bbox.height
    for panel in figure.axes:
        for text in [*panel.texts, panel.title, panel.xaxis.label, panel.yaxis.label]:
            if text.get_text() and text.get_visible():
                box = text.get_window_extent()
                assert -2 <= box.x0 <= box.x1 <= width + 2, text
                assert -2 <= box.y0 <= box.y1 <= height + 2, text
    if kind not in ("timeline", "board"):
        assert any(text.startswith("n = ") for text in texts(ax))
        assert figure.axes[0].get_title(loc="left")


def labels(figure: Figure) -> list[tuple[str, Bbox]]:
    """What is written on a figure and where: titles, labels of axes, numbers along them, legends."""
    found: list[Text | Legend] = []
    for panel in figure.axes:
        found += [child for child in panel.get_children() if isinstance(child, Text)]
        legend = panel.get_legend()
        found += [legend] if legend else []
        for axis in (panel.xaxis, panel.yaxis) if panel.axison else ():
            low, high = sorted(axis.get_view_interval())
            found += [axis.label, *[tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]]
    written = []
    for item in found:
        box = item.get_window_extent()
        if item.get_visible() and box.width > 1 and (isinstance(item, Legend) or item.get_text()):
            written.append((str(item), box))
    return written


@pytest.mark.parametrize("kind", ["length", "captures", "gipfs", "results", "heatmap of entries", "timeline"])
@pytest.mark.parametrize("size", [(8, 6), (4, 3), (12, 4)])
def test_nothing_that_is_written_overlaps(kind: str, size: tuple[float, float]) -> None:
    games = [game for game in SIMULATED if game.variant is TOURNAMENT] if kind == "timeline" else SIMULATED
    drawn = []
    picture(lambda ax: drawn.append(draw(kind, games, ax=ax, lang="fr")), "svg", size=size, room=(8, 6))
    figure = drawn[0].get_figure()
    assert isinstance(figure, Figure)
    boxes = labels(figure)
    assert len(boxes) > 5
    overlaps = [
        (a, b)
        for (a, one), (b, other) in itertools.combinations(boxes, 2)
        if one.shrunk(0.9, 0.9).overlaps(other.shrunk(0.9, 0.9))
    ]
    assert overlaps == []


def test_what_is_drawn_in_colour_is_told_apart_without() -> None:
    for style in STYLES.values():
        looks = [*style.sides, style.drawn, style.unfinished]
        assert len({look.dashes for look in looks}) == len({look.marker for look in looks}) == 4
        assert len({look.hatch for look in [*looks, style.gone]}) == 5
    ax = plots.captures(ByTurn.of("captures", SIMULATED))
    white, black = ax.lines
    assert white.get_marker() != black.get_marker()
    assert len({patch.get_hatch() for patch in plots.length(Lengths.of(SIMULATED)).patches}) > 1


def test_plots_are_drawn_on_the_axes_that_are_given() -> None:
    figure = Figure(figsize=(16, 12), layout="constrained")
    grid = figure.subplots(2, 2)
    given = [grid[0, 0], grid[0, 1], grid[1, 0], grid[1, 1]]
    kinds = ("length", "gipfs", "heatmap of captures", "timeline")
    games = [game for game in SIMULATED if game.variant is TOURNAMENT]
    for ax, kind in zip(given, kinds, strict=True):
        assert draw(kind, games, ax=ax) is ax
    figure.draw_without_rendering()
    # Each stays in its quarter.
    for ax, (left, low) in zip(given, ((0, 0.5), (0.5, 0.5), (0, 0), (0.5, 0)), strict=True):
        box = ax.get_position()
        assert left <= box.x0 <= box.x1 <= left + 0.51
        assert low <= box.y0 <= box.y1 <= low + 0.51


def test_plots_are_drawn_on_axes_placed_freely() -> None:
    figure = Figure(figsize=(8, 6))
    ax = figure.add_axes((0.1, 0.5, 0.8, 0.4))
    assert plots.length(Lengths.of(SIMULATED), ax) is ax
    boxes = [panel.get_position() for panel in figure.axes]
    assert boxes[0].y1 == pytest.approx(0.9)
    assert boxes[1].y0 == pytest.approx(0.5)
    assert boxes[1].y1 < boxes[0].y0


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        *((kind, "", "no ") for kind in DRAWN if kind not in ("timeline", "board")),
        ("gipfs", '[Variant "basic"]\n\n1. b3 *\n', "basic games have none"),
        ("results", '[Variant "basic"]\n\n1. b3 *\n', "no finished game"),
        ("heatmap of captures", '[Variant "basic"]\n\n1. b3 *\n', "no capture"),
        ("heatmap of pieces", '[Variant "basic"]\n\n1. b9 *\n', "no turn"),
        ("reserves", '[Variant "basic"]\n\n1. b9 *\n', "no turn"),
        ("timeline", '[Variant "basic"]\n\n1. b9 *\n', "no turn"),
        ("timeline", '[Variant "chess"]\n\n1. b3 *\n', "no turn"),
    ],
)
def test_where_there_is_nothing_to_draw_that_is_said(kind: str, text: str, said: str) -> None:
    with pytest.raises(NothingToDraw, match=said):
        draw(kind, [replay(record) for record in read_text(text)] if text else [])


@pytest.mark.parametrize("kind", [kind for kind in DRAWN if kind not in ("gipfs", "results", "heatmap of captures")])
def test_a_game_of_one_turn_is_drawn_without_a_warning(kind: str) -> None:
    games = [replay(record) for record in read_text('[Variant "basic"]\n\n1. b3 *\n')]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = draw(kind, games).get_figure()
        assert isinstance(figure, Figure)
        figure.draw_without_rendering()


def test_a_long_game_among_many_without_turns_is_drawn_without_a_warning() -> None:
    games = [replay(record) for record in read_text('[Variant "basic"]\n\n1. b9 *\n\n' * 99)]
    longer = replay(read_text('[Variant "basic"]\n\n1. b3 b4 2. c2 *\n')[0])
    for measure, function in ((RESERVES, plots.reserves), (PUSHES, plots.branching)):
        figure = function(ByTurn.of(measure, [*games, longer])).get_figure()
        assert isinstance(figure, Figure)
        figure.draw_without_rendering()


def test_a_measure_is_drawn_by_its_own_function() -> None:
    with pytest.raises(ValueError, match="reserves by turn can't be drawn as captures"):
        plots.captures(ByTurn.of(RESERVES, [GAME1]))


@pytest.mark.parametrize("how", [{"lang": "de"}, {"style": "pink"}])
def test_an_unknown_language_or_style_is_refused_with_those_there_are(how: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="there are"):
        draw("length", [GAME1], **how)
