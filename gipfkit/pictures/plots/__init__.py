"""Plots of games on matplotlib Axes, without pyplot and its global state.

Each function takes what it draws, the Axes to draw on (a new figure's, if none are given), ``lang`` (``words.TABLES``)
and ``style`` (``styles.STYLES``), and returns its first Axes; their room is divided where there are several panels.
Where there is nothing to draw it raises ``panels.NothingToDraw``. ``axes.figure.savefig`` writes a picture, or
``pictures.files.picture`` in one go.
"""

from gipfkit.pictures.plots.heatmap import heatmap
from gipfkit.pictures.plots.lengths import length
from gipfkit.pictures.plots.openings import openings
from gipfkit.pictures.plots.position import board
from gipfkit.pictures.plots.results import results
from gipfkit.pictures.plots.timeline import timeline
from gipfkit.pictures.plots.turns import branching, captures, gipfs, reserves

__all__ = [
    "board",
    "branching",
    "captures",
    "gipfs",
    "heatmap",
    "length",
    "openings",
    "reserves",
    "results",
    "timeline",
]
