"""The tokens of webgipf, games of one line each (spec: notations section 4).

A push names the colour and the first spot. A removal lists the spots of one row that were emptied, without marks, and
doesn't say whose row it was: each is followed on the board and given to the player who has just pushed, or to the
opponent, before his push. In basic and standard a game begins with its six pieces on their corners; they are the start,
not turns. (webgipf counts 18 pieces a side there too; here the rules' numbers hold.) A line that begins with Black's
push or with a removal goes on from the line before, unless a blank line stands between.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gipfkit.findings import Finding
from gipfkit.gipf.board import BLACK, WHITE, Colour, mask
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, BLACK_CORNERS, STANDARD, TOURNAMENT, VARIANTS, WHITE_CORNERS, Variant
from gipfkit.judge import row_of
from gipfkit.notations.building import Game, found, records
from gipfkit.notations.follow import Follower, pushed_by
from gipfkit.notations.losses import losses, lost_result, no_game, not_expressed
from gipfkit.notations.official import DOT, SPOT, shortened
from gipfkit.notations.playing import Ply, plies
from gipfkit.record import Place, Record, WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn

_TOKEN = re.compile(rf"(G?)([KW])({DOT})-({SPOT})|x({SPOT}(?:,{SPOT})*+)")
_BEGINS = re.compile(rf"\s*G?[KW]{DOT}-{SPOT}(?:\s|$)")
_WORD = re.compile(r"\S+")
_HINT = "a token is Wa1-b2, GKa5-b5 or xb5,c5,d5,e5"
# The dots from which the pieces of the start are pushed in.
_SET_UP = (("e1", "e2"), ("a1", "b2"), ("a5", "b5"), ("e9", "e8"), ("i5", "h5"), ("i1", "h2"))


class Token(NamedTuple):
    """A token: a push with its colour, the spots of a removal, or neither where it can't be read."""

    text: str
    place: Place
    colour: Colour = WHITE
    push: WrittenPush | None = None
    spots: tuple[str, ...] = ()


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a text, one a line.

    >>> [turn.push.spot for turn in next(read(["GWi3-h3 GKb6-c6"])).turns]
    ['h3', 'c6']
    """
    games = (item if isinstance(item, Finding) else _game(item) for item in _games(lines))
    yield from records(games, "webgipf", source)


def _games(lines: Iterable[str]) -> Iterator[list[Token] | Finding]:
    tokens: list[Token] = []
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix("\ufeff")
        found_words = [_token(word[0], Place(number, word.start() + 1)) for word in _WORD.finditer(line)]
        if not found_words:
            if tokens:
                yield tokens
                tokens = []
            continue
        first = found_words[0]
        goes_on = bool(first.spots or (first.push and first.colour))
        if not (goes_on and tokens) and not any(token.push or token.spots for token in found_words):
            yield found("stray-text", f"{shortened(first.text)}: text outside any game", first.place, text=line.strip())
            continue
        if tokens and not goes_on:
            yield tokens
            tokens = []
        tokens += found_words
    if tokens:
        yield tokens


def _token(text: str, place: Place) -> Token:
    read_token = _TOKEN.fullmatch(text) if len(text) < 200 else None
    if read_token is None:
        return Token(text, place)
    gipf, colour, dot, spot, spots = read_token.groups()
    if spots:
        return Token(text, place, spots=tuple(spots.split(",")))
    return Token(text, place, BLACK if colour == "K" else WHITE, WrittenPush(dot, spot, bool(gipf)))


def _game(tokens: list[Token]) -> Game:
    game = Game(tokens[0].place.line)
    variant = set_up(tokens) or (TOURNAMENT if tokens[0].push and tokens[0].push.gipf else None)
    if variant:
        game.tags["Variant"] = variant.name
        starts = [Position.initial(variant)]
    else:
        starts = [Position.initial(STANDARD), Position.initial(BASIC)]
    turns = tokens[len(_SET_UP) :] if variant in (STANDARD, BASIC) else tokens
    games = [_Reader(Game(game.line, dict(game.tags)), start).read(turns) for start in starts]
    return max(games, key=lambda pair: pair[1])[0]


def set_up(tokens: list[Token]) -> Variant | None:
    """Tell whether a game begins with the pieces of basic's or standard's start, each on a corner of its own.

    In tournament six GIPF-pieces may go to just these corners; then others follow, or the two variants can't be told
    apart but by the board, which is the same.
    """
    pushes = [(token.colour, token.push) for token in tokens[: len(_SET_UP)] if token.push]
    if [colour for colour, _ in pushes] != [WHITE, BLACK] * 3:
        return None
    spots = [sorted(push.spot for colour, push in pushes if colour is side) for side in (WHITE, BLACK)]
    if spots != [sorted(WHITE_CORNERS), sorted(BLACK_CORNERS)]:
        return None
    gipfs = [push.gipf for _, push in pushes]
    later = any(token.push and token.push.gipf for token in tokens[len(_SET_UP) :])
    if all(gipfs):
        return None if later else STANDARD
    return BASIC if not any(gipfs) and not later else None


@dataclass(slots=True)
class _Reader:
    """Puts tokens together into turns, following them from a position."""

    game: Game
    start: Position
    push: Token | None = None
    before: list[Token] = field(default_factory=list)
    behind: list[Token] = field(default_factory=list)

    def read(self, tokens: list[Token]) -> tuple[Game, int]:
        """Read all tokens; also count the turns that the rules allow from this position."""
        follower = Follower(self.start)
        legal = 0
        for token in tokens:
            if token.spots:
                (self.behind if self.push else self.before).append(token)
            elif token.push:
                legal += self._turn(follower)
                self._due(token)
                self.push = token
            else:
                legal += self._turn(follower)
                self._rest()
                self.game.unreadable(token.text, token.place, "no token of webgipf", _HINT)
                follower.position = None
        legal += self._turn(follower)
        self._rest()
        return self.game, legal

    def _due(self, token: Token) -> None:
        due = Colour(len(self.game.turns) % 2)
        if token.colour is not due:
            self.game.missing(due, token.place)

    def _turn(self, follower: Follower) -> bool:
        """Finish the turn whose push has been read; removals behind it that aren't the mover's go to the next."""
        if self.push is None:
            return False
        push, before = self.push, tuple(_pieces(token) for token in self.before)
        own = _own_rows(follower.position, WrittenTurn(push.push, before), [token.spots for token in self.behind])
        parts = [*self.before, push, *self.behind[:own]]
        after = tuple(_pieces(token) for token in self.behind[:own])
        turn = WrittenTurn(push.push, before, after, text=" ".join(token.text for token in parts))
        self.game.add(turn, parts[0].place)
        self.push, self.before, self.behind = None, self.behind[own:], []
        return follower.play(turn)

    def _rest(self) -> None:
        """Make a turn of removals that no push follows."""
        if self.before:
            rows = tuple(_pieces(token) for token in self.before)
            text = " ".join(token.text for token in self.before)
            self.game.add(WrittenTurn(None, rows, text=text), self.before[0].place)
            self.before = []


def _pieces(token: Token) -> WrittenRemoval:
    return tuple(WrittenPiece(spot, None, None) for spot in token.spots)


def _own_rows(position: Position | None, turn: WrittenTurn, rows: list[tuple[str, ...]]) -> int:
    """Count the removals behind a push that are the mover's: all of them where the board is lost."""
    if not rows:
        return 0
    pushed = _pushed(position, turn)
    if pushed is None:
        return len(rows)
    for count, spots in enumerate(rows):
        row = row_of(pushed, pushed.to_move, mask(spots))
        if row is None:
            # A list that is no row of anybody stays with the mover, whose turn is then found to be wrong.
            other = pushed.rows(pushed.to_move.opponent)
            return count if any(mask(spots) & row.stretch for row in other) else len(rows)
        pushed = pushed.take((row,))
    return len(rows)


