from gipfkit.analysis.game_table import game_rows, game_table
from gipfkit.analysis.lengths import Lengths
from gipfkit.analysis.notes import rows_of
from gipfkit.analysis.simulation import simulate
from gipfkit.gipf.variant import BASIC, TOURNAMENT
from gipfkit.reading import read_text
from gipfkit.replay import replay

TEXT = (
    '[Variant "basic"]\n[Termination "resignation"]\n\n1. b3 b4 2. c2 1-0\n\n'
    '[Variant "basic"]\n[Termination "resignation"]\n\n1. b3 b4 1-0\n\n'
    '[Variant "tournament"]\n\n1. Gd2 (16) *\n\n[Variant "chess"]\n\n1. b3 *\n'
)


def test_games_are_counted_by_result_and_length_and_those_that_cannot_start_are_not() -> None:
    found = Lengths.of(map(replay, read_text(TEXT)))
    assert (found.games, found.variants) == (3, {"basic": 2, "tournament": 1})
    assert (found.with_result("1-0"), found.with_result("*"), found.with_result("0-1")) == ({3: 1, 2: 1}, {1: 1}, {})


def test_replays_rows_frames_and_parts_give_the_same() -> None:
    games = [replay(record) for variant in (BASIC, TOURNAMENT) for record in simulate(variant, 12, seed=5)]
    whole = Lengths.of(games)
    assert Lengths.of(game_rows(games)) == whole
    assert Lengths.of(rows_of(game_table(games))) == whole
    merged = Lengths.of(games[:7])
    merged.merge(Lengths.of(games[7:]))
    assert merged == whole
