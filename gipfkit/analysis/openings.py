"""The opening tree: what was played in a position and what became of it, folded by symmetry.

A position is known by its canonical key, so that lines that meet in one position, or in images of it, are one. Moves
are shown in the orientation of the position asked for; moves that lead to images of one position are one move.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from gipfkit.analysis.filters import date_range
from gipfkit.analysis.index import MOST_TURNS, TURN_BITS, Index
from gipfkit.analysis.summaries import wilson
from gipfkit.gipf.packing import canonical_key, exchanged, placed, unpacked
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
    ``last`` is the latest date, yyyy.mm.dd with question marks for what isn't known; a date without its day is before
    those of its month.
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
        self.last = max(self.last, other.last, key=_in_order)

    def exchanged(self) -> "Tally":
        """Give the tally with the colours exchanged."""
        return Tally(self.times, self.black, self.white, self.draws, self.turns, self.captures, self.last)

    @property
    def finished(self) -> int:
        """How many have a result."""
        return self.white + self.black + self.draws

    @property
    def points(self) -> float:
        """White's points: a draw is half a point."""
        return self.white + self.draws / 2

    @property
    def score(self) -> float | None:
        """White's share of the points of the finished games, or None without one."""
        return self.points / self.finished if self.finished else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the score, or None without a finished game."""
        return wilson(self.points, self.finished) if self.finished else None


def _in_order(date: str) -> str:
    """Give a date as it is sorted: what isn't known before what is."""
    return date.replace("?", "!")


