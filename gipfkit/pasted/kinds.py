"""What was read through in a text: kinds of things, each with the place where it stands first."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from gipfkit.findings import CODES, Finding
from gipfkit.record import Place

# The kinds that are left out; the others are read as something plainer.
LEFT_OUT = (
    "quote marks",
    "list bullets",
    "table lines",
    "HTML tags",
    "forum tags",
    "Markdown marks",
    "invisible characters",
    "marks between turns",
    "signatures",
)
READ_AS = {
    "HTML's names of signs": "the signs",
    "dashes": "hyphens",
    "blanks": "plain blanks",
    "signs": "plain signs",
    "typographic quotation marks": "plain ones",
    "results": "1-0, 0-1 and 1/2-1/2",
    "numbers": "1.",
    "table rows": "lines of turns",
    "times and names of a chat": "remarks",
    "broken lines": "whole ones",
    "loosely written turns": "turns",
}


@dataclass(slots=True)
class Kinds:
    """The kinds met so far, and what the text came out of (a mail, a web page)."""

    first: dict[str, Place] = field(default_factory=dict)
    containers: list[str] = field(default_factory=list)

    def add(self, kind: str, place: Place) -> None:
        """Note a kind; the first place counts."""
        self.first.setdefault(kind, place)

    def note(self, source: str, place: Place | None = None) -> Finding:
        """Make the note of a file."""
        left = [_with_line(kind, self.first[kind]) for kind in LEFT_OUT if kind in self.first]
        read = [
            f"{_with_line(kind, self.first[kind])} read as {to}" for kind, to in READ_AS.items() if kind in self.first
        ]
        parts = [f"read out of {container}" for container in self.containers]
        parts += [f"{_listed(left)} left out"] if left else []
        message = "; ".join([*parts, *read])
        first = place or min(self.first.values(), key=lambda p: (p.line, p.column), default=Place(1, 1))
        hint = "convert writes it plainly"
        severity = CODES["read-through"].severity
        return Finding("read-through", severity, message, source, line=first.line, column=first.column, hint=hint)


def _with_line(kind: str, place: Place) -> str:
    return f"{kind} (from line {place.line})"


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
