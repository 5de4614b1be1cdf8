"""GIPF played by the letter of the rules, slowly: a second opinion for the tests.

Nothing here shares code or ideas with the engine under test: a position is a handful of plain values, a board is a
dict from spot names to letters, a row is found by walking along a line. The section numbers are those of the rules
(`rules.md`); the position text is section 6 of the notations (`notations.md`).

Colours are "w" and "b". Piece letters: `w` `b` a single piece, `W` `B` a GIPF-piece (two pieces).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

Board = dict[str, str]
Spots = frozenset[str]
Line = tuple[str, ...]
Push = tuple[str, str, bool]
Phase = tuple[list[Spots], "Plain"]
Triple = tuple[Spots, Push | None, Spots]

NOTHING: Spots = frozenset()
LINES = """
b2 b3 b4 b5 / c2 c3 c4 c5 c6 / d2 d3 d4 d5 d6 d7 / e2 e3 e4 e5 e6 e7 e8 / f2 f3 f4 f5 f6 f7 / g2 g3 g4 g5 g6
/ h2 h3 h4 h5 / b2 c2 d2 e2 / b3 c3 d3 e3 f2 / b4 c4 d4 e4 f3 g2 / b5 c5 d5 e5 f4 g3 h2 / c6 d6 e6 f5 g4 h3
/ d7 e7 f6 g5 h4 / e8 f7 g6 h5 / e2 f2 g2 h2 / d2 e3 f3 g3 h3 / c2 d3 e4 f4 g4 h4 / b2 c3 d4 e5 f5 g5 h5
/ b3 c4 d5 e6 f6 g6 / b4 c5 d6 e7 f7 / b5 c6 d7 e8
"""
STARTS = {
    "basic": "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 - basic",
    "standard": "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 - standard",
    "tournament": "4/5/6/7/6/5/4 w 18/18 0/0 wb tournament",
}


@dataclass(frozen=True)
class Plain:
    """A position: all that the rules need to know, and nothing else."""

    variant: str
    pieces: tuple[tuple[str, str], ...]
    reserves: tuple[int, int]
    captured: tuple[int, int]
    to_move: str
    entry: Spots

    def board(self) -> Board:
        """The pieces as a fresh dict from spot to letter."""
        return dict(self.pieces)

    def reserve(self, colour: str) -> int:
        """How many pieces that side has in reserve."""
        return self.reserves["wb".index(colour)]


class Row(NamedTuple):
    """A standing row: its line (index in `lines()`) and its stretch, extension included, in line order."""

    line: int
    stretch: Line


class Step(NamedTuple):
    """One row taken: its line, what goes, and the GIPF-pieces of the stretch that stay."""

    line: int
    removed: Spots
    left: Spots


# --- Section 1: the board ---


@cache
def lines() -> tuple[Line, ...]:
    """The 21 lines of spots, in the order of section 1."""
    return tuple(tuple(line.split()) for line in LINES.split("/"))


def _axial(name: str) -> tuple[int, int]:
    x = "abcdefghi".index(name[0])
    return x, int(name[1]) - 1 + max(0, x - 4)


def _dot_before(line: Line) -> str:
    """The dot from which a piece enters the line at its first spot: one step back on the axis of the line."""
    (x1, y1), (x2, y2) = _axial(line[0]), _axial(line[1])
    x, y = 2 * x1 - x2, 2 * y1 - y2
    return f"{'abcdefghi'[x]}{y - max(0, x - 4) + 1}"


@cache
def paths() -> dict[tuple[str, str], Line]:
    """The 42 ways in: (dot, first spot) -> the spots in push order."""
    both_ways = [way for line in lines() for way in (line, line[::-1])]
    return {(_dot_before(way), way[0]): way for way in sorted(both_ways)}


def path(dot: str, first: str) -> Line:
    """The spots of a line in push order, seen from a dot."""
    return paths()[dot, first]


# --- Positions and their texts ---


def other(colour: str) -> str:
    """The opponent."""
    return "b" if colour == "w" else "w"


def owner(letter: str) -> str:
    """The colour of a piece."""
    return letter.lower()


def worth(letters: Iterable[str]) -> int:
    """How many pieces these are; a GIPF-piece is two (section 2)."""
    return sum(2 if letter.isupper() else 1 for letter in letters)


def _pieces(board: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(board.items()))


def start(variant: str) -> Plain:
    """The position before the first turn (section 2)."""
    return from_text(STARTS[variant])


def to_text(plain: Plain) -> str:
    """The position text of the notations, section 6."""
    board = plain.board()
    columns = "/".join("".join(board.get(spot, ".") for spot in column) for column in lines()[:7])
    for length in range(7, 0, -1):
        columns = columns.replace("." * length, str(length))
    reserves, captured = (f"{pair[0]}/{pair[1]}" for pair in (plain.reserves, plain.captured))
    entry = "".join(colour for colour in "wb" if colour in plain.entry) or "-"
    return f"{columns} {plain.to_move} {reserves} {captured} {entry} {plain.variant}"


def from_text(text: str) -> Plain:
    """Read a position text."""
    columns, to_move, reserves, captured, entry, variant = text.split()
    (reserve_w, reserve_b), (captured_w, captured_b) = (map(int, pair.split("/")) for pair in (reserves, captured))
    board: Board = {}
    for index, column in enumerate(columns.split("/")):
        letters = "".join("." * int(char) if char.isdigit() else char for char in column)
        board.update((spot, letter) for spot, letter in zip(lines()[index], letters, strict=True) if letter != ".")
    rights = frozenset(entry) - {"-"}
    return Plain(variant, _pieces(board), (reserve_w, reserve_b), (captured_w, captured_b), to_move, rights)


def from_case(case: Mapping[str, Any]) -> Plain:
    """The position of a JSON case; captured pieces are unknown there and set to 0/0."""
    position = case["position"]
    kinds = {"white": "w", "black": "b", "white_gipf": "W", "black_gipf": "B"}
    board = {spot: letter for kind, letter in kinds.items() for spot in position.get(kind, ())}
    white, black = position.get("reserve") or (12, 12)
    rights = position.get("may_play_gipf") or (False, False)
    entry = frozenset(colour for colour, right in zip("wb", rights, strict=True) if right)
    to_move = position.get("to_move") or "w"
    return Plain(case["variant"], _pieces(board), (white, black), (0, 0), to_move, entry)


# --- Section 3: the push ---


def has_gipf(plain: Plain, colour: str) -> bool:
    """Whether that side has a GIPF-piece on the board."""
    return any(letter == colour.upper() for _, letter in plain.pieces)


def _kinds(plain: Plain) -> list[bool]:
    """Which kinds of piece may be pushed now, True for a GIPF-piece (section 2, tournament entry).

    A side that may enter and has no GIPF-piece on the board has entered none yet: its first must be one.
    """
    colour, reserve = plain.to_move, plain.reserve(plain.to_move)
    single = reserve >= 1 and (colour not in plain.entry or has_gipf(plain, colour))
    gipf = reserve >= 2 and colour in plain.entry
    return [False] * single + [True] * gipf


def pushes(plain: Plain) -> list[Push]:
    """Every push (dot, first spot, GIPF-piece or not) of the side to move: any line that is not full."""
    board = plain.board()
    ways = [key for key, way in paths().items() if any(spot not in board for spot in way)]
    return [(dot, first, kind) for kind in _kinds(plain) for dot, first in ways]


def pushed(plain: Plain, push: Push) -> Plain:
    """The position after the bare push; the turn is not over yet, so the side to move stays."""
    dot, first, gipf = push
    colour, board = plain.to_move, plain.board()
    moving = colour.upper() if gipf else colour
    for spot in path(dot, first):
        pushed_out = board.get(spot)
        board[spot] = moving
        if pushed_out is None:
            break
        moving = pushed_out
    reserves = _added(plain.reserves, colour, -2 if gipf else -1)
    entry = plain.entry if gipf else plain.entry - {colour}
    return replace(plain, pieces=_pieces(board), reserves=reserves, entry=entry)


def _added(pair: tuple[int, int], colour: str, number: int) -> tuple[int, int]:
    return (pair[0] + number, pair[1]) if colour == "w" else (pair[0], pair[1] + number)


# --- Section 4: rows and removals ---


def _stretches(line: Line, board: Board) -> list[Line]:
    """The runs of occupied spots on a line, both colours, cut at the gaps."""
    marked = " ".join(spot if spot in board else "/" for spot in line)
    return [tuple(run.split()) for run in marked.split("/")]


def rows(plain: Plain, colour: str) -> list[Row]:
    """The rows of that colour that stand. The longest line has 7 spots, so there is never more than one on a line."""
    board = plain.board()
    return [
        Row(index, stretch)
        for index, line in enumerate(lines())
        for stretch in _stretches(line, board)
        if colour * 4 in "".join(owner(board[spot]) for spot in stretch)
    ]


def steps(plain: Plain, colour: str, handled_lines: Iterable[int] = ()) -> list[Step]:
    """Every way to handle one row: singles of the stretch go, each of its GIPF-pieces goes or stays.

    With only GIPF-pieces in the stretch, one of the ways leaves them all: no obligation.
    """
    board, handled = plain.board(), set(handled_lines)
    found: list[Step] = []
    for line, stretch in rows(plain, colour):
        if line not in handled:
            optional = [spot for spot in stretch if board[spot].isupper()]
            choices = (chosen for size in range(len(optional) + 1) for chosen in combinations(optional, size))
            found += [Step(line, frozenset(stretch) - set(left), frozenset(left)) for left in choices]
    return found


def removed(plain: Plain, colour: str, spots: Spots) -> Plain:
    """That colour takes these pieces: his own return to his reserve, the others are captured.

    Tests the end (section 5): if it ends the game, the turn counts as complete.
    """
    board = plain.board()
    taken = [board.pop(spot) for spot in sorted(spots)]
    mine = worth(letter for letter in taken if owner(letter) == colour)
    after = replace(
        plain,
        pieces=_pieces(board),
        reserves=_added(plain.reserves, colour, mine),
        captured=_added(plain.captured, other(colour), worth(taken) - mine),
    )
    return _ended(plain, after, colour)


def _ended(before: Plain, after: Plain, colour: str) -> Plain:
    """Section 5: who lost his last GIPF-piece with this row? The opponent of the remover is tested first.

    The end is marked in the fields: the turn passes, nobody may enter any more. (Only a winner that has not entered
    a GIPF-piece yet keeps his right, which can't happen in a real game: without it he would seem to have lost his.)
    """
    for side in (other(colour), colour):
        entered = has_gipf(before, side) or side not in before.entry
        if before.variant != "basic" and entered and not has_gipf(after, side):
            unentered = side == colour and not has_gipf(after, other(colour))
            entry = frozenset(other(colour)) if unentered else NOTHING
            return replace(after, to_move=other(colour), entry=entry)
    return after


def phases(plain: Plain, colour: str, handled_lines: frozenset[int] = frozenset()) -> list[Phase]:
    """Every ordered way for one player to remove his rows: the sets removed in turn, and what is left.

    Each line is handled once; rows are computed afresh after each step. It stops at once when a step ends the game.
    """
    if gipf_winner(plain) is not None:
        return [([], plain)]
    found: list[Phase] = []
    for line, spots, _ in steps(plain, colour, handled_lines):
        rest = phases(removed(plain, colour, spots), colour, handled_lines | {line})
        found += [([spots, *later], final) for later, final in rest]
    return found or [([], plain)]


# --- Section 5: the end ---


def gipf_winner(plain: Plain) -> str | None:
    """The winner by GIPF-pieces: a side with none on the board and no right to enter one has lost.

    If that is so for both, the side not to move (who took the last row) has won.
    """
    if plain.variant == "basic":
        return None
    sides = (plain.to_move, other(plain.to_move))
    lost = [side for side in sides if side not in plain.entry and not has_gipf(plain, side)]
    return other(lost[0]) if lost else None


def winner(plain: Plain) -> str | None:
    """Who has won, if anyone: by GIPF-pieces, or because the side to move has no reserve and no row to take."""
    colour = plain.to_move
    by_gipf = gipf_winner(plain)
    if by_gipf is not None:
        return by_gipf
    return other(colour) if plain.reserve(colour) == 0 and not rows(plain, colour) else None


# --- Section 3: whole turns ---


def passed(plain: Plain) -> Plain:
    """The turn goes to the opponent, unless the game has ended (then it has passed already)."""
    return plain if gipf_winner(plain) is not None else replace(plain, to_move=other(plain.to_move))


def turns(plain: Plain) -> dict[Triple, Plain]:
    """Every complete turn: (spots removed before the push, push, spots removed after it) -> the position after it.

    Leaving an optional row and handling it by leaving all its pieces are the same turn. A turn without a push ends the
    game: by GIPF-pieces or, if `gipf_winner` of its value is None, because the mover left an optional row that would
    have refilled his empty reserve. Then he is still the side to move, and has lost though his row stands.
    """
    found: dict[Triple, Plain] = {}
    if winner(plain) is not None:
        return found
    for first_sets, ready in _distinct(phases(plain, plain.to_move)):
        if gipf_winner(ready) is not None or ready.reserve(plain.to_move) == 0:
            found[first_sets, None, NOTHING] = ready
            continue
        for push in pushes(ready):
            for last_sets, done in _distinct(phases(pushed(ready, push), plain.to_move)):
                found[first_sets, push, last_sets] = passed(done)
    return found


def _distinct(found: list[Phase]) -> list[tuple[Spots, Plain]]:
    """The phases by the union of what they remove, each once."""
    return list({(NOTHING.union(*sets), final): None for sets, final in found})


# --- Section 6: perft ---

Ply = tuple[Push, list[Spots], list[Spots], Plain]

# The figures tell positions apart by entry rights even after the game has ended, where `Plain.entry` is emptied; so
# perft counts each position together with the rights that held before the end.
Node = tuple[Plain, Spots]


def plies(plain: Plain) -> list[Ply]:
    """Every push with every phase of the mover and every phase of the opponent, as perft counts them."""
    found: list[Ply] = []
    if winner(plain) is not None:
        return found
    for push in pushes(plain):
        for mine, middle in phases(pushed(plain, push), plain.to_move):
            over = gipf_winner(middle) is not None
            replies: list[Phase] = [([], middle)] if over else phases(passed(middle), other(plain.to_move))
            found += [(push, mine, theirs, final) for theirs, final in replies]
    return found


@lru_cache(maxsize=4096)
def _children(plain: Plain) -> tuple[tuple[Node, int], ...]:
    counts = Counter((final, pushed(plain, push).entry) for push, _, _, final in plies(plain))
    return tuple(counts.items())


def perft(plain: Plain, depth: int) -> tuple[int, int, int]:
    """(S, P, U) of section 6: sequences, distinct results of each node summed, distinct positions at that depth.

    Positions with a winner have no children, so a game that ends before that depth isn't counted. (No position of
    perft.jsonl holds a standing row, so nothing there tells how rows that stand before the first push are to be
    treated. Here a ply starts with the push, as section 6 says, and such rows wait for the phase after it.)
    """
    sequences: Counter[Node] = Counter({(plain, plain.entry): 1})
    results = sequences.copy()
    for _ in range(depth):
        next_sequences: Counter[Node] = Counter()
        next_results: Counter[Node] = Counter()
        for node in sequences:
            for child, ways in _children(node[0]):
                next_sequences[child] += ways * sequences[node]
                next_results[child] += results[node]
        sequences, results = next_sequences, next_results
    return sequences.total(), results.total(), len(sequences)
