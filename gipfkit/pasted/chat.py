"""Times and names before the turns of a chat: 18:01 Ge8, Ann: Ge8, <Ann> Ge8, 12/05/2021, 18:01 - Ann: Ge8."""

import re
from collections.abc import Iterable

from gipfkit.notations.ending_words import parse
from gipfkit.notations.prose import Kind, kind_of
from gipfkit.pasted.loose import is_turn
from gipfkit.pasted.places import Edit

_DATE = r"[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}"
_TIME = r"[0-9]{1,2}[:h][0-9]{2}(?::[0-9]{2})?(?:[ \t]?[aApP]\.?[mM]\.?)?"
_STAMP = rf"(?:[\[(]?(?:{_DATE},?[ \t]+)?{_TIME}[\])]?(?:[ \t]+[-–—|])?)"
_NAME = (
    r"(?:<[ @+]?(?P<pointed>[^<>\s][^<>]{0,30})>:?|(?P<named>[^\W\d_][^\s:;,(){}\[\]<>]{0,30}(?:[ \t][^\s:;,(){}\[\]<>]"
    r"{1,30}){0,2})[ \t]?[:>]|(?P<letter>[WBSZN])(?=[ \t]))"
)
_LINE = re.compile(rf"[ \t]*+(?P<before>(?P<stamp>{_STAMP})?[ \t]*(?:{_NAME})?)[ \t]+(?P<turn>\S.*)")
_NUMBER = re.compile(r"[0-9]{1,4}[.…]+[ \t]*")
_LEAST = 3


def speakers(texts: Iterable[str]) -> frozenset[str]:
    """Give the two who say turns in a chat, one by one and by turns; none where others do or turns stand alone.

    >>> sorted(speakers(["Ann: Ge8", "Bob: Gd8-f7", "Ann: Ge9-e7"])), speakers(["better: Ge8", "1. Ge8 Gd8-f7"])
    (['Ann', 'Bob'], frozenset())
    """
    last, names, count = "", set(), 0
    for text in texts:
        found = _spoken(text)
        name = _name(found) if found else ""
        if not found:
            last = last if text.strip() else ""
            if kind_of(text) is Kind.TURNS:
                return frozenset()
        elif name and name == last:
            return frozenset()
        elif name:
            last, count = name, count + 1
            names.add(name)
    return frozenset(names) if len(names) == 2 and count >= _LEAST else frozenset()


def before_turn(text: str, known: frozenset[str]) -> list[Edit]:
    """Put the time and the name before a turn into brackets; a name alone has to be known as a speaker's.

    >>> before_turn("18:01 Ann: Ge8", frozenset({"Ann"}))
    [Edit(start=0, end=10, text='[18:01 Ann]')]
    """
    found = _spoken(text)
    if found is None or not (found["stamp"] or _name(found)) or (_name(found) and _name(found) not in known):
        return []
    said = " ".join(part for part in (_bare(found["stamp"] or ""), _name(found)) if part)
    return [Edit(found.start("before"), found.end("before"), f"[{said}]")]


def talk(text: str, known: frozenset[str]) -> list[Edit]:
    """Put what a speaker says besides turns into a comment, but for how the game ended.

    >>> talk("Ann: well!", frozenset({"Ann"})), talk("Ann: I resign", frozenset({"Ann"}))
    ([Edit(start=0, end=0, text='{'), Edit(start=10, end=10, text='}')], [])
    """
    found = _LINE.fullmatch(text)
    if found is None or _name(found) not in known or _spoken(text) or set("{}") & set(text):
        return []
    if parse(f"{_name(found)}: {found['turn']}") or parse(found["turn"]):
        stamp = found["stamp"]
        return [Edit(found.start("stamp"), found.end("stamp"), f"[{_bare(stamp)}]")] if stamp else []
    return [Edit(0, 0, "{"), Edit(len(text), len(text), "}")]


def _bare(stamp: str) -> str:
    return re.sub(r"[\[\]()]|[ \t]+[-–—|]$", "", stamp)


def _spoken(text: str) -> re.Match[str] | None:
    """Match a line of one turn behind a time or a name."""
    found = _LINE.fullmatch(text)
    if found is None or not found["before"]:
        return None
    number = _NUMBER.match(found["turn"])
    turn = found["turn"][number.end() if number else 0 :].strip()
    return found if is_turn(turn) else None


def _name(found: re.Match[str]) -> str:
    return found["pointed"] or found["named"] or found["letter"] or ""
