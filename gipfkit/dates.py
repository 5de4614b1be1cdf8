"""Dates as people and programs write them -> the first and the last day that they can mean.

A date is understood where it can mean one thing alone: ``12/03/2023`` may be in March or in December, and is none.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Mapping
from functools import lru_cache

# Year, month, day.
Day = tuple[int, int, int]
# A part of a date; None is one that isn't known.
_Part = int | None

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
# Patterns are texts here, compiled when they are used: most runs meet plain dates alone, and start the faster.
_NOTHING = r"[-?.*/\s]*|unknown|unbekannt|onbekend|inconnue?|n/?a|[0?]{4}(?:[-./][0?]{1,2}){0,2}"
_PLAIN = r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})"
_PART = r"[0-9]{1,2}|\?{1,2}|xx?|--"
_YEAR_FIRST = rf"([0-9]{{4}})(?:\s*([-./ ])\s*({_PART})(?:\s*\2\s*({_PART}))?)?"
_YEAR_LAST = rf"({_PART})\s*([-./ ])\s*({_PART})\s*\2\s*([0-9]{{4}})"
_WITHOUT_YEAR = rf"(?:\?{{1,4}}|0000)[-./]({_PART})(?:[-./]({_PART}))?"
_MONTH_AND_YEAR = r"([0-9]{1,2})\s*[-./]\s*([0-9]{4})"
_TOGETHER = r"([0-9]{4})([0-9]{2})([0-9]{2})"
_CLOCK = r"(?:[01]?[0-9]|2[0-4])[:h][0-5][0-9](?:[:m][0-6][0-9](?:[.,][0-9]{1,9})?)?s?(?:\s*(?:[ap]\.?m\.?|uhr|uur|h))?"
_ZONE = r"(?:\s*(?:z|utc|gmt|[a-z]{1,4}t))?(?:\s*[+-][0-9]{2}:?[0-9]{2})?(?:\s*\([a-z ]{1,30}\))?"
_TIME = rf"(?:(?<=[0-9])t|\s*[,_]|\s+(?:at|um|om|a)|(?<=\s))\s*{_CLOCK}{_ZONE}(?=\s|$)"
_COMPACT_TIME = r"(?<=[0-9]{8})t[0-9]{4,6}z?$"
# A day in UTC without a time; a month in Roman numerals between day and year.
_ZULU = r"(?<=[0-9]{4}-[0-9]{2}-[0-9]{2})z$"
_ROMAN = r"([0-9]{1,2})\s*[-./ ]\s*([ivx]{1,4})\s*[-./ ]\s*([0-9]{4})"
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_WORD = r"[0-9]+|[a-z]+"
_MOST_LETTERS = 80
# One that has all days.
_LEAP_YEAR = 2000

_MONTHS = (
    "january janvier januari januar janner",
    "february fevrier februari februar",
    "march mars maart marz maerz mrt",
    "april avril",
    "may mai mei",
    "june juin juni",
    "july juillet juli",
    "august aout augustus",
    "september septembre",
    "october octobre oktober",
    "november novembre",
    "december decembre dezember",
)
_WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "mon tue tues wed thu thur thurs fri sat sun lun mer jeu ven sam dim",
)
# Words that stand around a day: the 26th of August, le 26 août, den 26. August, op 26 augustus.
_AROUND = {word for words in ("the of on le du de den der am vom op", *_WEEKDAYS) for word in words.split()}
_ORDINALS = {"st", "nd", "rd", "th", "er", "e", "ste"}


@lru_cache(maxsize=100_000)
def date_range(text: str) -> tuple[Day, Day] | None:
    """Give the first and the last day that a date can mean; None where it has no year, or isn't understood.

    >>> date_range("2000.08.??")
    ((2000, 8, 1), (2000, 8, 31))
    >>> date_range("26 août 2000"), date_range("12/03/2023")
    (((2000, 8, 26), (2000, 8, 26)), None)
    """
    if found := re.fullmatch(_PLAIN, text):
        return _span(*map(int, found.groups()))
    plain = _plain(text)
    if plain is None or re.fullmatch(_NOTHING, plain):
        return None
    if found := re.fullmatch(_YEAR_FIRST, plain):
        return _span(int(found[1]), _part(found[3]), _part(found[4]))
    if found := re.fullmatch(_YEAR_LAST, plain):
        return _one_of(int(found[4]), _part(found[1]), _part(found[3]))
    if (found := re.fullmatch(_ROMAN, plain)) and found[2] in _NUMERALS:
        return _span(int(found[3]), _NUMERALS.index(found[2]) + 1, int(found[1]) or None)
    if found := re.fullmatch(_MONTH_AND_YEAR, plain):
        return _span(int(found[2]), int(found[1]), None)
    if found := re.fullmatch(_TOGETHER, plain):
        return _run_together(plain, *map(int, found.groups()))
    return _with_words(plain)


def is_date(text: str) -> bool:
    """Say whether a date is understood, or says that nothing is known of it."""
    if date_range(text) is not None:
        return True
    plain = _plain(text)
    return plain is not None and (_says_nothing(text) or _is_without_year(plain))


def date_text(text: str) -> str:
    """Give a date as yyyy.mm.dd, question marks for what isn't known; one that isn't understood as it stands.

    >>> date_text("Aug 26, 2000"), date_text("2000"), date_text("12/03/2023")
    ('2000.08.26', '2000.??.??', '12/03/2023')
    """
    days = date_range(text)
    if days is None:
        return text
    (year, month, day), (_, last_month, last_day) = days
    parts = f"{month:02}" if month == last_month else "??", f"{day:02}" if day == last_day else "??"
    return ".".join((f"{year:04}", *parts))


def date_tag(tags: Mapping[str, str]) -> str | None:
    """Give the tag that tells when a game was played: Date, where that says nothing UTCDate, then EventDate.

    >>> date_tag({"Date": "????.??.??", "UTCDate": "2000.08.26"})
    '2000.08.26'
    """
    stated = (tags.get(name, "") for name in ("Date", "UTCDate", "EventDate"))
    return next((text for text in stated if text.strip("?.-/ ") and not _says_nothing(text)), None)


def _says_nothing(text: str) -> bool:
    if re.fullmatch(_PLAIN, text):
        return text.startswith("0000")
    plain = _plain(text)
    return plain is not None and bool(re.fullmatch(_NOTHING, plain))


def why_not(text: str) -> str:
    """Say why a date isn't understood."""
    plain = _plain(text) or ""
    if found := re.fullmatch(_YEAR_LAST, plain):
        ways = sorted(_ways(int(found[4]), _part(found[1]), _part(found[3])))
        if len(ways) > 1:
            return "it can be " + " or ".join(".".join(f"{part:02}" if part else "??" for part in way) for way in ways)
    known = any(re.fullmatch(pattern, plain) for pattern in (_YEAR_FIRST, _YEAR_LAST, _WITHOUT_YEAR))
    earlier = date_range(re.sub("(?<![0-9])(?:29|3[01])(?![0-9])", "28", plain))
    return "there is no such day" if known or earlier else "it is no date"


