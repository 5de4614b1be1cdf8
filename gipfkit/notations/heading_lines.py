"""The heading above a bare official game: a line for each tag that the reader of headings knows."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from gipfkit.findings import Finding
from gipfkit.notations import tagged
from gipfkit.notations.losses import not_expressed
from gipfkit.record import ROSTER, Record

# Written as a name and a value, such as ``White: Ann``.
NAMED = (*ROSTER, "Position")


def heading_lines(tags: Iterable[tuple[str, str]]) -> tuple[list[str], list[Finding]]:
    """Give the lines of a heading, and what it can't hold: other tags, values that would be read as something else.

    >>> heading_lines((("White", "Ann"), ("Black", "Bob"), ("Result", "1-0"), ("GameId", "000826-03")))[0]
    ['Game 000826-03', 'White: Ann', 'Black: Bob', 'Result: 1-0']
    """
    known: dict[str, str] = {}
    lost = []
    for name, value in tags:
        if name in known:
            lost.append(name)
        known.setdefault(name, value)
    lines = []
    for line, said in _lines(known):
        if _is_read(line, tuple(said.items())):
            lines.append(line)
            known = {name: value for name, value in known.items() if name not in said}
    # A Position needs no SetUp beside it.
    lost += [name for name, value in known.items() if (name, value) != ("SetUp", "1") or "Position" in known]
    found = [not_expressed(f"official holds no tags: {', '.join(dict.fromkeys(lost))}")] if lost else []
    return lines, found


def _lines(tags: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield lines that may be those of a heading, and the tags that each has to say."""
    if "GameId" in tags:
        yield f"Game {tags['GameId']}", {"GameId": tags["GameId"]}
    for name in NAMED:
        if name not in tags:
            continue
        value, country = tags[name], tags.get(f"{name}Country")
        if country is not None:
            yield f"{name}: {value} ({country})", {name: value, f"{name}Country": country}
        else:
            yield f"{name}: {value}", {name: value}


@lru_cache(10_000)
def _is_read(line: str, said: tuple[tuple[str, str], ...]) -> bool:
    """Say whether a line above a game is read as the tags that it has to say, and so behind another game."""
    if not line.isprintable():
        return False
    games = [game for game in tagged.read([line, "", "e2", "1-0", ""] * 2) if isinstance(game, Record)]
    return [game.tags for game in games] == [said, said] and not any(game.findings for game in games)
