"""Reads clocks from comments: ``[%emt 0:00:07.250]`` is the time that a turn took, ``[%clk 0:14:53]`` what is left."""

import re
from collections.abc import Iterable

from gipfkit.record import Record

_CLOCK = re.compile(r"\[%(emt|clk)\s+(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{1,2}(?:\.[0-9]{1,9})?)\s*\]")
# PGN's TimeControl: seconds for the game, with an increment for each turn.
_CONTROL = re.compile(r"([0-9]{1,7})(?:\+([0-9]{1,5}))?")


def seconds_used(record: Record) -> list[float | None]:
    """Give the seconds that each written turn took, None where no clock tells.

    Where only the time left is written it is taken from the side's time left before, the increment of the tag
    TimeControl (``900+10``) added. The first turn of a side needs that tag. More time left than before tells nothing.
    """
    annotations = record.main.annotations
    found: list[float | None] = [None] * len(record.turns)
    if not annotations:
        return found
    control = _CONTROL.fullmatch((record.tag("TimeControl") or "").strip())
    start, increment = (float(control[1]), float(control[2] or 0)) if control else (None, 0.0)
    left: list[float | None] = [start, start]
    for k in range(len(found)):
        note = annotations.get(k + 1)
        clocks = _clocks(note.comments) if note else {}
        before, after = left[k % 2], clocks.get("clk")
        if "emt" in clocks:
            found[k] = clocks["emt"]
        elif before is not None and after is not None and before + increment >= after:
            found[k] = round(before + increment - after, 9)
        left[k % 2] = after
    return found


def _clocks(comments: Iterable[str]) -> dict[str, float]:
    """Give the first value of each kind in some comments, in seconds."""
    found: dict[str, float] = {}
    for comment in comments:
        for kind, hours, minutes, seconds in _CLOCK.findall(comment) if "[%" in comment else ():
            found.setdefault(kind, 3600.0 * int(hours or 0) + 60.0 * int(minutes) + float(seconds))
    return found
