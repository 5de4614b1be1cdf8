"""The game table against facts counted from the text of games, without the rules."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from records import random_record

from gipfkit.analysis.columns import COLUMNS
from gipfkit.analysis.game_table import game_row, game_table
from gipfkit.gipf.board import BIT, BLACK, WHITE
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read_text
from gipfkit.replay import Replay, replay
from gipfkit.restate import SHORT, restated

DATA = Path(__file__).parent.parent / "data"
GAME1, GAME2 = DATA / "game1.txt", DATA / "game2.txt"
PIECE = re.compile(r"(G?)[a-i][1-9](\*?)")


def replayed(path: Path) -> Replay:
    (record,) = read_text(path.read_text())
    return replay(record)


def counted(path: Path) -> dict[str, object]:
    """Count a tournament game's facts from its marks: G a GIPF-piece, * captured, what stands behind an x removed."""
    lines = [line.split(" (")[0] for line in path.read_text().split("\n") if line.strip()]
    totals: Counter[str] = Counter()
    reserves, lowest, first, largest = [18, 18], [18, 18], None, 0
    leads = []
    for number, line in enumerate(lines, 1):
        side, other = ("white", "black") if number % 2 else ("black", "white")
        for part in line.split(";"):
            pieces = [(2 if gipf else 1, bool(gipf), bool(star)) for gipf, star in PIECE.findall(part)]
            if part[0] != "x":
                totals[f"{side}_gipfs_entered"] += part[0] == "G"
                reserves[1 - number % 2] -= 2 if part[0] == "G" else 1
                continue
            largest = max(largest, sum(size for size, _, _ in pieces))
            for size, gipf, star in pieces:
                if star:
                    totals[f"{side}_captures"] += size
                    totals[f"{other}_gipfs_lost"] += gipf
                    first = first or number
                else:
                    totals[f"{side}_gipfs_taken_back"] += gipf
                    reserves[1 - number % 2] += size
        lowest = [min(pair) for pair in zip(lowest, reserves, strict=True)]
        difference = totals["white_captures"] - totals["black_captures"]
        leads += [difference > 0] if difference else []
    facts: dict[str, object] = {
        "turns": len(lines),
        "first_capture": first,
        "largest_removal": largest,
        "lead_changes": sum(a is not b for a, b in pairwise(leads)),
    }
    for k, side in enumerate(("white", "black")):
        entered, lost, back = (totals[f"{side}_gipfs_{what}"] for what in ("entered", "lost", "taken_back"))
        facts |= {f"{side}_reserve": reserves[k], f"{side}_lowest_reserve": lowest[k]}
        facts |= {f"{side}_captures": totals[f"{side}_captures"], f"{side}_gipfs_left": entered - lost - back}
        facts |= {f"{side}_gipfs_entered": entered, f"{side}_gipfs_lost": lost, f"{side}_gipfs_taken_back": back}
    return facts


@pytest.mark.parametrize("path", [GAME1, GAME2])
def test_the_complete_games_figures_are_those_of_their_text(path: Path) -> None:
    row, facts = game_row(replayed(path)), counted(path)
    assert {name: row[name] for name in facts} == facts
    assert (row["variant"], row["findings"], row["ok"]) == ("tournament", 0, True)


def test_game_1_counted_by_hand() -> None:
    row = game_row(replayed(GAME1))
    by_hand = {
        "turns": 42,
        "result": "1-0",
        "winner": "white",
        "termination": "reserve",
        # c6 in turn 19, d7 in 23, b3 and c4 in 25, the GIPF-piece c4 in 37; the GIPF-piece f6 in turn 34.
        "first_capture": 19,
        "white_captures": 6,
        "black_captures": 2,
        "white_gipfs_entered": 3,
        "black_gipfs_entered": 3,
        "white_gipfs_lost": 1,
        "black_gipfs_lost": 1,
        "white_gipfs_taken_back": 0,
        "black_gipfs_taken_back": 0,
        "white_gipfs_left": 2,
        "black_gipfs_left": 2,
        "white_reserve": 5,
        "black_reserve": 0,
        "white_lowest_reserve": 5,
        "black_lowest_reserve": 0,
        # Turn 34: f2, f3, f5, f7 and the GIPF-piece f6.
        "largest_removal": 6,
        "lead_changes": 0,
    }
    assert {name: row[name] for name in by_hand} == by_hand


def test_game_2_counted_by_hand() -> None:
    row = game_row(replayed(GAME2))
    by_hand = {
        "turns": 84,
        "result": "*",
        "winner": None,
        "termination": "unterminated",
        "first_capture": 30,
        # White: b5 and the GIPF-piece c5, d3, h5.
        "white_captures": 5,
        # Black: g2 and the GIPF-piece f3, d7, b4, the GIPF-piece f3, c3 and d4.
        "black_captures": 9,
        "white_gipfs_entered": 4,
        "black_gipfs_entered": 5,
        "white_gipfs_lost": 2,
        "black_gipfs_lost": 1,
        "white_gipfs_taken_back": 1,
        "black_gipfs_taken_back": 3,
        "white_gipfs_left": 1,
        "black_gipfs_left": 1,
        "white_reserve": 5,
        "black_reserve": 10,
        "white_lowest_reserve": 1,
        "black_lowest_reserve": 2,
        # Turn 30: d4, c4, b4, g2 and the GIPF-pieces e4 and f3; turn 31 is as large.
        "largest_removal": 8,
        "lead_changes": 0,
    }
    assert {name: row[name] for name in by_hand} == by_hand


