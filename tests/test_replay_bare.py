"""Long games in which every removal is a bare x: all readings are followed, in time, and no error is made up."""

import random
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from records import written
from replays import errors, one, played

from gipfkit.gipf.board import PATHS_TO
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import TOURNAMENT, VARIANTS
from gipfkit.record import Record, TurnList, WrittenPush, WrittenTurn
from gipfkit.replay import Replay, replay
from gipfkit.walk_texts import removals_text

# A game of the field test: 3,600 positions are open at once.
FIELD = (
    "Gb4 Gc6 Gd2 Gh5 Gb2 Gb3 Ge2 Gd7 Gc2;x Gh2 Gb1-d3 Gc1-c3 Gb2 Gb5 Gi2-g2 Ge8;x Ga3-e3 Gg6 Gb5;x Gd8-f7;x "
    "Gh1-h3 Gg6;x Gb6-d6 Gf2 Gh5 Gb4 Gh1-h4;x Gg7-g5 Gb6-b3 *"
)


def test_a_right_game_with_many_readings_has_no_error_and_takes_no_time() -> None:
    started = time.process_time()
    found = played(FIELD, "tournament")
    assert time.process_time() - started < 1.5
    assert errors(found) == []
    assert found.played == 29
    assert "readings-cut" not in [finding.code for finding in found.findings]


def greedy_game(seed: int, name: str, most: int = 200) -> list[tuple[Turn, Position]]:
    """A random game that makes rows where it can, and enters GIPF-pieces gladly."""
    rng = random.Random(seed)
    rows, gipfs = rng.choice([0, 0.5, 1]), rng.choice([0, 0.5, 0.9])
    position, found = Position.initial(VARIANTS[name]), list[tuple[Turn, Position]]()
    while len(found) < most and (turns := list(position.turns())):
        if rng.random() < rows:
            turns = [turn for turn in turns if turn.before or turn.after] or turns
        if rng.random() < gipfs:
            turns = [turn for turn in turns if turn.push and turn.push.gipf] or turns
        turn = rng.choice(turns)
        position = position.play(turn)
        found.append((turn, position))
    return found


def bare(turn: WrittenTurn) -> WrittenTurn:
    return replace(turn, before=tuple(() for _ in turn.before), after=tuple(() for _ in turn.after), reserve=None)


def bare_game(seed: int, name: str, most: int = 200) -> tuple[Record, list[tuple[Turn, Position]]]:
    game = greedy_game(seed, name, most)
    turns = tuple(map(bare, written(Position.initial(VARIANTS[name]), game)))
    return Record((("Variant", name),), TurnList(turns)), game


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_generated_games_of_bare_x_are_read_without_an_error(name: str) -> None:
    for seed in range(12):
        record, game = bare_game(seed, name)
        started = time.process_time()
        found = replay(record)
        assert errors(found) == []
        assert found.played == len(game)
        assert time.process_time() - started < 10


def texts_left(record: Record, start: Position) -> list[set[str]]:
    """For each turn what may have been removed in any legal game with the pushes and the x as written."""
    reached = {start}
    ways: list[list[tuple[Position, Turn, Position]]] = []
    for turn in record.turns:
        ways.append([(p, other, p.play(other)) for p in reached for other in turns_of(p, turn)])
        reached = {after for _, _, after in ways[-1]}
    found: list[set[str]] = []
    for steps in reversed(ways):
        left = [way for way in steps if way[2] in reached]
        found.insert(0, {removals_text(turn) for _, turn, _ in left})
        reached = {before for before, _, _ in left}
    return found


def turns_of(position: Position, written_turn: WrittenTurn) -> Iterator[Turn]:
    push = written_turn.push
    for turn in position.turns():
        sides = (turn.before, written_turn.before), (turn.after, written_turn.after)
        if turn.push and push and all(len(r) >= len(groups) and bool(r) == bool(groups) for r, groups in sides):
            path = turn.push.path
            run = RUNS[path.index][position.take(turn.before).occupied & path.mask]
            # A spot alone is entered from any dot next to it: one stands for all.
            dot = path.dot if run else None
            one = bool(run) or path.dot == PATHS_TO[path.first][0].dot
            if one and push == WrittenPush(dot, path.spots[run.bit_count()], turn.push.gipf):
                yield turn


def open_games() -> Iterator[tuple[Record, Replay]]:
    for seed in range(150):
        record, _ = bare_game(seed, "tournament", 20)
        found = replay(record)
        assert found.walk
        sizes = [len(step) for step in found.walk.steps if isinstance(step, list)]
        if 1 < max(sizes, default=0) < 9:
            yield record, found


def test_readings_named_are_all_that_are_left_and_no_other() -> None:
    compared = 0
    for record, found in open_games():
        left = texts_left(record, Position.initial(TOURNAMENT))
        assert found.walk
        for number, taken in found.walk.judged.items():
            wanted = left[number - 1]
            assert {removals_text(reading.turn) for reading in taken.possible} == wanted
            if found.walk.options[number] > 1:
                said = {finding.code for finding in found.findings if finding.turn == number}
                assert said == {"removal-inferred" if len(wanted) == 1 else "removal-ambiguous"}
                compared += 1
        if compared > 8:
            return
    pytest.fail("too few games with open readings")


MANY = "4/WWWWB/WWWWBB/BBBBBBW/6/5/4 w 5/5 0/0 - tournament"


def test_behind_a_cut_nothing_is_said_to_be_the_only_reading() -> None:
    found = played("1. x;h2 b2 2. h3 b3 *", position=MANY)
    assert one(found, "readings-cut").severity == "warning"
    assert "removal-inferred" not in [finding.code for finding in found.findings]
    assert "at least" in one(found, "removal-ambiguous").message


def test_a_stated_end_behind_a_cut_is_no_error() -> None:
    found = played("1. x;h2 b2 (4) 2. b3 1-0", position=MANY, tags='[Termination "gipf"]\n')
    assert errors(found) == []
