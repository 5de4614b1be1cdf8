"""Writes BoardSpace's SGF in the style of its newest files, a person's gestures (spec: BoardSpace's SGF dialect)."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, permutations

from gipfkit.ending import DRAW, OPEN
from gipfkit.findings import CODES, Finding
from gipfkit.gipf.board import BIT, SPOT, WHITE, Colour, bits, names
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Removal, Turn, taken
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant
from gipfkit.judge import Issue, readings
from gipfkit.notations import sgf
from gipfkit.notations.boardspace import header
from gipfkit.notations.boardspace import reading as boardspace
from gipfkit.notations.boardspace.rows import Captures, places_gipf
from gipfkit.notations.losses import lost_ending
from gipfkit.notations.official import counted_text
from gipfkit.record import Annotation, Record, TurnList, WrittenTurn

_CLOCK = re.compile(r"\[%egt ([0-9]{1,6}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{3}))?\](?: \[%tm ([0-9 -]+)\])?")
_KEPT_PROPERTY = re.compile(r"\[%([A-Z]{1,3}) (.*)\]", re.DOTALL)
_PLAYER_TAG = re.compile("(White|Black)([A-Z][A-Za-z]{0,19})")
_WORD = re.compile(r"[\w.:+-]+")
_MOST_ORDERS = 24
_REPEATED = 3


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a record as a BoardSpace game; findings name what it can't hold.

    Comments and variations are written, clocks as ``TM``; tags that BoardSpace doesn't have, glyphs and reserve counts
    are not. A start other than the variant's is set up by ``Edit`` where dates and revision don't tell it.
    """
    variant, start = _start_of(record)
    written = [_Writer(record, variant, start, dated_first=False)]
    if start != Position.initial(variant) or _is_old(record):
        written.append(_Writer(record, variant, start, dated_first=True))
        written.append(_Writer(record, variant, start, dated_first=False, edited=True))
    for writer in written:
        text = writer.text()
        if len(written) == 1 or _start_read(text) == start:
            return text, writer.findings
    text = written[0].text()
    return text, [*written[0].findings, _lost("BoardSpace can't hold the start: its counts are no variant's")]


def _lost(what: str, turn: int | None = None) -> Finding:
    return Finding("not-expressed", CODES["not-expressed"].severity, what, turn=turn)


def _start_of(record: Record) -> tuple[Variant, Position]:
    """Give the variant and the start: by the tags, else by what the turns show."""
    name = (record.tag("Variant") or "").lower()
    variant = VARIANTS.get(name) or _shown_variant(record)
    text = record.tag("Position")
    if text:
        try:
            position = Position.from_text(text)
        except ValueError:
            return variant, Position.initial(variant)
        return position.variant, position
    return variant, Position.initial(variant)


def _shown_variant(record: Record) -> Variant:
    """Tell the variant by a GIPF-piece entered, or by which start takes the game further."""
    if any(turn.push and turn.push.gipf for turn in record.turns[:1]):
        return TOURNAMENT
    return max((STANDARD, BASIC), key=lambda variant: _reach(Position.initial(variant), record))


def _reach(position: Position, record: Record) -> int:
    for number, turn in enumerate(record.turns):
        found = readings(position, turn, lenient=True)
        if isinstance(found, Issue):
            return number
        position = found[0].position
    return len(record.turns)


def _is_old(record: Record) -> bool:
    date = header.read_date(record.tag("DateGiven") or record.tag("Date") or "")
    revision = header.read_setup(record.tag("Setup") or "gipf 0 102").revision
    return not header.counts_known(revision, date.local if date else None) or bool(
        date and date.local and date.local < header.COUNTED_FROM
    )


def _start_read(text: str) -> Position | None:
    """Give the start that the reader finds in a text."""
    for item in boardspace.read(text.split("\n")):
        if isinstance(item, Record):
            stated, name = item.tag("Position"), item.tag("Variant") or ""
            if stated:
                return Position.from_text(stated)
            return Position.initial(VARIANTS[name]) if name in VARIANTS else None
    return None


