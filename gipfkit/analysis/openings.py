"""The opening tree: what was played in a position and what became of it, folded by symmetry.

A position is known by its canonical key, so that lines that meet in one position, or in images of it, are one. Moves
are shown in the orientation of the position asked for; moves that lead to images of one position are one move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from gipfkit.analysis.index import TURN_BITS, TURN_MASK, Index, stored_position
from gipfkit.analysis.tallies import Tally, day_in_order
from gipfkit.gipf.between import turns_between
from gipfkit.gipf.packing import MOST_PIECES, canonical_key, exchanged, own_symmetries
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


@dataclass(frozen=True, slots=True)
class _Visits:
    """Visits of a position after which the games went on to one other, or ended (``key`` is None then).

    ``first`` is the first of them: the game's place << 20 | the turns before it. ``player`` made the turn, where they
    are told apart. A single one is a visit of a game that may come by again.
    """

    key: Key | None
    first: int
    player: str | None
    tally: Tally
    single: bool


@dataclass(slots=True)
class _Counted:
    """A move as it is counted: what became of it, who made it how often, and the first visit in which it was made.

    That visit is packed as in ``_Visits``, and beside it stands whether the colours were exchanged. ``again`` are the
    games that were counted and may come by again.
    """

    first: tuple[int, bool]
    tally: Tally = field(default_factory=Tally)
    players: Counter[str] = field(default_factory=Counter)
    again: set[int] = field(default_factory=set)

    def add(self, visits: _Visits, turned: bool) -> None:
        """Count some visits; of a game that was counted nothing but the visit."""
        came = visits.tally.exchanged() if turned else visits.tally
        if visits.single:
            game = visits.first >> TURN_BITS
            if game in self.again:
                self.tally.times += came.times
                return
            self.again.add(game)
        self.tally.add(came)
        if visits.player:
            self.players[visits.player] += came.games


@dataclass(slots=True)
class Node:
    """A position as the games know it.

    ``visits`` of it are the moves played there, each as often as it was, and the games that ended there.
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
        self._in_order = index.is_in_order()
        self._table = self._facts(chosen)
        self._join = f"JOIN temp.{self._table} g ON g.game = p.id >> {TURN_BITS}"
        query = f"SELECT count(*) FROM temp.{self._table} WHERE comes_back"
        self._some_come_back = index.connection.execute(query).fetchone()[0] > 0

    def _facts(self, chosen: Iterable[int] | None) -> str:
        """Put what is summed of the games to look at into a narrow table of this explorer's own; give its name.

        ``place`` counts the games in the order of their files, where that isn't that of their numbers.
        """
        connection = self.index.connection
        (only_read,) = connection.execute("PRAGMA query_only").fetchone()
        connection.execute("PRAGMA query_only = OFF")
        (number,) = connection.execute("SELECT count(*) FROM sqlite_temp_master").fetchone()
        name = f"explored{number}"
        connection.execute(
            f"CREATE TEMP TABLE {name} (game INTEGER PRIMARY KEY, place INTEGER, comes_back INTEGER, white INTEGER, "
            "black INTEGER, draw INTEGER, turns INTEGER, captures INTEGER, day TEXT, white_player TEXT, "
            "black_player TEXT)"
        )
        insert = f"INSERT OR IGNORE INTO {name} SELECT {_FACTS} FROM games"
        if chosen is None:
            connection.execute(insert)
        else:
            connection.executemany(f"{insert} WHERE id = ?", ((game,) for game in chosen))
        if not self._in_order:
            places = ((place, game) for place, (game, _) in enumerate(self.index.rows(), 1))
            connection.executemany(f"UPDATE {name} SET place = ? WHERE game = ?", places)
            connection.execute(f"CREATE INDEX temp.{name}_places ON {name}(place)")
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
        whole, ended, found = _Counted((0, False)), 0, dict[Key, _Counted]()
        for seen, turned in self._views(position):
            turned_key = cache(self._turned)
            for visit in self._visits(seen, by_name=names > 0):
                whole.add(visit, turned)
                if visit.key is None:
                    ended += visit.tally.times
                else:
                    first = visit.first, turned
                    played = found.setdefault(turned_key(visit.key) if turned else visit.key, _Counted(first))
                    played.first = min(played.first, first)
                    played.add(visit, turned)
        moves = [
            move
            for key, played in sorted(found.items(), key=lambda item: (-item[1].tally.games, item[0]))
            for move in self._moves(position, key, played, names, samples)
        ]
        return Node(position, whole.tally, ended, moves)

    def _moves(self, position: Position, key: Key, played: _Counted, names: int, samples: int) -> Iterator[Move]:
        """Yield a move as it stands in a position: none where no turn leads on, as in an index that is not true."""
        after = self._after(position, key[0], *played.first)
        shown = self._shown(position, after)
        if shown is None:
            return
        text, turn, after = shown
        move = Move(turn, text, after, key, played.tally, self._games_to(key, after), _most(played.players, names))
        if samples and played.tally.games == 1:
            move.samples = self._labels([played.first[0] >> TURN_BITS])
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
        counted = f"DISTINCT p.id >> {TURN_BITS}" if self._some_come_back else "*"
        return f"count({counted}) FROM positions p {self._join if self._chosen else ''}"

    def is_known(self, position: Position, *, but: int | None = None) -> bool:
        """Say whether a game came to a position; the game with the number ``but`` doesn't count."""
        for seen, _ in self._views(position):
            where, values = self._where(self.key(seen))
            query = f"SELECT 1 FROM positions p {self._join} WHERE {where} AND g.game IS NOT ? LIMIT 1"
            if self.index.connection.execute(query, (*values, but)).fetchone():
                return True
        return False

    def games(self) -> list[int]:
        """Give the numbers of the games looked at, in the order of their files."""
        query = f"SELECT game FROM temp.{self._table} ORDER BY place"
        return [number for (number,) in self.index.connection.execute(query)]

    def remarks(self) -> list[str]:
        """Say which games come to no position: they couldn't be begun, or no key holds their start."""
        query = (
            f"SELECT count(*) FROM temp.{self._table} g "
            f"WHERE NOT EXISTS (SELECT 1 FROM positions WHERE id = g.game << {TURN_BITS})"
        )
        count = self.index.connection.execute(query).fetchone()[0]
        games = "1 game is" if count == 1 else f"{count:,} games are"
        reason = f"no start that could be played from, or one with more than {MOST_PIECES} pieces a side"
        return [f"{games} left out: {reason}"] if count else []

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
            position = stored_position(packed, image)
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

    def _visits(self, position: Position, *, by_name: bool) -> Iterator[_Visits]:
        """Yield what became of the games by the positions that they reached in one turn from here.

        ``by_name`` tells the players apart who made the turn.
        """
        where, values = self._where(self.key(position))
        name = f"g.{position.to_move.word}_player" if by_name else "NULL"
        told = [group for group, told in (("1", True), ("2", not self.symmetry), ("4", by_name)) if told]
        # A game's second visit adds no game: where games come back, their visits are looked at one by one.
        apart = (("AND NOT g.comes_back", False), ("AND g.comes_back", True))
        for part, singly in apart if self._some_come_back else (("", False),):
            query = (
                f"SELECT n.key, {self._image}, {self._first}, {name}, {_SUMS} "
                f"FROM positions p {self._join} LEFT JOIN positions n ON n.id = p.id + 1 WHERE ({where}) {part} "
                f"GROUP BY {'p.id' if singly else ', '.join(told)}"
            )
            for reached, image, first, mover, *sums in self.index.connection.execute(query, values):
                tally = Tally(*sums)
                tally.last = tally.last.replace("!", "?")
                key = None if reached is None else (reached, image)
                yield _Visits(key, first, mover, tally, singly)

    @property
    def _image(self) -> str:
        return "NULL" if self.symmetry else "n.image"

    @property
    def _first(self) -> str:
        return "min(p.id)" if self._in_order else f"min((g.place << {TURN_BITS}) | (p.id & {TURN_MASK}))"

    def _turned(self, key: Key) -> Key:
        """Give what the position of a key is known by with its colours exchanged."""
        position = stored_position(key[0], key[1] or 0)
        return self.key(exchanged(position))

    def _after(self, position: Position, key: bytes, first: int, turned: bool) -> Position:
        """Give the position after a move, turned as the one before it is to that of the first game with the move."""
        seen = exchanged(position) if turned else position
        game = self._game(first >> TURN_BITS)
        entry = (game << TURN_BITS) + (first & TURN_MASK)
        query = "SELECT image FROM positions WHERE id BETWEEN ? AND ? ORDER BY id"
        (before,), (after,) = self.index.connection.execute(query, (entry, entry + 1))
        back = inverse(_known(seen)[1])
        reached = stored_position(key)
        if turned:
            reached = stored_position(canonical_key(exchanged(reached))[0])
        reached = reached.image(composed(composed(inverse(after), before), back))
        return exchanged(reached) if turned else reached

    def _shown(self, position: Position, after: Position) -> tuple[str, Turn, Position] | None:
        """Give the turn to show for a move, its text first, with the position that it leads to."""
        own = own_symmetries(position) if self.symmetry else (0,)
        return shortest(position, dict.fromkeys(map(after.image, own)))

    def _samples(self, before: Position, after: Position, most: int) -> list[tuple[str, int]]:
        """Give the first games that went from one position to another in one turn."""
        places: set[int] = set()
        for (seen, _), (reached, _) in zip(self._views(before), self._views(after), strict=True):
            (here, values), (there, others) = self._where(self.key(seen)), self._where(self.key(reached), "n")
            # From the position behind: of a rare one there are few, of a frequent one the first are soon found.
            query = (
                f"SELECT DISTINCT g.place FROM positions n CROSS JOIN positions p ON p.id = n.id - 1 {self._join} "
                f"WHERE {there} AND {here} ORDER BY {'n.id' if self._in_order else 'g.place'} LIMIT {most}"
            )
            places.update(place for (place,) in self.index.connection.execute(query, (*others, *values)))
        return self._labels(sorted(places)[:most])

    def _labels(self, places: Iterable[int]) -> list[tuple[str, int]]:
        """Give source and number of the games in some places."""
        query = "SELECT ifnull(source, ''), game FROM games WHERE id = ?"
        found = (self.index.connection.execute(query, (self._game(place),)).fetchone() for place in places)
        return [label for label in found if label]

    def _game(self, place: int) -> int:
        """Give the number of the game in a place."""
        if self._in_order:
            return place
        query = f"SELECT game FROM temp.{self._table} WHERE place = ?"
        number: int = self.index.connection.execute(query, (place,)).fetchone()[0]
        return number


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
    "id, id, comes_back, winner IS 'white', winner IS 'black', winner IS NULL AND result <> '*', turns, "
    "ifnull(white_captures, 0) + ifnull(black_captures, 0), day(date), games.white, games.black"
)
_SUMS = "count(*), count(*), sum(g.white), sum(g.black), sum(g.draw), sum(g.turns), sum(g.captures), max(g.day)"
