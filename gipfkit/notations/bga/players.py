"""Who plays in a log of Board Game Arena, with which colour, and how it ended (spec: notations section 5)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from gipfkit.findings import CODES, Finding
from gipfkit.gipf.board import BLACK, WHITE, Colour
from gipfkit.notations.bga.log import Log, text_of
from gipfkit.notations.bga.table import WORDS, Action, Table
from gipfkit.notations.official import shortened

_ID, _NAME, _COLOUR = ("id", "player_id", "player"), ("name", "player_name"), ("color", "colour", "player_color")
# Of a list of players no more are looked at: a file may list thousands, and hold thousands of tables.
_MOST_PLAYERS = 100
_WON = {WHITE: "1-0", BLACK: "0-1"}


def finding(code: str, message: str, hint: str | None = None) -> Finding:
    """Make a finding with its code's severity."""
    return Finding(code, CODES[code].severity, message, hint=hint)


class Players:
    """The players by their ids, as far as the log tells: names and colours."""

    def __init__(self, table: Table, log: Log, actions: Sequence[Action]):
        self.table = table
        self.names: dict[str, str] = {}
        self.colours: dict[str, str] = {}
        for listed in table.in_file(log, "players"):
            self._learn_list(listed)
        for action in actions:
            values = action.values
            if action.do == "start":
                self._learn_list(values.get("players"))
                for word in WORDS["colour"]:
                    self._learn(values.get(word), None, word)
            elif "name" in values or "colour" in values:
                self._learn(values.get("player"), values.get("name"), values.get("colour"))
        self._by_name = {name: who for who, name in reversed(self.names.items())}
        # A colour names a player only where he is the only one with it.
        owners = Counter(self.colours.values())
        self._by_colour = {colour: who for who, colour in self.colours.items() if owners[colour] == 1}

    def _learn_list(self, given: object) -> None:
        entries = given.items() if isinstance(given, dict) else ((None, one) for one in _list(given))
        for key, entry in islice(entries, _MOST_PLAYERS):
            if isinstance(entry, dict):
                self._learn(_first(entry, _ID) or key, _first(entry, _NAME), _first(entry, _COLOUR))

    def _learn(self, who: object, name: object, colour: object) -> None:
        key, called = text_of(who), " ".join((text_of(name) or "").split())
        if key is None or len(self.names) > 1000:
            return
        if called:
            self.names.setdefault(key, called)
        word = self.table.word("colour", colour)
        if word in WORDS["colour"]:
            self.colours.setdefault(key, word)

    def who(self, given: object) -> str | None:
        """Tell a player by id, name or colour: the id where it is known, else what is given."""
        text = text_of(given)
        if text is None or text in self.names or text in self.colours:
            return text
        if text in self._by_name:
            return self._by_name[text]
        word = self.table.word("colour", text)
        return self._by_colour.get(word, word) if word in WORDS["colour"] else text

    def of(self, action: Action) -> str | None:
        """Tell whose action it is, by ``player``, else by ``colour`` or ``name``."""
        values = action.values
        return next((who for key in ("player", "colour", "name") if (who := self.who(values.get(key)))), None)

    def sides(self, enterers: Iterable[str | None]) -> tuple[dict[str, Colour], list[Finding]]:
        """Give each player's side: who enters the first piece is White, whatever colour the site gave him."""
        movers = list(dict.fromkeys(who for who in enterers if who))
        stated = {who: WHITE if word == "white" else BLACK for who, word in self.colours.items()}
        sides = {who: stated[who] for who in self._by_colour.values()}
        if not movers:
            return sides, []
        others = movers[1:2] or [who for who in {**self.names, **self.colours} if who != movers[0]]
        sides = {movers[0]: WHITE} | ({others[0]: BLACK} if len(others) == 1 else {})
        for word, side in (("white", WHITE), ("black", BLACK)):
            if word not in self._by_colour:
                sides.setdefault(word, side)
        found = []
        if stated.get(movers[0]) is BLACK:
            name = shortened(self.names.get(movers[0], movers[0]))
            message = f"{name} has Black's colour and moves first: recorded as White"
            found.append(
                finding("colours-differ", message, "if the colours are right, see [values.colour] of the table")
            )
        if len(movers) > 2:
            message = f"{len(movers)} players enter pieces: {', '.join(shortened(who) for who in movers[:4])}"
            found.append(finding("colours-differ", message, "see the player field of the table"))
        return sides, found

    def tags(self, sides: dict[str, Colour]) -> Iterator[tuple[str, str]]:
        """Yield the tags White, Black, WhiteId and BlackId, as far as they are known."""
        for who, side in sides.items():
            name, word = self.names.get(who, who), side.word.capitalize()
            if who in WORDS["colour"]:
                continue
            yield word, name
            if name != who:
                yield f"{word}Id", who


