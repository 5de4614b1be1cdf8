"""Games as people paste them: clean texts with what mails, lists, tables, web pages and word processors put around."""

import html
import re
from collections.abc import Callable

from gipfkit.notations.tagged_write import write
from gipfkit.reading import read_text
from gipfkit.record import Record


def tagged(games: list[Record]) -> str:
    return "".join(write(game)[0] for game in games)


def outside(text: str, change: Callable[[str], str]) -> str:
    """Change a text but for its comments and the values of its tags."""
    parts = re.split(r'(\{[^{}]*\}|\[[A-Za-z0-9_]+ "(?:[^"\\]|\\.)*"\])', text)
    return "".join(part if k % 2 else change(part) for k, part in enumerate(parts))


def each_line(text: str, change: Callable[[str], str]) -> str:
    """Change each line that has text."""
    return "\n".join(change(line) if line.strip() else line for line in text.split("\n"))


def fullwidth(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def with_dash(dash: str) -> Callable[[str], str]:
    return lambda text: outside(text, lambda part: part.replace("-", dash))


DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
KINDS: dict[str, Callable[[str], str]] = {
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
    "quoted twice": lambda text: "".join(f">> {line}\n" for line in text.split("\n")),
    "quoted with bars": lambda text: each_line(text, lambda line: f"| {line}" if "|" not in line else line),
    "bulleted": lambda text: each_line(text, lambda line: f"- {line}"),
    "dotted": lambda text: each_line(text, lambda line: f"• {line}"),
    "html": lambda text: f"<html><body><pre>\n{html.escape(text)}</pre></body></html>",
    "html lines": lambda text: "<!DOCTYPE html>\n" + "<br>\n".join(map(html.escape, text.split("\n"))),
    "bbcode": lambda text: f"[code]\n{text}\n[/code]\n",
    "fence": lambda text: f"```\n{text}\n```\n",
    "no-break blanks": lambda text: outside(text, lambda part: part.replace(" ", "\u00a0")),
    "zero-width": lambda text: outside(text, lambda part: re.sub(r"(?<=[a-i])(?=[1-9])", "\u200b", part)),
    "fullwidth": lambda text: outside(text, fullwidth),
    "multiplied": lambda text: outside(text, lambda part: part.replace(";x", ";×")),
    "starred": lambda text: outside(text, lambda part: re.sub(r"(?<=[1-9])\*", "∗", part)),
    "smart semicolons": lambda text: outside(text, lambda part: part.replace(";", "\u037e")),
    "escaped stars": lambda text: outside(text, lambda part: part.replace("*", "\\*")),
    "bold numbers": lambda text: outside(text, lambda part: re.sub(r"([0-9]+\.) ", r"**\1** ", part)),
    "smart quotes": lambda text: re.sub(r'^(\[\w+ )"((?:[^"\\]|\\.)*)"\]$', r"\1“\2”]", text, flags=re.MULTILINE),
} | {f"dash {ord(dash):x}": with_dash(dash) for dash in DASHES}


def assert_reads_back(decorated: str, games: list[Record]) -> None:
    """Read a decorated text: the same games, comments and tags included."""
    back = read_text(decorated)
    assert [(g.tags, g.main.turns, g.mark) for g in back] == [(g.tags, g.main.turns, g.mark) for g in games]
    assert back == games