@lru_cache(maxsize=100_000)
def _day(tag: str | None) -> str:
    """Give a date tag as it is sorted; what is no date comes first."""
    days = date_range(tag or "")
    if days is None:
        return ""
    (year, month, day), (_, last_month, last_day) = days
    parts = f"{month:02}" if month == last_month else "!!", f"{day:02}" if day == last_day else "!!"
    return ".".join((f"{year:04}", *parts))


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
        index.connection.create_function("day", 1, _day, deterministic=True)
        self._chosen = chosen is not None
        self._counted: tuple[bytes, dict[int, int]] = b"", {}
        self._table = self._facts(chosen)
        self._join = f"JOIN temp.{self._table} g ON g.game = p.id >> {TURN_BITS}"

    def _facts(self, chosen: Iterable[int] | None) -> str:
        """Put what is summed of the games to look at into a narrow table of this explorer's own; give its name."""
        connection = self.index.connection
        (only_read,) = connection.execute("PRAGMA query_only").fetchone()
        connection.execute("PRAGMA query_only = OFF")
        (number,) = connection.execute("SELECT count(*) FROM sqlite_temp_master").fetchone()
        name = f"explored{number}"
        connection.execute(
            f"CREATE TEMP TABLE {name} (game INTEGER PRIMARY KEY, white INTEGER, black INTEGER, draw INTEGER, "
            "turns INTEGER, captures INTEGER, day TEXT, white_player TEXT, black_player TEXT)"
        )
        insert = f"INSERT OR IGNORE INTO {name} SELECT {_FACTS} FROM games"
        if chosen is None:
            connection.execute(insert)
        else:
            connection.executemany(f"{insert} WHERE id = ?", ((game,) for game in chosen))
        connection.execute(f"PRAGMA query_only = {only_read}")
        return name

    def key(self, position: Position) -> Key:
        """Give what a position is known by."""
        key, image = canonical_key(position)
        return key, None if self.symmetry else image

    def node(self, position: Position, *, names: int = 0, samples: int = 0) -> Node:
        """Give what was played in a position, the most frequent move first.

        Each move comes with up to ``names`` players and ``samples`` games.
        """
        tally, ended, found = Tally(), 0, dict[Key, Tally]()
        players: dict[Key, Counter[str]] = {}
        for seen, turned in self._views(position):
            turned_key = cache(self._turned)
            for key, name, part, last in self._visits(seen, by_name=names > 0):
                came = part.exchanged() if turned else part
                tally.add(came)
                ended += last
                if key is not None:
                    reached = turned_key(key) if turned else key
                    found.setdefault(reached, Tally()).add(came)
                    if name:
                        players.setdefault(reached, Counter())[name] += part.times
        moves = [
            Move(turn, text, after, found[key], self.games_through(after), _most(players.get(key, {}), names))
            for key, turn, text, after in sorted(self._turns_to(position, found), key=lambda found: found[0][0])
        ]
        moves.sort(key=lambda move: (-move.tally.times, move.text))
        if samples:
            for move in moves:
                move.samples = self._samples(position, move.position, samples)
        return Node(position, tally, ended, moves)

    def games_through(self, position: Position) -> int:
        """Give the number of games that came to a position by any way; one that did so twice counts once."""
        if not self.symmetry and not self.colour_swap:
            key, image = self.key(position)
            return self._games_by_image(key).get(image or 0, 0)
        wheres, values = zip(*(self._where(self.key(seen)) for seen, _ in self._views(position)), strict=True)
        query = f"SELECT {self._games} WHERE {' OR '.join(f'({part})' for part in wheres)}"
        count: int = self.index.connection.execute(query, [value for part in values for value in part]).fetchone()[0]
        return count

    def _games_by_image(self, key: bytes) -> dict[int, int]:
        """Count the games through each image of a position; the moves of a node are often images of a few."""
        if self._counted[0] != key:
            query = f"SELECT p.image, {self._games} WHERE p.key = ? GROUP BY 1"
            self._counted = key, dict(self.index.connection.execute(query, (key,)))
        return self._counted[1]

    @property
    def _games(self) -> str:
        return f"count(DISTINCT p.id >> {TURN_BITS}) FROM positions p {self._join if self._chosen else ''}"

    def is_known(self, position: Position, *, but: int | None = None) -> bool:
        """Say whether a game came to a position; the game with the number ``but`` doesn't count."""
        for seen, _ in self._views(position):
            where, values = self._where(self.key(seen))
            query = f"SELECT 1 FROM positions p {self._join} WHERE {where} AND g.game IS NOT ? LIMIT 1"
            if self.index.connection.execute(query, (*values, but)).fetchone():
                return True
        return False

    def games(self) -> list[int]:
        """Give the numbers of the games looked at."""
        query = f"SELECT game FROM temp.{self._table} ORDER BY game"
        return [number for (number,) in self.index.connection.execute(query)]

    def starts(self) -> list[tuple[Position, int]]:
        """Give the positions that the games start from, each with its number of games, most games first.

        Those that count as one are one: the variant's own start, else the most frequent of them.
        """
        query = (
            f"SELECT p.key, p.image, count(*) FROM games JOIN positions p ON p.id = games.id << {TURN_BITS} "
            f"{self._join} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2"
        )
        found: dict[Key, tuple[Position, int]] = {}
        for packed, image, games in self.index.connection.execute(query):
            position = placed(packed, image)
            keys = [self.key(seen) for seen, _ in self._views(position)]
            own = Position.initial(position.variant)
            if self.key(own) in keys:
                known, first = self.key(own), own
            else:
                known, first = next((key for key in keys if key in found), keys[0]), position
            start, others = found.get(known, (first, 0))
            found[known] = start, others + games
        return sorted(found.values(), key=lambda start: -start[1])

    def _views(self, position: Position) -> Iterator[tuple[Position, bool]]:
        """Yield the positions that count as this one, each with whether its colours are exchanged."""
        yield position, False
        if self.colour_swap:
            yield exchanged(position), True

    def _where(self, key: Key, alias: str = "p") -> tuple[str, tuple[Any, ...]]:
        return (f"{alias}.key = ?", key[:1]) if self.symmetry else (f"{alias}.key = ? AND {alias}.image = ?", key)

    def _visits(self, position: Position, *, by_name: bool) -> Iterator[tuple[Key | None, str | None, Tally, int]]:
        """Yield the positions reached in one turn from here with what became of the games, and how many ended here.

        The games that ended here or aren't followed further come with None for the position. ``by_name`` tells the
        players apart who made the turn.
        """
        where, values = self._where(self.key(position))
        name = f"g.{position.to_move.word}_player" if by_name else "NULL"
        groups = [group for group, told in (("1", True), ("2", not self.symmetry), ("3", by_name)) if told]
        query = (
            f"SELECT n.key, {self._image}, {name}, {_SUMS}, sum(p.id & {MOST_TURNS} = g.turns) FROM positions p "
            f"{self._join} LEFT JOIN positions n ON n.id = p.id + 1 WHERE {where} GROUP BY {', '.join(groups)}"
        )
        for reached, image, mover, *sums, ended in self.index.connection.execute(query, values):
            tally = Tally(*sums)
            tally.last = tally.last.replace("!", "?")
            yield (None, mover, tally, ended) if reached is None else ((reached, image), mover, tally, 0)

    @property
    def _image(self) -> str:
        return "NULL" if self.symmetry else "n.image"

    def _turned(self, key: Key) -> Key:
        """Give what the position of a key is known by with its colours exchanged."""
        position = unpacked(key[0]) if key[1] is None else placed(key[0], key[1])
        return self.key(exchanged(position))

    def _turns_to(self, position: Position, keys: Mapping[Key, Any]) -> Iterator[tuple[Key, Turn, str, Position]]:
        """Yield the turn that leads to each of some keys, of several the shortest to write, and the position after."""
        found: dict[Key, tuple[Turn, str, Position]] = {}
        for turns in (legal_turns, _careless_turns):
            for turn, after in turns(position) if len(found) < len(keys) else ():
                key = self.key(after)
                if key in keys:
                    text = turn_text(write_turn(turn, position, after))
                    if key not in found or len(text) < len(found[key][1]):
                        found[key] = turn, text, after
        for key, (turn, text, after) in found.items():
            yield key, turn, text, after

    def _samples(self, before: Position, after: Position, most: int) -> list[tuple[str, int]]:
        """Give the first games that went from one position to another in one turn."""
        games: set[int] = set()
        for (seen, _), (reached, _) in zip(self._views(before), self._views(after), strict=True):
            (here, values), (there, others) = self._where(self.key(seen)), self._where(self.key(reached), "n")
            # From the position behind: of a rare one there are few, of a frequent one the first are soon found.
            query = (
                f"SELECT DISTINCT n.id >> {TURN_BITS} FROM positions n CROSS JOIN positions p ON p.id = n.id - 1 "
                f"{self._join} WHERE {there} AND {here} ORDER BY n.id LIMIT {most}"
            )
            games.update(game for (game,) in self.index.connection.execute(query, (*others, *values)))
        return [(row["source"] or "", row["game"]) for _, row in self.index.rows(sorted(games)[:most])]


