"""Makes picture files of plots: PNG, SVG and PDF, the same bytes for the same games."""

import warnings
from collections.abc import Callable
from io import BytesIO

from matplotlib import style as matplotlib_style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gipfkit.pictures.styles import style as style_named

# The user's own matplotlib settings make no difference; ids in SVG are no random ones, texts in it are texts.
_SETTINGS = {"svg.hashsalt": "gipfkit", "svg.fonttype": "none", "pdf.fonttype": 42}
# What a plot function leaves to the settings, in points with letters of 10.
_POINTS = {
    "axes.linewidth": 0.8,
    "axes.labelpad": 4.0,
    "hatch.linewidth": 0.6,
    "lines.markeredgewidth": 1.0,
    **{
        f"{axis}tick.major.{what}": value
        for axis in "xy"
        for what, value in (("size", 3.5), ("width", 0.8), ("pad", 3.5))
    },
}
# What each format would say of time and program.
_METADATA: dict[str, dict[str, str | None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": "gipfkit"},
    "pdf": {"CreationDate": None, "Creator": "gipfkit", "Producer": None},
}

Size = tuple[float, float]


def picture(
    draw: Callable[[Axes], object],
    format_: str,
    *,
    size: Size,
    room: Size = (7, 4.5),
    dpi: int = 150,
    style: str = "light",
) -> bytes:
    """Give the file of a picture that ``draw`` draws on Axes.

    ``format_`` is png, svg or pdf, ``size`` width and height in inches: with less ``room`` than that letters and marks
    become smaller. ``dpi`` are the dots an inch of a PNG, ``style`` gives the paper's colour.
    """
    stream = BytesIO()
    letters = 10 * min(1, size[0] / room[0], size[1] / room[1])
    settings = {**_SETTINGS, "font.size": letters, **{name: value * letters / 10 for name, value in _POINTS.items()}}
    with matplotlib_style.context(["default", settings]), warnings.catch_warnings():
        # A name in letters that the font lacks is drawn with boxes.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        figure = Figure(size, dpi, layout="constrained", facecolor=style_named(style).paper)
        draw(figure.add_subplot())
        _settle(figure)
        figure.savefig(stream, format=format_, dpi=dpi, metadata=_METADATA[format_])
    return stream.getvalue()


def _settle(figure: Figure) -> None:
    """Lay the figure out for good: the layout's last digits differ from one time to the next, and ids with them."""
    engine = figure.get_layout_engine()
    assert engine
    engine.execute(figure)
    figure.set_layout_engine("none")
    for ax in figure.axes:
        left, bottom, width, height = (round(float(end), 5) for end in ax.get_position(original=True).bounds)
        ax.set_position((left, bottom, width, height))
