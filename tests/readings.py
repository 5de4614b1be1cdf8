"""What the reader of official texts makes of a text, in short: for tests of many small texts."""

from gipfkit.findings import Finding
from gipfkit.notations import tagged_write
from gipfkit.notations.official import counted_text
from gipfkit.notations.tagged import read
from gipfkit.record import Record, TurnList


def items(text: str) -> list[Record | Finding]:
    return list(read(text.split("\n"), "x"))


def games(text: str) -> list[Record]:
    return [item for item in items(text) if isinstance(item, Record)]


def findings(text: str) -> list[Finding]:
    return [
        finding for item in items(text) for finding in ([item] if isinstance(item, Finding) else list(item.findings))
    ]


def places(text: str) -> list[tuple[str, str, int | None, int | None]]:
    """Every finding's code, severity, line and column."""
    return [(finding.code, finding.severity, finding.line, finding.column) for finding in findings(text)]


def codes(text: str) -> list[str]:
    return [finding.code for finding in findings(text)]


def texts(turns: TurnList) -> list[str]:
    """The turns as they are written, a ? before those that can't be read."""
    return [f"?{turn.unreadable}" if turn.unreadable is not None else counted_text(turn) for turn in turns.turns]


def turns(text: str) -> list[list[str]]:
    """The turns of every game."""
    return [texts(game.main) for game in games(text)]


def comments(game: Record) -> dict[int, tuple[str, ...]]:
    return {number: note.comments for number, note in game.main.annotations.items() if note.comments}


def assert_comes_back(text: str) -> None:
    """Games read out of a text, written in the tagged form and read again, are the same."""
    read_first = games(text)
    written = "".join(tagged_write.write(record)[0] for record in read_first)
    assert games(written) == read_first