def test_the_games_played_through_gf1_have_its_own_captures_and_reserves() -> None:
    games = [json.loads(line) for line in (DATA / "gf1-played.jsonl").read_text().splitlines()]
    assert len(games) == 36
    for game in games:
        (record,) = read_text(game["gf1_log_old"], notation="gf1-old")
        row = game_row(replay(record, variant=VARIANTS[game["variant"]]))
        white_lost, black_lost = game["lost_w_b"]
        assert (row["black_captures"], row["white_captures"]) == (white_lost, black_lost)
        assert [row["white_reserve"], row["black_reserve"]] == game["reserve_after_each_ply_w_b"][-1]
        assert row["ok"]
        for k, side in enumerate(("white", "black")):
            reserves = [pair[k] for pair in game["reserve_after_each_ply_w_b"]]
            assert row[f"{side}_lowest_reserve"] == min(reserves)
            letter = "OX"[k]
            assert row[f"{side}_gipfs_left"] == game["final_pieces"].count(letter)


def by_notation(position: Position) -> int:
    """Count pushes as they are written: onto an empty spot by the spot, else by dot and spot."""
    empty = ~position.occupied
    return len({(p.gipf, p.first, None if BIT[p.first] & empty else p.dot) for p in position.pushes()})


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_short_way_gives_what_every_position_gives(variant: str) -> None:
    for seed in range(25):
        played = replay(random_record(seed, VARIANTS[variant]))
        row, positions, turns = game_row(played), played.positions, played.turns
        pushes = [
            by_notation(position)
            for turn, before in zip(turns, positions, strict=False)
            for position in [before.take(turn.before)]
            if turn.push
        ]
        assert row["branching_mean"] == pytest.approx(sum(pushes) / len(pushes))
        sizes = [removal.returned + removal.lost for turn in turns for removal in turn.before + turn.after]
        assert row["largest_removal"] == max(sizes, default=0)
        captures = [p.captured for p in positions]
        assert row["first_capture"] == next((k for k, c in enumerate(captures) if any(c)), None)
        ahead = [white < black for white, black in captures if white != black]
        assert row["lead_changes"] == sum(a is not b for a, b in pairwise(ahead))
        for side in (WHITE, BLACK):
            own = [r for k, turn in enumerate(turns) if k % 2 == side for r in turn.before + turn.after]
            others = [r for k, turn in enumerate(turns) if k % 2 != side for r in turn.before + turn.after]
            name = side.word
            assert row[f"{name}_gipfs_taken_back"] == sum(r.gipfs.bit_count() for r in own)
            assert row[f"{name}_gipfs_lost"] == sum(r.captured_gipfs.bit_count() for r in others)
            assert row[f"{name}_gipfs_left"] == positions[-1].gipf_count(side)
            assert row[f"{name}_lowest_reserve"] == min(p.reserves[side] for p in positions)
            start = positions[0].gipf_count(side)
            balance = sum(row[f"{name}_gipfs_{what}"] for what in ("lost", "taken_back", "left"))
            assert start + row[f"{name}_gipfs_entered"] == balance


@pytest.mark.parametrize("path", [GAME1, GAME2])
def test_turns_that_need_a_judge_count_as_others_do(path: Path) -> None:
    played = replayed(path)
    row, short = game_row(played), game_row(replay(restated(played, SHORT)))
    assert {**short, "findings": 0, "source": None, "result": "", "termination": ""} == {
        **row,
        "source": None,
        "result": "",
        "termination": "",
    }


def test_tags_of_question_marks_are_empty_and_others_stay_as_they_are() -> None:
    text = '[Event "?"]\n[Date "2000.??.??"]\n[White "Ann, \\"A\\""]\n[Black " "]\n[Variant "basic"]\n\n1. b3 *\n'
    row = game_row(replay(read_text(text)[0]))
    assert (row["event"], row["date"], row["white"], row["black"]) == (None, "2000.??.??", 'Ann, "A"', None)


def test_a_game_that_cannot_start_and_one_with_an_error_have_rows() -> None:
    frame = game_table(map(replay, read_text('[Variant "chess"]\n\n1. b3 *\n\n[Variant "basic"]\n\n1. b3 b9 *\n')))
    assert frame["turns"].tolist() == [0, 1]
    assert frame["ok"].tolist() == [False, False]
    assert frame["variant"].isna().tolist() == [True, False]
    assert frame["white_reserve"].isna().tolist() == [True, False]


def test_captures_are_those_of_the_record_even_from_a_stated_start() -> None:
    text = (
        '[Variant "basic"]\n[SetUp "1"]\n[Position "2w1/2w2/2w3/3wbwb/6/5/b3 b 10/12 1/2 - basic"]\n\n'
        "1... e9-e4 (11) 2. xb4,c4,d4,e4;h5 (13) *\n"
    )
    row = game_row(replay(read_text(text)[0]))
    assert (row["turns"], row["white_captures"], row["first_capture"], row["white_reserve"]) == (2, 0, None, 13)


@pytest.mark.parametrize("texts", [[], [GAME1.read_text()], [GAME1.read_text(), GAME2.read_text()]])
def test_the_frame_has_the_documented_columns_and_dtypes(texts: list[str]) -> None:
    frame = game_table(replay(read_text(text)[0]) for text in texts)
    assert [(name, str(dtype)) for name, dtype in frame.dtypes.items()] == [(c.name, c.dtype) for c in COLUMNS["game"]]
    assert len(frame) == len(texts)