@dataclass(slots=True)
class _Writer:
    record: Record
    variant: Variant
    start: Position
    dated_first: bool
    edited: bool = False
    findings: list[Finding] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)

    def text(self) -> str:
        """Write the game."""
        self.findings, self.lines, self.known = [], [], {"Site", "Result", "Variant", "Termination", "DateTime"}
        mark = self._mark()
        self.lines += ["(;", *self._header(mark)]
        index, side = self._setting_up()
        self._node(WHITE, index, f"Start P{int(side)}", self._properties(self.record.main.annotations.get(0), 1)[0])
        self._line(self.record.main, self.start, index + 1, mark, main=True)
        self.lines += [")", "", ""]
        self._find_losses()
        return "\n".join(self.lines)

    def _mark(self) -> str | None:
        """Give the result: as stated, or that of the side to move resigning."""
        if self.record.resigned and self.record.result in (None, "*"):
            side = (self.start.to_move + len(self.record.turns)) % 2
            return "1-0" if side else "0-1"
        return self.record.result

    # The header

    def _tag(self, name: str) -> str:
        self.known.add(name)
        return (self.record.tag(name) or "").strip()

    def _header(self, mark: str | None) -> Iterator[str]:
        tags = {key: self._tag(name) for key, name in header.TAGS.items()}
        setup = header.read_setup(tags["SU"])
        if setup.variant is not self.variant:
            total = self.start.total(WHITE)
            tags["SU"] = f"{header.SETUPS[self.variant.name]} 0 {100 if total == self.variant.pieces + 1 else 102}"
        self.known |= {"SetUp", "Position"}
        date = self._tag("Date")
        tags["DT"] = tags["DT"] or (header.date_text(date) if date else "")
        tags["RE"] = self._sentence(tags["RE"], mark)
        usual = {key: tags[key] or value for key, value in header.USUAL.items()}
        yield f"GM[gipf]VV[{sgf.escaped(usual['VV'])}]"
        yield f"CM[{sgf.escaped(usual['CM'])}]"
        yield f"TC[{sgf.escaped(usual['TC'])}]"
        for key in ("DT", "SU", "GN", "GS", "RE", "GC") if self.dated_first else ("SU", "DT", "GN", "GS", "RE", "GC"):
            if tags[key]:
                yield f"{key}[{sgf.escaped(tags[key])}]"
        for name, value in self.record.tags:
            if re.fullmatch("Sgf[A-Za-z0-9]+", name) and name not in self.known:
                self.known.add(name)
                yield f"{name[3:]}[{value}]" if _is_raw(value) else f"{name[3:]}[{sgf.escaped(value)}]"
        yield from self._players()

    def _names(self) -> tuple[str, str]:
        return self._tag("White") or "P0", self._tag("Black") or "P1"

    def _sentence(self, given: str, mark: str | None) -> str:
        """Give the sentence on the result: the one given if it says the same, else BoardSpace's own."""
        found = self._names()
        if given and header.read_result(given, found) in (mark, None):
            return given
        made = {"1-0": f"Game won by {found[0]}", "0-1": f"Game won by {found[1]}", "1/2-1/2": "The game is a draw"}
        sentence = made.get(mark or "", "")
        if sentence and header.read_result(sentence, found) != mark:
            self.findings.append(_lost(f"BoardSpace can't hold the result {mark}: the players have the same name"))
        return sentence

    def _players(self) -> Iterator[str]:
        for player, side in enumerate(("White", "Black")):
            raw, name = self._tag(f"{side}Id"), self._tag(side)
            if name:
                yield f"P{player}[id {sgf.escaped(raw or header.name_text(name))}]"
            for tag, value in self.record.tags:
                found = _PLAYER_TAG.fullmatch(tag)
                word = found[2][0].lower() + found[2][1:] if found else ""
                if not found or found[1] != side or tag in self.known or boardspace.is_token(word) or word == "time":
                    continue
                self.known.add(tag)
                text = value if _WORD.fullmatch(value) else f'"{value}"'
                yield f"P{player}[{word} {sgf.escaped(text)}]"

    def _find_losses(self) -> None:
        """Name what was left out."""
        lost = [name for name, _ in self.record.tags if name not in self.known]
        if lost:
            self.findings.append(_lost(f"BoardSpace holds no tags but its own: {', '.join(dict.fromkeys(lost))}"))
        site = self.record.tag("Site")
        if site and site != header.SITE:
            self.findings.append(_lost(f"BoardSpace holds no other Site: {site}"))
        if _has_glyphs(self.record.main):
            self.findings.append(_lost("BoardSpace holds no glyphs"))

    # The moves

    def _setting_up(self) -> tuple[int, Colour]:
        """Set the start up where BoardSpace's own differs; give the next index and the side to move."""
        if not self.edited:
            return 0, self.start.to_move
        gestures = ["Edit ", *_edit_gestures(self.variant, self.start)]
        for index, gesture in enumerate(gestures):
            self._node(WHITE, index, gesture, "")
        return len(gestures), self.start.to_move

    def _node(self, side: Colour, index: int, gesture: str, properties: str) -> None:
        self.lines.append(f"; P{int(side)}[{index} {gesture}]{properties}")

    def _line(self, turns: TurnList, position: Position, index: int, mark: str | None, *, main: bool = False) -> None:
        """Write a line of play; where a variation branches off, what goes on stands in brackets before it."""
        branches: list[tuple[tuple[TurnList, ...], Position, int]] = []
        seen = Counter([position])
        for number, turn in enumerate(turns.turns, 1):
            note = turns.annotations.get(number, Annotation())
            variations = note.variations + (turns.annotations.get(0, Annotation()).variations if number == 1 else ())
            if variations:
                branches.append((variations, position, index))
                self.lines.append("(")
            found = readings(position, turn, lenient=True)
            gestures = None if isinstance(found, Issue) else _gestures(position, found[0].turn)
            if isinstance(found, Issue) or gestures is None:
                self._break_off(turns.turns[number - 1 :], number)
                break
            stamps = self._properties(note, len(gestures), number)
            for gesture, properties in zip(gestures, stamps, strict=True):
                self._node(position.to_move, index, gesture, properties)
                index += 1
            position = found[0].position
            seen[position] += 1
        if main:
            termination = self._give_up(position, index, mark) or self._repetition(mark, seen[position])
            self._times()
            self._find_lost_ending(position, mark, termination)
        for variations, before, first in reversed(branches):
            self.lines.append(")")
            for variation in variations:
                self.lines.append("(")
                opening = self._properties(variation.annotations.get(0), 1)[0]
                self.lines += [f";{opening}"] if opening else []
                self._line(variation, before, first, mark)
                self.lines.append(")")

    def _break_off(self, rest: tuple[WrittenTurn, ...], number: int) -> None:
        """Keep turns that can't be played, or not by BoardSpace's gestures, as a comment."""
        shown = " / ".join(counted_text(turn) for turn in rest)
        self.lines.append(f";C[{sgf.escaped(shown)}]")
        self.findings.append(_lost(f"turn {number} and what follows can't be played; kept as a comment", number))

    def _properties(self, note: Annotation | None, gestures: int, turn: int | None = None) -> list[str]:
        """Give the properties of each of a turn's nodes: time stamps, and on the last one its comments."""
        stamps, rest = [""] * gestures, ""
        for comment in note.comments if note else ():
            clock = _CLOCK.fullmatch(comment)
            kept = _KEPT_PROPERTY.fullmatch(comment)
            if clock and not any(stamps):
                if not _stamp(clock, stamps):
                    self.findings.append(_lost("a turn's time stamps: BoardSpace has other gestures here", turn))
            elif kept and kept[1] not in ("C", "TM", "GM", "P") and kept[1] not in header.TAGS:
                rest += f"{kept[1]}[{sgf.escaped(kept[2])}]"
            else:
                rest += f"C[{sgf.escaped(comment)}]"
        stamps[-1] += rest
        return stamps

    def _give_up(self, position: Position, index: int, mark: str | None) -> str | None:
        """Write the gestures that give a game up; give the termination that they show."""
        termination = self.record.tag("Termination") or ("resignation" if self.record.resigned else "")
        winner = {"1-0": 0, "0-1": 1}.get(mark or "")
        if termination == "resignation" and winner is not None:
            loser = Colour(1 - winner)
            self._node(loser, index, "Resign ", "")
            self._node(loser, index + 1, "Done ", "")
            return termination
        if termination == "time" and winner == position.to_move:
            self._node(position.to_move, index, "WinOnTime ", "")
            return termination
        return None

    def _repetition(self, mark: str | None, times: int) -> str | None:
        """Give the termination that a reader sees in a position there for the third time, unless somebody has won."""
        return "repetition" if times >= _REPEATED and mark in (None, OPEN, DRAW) else None

    def _find_lost_ending(self, last: Position, mark: str | None, termination: str | None) -> None:
        """Name what a reader won't find of the ending: BoardSpace writes draws and winners, and few reasons."""
        tags = (("Termination", termination),) if termination else ()
        back = Record(tags, mark=DRAW if termination == "repetition" else mark)
        self.findings += lost_ending(self.record, "BoardSpace", back, last)

    def _times(self) -> None:
        times = [(player, self._tag(f"{side}Time")) for player, side in enumerate(("White", "Black"))]
        if any(time for _, time in times):
            self.lines += [";", *(f"P{player}[time {sgf.escaped(time)} ]" for player, time in times if time)]


