"""The games that are looked at in an index, and how they came by its positions.

What is asked of SQLite stands here; what positions count as one is the explorer's business (``openings``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gipfkit.analysis.index import TURN_BITS, TURN_MASK, Index
from gipfkit.analysis.players import Spellings
from gipfkit.analysis.tallies import Tally, day_in_order
from gipfkit.gipf.board import Colour

# What a position is known by: its canonical key, and where images are kept apart the image as well.
Key = tuple[bytes, int | None]


@dataclass(frozen=True, slots=True)
class Visits:
    """Visits of a position after which the games went on to one other, or ended (``key`` is None then).

    ``first`` is the first of them: the game's place << 20 | the turns before it. ``player`` made the turn, where they
    are told apart. A single one is a visit of a game that may come by again.
    """

    key: Key | None
    first: int
    player: str | None
    tally: Tally
    single: bool


class Explored:
    """The games looked at: those with the numbers ``chosen``, or all. ``images`` keeps those of a position apart.

    A position alone, whatever is written of it, has no result here: it is no finished game. ``owners`` are the sides
    whose points are summed besides, by game.
    """

    def __init__(
        self,
        index: Index,
        chosen: Iterable[int] | None,
        *,
        images: bool,
        owners: Mapping[int, str | None] | None = None,
    ):
        self._index, self._connection, self._images = index, index.connection, images
        self._connection.create_function("day", 1, day_in_order, deterministic=True)
        self._chosen = chosen is not None
        self._counted: tuple[bytes, dict[int, int]] = b"", {}
        self._in_order = index.is_in_order()
        self._table = self._facts(chosen)
        self._sums = _SUMS
        if owners is not None:
            self._sums = f"{_SUMS}, sum(g.own_points), sum(g.own_finished)"
            self._own(owners)
        self._join = f"JOIN temp.{self._table} g ON g.game = p.id >> {TURN_BITS}"
        query = f"SELECT count(*) FROM temp.{self._table} WHERE comes_back"
        self.some_come_back = self._connection.execute(query).fetchone()[0] > 0

    def _facts(self, chosen: Iterable[int] | None) -> str:
        """Put what is summed of the games to look at into a narrow table of its own; give its name.

        ``place`` counts the games in the order of their files, where that isn't that of their numbers.
        """
        connection = self._connection
        (only_read,) = connection.execute("PRAGMA query_only").fetchone()
        connection.execute("PRAGMA query_only = OFF")
        (number,) = connection.execute("SELECT count(*) FROM sqlite_temp_master").fetchone()
        name = f"explored{number}"
        connection.execute(
            f"CREATE TEMP TABLE {name} (game INTEGER PRIMARY KEY, place INTEGER, comes_back INTEGER, white INTEGER, "
            "black INTEGER, draw INTEGER, turns INTEGER, captures INTEGER, day TEXT, white_player TEXT, "
            "black_player TEXT, own_points INTEGER DEFAULT 0, own_finished INTEGER DEFAULT 0)"
        )
        columns = "game, place, comes_back, white, black, draw, turns, captures, day, white_player, black_player"
        insert = f"INSERT OR IGNORE INTO {name} ({columns}) SELECT {_FACTS} FROM games"
        if chosen is None:
            connection.execute(insert)
        else:
            connection.executemany(f"{insert} WHERE id = ?", ((game,) for game in chosen))
        if not self._in_order:
            places = ((place, game) for place, (game, _) in enumerate(self._index.rows(), 1))
            connection.executemany(f"UPDATE {name} SET place = ? WHERE game = ?", places)
            connection.execute(f"CREATE INDEX temp.{name}_places ON {name}(place)")
        self._spell(name)
        connection.execute(f"PRAGMA query_only = {only_read}")
        return name

    def _spell(self, name: str) -> None:
        """Give every player one spelling."""
        spellings = Spellings()
        for side in ("white_player", "black_player"):
            query = f"SELECT {side}, count(*) FROM {name} WHERE {side} IS NOT NULL GROUP BY 1 ORDER BY min(place)"
            for player, times in self._connection.execute(query):
                spellings.add(player, times)
        if any(len(names) > 1 for names in spellings.by_key.values()):
            shown = lru_cache(maxsize=None)(spellings.shown)
            self._connection.create_function("shown_player", 1, lambda player: player and shown(player))
            self._connection.execute(
                f"UPDATE {name} SET white_player = shown_player(white_player), "
                "black_player = shown_player(black_player)"
            )

    def _own(self, owners: Mapping[int, str | None]) -> None:
        """Put the points of the sides asked for into the table."""
        (only_read,) = self._connection.execute("PRAGMA query_only").fetchone()
        self._connection.execute("PRAGMA query_only = OFF")
        self._connection.executemany(
            f"UPDATE temp.{self._table} SET own_finished = white + black + draw, own_points = draw + 2 * "
            "CASE ? WHEN 'white' THEN white ELSE black END WHERE game = ?",
            ((side, game) for game, side in owners.items() if side),
        )
        self._connection.execute(f"PRAGMA query_only = {only_read}")

    def numbers(self) -> list[int]:
        """Give the games' numbers, in the order of their files."""
        query = f"SELECT game FROM temp.{self._table} ORDER BY place"
        return [number for (number,) in self._connection.execute(query)]

    def without_start(self) -> int:
        """Count the games that come to no position."""
        query = (
            f"SELECT count(*) FROM temp.{self._table} g "
            f"WHERE NOT EXISTS (SELECT 1 FROM positions WHERE id = g.game << {TURN_BITS})"
        )
        count: int = self._connection.execute(query).fetchone()[0]
        return count

    def starts(self) -> Iterator[tuple[bytes, int, int]]:
        """Yield key and image of every start with its number of games, most games first."""
        query = (
            f"SELECT p.key, p.image, count(*) FROM games JOIN positions p ON p.id = games.id << {TURN_BITS} "
            f"{self._join} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2"
        )
        yield from self._connection.execute(query)

    def visits(self, key: Key, mover: Colour | None) -> Iterator[Visits]:
        """Yield what became of the games by the positions that they reached in one turn from here.

        ``mover`` tells the players of that side apart.
        """
        where, values = self._where(key)
        name = "NULL" if mover is None else f"g.{mover.word}_player"
        told = [group for group, told in (("1", True), ("2", self._images), ("4", mover is not None)) if told]
        first = "min(p.id)" if self._in_order else f"min((g.place << {TURN_BITS}) | (p.id & {TURN_MASK}))"
        # A game's second visit adds no game: where games come back, their visits are looked at one by one.
        apart = (("AND NOT g.comes_back", False), ("AND g.comes_back", True))
        for part, singly in apart if self.some_come_back else (("", False),):
            query = (
                f"SELECT n.key, {'n.image' if self._images else 'NULL'}, {first}, {name}, {self._sums} "
                f"FROM positions p {self._join} LEFT JOIN positions n ON n.id = p.id + 1 WHERE ({where}) {part} "
                f"GROUP BY {'p.id' if singly else ', '.join(told)}"
            )
            for reached, image, earliest, player, *sums in self._connection.execute(query, values):
                tally = Tally(*sums)
                tally.last = tally.last.replace("!", "?")
                yield Visits(None if reached is None else (reached, image), earliest, player, tally, singly)

    def images(self, first: int) -> tuple[int, int]:
        """Give the images of the position of a visit (``Visits.first``) and of the one after it."""
        entry = (self._game(first >> TURN_BITS) << TURN_BITS) + (first & TURN_MASK)
        query = "SELECT image FROM positions WHERE id BETWEEN ? AND ? ORDER BY id"
        (before,), (after,) = self._connection.execute(query, (entry, entry + 1))
        return before, after

    def count(self, keys: Sequence[Key]) -> int:
        """Count the games that came by any of some positions; one that came again counts once."""
        if self._images and len(keys) == 1:
            ((key, image),) = keys
            return self._by_image(key).get(image or 0, 0)
        wheres, values = zip(*map(self._where, keys), strict=True)
        query = f"SELECT {self._games} WHERE {' OR '.join(f'({part})' for part in wheres)}"
        count: int = self._connection.execute(query, [value for part in values for value in part]).fetchone()[0]
        return count

    def _by_image(self, key: bytes) -> dict[int, int]:
        """Count the games through each image of a position; the moves of a node are often images of a few."""
        if self._counted[0] != key:
            query = f"SELECT p.image, {self._games} WHERE p.key = ? GROUP BY 1"
            self._counted = key, dict(self._connection.execute(query, (key,)))
        return self._counted[1]

    @property
    def _games(self) -> str:
        counted = f"DISTINCT p.id >> {TURN_BITS}" if self.some_come_back else "*"
        return f"count({counted}) FROM positions p {self._join if self._chosen else ''}"

    def some(self, key: Key, most: int) -> list[int]:
        """Give the numbers of up to ``most`` games that came to a position."""
        where, values = self._where(key)
        query = f"SELECT DISTINCT g.game FROM positions p {self._join} WHERE {where} LIMIT {most}"
        return [game for (game,) in self._connection.execute(query, values)]

    def samples(self, steps: Sequence[tuple[Key, Key]], most: int) -> list[tuple[str, int]]:
        """Give source and number of the first games that went from one position to another in any of some turns."""
        places: set[int] = set()
        for here, there in steps:
            (before, values), (after, others) = self._where(here), self._where(there, "n")
            # From the position behind: of a rare one there are few, of a frequent one the first are soon found.
            query = (
                f"SELECT DISTINCT g.place FROM positions n CROSS JOIN positions p ON p.id = n.id - 1 {self._join} "
                f"WHERE {after} AND {before} ORDER BY {'n.id' if self._in_order else 'g.place'} LIMIT {most}"
            )
            places.update(place for (place,) in self._connection.execute(query, (*others, *values)))
        return [self.label(place) for place in sorted(places)[:most]]

    def label(self, place: int) -> tuple[str, int]:
        """Give source and number of the game in a place (``Visits.first`` >> 20)."""
        return self._index.label(self._game(place))

    def _game(self, place: int) -> int:
        """Give the number of the game in a place."""
        if self._in_order:
            return place
        query = f"SELECT game FROM temp.{self._table} WHERE place = ?"
        number: int = self._connection.execute(query, (place,)).fetchone()[0]
        return number

    def _where(self, key: Key, alias: str = "p") -> tuple[str, tuple[Any, ...]]:
        return (f"{alias}.key = ? AND {alias}.image = ?", key) if self._images else (f"{alias}.key = ?", key[:1])


# What isn't true of a set-up that the board has decided (``game_table.is_position_alone``).
_PLAYED = "(turns > 0 OR ifnull(termination, '') NOT IN ('reserve', 'gipf'))"
_FACTS = (
    f"id, id, comes_back, {_PLAYED} AND winner IS 'white', {_PLAYED} AND winner IS 'black', "
    f"{_PLAYED} AND winner IS NULL AND result <> '*', turns, "
    "ifnull(white_captures, 0) + ifnull(black_captures, 0), day(date), games.white, games.black"
)
_SUMS = "count(*), count(*), sum(g.white), sum(g.black), sum(g.draw), sum(g.turns), sum(g.captures), max(g.day)"
