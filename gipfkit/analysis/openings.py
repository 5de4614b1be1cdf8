"""The opening tree: what was played in a position and what became of it, folded by symmetry.

A position is known by its canonical key, so that lines that meet in one position, or in images of it, are one. Moves
are shown in the orientation of the position asked for; moves that lead to images of one position are one move.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from gipfkit.analysis.index import TURN_BITS, Index
from gipfkit.analysis.summaries import wilson
from gipfkit.gipf.board import SYMMETRIES
from gipfkit.gipf.packing import canonical_key, exchanged, unpacked
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.notations.official import turn_text
from gipfkit.restate import write_turn

# What a position is known by: its canonical key, and with --no-symmetry the image as well.
Key = tuple[bytes, int | None]


@dataclass(slots=True)
class Tally:
    """What became of the games that made a move, or stood in a position. Tallies of parts add up to the whole.

    ``times`` counts a game each time it came by; ``white``, ``black`` and ``draws`` how it ended, the rest is
    unfinished; ``turns`` and ``captures`` (pieces captured by both sides) are sums over the games' whole length;
    ``last`` is the latest date, as the tag has it.
    """

    times: int = 0
    white: int = 0
    black: int = 0
    draws: int = 0
    turns: int = 0
    captures: int = 0
    last: str = ""

    def add(self, other: "Tally") -> None:
        """Add what became of other games."""
        self.times += other.times
        self.white += other.white
        self.black += other.black
        self.draws += other.draws
        self.turns += other.turns
        self.captures += other.captures
        self.last = max(self.last, other.last)

    def exchanged(self) -> "Tally":
        """Give the tally with the colours exchanged."""
        return Tally(self.times, self.black, self.white, self.draws, self.turns, self.captures, self.last)

    @property
    def finished(self) -> int:
        """How many have a result."""
        return self.white + self.black + self.draws

    @property
    def score(self) -> float | None:
        """White's share of the points of the finished games, or None without one."""
        return (self.white + self.draws / 2) / self.finished if self.finished else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the score, or None without a finished game."""
        return wilson(self.white + self.draws / 2, self.finished) if self.finished else None


@dataclass(slots=True)
class Move:
    """A move played in a position: one turn of those that lead to the same position or an image of it.

    ``reached`` counts the games that came to that position by any way, this move or another. ``players`` are those that
    made the move most often, ``samples`` the first games that did.
    """

    turn: Turn
    text: str
    position: Position
    tally: Tally
    reached: int = 0
    players: list[tuple[str, int]] = field(default_factory=list)
    samples: list[tuple[str, int]] = field(default_factory=list)


@dataclass(slots=True)
class Node:
    """A position as the games know it.

    ``visits`` of it are the moves played there, the games that ended there and those not followed further.
    """

    position: Position
    tally: Tally
    ended: int
    moves: list[Move]

    @property
    def visits(self) -> int:
        """How often games stood here; a game that came back counts each time."""
        return self.tally.times


class Explorer:
    """Answers from an index what was played in a position.

    ``symmetry`` folds images of a position into one, ``colour_swap`` positions with the colours exchanged as well,
    their scores turned. ``chosen`` are the numbers of the games to look at; None is all.
    """

    def __init__(
        self, index: Index, *, symmetry: bool = True, colour_swap: bool = False, chosen: Iterable[int] | None = None
    ):
        self.index, self.symmetry, self.colour_swap = index, symmetry, colour_swap
        self._join = ""
        if chosen is not None:
            self._choose(chosen)

    def _choose(self, games: Iterable[int]) -> None:
        connection = self.index.connection
        connection.execute("PRAGMA query_only = OFF")
        connection.execute("DROP TABLE IF EXISTS temp.chosen")
        connection.execute("CREATE TEMP TABLE chosen (game INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO chosen VALUES (?)", ((game,) for game in games))
        self._join = f"JOIN temp.chosen c ON c.game = p.id >> {TURN_BITS}"

    def key(self, position: Position) -> Key:
        """Give what a position is known by."""
        key, image = canonical_key(position)
        return key, None if self.symmetry else image

    def node(self, position: Position, *, names: int = 0, samples: int = 0) -> Node:
        """Give what was played in a position, the most frequent move first.

        Each move comes with up to ``names`` players and ``samples`` games.
        """
        tally, ended, found = Tally(), 0, dict[Key, Tally]()
        for seen, turned in self._views(position):
            part, ended_part = self._visits(self.key(seen))
            tally.add(part.exchanged() if turned else part)
            ended += ended_part
            for key, moved in self._played(self.key(seen)):
                into = found.setdefault(self._turned(key) if turned else key, Tally())
                into.add(moved.exchanged() if turned else moved)
        moves = [
            Move(turn, text, after, found[key], self.games_through(after))
            for key, turn, text, after in self._turns_to(position, found)
        ]
        moves.sort(key=lambda move: (-move.tally.times, move.text))
        if names or samples:
            self._detail(position, moves, names, samples)
        return Node(position, tally, ended, moves)

    def games_through(self, position: Position) -> int:
        """Give the number of games that came to a position by any way."""
        total = 0
        for seen, _ in self._views(position):
            where, values = self._where(self.key(seen))
            query = f"SELECT count(DISTINCT p.id >> {TURN_BITS}) FROM positions p {self._join} WHERE {where}"
            total += self.index.connection.execute(query, values).fetchone()[0]
        return total

    def _views(self, position: Position) -> Iterator[tuple[Position, bool]]:
        """Yield the positions that count as this one, each with whether its colours are exchanged."""
        yield position, False
        if self.colour_swap:
            yield exchanged(position), True

    def _where(self, key: Key, alias: str = "p") -> tuple[str, tuple[Any, ...]]:
        return (f"{alias}.key = ?", key[:1]) if self.symmetry else (f"{alias}.key = ? AND {alias}.image = ?", key)

    def _visits(self, key: Key) -> tuple[Tally, int]:
        where, values = self._where(key)
        query = (
            f"SELECT {_SUMS}, sum(p.id & {(1 << TURN_BITS) - 1} = g.turns) FROM positions p {self._join} "
            f"JOIN games g ON g.id = p.id >> {TURN_BITS} WHERE {where}"
        )
        *sums, ended = self.index.connection.execute(query, values).fetchone()
        return (Tally(*sums), ended) if sums[0] else (Tally(), 0)

    def _played(self, key: Key) -> Iterator[tuple[Key, Tally]]:
        """Yield the positions that were reached in one turn from here, with what became of the games."""
        where, values = self._where(key)
        query = (
            f"SELECT n.key, {self._image}, {_SUMS} FROM positions p {self._join} JOIN positions n ON n.id = p.id + 1 "
            f"JOIN games g ON g.id = p.id >> {TURN_BITS} WHERE {where} GROUP BY 1, 2"
        )
        for reached, image, *sums in self.index.connection.execute(query, values):
            yield (reached, image), Tally(*sums)

    @property
    def _image(self) -> str:
        return "NULL" if self.symmetry else "n.image"

    def _turned(self, key: Key) -> Key:
        """Give what the position of a key is known by with its colours exchanged."""
        position = unpacked(key[0])
        if key[1] is not None:
            position = next(image for image in map(position.image, SYMMETRIES) if canonical_key(image) == key)
        return self.key(exchanged(position))

    def _turns_to(self, position: Position, keys: Mapping[Key, Any]) -> Iterator[tuple[Key, Turn, str, Position]]:
        """Yield the turn that leads to each of some keys, of several the shortest to write, and the position after."""
        found: dict[Key, tuple[Turn, str, Position]] = {}
        for turn in position.turns() if keys else ():
            after = position.play(turn)
            key = self.key(after)
            if key in keys:
                text = turn_text(write_turn(turn, position, after))
                if key not in found or len(text) < len(found[key][1]):
                    found[key] = turn, text, after
        for key, (turn, text, after) in found.items():
            yield key, turn, text, after

    def _detail(self, position: Position, moves: list[Move], names: int, samples: int) -> None:
        """Fill in players and sample games."""
        players: dict[Key, Counter[str]] = {}
        games: dict[Key, list[int]] = {}
        for seen, turned in self._views(position):
            mover = seen.to_move.word
            where, values = self._where(self.key(seen))
            query = (
                f"SELECT n.key, {self._image}, p.id >> {TURN_BITS} AS game, g.{mover} FROM positions p {self._join} "
                f"JOIN positions n ON n.id = p.id + 1 JOIN games g ON g.id = p.id >> {TURN_BITS} WHERE {where}"
            )
            turned_key = cache(self._turned)
            for reached, image, game, name in self.index.connection.execute(query, values):
                key = turned_key((reached, image)) if turned else (reached, image)
                if name:
                    players.setdefault(key, Counter())[name] += 1
                listed = games.setdefault(key, [])
                if len(listed) < samples:
                    listed.append(game)
        for move in moves:
            key = self.key(move.position)
            ranked = sorted(players.get(key, Counter()).items(), key=lambda item: (-item[1], item[0]))
            move.players = ranked[:names]
            move.samples = [
                (row["source"] or "", row["game"]) for _, row in self.index.rows(sorted(set(games.get(key, ()))))
            ]


_SUMS = (
    "count(*), sum(g.winner IS 'white'), sum(g.winner IS 'black'), sum(g.winner IS NULL AND g.result <> '*'), "
    "sum(g.turns), sum(ifnull(g.white_captures, 0) + ifnull(g.black_captures, 0)), max(ifnull(g.date, ''))"
)


@dataclass(slots=True)
class Branch:
    """A move in the tree with the moves after it; ``line`` are the texts that lead here, its own the last."""

    move: Move
    line: tuple[str, ...]
    branches: list["Branch"]

    def flat(self) -> Iterator["Branch"]:
        """Yield the branch and all behind it, each before those behind it."""
        yield self
        for branch in self.branches:
            yield from branch.flat()


def tree(
    explorer: Explorer,
    position: Position,
    turns: int,
    *,
    least: int = 1,
    names: int = 0,
    samples: int = 0,
    step: Callable[[], None] = lambda: None,
    line: tuple[str, ...] = (),
) -> list[Branch]:
    """Give the moves of a position and of those behind it, ``turns`` deep, each played ``least`` times or more."""
    if turns <= 0:
        return []
    node = explorer.node(position, names=names, samples=samples)
    step()
    found = []
    for move in node.moves:
        if move.tally.times >= least:
            here = (*line, move.text)
            behind = tree(
                explorer, move.position, turns - 1, least=least, names=names, samples=samples, step=step, line=here
            )
            found.append(Branch(move, here, behind))
    return found
