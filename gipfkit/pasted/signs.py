"""Signs of word processors and other writing systems, each read as the plain one that it stands for."""

import re
import unicodedata
from functools import cache

from gipfkit.pasted.places import Edit

_NAMED = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d\u02d7\u2796\u00ac\u30fc",
    "x": "\u00d7\u2715\u2716\u2a2f\u2573\u2717\u2718\u274c\u0445\u0425\u03c7\u2a09",
    "*": "\u2217\uff0a\u204e\u2605\u2606\u2731\u2736\u22c6\u274b\u2732\u066d\u2055",
    ";": "\u037e\u204f\u061b\ufe14\ufe54",
    ",": "\u060c\u3001\ufe50\ufe10\u201a",
    ":": "\u2236\ufe13\ufe55\ua789",
    ".": "\u2024\u3002\uff61",
    "/": "\u2044\u2215\u29f8",
    "|": "\u2502\u2503\u2551\u00a6\uff5c\u2506\u250a",
    "(": "\u2768\u276a\u3014\ufe59\u2985",
    ")": "\u2769\u276b\u3015\ufe5a\u2986",
    "[": "\u3010\u27e6",
    "]": "\u3011\u27e7",
    "->": "\u2192\u2794\u279d\u279e\u21d2\u27f6\u279c\u21a6\u27a1\u2b62\u27f9",
    # Letters that look like ours.
    "a": "\u0430\u0410",
    "b": "\u0412",
    "c": "\u0441\u0421",
    "e": "\u0435\u0415",
    "h": "\u041d",
    "i": "\u0456",
    "G": "\u050c",
}
DASHES = _NAMED["-"]
_INVISIBLE = (
    "\u200b\u200c\u200d\u2060\ufeff\u180e\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2061\u2062\u2063\ufe0e\ufe0f"
)
_INVISIBLE += "\u2066\u2067\u2068\u2069"
_PLAIN = {sign: plain for plain, signs in _NAMED.items() for sign in signs} | dict.fromkeys(_INVISIBLE + "\u00ad", "")
_KEPT = "½…"
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_SOFT = "\u00ad"
_BEFORE_SOFT, _BEHIND_SOFT = re.compile("[a-i][1-9]$"), re.compile("[b-h][2-8]")

# A result with another sign between its numbers, or with blanks.
_RESULT = re.compile(r"(?<![^\s(\[/|])(1/2|½|0[.,]5|[01])[ \t]*[-:][ \t]*(1/2|½|0[.,]5|[01])(?![^\s)\]|.;,])")
_RESULTS = {"10": "1-0", "01": "0-1", "hh": "1/2-1/2"}


@cache
def plain_sign(sign: str) -> str | None:
    """Give the plain text of a sign that isn't ASCII, or None where it has none.

    >>> plain_sign("–"), plain_sign("Ｇ"), plain_sign("é")
    ('-', 'G', None)
    """
    if sign in _PLAIN:
        return _PLAIN[sign]
    if unicodedata.category(sign) in ("Zs", "Zl", "Zp"):
        return " "
    plain = unicodedata.normalize("NFKC", sign)
    return plain if sign not in _KEPT and plain.isascii() and plain.isprintable() else None


def signs_for(plain: str) -> str:
    """Give the signs that are read as a plain one.

    >>> "–" in signs_for("-"), signs_for("q")
    (True, '')
    """
    return _NAMED.get(plain, "")


def kind_of(sign: str) -> str:
    """Name the kind that a sign is of."""
    if sign in DASHES or sign == _SOFT:
        return "dashes"
    if sign in _INVISIBLE:
        return "invisible characters"
    return "blanks" if plain_sign(sign) == " " else "signs"


def plain_signs(text: str) -> list[Edit]:
    """Replace signs by plain ones."""
    if text.isascii():
        return []
    edits = []
    for found in _FOREIGN.finditer(text):
        if found[0] == _SOFT:
            joins = _BEFORE_SOFT.search(text, max(found.start() - 2, 0), found.start())
            plain: str | None = "-" if joins and _BEHIND_SOFT.match(text, found.end()) else ""
        else:
            plain = plain_sign(found[0])
        if plain is not None:
            edits.append(Edit(found.start(), found.end(), plain))
    return edits


def results(text: str) -> list[Edit]:
    """Write results as 1-0, 0-1 and 1/2-1/2."""
    edits = []
    for found in _RESULT.finditer(text):
        halves = "".join(part if part in "01" else "h" for part in found.groups())
        written = _RESULTS.get(halves)
        if written and found[0] not in (written, "½-½"):
            edits.append(Edit(found.start(), found.end(), written))
    return edits
