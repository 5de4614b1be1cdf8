"""From the actions of a log to the turns of a game, followed on the board (spec: notations section 5)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gipfkit.findings import Finding
from gipfkit.gipf.board import BIT, PATHS_TO, Colour, mask, names, path_through
from gipfkit.gipf.position import IllegalTurn, Position
from gipfkit.gipf.turn import Push
from gipfkit.judge import removal_text
from gipfkit.notations.bga.log import text_of
from gipfkit.notations.bga.players import finding
from gipfkit.notations.bga.rows import POINTS, Choices, TakenRow, lines_through, settle
from gipfkit.notations.bga.table import WORDS, Action, Table
from gipfkit.notations.follow import Follower
from gipfkit.notations.official import shortened
from gipfkit.record import WrittenPush, WrittenRemoval, WrittenTurn

MOVES = ("enter", "remove", "keep", "take")
UNDO = ("take-back", "restart")
_MOST_ROWS = 21  # as many as the board has lines


class Move(NamedTuple):
    """An action of play, or an undo, with the player whose it is."""

    action: Action
    who: str | None


def uncancelled(actions: Sequence[Action]) -> list[Action]:
    """Leave out what an undo cancels by naming its uid, and every undo that does."""
    uids = {action.note.uid for action in actions if action.do in MOVES}
    cancelled: set[str | None] = set()
    left = []
    for action in actions:
        given = action.values.get("uids") if action.do in UNDO else None
        named = uids.intersection(map(text_of, given if isinstance(given, list) else [given])) - {None}
        cancelled |= named
        if not named:
            left.append(action)
    return [action for action in left if action.do not in MOVES or action.note.uid not in cancelled]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A turn being put together. ``middle`` is the position with the push made; ``bad`` is a push nobody can read."""

    before: Choices = field(default_factory=Choices)
    after: Choices = field(default_factory=Choices)
    groups: tuple[WrittenRemoval, ...] = ()
    push: WrittenPush | None = None
    bad: str | None = None
    middle: Position | None = None
    texts: tuple[str, ...] = ()

    @property
    def entered(self) -> bool:
        return self.push is not None or self.bad is not None


class _State(NamedTuple):
    """What there was before a move of the ``owner``, for an undo."""

    owner: Colour
    position: Position | None
    draft: _Draft
    turns: int
    findings: int
    followed: int


class _UnreadableError(ValueError):
    """A field of an action that can't be read."""


