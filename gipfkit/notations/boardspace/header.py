"""BoardSpace's header: set-up and counts, dates, names, result sentences (spec: BoardSpace's SGF dialect,
sections 1 and 3)."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, Variant

VARIANTS = {"gipf": BASIC, "gipf-standard": STANDARD, "gipf-tournament": TOURNAMENT}
SETUPS = {variant.name: name for name, variant in VARIANTS.items()}
# A property's tag: what BoardSpace says is kept as it says it.
TAGS = {
    "VV": "ViewerVersion",
    "CM": "ColourMap",
    "TC": "TimeControl",
    "SU": "Setup",
    "DT": "DateGiven",
    "GN": "GameName",
    "GS": "Speed",
    "RE": "ResultText",
    "GC": "GameTitle",
}
# Values that the newest files have unless something is said: no tag is made of them.
USUAL = {"VV": "1", "CM": "0,1", "TC": "None"}
SITE = "BoardSpace"
COUNTED_FROM = datetime(2009, 5, 4)

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_JAVA = re.compile(
    r"(?:[A-Za-z]{3},?\s+)?([A-Za-z]{3})[a-z]*\s+([0-9]{1,2}),?\s+"
    r"(?:([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?\s+)?(?:([A-Za-z][^\s]*|[+-][0-9:]+)\s+)?([0-9]{4})"
)
_NUMBERS = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?:[T ].*)?")
_OFFSET = re.compile(r"(?:GMT|UTC)?([+-])([0-9]{1,2}):?([0-9]{2})?")
# Zones that java.util.Date knows by name (those of RFC 822) and Europe's.
_ZONES = {"GMT": 0, "UTC": 0, "UT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6}
_ZONES |= {"PST": -8, "PDT": -7, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3}
_CODE_POINT = re.compile(r"%([0-9]{1,7})%")
_WON = "Game won by "
# Longer names are not looked for in sentences.
_LONGEST_NAME = 100
_DRAWN = re.compile(
    r"\b(?:draw|drawn|tie|tied|remis|remise|unentschieden|nulle?|[ée]galit[ée]|empate|tablas|ничья|patta|pareggio|oavgjort"
    r"|uafgjort)\b|引き分け|平局|和局|무승부",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Date:
    """A date read: as PGN writes it, and with time and zone in the form of ISO 8601 where these are given."""

    day: str
    iso: str | None = None
    local: datetime | None = None


def read_date(text: str) -> Date | None:
    """Read a date, of Java's form or of numbers; None where it is neither.

    >>> read_date("Fri Mar 13 19:56:26 GMT+01:00 2026").iso
    '2026-03-13T19:56:26+01:00'
    """
    found = _JAVA.fullmatch(text)
    if not found:
        numbers = _NUMBERS.fullmatch(text)
        return _dated(int(numbers[1]), int(numbers[2]), int(numbers[3])) if numbers else None
    month, day, hour, minute, second, zone, year = found.groups()
    if month.lower() not in _MONTHS:
        return None
    date = (int(year), _MONTHS.index(month.lower()) + 1, int(day))
    return _dated(*date) if hour is None else _dated(*date, int(hour), int(minute), int(second or 0), zone=zone)


def _dated(
    year: int, month: int, day: int, hour: int | None = None, minute: int = 0, second: int = 0, zone: str | None = None
) -> Date | None:
    try:
        local = datetime(year, month, day, hour or 0, minute, second)
        iso = local.replace(tzinfo=_zone(zone)).isoformat() if hour is not None else None
    except ValueError:
        return None
    return Date(f"{year:04}.{month:02}.{day:02}", iso, local)


def _zone(name: str | None) -> timezone | None:
    """Give a zone; None where its name is unknown: then the time is a local one."""
    if name is None:
        return None
    found = _OFFSET.fullmatch(name)
    if found:
        hours, minutes = int(found[2]), int(found[3] or 0)
        return timezone((-1 if found[1] == "-" else 1) * timedelta(hours=hours, minutes=minutes))
    hours_east = _ZONES.get(name.upper())
    return None if hours_east is None else timezone(timedelta(hours=hours_east))


def date_text(day: str) -> str:
    """Write a date of which nothing else is known so that Java reads it; a partial one as it is.

    >>> date_text("2000.08.26")
    'Aug 26 2000'
    """
    date = read_date(day)
    if date is None or date.local is None or date.day != day:
        return day
    return f"{_MONTHS[date.local.month - 1].capitalize()} {date.local.day} {date.local.year:04}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What SU says: the variant's name in lower case, the random key, the revision."""

    name: str
    key: str | None = None
    revision: int | None = None

    @property
    def variant(self) -> Variant | None:
        """The variant, or None where the name is none of the three."""
        return VARIANTS.get(self.name)


