"""What is written of a game has the errors that the game has: no more, no fewer, whatever notation and style."""

from collections import Counter

import pytest
from damaged_games import KINDS, damaged
from roundtrips import lines_of

from gipfkit.converting import converted
from gipfkit.findings import Finding
from gipfkit.notations import NOTATIONS, named
from gipfkit.reading import read_text
from gipfkit.record import Record
from gipfkit.replay import Replay, replay
from gipfkit.restate import STYLES, errors

# The others have no styles of their own.
WAYS = [
    (name, style)
    for name, notation in NOTATIONS.items()
    for style in (STYLES if "reserves" in notation.carries else STYLES[:1])
    if notation.writes
]
# Those that hold all kinds of games, and keep every game apart from the next.
WHOLE = ("official", "tagged", "jsonl", "boardspace", "gf1", "gf1-old", "gf1-xml", "webgipf")


def read_as(name: str, text: str) -> list[Record]:
    return [item for item in NOTATIONS[name].reader(lines_of(text), "test") if isinstance(item, Record)]


def games_of(kind: str, seed: int, *, lenient: bool) -> list[Replay]:
    text, notation = damaged(kind, seed)
    return [replay(record, lenient=lenient) for record in read_as(notation, text)]


def kept(kind: str, seeds: range, *, lenient: bool) -> Counter[str]:
    """Convert damaged games to everything, each alone and all in one file; count what was held without a loss."""
    games = [game for seed in seeds for game in games_of(kind, seed, lenient=lenient)]
    held: Counter[str] = Counter()
    for name, style in WAYS:
        written = [converted(game, NOTATIONS[name], style) for game in games]
        for game, (text, lost) in zip(games, written, strict=True):
            if not lost:
                held[name] += 1
                (back,) = read_as(name, text)
                assert errors(replay(back, lenient=lenient)) == errors(game), (name, style, text)
        if name in WHOLE:
            assert_kept_together(name, games, written, lenient=lenient)
    return held


def assert_kept_together(
    name: str, games: list[Replay], written: list[tuple[str, list[Finding]]], *, lenient: bool
) -> None:
    """Read all in one file: each game that was written is there, with its errors."""
    there = [
        (game, lost)
        for game, (_, lost) in zip(games, written, strict=True)
        if not any("holds no game" in finding.message for finding in lost)
    ]
    together = read_as(name, "".join(text for text, _ in written))
    for (game, lost), back in zip(there, together, strict=True):
        assert lost or errors(replay(back, lenient=lenient)) == errors(game), (name, game.record)


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_game_has_the_same_errors_in_whatever_it_is_converted_to(kind: str) -> None:
    assert kept(kind, range(3), lenient=False)["tagged"] > 3
    assert kept(kind, range(3, 5), lenient=True)["jsonl"] > 2


@pytest.mark.slow
@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_many_damaged_games_have_the_same_errors_in_whatever_they_are_converted_to(kind: str, lenient: bool) -> None:
    assert kept(kind, range(100, 250), lenient=lenient)["tagged"] > 200
