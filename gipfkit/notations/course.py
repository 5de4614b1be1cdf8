"""The position text of a programming course (Gdansk, "AiSD") with its moves; read only (spec: notations section 5).

A game begins with ``LOAD_GAME_BOARD``: the board's size and the length of a row, the pieces of each side; then the
reserves and the side to move; then the board, drawn turned so that its lines stand level. ``DO_MOVE`` pushes, and takes
every row, the mover's and then the opponent's; where rows cross it names two spots or more of the one to take.

Unconfirmed, as no file of the course was at hand: how the drawing is turned. Here its rows are the lines that rise to
the right on the official board, topmost first: ``b5 c6 d7 e8``, then ``b4 c5 d6 e7 f7``, down to ``e2 f2 g2 h2``. In
basic's start both ends of the first and the last row and of the middle one then hold a piece, W first at the top.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gipfkit.findings import Finding
from gipfkit.gipf.board import LINES, Colour, mask
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Removal
from gipfkit.gipf.variant import BASIC
from gipfkit.notations.building import Game, found, records
from gipfkit.notations.follow import Follower, pushed_by
from gipfkit.notations.official import DOT, SPOT, shortened
from gipfkit.record import Place, Record, WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn

# The rows of the drawing: the lines of the axis (1, 1), from the one through b5 down to the one through h2.
ROWS = tuple(line.spots for line in sorted(LINES[14:], key=lambda line: (-int(line.spots[0][1]), line.spots[0][0])))
_LOAD, _MOVE = "LOAD_GAME_BOARD", "DO_MOVE"
_NUMBERS = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s+([0-9]{1,4})\s+([0-9]{1,4})\s*")
_RESERVES = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s+([WB])\s*")
_DRAWN = re.compile(r"\s*[WB_](?:\s+[WB_])*+\s*")
_TURN = re.compile(rf"\s*DO_MOVE\s+({DOT})\s*-\s*({SPOT})\s*(?:([wb])\s*:\s*({SPOT}(?:\s*+{SPOT})*+)\s*)?")
_COMMAND = re.compile(r"\s*[A-Z][A-Z_]{3,}(?:\s.*)?")
_MOST_PIECES = 99
_OF_BOARD, _OF_RESERVES = "board", "reserves"
_HEAD = (
    f"{_LOAD}, then 4 4 15 15 (size, length of a row, pieces of each side), 12 12 W (reserves, side to move), "
    "then seven rows of W, B and _"
)
_HINT = "a move is DO_MOVE a5-b5, with w: or b: and spots of the row to take where rows cross"


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text: one for each board that is loaded."""
    games = (item if isinstance(item, Finding) else item.finished() for item in _games(lines))
    yield from records(games, "course", source)


def _games(lines: Iterable[str]) -> Iterator["_Reader | Finding"]:
    reader: _Reader | None = None
    outside = False
    for number, raw in enumerate(lines, 1):
        line, place = raw.removeprefix("\ufeff").rstrip(), Place(number, 1)
        if not line:
            continue
        if line.strip() == _LOAD:
            if reader:
                yield reader
            reader = _Reader(Game(number))
        elif reader:
            reader.line(line, place)
        elif not outside:
            outside = True
            message = f"{shortened(line.strip())}: text outside any game"
            yield found("stray-text", message, place, text=line, hint=f"a game begins with {_LOAD}")
    if reader:
        yield reader


