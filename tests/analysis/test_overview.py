"""The collection in figures: parts add up, and the games shown are the right ones."""

from pathlib import Path

import pytest

from gipfkit.analysis.overview import Overview
from gipfkit.analysis.simulation import simulate
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read, read_text
from gipfkit.record import Record
from gipfkit.replay import Replay, replay

SAMPLES = Path(__file__).parents[2] / "samples"


def samples() -> list[Replay]:
    return [replay(item) for item in read([SAMPLES]) if isinstance(item, Record)]


def simulated(number: int) -> list[Replay]:
    return [replay(game) for variant in VARIANTS.values() for game in simulate(variant, number, seed=5)]


def test_the_samples_are_counted_whole() -> None:
    found = Overview.of(samples())
    assert (found.games, found.turns, found.faulty) == (28, 204, 0)
    assert found.years == (2000, 2000)
    assert found.findings == {("missing-bracket", "warning"): 1, ("text-cut", "warning"): 1}
    assert found.examples["text-cut", "warning"].turn == 9


def test_parts_counted_apart_add_up_to_the_whole() -> None:
    games = samples() + simulated(3)
    whole, first, second = Overview.of(games), Overview.of(games[:20]), Overview.of(games[20:])
    first.merge(second)
    assert first == whole


def test_the_most_lopsided_game_is_the_one_with_the_widest_margin_of_captures() -> None:
    found = Overview.of(simulated(4))
    game = found.most_lopsided()
    assert game is not None
    assert game.margin == max(o.margin for o in found.outlines.values()) > 0
    assert abs(game.position.captured[0] - game.position.captured[1]) == game.margin


def test_the_most_typical_game_is_of_the_most_frequent_variant_and_near_its_medians() -> None:
    games = [replay(game) for game in simulate(VARIANTS["standard"], 21, seed=5)]
    games += [replay(game) for game in simulate(VARIANTS["basic"], 5, seed=5)]
    found = Overview.of(games)
    game = found.most_typical()
    assert game is not None
    assert game.row["variant"] == "standard"
    lengths = sorted(game.played for game in games[:21])
    assert lengths[4] <= game.row["turns"] <= lengths[16]


def text_of(result: str, *pushes: str) -> str:
    ends = {"1/2-1/2": "agreement", "*": "unterminated"}
    tags = f'[Variant "basic"]\n[Result "{result}"]\n[Termination "{ends.get(result, "resignation")}"]\n'
    return f"{tags}\n{' '.join(pushes)} {result}\n\n"


def test_every_finished_game_counts_for_the_middle_and_the_first_of_those_alike_is_shown() -> None:
    short, long = ["b3"], ["b3", "b4", "c2", "d2"]
    text = text_of("1-0", *long) * 2 + text_of("1/2-1/2", *short) * 3 + text_of("*", *long) * 9
    found = Overview.of(map(replay, read_text(text)))
    game = found.most_typical()
    assert game is not None
    # The median of 4, 4, 1, 1, 1: the drawn games count, the unfinished ones don't.
    assert (game.row["game"], game.row["turns"], game.times) == (3, 1, 3)


def test_what_is_kept_of_games_does_not_grow_with_their_number() -> None:
    text = text_of("1-0", "b3", "b4") * 500 + text_of("0-1", "b3") * 500
    assert len(Overview.of(map(replay, read_text(text))).outlines) == 2


def test_without_a_finished_game_none_is_shown() -> None:
    found = Overview.of([])
    assert found.most_lopsided() is None
    assert found.most_typical() is None


@pytest.mark.parametrize("text", ["1. b3 1-0", "1. zz 1-0"])
def test_a_game_decided_off_the_board_counts_but_without_captures_is_not_lopsided(text: str) -> None:
    found = Overview.of([replay(record) for record in read_text(text)])
    assert found.games == 1
    assert found.most_lopsided() is None
