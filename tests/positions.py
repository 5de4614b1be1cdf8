"""Positions for the tests: read from a case, reached by random play, or thrown together."""

from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from gipfkit.gipf.board import BLACK, LINES, SPOTS, WHITE, mask, names
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant

VARIANT_LIST = (BASIC, STANDARD, TOURNAMENT)


def from_case(variant: str, position: Mapping[str, Any]) -> Position:
    """The position of a JSON case; a case says nothing of captured pieces."""
    white, black = (mask(position[side]) | mask(position[f"{side}_gipf"]) for side in ("white", "black"))
    return Position(
        VARIANTS[variant],
        white,
        black,
        mask(position["white_gipf"]) | mask(position["black_gipf"]),
        tuple(position.get("reserve", (12, 12))),
        to_move=BLACK if position.get("to_move") == "b" else WHITE,
        entry=tuple(position.get("may_play_gipf", (False, False))),
    )


def random_turn(position: Position, random: Random) -> Turn:
    """One of the turns, the kind of piece chosen before the dot, so that entry phases don't grow too long."""
    turns = list(position.turns())
    kind = random.choice([turn.push.gipf if turn.push else None for turn in turns])
    return random.choice([turn for turn in turns if (turn.push.gipf if turn.push else None) == kind])


def random_game(variant: Variant, seed: int, turns: int) -> list[tuple[Position, Turn]]:
    """The first turns of a random game, each with the position that it was played in, up to the game's end."""
    random, position = Random(seed), Position.initial(variant)
    played: list[tuple[Position, Turn]] = []
    while len(played) < turns and position.outcome() is None:
        turn = random_turn(position, random)
        played.append((position, turn))
        position = position.play(turn)
    return played


@st.composite
def reachable(draw: st.DrawFn) -> Position:
    """A position that random play from one of the three starts reaches, after its last turn perhaps a won one."""
    variant = draw(st.sampled_from(VARIANT_LIST))
    game = random_game(variant, draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 45)))
    return game[-1][0].play(game[-1][1]) if game else Position.initial(variant)


@st.composite
def dense(draw: st.DrawFn) -> Position:
    """Any mix of pieces with rows standing here and there, few in reserve: not always what a game can reach."""
    variant = draw(st.sampled_from(VARIANT_LIST))
    filled, share = draw(st.integers(8, 24)), draw(st.sampled_from((0.1, 0.3, 0.5, 0.7, 0.9)))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    line = random.choice(LINES).spots
    # A line and the half of another are filled first, so that rows stand often.
    spots = list(dict.fromkeys([*line, *random.choice(LINES).spots[:4], *random.sample(SPOTS, 37)]))[:filled]
    white = mask(spot for spot in spots if random.random() < share)
    white = white | mask(line[:4]) if random.random() < 0.5 else white & ~mask(line[:4])
    black = mask(spots) & ~white
    gipfs = 0 if variant is BASIC else _gipfs(random, white, black, line)
    # No single piece stands while its owner may still enter GIPF-pieces.
    enters = [variant.enters_gipfs and not own & ~gipfs and random.random() < 0.8 for own in (white, black)]
    few = st.integers(0, 3)
    return Position(
        variant,
        white,
        black,
        gipfs,
        (draw(few), draw(few)),
        (draw(few), draw(few)),
        draw(st.sampled_from((WHITE, BLACK))),
        (enters[0], enters[1]),
    )


def _gipfs(random: Random, white: int, black: int, line: tuple[str, ...]) -> int:
    """A few pieces of both sides, as a rule, as GIPF-pieces: anywhere, or as a row, or all of the smaller side."""
    gipfs = mask(random.sample(names(white | black), random.randint(0, 3)))
    shape = random.random()
    if shape < 0.25:
        gipfs |= mask(line[:4])
    elif shape < 0.5:
        smaller = min(white, black, key=int.bit_count)
        gipfs |= smaller if smaller.bit_count() <= 5 else 0
    if random.random() < 0.9:
        for own in (white, black):
            gipfs |= mask(random.sample(names(own), min(1, own.bit_count())))
    return gipfs
