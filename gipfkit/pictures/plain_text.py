"""Texts out of records (names, events, places) as pictures and pages show them: whatever they hold, they stay texts."""

import unicodedata
from itertools import groupby

from gipfkit.archives import shown

# More marks than any script puts on a letter only pile up.
_MOST_MARKS = 4


def plain(text: str, most: int) -> str:
    r"""Give a text on one line of so many letters at most, without what XML can't hold or what turns letters around.

    >>> plain("Ann\n\x01 \u202eBob", 100), plain("Bartholomew", 8)
    ('Ann \ufffd \ufffdBob', 'Barthol…')
    """
    whole = _lightened(shown(" ".join(text.split())))
    return whole if len(whole) <= most else f"{whole[: most - 1].rstrip()}…"


def _lightened(text: str) -> str:
    """Leave out the marks above and below a letter that are too many."""
    if text.isascii():
        return text
    runs = groupby(text, lambda letter: unicodedata.category(letter).startswith("M"))
    return "".join("".join(run)[: _MOST_MARKS if marks else None] for marks, run in runs)
