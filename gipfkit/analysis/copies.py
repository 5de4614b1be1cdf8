"""Which games with the same turns are one game: those of which the tags don't say that they are others.

Two records tell of one game where neither says what the other denies: other players, another date, result, event, round
or any other tag about the game. A tag that is missing, or says nothing, denies nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gipfkit.analysis.game_table import Row
from gipfkit.analysis.players import player_key
from gipfkit.dates import date_range, date_tag
from gipfkit.ending import OPEN, UNTERMINATED
from gipfkit.record import Record, ordered_tags

Facts = Mapping[str, str]

# Told by the row of the game table, or by the turns and how the board lies.
_TOLD_OTHERWISE = {
    *("White", "Black", "Date", "UTCDate", "EventDate", "Result", "Termination"),
    *("Variant", "SetUp", "Position"),
}
# Of how the board lies in one record.
_OF_BOARD = {"SetUp", "Position"}
# About the text, not about the game: they may differ between copies.
OF_TEXT = ("Source", "Annotator", "Transcriber", "PlyCount", "GameId", "Link", "Generator")
_DATE_PARTS = ("Year", "Month", "Day")


def says_something(value: str) -> bool:
    """Say whether a tag's value tells anything."""
    return bool(value.strip("?. *-"))


def facts_of(record: Record, row: Row) -> dict[str, str]:
    """Give what a game says of itself beside its turns, each in one way of writing."""
    facts = {
        name: " ".join(value.casefold().split())
        for name, value in reversed(record.tags)
        if name not in _TOLD_OTHERWISE and name not in OF_TEXT and says_something(value)
    }
    for side in ("white", "black"):
        if row[side]:
            facts[side.capitalize()] = player_key(row[side])
    if row["date"]:
        facts |= _date_facts(row["date"])
    if row["result"] != OPEN:
        facts["Result"] = row["result"]
    if row["termination"] not in (None, UNTERMINATED):
        facts["Termination"] = row["termination"]
    return facts


def _date_facts(text: str) -> dict[str, str]:
    """Give the parts of a date that are known: the day may stand in one copy alone."""
    if date_range(text) is None:
        return {"Date": text.casefold()}
    return {name: part for name, part in zip(_DATE_PARTS, text.split("."), strict=True) if "?" not in part}


def agree(one: Facts, other: Facts) -> bool:
    """Say whether neither denies what the other says."""
    return all(other.get(name, value) == value for name, value in one.items())


def differences(one: Row, other: Row) -> list[str]:
    """Say what tells two games apart, of their players, dates and results, by their rows in the game table."""
    found = []
    if any(one[s] and other[s] and player_key(one[s]) != player_key(other[s]) for s in ("white", "black")):
        found.append("players")
    if one["date"] and other["date"] and not agree(_date_facts(one["date"]), _date_facts(other["date"])):
        found.append("date")
    if OPEN not in (one["result"], other["result"]) and one["result"] != other["result"]:
        found.append("result")
    return found


@dataclass(slots=True)
class Group:
    """Games that are one, and what they say together."""

    members: list[int]
    facts: dict[str, str]


@dataclass(slots=True)
class _Groups:
    """Groups found by what they say: those that agree with a game are looked up, not tried one by one.

    Groups with the same names of facts stand together, and each such set is sorted by the values of the names that it
    has in common with what is looked up.
    """

    all: list[Group] = field(default_factory=list)
    _by_names: dict[frozenset[str], list[Group]] = field(default_factory=dict)
    _sorted: dict[tuple[frozenset[str], frozenset[str]], dict[tuple[str, ...], list[Group]]] = field(
        default_factory=dict
    )

    def add(self, group: Group) -> None:
        """Add a group."""
        self.all.append(group)
        self._enter(group)

    def join(self, group: Group, game: int, facts: Facts) -> None:
        """Add a game to a group that it agrees with."""
        group.members.append(game)
        if facts.keys() - group.facts.keys():
            # It stays where it was, too, and is passed over there, as it has grown.
            group.facts = {**group.facts, **facts}
            self._enter(group)

    def agreeing(self, facts: Facts) -> list[Group]:
        """Give the groups that agree with some facts, two at most."""
        found: dict[int, Group] = {}
        known = frozenset(facts)
        for names in self._by_names:
            common = tuple(sorted(names & known))
            for group in self._of(names, common).get(tuple(facts[name] for name in common), ()):
                if group.facts.keys() == names and agree(group.facts, facts):
                    found[id(group)] = group
                    if len(found) > 1:
                        return list(found.values())
        return list(found.values())

    def _enter(self, group: Group) -> None:
        names = frozenset(group.facts)
        self._by_names.setdefault(names, []).append(group)
        for (of, common), groups in self._sorted.items():
            if of == names:
                groups.setdefault(_values(group, tuple(sorted(common))), []).append(group)

    def _of(self, names: frozenset[str], common: tuple[str, ...]) -> dict[tuple[str, ...], list[Group]]:
        key = names, frozenset(common)
        if key not in self._sorted:
            groups: dict[tuple[str, ...], list[Group]] = {}
            for group in self._by_names[names]:
                if group.facts.keys() == names:
                    groups.setdefault(_values(group, common), []).append(group)
            self._sorted[key] = groups
        return self._sorted[key]


