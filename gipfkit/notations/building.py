"""A game on its way from text to a record: its tags, turns with their places, findings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gipfkit.findings import CODES, Finding
from gipfkit.gipf.board import Colour
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations.blocks import Word
from gipfkit.notations.official import shortened
from gipfkit.record import (
    Annotation,
    Place,
    Record,
    TurnList,
    WrittenPiece,
    WrittenPush,
    WrittenRemoval,
    WrittenTurn,
    ordered_tags,
)


def found(code: str, message: str, place: Place, *, text: str | None = None, hint: str | None = None) -> Finding:
    """Make a finding of a reader, with its code's usual severity."""
    shown = None if text is None else shortened(text)
    return Finding(code, CODES[code].severity, message, line=place.line, column=place.column, text=shown, hint=hint)


def stray(word: Word) -> Finding:
    """Make the finding of a text without a turn, from its first word."""
    return found("stray-text", f"{shortened(word.text)}: text outside any game", word.place, text=word.text)


@dataclass(slots=True)
class Game:
    """A game being read; ``notes`` are comments by the number of the turn they stand behind."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    turns: list[WrittenTurn] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: dict[int, list[str]] = field(default_factory=dict)

    def add(self, turn: WrittenTurn, place: Place) -> None:
        """Add a turn."""
        self.turns.append(turn)
        self.places.append(place)

    def find(self, code: str, message: str, place: Place, *, text: str | None = None, hint: str | None = None) -> None:
        """Add a finding."""
        self.findings.append(found(code, message, place, text=text, hint=hint))

    def unreadable(self, text: str, place: Place, message: str, hint: str) -> None:
        """Add a turn that can't be read, and the finding of it."""
        self.add(WrittenTurn(None, unreadable=text, text=text), place)
        self.find("unreadable", f"{shortened(text)}: {message}" if text else message, place, text=text, hint=hint)

    def missing(self, colour: Colour, place: Place) -> None:
        """Add an empty turn in the place of one that the text leaves out."""
        word = colour.word.capitalize()
        self.unreadable("", place, f"{word}'s turn is missing", "write the turn")

    def tag(self, name: str, value: str, place: Place) -> None:
        """Add a tag; of two with one name the first counts."""
        if name in self.tags:
            self.find("duplicate-tag", f"{name} is given twice", place, text=value, hint="the first one counts")
        elif value:
            self.tags[name] = value

    def variant(self, text: str, place: Place) -> None:
        """Add the variant; a name that is none is kept, and found to be unknown when the game is replayed."""
        word = text.split()[0].lower() if text.split() else ""
        self.tag("Variant", word if word in VARIANTS else text.strip(), place)

    def record(self, notation: str, source: str, number: int) -> Record:
        """Give the game as a record."""
        places = self.places
        if not self.turns:
            self.find("no-turns", "the game has no turns", Place(self.line, 1))
        annotations = {k: Annotation((), tuple(comments)) for k, comments in self.notes.items()}
        main = TurnList(tuple(self.turns), annotations, lambda turn: places[turn - 1])
        findings = tuple(replace(f, source=source, game=number) for f in self.findings)
        tags = ordered_tags(list(self.tags.items()))
        return Record(tags, main, None, False, source, number, self.line, notation, findings)


def records(games: Iterable[Game | Finding], notation: str, source: str) -> Iterator[Record | Finding]:
    """Make records of games, numbered from 1; findings pass."""
    number = 0
    for game in games:
        if isinstance(game, Finding):
            yield replace(game, source=source)
        else:
            number += 1
            yield game.record(notation, source, number)


@dataclass(slots=True)
class _Open:
    """A turn whose parts are still coming in."""

    colour: Colour
    place: Place
    push: WrittenPush | None = None
    before: list[list[WrittenPiece]] = field(default_factory=list)
    after: list[list[WrittenPiece]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    readable: bool = True

    def turn(self) -> WrittenTurn:
        if not self.readable:
            text = "\n".join(self.texts)
            return WrittenTurn(None, unreadable=text, text=text)
        before, after = (tuple(tuple(row) for row in rows if row) for rows in (self.before, self.after))
        return WrittenTurn(self.push, before, after, text="\n".join(self.texts))


@dataclass(slots=True)
class Moves:
    """Turns put together from pushes and removals that come one by one, each with its side named."""

    game: Game
    last: _Open | None = None
    coming: _Open | None = None

    def push(self, colour: Colour, push: WrittenPush, text: str, place: Place) -> None:
        """Take a push; removals that came after the opponent's belong before it."""
        turn = self.coming or _Open(colour, place)
        self._close()
        due = Colour(len(self.game.turns) % 2)
        if colour is not due:
            self.game.missing(due, place)
        turn.colour, turn.push = colour, push
        turn.texts.append(text)
        self.last, self.coming = turn, None

    def take(self, colour: Colour, pieces: WrittenRemoval, text: str, place: Place, *, new: bool = True) -> None:
        """Take pieces that go: a row, or where it isn't ``new`` more of the last one."""
        if self.last and self.last.colour is colour and self.coming is None:
            turn, rows = self.last, self.last.after
        else:
            self.coming = turn = self.coming or _Open(colour, place)
            rows = turn.before
        if new or not rows:
            rows.append([])
        rows[-1] += pieces
        turn.texts.append(text)

    def unreadable(self, text: str, place: Place, message: str, hint: str, *, removal: bool) -> None:
        """Take what can't be read: a turn of its own, or a ``removal`` that makes its turn unreadable."""
        turn = (self.coming or self.last) if removal else None
        if turn is None:
            self.finish()
            self.game.unreadable(text, place, message, hint)
            return
        turn.texts.append(text)
        turn.readable = False
        self.game.find("unreadable", f"{shortened(text)}: {message}", place, text=text, hint=hint)

    def _close(self) -> None:
        if self.last:
            self.game.add(self.last.turn(), self.last.place)

    def finish(self) -> None:
        """End the game; removals that no push follows are a turn of their own."""
        self._close()
        if self.coming:
            self.game.add(self.coming.turn(), self.coming.place)
        self.last = self.coming = None
