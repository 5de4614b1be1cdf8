"""What tags state, in the words of PGN, of the sites and of players (field test, A24)."""

import pytest

from gipfkit.ending import ending
from gipfkit.reading import read_text, write
from gipfkit.record import RESULTS, TERMINATIONS
from gipfkit.replay import Replay, replay
from gipfkit.restate import restated
from gipfkit.stated import NOTHING, stated_result, stated_termination, stated_variant


def played(tags: str, text: str = "1. b3 h3 2. d2 1-0") -> Replay:
    (record,) = read_text(f"{tags}\n\n{text}\n")
    return replay(record)


def codes(replayed: Replay) -> list[tuple[str, str]]:
    return [(f.code, f.severity) for f in replayed.findings if f.code not in ("unsettled-ending", "variant-assumed")]


@pytest.mark.parametrize(
    ("value", "stated"),
    [
        ("Time forfeit", "time"),
        ("  time FORFEIT ", "time"),
        ("Ann won on time", "time"),
        ("Bob ran out of time", "time"),
        ("perte au temps", "time"),
        ("Zeitüberschreitung", "time"),
        ("tijdsoverschrijding", "time"),
        ("Ann won by resignation", "resignation"),
        ("Bob resigns", "resignation"),
        ("par abandon", "resignation"),
        ("Ann gewinnt durch Aufgabe", "resignation"),
        ("Wit geeft op", "resignation"),
        ("Game drawn by agreement", "agreement"),
        ("threefold repetition", "repetition"),
        ("unfinished", "unterminated"),
        ("Normal", NOTHING),
        ("abandoned", NOTHING),
        ("adjudication", NOTHING),
        ("rules infraction", NOTHING),
        ("emergency", NOTHING),
        ("death", NOTHING),
        ("", NOTHING),
        ("?", NOTHING),
        ("resignation by Bob", "resignation"),
        ("Les noirs abandonnent", "resignation"),
        ("Black's flag fell", "time"),
        ("soon", None),
        ("Ann never resigned", None),
        ("resigned or lost on time", None),
        ("Ann n'a pas abandonné", None),
        ("Bob hat nicht aufgegeben", None),
        ("not on time", None),
        ("checkmate", None),
        ("time " * 1000, None),
    ],
)
def test_terminations(value: str, stated: str | None) -> None:
    assert stated_termination(value) == stated
    found = played(f'[Variant "basic"]\n[Termination "{value}"]', "1. b3 h3 2. d2 *")
    warned = ("unknown-tag-value", "warning") in codes(found)
    assert warned == (stated is None)
    assert found.ok


@pytest.mark.parametrize("value", [*TERMINATIONS])
def test_our_own_words_state_themselves(value: str) -> None:
    assert stated_termination(value) == value


@pytest.mark.parametrize(
    ("value", "stated"),
    [
        ("1:0", "1-0"),
        ("1–0", "1-0"),
        ("1 - 0", "1-0"),
        ("0:1", "0-1"),
        ("½–½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("remis", "1/2-1/2"),
        ("White wins", "1-0"),
        ("+:-", "1-0"),
        ("-:+", "0-1"),
        ("Schwarz gewinnt", "0-1"),
        ("", NOTHING),
        ("?", NOTHING),
        ("-", NOTHING),
        ("2-0", None),
        ("1-1", None),
        ("won", None),
    ],
)
def test_results(value: str, stated: str | None) -> None:
    assert stated_result(value) == stated
    found = played(f'[Variant "basic"]\n[Result "{value}"]', "1. b3 h3 2. d2")
    assert found.ok == (stated is not None)
    if stated:
        assert found.ending.result == stated == found.record.result


@pytest.mark.parametrize("value", RESULTS)
def test_our_own_results_state_themselves(value: str) -> None:
    assert stated_result(value) == value


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("Standard ", "standard"),
        ("GIPF standard", "standard"),
        ("STANDARD", "standard"),
        ("basic game", "basic"),
        ("Basis", "basic"),
        ("the basic game of GIPF", "basic"),
        ("jeu de base", "basic"),
    ],
)
def test_variants(value: str, name: str) -> None:
    found = played(f'[Variant "{value}"]')
    assert found.variant
    assert (found.variant.name, codes(found)) == (name, [])


def test_a_tournament_by_its_long_name() -> None:
    found = played('[Variant "GIPF tournament"]', "1. Gb3 Gh3 *")
    assert found.variant
    assert (found.variant.name, found.ok) == ("tournament", True)


@pytest.mark.parametrize("value", ["YINSH", "gipf", "tournaments of basic"])
def test_another_variant_is_an_error(value: str) -> None:
    assert stated_variant(value) is None
    assert ("unknown-tag-value", "error") in codes(played(f'[Variant "{value}"]'))


@pytest.mark.parametrize("tag", ["Variant", "Result", "Termination", "Date", "Position", "SetUp", "White"])
def test_an_empty_tag_is_no_tag(tag: str) -> None:
    without, empty = played('[Event "x"]'), played(f'[Event "x"]\n[{tag} ""]')
    assert [f.code for f in empty.findings] == [f.code for f in without.findings]
    assert empty.ending == without.ending
    assert empty.start == without.start


def test_what_is_written_holds_our_words_and_keeps_what_is_not_understood() -> None:
    tags = '[Result "1:0"]\n[Variant "Standard "]\n[Termination "Ann won on time"]'
    (back,) = read_text(write([restated(played(tags))]))
    assert [back.tag(name) for name in ("Result", "Variant", "Termination")] == ["1-0", "standard", "time"]
    odd = played('[Result "2-0"]\n[Variant "basic"]\n[Termination "soon"]', "1. b3 h3 2. d2")
    (again,) = read_text(write([restated(odd)]))
    assert [again.tag(name) for name in ("Result", "Termination")] == ["2-0", "soon"]
    assert [f.code for f in ending(again, None).issues] == ["unknown-tag-value", "unknown-tag-value"]