def read_setup(text: str) -> Setup:
    """Read SU.

    >>> read_setup("Gipf-Standard 0 102")
    Setup(name='gipf-standard', key='0', revision=102)
    """
    name, key, revision = [*text.split(), "", "", ""][:3]
    return Setup(name.lower(), key or None, int(revision) if re.fullmatch("[0-9]{1,6}", revision) else None)


def pieces(variant: Variant, revision: int | None, when: datetime | None, *, dated_first: bool) -> int:
    """Give the pieces a side by revision and date; the days when the counts changed show where DT stands before SU."""
    if dated_first and when and when < COUNTED_FROM:
        standard, basic, tournament = _dated_counts(when)
        return {"standard": standard, "basic": basic, "tournament": tournament}[variant.name]
    if revision is None:
        revision = 100 if when and when < datetime(2009, 1, 21) else 101
    return variant.pieces + (1 if revision <= 100 else 0)


def _dated_counts(when: datetime) -> tuple[int, int, int]:
    if when < datetime(2009, 1, 16, 17):
        return 16, 16, 16
    odd = (
        (datetime(2009, 2, 7, 4, 17), datetime(2009, 2, 7, 4, 20)),
        (datetime(2009, 2, 7, 5), datetime(2009, 2, 7, 14, 30)),
        (datetime(2009, 4, 19, 21, 26), datetime(2009, 4, 19, 21, 29)),
    )
    if any(start <= when <= end for start, end in odd):
        return 18, 14, 14
    return (18, 15, 15) if when < datetime(2009, 5, 3) else (18, 15, 14)


def counts_known(revision: int | None, when: datetime | None) -> bool:
    """Say whether the counts can be relied on: from 4 May 2009 on, or by a later revision where no date is readable."""
    if revision is not None and revision <= 100:
        return False
    return when >= COUNTED_FROM if when else revision is not None


def read_name(text: str) -> str:
    """Read a player's id: quotes go, ``%NN%`` is the character with that number.

    >>> read_name('"J%246%rg"')
    'Jörg'
    """
    inner = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
    return _CODE_POINT.sub(_character, inner).strip()


def _character(found: re.Match[str]) -> str:
    number = int(found[1])
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else found[0]


def name_text(name: str) -> str:
    """Write a player's id so that it is read back: quotes, percent signs and what can't be printed as ``%NN%``."""
    written = "".join(c if c.isprintable() and c not in '"%' else f"%{ord(c)}%" for c in name)
    return f'"{written}"'


def read_result(text: str, names: tuple[str, str]) -> str | None:
    """Find out who has won by a sentence in any language: the player whose name is in it; None where that is unclear.

    >>> read_result("Игру выиграл(а) bobby.", ("bob", "bobby"))
    '0-1'
    """
    winner = text.removeprefix(_WON).removesuffix(".").rstrip() if text.startswith(_WON) else ""
    if winner and names[0] != names[1] and winner in names:
        return "1-0" if winner == names[0] else "0-1"
    named = [0 < len(name) <= _LONGEST_NAME and _names(text, name) for name in names]
    if all(named):
        # One name may be a part of the other.
        longer = max(names, key=len)
        shorter = min(names, key=len)
        rest = re.sub(re.escape(longer), " ", text, flags=re.IGNORECASE)
        named = [names[k] == longer for k in (0, 1)] if not _names(rest, shorter) else [False, False]
    if any(named) and not all(named):
        return "1-0" if named[0] else "0-1"
    return "1/2-1/2" if _DRAWN.search(text) and not any(named) else None


def _names(text: str, name: str) -> bool:
    """Say whether a sentence names a player, as a word of its own if it can be.

    A script without blanks may stand right beside a name in Latin letters.
    """
    letter = r"[A-Za-z0-9_]" if name.isascii() else r"\w"
    whole = re.search(rf"(?<!{letter}){re.escape(name)}(?!{letter})", text, re.IGNORECASE)
    return bool(whole) or (len(name) > 3 and name.lower() in text.lower())
