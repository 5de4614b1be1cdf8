"""The registry: every notation is told by its beginning, is read, written and read back, and never raises."""

import json
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from linear import assert_linear, seconds
from records import random_record

from gipfkit.findings import CODES, Finding
from gipfkit.gipf.variant import TOURNAMENT, VARIANTS
from gipfkit.notations import NOTATIONS, sniff
from gipfkit.record import Record
from gipfkit.replay import Replay, replay
from gipfkit.restate import restated

DATA = Path(__file__).parent.parent / "data"
READ = [name for name, notation in NOTATIONS.items() if notation.reads]
BOTH = [name for name in READ if NOTATIONS[name].writes]
# What can carry any game from a usual start; the others name what they lose.
WHOLE = ["official", "tagged", "jsonl", "boardspace", "gf1", "gf1-old", "gf1-xml", "webgipf"]
BGA = '{"data": {"logs": [{"move_id": "1", "data": [{"type": "pieceEntered", "args": {"dot": "e1", "spot": "e3"}}]}]}}'
COURSE = "LOAD_GAME_BOARD\n4 4 15 15\n12 12 W\n   W _ _ B\n  _ _ _ _ _\n"
BY_HAND = {
    "bga": BGA,
    "course": COURSE,
    "julio974": "e2 e8 e1",
    "pbem": "ga1-b2 gi5-h5 na1-c3",
    "openxum": "PPWB2 PPBH4",
}


def game_in(name: str, record: Record) -> str:
    return NOTATIONS[name].writer(restated(replay(record)))[0]


@cache
def example(name: str) -> str:
    return BY_HAND[name] if name in BY_HAND else game_in(name, random_record(7, TOURNAMENT, 30))


def read_as(name: str, text: str) -> list[Record | Finding]:
    return list(NOTATIONS[name].reader(text.split("\n"), "x"))


def played(name: str, text: str) -> Replay:
    (record,) = (item for item in read_as(name, text) if isinstance(item, Record))
    return replay(record)


@pytest.mark.parametrize("name", [name for name in READ if name != "julio974"])
def test_each_notation_is_told_by_its_beginning(name: str) -> None:
    assert sniff(example(name)).name == name


@pytest.mark.parametrize("heading", ["Standard game", "  tournament GAME ", "basic", "Game: 12"])
@pytest.mark.parametrize(
    "turns",
    [
        "e2 (14)\ne8 (14)",
        "1. e2 (14) e8 (14)",
        "01. e2 (14) e8 (14)",
        "1. e1-e3 b4",
        "1. e1-e3\nb4",
        "1   e1-e3   e9-e7",
        "e1-e3\ne9-e7",
        "e1-e3/e9-e7",
        "1. Ge1-e3 Gb4",
        "1... b4",
        "1. e1-e3! e9-e7 {why?}",
        "1. xc2,d3,e4,f4;a1-c3",
        "Ann versus Bob\nLondon, August 26, 2000\n\n1. e1-e3 b4",
    ],
)
def test_official_turns_under_a_heading_like_gf1s_are_official(heading: str, turns: str) -> None:
    assert sniff(f"{heading}\n\n{turns}\n").name == "official"


@pytest.mark.parametrize("size", [40, 100, 4096])
def test_logs_of_gf1_itself_are_gf1s_however_they_begin(size: int) -> None:
    for line in (DATA / "gf1-played.jsonl").read_text().splitlines():
        game = json.loads(line)
        assert sniff(game["gf1_savelog_v103"][:size]).name == "gf1"
        assert sniff(game["gf1_log_old"][:size]).name == "gf1-old"


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "\n    Ann (NL)                              Bob, junior\n",
        "\n    A/B                                   e2e4\n\n1. c2 d3 e4 f4 x(c2-f4) g4 ; a1-c3",
        "\n1. e1-e3                                  e9-e7\n",
    ],
)
def test_a_heading_like_gf1s_without_official_turns_is_gf1s(rest: str) -> None:
    assert sniff(f" standard game\n{rest}").name == "gf1"


@pytest.mark.parametrize("name", READ)
def test_each_example_is_a_game(name: str) -> None:
    assert any(isinstance(item, Record) for item in read_as(name, example(name)))


@pytest.mark.parametrize("there", WHOLE)
@pytest.mark.parametrize("back", WHOLE)
def test_game_2_is_the_same_game_after_every_pair_of_notations(there: str, back: str) -> None:
    original = played("official", (DATA / "game2.txt").read_text())
    first = played(there, NOTATIONS[there].writer(restated(original))[0])
    second = played(back, NOTATIONS[back].writer(restated(first))[0])
    assert first.positions == second.positions == original.positions
    assert [finding.code for finding in (*first.findings, *second.findings) if finding.severity == "error"] == []


def same_game(seed: int) -> None:
    variant = list(VARIANTS.values())[seed % 3]
    record = random_record(seed, variant, 60)
    original = replay(record)
    for name in WHOLE:
        text, lost = NOTATIONS[name].writer(restated(original))
        found = next(item for item in read_as(name, text) if isinstance(item, Record))
        again = replay(found, variant=None if found.tag("Variant") else variant)
        assert again.positions == original.positions, (name, seed)
        assert {finding.code for finding in lost} <= {"not-expressed"}


