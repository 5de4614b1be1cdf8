"""The opening tree: what was played in a position and what became of it, folded by symmetry.

A position is known by its canonical key, so that lines that meet in one position, or in images of it, are one. Moves
are shown in the orientation of the position asked for; moves that lead to images of one position are one move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from gipfkit.analysis.entries import stored_position
from gipfkit.analysis.explored import Explored, Key, Visits
from gipfkit.analysis.index import TURN_BITS, Index
from gipfkit.analysis.tallies import Tally
from gipfkit.gipf.between import turns_between
from gipfkit.gipf.packing import MOST_PIECES, canonical_key, exchanged, own_symmetries
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Turn
from gipfkit.hexboard import composed, inverse
from gipfkit.notations.official import turn_text
from gipfkit.restate import write_turn


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
class _Counted:
    """A move as it is counted: what became of it, who made it how often, and the first visit in which it was made.

    That visit is packed as in ``Visits``, and beside it stands whether the colours were exchanged. ``again`` are the
    games that were counted and may come by again.
    """

    first: tuple[int, bool]
    tally: Tally = field(default_factory=Tally)
    players: Counter[str] = field(default_factory=Counter)
    again: set[int] = field(default_factory=set)

    def add(self, visits: Visits, turned: bool) -> None:
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
    their scores turned. ``chosen`` are the numbers of the games to look at; None is all. ``owners`` are the sides,
    white or black, whose scores are asked for, by game (None where both are).
    """

    def __init__(
        self,
        index: Index,
        *,
        symmetry: bool = True,
        colour_swap: bool = False,
        chosen: Iterable[int] | None = None,
        owners: Mapping[int, str | None] | None = None,
    ):
        self.index, self.symmetry, self.colour_swap = index, symmetry, colour_swap
        self.owned = owners is not None
        self._explored = Explored(index, chosen, images=not symmetry, owners=owners)

    def key(self, position: Position) -> Key:
        """Give what a position is known by."""
        key, image = _known(position)
        return key, None if self.symmetry else image

    def least_key(self, position: Position) -> Key:
        """Give what all positions that count as this one are known by, those with the colours exchanged among them."""
        return min(self.key(seen) for seen, _ in self._views(position))

    def node(self, position: Position, *, names: int = 0, samples: int = 0) -> Node:
        """Give what was played in a position, the most frequent move first.

        Each move comes with up to ``names`` players and ``samples`` games. Moves played equally often come in the order
        of the positions that they lead to, which is the same for all images.
        """
        whole, ended, found = _Counted((0, False)), 0, dict[Key, _Counted]()
        turned_key = cache(self._turned)
        for visit, turned in self._visits(position, by_name=names > 0):
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
            move.samples = [self._explored.label(played.first[0] >> TURN_BITS)]
        elif samples:
            steps = zip(self._keys(position), self._keys(after), strict=True)
            move.samples = self._explored.samples(list(steps), samples)
        yield move

    def games_through(self, position: Position) -> int:
        """Give the number of games that came to a position by any way; one that did so twice counts once."""
        return self._explored.count(self._keys(position))

    def _games_to(self, key: Key, position: Position) -> int:
        """Give the same for a position whose key is known."""
        return self.games_through(position) if self.colour_swap else self._explored.count([key])

    def some_games(self, position: Position, most: int = 2) -> set[int]:
        """Give the numbers of ``most`` or more games that came to a position, of all where fewer did."""
        return {game for key in self._keys(position) for game in self._explored.some(key, most)}

    def games(self) -> list[int]:
        """Give the numbers of the games looked at, in the order of their files."""
        return self._explored.numbers()

    def remarks(self) -> list[str]:
        """Say which games come to no position: they couldn't be begun, or no key holds their start."""
        count = self._explored.without_start()
        games = "1 game is" if count == 1 else f"{count:,} games are"
        reason = f"no start that could be played from, or one with more than {MOST_PIECES} pieces a side"
        return [f"{games} left out: {reason}"] if count else []

    def starts(self) -> list[tuple[Position, int]]:
        """Give the positions that the games start from, each with its number of games, most games first.

        Those that count as one are one: the variant's own start, else the most frequent of them.
        """
        found: dict[Key, tuple[Position, int]] = {}
        for packed, image, games in self._explored.starts():
            position = stored_position(packed, image)
            known, own = self.least_key(position), Position.initial(position.variant)
            first = own if self.least_key(own) == known else position
            start, others = found.get(known, (first, 0))
            found[known] = start, others + games
        return sorted(found.values(), key=lambda start: -start[1])

    def _keys(self, position: Position) -> list[Key]:
        return [self.key(seen) for seen, _ in self._views(position)]

    def _views(self, position: Position) -> Iterator[tuple[Position, bool]]:
        """Yield the positions that count as this one, each with whether its colours are exchanged."""
        yield position, False
        if self.colour_swap:
            yield exchanged(position), True

    def _visits(self, position: Position, *, by_name: bool) -> Iterator[tuple[Visits, bool]]:
        """Yield the visits of all positions that count as one, each with whether the colours are exchanged.

        A game that comes back with the colours exchanged counts by its first visit, whichever position is asked for.
        """
        found = (
            (visit, turned)
            for seen, turned in self._views(position)
            for visit in self._explored.visits(self.key(seen), seen.to_move if by_name else None)
        )
        if self.colour_swap and self._explored.some_come_back:
            yield from sorted(found, key=lambda item: item[0].first)
        else:
            yield from found

    def _turned(self, key: Key) -> Key:
        """Give what the position of a key is known by with its colours exchanged."""
        position = stored_position(key[0], key[1] or 0)
        return self.key(exchanged(position))

    def _after(self, position: Position, key: bytes, first: int, turned: bool) -> Position:
        """Give the position after a move, turned as the one before it is to that of the first game with the move."""
        seen = exchanged(position) if turned else position
        before, after = self._explored.images(first)
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
