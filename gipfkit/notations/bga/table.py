"""The table that says what a log's notifications mean: read from TOML, checked, applied (spec: notations section 5).

``gipf.toml`` beside this file is the shipped table; the comments in it explain the format.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gipfkit.gipf.board import DOTS, SPOTS
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations.bga.log import Log, Notification, text_of
from gipfkit.record import RESULTS, TERMINATIONS

SHIPPED = Path(__file__).with_name("gipf.toml")
KEEP, TAKE, ASK = "keep", "take", "ask"

WHO = ("player", "name", "colour")
# What each action can be told, beside what decides whether a rule fits.
ACTIONS: dict[str, tuple[str, ...]] = {
    "start": ("players", "white", "black", "variant"),
    "enter": (*WHO, "dot", "spot", "first", "end", "kind"),
    "remove": (*WHO, "spots", "line", "keep", "take"),
    "keep": (*WHO, "spots"),
    "take": (*WHO, "spots"),
    "take-back": (*WHO, "uids"),
    "restart": (*WHO, "uids"),
    "resign": WHO,
    "time-out": WHO,
    "end": ("winner", "result", "scores", "termination"),
    "ignore": (),
}
# The words that a field's value must come to, where they are few.
WORDS: dict[str, tuple[str, ...]] = {
    "colour": ("white", "black"),
    "kind": ("single", "gipf"),
    "variant": tuple(VARIANTS),
    "result": RESULTS,
    "termination": TERMINATIONS,
}
_NEEDED = {"enter": ("dot", "spot", "first"), "keep": ("spots",), "take": ("spots",), "remove": ("spots", "line")}
_MATCHING = ("do", "type", "text", "when")
_TOP = ("extends", "confirmed", "unnamed_gipfs", "values", "file", "defaults", "action")
_FILE = ("players", "variant")
_BRACED = re.compile(r"\{([^{}]*)\}")

JsonPath = tuple[str, ...]


class TableError(ValueError):
    """A table that can't be used: ``mistakes`` has a sentence for each mistake, with its key."""

    def __init__(self, mistakes: Sequence[str]):
        super().__init__("; ".join(mistakes))
        self.mistakes = tuple(mistakes)


@dataclass(frozen=True, slots=True)
class Template:
    """Where a field's value is: words, and paths into the args, in order. A path alone gives the value as it is."""

    parts: tuple[str | JsonPath, ...]

    def value(self, args: object) -> object:
        """Give the value, or None where one of the paths leads nowhere."""
        if len(self.parts) == 1 and not isinstance(self.parts[0], str):
            return at(args, self.parts[0])
        texts = [part if isinstance(part, str) else text_of(at(args, part)) for part in self.parts]
        return None if None in texts else "".join(text or "" for text in texts)


def at(value: object, path: JsonPath) -> object:
    """Follow a path into JSON: keys, numbers of items from 0, and ``*`` for every item; None where it leads nowhere."""
    for k, key in enumerate(path):
        if key == "*":
            items = list(value.values()) if isinstance(value, dict) else value
            found = [at(item, path[k + 1 :]) for item in items] if isinstance(items, list) else []
            return found if any(item is not None for item in found) else None
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isascii() and key.isdigit() and len(key) < 6 and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


@dataclass(frozen=True, slots=True)
class Rule:
    """An entry of the table: which notifications it is for, what they do, and where their fields are."""

    do: str
    types: frozenset[str] = frozenset()
    text: re.Pattern[str] | None = None
    when: tuple[tuple[JsonPath, str], ...] = ()
    fields: Mapping[str, tuple[Template, ...]] = field(default_factory=dict)

    def read(self, note: Notification) -> dict[str, object] | None:
        """Give the fields that a notification has, None where the rule isn't for it; the type is checked already."""
        if any(text_of(at(note.args, path)) != wanted for path, wanted in self.when):
            return None
        found = self.text.search(note.text) if self.text else None
        if self.text and not found:
            return None
        values: dict[str, object] = {k: v for k, v in found.groupdict().items() if v} if found else {}
        for name, templates in self.fields.items():
            given = next((v for v in (template.value(note.args) for template in templates) if v is not None), None)
            if given is not None:
                values[name] = given
        return values


@dataclass(frozen=True, slots=True)
class Action:
    """What a notification does, with the fields that the table finds in it."""

    do: str
    values: dict[str, object]
    note: Notification


