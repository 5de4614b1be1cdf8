"""Plays games at random or greedily, to test and compare with: seeded, in any variant, as complete records.

The **random** policy draws each push uniformly from those that the official notation tells apart (a push onto an empty
spot counts once, whatever dot it comes from). Rows go in a random order, one at a time, looked for again after each;
the opponent's GIPF-pieces are always taken and own ones always kept (spec: rules section 6), but for one case: a row of
own GIPF-pieces alone is taken where the reserve is empty without it. Where a tournament player may enter either kind of
piece, push and kind are drawn together: a GIPF-piece in one of two cases.

The **greedy** policy looks one turn ahead: of all its turns it makes one of the best ``value``, drawn among equals. It
doesn't see what the opponent does next. A turn that leaves the board as it was (a piece pushed beside three GIPF-pieces
and taken back) is its last resort, or some games would never end.
"""

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from gipfkit.analysis.branching import WITHIN
from gipfkit.ending import OPEN, WON
from gipfkit.gipf.board import BIT, BLACK, LINES, PATHS, PATHS_TO, WHITE, names
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.rows import REMOVER_WINS, ending, has_row, phases, rows
from gipfkit.gipf.variant import Variant
from gipfkit.record import Record, TurnList, WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn

RANDOM, GREEDY = "random", "greedy"
POLICIES = (RANDOM, GREEDY)
PLAYERS = {policy: f"gipfkit {policy}" for policy in POLICIES}
# A game that has not ended by then is left unterminated: GIPF has no rule on repetition.
MOST_TURNS = 1000

# What ``value`` counts a piece captured, a piece in reserve, a GIPF-piece on the board and a step towards the centre.
CAPTURED, RESERVE, GIPF, CENTRE = 20, 2, 3, 3
# More GIPF-pieces on the board than these count no more.
COUNTED_GIPFS = 3
_WON, _IDLE = 100_000, 10_000


class _Way(NamedTuple):
    """A path as masks: the spot next to the dot, the whole line, the run for each occupation, the shift.

    ``alone`` is false where another path counts for a push onto this one's first spot while it is empty.
    """

    path: int
    first: int
    line: int
    runs: dict[int, int]
    step: int
    alone: bool


_WAYS = tuple(
    _Way(p.index, p.spans[0], p.mask, RUNS[p.index], p.step, PATHS_TO[p.first][0] is p) for p in PATHS
)  # fmt: skip


@cache
def _written_push(path: int, moved: int, gipf: bool) -> WrittenPush:
    """Write a push; the dot is named where pieces are moved."""
    way = PATHS[path]
    return WrittenPush(way.dot if moved else None, way.spots[moved], gipf)


@cache
def _written_piece(bit: int, gipf: bool, captured: bool) -> WrittenPiece:
    return WrittenPiece(names(bit)[0], gipf, captured)


class _Game:
    """A game in play, on bare ints, as the side to move sees it. ``winner`` counts 0 White, 1 Black."""

    __slots__ = (
        "entry", "gipfs", "loses", "other", "other_entry", "other_reserve", "own", "reserve", "rng",
        "termination", "turns", "winner",
    )  # fmt: skip

    def __init__(self, variant: Variant, rng: random.Random):
        start = Position.initial(variant)
        self.own, self.other, self.gipfs = start.white, start.black, start.gipfs
        self.reserve = self.other_reserve = variant.reserve
        self.entry = self.other_entry = variant.enters_gipfs
        self.loses = variant.last_gipf_loses
        self.rng = rng
        self.turns: list[WrittenTurn] = []
        self.winner: int | None = None
        self.termination = "unterminated"

    def take(self, line: int, spots: int) -> WrittenRemoval:
        """Take a row for the side to move."""
        pairs, back = spots & self.gipfs, spots & self.own
        if pairs and self.loses and (end := ending(self.own, self.other, self.gipfs, spots)):
            self.winner = (len(self.turns) + (end != REMOVER_WINS)) % 2
            self.termination = "gipf"
        written = tuple(
            _written_piece(bit, bool(bit & pairs), not bit & back)
            for bit in (BIT[name] for name in LINES[line].spots)
            if bit & spots
        )
        self.reserve += back.bit_count() + (back & pairs).bit_count()
        self.own &= ~spots
        self.other &= ~spots
        self.gipfs &= ~spots
        return written

    def push(self, way: _Way, gipf: bool) -> WrittenPush:
        """Push a piece of the side to move."""
        run = way.runs[(self.own | self.other) & way.line]
        if run:
            self.own, self.other, self.gipfs = (_moved(m, run, way.step) for m in (self.own, self.other, self.gipfs))
        self.own |= way.first
        if gipf:
            self.gipfs |= way.first
            self.reserve -= 2
        else:
            self.entry = False
            self.reserve -= 1
        return _written_push(way.path, run.bit_count(), gipf)

    def add(self, turn: WrittenTurn) -> None:
        """Write a turn down and give the turn to the opponent."""
        self.turns.append(turn)
        self.own, self.other = self.other, self.own
        self.reserve, self.other_reserve = self.other_reserve, self.reserve
        self.entry, self.other_entry = self.other_entry, self.entry

    def give_up(self) -> None:
        """End the game: the side to move must push and has nothing to push."""
        self.winner = (len(self.turns) + 1) % 2
        self.termination = "reserve"