def _values(group: Group, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(group.facts[name] for name in names)


def grouped(games: Iterable[tuple[int, Facts]]) -> list[Group]:
    """Put games with the same turns into groups of one game each.

    A game that agrees with two groups that deny each other may be of either, and is in neither.
    """
    ranked = sorted(games, key=lambda game: (-len(game[1]), game[0]))
    found, doubtful = _Groups(), _Groups()
    left: Sequence[tuple[int, Facts]] = ranked
    for groups in (found, doubtful):
        between = []
        for game, facts in left:
            fitting = groups.agreeing(facts)
            if len(fitting) == 1:
                groups.join(fitting[0], game, facts)
            elif fitting and groups is found:
                between.append((game, facts))
            else:
                groups.add(Group([game], dict(facts)))
        left = between
    for group in (all_groups := [*found.all, *doubtful.all]):
        group.members.sort()
    return sorted(all_groups, key=lambda group: group.members[0])


def merged(kept: Record, copies: Iterable[Record]) -> Record:
    """Give a record with what its copies say and it doesn't: tags, the result, the rest of the date."""
    tags = dict(reversed(kept.tags))
    mark, resigned = kept.mark, kept.resigned
    for copy in copies:
        for name, value in copy.tags:
            if name not in _OF_BOARD and _tells_more(name, value, tags.get(name, "")):
                tags[name] = value
        settled = kept.result not in (None, OPEN) or resigned or mark not in (None, OPEN)
        if not settled and (copy.resigned or copy.result not in (None, OPEN)):
            resigned = copy.resigned and copy.result in (None, OPEN)
            mark = copy.result or mark
            tags["Result"] = copy.result or tags.get("Result", OPEN)
    if (tags, mark, resigned) == (dict(reversed(kept.tags)), kept.mark, kept.resigned):
        return kept
    return replace(kept, tags=ordered_tags(_in_order(kept, tags)), mark=mark, resigned=resigned)


def _in_order(kept: Record, tags: Mapping[str, str]) -> list[tuple[str, str]]:
    """Give tags in the order of the record, new ones behind."""
    names = dict.fromkeys([*(name for name, _ in kept.tags), *tags])
    return [(name, tags[name]) for name in names]


def _tells_more(name: str, value: str, known: str) -> bool:
    if name == "Result" or not says_something(value):
        return False
    if not says_something(known):
        return True
    return name == "Date" and _exactness(value) > _exactness(known)


def _exactness(date: str) -> int:
    days = date_range(date_tag({"Date": date}) or "")
    return 0 if days is None else sum(one == other for one, other in zip(*days, strict=True))


def lost_of(copy: Record, kept: Record) -> list[str]:
    """Name what a copy holds that the record kept in its place doesn't."""
    notes = {number: note for number, note in copy.main.annotations.items() if note.glyphs or note.items}
    lost = ["comments, glyphs or variations"] if notes and notes != kept.main.annotations else []
    held = dict(reversed(kept.tags))
    return lost + [
        f"{name} {value!r}"
        for name, value in copy.tags
        if name in OF_TEXT and says_something(value) and held.get(name) != value
    ]