class Builder:
    """Puts turns together from moves, following the game on the board; ``followed`` counts the turns that it could."""

    def __init__(self, start: Position, table: Table, sides: dict[str, Colour]):
        self.follower = Follower(start)
        self.table, self.sides = table, sides
        self.turns: list[WrittenTurn] = []
        self.findings: list[Finding] = []
        self.followed = 0
        self.draft = _Draft()
        self.states: list[_State] = []

    @property
    def mover(self) -> Colour:
        """The side whose turn is put together."""
        return Colour(len(self.turns) % 2)

    def build(self, moves: Iterable[Move]) -> "Builder":
        """Take all moves."""
        for action, who in moves:
            side = self.sides.get(who or "")
            if action.do in UNDO:
                self._undo(action, side)
                continue
            counts = len(self.turns), len(self.findings), self.followed
            state = _State(self.mover, self.follower.position, self.draft, *counts)
            if action.do == "enter":
                self._enter(action, side)
            else:
                try:
                    self._removal(action, side)
                except _UnreadableError as error:
                    self._note("unreadable", f"{action.do}: {error}", _hint(action))
            self.states.append(state._replace(owner=self.mover))
        self._close()
        return self

    def _undo(self, action: Action, side: Colour | None) -> None:
        """Take back the last move, or all of a side since the other's last; the board tells whose a move is."""
        one = action.do == "take-back"
        if side is None and self.states:
            side = self.states[-1].owner
        undone = 0
        while self.states and self.states[-1].owner is side and not (one and undone):
            _, self.follower.position, self.draft, turns, findings, self.followed = self.states.pop()
            del self.turns[turns:], self.findings[findings:]
            undone += 1
        if one and not undone:
            message = f"nothing to take back: {shortened(action.note.text or action.note.type)}"
            self._note("undo-unmatched", message, "see take-back and restart in the table")

    def _note(self, code: str, message: str, hint: str | None) -> None:
        found = finding(code, message, hint)
        self.findings.append(replace(found, turn=len(self.turns) + 1, side=self.mover.word))

    # Pushes.

    def _enter(self, action: Action, side: Colour | None) -> None:
        if self.draft.entered:
            self._finish()
        if side is not None and side is not self.mover:
            self._gap(side)
        groups, position = self._settled(self.follower.position, self.draft.before)
        draft = replace(self.draft, groups=groups, texts=(*self.draft.texts, action.note.text))
        try:
            push = self._push(action, position)
        except _UnreadableError as error:
            self.draft = replace(draft, bad=action.note.text or action.note.type)
            self._note("unreadable", f"enter: {error}", _hint(action))
        else:
            self.draft = replace(draft, push=push, middle=_entered(position, push))

    def _gap(self, side: Colour) -> None:
        """Keep the place of a turn that the log doesn't have."""
        word, other = side.word.capitalize(), side.opponent.word.capitalize()
        message = f"{other}'s turn is missing: {word} enters a piece"
        self._note("unreadable", message, "notifications are missing from the log, or an undo is not in the table")
        self.turns.append(WrittenTurn(None, unreadable=""))
        self.follower.position, self.draft = None, _Draft()

    def _push(self, action: Action, position: Position | None) -> WrittenPush:
        values = action.values
        kind = self.table.word("kind", values.get("kind", "single"))
        if kind not in WORDS["kind"]:
            raise _UnreadableError(f"kind: {shortened(kind or '')!r} is neither single nor gipf")
        dot, first, end = (self._point(action, name) for name in ("dot", "first", "end"))
        spot = self._point(action, "spot") or end or first
        if spot is None:
            raise _UnreadableError("it has no spot")
        if dot is None and first and end and first != end:
            dot = next((path.dot for path in PATHS_TO.get(first, ()) if end in path.spots), None)
        if spot not in BIT or (dot is not None and dot in BIT):
            raise _UnreadableError(f"{dot or 'no dot'}, {spot}: expected a dot, then a spot")
        path = path_through(dot, spot) if dot else None
        if dot and path and spot == path.first and end is None and position:
            # The spot pushed onto is written as the end spot, the official way; a stated end spot stays as a check.
            spot = Follower(position).end_spot(dot, spot) or spot
        return WrittenPush(dot, spot, kind == "gipf")

    def _point(self, action: Action, name: str) -> str | None:
        points = self._points(action, name)
        if len(points) > 1:
            raise _UnreadableError(f"{name}: one point expected, not {len(points)}")
        return points[0] if points else None

    def _points(self, action: Action, name: str) -> list[str]:
        """Read the points of a field: a text, or a list of texts; marks of the official notation are dropped."""
        found: list[str] = []
        waiting = [action.values.get(name)]
        while waiting:
            value = waiting.pop()
            if isinstance(value, list):
                waiting += reversed(value)
            elif value is not None:
                text = text_of(value)
                if text is None and not isinstance(value, str):
                    raise _UnreadableError(f"{name}: a name or a list of names expected")
                found += self._named(name, text or "")
        return list(dict.fromkeys(found))

    def _named(self, name: str, text: str) -> Iterator[str]:
        whole = self.table.word("point", text)
        for word in [whole] if whole in POINTS else text[:1000].replace(",", " ").replace("-", " ").split():
            point = self.table.word("point", word.strip("x;.()*")) or ""
            if len(point) == 3 and point[0] == "g":
                point = point[1:]
            if point in POINTS:
                yield point
            elif point not in ("and", ""):
                raise _UnreadableError(f"{name}: {shortened(word)!r} is no point of the board")

    # Removals.

    def _removal(self, action: Action, side: Colour | None) -> None:
        spots, line = self._points(action, "spots"), self._points(action, "line")
        if not spots and not line:
            raise _UnreadableError("it names no spot")
        if any(spot not in BIT for spot in spots):
            raise _UnreadableError(f"spots: {', '.join(spots)}: a dot holds no piece")
        lines = lines_through(spots + line)
        row = TakenRow(tuple(spots), lines, complete=bool(spots)) if action.do == "remove" else None
        keep, take = (mask(p for p in self._points(action, name) if p in BIT) for name in ("keep", "take"))
        if self.draft.entered and self._owner(row, mask(spots), side) is not self.mover:
            self._finish()
        draft = self.draft
        choices = draft.after if draft.entered else draft.before
        if len(choices.rows) >= _MOST_ROWS:
            raise _UnreadableError("more rows in one turn than the board has lines")
        choices = Choices(
            (*choices.rows, row) if row else choices.rows,
            choices.keep | keep | (mask(spots) if action.do == "keep" else 0),
            choices.take | take | (mask(spots) if action.do == "take" else 0),
        )
        texts = (*draft.texts, action.note.text)[-2 * _MOST_ROWS :]
        if draft.entered:
            self.draft = replace(draft, texts=texts, after=choices)
        else:
            self.draft = replace(draft, texts=texts, before=choices)

    def _owner(self, row: TakenRow | None, spots: int, side: Colour | None) -> Colour:
        """Tell whose row it is: the board knows better than the log, which may name the player to move."""
        if self.draft.middle is None:
            return self.mover if side is None else side
        owners = []
        for colour in (self.mover, self.mover.opponent):
            rows, reach = self.draft.middle.rows(colour), 0
            for one in rows:
                reach |= one.stretch
            fits = any(not spots & ~one.stretch and (row is None or one.line in row.lines) for one in rows)
            if fits or (row and row.complete and not row.lines and not spots & ~reach):
                owners.append(colour)
        if side is not None and (side in owners or not owners):
            return side
        return owners[0] if owners else self.mover

    def _settled(
        self, position: Position | None, choices: Choices
    ) -> tuple[tuple[WrittenRemoval, ...], Position | None]:
        """Take the mover's rows by the rules, choosing as the log says; as written where the rules don't allow it."""
        if position is None:
            return tuple(Follower.marked(self.follower, row.spots, self.mover) for row in choices.rows), None
        if not choices and not position.rows(self.mover):
            return (), position
        removals, doubtful = settle(position, self.mover, choices, self.table.unnamed_gipfs)
        board = Follower(position)
        if removals is None:
            listed = [row.spots for row in choices.rows] or [tuple(names(choices.take))]
            return tuple(board.marked(spots, self.mover) for spots in listed if spots or choices.rows), None
        if doubtful:
            message = f"the log doesn't say all of what was removed: read as {removal_text(removals)}"
            hint = "add to the table what tells the row (remove) and its GIPF-pieces (keep, take, unnamed_gipfs)"
            self._note("removal-ambiguous", message, hint)
        return tuple(board.marked(one.spots, self.mover) for one in removals), position.take(removals)

    # Turns.

    def _finish(self) -> None:
        draft = self.draft
        text = "; ".join(text for text in draft.texts if text)
        if draft.bad is not None:
            turn = WrittenTurn(None, unreadable=draft.bad, text=text)
        else:
            after, _ = self._settled(draft.middle, draft.after)
            turn = WrittenTurn(draft.push, draft.groups, after, text=text)
        self.followed += self.follower.play(turn)
        self.turns.append(turn)
        self.draft = _Draft()

    def _close(self) -> None:
        """End the game: a removal without a push is a turn where it ends the game, else the log breaks off."""
        if self.draft.entered:
            self._finish()
        elif self.draft.before:
            groups, position = self._settled(self.follower.position, self.draft.before)
            self.draft = replace(self.draft, groups=groups)
            if position and position.without_gipfs():
                self._finish()
            else:
                self._note("text-cut", "the log ends inside a turn: a removal without a push is left out", None)


def _hint(action: Action) -> str:
    shown = shortened(f"{action.note.type}: {action.note.text}", 80)
    return f"see the table's entry for {shown}"


def _entered(position: Position | None, push: WrittenPush) -> Position | None:
    path = path_through(push.dot, push.spot) if push.dot else next(iter(PATHS_TO.get(push.spot, ())), None)
    if position is None or path is None or (not push.dot and BIT[push.spot] & position.occupied):
        return None
    try:
        return position.entered(Push(path.dot, path.first, push.gipf))
    except IllegalTurn:
        return None
