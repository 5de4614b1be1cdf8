"""One line of play in BoardSpace's gestures: each is taken on the board, ``Done`` makes a turn (spec: BoardSpace's SGF
dialect, sections 2 and 4)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gipfkit.findings import CODES, ERROR, WARNING, Finding
from gipfkit.gipf.board import BIT, BLACK, DOTS, LINES, PATHS_TO, SPOTS, WHITE, Colour, path_through
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Push, Removal
from gipfkit.notations.boardspace.rows import Captures, places_gipf
from gipfkit.record import Place, TurnList, WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn

_SPOTS, _DOTS = frozenset(SPOTS), frozenset(DOTS)
POINTS = _SPOTS | _DOTS
# More gestures of one turn, and longer ones, no variation inside it gets; more single removals no turn gets.
_MOST, _LONGEST = 50, 100


@dataclass(frozen=True, slots=True)
class Gesture:
    """One gesture: whose, its words in lower case, points as official names, the text as it stands, its place."""

    player: int
    token: str
    points: tuple[str, ...]
    rack: str
    text: str
    place: Place


@dataclass(slots=True)
class Open:
    """A turn on its way to its ``Done``."""

    place: Place
    texts: list[str] = field(default_factory=list)
    stamps: list[str | None] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    before: list[WrittenRemoval] = field(default_factory=list)
    after: list[WrittenRemoval] = field(default_factory=list)
    dot: str | None = None
    push: WrittenPush | None = None
    standard: bool = False
    row_taken: bool = False
    start: Position | None = None
    resigns: int | None = None
    # What stood before the push, for a piece lifted again.
    settled: "tuple[Captures | None, list[WrittenRemoval]] | None" = None


@dataclass(slots=True)
class Ending:
    """How a game was given up or drawn in its gestures: the winner (None: a draw) and the termination."""

    winner: Colour | None
    termination: str
    place: Place


class Play:
    """A line of play: the turns so far, the board, the turn on its way; ``captures`` is None if the board is lost.

    ``said`` holds the codes of findings that a game has once, for all its lines.
    """

    def __init__(self, start: Position | None, findings: list[Finding], said: set[str]):
        self.start = start
        self.captures = Captures(start) if start else None
        self.findings, self.said = findings, said
        self.to_move = start.to_move if start else WHITE
        self.turns: list[WrittenTurn] = []
        self.places: list[Place] = []
        self.comments: dict[int, list[str]] = {}
        self.variations: dict[int, list[TurnList]] = {}
        self.open: Open | None = None
        self.ending: Ending | None = None
        self.editing = False
        self.hand: tuple[Colour, bool] | None = None
        self.seen: dict[Position, int] = {start: 1} if start else {}
        self.lowest = list(start.reserves) if start else [0, 0]
        self.last_start: Position | None = None

    def branch(self) -> "Play":
        """Give the line of a variation that begins here: the same board, no turns yet.

        Of the turn on its way it gets the text of so many gestures as a turn may need: a file can have thousands in one
        turn, and thousands of variations there.
        """
        other = Play(None, self.findings, self.said)
        other.captures = self.captures.copy() if self.captures else None
        other.to_move, other.seen = self.to_move, {}
        other.editing, other.hand, other.start = self.editing, self.hand, self.start
        if self.open:
            kept = self.open
            other.open = replace(
                kept,
                texts=[text[:_LONGEST] for text in kept.texts[-_MOST:]],
                stamps=kept.stamps[-_MOST:],
                comments=[],
                before=kept.before[:],
                after=kept.after[:],
            )
        return other

    def find(self, code: str, place: Place, message: str, *, text: str | None = None, **more: str | None) -> None:
        """Add a finding; ``severity`` and ``hint`` may be given."""
        severity = more.get("severity") or CODES[code].severity
        found = Finding(code, severity, message, line=place.line, column=place.column, text=text, hint=more.get("hint"))
        self.findings.append(found)

    @property
    def board(self) -> Position | None:
        """The board as it stands, in the midst of a turn too."""
        return self.captures.position if self.captures else None

    def note(self, comments: Sequence[str]) -> None:
        """Add comments to the turn on its way, or else to the last one."""
        if self.open:
            self.open.comments += comments
        elif comments:
            self.comments.setdefault(len(self.turns), []).extend(comments)

    def take(self, gesture: Gesture, stamp: str | None) -> None:
        """Take a gesture; what it means depends on what came before."""
        if gesture.token == "start":
            self._start(gesture)
            self.note(clocks([stamp]))
            return
        if self.open is None:
            self.open = Open(gesture.place, start=self.board)
            if gesture.token not in ("edit", "resign", "winontime", "done"):
                self._check_side(gesture)
        turn = self.open
        turn.texts.append(gesture.text)
        turn.stamps.append(stamp)
        if self.editing and gesture.token != "done":
            self._edit(gesture)
        elif gesture.token in _TAKES:
            _TAKES[gesture.token](self, turn, gesture)
        elif gesture.token == "preserve":
            self._preserve(gesture)
        elif gesture.token == "drop":
            turn.dot = None
        elif gesture.token == "standard":
            turn.standard = not turn.standard
        elif gesture.token == "edit":
            self._begin_edit()
        elif gesture.token == "resign":
            turn.resigns = None if turn.resigns is not None else gesture.player
        elif gesture.token == "winontime":
            self._end(Ending(self.to_move, "time", gesture.place))
        elif gesture.token == "done":
            self._done(turn, gesture)

    def _check_side(self, gesture: Gesture) -> None:
        if gesture.player == self.to_move:
            return
        if "side-differs" in self.said:
            return
        self.said.add("side-differs")
        message = f"P{gesture.player} moves where P{int(self.to_move)} is due"
        hint = "a turn may be missing or doubled before it; turns are read as White's and Black's alternately"
        place, text = gesture.place, gesture.text
        found = Finding("side-differs", ERROR, message, line=place.line, column=place.column, text=text, hint=hint)
        self.findings.append(found)

    # Placing and pushing

    def _dropb(self, turn: Open, gesture: Gesture) -> None:
        point = gesture.points[0]
        if point in _DOTS:
            if turn.push is not None:
                self.find(
                    "unreadable", gesture.place, f"{gesture.text}: the turn has a push already", text=gesture.text
                )
                return
            turn.dot = point
        else:
            self._push(turn, turn.dot, point, gesture)

    def _pickb(self, turn: Open, gesture: Gesture) -> None:
        """Lift the piece again: one that waits keeps its dot, one that was pushed in is taken back."""
        if gesture.points[0] in _SPOTS and turn.settled is not None:
            self.captures, before = turn.settled
            turn.before = before[:]
            turn.push, turn.settled = None, None
            turn.after.clear()

    def _slidefrom(self, turn: Open, gesture: Gesture) -> None:
        dot, spot = gesture.points
        turn.dot = dot
        self._push(turn, dot, spot, gesture)

    def _push(self, turn: Open, dot: str | None, spot: str, gesture: Gesture) -> None:
        if turn.push is not None:
            self.find("unreadable", gesture.place, f"{gesture.text}: the turn has a push already", text=gesture.text)
            return
        captures = self.captures
        turn.settled = captures.copy() if captures and captures.rows else captures, turn.before[:]
        if captures is None:
            turn.push = WrittenPush(dot, spot)
            return
        if captures.rows and not captures.must:
            self._write(turn.before, captures.position, captures.take_all())
        position = captures.position
        gipf = places_gipf(position, row_taken=turn.row_taken) != turn.standard
        path = path_through(dot, spot) if dot else None
        if dot is None and spot in PATHS_TO and not BIT[spot] & position.occupied:
            path = PATHS_TO[spot][0]
        run = RUNS[path.index][position.occupied & path.mask] if path else -1
        if path is None or path.first != spot or run < 0:
            turn.push, self.captures = WrittenPush(dot, spot, gipf), None
            return
        turn.push = WrittenPush(dot, path.spots[run.bit_count()], gipf)
        entered = position.entered(Push(path.dot, path.first, gipf))
        mover = position.to_move
        self.lowest[mover] = min(self.lowest[mover], entered.reserves[mover])
        self.captures = Captures(entered)

    # Rows

    def _remove(self, turn: Open, gesture: Gesture) -> None:
        point, captures = gesture.points[0], self.captures
        groups = turn.before if turn.push is None else turn.after
        if captures and point in _SPOTS and captures.is_gipf(point):
            captures.tell(point, keep=False)
            return
        row = captures.row(point) if captures else None
        if captures is None or row is None:
            if point in _SPOTS and len(groups) < _MOST:
                groups.append((WrittenPiece(point, None, None),))
            else:
                self.find("removal-no-row", gesture.place, f"{gesture.text}: no row ends there", text=gesture.text)
            return
        before = captures.position
        removal = captures.take(row)
        turn.row_taken = turn.row_taken or turn.push is None
        if removal:
            self._write(groups, before, [removal])

    def _preserve(self, gesture: Gesture) -> None:
        point = gesture.points[0]
        if self.captures and point in _SPOTS and self.captures.is_gipf(point):
            self.captures.tell(point, keep=None)
        elif self.captures:
            message = f"{gesture.text}: no GIPF-piece stands there in a row"
            self.find("unreadable", gesture.place, message, text=gesture.text, severity=WARNING)

    @staticmethod
    def _write(groups: list[WrittenRemoval], position: Position, removals: Sequence[Removal]) -> None:
        own = position.pieces(position.to_move)
        for removal in removals:
            groups.append(
                tuple(
                    WrittenPiece(spot, bool(BIT[spot] & position.gipfs), not BIT[spot] & own)
                    for spot in LINES[removal.line].ordered(removal.taken)
                )
            )

    # The end of a turn

    def _done(self, turn: Open, gesture: Gesture) -> None:
        if turn.resigns is not None:
            self._resigned(turn)
            return
        if self.editing:
            return
        if turn.push is None and not turn.before:
            self._done_without_push(turn, gesture)
            return
        if turn.push is not None:
            self._take_rest(turn)
        self.finish()

    def _done_without_push(self, turn: Open, gesture: Gesture) -> None:
        if len(turn.texts) > 1:
            self._unreadable(turn, "the turn has no push")
            return
        self.open = None
        if self.board is None or self.seen.get(self.board, 0) < 3:
            message = f"{gesture.text.strip()}: no turn before it"
            self.find("unreadable", gesture.place, message, text=gesture.text, severity=WARNING)

    def _unreadable(self, turn: Open, why: str) -> None:
        text = " ".join(turn.texts)
        hint = "a turn is Dropb dot, Dropb spot, Done"
        self.find("unreadable", turn.place, f"{why}: {_shown(text)}", text=_shown(text), hint=hint)
        self.captures = None
        self._add(turn, WrittenTurn(None, unreadable=text, text=text))

    def _take_rest(self, turn: Open) -> None:
        """Take the rows that ``Done`` takes without a word; where it is unclear which, leave it to the replay."""
        captures = self.captures
        if captures is None or not captures.rows:
            return
        if captures.simple or not captures.must:
            position = captures.position
            self._write(turn.after, position, captures.take_all())
            return
        position = captures.position
        ways = position.removals(position.to_move)
        if len(ways) == 1:
            self._write(turn.after, position, ways[0])
        else:
            turn.after.append(())
        self.captures = Captures(position.take(ways[0]))

    def finish(self) -> None:
        """End the turn on its way, whole as it is."""
        turn = self.open
        if turn is None:
            return
        written = WrittenTurn(turn.push, tuple(turn.before), tuple(turn.after), text=" ".join(turn.texts))
        self.last_start = turn.start
        self._add(turn, written)
        if self.captures:
            passed = self.captures.position.passed()
            self.captures = Captures(passed)
            if not turn.after:
                self.seen[passed] = self.seen.get(passed, 0) + 1

    def _add(self, turn: Open, written: WrittenTurn) -> None:
        self.turns.append(written)
        self.places.append(turn.place)
        self.open = None
        self.to_move = self.to_move.opponent
        comments = [*clocks(turn.stamps), *turn.comments]
        if comments:
            self.comments.setdefault(len(self.turns), []).extend(comments)

    def _resigned(self, turn: Open) -> None:
        assert turn.resigns is not None
        loser = Colour(turn.resigns)
        self._end(Ending(loser.opponent, "resignation", turn.place))

    def _end(self, ending: Ending) -> None:
        """Note how the game was given up; a turn begun before is left out, with its stamps kept."""
        turn = self.open
        if turn and (turn.push or turn.before or turn.dot):
            message = f"the game is given up inside a turn, which is left out: {_shown(' '.join(turn.texts))}"
            self.find("text-cut", turn.place, message, text=_shown(" ".join(turn.texts)))
        self.open = None
        if turn:
            self.note([*clocks(turn.stamps), *turn.comments])
        self.ending = ending

    def close(self) -> None:
        """Deal with what is open where the line ends: a turn without ``Done`` counts if it has its push."""
        turn = self.open
        if self.editing:
            self._end_edit(None)
        elif turn and turn.resigns is not None:
            self._resigned(turn)
        elif turn and (turn.push or turn.before or turn.dot):
            shown = _shown(" ".join(turn.texts))
            self.find("text-cut", turn.place, f"the game ends inside a turn: {shown}", text=shown)
            if turn.push:
                self._take_rest(turn)
                self.finish()
            else:
                text = " ".join(turn.texts)
                self._add(turn, WrittenTurn(None, unreadable=text, text=text))
        elif turn:
            self.open = None
            self.note([*clocks(turn.stamps), *turn.comments])

    # Setting up

    def _start(self, gesture: Gesture) -> None:
        side = BLACK if gesture.rack == "p1" else WHITE
        if self.editing:
            self._end_edit(side)
        elif not self.turns and self.board:
            self._set_up(replace(self.board, to_move=side))
        elif self.turns and side is not self.to_move:
            self._check_side(replace(gesture, player=int(side)))

    def _set_up(self, position: Position) -> None:
        """Begin from a position."""
        self.start, self.to_move = position, position.to_move
        self.captures, self.seen, self.lowest = Captures(position), {position: 1}, list(position.reserves)

    def _begin_edit(self) -> None:
        self.editing, self.hand = True, None

    def _end_edit(self, side: Colour | None) -> None:
        """Go on with the game from what was set up; inside a game that is no turn, and the replay can't follow it."""
        self.editing = False
        turn, board = self.open, self.board
        self.open = None
        side = self.to_move if side is None else side
        if board is not None:
            board = replace(board, to_move=side, entry=_entry(board))
            self.captures = Captures(board)
        if turn is None:
            return
        if not self.turns and board is not None:
            self._set_up(board)
            self.note(turn.comments)
            return
        text = " ".join(turn.texts)
        message = f"the board is set up anew inside the game: {_shown(text)}"
        self.find("unreadable", turn.place, message, text=_shown(text), hint="what follows can't be checked")
        self._add(turn, WrittenTurn(None, unreadable=text, text=text))
        self.to_move = side

    def _edit(self, gesture: Gesture) -> None:
        """Take a gesture of free set-up: pieces are lifted and put down anywhere."""
        board = self.board
        if board is None or gesture.token not in ("pick", "drop", "pickb", "dropb"):
            return
        point = gesture.points[0] if gesture.points else ""
        if point in _DOTS:
            return
        if gesture.token == "pick":
            colour, board = _from_rack(board, gesture.rack, -1)
            self.hand = colour, False
        elif gesture.token == "pickb":
            bit = BIT[point]
            if bit & board.occupied:
                self.hand = Colour(bool(bit & board.black)), bool(bit & board.gipfs)
                kept = ~bit
                board = replace(board, white=board.white & kept, black=board.black & kept, gipfs=board.gipfs & kept)
        elif self.hand is not None:
            board = self._put_down(board, gesture.rack if gesture.token == "drop" else "", point)
        self.captures = Captures(board)

    def _put_down(self, board: Position, rack: str, point: str) -> Position:
        assert self.hand is not None
        (colour, gipf), self.hand = self.hand, None
        if rack:
            return _from_rack(board, rack, 2 if gipf else 1)[1]
        bit = BIT[point]
        if bit & board.pieces(colour) and not gipf:
            return replace(board, gipfs=board.gipfs | bit)
        if bit & board.occupied:
            return board
        white, black = board.white | (0 if colour else bit), board.black | (bit if colour else 0)
        return replace(board, white=white, black=black, gipfs=board.gipfs | (bit if gipf else 0))