def _moved(spots: int, run: int, step: int) -> int:
    moving = spots & run
    return (spots & ~run) | (moving << step if step > 0 else moving >> -step)


def _kinds(entry: bool, reserve: int, has_gipf: bool) -> tuple[bool, ...]:
    """Give the kinds of piece that may be entered: False a single piece, True a GIPF-piece (see ``Position.kinds``)."""
    if not entry:
        return (False,) if reserve else ()
    return ((False,) if reserve and has_gipf else ()) + ((True,) if reserve > 1 else ())


def simulate(variant: Variant, games: int, *, policy: str = RANDOM, seed: int = 0) -> Iterator[Record]:
    """Yield games between two players of one policy, numbered from 1.

    A game depends on the variant, the policy, the seed and its own number alone.

    >>> from gipfkit.gipf.variant import BASIC
    >>> [record.result for record in simulate(BASIC, 2, seed=7)] == [r.result for r in simulate(BASIC, 9, seed=7)][:2]
    True
    """
    play = {RANDOM: _random_turn, GREEDY: _greedy_turn}[policy]
    for number in range(1, games + 1):
        game = _Game(variant, random.Random(f"{seed}/{number}"))
        while game.winner is None and len(game.turns) < MOST_TURNS:
            play(game)
        yield _record(game, variant, policy, number)


def _record(game: _Game, variant: Variant, policy: str, number: int) -> Record:
    result = OPEN if game.winner is None else WON[(WHITE, BLACK)[game.winner]]
    tags = (
        ("Event", "Simulated games"),
        ("White", PLAYERS[policy]),
        ("Black", PLAYERS[policy]),
        ("Result", result),
        ("Variant", variant.name),
        ("Termination", game.termination),
    )
    return Record(tags, TurnList(tuple(game.turns)), result, number=number, notation="simulated")


# Random play.


def _random_turn(game: _Game) -> None:
    """Make a random turn."""
    before = _random_rows(game, last_chance=True) if has_row(game.own) else ()
    if game.winner is not None:
        game.add(WrittenTurn(None, before, (), game.reserve))
        return
    kinds = _kinds(game.entry, game.reserve, bool(game.own & game.gipfs))
    if not kinds:
        game.give_up()
        return
    draw, occupied = game.rng.random, game.own | game.other
    # Drawn from all 42 until one is legal and counts: so each of the others is as likely as any.
    while True:
        way = _WAYS[int(draw() * 42)]
        run = way.runs[occupied & way.line]
        if run > 0 or (way.alone and not run):
            break
    push = game.push(way, kinds[int(draw() * 2)] if len(kinds) == 2 else kinds[0])
    after = _random_rows(game) if has_row(game.own) else ()
    game.add(WrittenTurn(push, before, after, game.reserve))


def _random_rows(game: _Game, *, last_chance: bool = False) -> tuple[WrittenRemoval, ...]:
    """Take the rows of the side to move in a random order, own GIPF-pieces kept.

    With ``last_chance`` a row of own GIPF-pieces alone is taken too where the reserve stays empty without it.
    """
    taken: list[WrittenRemoval] = []
    while game.winner is None:
        kept = game.own & game.gipfs
        standing = rows(game.own, game.own | game.other)
        open_rows = [(line, stretch & ~kept) for line, stretch in standing if stretch & ~kept]
        if not open_rows and last_chance and not game.reserve:
            open_rows = standing
        if not open_rows:
            break
        taken.append(game.take(*open_rows[int(game.rng.random() * len(open_rows))]))
    return tuple(taken)


