"""The heading above a bare official game: a line for each tag that a reader knows by its name (spec: notations 1)."""

import re
from collections.abc import Iterable, Iterator

from gipfkit.findings import Finding
from gipfkit.notations.losses import not_expressed
from gipfkit.record import ROSTER

# Written as a name and a value, such as ``White: Ann``.
NAMED = (*ROSTER, "Position")
_COUNTRIES = ("WhiteCountry", "BlackCountry")
_COUNTRY = re.compile("[A-Z]{1,3}")
_NO_PLAYER = re.compile(r"\s(?:versus|vs\.?|v\.)\s|\([A-Z]{1,3}\)$|.{75}", re.IGNORECASE)


def heading_lines(tags: Iterable[tuple[str, str]]) -> tuple[list[str], list[Finding]]:
    """Give the lines of a heading, and what it can't hold: other tags, line breaks.

    >>> heading_lines((("White", "Ann"), ("Black", "Bob"), ("Result", "1-0"), ("GameId", "000826-03")))[0]
    ['Game 000826-03', 'White: Ann', 'Black: Bob', 'Result: 1-0']
    """
    findings = []
    known: dict[str, str] = {}
    lost = []
    for name, value in tags:
        plain = re.sub(r"[^\S ]+", " ", value).strip()
        if name in known or not plain:
            lost.append(name)
            continue
        known[name] = plain
        if plain != value and name in NAMED:
            findings.append(not_expressed(f"tag {name}: line breaks become blanks, outer blanks go"))
    lines = list(_lines(known))
    # A Position needs no SetUp beside it.
    lost += [name for name in known if not (name == "SetUp" and known[name] == "1" and "Position" in known)]
    if lost:
        findings.insert(0, not_expressed(f"official holds no tags: {', '.join(dict.fromkeys(lost))}"))
    return lines, findings


def _lines(tags: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a heading, and take out of the tags what they say."""
    if re.fullmatch(r"\S+", tags.get("GameId", "")):
        yield f"Game {tags.pop('GameId')}"
    if players := _players(tags):
        yield players
        for name in ("White", "Black", *_COUNTRIES):
            tags.pop(name, None)
    for name in NAMED:
        if name in tags:
            yield f"{name}: {tags.pop(name)}"


def _players(tags: dict[str, str]) -> str | None:
    """Give the line of both players with their countries, where that is needed and says just this."""
    sides = []
    for name, country in zip(("White", "Black"), _COUNTRIES, strict=True):
        player, code = tags.get(name, ""), tags.get(country)
        if not player or _NO_PLAYER.search(player) or (code and not _COUNTRY.fullmatch(code)):
            return None
        sides.append(f"{player} ({code})" if code else player)
    return " versus ".join(sides) if any(name in tags for name in _COUNTRIES) else None