# What a gesture does to the turn on its way. Picking from a rack is optional and says nothing that placing doesn't.
_TAKES = {
    "dropb": Play._dropb,
    "pickb": Play._pickb,
    "slidefrom": Play._slidefrom,
    "slide": Play._slidefrom,
    "remove": Play._remove,
}


def _from_rack(board: Position, rack: str, count: int) -> tuple[Colour, Position]:
    """Change a rack; wc and bc hold what White and Black have captured. Also give the colour of its pieces."""
    colour = Colour(rack in ("br", "wc"))
    counts = list(board.reserves if rack[1] == "r" else board.captured)
    counts[colour] = max(counts[colour] + count, 0)
    pair = counts[0], counts[1]
    return colour, replace(board, reserves=pair) if rack[1] == "r" else replace(board, captured=pair)


def _entry(board: Position) -> tuple[bool, bool]:
    if not board.variant.enters_gipfs:
        return False, False
    return not board.white & ~board.gipfs, not board.black & ~board.gipfs


def clocks(stamps: Sequence[str | None]) -> list[str]:
    """Write a turn's time stamps as a comment: PGN's ``%egt`` for the last, ``%tm`` for all where there are more.

    >>> clocks(["1200", None, "3261"])
    ['[%egt 0:00:03.261] [%tm 1200 - 3261]']
    """
    told = [stamp for stamp in stamps if stamp is not None]
    if not told:
        return []
    seconds, thousandths = divmod(int(told[-1]), 1000)
    clock = f"[%egt {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{thousandths:03}]"
    if len(told) == 1 and stamps[-1] is not None:
        return [clock]
    return [f"{clock} [%tm {' '.join(stamp or '-' for stamp in stamps)}]"]


def _shown(text: str, limit: int = 60) -> str:
    cut = text if len(text) <= limit else text[: limit - 3] + "..."
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)


__all__ = ["POINTS", "Ending", "Gesture", "Open", "Play", "clocks"]
