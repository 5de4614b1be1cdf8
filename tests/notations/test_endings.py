"""How a game ended, in every notation: it is read back, or what is lost of it is named."""

import re
from itertools import product

import pytest
from roundtrips import lines_of

from gipfkit.notations import NOTATIONS
from gipfkit.reading import read_text
from gipfkit.record import RESULTS, TERMINATIONS, Record
from gipfkit.replay import replay
from gipfkit.restate import restated

WRITERS = [name for name, notation in NOTATIONS.items() if notation.writes]
ENDINGS = list(product((None, *RESULTS), (None, *TERMINATIONS)))
# Undecided, with White and with Black to move.
TURNS = ["Ge1-e2 Gi5-h5", "Ge1-e2 Gi5-h5 a1-b2"]


def game(turns: str, result: str | None, termination: str | None, *, resigned: bool = False) -> Record:
    tags = {"Variant": "tournament", "Result": result, "Termination": termination}
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items() if value)
    (record,) = read_text(f"{lines}\n{turns}{' X' * resigned} {result or ''}\n", notation="tagged")
    return record


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("name", WRITERS)
def test_an_ending_is_read_back_or_named_as_lost(name: str, turns: str) -> None:
    for (result, termination), resigned in product(ENDINGS, (False, True)):
        if resigned and termination not in (None, "resignation"):
            continue  # an error of its own: termination-differs
        played = replay(game(turns, result, termination, resigned=resigned))
        for record in (played.record, restated(played)):
            text, lost = NOTATIONS[name].writer(record)
            (back,) = NOTATIONS[name].reader(lines_of(text), "test")
            assert isinstance(back, Record)
            named = [finding for finding in lost if re.search("(?i)result|termination", finding.message)]
            one, other = played.ending, replay(back).ending
            same = (one.result, one.winner, one.termination) == (other.result, other.winner, other.termination)
            assert same or named, (result, termination, resigned, other)


@pytest.mark.parametrize(("turns", "result"), [(TURNS[0], "0-1"), (TURNS[1], "1-0")])
@pytest.mark.parametrize("stated", ["*", None])
def test_an_x_names_the_winner_though_an_asterisk_stands_behind_it(turns: str, result: str, stated: str | None) -> None:
    record = restated(replay(game(turns, stated, None, resigned=True)))
    assert (record.result, record.tag("Result"), record.tag("Termination")) == (result, result, "resignation")
    text, _ = NOTATIONS["official"].writer(record)
    assert text.endswith("\nX\n\n")


@pytest.mark.parametrize("termination", ["resignation", "time", "agreement", "repetition"])
@pytest.mark.parametrize("name", ["gf1", "gf1-old", "gf1-xml", "webgipf", "boardspace", "julio974", "openxum", "pbem"])
def test_the_termination_of_an_open_game_is_named_where_it_is_lost(name: str, termination: str) -> None:
    _, lost = NOTATIONS[name].writer(game(TURNS[0], "*", termination))
    assert any(finding.message.endswith(f"holds no termination: {termination}") for finding in lost)


@pytest.mark.parametrize("result", RESULTS)
def test_boardspace_holds_a_repetition_where_a_position_repeats_alone(result: str) -> None:
    _, lost = NOTATIONS["boardspace"].writer(game(TURNS[0], result, "repetition"))
    assert [finding.message for finding in lost] == ["BoardSpace holds no termination: repetition"]