def _has_glyphs(turns: TurnList) -> bool:
    stack = [turns]
    while stack:
        for note in stack.pop().annotations.values():
            if note.glyphs:
                return True
            stack += note.variations
    return False


def _is_raw(value: str) -> bool:
    """Say whether a text can stand between brackets as it is, several values and all."""
    plain = re.sub(r"\\.", "", value.replace("][", ""), flags=re.DOTALL)
    return not re.search(r"[\\\[\]]", plain)


def _stamp(clock: re.Match[str], stamps: list[str]) -> bool:
    """Write the time stamps of a comment; False where they are for other gestures: then the last alone is kept."""
    hours, minutes, seconds, thousandths, all_of_them = clock.groups()
    each = all_of_them.split() if all_of_them else []
    if len(each) == len(stamps):
        stamps[:] = [f"TM[{time}]" if time.isdigit() else "" for time in each]
        return True
    total = 1000 * (3600 * int(hours) + 60 * int(minutes) + int(seconds)) + int(thousandths or 0)
    stamps[-1] = f"TM[{total}]"
    return not each


def _point(name: str) -> str:
    return f"{name[0].upper()} {name[1]}"


def _gestures(position: Position, turn: Turn) -> list[str] | None:
    """Give the gestures of a turn; None where BoardSpace's defaults don't let it be made."""
    first = _phase(position, turn.before, before=True)
    if first is None:
        return None
    gestures, position, row_taken = first
    if turn.push is None:
        return [*gestures, "Done "]
    if places_gipf(position, row_taken=row_taken) != turn.push.gipf:
        gestures.append("Standard ")
    gestures += [f"Dropb {_point(turn.push.dot)}", f"Dropb {_point(turn.push.first)}"]
    last = _phase(position.entered(turn.push), turn.after, before=False)
    return None if last is None else [*gestures, *last[0], "Done "]