def _pushed(position: Position | None, turn: WrittenTurn) -> Position | None:
    """Give the position after a turn's push, before the mover takes rows."""
    if position is None or turn.push is None or turn.push.dot is None:
        return None
    for group in turn.before:
        row = row_of(position, position.to_move, mask(piece.spot for piece in group))
        if row is None:
            return None
        position = position.take((row,))
    return pushed_by(position, turn.push)


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a game on a line of its own; findings name what it can't hold."""
    written = plies(record)
    findings = losses(record, "webgipf", ("Variant",)) + lost_result(record, "webgipf", written.last)
    variant = VARIANTS.get(record.tag("Variant") or "") or (written.start.variant if written.start else STANDARD)
    words = _set_up_words(variant)
    for ply in written.plies:
        words += _words(ply)
    if variant is not TOURNAMENT and record.tag("Variant") is None:
        findings.append(not_expressed(f"webgipf enters the pieces of a variant: {variant.name}"))
    elif variant is TOURNAMENT and not (written.plies and written.plies[0].push and written.plies[0].push.gipf):
        findings.append(not_expressed("webgipf names no variant: tournament shows in a first turn with G alone"))
    if not words:
        return "", [*findings, no_game("webgipf"), *written.findings]
    # Such a line would go on from the one before.
    apart = "\n" if words[0].startswith(("K", "GK", "x")) else ""
    return f"{apart}{' '.join(words)}\n", findings + written.findings


def _set_up_words(variant: Variant) -> list[str]:
    if variant is TOURNAMENT:
        return []
    gipf = "G" * (variant is STANDARD)
    return [f"{gipf}{'WK'[k % 2]}{dot}-{spot}" for k, (dot, spot) in enumerate(_SET_UP)]


def _words(ply: Ply) -> Iterator[str]:
    """Yield the tokens of a turn."""
    if ply.unreadable is not None:
        if ply.unreadable:
            yield ply.unreadable.replace(" ", "")
        return
    yield from (f"x{','.join(row)}" for row in ply.before)
    if ply.push and ply.path:
        yield f"{'G' * ply.push.gipf}{'WK'[ply.mover]}{ply.push.dot}-{ply.path.first}"
    yield from (f"x{','.join(row)}" for row in ply.after)
