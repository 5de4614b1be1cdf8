"""Saved logs of Board Game Arena: JSON text -> logs of notifications in their order (spec: notations section 5).

Knows the site's packets and nothing of GIPF. Whatever has the wrong type is left out and counted, never an exception.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

from gipfkit.findings import CODES, Finding
from gipfkit.notations.official import shortened

_DIGITS = 18
_BLOCK, _MOST_TOO_DEEP = 1 << 14, 10
_LONGEST_TEXT, _LONGEST_ARG, _DEEPEST_TEXT = 500, 200, 8
_ARG = re.compile(r"\$\{([^${}]{1,60})\}")
_MARKUP = re.compile(r"<[^<>]*>")
_BLANK = re.compile(r"[\s\ufeff]*")
# A document that is broken ends where a line begins with the next one: in a document every such line is indented.
_NEXT = re.compile(r"\n(?=[\[{])")
_HINT = "a saved log has its packets in data.logs or data.data, or is a list of packets"


@dataclass(slots=True)
class Notification:
    """One notification: its type, its text with the ``${args}`` still in it, the args, and its uid if it has one."""

    type: str
    log: str
    args: dict[str, Any]
    uid: str | None = None
    _text: str | None = None

    @property
    def text(self) -> str:
        """The text with the args put in, without markup."""
        if self._text is None:
            self._text = " ".join(_filled(self.log, self.args, 0).split())
        return self._text


@dataclass(slots=True)
class Log:
    """The log of one table: its notifications in order, each once. ``broken`` says what could not be read of it.

    ``looked_up`` is shared by the logs of a document: what a table's paths lead to in it, looked up once for all.
    """

    document: Any
    line: int = 1
    table_id: str | None = None
    time: int | None = None
    notifications: list[Notification] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    looked_up: dict[str, list[Any]] = field(default_factory=dict)


@dataclass(slots=True)
class _Packet:
    """A packet on its way into the order: ``key`` is move, packet, and 0 on the table's own channel."""

    given: dict[str, Any]
    name: str
    key: tuple[int, int, int]
    packet: int | None