@dataclass(frozen=True, slots=True)
class Table:
    """Rules, the first that fits counts; the log's words for ours; where a file has its players and its variant.

    ``unnamed_gipfs`` says what became of GIPF-pieces in a removed row of which the log doesn't speak: ``keep``,
    ``take``, or ``ask``: the usual (own kept, the opponent's taken), with a warning.
    """

    rules: tuple[Rule, ...] = ()
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    file: Mapping[str, tuple[JsonPath, ...]] = field(default_factory=dict)
    confirmed: bool = True
    unnamed_gipfs: str = ASK
    by_type: Mapping[str, tuple[Rule, ...]] = field(init=False, repr=False, compare=False)
    untyped: tuple[Rule, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        types = {name for rule in self.rules for name in rule.types}
        by_type = {name: tuple(r for r in self.rules if not r.types or name in r.types) for name in types}
        object.__setattr__(self, "by_type", by_type)
        object.__setattr__(self, "untyped", tuple(rule for rule in self.rules if not rule.types))

    def action(self, note: Notification) -> Action | None:
        """Give what a notification does; None where no rule is for it."""
        for rule in self.by_type.get(note.type, self.untyped):
            values = rule.read(note)
            if values is not None:
                return Action(rule.do, values, note)
        return None

    def in_file(self, log: Log, name: str) -> list[object]:
        """Give what the paths of a field of the file lead to."""
        if name not in log.looked_up:
            log.looked_up[name] = [at(log.document, path) for path in self.file.get(name, ())]
        return log.looked_up[name]

    def word(self, kind: str, value: object) -> str | None:
        """Give our word for a value of the log; the value itself in lower case where the table has none."""
        text = (text_of(value) or "").lower().removeprefix("#")
        return self.values.get(kind, {}).get(text, text) or None


def load(text: str) -> Table:
    """Read a table from TOML; a TableError tells every mistake."""
    return build(_toml(text))


@cache
def shipped() -> Table:
    """Give the table that comes with the program; it is marked as unconfirmed."""
    return load(SHIPPED.read_text(encoding="utf-8"))


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TableError(["not TOML: arrays and tables nest too deep"]) from None
    except ValueError as error:
        raise TableError([f"not TOML: {error}"]) from None


def build(given: Mapping[str, Any]) -> Table:
    """Make a table from what stands in the TOML; a TableError tells every mistake."""
    checker = _Checker(given)
    table = checker.table()
    if checker.mistakes:
        raise TableError(checker.mistakes)
    return table


class _Checker:
    """Checks a table key by key and collects what is wrong."""

    def __init__(self, given: Mapping[str, Any]):
        self.given = given
        self.mistakes: list[str] = []

    def table(self) -> Table:
        given = self.given
        self.known(given, _TOP, "")
        base = shipped() if self.flag("extends", False) else Table(confirmed=True)
        defaults = self.mapping(given.get("defaults", {}), "defaults")
        self.known(defaults, WHO, "defaults.")
        fields = {key: self.templates(key, value, f"defaults.{key}") for key, value in defaults.items() if key in WHO}
        own = tuple(rule for rule in self.rules(fields) if rule)
        unnamed = given.get("unnamed_gipfs", base.unnamed_gipfs)
        if unnamed not in (KEEP, TAKE, ASK):
            self.mistakes.append(f'unnamed_gipfs: "{KEEP}", "{TAKE}" or "{ASK}"')
        values = {**base.values}
        for kind, words in self.values().items():
            values[kind] = {**values.get(kind, {}), **words}
        file = {**base.file, **self.file()}
        return Table(own + base.rules, values, file, self.flag("confirmed", base.confirmed), unnamed)

    def known(self, given: Mapping[str, Any], keys: Sequence[str], prefix: str) -> None:
        """Report keys that mean nothing there."""
        for key in given:
            if key not in keys:
                self.mistakes.append(f"{prefix}{key}: unknown; known are {', '.join(keys)}")

    def flag(self, key: str, default: bool) -> bool:
        value = self.given.get(key, default)
        if not isinstance(value, bool):
            self.mistakes.append(f"{key}: write true or false")
        return value is True

    def mapping(self, value: object, name: str) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self.mistakes.append(f"{name}: write a table, [{name}]")
        return {}

    def values(self) -> dict[str, dict[str, str]]:
        kinds = self.mapping(self.given.get("values", {}), "values")
        words = WORDS | {"point": (*SPOTS, *DOTS)}
        self.known(kinds, tuple(words), "values.")
        found: dict[str, dict[str, str]] = {}
        for kind, listed in kinds.items():
            for said, meant in self.mapping(listed, f"values.{kind}").items():
                if kind in words and meant not in words[kind]:
                    right = "a spot or a dot, such as e1" if kind == "point" else f"one of {', '.join(words[kind])}"
                    self.mistakes.append(f"values.{kind}.{said}: the value must be {right}")
                else:
                    found.setdefault(kind, {})[said.lower().removeprefix("#")] = meant
        return found

    def file(self) -> dict[str, tuple[JsonPath, ...]]:
        given = self.mapping(self.given.get("file", {}), "file")
        self.known(given, _FILE, "file.")
        found = {}
        for key, value in given.items():
            paths = value if isinstance(value, list) else [value]
            if all(isinstance(path, str) and path for path in paths):
                found[key] = tuple(tuple(path.split(".")) for path in paths)
            else:
                self.mistakes.append(f'file.{key}: write a path into the file, such as "data.{key}", or a list of them')
        return found

    def rules(self, defaults: Mapping[str, tuple[Template, ...]]) -> Iterator[Rule | None]:
        given = self.given.get("action", [])
        if not isinstance(given, list):
            self.mistakes.append("action: write [[action]], with two brackets, before each")
            return
        for k, entry in enumerate(given, 1):
            do = entry.get("do") if isinstance(entry, dict) else None
            if not isinstance(do, str) or do not in ACTIONS:
                self.mistakes.append(f"action {k}: do: one of {', '.join(ACTIONS)}")
                yield None
            else:
                yield self.rule(do, entry, defaults, f"action {k} ({do}): ")

    def rule(
        self, do: str, entry: dict[str, Any], defaults: Mapping[str, tuple[Template, ...]], prefix: str
    ) -> Rule | None:
        self.known(entry, (*_MATCHING, *ACTIONS[do]), prefix)
        types = entry.get("type", [])
        types = [types] if isinstance(types, str) else types
        if not isinstance(types, list) or not all(isinstance(name, str) for name in types):
            self.mistakes.append(f"{prefix}type: write a type or a list of types")
            return None
        if not types and "text" not in entry:
            self.mistakes.append(f"{prefix}type: give a type, a text or both, else the entry is for nothing")
        text = self.pattern(entry["text"], do, f"{prefix}text") if "text" in entry else None
        fields = {name: found for name, found in defaults.items() if name in ACTIONS[do]}
        if text:
            # What the text names itself needs no default; a default would win over it.
            fields = {name: found for name, found in fields.items() if name not in text.groupindex}
        for name in ACTIONS[do]:
            if name in entry:
                fields[name] = self.templates(name, entry[name], f"{prefix}{name}")
        needed = _NEEDED.get(do, ())
        if needed and not any(name in fields or (text and name in text.groupindex) for name in needed):
            self.mistakes.append(f"{prefix}{' or '.join(needed)}: missing, neither a field nor a group of the text")
        return Rule(do, frozenset(types), text, self.when(entry.get("when", {}), f"{prefix}when"), fields)

    def when(self, given: object, name: str) -> tuple[tuple[JsonPath, str], ...]:
        found = []
        for path, wanted in self.mapping(given, name).items():
            text = text_of(wanted)
            if not path.startswith("args.") or text is None:
                self.mistakes.append(f'{name}: write {{ "args.NAME" = "value" }}')
            else:
                found.append((tuple(path.split(".")[1:]), text))
        return tuple(found)

    def pattern(self, given: object, do: str, name: str) -> re.Pattern[str] | None:
        if not isinstance(given, str) or not given:
            self.mistakes.append(f"{name}: write a regular expression in quotes")
            return None
        try:
            pattern = re.compile(given)
        except (re.error, OverflowError, RecursionError) as error:
            self.mistakes.append(f"{name}: not a regular expression: {error}")
            return None
        for group in pattern.groupindex:
            if group not in ACTIONS[do]:
                known = ", ".join(ACTIONS[do]) or "no groups"
                self.mistakes.append(f"{name}: the group {group} is no field of {do}; known: {known}")
        return pattern

    def templates(self, field_name: str, given: object, name: str) -> tuple[Template, ...]:
        places = given if isinstance(given, list) else [given]
        found = [self.template(field_name, place, name) for place in places]
        return tuple(template for template in found if template)

    def template(self, field_name: str, given: object, name: str) -> Template | None:
        hint = 'write "args.NAME", a template such as "{args.x}{args.y}", or a list of these'
        if not isinstance(given, str) or not given:
            self.mistakes.append(f"{name}: {hint}")
            return None
        if given.startswith("args."):
            return Template((tuple(given.split(".")[1:]),))
        if "{" not in given and "}" not in given:
            words = WORDS.get(field_name, ())
            if given not in words:
                known = f", or one of {', '.join(words)}" if words else ""
                self.mistakes.append(f"{name}: {given!r} names nothing of the notification: {hint}{known}")
            return Template((given,))
        parts: list[str | JsonPath] = []
        for k, part in enumerate(_BRACED.split(given)):
            if not k % 2 and ("{" in part or "}" in part):
                self.mistakes.append(f"{name}: {given!r}: a brace stands alone")
            elif k % 2 and not part.startswith("args."):
                self.mistakes.append(f"{name}: {given!r}: {{{part}}} must be {{args.NAME}}")
            elif part:
                parts.append(tuple(part.split(".")[1:]) if k % 2 else part)
        return Template(tuple(parts))
