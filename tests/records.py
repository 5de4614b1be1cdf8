"""Records made at random for tests: legal games of any variant, with comments, tags and variations."""

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.record import Annotation, Record, TurnList, WrittenTurn, ordered_tags
from gipfkit.restate import COMPLETE, write_turn


def random_turns(rng: random.Random, position: Position, most: int) -> list[tuple[Turn, Position]]:
    """Play at random: each turn with the position after it."""
    played: list[tuple[Turn, Position]] = []
    while len(played) < most:
        turns = list(position.turns())
        if not turns:
            break
        turn = rng.choice(turns)
        position = position.play(turn)
        played.append((turn, position))
    return played


def written(start: Position, played: Sequence[tuple[Turn, Position]], style: str = COMPLETE) -> tuple[WrittenTurn, ...]:
    """Write played turns."""
    before = [start, *(position for _, position in played)]
    return tuple(write_turn(turn, b, after, style) for b, (turn, after) in zip(before, played, strict=False))


def random_record(seed: int, variant: Variant, most: int = 60, style: str = COMPLETE) -> Record:
    """Make a legal game without comments."""
    start = Position.initial(variant)
    played = random_turns(random.Random(seed), start, most)
    outcome = played[-1][1].outcome() if played else None
    mark = "*" if outcome is None else "01"[not outcome.winner] + "-" + "01"[bool(outcome.winner)]
    tags = (("Result", mark), ("Variant", variant.name))
    return Record(tags, TurnList(written(start, played, style)), mark)


words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="{}\x1c\x1d\x1e\x1f\x85\u2028\u2029"), max_size=20
)
comments = words.map(lambda text: text.strip(" \t\n")).filter(lambda text: text and not text.startswith("["))
tag_names = st.from_regex("[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Legal games with tags, comments, glyphs and nested variations."""
    variant = draw(st.sampled_from(sorted(VARIANTS.values(), key=lambda v: v.name)))
    rng = random.Random(draw(st.integers(0, 10_000)))
    start = Position.initial(variant)
    played = random_turns(rng, start, draw(st.integers(0, 30)))
    positions = [start, *(position for _, position in played)]
    turns = TurnList(written(start, played), _notes(draw, rng, positions, depth=0))
    names = draw(st.lists(tag_names, unique=True, max_size=4))
    tags = [
        (name, draw(words)) for name in names if name not in ("Variant", "Result", "Position", "Termination", "SetUp")
    ]
    mark = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    return Record(ordered_tags([*tags, ("Result", mark), ("Variant", variant.name)]), turns, mark)


def _notes(draw: st.DrawFn, rng: random.Random, positions: Sequence[Position], depth: int) -> dict[int, Annotation]:
    notes = {}
    for number in draw(st.lists(st.integers(0, len(positions) - 1), unique=True, max_size=3)):
        glyphs = tuple(draw(st.lists(st.integers(1, 139), max_size=2))) if number else ()
        items: list[str | TurnList] = [draw(comments) for _ in range(draw(st.integers(0, 2)))]
        if number and depth < 2 and draw(st.booleans()):
            start = positions[number - 1]
            played = random_turns(rng, start, draw(st.integers(1, 4)))
            if played:
                inner = [start, *(position for _, position in played)]
                items.insert(
                    draw(st.integers(0, len(items))),
                    TurnList(written(start, played), _notes(draw, rng, inner, depth + 1)),
                )
        if glyphs or items:
            notes[number] = Annotation(glyphs, tuple(items))
    return notes


def without_counts(turns: tuple[WrittenTurn, ...]) -> tuple[WrittenTurn, ...]:
    """Drop the reserve counts."""
    return tuple(replace(turn, reserve=None) for turn in turns)
