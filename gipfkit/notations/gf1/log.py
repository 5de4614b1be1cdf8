"""GF1's logs: the save log of its later versions, and the older log (spec: notations section 3).

Neither names a result or a position to start from. A row's ``x(start-end)`` follows from the board, and is not kept.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gipfkit.findings import Finding
from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.notations.building import Game, Moves, found, records
from gipfkit.notations.follow import Follower, start_of
from gipfkit.notations.gf1 import text as gf1_text
from gipfkit.notations.gf1.text import PUSH, RUN, SEMICOLON, Token
from gipfkit.notations.official import shortened
from gipfkit.record import Place, Record, WrittenTurn, ordered_tags

CELL, NAME, MARGIN = 38, 37, 4
# A row of the log has two turns; 37 spots and their runs need a fraction of this.
_LONGEST = 1000
_VARIANT = re.compile(r"\s*(basic|standard|tournament)(?:\s+game)?\s*", re.IGNORECASE)
_ROW = re.compile(r"\s*([0-9]{1,6})\.(?: ?(?=\S)| )?")
_HEADER = re.compile(r"\s*(game|white player|black player|moves)\s*:(.*)", re.IGNORECASE)
_END = re.compile(r"\s*end of gamelog\s*", re.IGNORECASE)
_TURN_HINT = "a turn is a1-c3, or c2 d3 e4 f4 x(c2-f4) g4 ; a1-c3, or the removal behind the push"
_LINE_HINT = "a line is o: a1-c3, or o removerow (b5-e5): b5o c5o f4x, or o removegipf: d4O"


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a save log; each begins with the line that names its variant."""
    yield from records(_save_logs(lines), "gf1", source)


def _save_logs(lines: Iterable[str]) -> Iterator[Game | Finding]:
    log: _SaveLog | None = None
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix("\ufeff").rstrip("\r\n")
        if not line.strip():
            continue
        variant, row = _VARIANT.fullmatch(line), _ROW.match(line)
        if variant or (log is None and row):
            if log:
                yield log.game
            log = _SaveLog(Game(number))
        if variant and log:
            log.game.variant(variant[1], Place(number, 1))
        elif log is None:
            yield found("stray-text", f"{shortened(line.strip())}: text outside any game", Place(number, 1), text=line)
        elif row:
            log.row(line, row, number)
        else:
            log.names(line, number)
    if log:
        yield log.game


@dataclass(slots=True)
class _SaveLog:
    """A save log being read. The game is followed on the board where blanks don't tell whose a removal is."""

    game: Game
    named: bool = False
    misnumbered: bool = False
    follower: Follower | None = None

    def names(self, line: str, number: int) -> None:
        """Read the line with both names, White's padded."""
        if self.named or self.game.turns:
            hint = "a line of turns begins with its number, 01."
            self.game.find("stray-text", f"{shortened(line.strip())}: no line of turns", Place(number, 1), hint=hint)
            return
        self.named = True
        text = line[MARGIN:] if not line[:MARGIN].strip() else line.lstrip()
        white, black = text[: NAME + 1], text[NAME + 1 :]
        if white[-1:].strip():
            white, _, black = text.rstrip().rpartition("  ")
            white, black = (white, black) if white.strip() else (text, "")
        self.game.tag("White", white.strip(), Place(number, 1))
        self.game.tag("Black", black.strip(), Place(number, 1))

    def row(self, line: str, numbered: re.Match[str], number: int) -> None:
        """Read a line of turns: White's, and Black's behind it."""
        game, start = self.game, numbered.end()
        if len(game.turns) % 2:
            game.missing(BLACK, Place(number, 1))
        due = len(game.turns) // 2 + 1
        if int(numbered[1]) != due and not self.misnumbered:
            self.misnumbered = True  # the numbers behind it differ for the same reason
            message, hint = f"{numbered[1]}. stands where {due}. is due", "a line may be missing or doubled before it"
            game.find("number-differs", message, Place(number, 1), text=numbered[1], hint=hint)
        text = line[start:]
        if text.strip() and not text[: CELL - 1].strip():
            # Blanks as wide as White's cell: what stands behind them is Black's turn.
            game.missing(WHITE, Place(number, start + 1))
            turns = [(len(text) - len(text.lstrip()), _read(text.strip()))]
        else:
            turns = self._turns(text)
        for offset, turn in turns:
            place = Place(number, start + offset + 1)
            if turn.unreadable is not None:
                game.unreadable(turn.text, place, "no turn of GF1", _TURN_HINT)
            else:
                game.add(turn, place)

    def _turns(self, text: str) -> list[tuple[int, WrittenTurn]]:
        words = gf1_text.tokens(text) if len(text) <= _LONGEST else None
        options = _options(text, words) if words else []
        if len(options) > 1:
            options = [option for option in options if self._legal(option)][:1] or options
        if options:
            return options[0]
        white, black = text[:CELL], text[CELL:]
        cells = [(0, white), (CELL, black)] if white[-1:].isspace() and black.strip() else [(0, text)]
        return [(at + len(cell) - len(cell.lstrip()), _read(cell.strip())) for at, cell in cells]

    def _legal(self, option: list[tuple[int, WrittenTurn]]) -> bool:
        """Say whether the rules allow these turns here; the board is brought up to date first."""
        if self.follower is None:
            self.follower = Follower(start_of(Record(ordered_tags(list(self.game.tags.items())))))
        self.follower.catch_up(self.game.turns)
        trial = Follower(self.follower.position)
        return all(trial.play(turn) for _, turn in option)