def _plain(text: str) -> str | None:
    """Give a date without its time of day, in small ASCII letters; None where it is too long for one."""
    if len(text) > _MOST_LETTERS:
        return None
    letters = unicodedata.normalize("NFKD", text.translate(_DASHES)).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    plain = re.sub(_COMPACT_TIME, "", re.sub(_TIME, " ", plain.strip()))
    return re.sub(_ZULU, "", " ".join(plain.split()).rstrip(",;."))


def _part(text: str | None) -> _Part:
    """Give a month or a day; 0, as some programs write it, is one that isn't known."""
    return int(text) or None if text and text.isdigit() else None


def _span(year: int, month: _Part, day: _Part) -> tuple[Day, Day] | None:
    """Give the days from the first to the last that a year, a month and a day leave open; None where there is none."""
    if not year or (month and month > 12) or (day and day > 31):
        return None
    if not month:
        return (year, 1, 1), (year, 12, 31)
    last = monthrange(year, month)[1]
    if not day:
        return (year, month, 1), (year, month, last)
    return ((year, month, day), (year, month, day)) if day <= last else None


def _ways(year: int, one: _Part, other: _Part) -> set[tuple[int, int, int]]:
    """Give the dates that two numbers and a year can be, the day first or the month; 0 for parts that aren't known."""
    ways = [(other, one), (one, other)]
    if not (one and other):
        # ??.08.2000 is in August, as nobody knows the day and not the month; 08.??.2000 is at some time of the year.
        ways = [(other, None) if other and other <= 12 else (None, one or other)]
    return {(year, month or 0, day or 0) for month, day in ways if _span(year, month, day)}


def _one_of(year: int, one: _Part, other: _Part) -> tuple[Day, Day] | None:
    ways = _ways(year, one, other)
    spans = {_span(year, month or None, day or None) for _, month, day in ways}
    return spans.pop() if len(spans) == 1 else None


def _run_together(text: str, year: int, month: int, day: int) -> tuple[Day, Day] | None:
    """Read 20000826, where no year stands at its end."""
    last = int(text[4:])
    ends_in_year = 1900 <= last <= 2100 and _ways(last, int(text[:2]), int(text[2:4]))
    return None if ends_in_year or not 1900 <= year <= 2100 or not day else _span(year, month, day)


def _is_without_year(plain: str) -> bool:
    """Say whether month and day are given, as far as they are, of a year that isn't known: ????.08.26."""
    found = re.fullmatch(_WITHOUT_YEAR, plain)
    return found is not None and _span(_LEAP_YEAR, _part(found[1]), _part(found[2])) is not None


def _with_words(plain: str) -> tuple[Day, Day] | None:
    """Read a date with the name of its month: a year of four digits, and a day or none, in any order."""
    words = [word for word in re.findall(_WORD, plain) if word not in _AROUND]
    if re.sub(r"[0-9a-z]+", "", plain).strip(" .,-/'’"):
        return None
    numbers = [word for word in words if word.isdigit()]
    names = [word for word in words if not word.isdigit() and word not in _ORDINALS]
    years = [number for number in numbers if len(number) == 4]
    days = [number for number in numbers if len(number) <= 2]
    if len(names) != 1 or len(years) != 1 or len(days) > 1 or len(numbers) != 1 + len(days):
        return None
    month = _month(names[0])
    if month is None or (days and not int(days[0])):
        return None
    return _span(int(years[0]), month, int(days[0]) if days else None)


def _month(name: str) -> int | None:
    """Give the month of a name, or of three of its first letters or more where no other month begins so."""
    found = {number for number, names in enumerate(_MONTHS, 1) for full in names.split() if full.startswith(name)}
    return found.pop() if len(found) == 1 and len(name) >= 3 else None
