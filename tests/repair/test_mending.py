"""What repair finds: the change that lets the rest of a game be played."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from replays import GAME1, GAME2, game
from slips import SLIPS

from gipfkit.analysis.simulation import simulate
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations.official import counted_text
from gipfkit.record import Record, TurnList
from gipfkit.repair import changes
from gipfkit.repair.mending import changed, mended
from gipfkit.repair.search import repair
from gipfkit.replay import replay

# Turns of game 2 with one slip each, and the kind of change that mends it.
SLIPPED = [
    ("h1-e4 (9)", "h1-e5 (9)", changes.LETTER),
    ("h1-e4 (9)", "h1-f4 (9)", changes.LETTER),
    ("h1-e4 (9)", "h1e-4 (9)", changes.LETTER),
    ("h1-e4 (9)", "h1-e4 (8)", changes.COUNT),
    ("Gf7 (10)", "f7 (10)", changes.KIND),
    ("d1-d5 (6)", "d8-d5 (6)", changes.LETTER),
    ("a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)", "a4-g2;xd4,c4,b4,Ge4,g2,Gf3* (7)", changes.LIST),
    ("a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)", "a4-g2;xc4,b4,Ge4,g2*,Gf3* (7)", changes.LIST),
    ("a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)", "a4-g2;xd5,c4,b4,Ge4,g2*,Gf3* (7)", changes.LIST),
    ("a4-g2;xd4,c4,b4,Ge4,g2*,Gf3* (7)", "a4-g2 (7)", changes.LIST),
    ("g1-c3 (6)", "c1-g3 (6)", changes.IMAGE),
    ("h2 (2)", "", changes.MISSING),
    ("b3 (3)", "b3 (3) b3 (3)", changes.DOUBLED),
    ("b3 (3) b5 (4)", "b5 (4) b3 (3)", changes.EXCHANGED),
    ("a4-c4;xc4,c3,c2,c5 (6)", "a4-c4 xc4,c3,c2,c5 (6)", changes.DIVIDED),
]


def turns_of(text: str) -> tuple[str, ...]:
    return tuple(counted_text(turn) for turn in game(text).turns)


def one_line(text: str) -> str:
    return " ".join(turns_of(text))


@pytest.mark.parametrize(("right", "wrong", "kind"), SLIPPED)
def test_a_slip_in_game_2_is_mended(right: str, wrong: str, kind: str) -> None:
    text = one_line(GAME2)
    assert right in text
    slipped = game(f'[Variant "tournament"]\n\n{text.replace(right, wrong, 1)} *')
    found = repair(replay(slipped))
    assert found
    assert found.taken
    assert found.taken.kind == kind
    mended_game = changed(slipped, found.taken)
    assert replay(mended_game).positions == replay(game(GAME2)).positions
    # A list that is lost, or has lost a piece, is written anew or added to; any other keeps its order.
    if kind != changes.LIST or wrong.count(",") == right.count(","):
        assert [counted_text(turn) for turn in mended_game.turns] == list(turns_of(GAME2))


def test_a_game_without_an_error_has_nothing_to_mend() -> None:
    assert repair(replay(game(GAME1))) is None


def test_where_several_changes_fit_none_is_made_and_the_likeliest_comes_first() -> None:
    # Nothing behind the last turn tells which spot was meant.
    found = repair(replay(game('[Variant "basic"]\n\n1. e1-e3 (11) h9 (11) *')))
    assert found
    assert found.taken is None
    texts = [counted_text(mending.change.turns[0]) for mending in found.mendings if mending.change.turns]
    assert {"h3 (11)", "h4 (11)"} <= set(texts)
    likelihoods = [mending.likelihood for mending in found.mendings]
    assert likelihoods == sorted(likelihoods, reverse=True)
    assert sum(likelihoods) == pytest.approx(1)


def test_the_count_tells_a_gipf_piece_from_a_single_one() -> None:
    slipped = game('[Variant "tournament"]\n\n1. Gb2 (16) Gh2 (16) 2. Gg2 (14) h3 (14) 3. Gd2 (12) Gh5 (12) *')
    found = repair(replay(slipped))
    assert found
    assert found.taken
    assert counted_text(found.taken.turns[0]) == "Gh3 (14)"


def test_a_slip_that_only_a_later_turn_shows_is_found() -> None:
    # Gb3 in place of Gb2 goes unnoticed until b2 is pushed.
    slipped = game('[Variant "tournament"]\n\n1. Gb3 (16) Gh2 (16) 2. a2-c2 (15) h1-h3 (15) 3. a2-d2 (14) h1-h4 (14) *')
    found = repair(replay(slipped))
    assert found
    assert ["Gb2 (16)"] in [[counted_text(turn) for turn in m.change.turns] for m in found.mendings]


def test_slips_of_several_turns_are_mended_one_after_the_other() -> None:
    text = one_line(GAME2).replace("h1-e4 (9)", "h1-e4 (8)").replace("a3-c5 (3)", "a3-e3 (3)")
    result = mended(replay(game(f'[Variant "tournament"]\n\n{text} *')))
    assert result.whole
    assert [counted_text(turn) for turn in result.replay.record.turns] == list(turns_of(GAME2))
    assert [(f.code, f.turn) for f in result.findings] == [("repaired", 9), ("repaired", 20)]


def test_when_the_time_is_up_nothing_is_made_and_it_is_said() -> None:
    text = one_line(GAME2).replace("h1-e4 (9)", "h1-e5 (9)")
    result = mended(replay(game(f'[Variant "tournament"]\n\n{text} *')), seconds=0)
    assert not result.changes
    assert [finding.code for finding in result.findings] == ["not-repaired"]
    assert "time is up" in result.findings[0].message


def test_an_error_of_no_turn_is_said_to_be_none() -> None:
    result = mended(replay(game('[Variant "gipf"]\n\n1. e1-e3 *')))
    assert [finding.code for finding in result.findings] == ["not-repaired"]


def slipped_games(kind: str, number: int, *, counted: bool) -> list[tuple[Record, Record]]:
    """Greedy games, each with one slip that is an error."""
    rng = random.Random(kind)
    found: list[tuple[Record, Record]] = []
    records = [record for v in VARIANTS.values() for record in simulate(v, number, policy="greedy", seed=3)]
    rng.shuffle(records)
    for record in records:
        turns = record.turns if counted else tuple(replace(turn, reserve=None) for turn in record.turns)
        slip = SLIPS[kind](rng, tuple(turns))
        if slip and not replay(replace(record, main=TurnList(slip))).ok and len(found) < number:
            found.append((replace(record, main=TurnList(tuple(turns))), replace(record, main=TurnList(slip))))
    return found


@pytest.mark.parametrize("counted", [True, False])
def test_random_slips_are_mended_or_listed_and_no_other_game_is_taken_for_the_right_one(counted: bool) -> None:
    outcomes: Counter[str] = Counter()
    for kind in SLIPS:
        for original, slipped in slipped_games(kind, 4, counted=counted):
            found = repair(replay(slipped))
            assert found
            right = replay(original).positions
            ways = [replay(changed(slipped, mending.change)).positions == right for mending in found.mendings]
            outcomes[
                "mended" if found.taken and ways[0] else "wrong" if found.taken else "listed" if any(ways) else "missed"
            ] += 1
    total = sum(outcomes.values())
    assert total >= 30
    assert outcomes["wrong"] <= 1
    assert outcomes["missed"] == 0
    assert outcomes["mended"] >= (0.95 if counted else 0.8) * total