# Greedy play.


class _Turn(NamedTuple):
    """A turn looked at: rows taken before the push (as in ``rows.Phase``), the push, rows taken after.

    Without a push the rows have ended the game.
    """

    before: tuple[tuple[int, int, int], ...]
    push: tuple[_Way, bool] | None
    after: tuple[tuple[int, int, int], ...]


class _Board(NamedTuple):
    """A board looked at: masks, the mover's reserve, the pieces captured in this turn; ``end`` as in ``rows.Phase``."""

    own: int
    other: int
    gipfs: int
    reserve: int
    captured: int
    end: int = 0


def value(own: int, other: int, gipfs: int, reserves: tuple[int, int], captured: int) -> int:
    """Give the worth of a board to the side whose pieces are ``own``, in points.

    ``CAPTURED`` for each piece captured, ``RESERVE`` for each piece in reserve, ``GIPF`` for each GIPF-piece on the
    board (``COUNTED_GIPFS`` at most), ``CENTRE`` for each step that a piece stands nearer to the centre than the rim;
    the opponent's count against it. A GIPF-piece is two pieces, captured or in reserve. ``reserves`` are own and the
    opponent's, ``captured`` the pieces that the opponent has lost more.
    """
    pairs = min((own & gipfs).bit_count(), COUNTED_GIPFS) - min((other & gipfs).bit_count(), COUNTED_GIPFS)
    steps = sum((own & near).bit_count() - (other & near).bit_count() for near in WITHIN)
    return CAPTURED * captured + RESERVE * (reserves[0] - reserves[1]) + GIPF * pairs + CENTRE * steps


def _greedy_turn(game: _Game) -> None:
    """Make the turn of the best value."""
    best, found = -2 * _WON, []
    for worth, turn in _greedy_turns(game):
        if worth > best:
            best, found = worth, [turn]
        elif worth == best:
            found.append(turn)
    if not found:
        game.give_up()
        return
    before, push, after = found[int(game.rng.random() * len(found))]
    first = tuple(game.take(line, spots) for line, _, spots in before)
    written = game.push(*push) if push else None
    second = tuple(game.take(line, spots) for line, _, spots in after)
    game.add(WrittenTurn(written, first, second, game.reserve))


def _greedy_turns(game: _Game) -> Iterator[tuple[int, _Turn]]:
    """Yield every turn of the side to move with its value."""
    start = _Board(game.own, game.other, game.gipfs, game.reserve, 0)
    for middle, before in _taken(start, game.loses):
        if middle.end:
            yield middle.end * _WON, _Turn(before, None, ())
            continue
        kinds = _kinds(game.entry, middle.reserve, bool(middle.own & middle.gipfs))
        occupied = middle.own | middle.other
        for way in _WAYS if kinds else ():
            run = way.runs[occupied & way.line]
            if run < 0 or not (run or way.alone):
                continue
            for gipf in kinds:
                for board, after in _taken(_pushed(middle, way, run, gipf), game.loses):
                    reserves = board.reserve, game.other_reserve
                    worth = value(board.own, board.other, board.gipfs, reserves, board.captured) + board.end * _WON
                    yield worth - _IDLE * (board[:3] == start[:3]), _Turn(before, (way, gipf), after)


def _pushed(board: _Board, way: _Way, run: int, gipf: bool) -> _Board:
    own, other, gipfs, reserve, captured, _ = board
    if run:
        own, other, gipfs = _moved(own, run, way.step), _moved(other, run, way.step), _moved(gipfs, run, way.step)
    gipfs |= way.first if gipf else 0
    return _Board(own | way.first, other, gipfs, reserve - 1 - gipf, captured)


def _taken(board: _Board, loses: bool) -> Iterator[tuple[_Board, tuple[tuple[int, int, int], ...]]]:
    """Yield every way in which the side to move can deal with its rows."""
    own, other, gipfs, reserve, captured, _ = board
    if not has_row(own):
        yield board, ()
        return
    for phase in phases(own, other, gipfs, loses):
        back, gone, kept = own & phase.removed, other & phase.removed, ~phase.removed
        yield (
            _Board(
                own & kept,
                other & kept,
                gipfs & kept,
                reserve + back.bit_count() + (back & gipfs).bit_count(),
                captured + gone.bit_count() + (gone & gipfs).bit_count(),
                phase.end,
            ),
            phase.steps,
        )