@pytest.mark.parametrize("seed", range(0, 60, 4))
def test_random_games_are_the_same_in_every_notation(seed: int) -> None:
    same_game(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_random_games_are_the_same_in_every_notation(part: int) -> None:
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        same_game(seed)


def harmless(name: str, text: str) -> None:
    """Read any text: games and findings with known codes and places, no exception."""
    for item in read_as(name, text):
        findings = [item] if isinstance(item, Finding) else list(replay(item).findings)
        assert {finding.code for finding in findings} <= set(CODES)


def mangled(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:place] + text[place + rng.randint(1, 20) :]
        elif kind == 1:
            text = text[:place] + rng.choice('()[]{};:,x*GKW"\\<>&/ \n\0\u00e91-9XabeE') + text[place:]
        elif kind == 2:
            text = text[:place]
        elif kind == 3:
            text = text[:place] + text[place : place + 30] + text[place:]
        else:
            other = rng.randrange(len(text) + 1)
            text = text[:place] + text[other : other + 10] + text[place + 10 :]
    return text


def fuzz(name: str, examples: int) -> None:
    thorough = settings(
        max_examples=examples // 2, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )

    @thorough
    @given(text=st.text(max_size=300))
    def any_text(text: str) -> None:
        harmless(name, text)

    @thorough
    @given(seed=st.integers(0, 1 << 40))
    def mangled_games(seed: int) -> None:
        harmless(name, mangled(example(name), random.Random(seed)))

    any_text()
    mangled_games()


@pytest.mark.parametrize("name", READ)
def test_no_text_makes_a_reader_fail(name: str) -> None:
    fuzz(name, 120)


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_no_text_out_of_ten_thousand_makes_a_reader_fail(name: str) -> None:
    fuzz(name, 10_000)


@pytest.mark.parametrize("name", READ)
def test_time_grows_with_the_length_alone(name: str) -> None:
    assert_linear(lambda times: read_as(name, (example(name) + "\n\n") * times), 5, 80)


@pytest.mark.parametrize(
    "head",
    [
        '{"' + '\\"' * 2000,
        "<!---->" * 500 + "x",
        "<?xml?><!--" + "-->" * 1000,
        "<??>" * 1000 + "<?",
        "a\n" * 2000,
        "a" + "\n" * 4000,
    ],
)
def test_the_notation_of_any_beginning_is_told_at_once(head: str) -> None:
    assert seconds(lambda: sniff(head)) < 0.01
    assert sniff(head).name in ("official", "gf1-xml")


def test_comments_and_instructions_before_a_save_of_gf1_make_no_difference() -> None:
    for before in ("<?xml version='1.0'?><?xml-stylesheet href='a>b'?>", "<?a?>", "<!-- <?a --> <?xml?>\n<!-- b -->"):
        assert sniff(f"{before}<gipfgame>").name == "gf1-xml"
        assert sniff(f"{before}<svg>").name == "official"
    assert sniff("<?xml version='1.0'?>\n<!-- a --> <!-- <b> -->\n<!DOCTYPE gipfgame>").name == "gf1-xml"
    for doctype in ('<!DOCTYPE x SYSTEM "y">', '<!DOCTYPE g [<!ENTITY a "b">]>', "<!DOCTYPE g>\n<!-- c -->"):
        assert sniff(f"{doctype}\n<gipfgame type='basic'>", "x.gf1").name == "gf1-xml"
    assert sniff("<!DOCTYPE html>\n<p>gipfgame").name == "official"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ('{"id": 5, "gipfkit": 1}', "jsonl"),
        ('{"a \\" b" : [1', "jsonl"),
        ('{\n "id": null}', "jsonl"),
        ('[\n{"gipfkit": 1}', "jsonl"),
        ('{"status": 1}', "bga"),
        ('[{"channel": 1}', "bga"),
        ('{"Good": he said} 1. b3', "official"),
        ('{"Good!" he said: "well"} 1. b3', "official"),
        ('{"a', "official"),
    ],
)
def test_json_is_no_comment_and_a_list_of_games_no_log(head: str, name: str) -> None:
    assert sniff(head).name == name


def test_a_tag_behind_other_text_makes_a_tagged_record() -> None:
    assert sniff('a\n\n \x0c[ Event "x"]').name == "tagged"
    assert sniff('a\n[Event\n"x"]').name == "tagged"


@pytest.mark.parametrize("name", [name for name, notation in NOTATIONS.items() if notation.reads])
@pytest.mark.parametrize(
    "text", ["", "?!", "<gipfgame><x", "[", "{", "(;", "game:", " basic game\nx\ny", "LOAD_GAME_BOARD"]
)
def test_every_finding_names_its_source(name: str, text: str) -> None:
    for item in NOTATIONS[name].reader([text], "here.txt"):
        findings = [item] if isinstance(item, Finding) else item.findings
        assert {finding.source for finding in findings} <= {"here.txt"}