def text_of(value: object) -> str | None:
    """Give a single value of JSON as text; None for an empty one, null, arrays and objects."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        value = (int(value) if value.is_integer() and abs(value) < 10**_DIGITS else value) if isfinite(value) else ""
    return str(value).strip() or None if isinstance(value, str | int | float) else None


def logs(text: str) -> Iterator[Log | Finding]:
    """Yield the log of every table in a text of one JSON document or several; a finding for what is none."""
    at, line, too_deep = 0, 1, 0
    while True:
        found = _BLANK.match(text, at)
        assert found  # the pattern matches anything
        line, at = line + text.count("\n", at, found.end()), found.end()
        if at == len(text):
            return
        try:
            value, end = _decode(text, at)
        except json.JSONDecodeError as error:
            where = line + text.count("\n", at, error.pos)
            yield _not_json(error, text, where)
            end = -1 - max(at, error.pos - 1)  # the next document may begin where this one breaks
        except RecursionError:
            # How far the decoder came is unknown: to begin again on each line could take for ever.
            too_deep += 1
            last = "; nothing is read from here on" if too_deep == _MOST_TOO_DEEP else ""
            yield _no_log(f"not a log: arrays and objects nest too deep{last}", line)
            if last:
                return
            end = -1 - at
        else:
            read = list(_tables(value, line))
            yield from read
            if not read:
                yield _no_log("not a log of Board Game Arena: it has no packets", line)
                end = -1 - end
        if end < 0:
            following = _NEXT.search(text, -1 - end)
            end = following.end() if following else len(text)
        line, at = line + text.count("\n", at, end), end
        if at > _BLOCK and text[at - 1] == "\n":
            # Python counts the lines before an error from the start of the text, each time.
            text, at = text[at:], 0


def _number_of(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else inf


_decode = json.JSONDecoder(parse_int=_number_of).raw_decode


def _not_json(error: json.JSONDecodeError, text: str, line: int) -> Finding:
    column = error.pos - text.rfind("\n", 0, error.pos)
    shown = shortened(text[error.pos : error.pos + 40])
    message = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    severity = CODES["unreadable"].severity
    return Finding("unreadable", severity, message, line=line, column=column, text=shown, hint=_HINT)


def _no_log(message: str, line: int) -> Finding:
    return Finding("unreadable", CODES["unreadable"].severity, message, line=line, hint=_HINT)


def _tables(document: Any, line: int) -> Iterator[Log]:
    """Yield a log for each table that a document has packets of."""
    packets = _packets(document)
    known = {text_of(packet.get("table_id")): None for packet in packets if isinstance(packet, dict)}
    # Packets without a table, such as chat, go with the one before; those at the front with the first table there is.
    table = next((table for table in known if table), None)
    sorted_out: dict[str | None, list[_Packet]] = {}
    found: dict[str | None, Log] = {}
    looked_up: dict[str, list[Any]] = {}
    for k, given in enumerate(packets):
        name = f"packet {k + 1}"
        if isinstance(given, dict):
            table = text_of(given.get("table_id")) or table
        log = found.setdefault(table, Log(document, line, table, looked_up=looked_up))
        if isinstance(given, dict):
            listed = sorted_out.setdefault(table, [])
            listed.append(_placed(given, name, listed[-1].key if listed else (0, 0, 0)))
        else:
            log.broken.append(f"{name} is no object")
    for table, log in found.items():
        _fill(log, sorted(sorted_out.get(table, []), key=lambda packet: packet.key))
        yield log


def _packets(value: Any) -> list[Any]:
    """Find the list of packets: ``data.logs``, ``data.data`` or the value itself; empty where there is none."""
    for _ in range(4):
        if not isinstance(value, dict):
            break
        value = next((value[key] for key in ("logs", "data") if isinstance(value.get(key), list | dict)), None)
    known = isinstance(value, list) and any(isinstance(p, dict) and ("data" in p or "type" in p) for p in value)
    return value if known else []


def _placed(given: dict[str, Any], name: str, before: tuple[int, int, int]) -> _Packet:
    """Give a packet its place; one without numbers stays behind the one before it."""
    move, packet = _number(given.get("move_id")), _number(given.get("packet_id"))
    channel = text_of(given.get("channel")) or ""
    key = before[0] if move is None else move, before[1] if packet is None else packet
    return _Packet(given, name, (*key, int("/player/" in channel)), packet)


def _number(value: object) -> int | None:
    text = text_of(value) or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None


def _fill(log: Log, packets: list[_Packet]) -> None:
    """Put the notifications of packets into a log; one that came on several channels once."""
    seen: set[object] = set()
    for packet in packets:
        given = packet.given
        time = _number(given.get("time"))
        if time and log.time is None:
            log.time = time
        # A list of bare notifications is taken for packets of one each.
        data = given.get("data") if "data" in given else [given]
        if not isinstance(data, list):
            data = [] if data is None else [data] if isinstance(data, dict) and "type" in data else None
        if data is None:
            log.broken.append(f"{packet.name}: its data is no list")
        for k, value in enumerate(data or ()):
            note = _notification(value)
            if note is None:
                log.broken.append(f"{packet.name}: notification {k + 1} is no object with a type")
                continue
            same = note.uid or (packet.packet is not None and (packet.packet, k, note.type, note.log))
            if not same or same not in seen:
                seen.add(same)
                log.notifications.append(note)


def _notification(value: object) -> Notification | None:
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return None
    log, args = value.get("log"), value.get("args")
    log, args = log if isinstance(log, str) else "", args if isinstance(args, dict) else {}
    return Notification(value["type"], log, args, text_of(value.get("uid")))


def _filled(log: str, args: dict[str, Any], depth: int) -> str:
    """Put args into a text; an arg may be a text with args of its own. Each arg is looked at once."""
    known: dict[str, str] = {}

    def value(found: re.Match[str]) -> str:
        name = found[1]
        if name not in known:
            given = args.get(name)
            if isinstance(given, dict) and isinstance(given.get("log"), str) and depth < _DEEPEST_TEXT:
                inner = given.get("args")
                shown: str | None = _filled(given["log"], inner if isinstance(inner, dict) else {}, depth + 1)
            else:
                shown = text_of(given)
            known[name] = found[0] if shown is None else shown[:_LONGEST_ARG]
        return known[name]

    return _MARKUP.sub("", _ARG.sub(value, log[:_LONGEST_TEXT]))[:_LONGEST_TEXT]
