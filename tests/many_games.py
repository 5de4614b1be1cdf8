"""Collections of legal games, made from a seed, with all that is awkward to write: for the tests of round trips."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from records import random_turns, written

from gipfkit.analysis.simulation import GREEDY, RANDOM, simulate
from gipfkit.ending import WON
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import STANDARD, TOURNAMENT, VARIANTS, Variant
from gipfkit.record import Annotation, Record, TurnList, WrittenTurn, ordered_tags
from gipfkit.replay import replay

COMMENTS = (
    "a good turn",
    "(9) is his reserve, (e2) an idea; 1-0 or 0-1 or * or X",
    "12. e2 Ge8; xGb5*,c5;b3 (2)",
    "1. e1-e4",
    'he said "X", \\ and went\n1-0\n\nX',
    "; to the end of the line\n% percent",
    "[%clk 0:10:00]",
    'a line\n[Event "no tag"]\n[not a tag',
    "{ and } and ) and (",
    "Game 12\nAnn versus Bob\nWhite: Ann",
    "é ü 棋 😀 \u00a0 \u2028 !? $5 <br> &amp; // --",
    "1-0",
)
VALUES = (
    "Ann",
    'Ann "the Rook" Smith',
    'back\\slash \\" and ]',
    "Ann [NL]",
    "Malcolm X",
    "1-0",
    "e2 (14)",
    "Bob versus Carl vs. Dora",
    "Zoë 棋 😀",
    "12, Round 4",
    "London, August 26, 2000",
    "a: b; c",
    "*",
)
JUNK = ("e1-z9", "foo", "what is this?", "e2+", "Ge2;;x", "…", "{odd", "(", "1-0", "x y z", "b3", "[Event", "", "//")
_OFF_BOARD = (
    ("*", None),
    ("*", "unterminated"),
    ("1-0", "resignation"),
    ("0-1", "resignation"),
    ("1-0", "time"),
    ("0-1", "time"),
    ("1/2-1/2", "agreement"),
    ("1/2-1/2", "repetition"),
    ("1-0", None),
    ("1/2-1/2", None),
)


def simulated(variant: Variant, count: int, seed: int = 0) -> list[Record]:
    """Play so many games at random, and as many that are rich in rows."""
    return [game for policy in (RANDOM, GREEDY) for game in simulate(variant, count, policy=policy, seed=seed)]


def limited(variant: Variant, says: Callable[[Position, Turn], bool], count: int, seed: int = 0) -> Iterator[Record]:
    """Play so many games at random of turns that a notation can say, and as many that take a row where they can."""
    for number in range(2 * count):
        rng = random.Random(f"{variant.name}/{seed}/{number}")
        start = position = Position.initial(variant)
        played: list[tuple[Turn, Position]] = []
        while len(played) < 40 and (turns := [turn for turn in position.turns() if says(position, turn)]):
            rows = [turn for turn in turns if turn.before or turn.after] if number >= count else []
            turn = rng.choice(rows or turns)
            position = position.play(turn)
            played.append((turn, position))
        yield Record((("Variant", variant.name),), TurnList(written(start, played)))


@cache
def last_removals() -> tuple[tuple[Position, Turn, Position], ...]:
    """Find turns that end a game by a removal alone, with the positions before and after them."""
    found = []
    for variant in (STANDARD, TOURNAMENT):
        for policy in (RANDOM, GREEDY):
            for record in simulate(variant, 400, policy=policy, seed=3):
                if record.turns[-1].push is None:
                    game = replay(record)
                    found.append((game.positions[-2], game.turns[-1], game.positions[-1]))
    return tuple(found)


def awkward(count: int, seed: int = 0) -> Iterator[Record]:
    """Yield games of all variants, one after the other, with whatever can stand in a record."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        yield _game(rng)


def _game(rng: random.Random) -> Record:
    start, played = _played(rng)
    tags: dict[str, str] = {"Variant": start.variant.name}
    if start != Position.initial(start.variant):
        tags |= {"Position": start.to_text()}
        if rng.random() < 0.5:
            tags["SetUp"] = "1"
    for name in rng.sample(("Event", "Site", "Round", "White", "Black", "Annotator", "WhiteElo", "x_1"), 4):
        tags[name] = rng.choice(VALUES)
    if rng.random() < 0.5:
        tags["Date"] = rng.choice(("2000.08.26", "1999.??.??"))
    last = played[-1][1] if played else start
    mark, resigned = _ended(rng, tags, last)
    positions = [start, *(position for _, position in played)]
    notes = _notes(rng, positions, 0) if rng.random() < 0.5 else {}
    turns = list(written(start, played))
    if turns and last.outcome() is None and rng.random() < 0.15:
        turns.insert(rng.randrange(len(turns)), WrittenTurn(None, unreadable=rng.choice(JUNK)))
        plain = {k: Annotation(note.glyphs, note.comments) for k, note in notes.items()}
        notes = {k: note for k, note in plain.items() if note.glyphs or note.items}
    return Record(ordered_tags(list(tags.items())), TurnList(tuple(turns), notes), mark, resigned)


def _played(rng: random.Random) -> tuple[Position, list[tuple[Turn, Position]]]:
    """Play from any start: the usual one, another with either side to move, one with other reserves."""
    kind = rng.randrange(10)
    if kind == 0:
        before, turn, after = rng.choice(last_removals())
        return before, [(turn, after)]
    variant = rng.choice(list(VARIANTS.values()))
    start = Position.initial(variant)
    if kind in (1, 2):
        (*_, (_, start)) = random_turns(rng, start, rng.randint(1, 15))
    elif kind == 3:
        start = replace(start, reserves=(start.reserves[0] - rng.randrange(3), start.reserves[1]))
    return start, random_turns(rng, start, rng.choice((0, 1, 1, 2, 10, 40, 100)))


def _ended(rng: random.Random, tags: dict[str, str], last: Position) -> tuple[str | None, bool]:
    """Set the tags that say how a game ended; give its end mark and whether there is an X."""
    outcome = last.outcome()
    if outcome is not None:
        tags |= {"Result": WON[outcome.winner], "Termination": outcome.termination}
        return WON[outcome.winner], False
    if rng.random() < 0.2:
        return None, True
    mark, termination = rng.choice(_OFF_BOARD)
    tags["Result"] = mark
    if termination:
        tags["Termination"] = termination
    return mark, False


def _notes(rng: random.Random, positions: list[Position], depth: int) -> dict[int, Annotation]:
    notes = {}
    for number in sorted(rng.sample(range(len(positions)), min(len(positions), 4))):
        glyphs = tuple(rng.sample((1, 2, 3, 4, 5, 6, 14, 139), rng.randrange(3))) if number else ()
        items: list[str | TurnList] = rng.sample(COMMENTS, rng.randrange(3))
        for _ in range(rng.randrange(3) if number and depth < 3 else 0):
            start = positions[number - 1]
            if played := random_turns(rng, start, rng.randint(1, 4)):
                inner = [start, *(position for _, position in played)]
                variation = TurnList(written(start, played), _notes(rng, inner, depth + 1))
                items.insert(rng.randint(0, len(items)), variation)
        if glyphs or items:
            notes[number] = Annotation(glyphs, tuple(items))
    return notes
