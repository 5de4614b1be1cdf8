"""Texts of words, for notations that say nothing of files: words stand between blanks, games between blank lines."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gipfkit.record import Place

_NUMBER = re.compile(r"[0-9]{1,6}(?:\.+|$)")


class Word(NamedTuple):
    """A word and where it stands."""

    text: str
    place: Place


def blocks(lines: Iterable[str], between: str = r"\s") -> Iterator[list[Word]]:
    """Yield the words of each game; ``between`` is what separates words. Numbers of turns are left out."""
    word = re.compile(f"[^{between}]+")
    found: list[Word] = []
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix("\ufeff")
        words = list(_words(word, line, number))
        if words:
            found += words
        elif found and not line.strip():
            yield found
            found = []
    if found:
        yield found


def _words(word: re.Pattern[str], line: str, number: int) -> Iterator[Word]:
    for match in word.finditer(line):
        counted = _NUMBER.match(match[0])
        text = match[0][counted.end() :] if counted else match[0]
        if text:
            yield Word(text, Place(number, match.end() - len(text) + 1))
