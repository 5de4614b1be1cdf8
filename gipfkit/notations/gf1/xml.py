"""GF1's XML save, ``.gf1`` (spec: notations section 3).

expat reads it with document types refused, so that no entity but XML's own five is ever looked at. The board that the
file holds is the one after the last move: it is compared with the moves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gipfkit.findings import WARNING, Finding, has_errors
from gipfkit.gipf.board import BIT, DOTS, Colour, mask, names
from gipfkit.notations.building import Game, Moves, found, records
from gipfkit.notations.follow import Follower, start_of
from gipfkit.notations.gf1 import text as gf1_text
from gipfkit.notations.official import shortened
from gipfkit.record import Place, Record, WrittenPiece, WrittenPush

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

_ROOT = "gipfgame"
# What a log's attributes repeat of the save: each with its name there.
_REPEATED = {"gametype": "type", "whiteplayer": "whiteplayer", "blackplayer": "blackplayer"}
_TEXTS = ("whiteplayer", "blackplayer", "position", "removegipf")


class _RefusedError(ValueError):
    """Something in the file that GF1 never writes and that isn't read."""


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the game of a save; where several stand one behind another, each of them."""
    return records(_games(lines), "gf1-xml", source)


def _games(lines: Iterable[str]) -> Iterator[Game | Finding]:
    for first, document in _documents(lines):
        game, findings = _Save(first).read(document)
        if game is None:
            yield from findings
        else:
            yield game


def _documents(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split lines into documents, each with the number of its first line."""
    first, document, rooted = 1, list[str](), False
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix("\ufeff")
        begins = line.lstrip()[: len(_ROOT) + 1]
        if document and (begins.startswith("<?xml") or (rooted and begins == f"<{_ROOT}")):
            yield first, "".join(document)
            document, rooted = [], False
        if not document:
            if not line.strip():
                continue
            first = number
            line = line.lstrip()
        document.append(line if line.endswith(("\n", "\r")) else f"{line}\n")
        rooted = rooted or f"<{_ROOT}" in line
        if f"</{_ROOT}>" in line:
            yield first, "".join(document)
            document, rooted = [], False
    if document:
        yield first, "".join(document)


