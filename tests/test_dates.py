"""Dates as people and programs write them (field test, A18)."""

import time
from typing import Any

import pytest

from gipfkit.dates import date_range, date_tag, date_text, is_date, why_not
from gipfkit.reading import read_text
from gipfkit.replay import replay


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("26.08.2000", "2000.08.26"),
        ("25/12/2023", "2023.12.25"),
        ("12/25/2023", "2023.12.25"),
        ("03-03-2023", "2023.03.03"),
        ("2000-08-26T18:30:00Z", "2000.08.26"),
        ("2000-08-26 18:30", "2000.08.26"),
        ("20000826T183000Z", "2000.08.26"),
        ("20000826", "2000.08.26"),
        ("2000-8-6", "2000.08.06"),
        ("Aug 26, 2000", "2000.08.26"),
        ("26 August 2000", "2000.08.26"),
        ("26th of August 2000", "2000.08.26"),
        ("26-Aug-2000", "2000.08.26"),
        ("samedi 26 août 2000", "2000.08.26"),
        ("le 1er mars 2001", "2001.03.01"),
        ("26. März 2001", "2001.03.26"),
        ("3 mei 2001", "2001.05.03"),
        ("Sat, 26 Aug 2000 18:30:00 +0200", "2000.08.26"),
        ("2000–08–26", "2000.08.26"),
        ("2000.08.??", "2000.08.??"),
        ("2000.08.xx", "2000.08.??"),
        ("2001.??.??", "2001.??.??"),
        ("2001.00.00", "2001.??.??"),
        ("August 2000", "2000.08.??"),
        ("10/2000", "2000.10.??"),
        ("26.VIII.2000", "2000.08.26"),
        ("1 ix 2001", "2001.09.01"),
        ("2000-08-26Z", "2000.08.26"),
        ("2000.08.26.", "2000.08.26"),
        ("26.08.2000 18:30 Uhr", "2000.08.26"),
        ("??.08.2000", "2000.08.??"),
        ("08.??.2000", "2000.??.??"),
        ("26.??.2000", "2000.??.??"),
        ("2000", "2000.??.??"),
        ("2000.02.29", "2000.02.29"),
    ],
)
def test_a_date_that_can_mean_one_thing_is_understood(text: str, shown: str) -> None:
    assert is_date(text)
    assert date_text(text) == shown
    assert date_range(shown) == date_range(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2000.02.30", "there is no such day"),
        ("1999.2.29", "there is no such day"),
        ("2000.26.08", "there is no such day"),
        ("February 30, 2000", "there is no such day"),
        ("????.13.45", "there is no such day"),
        ("????.02.30", "there is no such day"),
        ("2000-08-26 25:00", "it is no date"),
        ("26.IIX.2000", "it is no date"),
        ("31/04/2001", "there is no such day"),
        ("12/03/2023", "it can be 2023.03.12 or 2023.12.03"),
        ("04.05.2001", "it can be 2001.04.05 or 2001.05.04"),
        ("26/08/00", "it is no date"),
        ("yesterday", "it is no date"),
        ("jui 2000", "it is no date"),
        ("26 Aug 27 Aug 2000", "it is no date"),
        ("2000-2001", "it is no date"),
    ],
)
def test_any_other_is_not(text: str, why: str) -> None:
    assert date_range(text) is None
    assert not is_date(text)
    assert why_not(text) == why
    assert date_text(text) == text


@pytest.mark.parametrize("text", ["", "?", "????.??.??", "-", "????.08.26", "0000.00.00", "unknown"])
def test_what_says_that_nothing_is_known_is_no_fault(text: str) -> None:
    assert date_range(text) is None
    assert is_date(text)


@pytest.mark.parametrize(
    ("tags", "date"),
    [
        ({"Date": "2000.08.26", "UTCDate": "2000.08.25"}, "2000.08.26"),
        ({"Date": "????.??.??", "UTCDate": "2000.08.25", "EventDate": "2000.08.01"}, "2000.08.25"),
        ({"EventDate": "2000.08.01"}, "2000.08.01"),
        ({"Date": "", "UTCDate": "?", "EventDate": "2000"}, "2000"),
        ({"Date": "?"}, None),
    ],
)
def test_the_first_tag_that_tells_it_is_the_date(tags: dict[str, str], date: str | None) -> None:
    assert date_tag(tags) == date


@pytest.mark.parametrize(
    ("tags", "messages"),
    [
        ('[Date "2000.02.30"]', ["the date '2000.02.30' is not understood: there is no such day"]),
        ('[EventDate "12/03/2023"]', ["the date '12/03/2023' is not understood: it can be 2023.03.12 or 2023.12.03"]),
        ('[Date "once"] [UTCDate "twice"]', ["the date 'once' is not understood: it is no date"]),
        ('[Date "26 août 2000"]', []),
        ('[Date "????.??.??"]', []),
        ('[Date ""]', []),
    ],
)
def test_a_date_that_is_not_understood_is_warned_of_once(tags: str, messages: list[str]) -> None:
    (record,) = read_text(f'{tags}\n[Variant "basic"]\n\n1. b3 *\n')
    found: list[Any] = [f for f in replay(record).findings if f.code == "date-not-understood"]
    assert [f.message for f in found] == messages
    assert all(f.severity == "warning" for f in found)


def test_any_text_is_answered_soon() -> None:
    started = time.perf_counter()
    for text in (
        "1 " * 40,
        "1:" * 40,
        "26 " + "t" * 77,
        " " * 80,
        "x" * 1_000_000,
        "(" * 80,
        "?" * 80,
        "2000.08.26 at" * 6,
    ):
        is_date(text)
        why_not(text)
    assert time.perf_counter() - started < 1
