import string

import pytest

from gipfkit.analysis.by_spot import SUBJECTS
from gipfkit.gipf.variant import VARIANTS
from gipfkit.pictures.words import LANGUAGES, TABLES, Words
from gipfkit.record import RESULTS, TERMINATIONS


def fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_every_language_has_every_word_with_the_same_to_fill_in() -> None:
    english = TABLES["en"]
    for table in TABLES.values():
        assert list(table) == list(english)
        for key, text in table.items():
            assert fields(text) == fields(english[key])
            assert text.count("|") == english[key].count("|")
            assert text.strip() == text


def test_whatever_a_record_can_say_has_a_word() -> None:
    for table in TABLES.values():
        assert {*VARIANTS, *RESULTS, *TERMINATIONS} - {"gipf"} <= set(table)
        assert {f"{subject} of" for subject in SUBJECTS} <= set(table)


@pytest.mark.parametrize(
    ("lang", "counts"),
    [
        ("en", ["0 games", "1 game", "2 games", "1,234,567 games"]),
        ("fr", ["0 partie", "1 partie", "2 parties", "1\u202f234\u202f567 parties"]),
    ],
)
def test_numbers_of_things(lang: str, counts: list[str]) -> None:
    assert [Words(lang).count("game", number) for number in (0, 1, 2, 1_234_567)] == counts


@pytest.mark.parametrize(
    ("value", "digits", "english", "french"),
    [
        (0.5, None, "0.5", "0,5"),
        (12.0, None, "12", "12"),
        (1234.5, None, "1,234.5", "1\u202f234,5"),
        (0.30000000000000004, None, "0.3", "0,3"),
        (-2.5, None, "-2.5", "-2,5"),
        (49.666, 1, "49.7", "49,7"),
        (2, 2, "2.00", "2,00"),
    ],
)
def test_numbers_are_written_as_the_language_does(value: float, digits: int | None, english: str, french: str) -> None:
    assert (Words("en").number(value, digits), Words("fr").number(value, digits)) == (english, french)


def test_shares_and_games() -> None:
    assert (Words("en").share(0.025), Words("fr").share(0.025)) == ("2.5 %", "2,5\u202f%")
    assert Words("fr").games({"tournament": 2}) == "n = 2 parties, tournoi"
    assert Words("fr").games({"tournament": 2, "basic": 1}) == "n = 3 parties : basique 1, tournoi 2"
    assert Words("en").games({}) == "n = 0 games"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=f"there are {', '.join(LANGUAGES)}"):
        Words("de")
