"""Reads BoardSpace's SGF files (spec: BoardSpace's SGF dialect).

The game is followed on the board, as the files leave to the rules what a ``Done`` takes: every turn becomes a push that
names its dot and its end spot, and complete groups of removed pieces. P0 always moves first and his squares are those
of the official White, so P0 is White here whatever chips he played with; ``CM[1,0]`` is kept, ``ColourMap``.

Values of the header become tags (``header.TAGS``); a date is kept as given, as PGN's ``Date`` and, with its
time, as ``DateTime`` in ISO 8601. ``P0[word value]`` becomes ``White`` + word, other properties of the first node are
``Sgf`` + name. Time stamps become comments ``[%egt h:mm:ss.mmm]``, a player's time so far, with ``[%tm ...]`` (a number
for each gesture, in ms) where a turn has more than the one of its last gesture; ``AN``, ``N`` and unknown properties
become comments ``[%AN text]``; variations are kept. Where the counts of old files can't be relied on, the reserve is
the first that the whole game fits: the table's, then the variant's own, then those around it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gipfkit.findings import CODES, ERROR, NOTE, WARNING, Finding
from gipfkit.gipf.board import BLACK, WHITE, Colour, mask, path_through
from gipfkit.gipf.position import IllegalTurn, Position
from gipfkit.gipf.turn import Push, Row
from gipfkit.gipf.variant import STANDARD, TOURNAMENT, Variant
from gipfkit.notations import sgf
from gipfkit.notations.boardspace import header
from gipfkit.notations.boardspace.play import POINTS, Gesture, Play
from gipfkit.notations.official import turn_text
from gipfkit.record import Annotation, Place, Record, TurnList, WrittenRemoval, WrittenTurn, numbered, ordered_tags

DEEPEST = 200
MOST_FINDINGS = 50
# How many points each gesture names; those on a rack name it.
_POINTS = {"dropb": 1, "pickb": 1, "remove": 1, "preserve": 1, "slidefrom": 2, "slide": 2}
_RACKS = ("wr", "br", "wc", "bc")
_BARE = ("standard", "done", "resign", "winontime", "edit")
# Words of BoardSpace's shared dictionary that its GIPF board rejects: they change nothing.
_IGNORED: tuple[str, ...] = (
    "undo",
    "reset",
    "pleaseundo",
    "allowundo",
    "dontundo",
    "offerdraw",
    "acceptdraw",
    "declinedraw",
)
_IGNORED += ("swap", "pass", "nullmove")
_TOKENS = (*_POINTS, *_BARE, *_IGNORED, "start", "pick", "drop")
_PLAYER = re.compile(r"P(-1|[01])")
_COORDINATE = re.compile(r"([A-Ia-i])\s*([0-9])(?![0-9])\s*")
_WORD = re.compile(r"\S+")
_TM = re.compile(r"\s*([0-9]{1,12})\s*")


def read(lines: Iterable[str], source: str = "") -> Iterator[Record | Finding]:
    """Yield the games of a file, and what concerns the file as a whole.

    >>> text = "(;GM[gipf]SU[gipf];P0[0 Start P0];P0[1 Dropb E 1];P0[2 Dropb E 2];P0[3 Done ])"
    >>> [game.turns[0].push for game in read([text])]
    [WrittenPush(dot='e1', spot='e3', gipf=False)]
    """
    games = sgf.read(lines)
    read_games = (g if isinstance(g, Finding) else _other_game(g) or _Reader(g).read() for g in games)
    yield from numbered(read_games, source)


def _other_game(game: sgf.Game) -> Finding | None:
    """Give the finding of a game that is not GIPF, or a variant of it with other pieces."""
    for node in game.tree.nodes[:1]:
        for item in node.properties:
            value = item.values[0].text.strip()
            other = item.key == "GM" and value.lower() != "gipf"
            if other or (item.key == "SU" and value.lower().startswith("gipf-matrx")):
                line, column = game.places.at(item.offset)
                text = sgf.shown(f"{item.key}[{value}]")
                message = f"{text}: another game than GIPF, left out"
                return Finding("unknown-tag-value", ERROR, message, line=line, column=column, text=text)
    return None


@dataclass(slots=True)
class _Values:
    """What the header says."""

    tags: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=lambda: ["", ""])
    places: dict[str, Place] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)


class _Reader:
    """Reads one game; one use."""

    def __init__(self, game: sgf.Game):
        self.game = game
        self.findings: list[Finding] = []
        self.said: set[str] = set()
        self.values = _Values()
        self.counted = True
        self.index: int | None = None
        self.index_said = False

    def read(self) -> Record:
        tree = self.game.tree
        for node in tree.nodes[:1]:
            self._header(node)
        start, self.counted = self._start()
        play = Play(start, self.findings, self.said)
        main = self._line(tree, play, 0)
        mark = self._result(play)
        main = self._cut_at_end(play, main)
        tags = self._tags(play, start, mark)
        if not main.turns and play.ending is None:
            self._find("no-turns", 0, "the game has no turns")
        line, _ = self.game.places.at(0)
        findings = sorted((*self.game.findings, *self._fewer()), key=lambda f: (f.line or 0, f.column or 0))
        return Record(ordered_tags(tags), main, mark, False, "", 1, line, "boardspace", tuple(findings))

    def _fewer(self) -> list[Finding]:
        """Give the findings, of very many the first ones."""
        if len(self.findings) <= MOST_FINDINGS:
            return self.findings
        left = len(self.findings) - MOST_FINDINGS
        last = self.findings[MOST_FINDINGS]
        message = f"{left} more findings in this game"
        return [*self.findings[:MOST_FINDINGS], replace(last, severity=ERROR, message=message, text=None, hint=None)]

    def _find(
        self, code: str, offset: int, message: str, severity: str = "", text: str | None = None, hint: str | None = None
    ) -> None:
        line, column = self.game.places.at(offset)
        severity = severity or CODES[code].severity
        shown = None if text is None else sgf.shown(text)
        self.findings.append(Finding(code, severity, message, line=line, column=column, text=shown, hint=hint))

    def _place(self, offset: int) -> Place:
        return Place(*self.game.places.at(offset))

    # The header

    def _header(self, node: sgf.Node) -> None:
        """Read the first node: every property that is no gesture."""
        for item in node.properties:
            key = item.key
            if _PLAYER.fullmatch(key):
                for value in item.values:
                    self._player_value(int(key[1:] == "1"), value)
            elif key not in ("GM", "C", "N", "AN", "TM"):
                self._header_value(item, root=True)

    def _header_value(self, item: sgf.Property, *, root: bool) -> bool:
        """Keep a header property as a tag; False where it is none."""
        name = header.TAGS.get(item.key) or (f"Sgf{item.name}" if root and item.name.isalnum() else None)
        if name is None:
            return False
        raw = "][".join(value.raw for value in item.values)
        value = (item.values[0].text if item.key in header.TAGS else raw).strip()
        if name in self.values.tags:
            hint = "the first one counts"
            self._find("duplicate-tag", item.offset, f"{item.key} is given twice", text=item.key, hint=hint)
            return True
        self.values.order.append(item.key)
        self.values.places[item.key] = self._place(item.offset)
        self.values.tags[name] = value
        return True

    def _player_value(self, player: int, value: sgf.Value) -> bool:
        """Read a player's property that is no gesture: id, time, ranking and the like; False where it is one."""
        text = value.text.strip()
        word, _, rest = text.partition(" ")
        if word.isdigit() or word.lower() in _TOKENS or not word:
            return False
        side, rest = ("White", "Black")[player], rest.strip()
        if word.lower() == "id":
            name = header.read_name(rest)
            self.values.names[player] = name
            self.values.tags.setdefault(side, name)
            if rest != header.name_text(name):
                self.values.tags.setdefault(f"{side}Id", rest)
            return True
        if not re.fullmatch("[A-Za-z]{1,20}", word):
            return False
        inner = rest[1:-1] if len(rest) > 1 and rest[0] == rest[-1] == '"' else rest
        self.values.tags.setdefault(f"{side}{word[0].upper()}{word[1:]}", inner)
        return True

    def _start(self) -> tuple[Position | None, bool]:
        """Give the position at the start, and whether its counts can be relied on; None: an unknown variant."""
        tags = self.values.tags
        setup = header.read_setup(tags.get("Setup", ""))
        variant = setup.variant if setup.name else self._assumed()
        if variant is None:
            tags["Variant"] = setup.name
            return None, True
        tags["Variant"] = variant.name
        date = header.read_date(tags.get("DateGiven", ""))
        order = self.values.order
        dated_first = "DT" in order and "SU" in order and order.index("DT") < order.index("SU")
        when = date.local if date else None
        counted = header.pieces(variant, setup.revision, when, dated_first=dated_first)
        reserve = variant.reserve + counted - variant.pieces
        start = replace(Position.initial(variant), reserves=(reserve, reserve))
        return start, header.counts_known(setup.revision, when) or not setup.name

    def _assumed(self) -> Variant:
        """Give a variant where SU is missing: ``Standard`` is said in tournament games alone."""
        variant = TOURNAMENT if re.search(r"\[\s*(?:[0-9]+\s+)?[Ss]tandard\s*\]", self.game.places.text) else STANDARD
        message = f"no SU: read as {variant.name}"
        self._find("variant-assumed", 0, message, hint="add SU[gipf], SU[gipf-standard] or SU[gipf-tournament]")
        return variant

    # The turns

    def _line(self, tree: sgf.GameTree, play: Play, depth: int) -> TurnList:
        """Read a line of play to its end, and the variations that branch off."""
        first = True
        branches: list[tuple[int, sgf.GameTree, Play]] = []
        while True:
            for node in tree.nodes:
                self._node(node, play, header_read=first and depth == 0)
                first = False
            if not tree.children:
                break
            branches += [(len(play.turns) + 1, other, play.branch()) for other in tree.children[1:]]
            tree = tree.children[0]
        play.close()
        for number, other, line in branches:
            self._variation(number, other, line, play, depth + 1)
        places = play.places
        return TurnList(tuple(play.turns), _annotations(play), lambda number: places[number - 1])

    def _variation(self, number: int, tree: sgf.GameTree, line: Play, play: Play, depth: int) -> None:
        if depth > DEEPEST:
            if "variation-too-deep" not in self.said:
                self.said.add("variation-too-deep")
                hint = "what stands deeper is left out"
                self._find("variation-too-deep", tree.offset, f"variations nest deeper than {DEEPEST}", hint=hint)
            return
        self.index = None
        turns = self._line(tree, line, depth)
        if number > len(play.turns):
            message = "a variation of a turn that the game doesn't have is left out"
            self._find("unreadable", tree.offset, message, WARNING)
        elif turns.turns or turns.annotations:
            play.variations.setdefault(number, []).append(turns)

    def _node(self, node: sgf.Node, play: Play, *, header_read: bool) -> None:
        stamp = self._stamp(node)
        comments: list[str] = []
        gestures = 0
        for item in node.properties:
            key = item.key
            player = _PLAYER.fullmatch(key)
            if player:
                gestures += self._gestures(int(player[1] == "1"), item, play, stamp, in_header=header_read)
            elif key in ("C", "N", "AN"):
                comments += _comments(key, item)
            elif key in ("TM", "GM") or header_read or self._header_value(item, root=False):
                continue
            else:
                comments += _comments(key or item.name, item)
                message = f"{sgf.shown(item.name)}: an unknown property, kept as a comment"
                self._find("unreadable", item.offset, message, WARNING, item.name)
        if comments:
            play.note(comments)

    def _stamp(self, node: sgf.Node) -> str | None:
        for item in node.properties:
            if item.key == "TM":
                found = _TM.fullmatch(item.values[0].raw)
                if found:
                    return str(int(found[1]))
                message = f"TM[{sgf.shown(item.values[0].raw)}]: not a time in ms"
                self._find("unreadable", item.offset, message, WARNING, item.values[0].raw)
        return None

    def _gestures(self, player: int, item: sgf.Property, play: Play, stamp: str | None, *, in_header: bool) -> int:
        """Take the gestures of a property; a stamp is that of its last."""
        count = 0
        for k, value in enumerate(item.values):
            if in_header and self._player_value(player, sgf.Value(value.raw, value.offset)):
                continue
            gesture = self._gesture(player, value)
            if gesture is None:
                continue
            count += 1
            play.take(gesture, stamp if k + 1 == len(item.values) else None)
        return count

    def _gesture(self, player: int, value: sgf.Value) -> Gesture | None:
        """Read a gesture; what is none is a header value or a finding."""
        words = _WORD.findall(value.text)
        if words and words[0].isdigit() and words[0].isascii():
            self._check_index(int(words[0][:9]), value)
            words = words[1:]
        token, rest = (words[0].lower(), words[1:]) if words else ("", [])
        text, place = f"P{player}[{value.raw.strip()}]", self._place(value.offset)
        if token in _BARE:
            return Gesture(player, token, (), "", text, place)
        rack = rest[0].lower() if rest else ""
        if (token in ("pick", "drop") and rack in _RACKS) or (token == "start" and rack in ("p0", "p1")):
            return Gesture(player, token, (), rack, text, place)
        if token in _POINTS:
            points = _points(" ".join(rest))
            if points is not None and len(points) == _POINTS[token] and _fit(token, points):
                return Gesture(player, token, points, "", text, place)
            message = f"{sgf.shown(text)}: {token} needs {'a dot and a spot' if _POINTS[token] == 2 else 'a point'}"
            self._find("unreadable", value.offset, message, text=text, hint="points are a letter and a number: E 5")
        elif token in _IGNORED:
            message = f"{sgf.shown(text)}: BoardSpace's GIPF knows no such gesture; left out"
            self._find("unreadable", value.offset, message, WARNING, text)
        elif not (words and token == "time" and self._player_value(player, value)):
            if self._player_value(player, value):
                self._find("unreadable", value.offset, f"{sgf.shown(text)}: no gesture; kept as a tag", WARNING, text)
            else:
                self._find("unreadable", value.offset, f"{sgf.shown(text)}: an unknown gesture", text=text)
        return None

    def _check_index(self, index: int, value: sgf.Value) -> None:
        due = None if self.index is None else self.index + 1
        self.index = index
        if due is None or index == due or self.index_said:
            return
        self.index_said = True
        hint = "a gesture may be missing or doubled before it"
        self._find("number-differs", value.offset, f"{index} stands where {due} is due", text=value.raw, hint=hint)

    # The end

    def _result(self, play: Play) -> str | None:
        """Give the result: by the sentence, by a game given up, by repetition, or * where nothing ended it."""
        text = self.values.tags.get("ResultText", "")
        stated = header.read_result(text, self._names()) if text else None
        given_up = None if play.ending is None else ("1-0", "0-1")[play.ending.winner or 0]
        repeated = play.board is not None and play.open is None and play.seen.get(play.board, 0) >= 3
        if play.ending:
            self.values.tags["Termination"] = play.ending.termination
        elif repeated and stated in (None, "1/2-1/2"):
            self.values.tags["Termination"] = "repetition"
            return "1/2-1/2"
        if stated and given_up and stated != given_up and play.ending:
            message = f"{sgf.shown(text)}: by its gestures the game is {given_up} ({play.ending.termination})"
            place = self.values.places["RE"]
            self.findings.append(
                Finding("result-differs", ERROR, message, line=place.line, column=place.column, text=sgf.shown(text))
            )
        if text and stated is None:
            place = self.values.places["RE"]
            message = f"{sgf.shown(text)}: names no player of the game, and no draw"
            self.findings.append(
                Finding(
                    "unknown-tag-value", WARNING, message, line=place.line, column=place.column, text=sgf.shown(text)
                )
            )
        if stated or given_up:
            return stated or given_up
        ended = play.board is not None and play.board.outcome() is not None
        return None if ended or text else "*"

    def _names(self) -> tuple[str, str]:
        first, second = self.values.names
        return first or "P0", second or "P1"

    def _cut_at_end(self, play: Play, main: TurnList) -> TurnList:
        """Leave out what BoardSpace asks for after a removal that has ended the game by the rules: rows, a push."""
        last = main.turns[-1] if main.turns else None
        position = play.last_start
        if last is None or position is None or last.unreadable is not None or () in last.before + last.after:
            return main
        kept = _until_the_end(position, last)
        if kept == last:
            return main
        place = play.places[-1]
        message = f"the removal ends the game; what BoardSpace asks for after it is left out: {turn_text(last)}"
        hint = f"read as {turn_text(kept)}"
        self.findings.append(Finding("turn-after-end", NOTE, message, line=place.line, column=place.column, hint=hint))
        return replace(main, turns=(*main.turns[:-1], kept))

    def _tags(self, play: Play, table: Position | None, mark: str | None) -> list[tuple[str, str]]:
        tags = self.values.tags
        tags["Site"] = header.SITE
        if mark:
            tags["Result"] = mark
        date = header.read_date(tags.get("DateGiven", ""))
        if date:
            tags["Date"] = date.day
            if tags["DateGiven"] == header.date_text(date.day):
                del tags["DateGiven"]
            if date.iso:
                tags["DateTime"] = date.iso
        elif re.fullmatch(r"(?:[0-9]{4}|\?{4})\.(?:[0-9]{2}|\?\?)\.\?\?", tags.get("DateGiven", "")):
            tags["Date"] = tags.pop("DateGiven")
        if tags.get("ColourMap") == "1,0":
            place = self.values.places["CM"]
            message = "P0 played the black chips; he moves first and is White here"
            self.findings.append(Finding("colours-swapped", NOTE, message, line=place.line, column=place.column))
        for key, usual in header.USUAL.items():
            if tags.get(header.TAGS[key]) == usual:
                del tags[header.TAGS[key]]
        start = play.start
        if start is not None and start == table and not self.counted:
            start = self._fitting(play, start, mark)
        if start is not None and start != Position.initial(start.variant):
            tags["SetUp"], tags["Position"] = "1", start.to_text()
        return [(name, value) for name, value in tags.items() if value]

    def _fitting(self, play: Play, start: Position, mark: str | None) -> Position:
        """Give the start with the first reserve that the whole game fits."""
        table, own = start.reserves[0], start.variant.reserve
        around = sorted(range(1, 25), key=lambda reserve: (abs(reserve - own), reserve))
        enough = [r for r in (table, own, *around) if min(play.lowest) + r - table >= 0]
        last = play.board
        loser: Colour | None = {"1-0": BLACK, "0-1": WHITE}.get(mark or "")
        if last and loser is not None and play.ending is None and not last.without_gipfs():
            exact = [r for r in enough if last.to_move is loser and last.reserves[loser] + r - table == 0]
            enough = exact or enough
        reserve = enough[0] if enough else table
        return replace(start, reserves=(reserve, reserve))