@dataclass(slots=True)
class _Reader:
    """A board being loaded and the moves on it."""

    game: Game
    numbers: list[int] = field(default_factory=list)
    reserves: tuple[int, int] | None = None
    to_move: Colour = Colour.WHITE
    drawing: list[str] = field(default_factory=list)
    # Where the numbers, the reserves and each row of the drawing stand.
    places: dict[str, Place] = field(default_factory=dict)
    follower: Follower | None = None
    rows: tuple[WrittenRemoval, ...] = ()
    chosen: str = ""

    def line(self, line: str, place: Place) -> None:
        """Take a line of a game."""
        if self.follower is None and not line.lstrip().startswith(_MOVE):
            self._head(line, place)
            return
        if self.follower is None:
            self._load()
        if line.lstrip().startswith(_MOVE):
            self._move(line.strip(), place)
        elif not (_COMMAND.fullmatch(line) or _DRAWN.fullmatch(line)):
            message = f"{shortened(line.strip())}: no command of the course"
            self.game.find("stray-text", message, place, text=line, hint=_HINT)

    def finished(self) -> Game:
        """Give the game, its position loaded even where no move was made."""
        if self.follower is None:
            self._load()
        self.game.findings.sort(key=lambda finding: finding.line or 0)
        if self.chosen:
            # The opponent's row at the end goes with a turn of his that isn't there.
            self.game.notes[len(self.game.turns)] = [self.chosen]
        return self.game

    def _head(self, line: str, place: Place) -> None:
        """Take a line before the first move: numbers, reserves, the drawing."""
        if not self.numbers and (numbers := _NUMBERS.fullmatch(line)):
            self.numbers = [int(number) for number in numbers.groups()]
            self.places[_OF_BOARD] = place
        elif self.reserves is None and (reserves := _RESERVES.fullmatch(line)):
            self.reserves = int(reserves[1]), int(reserves[2])
            self.to_move = Colour("WB".index(reserves[3]))
            self.places[_OF_RESERVES] = place
        elif _DRAWN.fullmatch(line) and len(self.drawing) <= len(ROWS):
            self.drawing.append("".join(line.split()))
            self.places[f"row {len(self.drawing)}"] = place
        elif not _COMMAND.fullmatch(line):
            self.game.find("stray-text", f"{shortened(line.strip())}: no line of a board", place, text=line, hint=_HEAD)

    def _load(self) -> None:
        """Make the start of what has been drawn."""
        self.game.tags["Variant"] = BASIC.name
        self.follower = Follower(None)
        problem = next(self._problems(), None)
        if problem:
            message, where = problem
            place = self.places.get(where, Place(self.game.line, 1))
            self.game.find("start-impossible", message, place, hint=_HEAD)
            self.game.tags["Position"] = "?"
            return
        position = self._position()
        if position != Position.initial(BASIC):
            self.game.tags |= {"SetUp": "1", "Position": position.to_text()}
        self.follower.position = None if any(p.impossible for p in position.problems()) else position

    def _position(self) -> Position:
        """Give what is drawn; pieces that are neither on the board nor in reserve are captured."""
        assert self.reserves
        white, black = (self._spots(side) for side in "WB")
        gone = [
            max(0, total - own.bit_count() - reserve)
            for total, own, reserve in zip(self.numbers[2:], (white, black), self.reserves, strict=True)
        ]
        return Position(BASIC, white, black, 0, self.reserves, (gone[0], gone[1]), self.to_move)

    def _spots(self, letter: str) -> int:
        drawn = (zip(spots, row, strict=True) for row, spots in zip(self.drawing, ROWS, strict=True))
        return mask(spot for row in drawn for spot, found in row if found == letter)

    def _problems(self) -> Iterator[tuple[str, str]]:
        """Yield why no game can start from what is drawn, and in which of ``places``."""
        if not self.numbers:
            yield "the line with the size of the board and the numbers of pieces is missing", ""
        elif self.numbers[:2] != [4, 4]:
            size, length, *_ = self.numbers
            wrong = f"a board of size {size} is" if size != 4 else f"rows of {length} that go are"
            yield f"{wrong} not GIPF's: the size is 4, and 4 pieces in a row go", _OF_BOARD
        if self.reserves is None:
            yield "the line with the reserves and the side to move is missing", ""
        if len(self.drawing) != len(ROWS):
            more = " or more" if len(self.drawing) > len(ROWS) else ""
            last = f"row {min(len(self.drawing), len(ROWS) + 1)}"
            yield f"the board has {len(ROWS)} rows, {len(self.drawing)}{more} are drawn", last
            return
        for number, (row, spots) in enumerate(zip(self.drawing, ROWS, strict=True), 1):
            if len(row) != len(spots):
                yield f"row {number} of the board has {len(spots)} spots, {len(row)} are drawn", f"row {number}"
        if self.numbers and self.reserves and all(map(_fits, self.drawing, ROWS)):
            yield from self._miscounted()

    def _miscounted(self) -> Iterator[tuple[str, str]]:
        """Yield where a side has more pieces than it began with, or than any game."""
        assert self.reserves
        for word, letter, total, reserve in zip(("White", "Black"), "WB", self.numbers[2:], self.reserves, strict=True):
            if total > _MOST_PIECES:
                yield f"{total} pieces of a side are more than any game has", _OF_BOARD
            drawn = self._spots(letter).bit_count()
            if drawn + reserve > total:
                have = f"{word} has {drawn} pieces on the board and {reserve} in reserve"
                yield f"{have}, more than the {total} stated for the game", _OF_BOARD

    def _move(self, text: str, place: Place) -> None:
        found_turn = _TURN.fullmatch(text) if len(text) < 400 else None
        self.chosen = ""
        if found_turn is None or self.follower is None:
            self.game.unreadable(text, place, "no move of the course", _HINT)
            self.follower, self.rows = Follower(None), ()
            return
        dot, spot, side, spots = found_turn.groups()
        push, before = WrittenPush(dot, spot), self.rows
        self.rows = ()
        board = self.follower.position
        pushed = pushed_by(_taken(board, before), push) if board else None
        chosen = {Colour("wb".index(side)): mask(re.findall(SPOT, spots))} if side else {}
        after, own = _taken_by(pushed, pushed.to_move, chosen) if pushed else ((), ())
        turn = WrittenTurn(push, before, after, text=text)
        self.game.add(turn, place)
        self.follower.play(turn)
        if pushed:
            other = pushed.to_move.opponent
            self.rows, _ = _taken_by(pushed.take(own), other, chosen)
            if other in chosen:
                self.chosen = f"{side}: {spots}"


def _fits(row: str, spots: Sequence[str]) -> bool:
    return len(row) == len(spots)


def _taken(position: Position, groups: tuple[WrittenRemoval, ...]) -> Position:
    """Give a position with the mover's rows taken: those of the likeliest way that empties the listed spots."""
    spots = mask(piece.spot for group in groups for piece in group)
    for way in position.removals(position.to_move):
        if mask(spot for removal in way for spot in removal.spots) == spots:
            return position.take(way)
    return position


def _taken_by(
    position: Position, colour: Colour, chosen: dict[Colour, int]
) -> tuple[tuple[WrittenRemoval, ...], tuple[Removal, ...]]:
    """Give a side's rows as they are taken, where there is one way or one holds the chosen row; else an x alone."""
    ways = position.removals(colour)
    if colour in chosen:
        spots = chosen[colour]
        ways = [way for way in ways if any(_holds(position, removal, spots) for removal in way)] or ways
    if len(ways) > 1:
        return ((),), ways[0]
    groups = tuple(
        tuple(WrittenPiece(spot, False, not position.pieces(colour) & mask([spot])) for spot in removal.spots)
        for removal in ways[0]
    )
    return groups, ways[0]


def _holds(position: Position, removal: Removal, spots: int) -> bool:
    """Say whether a row is the one on which the chosen spots lie, pieces that they name at least."""
    line = LINES[removal.line].mask
    return not spots & ~line and not spots & position.occupied & ~removal.taken
