"""Removal lists that mix whole lists, GIPF-pieces alone and a bare x: every way they can mean, and no other."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from replays import errors, one, played

from gipfkit.gipf.board import LINES, SPOTS, WHITE, bits, mask, names
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Removal, taken
from gipfkit.gipf.variant import STANDARD
from gipfkit.judge import Issue, readings, written_removal
from gipfkit.notations.official import counted_text
from gipfkit.record import WrittenPush, WrittenRemoval, WrittenTurn
from gipfkit.removal_lists import phase
from gipfkit.restate import restated

# The rows b5-e5 and e5-e8 cross on White's GIPF-piece on e5 (field test).
CROSSING = "3w/3w1/3w2/3Wwww/6/5/B2W w 5/14 3/2 - standard"


def test_a_whole_list_may_stand_beside_a_bare_x_for_the_crossing_row() -> None:
    found = played("1. xb5,c5,d5;x;b2 (12) *", position=CROSSING)
    assert errors(found) == []
    assert [f.code for f in found.findings] == ["removal-inferred"]
    assert counted_text(restated(found).turns[0]) == "xb5,c5,d5;xGe5,e6,e7,e8;b2 (12)"
    kept = played("1. xb5,c5,d5;x;b2 (10) *", position=CROSSING)
    assert errors(kept) == []
    assert kept.positions[-1].gipf_count(WHITE) == 2
    back = played("1. x;xe6,e7,e8;b2 (12) *", position=CROSSING)
    assert errors(back) == []
    assert back.positions[-1] == found.positions[-1]


def test_without_a_count_a_gipf_piece_where_rows_cross_may_have_gone_with_either() -> None:
    found = played("1. xb5,c5,d5;x;b2 *", position=CROSSING)
    warning = one(found, "removal-ambiguous")
    assert "xb5,c5,d5;xGe5,e6,e7,e8" in warning.message
    assert "2 readings fit the rest of the game" in warning.message
    named = played("1. xb5,c5,d5,Ge5;x;b2 *", position=CROSSING)
    assert named.findings == ()
    assert named.positions[-1].gipf_count(WHITE) == 1


def test_a_bare_x_for_one_row_and_the_gipf_pieces_of_another() -> None:
    start = "1B1B/2Wb1/3B2/3b3/2b3/bBbB1/4 b 3/3 13/2 - standard"
    found = played("1... x;xGd5;g1-f2 (11) *", position=start)
    assert errors(found) == []
    warning = one(found, "removal-ambiguous")
    assert "xg2,Gg3,g4;xc5,Gd5,e5,f4" in warning.message
    assert "no other reading fits" not in warning.message


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("xb2,b3,b4,b5;xGh3;e2 (15)", 8),
        ("xGh3;xb2,b3,b4,b5;e2 (15)", 8),
        ("xb2,b3,b4,b5;xh2,Gh3,h4,h5;e2 (15)", 8),
        ("xGh3;x;e2 (15)", 8),
        ("xGh3;e2 (15)", 8),
        ("xb2,b3,b4,b5;xh2,h4,h5;e2 (13)", 7),
        ("x;xh2,h4,h5;e2 (13)", 7),
    ],
)
def test_a_whole_list_for_one_row_and_gipf_pieces_alone_for_another(text: str, gone: int) -> None:
    start = "wwww/5/6/5WB/6/5/wWww w 7/16 0/0 - standard"
    found = played(f"1. {text} *", position=start)
    assert {f.severity for f in found.findings} <= {"note"}
    assert len(found.turns) == 1
    assert taken(found.turns[0].before).bit_count() == gone


def test_a_mixed_list_behind_the_push_and_one_before_it() -> None:
    start = "wwww/5/6/4BWB/6/5/1Www w 7/16 0/0 - standard"
    for after in ("xh2,Gh3,h4,h5", "xGh3", "x"):
        found = played(f"1. xb2,b3,b4,b5;h1-h2;{after} (15) *", position=start)
        assert errors(found) == []
        assert found.positions[-1].reserves == (15, 16)


@pytest.mark.parametrize("text", ["xb2,b3,b4;xGh3", "xb2,b3,b4,b5;xGd4", "xb2,b3,b4,b5;xGh3;x", "xb2,b3;x"])
def test_what_no_row_can_mean_is_still_refused(text: str) -> None:
    found = played(f"1. {text};e2 *", position="wwww/5/6/5WB/6/5/wWww w 7/16 0/0 - standard")
    assert len(errors(found)) == 1
    assert found.played == 0


def row_rich(rng: random.Random) -> Position:
    """Rows of White that cross, GIPF-pieces of both sides among them."""
    centre = rng.choice(SPOTS)
    lines = [line for line in LINES if centre in line.spots][: rng.choice([1, 2, 3])] + rng.sample(LINES, 1)
    white = 0
    for line in lines:
        length = rng.randint(4, min(5, len(line.spots)))
        first = rng.randint(0, len(line.spots) - length)
        white |= mask(line.spots[first : first + length])
    black = mask(spot for spot in SPOTS if rng.random() < 0.12) & ~white
    share = rng.choice([0.1, 0.2, 0.35])
    gipfs = mask(spot for spot in names(white | black) if rng.random() < share)
    return Position(STANDARD, white, black, gipfs, (rng.randint(1, 9), 5))


def sequences(position: Position, handled: frozenset[int] = frozenset()) -> Iterator[tuple[Removal, ...]]:
    """Every order in which White can take his rows, each line once, with every choice of GIPF-pieces."""
    rows = [row for row in position.rows(WHITE) if row.line not in handled]
    if all(row.optional for row in rows):
        yield ()
    for row in rows:
        gipfs = list(bits(row.stretch & position.gipfs))
        for stays in product((False, True), repeat=len(gipfs)):
            left = sum(bit for bit, stay in zip(gipfs, stays, strict=True) if stay)
            if left == row.stretch:
                continue
            removal = position.removal(row, row.stretch & ~left)
            after = position.take((removal,))
            if after.without_gipfs():
                yield (removal,)
                continue
            for rest in sequences(after, handled | {row.line}):
                yield (removal, *rest)


def spots_of(group: WrittenRemoval) -> int:
    return mask(piece.spot for piece in group)


def says(group: WrittenRemoval, removals: list[Removal], position: Position, *, also: int) -> bool:
    """Whether a group can mean some removals; ``also`` are spots that it may name though they went with others."""
    if not group:
        return True
    listed, gone = spots_of(group), taken(tuple(removals))
    if all(piece.gipf for piece in group) and not listed & ~position.gipfs:
        gone, also = gone & position.gipfs, also & position.gipfs
    return not gone & ~listed and not listed & ~(gone | also)


def meant(
    position: Position, groups: tuple[WrittenRemoval, ...], ways: list[tuple[Removal, ...]], *, sharing: bool
) -> set[int]:
    """The spots emptied in each way that groups can mean; with ``sharing`` a list may name what a crossing row took."""
    stretches = {row.line: row.stretch for row in position.rows(WHITE)}
    everything = mask(piece.spot for group in groups for piece in group)
    found = set()
    for way in ways:
        gone = taken(way)
        for assigned in product(range(len(groups)), repeat=len(way)):
            if len(set(assigned)) < len(groups):
                continue
            parts = [[r for r, at in zip(way, assigned, strict=True) if at == k] for k in range(len(groups))]
            shared = [_union(stretches, part) for part in parts]
            if (all(groups) and gone == everything) or all(
                says(group, part, position, also=gone & also if sharing else 0)
                for group, part, also in zip(groups, parts, shared, strict=True)
            ):
                found.add(gone)
                break
    return found


def _union(stretches: dict[int, int], removals: list[Removal]) -> int:
    spots = 0
    for removal in removals:
        spots |= stretches.get(removal.line, 0)
    return spots


def mixed(way: tuple[Removal, ...], rng: random.Random) -> tuple[WrittenRemoval, ...]:
    """Write the rows taken: each as a whole list, as its GIPF-pieces alone or as a bare x, at times two in one list."""
    if len(way) > 1 and rng.random() < 0.2:
        merged = written_removal(way[0]) + written_removal(way[1])
        return (merged, *mixed(way[2:], rng))
    groups: list[WrittenRemoval] = []
    for removal in way:
        whole = written_removal(removal)
        groups.append(rng.choice([whole, tuple(piece for piece in whole if piece.gipf), ()]))
    rng.shuffle(groups)
    return tuple(groups)


def test_each_mixed_way_of_writing_gives_just_the_turns_that_it_can_mean() -> None:
    tried = mixtures = 0
    for seed in range(700):
        rng = random.Random(seed)
        position = row_rich(rng)
        ways = list(sequences(position)) if not position.outcome() and position.obligations(WHITE) else []
        # What one way in which no row is left can mean is worked out by trying all: not where there are too many.
        if not 0 < len(ways) < 400:
            continue
        legal = {taken(turn.before) for turn in position.turns() if not turn.after}
        assert {taken(way) for way in ways} >= legal
        way = rng.choice(ways)
        if not 0 < len(way) < 4:
            continue
        for _ in range(3):
            groups = mixed(way, rng)
            found = phase(position, groups, lenient=False)
            assert not isinstance(found, Issue), (position.to_text(), groups)
            exact = meant(position, groups, ways, sharing=False)
            assert {taken(option.removals) for option in found} == (
                exact or meant(position, groups, ways, sharing=True)
            )
            tried += 1
            mixtures += len({bool(group) for group in groups}) == 2
    assert tried > 600
    assert mixtures > 100


def test_a_whole_turn_in_a_mixed_way_gives_just_the_turns_of_that_push() -> None:
    tried = 0
    for seed in range(1000, 1250):
        rng = random.Random(seed)
        position = row_rich(rng)
        turns = list(position.turns()) if not position.outcome() else []
        if not 0 < len(turns) < 3000:
            continue
        turn = rng.choice(turns)
        if turn.push is None:
            continue
        path = turn.push.path
        run = RUNS[path.index][position.take(turn.before).occupied & path.mask]
        push = WrittenPush(path.dot, path.spots[run.bit_count()], turn.push.gipf)
        # With every x bare each turn of that push is meant that takes as many rows or more, on either side.
        written = WrittenTurn(push, tuple(() for _ in turn.before[:1]), tuple(() for _ in turn.after[:1]))
        found = readings(position, written)
        assert not isinstance(found, Issue)
        wanted = {
            position.play(other)
            for other in turns
            if other.push
            and bool(other.before) == bool(turn.before)
            and bool(other.after) == bool(turn.after)
            and other.push == turn.push
            and RUNS[path.index][position.take(other.before).occupied & path.mask].bit_count() == run.bit_count()
        }
        assert {reading.position for reading in found if not reading.errors} == wanted
        tried += 1
    assert tried > 60
