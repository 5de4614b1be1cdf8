"""The opening tree: what was played in a position and what became of it, folded by symmetry.

A position is known by its canonical key, so that lines that meet in one position, or in images of it, are one. Moves
are shown in the orientation of the position asked for; moves that lead to images of one position are one move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from gipfkit.analysis.index import MOST_TURNS, TURN_BITS, Index
from gipfkit.analysis.tallies import Tally, day_in_order
from gipfkit.gipf.between import turns_between
from gipfkit.gipf.packing import canonical_key, exchanged, own_symmetries, placed, unpacked
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.hexboard import composed, inverse
from gipfkit.notations.official import turn_text
from gipfkit.restate import write_turn

# What a position is known by: its canonical key, and with --no-symmetry the image as well.
Key = tuple[bytes, int | None]


@dataclass(slots=True)
class Move:
    """A move played in a position: one turn of those that lead to the same position or an image of it.

    ``turn`` leads to ``position``, where the first game with this move came to, turned as the position before is; of
    several turns that do, and of their images where the position before has symmetry, it is the shortest to write.
    ``key`` is what that position is known by. ``reached`` counts the games that came to that position by any way, this
    move or another. ``players`` are those that made the move most often, ``samples`` the first games that did.
    """

    turn: Turn
    text: str
    position: Position
    key: Key
    tally: Tally
    reached: int = 0
    players: list[tuple[str, int]] = field(default_factory=list)
    samples: list[tuple[str, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Played:
    """A move as it is counted: what became of it, who made it how often, and the first visit in which it was made.

    That visit is the position's id, its image and that of the position after, packed as in ``_FIRST``, and whether the
    colours were exchanged.
    """

    first: tuple[int, bool]
    tally: Tally = field(default_factory=Tally)
    players: Counter[str] = field(default_factory=Counter)


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
        index.connection.create_function("day", 1, day_in_order, deterministic=True)
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
        key, image = _known(position)
        return key, None if self.symmetry else image

    def node(self, position: Position, *, names: int = 0, samples: int = 0) -> Node:
        """Give what was played in a position, the most frequent move first.

        Each move comes with up to ``names`` players and ``samples`` games. Moves played equally often come in the order
        of the positions that they lead to, which is the same for all images.
        """
        tally, ended, found = Tally(), 0, dict[Key, _Played]()
        for seen, turned in self._views(position):
            turned_key = cache(self._turned)
            for key, first, name, part, last in self._visits(seen, by_name=names > 0):
                came = part.exchanged() if turned else part
                tally.add(came)
                ended += last
                if key is None:
                    continue
                played = found.setdefault(turned_key(key) if turned else key, _Played((first, turned)))
                played.first = min(played.first, (first, turned))
                played.tally.add(came)
                if name:
                    played.players[name] += part.times
        moves = [
            move
            for key, played in sorted(found.items(), key=lambda item: (-item[1].tally.times, item[0]))
            for move in self._moves(position, key, played, names, samples)
        ]
        return Node(position, tally, ended, moves)

    def _moves(self, position: Position, key: Key, played: _Played, names: int, samples: int) -> Iterator[Move]:
        """Yield a move as it stands in a position: none where no turn leads on, as in an index that is not true."""
        after = self._after(position, key[0], *played.first)
        shown = self._shown(position, after)
        if shown is None:
            return
        text, turn, after = shown
        move = Move(turn, text, after, key, played.tally, self._games_to(key, after), _most(played.players, names))
        if samples and played.tally.times == 1:
            move.samples = self._labels([played.first[0] >> TURN_BITS + _IMAGE_BITS])
        elif samples:
            move.samples = self._samples(position, after, samples)
        yield move

    def games_through(self, position: Position) -> int:
        """Give the number of games that came to a position by any way; one that did so twice counts once."""
        if not self.symmetry and not self.colour_swap:
            key, image = self.key(position)
            return self._games_by_image(key).get(image or 0, 0)
        wheres, values = zip(*(self._where(self.key(seen)) for seen, _ in self._views(position)), strict=True)
        query = f"SELECT {self._games} WHERE {' OR '.join(f'({part})' for part in wheres)}"
        count: int = self.index.connection.execute(query, [value for part in values for value in part]).fetchone()[0]
        return count

    def _games_to(self, key: Key, position: Position) -> int:
        """Give the same for a position whose key is known."""
        if not self.symmetry or self.colour_swap:
            return self.games_through(position)
        query = f"SELECT {self._games} WHERE p.key = ?"
        count: int = self.index.connection.execute(query, key[:1]).fetchone()[0]
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

    def _visits(self, position: Position, *, by_name: bool) -> Iterator[tuple[Key | None, int, str | None, Tally, int]]:
        """Yield the positions reached in one turn from here: the first visit, what became of the games, how many ended.

        The games that ended here or aren't followed further come with None for the position. ``by_name`` tells the
        players apart who made the turn.
        """
        where, values = self._where(self.key(position))
        name = f"g.{position.to_move.word}_player" if by_name else "NULL"
        groups = [group for group, told in (("1", True), ("2", not self.symmetry), ("4", by_name)) if told]
        query = (
            f"SELECT n.key, {self._image}, {_FIRST}, {name}, {_SUMS}, sum(p.id & {MOST_TURNS} = g.turns) "
            f"FROM positions p {self._join} LEFT JOIN positions n ON n.id = p.id + 1 WHERE {where} "
            f"GROUP BY {', '.join(groups)}"
        )
        for reached, image, first, mover, *sums, ended in self.index.connection.execute(query, values):
            tally = Tally(*sums)
            tally.last = tally.last.replace("!", "?")
            if reached is None:
                yield None, 0, mover, tally, ended
            else:
                yield (reached, image), first, mover, tally, 0

    @property
    def _image(self) -> str:
        return "NULL" if self.symmetry else "n.image"

    def _turned(self, key: Key) -> Key:
        """Give what the position of a key is known by with its colours exchanged."""
        position = unpacked(key[0]) if key[1] is None else placed(key[0], key[1])
        return self.key(exchanged(position))

    def _after(self, position: Position, key: bytes, first: int, turned: bool) -> Position:
        """Give the position after a move, turned as the one before it is to that of the first game with the move."""
        seen = exchanged(position) if turned else position
        before, after = first >> _IMAGE_BITS // 2 & _IMAGE, first & _IMAGE
        back = inverse(_known(seen)[1])
        reached = unpacked(key)
        if turned:
            reached = unpacked(canonical_key(exchanged(reached))[0])
        reached = reached.image(composed(composed(inverse(after), before), back))
        return exchanged(reached) if turned else reached

    def _shown(self, position: Position, after: Position) -> tuple[str, Turn, Position] | None:
        """Give the turn to show for a move, its text first, with the position that it leads to."""
        own = own_symmetries(position) if self.symmetry else (0,)
        return shortest(position, dict.fromkeys(map(after.image, own)))

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
        return self._labels(sorted(games)[:most])

    def _labels(self, games: Iterable[int]) -> list[tuple[str, int]]:
        """Give source and number of some games."""
        query = "SELECT ifnull(source, ''), game FROM games WHERE id = ?"
        found = (self.index.connection.execute(query, (game,)).fetchone() for game in games)
        return [label for label in found if label]


def shortest(before: Position, afters: Iterable[Position]) -> tuple[str, Turn, Position] | None:
    """Give the turn from one position to any of some, its text first, that is the shortest to write; None without one.

    Of texts of one length it is the first in the alphabet.
    """
    texts = [
        (turn_text(write_turn(turn, before, after)), turn, after)
        for after in afters
        for turn in turns_between(before, after)
    ]
    return min(texts, key=lambda shown: (len(shown[0]), shown[0]), default=None)


# Asked for each move of a node.
_known = lru_cache(maxsize=64)(canonical_key)


def _most(players: Mapping[str, int], number: int) -> list[tuple[str, int]]:
    return sorted(players.items(), key=lambda item: (-item[1], item[0]))[:number]


_FACTS = (
    "id, winner IS 'white', winner IS 'black', winner IS NULL AND result <> '*', turns, "
    "ifnull(white_captures, 0) + ifnull(black_captures, 0), day(date), games.white, games.black"
)
_SUMS = "count(*), sum(g.white), sum(g.black), sum(g.draw), sum(g.turns), sum(g.captures), max(g.day)"
# The first visit: the position's id and the images of it and of the position after, four bits each.
_IMAGE_BITS = 8
_IMAGE = (1 << _IMAGE_BITS // 2) - 1
_FIRST = f"min((p.id << {_IMAGE_BITS}) | (p.image << {_IMAGE_BITS // 2}) | n.image)"