def _list(given: object) -> list[object]:
    return given if isinstance(given, list) else []


def _first(entry: dict[str, object], keys: Sequence[str]) -> object:
    return next((entry[key] for key in keys if entry.get(key) is not None), None)


class Ending:
    """The result and the termination, gathered from what the log says of the end; what is said first stands."""

    def __init__(self, players: Players, sides: dict[str, Colour]):
        self.players, self.sides = players, sides
        self.result: str | None = None
        self.termination: str | None = None
        self.findings: list[Finding] = []

    def add(self, action: Action) -> None:
        """Add an action ``resign``, ``time-out`` or ``end``."""
        values = action.values
        if action.do == "end":
            self._set(self._stated(values) or self._won(values.get("winner")) or self._scored(values.get("scores")))
            word = self._word("termination", values.get("termination"))
            self.termination = self.termination or word
            return
        side = self.sides.get(self.players.of(action) or "")
        if side is None:
            message = f"{action.do}: the player isn't known: {shortened(action.note.text or action.note.type)}"
            self.findings.append(finding("unreadable", message, "see the player field of the table"))
            return
        self._set(_WON[side.opponent])
        self.termination = self.termination or ("time" if action.do == "time-out" else "resignation")

    def _set(self, result: str | None) -> None:
        if result and self.result and result != self.result:
            message = f"the log says {self.result}, and {result} later on"
            self.findings.append(finding("result-differs", message, f"read as {self.result}"))
        self.result = self.result or result

    def _word(self, kind: str, value: object) -> str | None:
        if value is None:
            return None
        word = self.players.table.word(kind, value)
        if word in WORDS[kind]:
            return word
        shown = shortened(text_of(value) or "")
        hint = f'add "{shown}" to [values.{kind}] of the table' if shown else None
        self.findings.append(finding("unreadable", f"{kind}: {shown!r} is none of {', '.join(WORDS[kind])}", hint))
        return None

    def _stated(self, values: dict[str, object]) -> str | None:
        return self._word("result", values.get("result"))

    def _won(self, winner: object) -> str | None:
        if winner is None:
            return None
        side = self.sides.get(self.players.who(winner) or "")
        if side is None:
            shown = shortened(text_of(winner) or "")
            self.findings.append(finding("unreadable", f"winner: {shown!r} is no player", "see the table's entry"))
            return None
        return _WON[side]

    def _scored(self, scores: object) -> str | None:
        """Settle the result by scores: {id: score} or a list of players with theirs."""
        found: dict[Colour, float] = {}
        entries = scores.items() if isinstance(scores, dict) else ((None, one) for one in _list(scores))
        for key, entry in entries:
            who, score = (_first(entry, _ID) or key, entry.get("score")) if isinstance(entry, dict) else (key, entry)
            side, number = self.sides.get(self.players.who(who) or ""), _float(score)
            if side is not None and number is not None:
                found[side] = number
        if len(found) == 2:
            return "1/2-1/2" if found[WHITE] == found[BLACK] else _WON[max(found, key=found.__getitem__)]
        if scores is not None:
            self.findings.append(finding("unreadable", "scores: not a score for each player", "see the table's entry"))
        return None


def _float(value: object) -> float | None:
    try:
        return float(text_of(value) or "")
    except ValueError:
        return None
