"""What every plot shares: its Axes, their division into panels, titles, legends and scales."""

from collections.abc import Iterator
from typing import Any

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.gridspec import GridSpec, GridSpecFromSubplotSpec
from matplotlib.legend_handler import HandlerTuple
from matplotlib.textpath import text_to_path
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gipfkit.pictures.styles import Look, Style
from gipfkit.pictures.words import Words

# A title that doesn't fit into so many lines is cut.
_MOST_LINES = 3
# How much wider than they were made Axes become where the layout fits them to the figure.
_WIDENED = 1.1


class NothingToDraw(ValueError):  # noqa: N818 (a plain answer, no fault)
    """There is nothing to draw: the message says why."""


def points(number: float) -> float:
    """Give a length in points in proportion to the letters (matplotlib's setting font.size, usually 10)."""
    return float(number * rcParams["font.size"] / 10)


def axes_or_new(ax: Axes | None, style: Style) -> Axes:
    """Give the Axes, or those of a new figure, dressed in a style."""
    found = ax if ax is not None else Figure(layout="constrained", facecolor=style.paper).add_subplot()
    dress(found, style)
    return found


def dress(ax: Axes, style: Style) -> None:
    """Give Axes the colours of a style."""
    ax.set_facecolor(style.paper)
    ax.tick_params(colors=style.ink, which="both")
    for name, spine in ax.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(style.ink)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_color(style.ink)
    ax.grid(visible=True, color=style.faint, linewidth=points(0.6))
    ax.set_axisbelow(True)


def divided(ax: Axes, shares: tuple[float, ...], style: Style, *, alike: bool = True) -> list[Axes]:
    """Divide the room of Axes into panels one below the other; the first is ``ax``.

    ``alike`` panels have one scale across, numbered below the last.
    """
    grid = _grid(ax, len(shares), 1, height_ratios=shares)
    ax.set_subplotspec(grid[0])
    others = [_added(ax, spec, style, sharex=ax if alike else None) for spec in list(grid)[1:]]
    for upper in [ax, *others[:-1]] if alike else ():
        upper.tick_params(labelbottom=False)
    return [ax, *others]


def side_by_side(ax: Axes, style: Style) -> list[Axes]:
    """Put two panels side by side into the room of Axes, which keep a strip above both for their title alone."""
    grid = _grid(ax, 2, 2, height_ratios=(1, 100))
    ax.set_subplotspec(grid[0, :])
    ax.set_axis_off()
    return [_added(ax, grid[1, k], style) for k in range(2)]


def _grid(ax: Axes, rows: int, columns: int, **ratios: Any) -> Any:
    """Give a grid in the room of Axes, whether they were placed on a grid themselves or freely."""
    figure, spec = ax.get_figure(), ax.get_subplotspec()
    if spec is not None:
        return GridSpecFromSubplotSpec(rows, columns, spec, **ratios)
    box = ax.get_position()
    return GridSpec(rows, columns, figure, left=box.x0, right=box.x1, bottom=box.y0, top=box.y1, **ratios)  # type: ignore[arg-type]


def _added(ax: Axes, spec: Any, style: Style, **settings: Any) -> Axes:
    figure = ax.get_figure()
    assert figure is not None
    added: Axes = figure.add_subplot(spec, **settings)
    dress(added, style)
    return added


def entitle(ax: Axes, title: str, below: str, style: Style, *, raised: float = 0) -> None:
    """Write a title above Axes and what it is about in smaller letters below it; both are shown as they are.

    ``raised`` leaves room for something else below them (points).
    """
    size = points(10)
    lines = _wrapped(ax, below, FontProperties(size=size * 0.9))
    text = ax.annotate(
        lines,
        (0, 1),
        (0, points(6) + raised),
        "axes fraction",
        "offset points",
        ha="left",
        va="bottom",
        color=style.ink,
        size=size * 0.9,
    )
    text.set_parse_math(False)
    room = points(8) + raised + 1.25 * size * 0.9 * (lines.count("\n") + 1)
    font = FontProperties(size=size * 1.2, weight="bold")
    heading = ax.set_title(_wrapped(ax, title, font), loc="left", pad=room, color=style.ink, fontproperties=font)
    heading.set_parse_math(False)


def _wrapped(ax: Axes, text: str, font: FontProperties) -> str:
    """Break a text into lines as wide as Axes, as far as that is known before they are drawn."""
    figure = ax.get_figure()
    assert figure is not None
    width = figure.bbox.width / figure.dpi * 72 * ax.get_position().width * _WIDENED
    return "\n".join(list(_lines(text, width, font))[:_MOST_LINES])


def _lines(text: str, width: float, font: FontProperties) -> Iterator[str]:
    """Yield a text in lines of a width (points): broken at blanks, within a word only where it is wider by itself."""

    def fits(line: str) -> bool:
        return bool(text_to_path.get_text_width_height_descent(line, font, ismath=False)[0] <= width)

    line = ""
    for word in text.split(" "):
        if fits(f"{line} {word}".lstrip()):
            line = f"{line} {word}".lstrip()
            continue
        if line:
            yield line
        line = word
        while len(line) > 1 and not fits(line):
            part = next(k for k in range(len(line) - 1, 0, -1) if k == 1 or fits(line[:k]))
            yield line[:part]
            line = line[part:]
    yield line


_LEGEND = 8.5


def legend(ax: Axes, style: Style, *others: Axes, **settings: Any) -> float:
    """Add a legend of what has a label on these Axes and others; gives the height of a line in points.

    What has the same label stands in one entry.
    """
    entries: dict[Any, list[Any]] = {}
    named = [pair for each in (ax, *others) for pair in zip(*each.get_legend_handles_labels(), strict=True)]
    for handle, label in named:
        entries.setdefault(label, []).append(handle)
    handles = [tuple(found) if len(found) > 1 else found[0] for found in entries.values()]
    side_by_side = {tuple: HandlerTuple(ndivide=None, pad=0.3)}
    length = 6.5 if any(len(found) > 1 for found in entries.values()) else 3.2
    found = ax.legend(
        handles,
        list(entries),
        handler_map=side_by_side,
        labelcolor=style.ink,
        fontsize=points(_LEGEND),
        handlelength=length,
        **settings,
    )
    found.get_frame().set(facecolor=style.paper, edgecolor="none", alpha=0.8)
    return points(_LEGEND) * 1.6


def scale(axis: Any, words: Words, *, whole: bool = False) -> None:
    """Number an axis as the language does; ``whole`` for counts."""
    axis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=whole, min_n_ticks=1))
    axis.set_major_formatter(FuncFormatter(lambda value, _: words.number(value)))


def from_zero(ax: Axes) -> None:
    """Let the upright scale begin at 0 and reach 1 at least."""
    ax.set_ylim(0, max(1, ax.get_ylim()[1]))


def line_of(look: Look, style: Style, every: int = 1) -> dict[str, Any]:
    """Give the settings of a line that looks so, with a marker at every so-many-th point."""
    return {
        "color": look.colour,
        "linestyle": look.dashes,
        "linewidth": points(1.8),
        "marker": look.marker,
        "markersize": points(5),
        "markerfacecolor": style.paper if look.hollow else look.colour,
        "markeredgecolor": look.colour,
        "markevery": max(1, every),
    }


def area_of(look: Look, style: Style) -> dict[str, Any]:
    """Give the settings of an area that looks so."""
    return {"facecolor": look.colour, "edgecolor": style.ink, "hatch": look.hatch, "linewidth": points(0.8)}