def _until_the_end(position: Position, turn: WrittenTurn) -> WrittenTurn:
    """Give a turn up to the removal that takes a side's last GIPF-piece."""
    for k, group in enumerate(turn.before, 1):
        position = _without(position, group)
        if position.without_gipfs():
            return replace(turn, push=None, before=turn.before[:k], after=())
    path = turn.push and turn.push.dot and path_through(turn.push.dot, turn.push.spot)
    if not turn.push or not path or not turn.after:
        return turn
    try:
        position = position.entered(Push(path.dot, path.first, turn.push.gipf))
    except IllegalTurn:
        return turn
    for k, group in enumerate(turn.after, 1):
        position = _without(position, group)
        if position.without_gipfs():
            return replace(turn, after=turn.after[:k])
    return turn


def _without(position: Position, group: WrittenRemoval) -> Position:
    spots = mask(piece.spot for piece in group)
    return position.take((position.removal(Row(position.to_move, 0, spots, optional=False), spots),))


def is_token(word: str) -> bool:
    """Say whether a word is a gesture's, in any case."""
    return word.lower() in _TOKENS


def _points(text: str) -> tuple[str, ...] | None:
    """Read points, each a letter and a number: ``E 1 E 2``; None where that is not all of the text."""
    points, end = [], 0
    for found in _COORDINATE.finditer(text):
        if found.start() != end:
            return None
        points.append(f"{found[1].lower()}{found[2]}")
        end = found.end()
    return tuple(points) if end == len(text) and all(point in POINTS for point in points) else None


def _fit(token: str, points: tuple[str, ...]) -> bool:
    """Say whether a slide names a dot and then a spot."""
    return token not in ("slide", "slidefrom") or (_is_dot(points[0]) and not _is_dot(points[1]))


def _is_dot(point: str) -> bool:
    return point[0] in "ai" or point[1] == "1" or point in ("b6", "c7", "d8", "e9", "f8", "g7", "h6")


def _comments(key: str, item: sgf.Property) -> list[str]:
    texts = [value.text.replace("\r\n", "\n").replace("\r", "\n").strip(" \t\n") for value in item.values]
    return [text if key == "C" else f"[%{key} {text}]" for text in texts if text]


def _annotations(play: Play) -> dict[int, Annotation]:
    numbers = sorted(play.comments.keys() | play.variations.keys())
    return {
        number: Annotation((), (*play.comments.get(number, ()), *play.variations.get(number, ()))) for number in numbers
    }
