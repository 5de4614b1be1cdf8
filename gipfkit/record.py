"""A game as somebody wrote it: tags, written turns, comments, variations, result. Says nothing about the rules.

What the text says and where it says it are kept apart: equal words are equal turns, wherever they stand.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, Union

from gipfkit.findings import Finding
from gipfkit.stated import stated_result

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "Termination")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
TERMINATIONS = ("reserve", "gipf", "resignation", "time", "agreement", "repetition", "unterminated")


class WrittenPush(NamedTuple):
    """A push as written: the dot if it is named, the spot (end or first spot, as the style has it), and the kind."""

    dot: str | None
    spot: str
    gipf: bool = False


class WrittenPiece(NamedTuple):
    """A piece in a removal list: ``gipf`` where a G, ``captured`` where a * is written.

    Either is None where the notation doesn't tell.
    """

    spot: str
    gipf: bool | None = False
    captured: bool | None = False


# One removal group: the pieces listed, or () for an x alone.
WrittenRemoval = tuple[WrittenPiece, ...]


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """What the text says of one turn. ``unreadable`` holds the text of a turn that could not be read, else None.

    ``before`` and ``after`` are the removal groups on either side of the push, ``reserve`` the mover's stated reserve.
    """

    push: WrittenPush | None
    before: tuple[WrittenRemoval, ...] = ()
    after: tuple[WrittenRemoval, ...] = ()
    reserve: int | None = None
    unreadable: str | None = None
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Annotation:
    """What is added to a turn: glyphs (PGN's numbers), then comments and variations in the order they stand in."""

    glyphs: tuple[int, ...] = ()
    items: tuple[Union[str, "TurnList"], ...] = ()

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments alone."""
        return tuple(item for item in self.items if isinstance(item, str))

    @property
    def variations(self) -> tuple["TurnList", ...]:
        """The variations alone; each replaces the turn that the annotation is for."""
        return tuple(item for item in self.items if isinstance(item, TurnList))


@dataclass(frozen=True, slots=True)
class Place:
    """Line and column in a source, from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TurnList:
    """Turns in order with what is added to them: a game's own turns, or a variation.

    ``annotations`` maps k to what is added after the k-th turn (0: before the first). ``locate`` gives the place of the
    k-th turn (from 1), where the source is text.
    """

    turns: tuple[WrittenTurn, ...] = ()
    annotations: Mapping[int, Annotation] = field(default_factory=dict, hash=False)
    locate: Callable[[int], Place] | None = field(default=None, compare=False, repr=False)

    def place(self, number: int) -> Place | None:
        """Give the place of a turn (from 1), or None where it isn't known."""
        return self.locate(number) if self.locate and 1 <= number <= len(self.turns) else None

    def __reduce__(self) -> tuple[object, ...]:
        """Give what a copy in another process is made of: functions that look places up can't go there, places can."""
        places = tuple(map(self.locate, range(1, len(self.turns) + 1))) if self.locate else None
        locate = partial(_listed, places) if places is not None else None
        return TurnList, (self.turns, dict(self.annotations), locate)


def _listed(places: Sequence[Place], number: int) -> Place:
    return places[number - 1]


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game.

    ``mark`` is the result written at the end of the turns (one of ``RESULTS``, or None); ``resigned`` is true where an
    ``X`` says that the side to move resigns. ``findings`` are the reader's. ``source``, ``number`` (from 1), ``line``
    (its first) and ``notation`` say where it comes from and don't take part in comparisons.
    """

    tags: tuple[tuple[str, str], ...] = ()
    main: TurnList = TurnList()
    mark: str | None = None
    resigned: bool = False
    source: str = field(default="", compare=False)
    number: int = field(default=1, compare=False)
    line: int = field(default=1, compare=False)
    notation: str = field(default="", compare=False)
    findings: tuple[Finding, ...] = field(default=(), compare=False)

    def tag(self, name: str) -> str | None:
        """Give a tag's value, or None; of a tag given twice the first counts."""
        for known, value in self.tags:
            if known == name:
                return value
        return None

    @property
    def turns(self) -> Sequence[WrittenTurn]:
        """The game's own turns, variations left out."""
        return self.main.turns

    @property
    def result(self) -> str | None:
        """The stated result: the end mark, else a known value of the Result tag, else None."""
        if self.mark:
            return self.mark
        value = self.tag("Result")
        return value if value is None or value in RESULTS else stated_result(value) or None


def plies_before(tags: Iterable[tuple[str, str]]) -> int:
    """Give the number of turns before the first: 1 where a Position tag says that Black begins, else 0."""
    text = next((value for name, value in tags if name == "Position"), "")
    return 1 if text.split()[1:2] == ["b"] else 0


def numbered(items: Iterable[Record | Finding], source: str) -> Iterator[Record | Finding]:
    """Give what was read of a source its name, and the games their numbers."""
    number = 0
    for item in items:
        if isinstance(item, Finding):
            yield replace(item, source=source)
            continue
        number += 1
        findings = tuple(replace(finding, source=source, game=number) for finding in item.findings)
        yield replace(item, source=source, number=number, findings=findings)


def ordered_tags(tags: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Give tags with PGN's roster first and the rest in the order they came in."""
    rank = {name: k for k, name in enumerate(ROSTER)}
    return tuple(sorted(tags, key=lambda tag: rank.get(tag[0], len(ROSTER))))
