"""Finds positions in games: by position, by pattern, by material and by what the turn that led to them did.

All conditions must hold for one position. They are tried on positions as an index keeps them (``index.Entry``), made on
the way where games come from files: both give the same hits.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gipfkit.analysis.columns import SMALL, TEXT, WHOLE, Column, each_side
from gipfkit.analysis.entries import ENTRY, Entry
from gipfkit.analysis.index import TURN_BITS, Index
from gipfkit.analysis.pattern import BoardTest, Pattern, pieces_of
from gipfkit.gipf.board import SYMMETRIES
from gipfkit.gipf.packing import Head, canonical_key, exchanged, parts_of
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS
from gipfkit.hexboard import composed, inverse, symmetry_name

# What a condition on material can name.
MATERIAL = (
    Column("turn", WHOLE, "number", "turns played so far; 0 at the start"),
    Column("to_move", TEXT, "white, black", "the side to move"),
    Column("variant", TEXT, "basic, standard, tournament", "the variant"),
    *each_side(
        Column("reserve", SMALL, "pieces", "{side}'s reserve"),
        Column("captures", SMALL, "pieces", "pieces captured from {other} so far"),
        Column("pieces", SMALL, "pieces", "{side}'s pieces on the board"),
        Column("gipfs", SMALL, "GIPF-pieces", "{side}'s GIPF-pieces on the board"),
    ),
)
_NAMES = tuple(VARIANTS)

Material = Callable[[Mapping[str, Any]], bool]


class Hit(NamedTuple):
    """A position found: the turns played before it, and how it lies.

    ``symmetry`` leads from what was asked for to the game's board, None where nothing was asked of the board;
    ``exchanged`` says that it was found with the colours exchanged.
    """

    turn: int
    symmetry: int | None = None
    exchanged: bool = False

    @property
    def orientation(self) -> str:
        """How the position lies, in words."""
        words = [] if self.symmetry is None else [symmetry_name(self.symmetry)]
        if self.exchanged:
            words = [word for word in words if word != "same"] + ["colours exchanged"]
        return ", ".join(words)


@dataclass(frozen=True)
class Query:
    """What to look for; what isn't given matches everything.

    ``material`` is a condition on ``MATERIAL``. Of the turn that led to a position: ``largest_removal`` pieces or more
    of both sides went with one row, ``captures`` or more were captured, a GIPF-piece among them (``gipf_captured``),
    it took a row off after its push, and its opponent another before the next (``both_rows``). ``symmetry`` takes
    images of a position or pattern for the same, ``colour_swap`` also positions with the colours exchanged.
    """

    position: Position | None = None
    pattern: Pattern | None = None
    material: Material | None = None
    largest_removal: int = 0
    captures: int = 0
    gipf_captured: bool = False
    both_rows: bool = False
    symmetry: bool = True
    colour_swap: bool = False

    @property
    def by_event(self) -> bool:
        """Whether the turn before the position matters."""
        return bool(self.largest_removal or self.captures or self.gipf_captured or self.both_rows)

    @property
    def is_empty(self) -> bool:
        """Whether it asks for nothing."""
        return not (self.position or self.pattern or self.material or self.by_event)


class _View:
    """What is asked of a position, seen from one side: as given, or with the colours exchanged."""

    def __init__(self, query: Query, exchanged_: bool):
        self.exchanged = exchanged_
        self.material = query.material
        self.key: bytes | None = None
        self.to_key: list[int] = []
        self.head: tuple[int, int] = (0, 0)
        self.tests: list[BoardTest] = []
        if query.position is not None:
            position = exchanged(query.position) if exchanged_ else query.position
            self.key = canonical_key(position)[0]
            self.to_key = _symmetries_to(position)
        if query.pattern is not None:
            pattern = query.pattern.exchanged() if exchanged_ else query.pattern
            self.head, self.tests = pattern.head_test(), pattern.board_tests()

    def match(self, entry: Entry, turn: int, symmetries: Sequence[int]) -> Hit | None:
        """Say how a position matches, in the first of some symmetries, or None."""
        found: set[int] | None = None
        back = inverse(entry.image)
        if self.key is not None:
            if entry.key != self.key:
                return None
            found = {composed(symmetry, back) for symmetry in self.to_key}
        if self.tests or self.material:
            head, lanes = parts_of(entry.key)
            if head & self.head[0] != self.head[1]:
                return None
            if self.tests:
                # The board of the key is that of the game as the symmetry ``image`` turns it.
                fits = {s for s in symmetries if self.tests[composed(s, entry.image)].fits(lanes)}
                found = fits if found is None else found & fits
            if self.material and not self.material(_material(head, lanes, turn, self.exchanged)):
                return None
        if found is None:
            return Hit(turn, None, self.exchanged)
        fitting = [symmetry for symmetry in symmetries if symmetry in found]
        return Hit(turn, fitting[0], self.exchanged) if fitting else None


def _symmetries_to(position: Position) -> list[int]:
    """Give every symmetry that leads from a position to its canonical image."""
    least = position.image(canonical_key(position)[1])
    return [symmetry for symmetry in SYMMETRIES if position.image(symmetry) == least]


def _material(head: int, lanes: int, turn: int, exchanged_: bool) -> dict[str, Any]:
    """Give the row of a position that conditions are about."""
    boards = pieces_of(lanes)
    gipfs = boards[2]
    to_move = (head >> Head.TO_MOVE & 1) ^ exchanged_
    row: dict[str, Any] = {
        "turn": turn,
        "to_move": "black" if to_move else "white",
        "variant": _NAMES[head >> Head.VARIANT],
    }
    for side, name in enumerate(("black", "white") if exchanged_ else ("white", "black")):
        own = (boards[side] & gipfs).bit_count()
        row[f"{name}_reserve"] = head >> Head.RESERVES[side] & Head.COUNT
        row[f"{name}_captures"] = head >> Head.CAPTURED[1 - side] & Head.COUNT
        row[f"{name}_pieces"] = boards[side].bit_count() + own
        row[f"{name}_gipfs"] = own
    return row


class Finder:
    """A query made ready. A position that no key holds (more than 31 pieces in reserve) is a ValueError."""

    def __init__(self, query: Query):
        self.query = query
        self._views = [_View(query, swap) for swap in ((False, True) if query.colour_swap else (False,))]
        self._symmetries = tuple(SYMMETRIES) if query.symmetry else (0,)

    def hits(self, entries: Iterable[Entry]) -> Iterator[Hit]:
        """Yield the positions of a game that match, the start first."""
        following = iter(entries)
        entry = next(following, None)
        turn = 0
        while entry is not None:
            after = next(following, None)
            hit = self.match(entry, turn, after.removed if after else 0)
            if hit:
                yield hit
            entry, turn = after, turn + 1

    def match(self, entry: Entry, turn: int, removed_next: int) -> Hit | None:
        """Say how a position matches, or None; ``removed_next`` is ``Entry.removed`` of the position after it."""
        query = self.query
        if query.by_event and not (
            turn
            and entry.largest >= query.largest_removal
            and entry.captures >= query.captures
            and (entry.gipf_captures or not query.gipf_captured)
            and (not query.both_rows or (entry.removed & 15 and removed_next >> 4))
        ):
            return None
        for view in self._views:
            if hit := view.match(entry, turn, self._symmetries):
                return hit
        return None

    def hits_in(self, index: Index) -> Iterator[tuple[int, Hit]]:
        """Yield what matches in an index with the game's number, in the order in which its games are read."""
        for number, removed_next, *values in self._candidates(index):
            hit = self.match(Entry(*values), number & (1 << TURN_BITS) - 1, removed_next)
            if hit:
                yield number >> TURN_BITS, hit

    def _candidates(self, index: Index) -> Iterator[Sequence[Any]]:
        """Yield the positions of an index that can match: number, rows removed next, and what an Entry holds."""
        query, execute = self.query, index.connection.execute
        after = "0"
        if query.both_rows:
            after = "ifnull((SELECT n.removed FROM positions n WHERE n.id = p.id + 1), 0)"
        chosen = f"SELECT p.id, {after}, {ENTRY} FROM positions p"
        if query.position is not None:
            keys = sorted({view.key for view in self._views if view.key is not None})
            yield from execute(
                f"{chosen} JOIN games g ON g.id = p.id >> {TURN_BITS} LEFT JOIN files f ON f.id = g.file "
                f"WHERE p.key IN ({', '.join('?' * len(keys))}) ORDER BY f.place, p.id",
                keys,
            )
            return
        where = ""
        if query.by_event:
            where = f"AND p.removed AND p.largest >= {query.largest_removal} AND p.captures >= {query.captures}"
        # The games of a file stand together.
        spans = execute(
            "SELECT min(g.id), max(g.id) FROM games g LEFT JOIN files f ON f.id = g.file "
            "GROUP BY g.file ORDER BY f.place"
        ).fetchall()
        for first, last in spans:
            span = (first << TURN_BITS, (last + 1 << TURN_BITS) - 1)
            yield from execute(f"{chosen} WHERE p.id BETWEEN ? AND ? {where} ORDER BY p.id", span)
