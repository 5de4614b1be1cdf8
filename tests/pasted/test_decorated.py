"""Whatever stands around clean games, they are read back equal; a clean text is never touched."""

import pytest
from decorated import KINDS, assert_reads_back, tagged
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from linear import assert_linear
from records import random_record, records

from gipfkit.findings import CODES, Finding
from gipfkit.gipf.variant import BASIC, TOURNAMENT
from gipfkit.notations import NOTATIONS
from gipfkit.pasted.kinds import Kinds
from gipfkit.pasted.places import Line, numbered
from gipfkit.pasted.room import Room, opened
from gipfkit.reading import read_text, write
from gipfkit.record import Record

HEALTH = list(HealthCheck)
WRITTEN = [name for name, notation in NOTATIONS.items() if notation.writes]


def plain(text: str) -> tuple[list[Line], Kinds]:
    kinds = Kinds()
    return list(Room(kinds).lines(opened(numbered(text.split("\n")), kinds))), kinds


def decorate(kind: str, examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=HEALTH, database=None)
    @given(st.lists(records(), min_size=1, max_size=3))
    def reads_back(games: list[Record]) -> None:
        text = tagged(games)
        if read_text(text) == games:
            assert_reads_back(KINDS[kind](text), games)

    reads_back()


@pytest.mark.parametrize("kind", KINDS)
def test_decorated_games_are_read_back_equal(kind: str) -> None:
    decorate(kind, 10)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_decorated_games_are_read_back_equal(kind: str) -> None:
    decorate(kind, 60)


@settings(max_examples=25, deadline=None, suppress_health_check=HEALTH, database=None)
@given(st.lists(records(), min_size=1, max_size=3))
def test_clean_games_pass_the_room_unchanged(games: list[Record]) -> None:
    text = tagged(games)
    if read_text(text) == games:
        kinds = Kinds()
        assert "\n".join(line.text for line in Room(kinds).lines(numbered(text.split("\n")))) == text
        assert kinds.first == {}


@pytest.mark.parametrize("name", WRITTEN)
def test_clean_texts_of_every_notation_are_read_without_a_note(name: str) -> None:
    if name in ("julio974", "pbem", "openxum"):
        pytest.skip("these can't hold a random game")
    game = random_record(7, TOURNAMENT, 40)
    text = write([game], name)
    reader = NOTATIONS[name].reader
    assert read_text(text) == [item for item in reader(text.split("\n"), "") if isinstance(item, Record)]


PIECES = (
    "> | - * • 1. 2) (3) Ge8 Gd8-f7 GE8 a2 - b3 – “ ” ″ ; , x c2 d3 xc2,d3 {c} { } [b] [/b] [White “Ann”] ** ` \\* "
    "<td> </td> <br> &nbsp; &ndash; ½–½ 1–0 0:1 \n \t \u00a0 \u200b \u00ad × ∗ … ( ) (16) No,White 1,Ge8,b3"
)
WORDS = st.sampled_from(PIECES.split(" "))
ANY = st.one_of(
    st.text(max_size=200), st.lists(WORDS, max_size=40).map(" ".join), st.lists(WORDS, max_size=40).map("".join)
)


def anything(examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=HEALTH, database=None)
    @given(ANY)
    @example("N,0,B2“")
    def is_harmless(text: str) -> None:
        lines = text.split("\n")
        made, _ = plain(text)
        for line in made:
            for offset in range(len(line.text) + 1):
                place = line.place(offset)
                assert 1 <= place.line <= len(lines)
                assert 1 <= place.column <= max(len(lines[place.line - 1]) + 1, 1)
        for game in read_text(text):
            for item in (game, *game.findings):
                assert not isinstance(item, Finding) or item.code in CODES
            places = [game.main.place(k + 1) for k in range(len(game.turns))]
            assert all(place and 1 <= place.line <= text.count("\n") + text.count("\r") + 1 for place in places)

    is_harmless()


def test_no_text_makes_the_room_fail() -> None:
    anything(150)


@pytest.mark.long
def test_no_text_out_of_many_makes_the_room_fail() -> None:
    anything(3_000)


@pytest.mark.parametrize("kind", ["quoted", "bulleted", "html", "smart quotes", "dash 2013", "fullwidth"])
def test_what_the_room_makes_passes_it_unchanged(kind: str) -> None:
    text = KINDS[kind](tagged([random_record(seed, BASIC, 20) for seed in range(3)]))
    once = "\n".join(line.text for line in plain(text)[0])
    assert "\n".join(line.text for line in plain(once)[0]) == once


@pytest.mark.parametrize(
    "piece",
    [
        "> 1. Ge8 Gd8–f7\n", "a2 - b3 ", "| 1 | Ge8 | b3 |\n", "1,Ge8,b3\n", "x;", "x ; ", "> ", "{", "{a} ", "} ",
        "**", "`", "[b]", "<td>", "<a ", "&nbsp;", "<!-- ", "[White “Ann”] ", '[a "', "(", "1) Ge8 ", "– ", "Ge8, ",
        "x c2, d3", "f8f6 ", "\u00a0", "|", "1;", '"', "<script>", "\\", "_", "1 - ", "xc2,\n", "c2,",
    ],
)  # fmt: skip
def test_the_time_grows_with_the_length_alone(piece: str) -> None:
    unit = piece * max(1, 400 // len(piece))
    assert_linear(lambda times: plain(unit * times), 4, 64)
