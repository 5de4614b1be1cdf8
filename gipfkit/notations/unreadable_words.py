"""Turns that nobody could read, written so that they are found to be unreadable again, one turn each."""

import re
from collections.abc import Iterator

from gipfkit.findings import Finding
from gipfkit.notations import tagged
from gipfkit.notations.losses import not_expressed
from gipfkit.notations.official import begins_turn, shortened
from gipfkit.record import Record, WrittenTurn

# Games with a place for the text, and how many turns are before it.
_GAMES = (
    (("Variant: basic", "", "1. e2", "1... {}", "2. b3", "1-0"), 1),
    (("Variant: basic", "", "1. e2", "1... {}", "1-0"), 1),
    (("Variant: basic", "", "1. {}", "1... e2", "1-0"), 0),
    (("Variant: basic", "", "1. {}", "1-0"), 0),
    (('[Variant "basic"]', "", "1. e2", "1... {}", "2. b3", "1-0"), 1),
    (('[Variant "basic"]', "", "1. e2", "1... {}", "1-0"), 1),
)

# What makes a line with it look like a row of a table.
_CELLS = re.compile(r"^[;,|]|[;,|]$|\|")


def unreadable_words(turn: WrittenTurn, number: int, *, wrong: bool) -> tuple[str, list[Finding]]:
    """Give the text of an unreadable turn for one line, and what is lost of it.

    A text that would be read as something else (a turn, a comment, two turns) is written in other words. ``wrong`` says
    that it must not be taken for a turn at which the text was cut off.
    """
    original = turn.unreadable or ""
    text = next(words for words in _candidates(original) if _reads_back(words, wrong=wrong))
    findings = []
    if text != original:
        shown = shortened(original) or "an empty turn"
        findings.append(not_expressed(f"{shown}: can't stand as it is, written as {shortened(text)}", number))
    if turn.reserve is not None:
        findings.append(not_expressed(f"the reserve of a turn that can't be read: ({turn.reserve})", number))
    return text, findings


def _candidates(text: str) -> Iterator[str]:
    yield " ".join(text.split())
    joined = re.sub(r"[\s(){}\[\]/;,|]+", "_", text.strip())
    yield joined
    yield f"unreadable:{joined}"
    yield "unreadable"


def _reads_back(text: str, *, wrong: bool) -> bool:
    """Say whether a text is one unreadable turn wherever it stands in a game."""
    if not text or (wrong and begins_turn(text)) or _CELLS.search(text):
        return False
    for lines, before in _GAMES:
        written = [line.replace("{}", text) for line in lines]
        games = [game for game in tagged.read(written) if isinstance(game, Record)]
        turns = [turn.unreadable for game in games for turn in game.turns]
        if len(games) != 1 or turns[before : before + 1] != [text] or sum(map(bool, turns)) != 1:
            return False
        if games[0].mark != "1-0" or games[0].main.annotations:
            return False
    return True