def _most(players: Mapping[str, int], number: int) -> list[tuple[str, int]]:
    return sorted(players.items(), key=lambda item: (-item[1], item[0]))[:number]


def text_between(before: Position, after: Position) -> str | None:
    """Give the turn that leads from one position to another, of several the shortest to write; None without one."""
    for turns in (legal_turns, _careless_turns):
        texts = [turn_text(write_turn(turn, before, after)) for turn, reached in turns(before) if reached == after]
        if texts:
            return min(texts, key=len)
    return None


def legal_turns(position: Position) -> Iterator[tuple[Turn, Position]]:
    """Yield every turn with the position after it, which needn't be checked as ``Position.play`` does."""
    for turn in position.turns():
        pushed = position.take(turn.before)
        if turn.push is not None:
            pushed = pushed.entered(turn.push).take(turn.after)
        yield turn, pushed.passed()


def _careless_turns(position: Position) -> Iterator[tuple[Turn, Position]]:
    """Yield the turns that leave rows standing as well, as games read with --lenient have them."""
    mover = position.to_move
    for before in position.removals(mover, partial=True):
        middle = position.take(before)
        for push in middle.pushes():
            pushed = middle.entered(push)
            for after in pushed.removals(mover, partial=True):
                yield Turn(push, before, after), pushed.take(after).passed()


_FACTS = (
    "id, winner IS 'white', winner IS 'black', winner IS NULL AND result <> '*', turns, "
    "ifnull(white_captures, 0) + ifnull(black_captures, 0), day(date), games.white, games.black"
)
_SUMS = "count(*), sum(g.white), sum(g.black), sum(g.draw), sum(g.turns), sum(g.captures), max(g.day)"


@dataclass(slots=True)
class Branch:
    """A move in the tree with the moves after it.

    ``line`` are the texts that lead here from where the tree begins, its own the last; ``share`` is the move's part, 0
    to 1, in the visits of the position that it was played in.
    """

    move: Move
    line: tuple[str, ...]
    share: float
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
            found.append(Branch(move, here, move.tally.times / node.visits, behind))
    return found
