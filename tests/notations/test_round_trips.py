"""Whole collections in one file, in every notation and style: what is written is read back equal."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from limits import SAYS
from many_games import awkward, limited, simulated
from roundtrips import lines_of

from gipfkit.converting import converted
from gipfkit.findings import Finding
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.notations import NOTATIONS
from gipfkit.notations.heading_lines import NAMED
from gipfkit.record import Annotation, Record, TurnList
from gipfkit.replay import Replay, replay
from gipfkit.restate import COMPLETE, STYLES, errors, restated

WITH_STYLES = [name for name, notation in NOTATIONS.items() if "reserves" in notation.carries]
WITHOUT_STYLES = [name for name, notation in NOTATIONS.items() if notation.writes and name not in WITH_STYLES]
WAYS = [(name, style) for name in WITH_STYLES for style in STYLES] + [(name, COMPLETE) for name in WITHOUT_STYLES]
# What each holds of the tags that simulated games have.
KEPT = {
    "official": ("Event", "White", "Black", "Result", "Variant", "Termination"),
    "tagged": ("Event", "White", "Black", "Result", "Variant", "Termination"),
    "jsonl": ("Event", "White", "Black", "Result", "Variant", "Termination"),
    "boardspace": ("White", "Black", "Variant"),
    "gf1": ("White", "Black", "Variant"),
    "gf1-old": ("White", "Black", "Variant"),
    "gf1-xml": ("White", "Black", "Variant"),
    "webgipf": ("Variant",),
}

Written = list[tuple[str, list[Finding]]]


def read_back(name: str, written: Written) -> list[Record]:
    """Read all games from one text that holds nothing else."""
    items = list(NOTATIONS[name].reader(lines_of("".join(text for text, _ in written)), "test"))
    assert [item for item in items if isinstance(item, Finding)] == []
    return [item for item in items if isinstance(item, Record)]


def assert_same(
    back: Record, game: Replay, kept: Sequence[str], variant: Variant | None, *, ended: bool = True
) -> None:
    """Compare what a game comes to: turns with their removals, positions with their counts, ending, tags, errors."""
    again = replay(back, variant=variant)
    assert again.turns == game.turns
    assert again.positions == game.positions
    assert not ended or (again.ending.result, again.ending.winner) == (game.ending.result, game.ending.winner)
    assert {name: back.tag(name) for name in kept} == {name: game.record.tag(name) for name in kept}
    assert errors(again) == set()


def rounds(name: str, style: str, variant: Variant, count: int) -> None:
    if name in SAYS:
        says, variants = SAYS[name]
        games = [replay(game) for game in limited(variant, says, count)] if variant in variants else []
    else:
        games = [replay(game) for game in simulated(variant, count)]
    written = [converted(game, NOTATIONS[name], style) for game in games]
    back = read_back(name, written)
    assert len(back) == len(games)
    kept = KEPT.get(name, ())
    for record, game, (_, lost) in zip(back, games, written, strict=True):
        assert_same(record, game, kept, None if kept else variant, ended=not is_lost(lost, "holds no result"))
        if name in WITH_STYLES:
            assert record.turns == restated(game, style).turns


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize(("name", "style"), WAYS)
def test_a_collection_comes_back_equal(name: str, style: str, variant: Variant) -> None:
    rounds(name, style, variant, 30)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize(("name", "style"), WAYS)
def test_a_large_collection_comes_back_equal(name: str, style: str, variant: Variant) -> None:
    rounds(name, style, variant, 500)


# --- Games with all that is awkward to write ---


def folded(turns: TurnList) -> TurnList:
    """Give turns with comments as every writer has them: braces round, blanks one."""
    notes = {}
    for number, note in turns.annotations.items():
        items = tuple(folded(item) if isinstance(item, TurnList) else _plain(item) for item in note.items)
        notes[number] = Annotation(note.glyphs, items)
    return TurnList(turns.turns, notes)


def _plain(comment: str) -> str:
    return " ".join(comment.replace("{", "(").replace("}", ")").split())


def is_lost(lost: list[Finding], *words: str) -> bool:
    return any(word in finding.message for finding in lost for word in words)


def awkward_rounds(name: str, style: str, count: int, seed: int) -> None:
    games = [replay(game) for game in awkward(count, seed)]
    written = [converted(game, NOTATIONS[name], style) for game in games]
    there = [(game, lost) for game, (_, lost) in zip(games, written, strict=True) if not is_lost(lost, "holds no game")]
    back = read_back(name, written)
    assert len(back) == len(there)
    for record, (game, lost) in zip(back, there, strict=True):
        expected = restated(game, style)
        again = replay(record)
        if name in WITH_STYLES:
            altered = {finding.turn for finding in lost if finding.turn is not None}
            for number, (one, other) in enumerate(zip(record.turns, expected.turns, strict=True), 1):
                assert one == other or number in altered
            assert record.result == expected.result or record.resigned
            assert (again.ending.result, again.ending.termination) == (game.ending.result, game.ending.termination)
            assert errors(again) == errors(game)
        if name == "official":
            unsaid = [finding.message for finding in lost if "holds no tags" in finding.message]
            for tag in NAMED:
                assert record.tag(tag) == expected.tag(tag) or any(f" {tag}" in message for message in unsaid), tag
        elif name in WITH_STYLES:
            assert record.tags == expected.tags
            if not is_lost(lost, "can't stand"):
                assert folded(record.main) == folded(expected.main)
        elif not is_lost(lost, "SetUp", "Position", "can't", "holds no variant", "names no", "games alone"):
            again = replay(record, variant=None if record.tag("Variant") else game.variant)
            if not any(finding.turn for finding in lost):
                assert again.positions == game.positions


@pytest.mark.parametrize(("name", "style"), WAYS)
def test_awkward_games_of_all_variants_in_one_file_come_back_equal_or_what_is_lost_is_named(
    name: str, style: str
) -> None:
    awkward_rounds(name, style, 80, 0)


# --- The field test's rows ---


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "turns",
    ["1. b4 b3 2. a1-c3 h4 *", "1. e1-e3 e9-e7 1-0", "1. c6 {a comment} *"],
)
def test_a_basic_game_is_basic_still_after_it_was_official(turns: str, style: str) -> None:
    """Field test A3: all three fit standard as well."""
    (record,) = NOTATIONS["tagged"].reader(['[Variant "basic"]', "", turns], "test")
    assert isinstance(record, Record)
    (back,) = read_back("official", [converted(replay(record), NOTATIONS["official"], style)])
    again = replay(back)
    assert again.variant is VARIANTS["basic"]
    assert [finding.code for finding in again.findings if finding.code == "variant-assumed"] == []


def test_each_official_game_of_a_file_has_its_own_heading() -> None:
    tags = [
        {
            "Event": "World Championship", "Site": "London", "Date": "2000.08.26", "Round": "4", "White": "Koen",
            "WhiteCountry": "NL", "Black": "Patrick", "BlackCountry": "B", "Result": "1-0", "Variant": "tournament",
            "Termination": "time", "GameId": "000826-03",
        },
        {"White": "Malcolm X", "Black": "Bob", "Result": "*", "Variant": "tournament"},
        {"White": "Ann", "Result": "0-1", "Variant": "tournament", "Termination": "resignation"},
        {"Event": "Club", "Result": "1/2-1/2", "Variant": "tournament", "Termination": "agreement"},
    ]  # fmt: skip
    games: list[Record | Finding] = []
    for values in tags:
        lines = [f'[{name} "{value}"]' for name, value in values.items()]
        games += NOTATIONS["tagged"].reader([*lines, "", f"1. Gb2 Gb3 {values['Result']}"], "test")
    written = [converted(replay(game), NOTATIONS["official"]) for game in games if isinstance(game, Record)]
    assert [lost for _, lost in written] == [[], [], [], []]
    back = read_back("official", written)
    assert [dict(game.tags) for game in back] == tags
    assert "\nWhite: Koen (NL)\n" in written[0][0]
    assert [text.split()[-1] for text, _ in written] == ["1-0", "*", "X", "1/2-1/2"]


@pytest.mark.parametrize("value", ["e2 (14)", "a {brace", "two\nlines", "", " blank", "Ann (NL)", "Ann; Black: Bob"])
def test_what_a_heading_would_say_otherwise_is_named_as_lost(value: str) -> None:
    game, _ = simulated(VARIANTS["tournament"], 1)
    record = replace(game, tags=(("White", value), ("Variant", "tournament")))
    text, lost = NOTATIONS["official"].writer(record)
    (back,) = read_back("official", [(text, lost)])
    assert back.tags == (("Variant", "tournament"),)
    assert [finding.message for finding in lost] == ["official holds no tags: White"]


@pytest.mark.long
@pytest.mark.parametrize(("name", "style"), WAYS)
def test_many_awkward_games_come_back_equal_or_what_is_lost_is_named(name: str, style: str) -> None:
    awkward_rounds(name, style, 300, 1)