@dataclass(slots=True)
class _Save:
    """One save being read."""

    first: int
    game: Game | None = None
    moves: Moves | None = None
    findings: list[Finding] = field(default_factory=list)
    text: list[str] | None = None
    board: dict[str, str] | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    row: tuple[Colour, list[WrittenPiece], Place] | None = None
    names: dict[str, str] = field(default_factory=dict)
    in_log: bool = False
    repeated: list[tuple[str, str, Place]] = field(default_factory=list)
    parser: "XMLParserType | None" = None

    def read(self, document: str) -> tuple[Game | None, list[Finding]]:
        from xml.parsers import expat

        self.parser = parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._refuse
        parser.UseForeignDTD(False)
        try:
            parser.Parse(document.encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as error:
            place = Place(self.first + error.lineno - 1, error.offset + 1)
            self._find(f"not XML: {expat.ErrorString(error.code)}", place, "mend it; what stands before it is read")
        except _RefusedError:
            self._find(
                "a document type is declared, GF1 writes none", self._place(), "remove <!DOCTYPE ...>; nothing is read"
            )
        if self.game and self.moves:
            self._finish(self.game, self.moves)
        return self.game, self.findings

    def _place(self) -> Place:
        assert self.parser
        return Place(self.first + self.parser.CurrentLineNumber - 1, self.parser.CurrentColumnNumber + 1)

    def _find(self, message: str, place: Place, hint: str, text: str | None = None) -> None:
        (self.game.findings if self.game else self.findings).append(
            found("unreadable", message, place, text=text, hint=hint)
        )

    def _refuse(self, *_: object) -> None:
        raise _RefusedError

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self.game is None:
            if name != _ROOT:
                if not self.findings:
                    self._find(f"<{shortened(name)}> is no save of GF1", self._place(), f"a save is one <{_ROOT}>")
                return
            self.game = Game(self.first)
            self.moves = Moves(self.game)
            self.names = attributes
        elif name == "board":
            self.board = {} if self.board is None else self.board
        elif name == "gamelog":
            self.in_log = True
            for key, value in attributes.items():
                self.names.setdefault(key, value)
                if key in _REPEATED and value.strip():
                    self.repeated.append((key, value.strip(), self._place()))
        elif name == "move":
            self._move(attributes)
        elif name == "removerow":
            self._row(attributes)
        if name in _TEXTS:
            self.text, self.attributes = [], attributes

    def _characters(self, text: str) -> None:
        if self.text is not None:
            self.text.append(text)

    def _end(self, name: str) -> None:
        text = "".join(self.text).strip() if self.text is not None else None
        self.text = None
        if name == "removerow" and self.row and self.moves:
            colour, pieces, place = self.row
            self.row = None
            said = " ".join(piece.spot for piece in pieces)
            self.moves.take(colour, tuple(pieces), f"removerow {said}".strip(), place)
        elif name == "gamelog":
            self.in_log = False
        elif text is None or self.game is None:
            return
        elif name in ("whiteplayer", "blackplayer"):
            if text:
                self.names[name] = text
        elif name == "position":
            self._position(text)
        elif name == "removegipf":
            self._gipf(text)

    def _move(self, attributes: dict[str, str]) -> None:
        assert self.moves
        place = self._place()
        start, end, piece = (attributes.get(key, "").strip() for key in ("start", "end", "piece"))
        if start not in DOTS or end not in BIT or piece not in gf1_text.LETTERS:
            text = f"move {start}-{end} {piece}".strip()
            hint = 'a move is <move start="a1" end="c3" piece="o"/>'
            self.moves.unreadable(text, place, "no move of GF1", hint, removal=False)
            return
        colour, gipf = gf1_text.LETTERS[piece]
        self.moves.push(colour, WrittenPush(start, end, gipf), f"{piece}: {start}-{end}", place)

    def _row(self, attributes: dict[str, str]) -> None:
        owner = attributes.get("owner", "").strip()
        if owner in gf1_text.LETTERS:
            self.row = gf1_text.LETTERS[owner][0], [], self._place()
        else:
            self._unreadable(f"removerow {owner}", 'a row is <removerow start="b5" end="e5" owner="o">')

    def _unreadable(self, text: str, hint: str) -> None:
        assert self.moves
        self.moves.unreadable(text, self._place(), "no removal of GF1", hint, removal=True)

    def _position(self, text: str) -> None:
        spot, letter = text[:-1].strip(), text[-1:]
        if self.row:
            if spot in BIT and letter in gf1_text.LETTERS:
                self.row[1].append(gf1_text.owned_piece(spot, letter, self.row[0]))
            else:
                self._unreadable(text, "a piece of a row is <position>b5o</position>")
        elif not self.in_log and self.board is not None:
            kind, colour = (self.attributes.get(key, "").strip() for key in ("type", "color"))
            if text in BIT and kind in ("piece", "gipf") and colour in ("white", "black"):
                self.board[text] = ("o" if colour == "white" else "x").upper() if kind == "gipf" else colour[0]
            else:
                hint = '<position type="piece" color="white">b5</position>'
                self._find(f"{shortened(text)}: no piece on the board", self._place(), f"a piece is {hint}", text)

    def _gipf(self, text: str) -> None:
        assert self.moves
        owner = self.attributes.get("owner", "").strip()
        spot, letter = text[:-1].strip(), text[-1:]
        if owner in gf1_text.LETTERS and spot in BIT and letter in gf1_text.LETTERS:
            colour = gf1_text.LETTERS[owner][0]
            piece = gf1_text.owned_piece(spot, letter, colour)
            self.moves.take(colour, (piece,), f"removegipf {text}", self._place(), new=False)
        else:
            self._unreadable(f"removegipf {text}", 'it is written <removegipf owner="o">d4O</removegipf>')

    def _finish(self, game: Game, moves: Moves) -> None:
        moves.finish()
        place = Place(self.first, 1)
        variant = self.names.get("type") or self.names.get("gametype", "")
        if variant.strip():
            game.variant(variant, place)
        game.tag("White", self.names.get("whiteplayer", "").strip(), place)
        game.tag("Black", self.names.get("blackplayer", "").strip(), place)
        self._compare_header(game)
        if self.board is not None and not has_errors(game.findings):
            self._compare(game, self.board)

    def _compare_header(self, game: Game) -> None:
        """Say where a log names another variant or player than the save around it."""
        for key, said, place in self.repeated:
            counted = self.names.get(_REPEATED[key], "").strip()
            plain = _first_word if key == "gametype" else str
            if counted and plain(counted) != plain(said):
                message = f"the log says {key} {shortened(said)}, the file {shortened(counted)}"
                game.find("header-differs", message, place, text=said, hint="the file's counts")

    def _compare(self, game: Game, board: dict[str, str]) -> None:
        """Say where the board of the file is not the one that its moves lead to."""
        record = game.record("", "", 1)
        follower = Follower(start_of(record))
        follower.catch_up(game.turns)
        last = follower.position
        if last is None:
            return
        stated = [mask(spot for spot, letter in board.items() if letter in letters) for letters in ("wO", "bX", "OX")]
        differ = [a ^ b for a, b in zip(stated, (last.white, last.black, last.gipfs), strict=True)]
        if any(differ):
            spots = ", ".join(names(differ[0] | differ[1] | differ[2]))
            message = f"the board in the file is not the one that the moves lead to: {spots}"
            hint = "the moves count"
            game.findings.append(Finding("board-differs", WARNING, message, line=self.first, column=1, hint=hint))


def _first_word(variant: str) -> str:
    return variant.split()[0].lower()