def _phase(
    position: Position, removals: tuple[Removal, ...], *, before: bool
) -> tuple[list[str], Position, bool] | None:
    """Give the gestures that take rows on one side of a push, the position after them, and whether one names a row.

    Which row a ``Remove`` means and what it takes with it depends on the others, so other orders are tried.
    """
    for order in islice(permutations(removals), _MOST_ORDERS):
        captures = Captures(position)
        gestures: list[str] = []
        named = _take(captures, list(order), gestures, before=before)
        if named is not None and captures.position.occupied == position.occupied & ~taken(removals):
            return gestures, captures.position, named
    return None


def _take(captures: Captures, removals: list[Removal], gestures: list[str], *, before: bool) -> bool | None:
    """Take rows by gestures; give whether a row was named, or None where it can't be done."""
    named = False
    ends = bool(captures.position.take(tuple(removals)).without_gipfs())
    while removals if ends else captures.must and (before or not captures.simple):
        if not removals:
            return None
        removal = removals.pop(0)
        row = next((row for row in captures.rows if row.line == removal.line), None)
        if row is None:
            return None
        _tell(captures, captures.gipfs(row), removal.taken, gestures)
        points = captures.points(row)
        if not points:
            return None
        gestures.append(f"Remove {_point(points[0])}")
        captures.take(row)
        named = True
    if ends:
        # Rows that stand when the game ends are BoardSpace's affair: Done takes them, the reader leaves them out.
        return named
    _tell(captures, captures.gipfs(), taken(tuple(removals)), gestures)
    if before and not captures.rows:
        return named
    captures.take_all()
    return named


def _tell(captures: Captures, gipfs: list[int], gone: int, gestures: list[str]) -> None:
    """Say which GIPF-pieces stay and which go, where the defaults are otherwise."""
    for bit in gipfs:
        keep = not bit & gone
        if bool(captures.kept & bit) != keep:
            gestures.append(f"{'Preserve' if keep else 'Remove'} {_point(SPOT[bit])}")
            captures.tell(SPOT[bit], keep)


def _edit_gestures(variant: Variant, start: Position) -> Iterator[str]:
    """Give the gestures that set a position up: the variant's pieces go to the racks, then what is wanted comes out."""
    initial = Position.initial(variant)
    for bit in bits(initial.occupied):
        yield f"Pickb {_point(SPOT[bit])}"
        yield f"Drop {'br' if bit & initial.black else 'wr'}"
    for colour, rack, lost in ((0, "wr", "bc"), (1, "br", "wc")):
        own = start.pieces(Colour(colour))
        for spot in names(own):
            for _ in range(2 if BIT[spot] & start.gipfs else 1):
                yield f"Pick {rack}"
                yield f"Dropb {_point(spot)}"
        for _ in range(start.captured[colour]):
            yield f"Pick {rack}"
            yield f"Drop {lost}"
