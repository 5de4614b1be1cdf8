r"""Who a name in a record is: one player however the name is written, and whoever a file of aliases says.

José is jose with an accent of its own, JOSÉ and " José "; "B, Ann" is "Ann B".
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

_NEAR = 3
_MOST_NAMES = 50_000
# Signs that programs set in place of those on a keyboard: O’Neil, Ann‐Marie.
_SIGNS = str.maketrans({**dict.fromkeys("‘’ʼ´`", "'"), **dict.fromkeys("‐‑", "-")})


@lru_cache(maxsize=100_000)
def player_key(name: str) -> str:
    """Give what is the same for every way of writing a name: composed letters, small ones, single blanks, no comma.

    Typographic signs are those of a keyboard.

    >>> player_key(" B,  ANN") == player_key("Ann B"), player_key("Jose\u0301") == player_key("JOS\u00c9")
    (True, True)
    """
    shown = "".join(letter for letter in name.translate(_SIGNS) if unicodedata.category(letter) != "Cf")
    last, comma, first = shown.partition(",")
    if comma and first.strip() and last.strip() and "," not in first:
        shown = f"{first} {last}"
    folded = unicodedata.normalize("NFC", shown).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def fits(asked: str, key: str) -> bool:
    """Say whether a key is the one asked for; a * in that stands for anything, or nothing.

    >>> fits("*berg", "jan van den berg"), fits("jan*", "jan van den berg"), fits("berg", "jan van den berg")
    (True, True, False)
    """
    if "*" not in asked:
        return asked == key
    first, *middle, last = asked.split("*")
    if not key.startswith(first) or not key.endswith(last) or len(key) < len(first) + len(last):
        return False
    place, end = len(first), len(key) - len(last)
    for part in middle:
        place = key.find(part, place, end)
        if place < 0:
            return False
        place += len(part)
    return True


class AliasError(ValueError):
    """A file of aliases that says two things."""


@dataclass(frozen=True)
class Players:
    """The players' names, as a file of aliases gives them: ``names`` by the keys of the names themselves and others."""

    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> "Players":
        r"""Read a player a line: the name to show, then tabs with other names; several may stand between semicolons.

        Blank lines and those that begin with # are left out.

        >>> Players.of_lines(["Ann Berg\tannb; A. Berg"]).name("ANNB")
        'Ann Berg'
        """
        names: dict[str, str] = {}
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            first, *others = (cell.strip() for cell in line.split("\t"))
            aliases = [alias.strip() for cell in others for alias in cell.split(";")]
            if not first:
                raise AliasError(f"line {number} has no name before its first tab")
            for name in (first, *filter(None, aliases)):
                known = names.setdefault(player_key(name), first)
                if player_key(known) != player_key(first):
                    raise AliasError(f"line {number}: {name} is another name of {known} already")
        return cls(names)

    def name(self, name: str) -> str:
        """Give the name to show: the file's, where it knows the player."""
        return self.names.get(player_key(name), name) if self.names else name

    def key(self, name: str) -> str:
        """Give the key of a player, whichever of the names is given."""
        return player_key(self.name(name))


@dataclass(slots=True)
class Spellings:
    """How often each name was met: of a player's spellings the most frequent is shown. Parts merge into the whole."""

    by_key: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, name: str, times: int = 1) -> None:
        """Count a name."""
        plain = " ".join(unicodedata.normalize("NFC", name).split())
        self.by_key.setdefault(player_key(name), Counter())[plain] += times

    def merge(self, other: "Spellings") -> None:
        """Add what was counted of other games."""
        for key, names in other.by_key.items():
            self.by_key.setdefault(key, Counter()).update(names)

    def shown(self, name: str) -> str:
        """Give the spelling to show of a name that was met, or of its key.

        Of those as frequent it is one in small and large letters, then the first in the alphabet, whatever came first.
        """
        names = self.by_key[player_key(name)]
        return min(names, key=lambda each: (-names[each], each.isupper() or each.islower(), each))


def near(asked: str, known: Mapping[str, str]) -> list[str]:
    """Give names (by their keys) that somebody may have meant: those that are like it, then those that hold it."""
    from difflib import get_close_matches

    plain = asked.replace("*", "")
    holding = [key for key in known if plain and (plain in key or set(plain.split()) & set(key.split()))]
    like = get_close_matches(plain, list(known)[:_MOST_NAMES], n=_NEAR, cutoff=0.5)
    return [known[key] for key in dict.fromkeys([*like, *holding])][:_NEAR]
