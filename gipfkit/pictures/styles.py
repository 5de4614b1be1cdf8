"""How pictures look: colours (Okabe and Ito's, told apart by the colour-blind), and what tells things apart without.

Whatever has a colour also has a line style, a marker and a hatch of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gipfkit.gipf.board import Colour

Dashes = tuple[int, tuple[float, ...]]
_SOLID, _DASHED, _DOTTED, _MIXED = (0, ()), (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2))


@dataclass(frozen=True, slots=True)
class Look:
    """How one thing is drawn, as a line and as an area: ``hollow`` markers are filled with the paper's colour."""

    colour: str
    dashes: Dashes
    marker: str
    hollow: bool
    hatch: str


@dataclass(frozen=True, slots=True)
class Style:
    """The colours of a picture: paper and ink, grid, the sides, results, what became of GIPF-pieces, boards.

    ``ramp`` names matplotlib's colour map from few to many; ``stones`` are the pieces' colours and ``edges`` their
    rims', White's and Black's; ``wood`` is the board's.
    """

    name: str
    paper: str
    ink: str
    faint: str
    sides: tuple[Look, Look]
    drawn: Look
    unfinished: Look
    gone: Look
    ramp: str
    wood: str
    stones: tuple[str, str]
    edges: tuple[str, str]

    def side(self, side: Colour) -> Look:
        """Give a side's look."""
        return self.sides[side]

    def result(self, result: str) -> Look:
        """Give the look of a result: a win looks as the side that won."""
        looks: Mapping[str, Look] = {"1-0": self.sides[0], "0-1": self.sides[1], "1/2-1/2": self.drawn}
        return looks.get(result, self.unfinished)


def _looks(
    white: str, black: str, drawn: str, unfinished: str, gone: str
) -> tuple[tuple[Look, Look], Look, Look, Look]:
    return (
        (Look(white, _SOLID, "o", True, ""), Look(black, _DASHED, "s", False, "///")),
        Look(drawn, _MIXED, "^", True, "..."),
        Look(unfinished, _DOTTED, "D", False, "xxx"),
        Look(gone, _MIXED, "v", False, "---"),
    )


_LIGHT = _looks("#E69F00", "#0072B2", "#009E73", "#999999", "#CC79A7")
_DARK = _looks("#E69F00", "#56B4E9", "#009E73", "#999999", "#CC79A7")
_GREY = _looks("#8f8f8f", "#2b2b2b", "#c4c4c4", "#b0b0b0", "#6e6e6e")

STYLES: Mapping[str, Style] = {
    style.name: style
    for style in (
        Style(
            "light", "#ffffff", "#222222", "#dddddd", *_LIGHT,
            ramp="YlGnBu", wood="#f4efe4", stones=("#ffffff", "#2b2b2b"), edges=("#222222", "#000000"),
        ),
        Style(
            "dark", "#1d1f21", "#e6e6e6", "#45484c", *_DARK,
            ramp="YlGnBu_r", wood="#2c2f33", stones=("#f2efe6", "#0c0c0c"), edges=("#f2efe6", "#c8c8c8"),
        ),
        Style(
            "grey", "#ffffff", "#111111", "#d9d9d9", *_GREY,
            ramp="Greys", wood="#ffffff", stones=("#ffffff", "#2b2b2b"), edges=("#111111", "#000000"),
        ),
    )
}  # fmt: skip


def style(name: str) -> Style:
    """Give the style of a name; an unknown name is a ValueError."""
    try:
        return STYLES[name]
    except KeyError:
        raise ValueError(f"there is no style {name!r}: there are {', '.join(STYLES)}") from None