def _read(cell: str) -> WrittenTurn:
    turn = gf1_text.read_turn(cell) if len(cell) <= _LONGEST else None
    return turn or WrittenTurn(None, unreadable=cell, text=cell)


def _options(text: str, words: list[Token]) -> list[list[tuple[int, WrittenTurn]]]:
    """Give the ways to split a line into turns, the likeliest first.

    Black's turn begins behind White's push or behind a removal of White's. Where Black's begins with a removal too, the
    two can run into each other: then wide blanks show the border, else the lines that the pieces lie on suggest it.
    """
    pushes = [k for k, word in enumerate(words) if word.kind == PUSH]
    found = []
    for k in range(pushes[0] + 1 if pushes else len(words), len(words) + 1):
        if k < len(words) and (words[k].kind == SEMICOLON or words[k - 1].kind == SEMICOLON):
            continue
        turns = [gf1_text.turn_of(part, _text(text, part)) for part in (words[:k], words[k:]) if part]
        if all(turn is not None for turn in turns):
            starts = [words[0].start] + [word.start for word in words[k : k + 1]]
            split = [(start, turn) for start, turn in zip(starts, turns, strict=True) if turn is not None]
            found.append((_unlikely(words, k), split))
        if len(pushes) > 1 and k >= pushes[1]:
            break
    return [split for _, split in sorted(found, key=lambda pair: pair[0])]


def _text(text: str, words: list[Token]) -> str:
    return text[words[0].start : words[-1].end]


def _unlikely(words: list[Token], k: int) -> tuple[int, ...]:
    """Rank a border between turns: wide blanks, then none at all, then the end of what lies on White's line."""
    if k == len(words):
        return (1,)
    if words[k].start - words[k - 1].end > 1:
        return (0,)
    run = max((n for n in range(k) if words[n].kind == RUN), default=None)
    if run is None:
        return (2, 0)
    return 2, abs(run + 1 + gf1_text.on_line(words[run], words[run + 1 :]) - k)


def read_old(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of an older log; each begins with its line ``game:``."""
    yield from records(_old_logs(lines), "gf1-old", source)


def _old_logs(lines: Iterable[str]) -> Iterator[Game | Finding]:
    moves: Moves | None = None
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix("\ufeff").strip()
        place = Place(number, len(raw) - len(raw.lstrip()) + 1)
        if not line:
            continue
        header, move = _HEADER.fullmatch(line), gf1_text.read_line(line) if len(line) <= _LONGEST else None
        if moves and (_END.fullmatch(line) or (header and header[1].lower() == "game")):
            moves.finish()
            yield moves.game
            moves = None
            if not header:
                continue
        if moves is None and (header or move):
            moves = Moves(Game(number))
        if moves is None:
            yield found("stray-text", f"{shortened(line)}: text outside any game", place, text=line)
        elif header:
            _head(moves.game, header[1].lower(), header[2].strip(), place)
        elif isinstance(move, gf1_text.Move):
            moves.push(move.colour, move.push, line, place)
        elif move:
            moves.take(move.colour, move.pieces, line, place, new=move.row)
        else:
            moves.unreadable(line, place, "no line of GF1's log", _LINE_HINT, removal="remove" in line)
    if moves:
        moves.finish()
        yield moves.game


def _head(game: Game, name: str, value: str, place: Place) -> None:
    if name == "game":
        game.variant(_plain_variant(value), place)
    elif name != "moves":
        game.tag(name.split()[0].capitalize(), value, place)


def _plain_variant(value: str) -> str:
    known = _VARIANT.fullmatch(value)
    return known[1] if known else value
