"""Games sent through a notation and back, and readers given broken text: what the tests of all notations share."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from linear import assert_linear
from records import random_record, written

from gipfkit.findings import CODES, Finding
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.record import Record, TurnList
from gipfkit.replay import replay

Reader = Callable[[Iterable[str], str], Iterator[Record | Finding]]
Writer = Callable[[Record], tuple[str, list[Finding]]]
ALL = tuple(VARIANTS.values())


def lines_of(text: str) -> list[str]:
    """Lines as a file gives them: with their ends, split at line feeds alone."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def one_game(read: Reader, text: str) -> Record:
    """Read a text that holds one game and nothing else."""
    (game,) = read(lines_of(text), "test")
    assert isinstance(game, Record)
    return game


def random_games(count: int, variants: Sequence[Variant] = ALL, first: int = 0) -> Iterator[Record]:
    """Legal games of every length up to their end."""
    for seed in range(first, first + count):
        yield random_record(seed, variants[seed % len(variants)], most=20 + seed * 7 % 130)


def random_game_of(seed: int, variant: Variant, fits: Callable[[Position, Turn], bool], most: int = 60) -> Record:
    """A legal game of such turns alone as a notation can say; it breaks off where there is none."""
    rng = random.Random(seed)
    start = position = Position.initial(variant)
    played: list[tuple[Turn, Position]] = []
    while len(played) < most:
        turns = [turn for turn in position.turns() if fits(position, turn)]
        if not turns:
            break
        turn = rng.choice(turns)
        position = position.play(turn)
        played.append((turn, position))
    return Record((("Variant", variant.name),), TurnList(written(start, played)))


def assert_same_game(back: Record, game: Record, variant: Variant | None = None) -> None:
    """Compare by replay: the same turns and positions, and no error."""
    one, other = replay(back, variant=variant), replay(game, variant=variant)
    assert one.ok, [str(finding) for finding in one.findings]
    assert one.positions == other.positions
    assert one.turns == other.turns


ALPHABETS = (
    "abcdefghi123456789GxX()-;,. ow\n",
    "\x00\t\r\n \x0b\x1c\x85\u2028\ufeff\ud800\udfffäé€𝔊<>&\"'/=![]{}*",
)


def mutated(rng: random.Random, texts: Sequence[str]) -> str:
    """A good text with some of it lost, doubled, swapped or written over, or text without any sense."""
    if rng.random() < 0.1:
        return "".join(rng.choices(rng.choice(ALPHABETS), k=rng.randrange(300)))
    text = rng.choice(texts)
    for _ in range(rng.randrange(1, 8)):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + rng.choice([1, 2, 6, 40, 400]))
        piece = "".join(rng.choices(rng.choice(ALPHABETS), k=rng.randrange(1, 4)))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:a] + text[b:]
        elif kind == 1:
            text = text[:b] + text[a:]
        elif kind == 2:
            text = text[:a] + piece + text[a:]
        elif kind == 3:
            text = text[:a] + piece + text[a + len(piece) :]
        else:
            other = rng.choice(texts)
            text = text[:a] + other[rng.randrange(len(other) + 1) :][: b - a] + text[a:]
    return text


def fuzz(read: Reader, write: Writer | None, texts: Sequence[str], rounds: int) -> None:
    """Read broken text: games and findings come out, nothing else; every game can be replayed and written."""
    for seed in range(rounds):
        text = mutated(random.Random(seed), texts)
        numbers = []
        for item in read(lines_of(text), "test"):
            found = item.findings if isinstance(item, Record) else (item,)
            for finding in found:
                assert finding.code in set(CODES)
                assert finding.source in ("", "test")
            if isinstance(item, Record):
                numbers.append(item.number)
                for k in range(1, len(item.turns) + 1):
                    place = item.main.place(k)
                    assert place
                    assert 1 <= place.line <= text.count("\n") + 1
                replay(item)
                if write:
                    write(item)
        assert numbers == list(range(1, len(numbers) + 1))


def assert_linear_reading(read: Reader, pieces: Iterable[str]) -> None:
    """Read the same piece over and over: the time may only grow in proportion."""
    for piece in pieces:
        unit = piece * max(1, 600 // len(piece))
        assert_linear(lambda times, unit=unit: list(read(lines_of(unit * times), "test")), 2, 40)  # type: ignore[misc]
