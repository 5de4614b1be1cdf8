"""The opening tree against a plain count, its sums, and its symmetry."""

import random
from collections import Counter
from dataclasses import replace
from itertools import zip_longest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from images import imaged
from indexed_games import games, indexed
from records import random_record, random_turns, written

from gipfkit.analysis.explored import Key
from gipfkit.analysis.index import Index
from gipfkit.analysis.opening_tree import Branch, Growth, Listed, branches, tree
from gipfkit.analysis.openings import Explorer
from gipfkit.analysis.tallies import Tally
from gipfkit.gipf.board import SYMMETRIES
from gipfkit.gipf.packing import canonical_key, exchanged
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant
from gipfkit.reading import read_text
from gipfkit.record import Record, TurnList, WrittenPush, WrittenTurn
from gipfkit.replay import Replay, replay


def shape(roots: list[Branch]) -> object:
    """A tree without the texts of its moves, which hang on the orientation; of lines that meet the places alone."""
    flat = [branch for root in roots for branch in root.flat()]
    places = {branch.line: k for k, branch in enumerate(flat)}
    return [(len(b.line), b.move.key, b.move.tally, b.move.reached, places.get(b.goes_on_as or ())) for b in flat]


@settings(max_examples=8)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)))
def test_without_symmetry_the_tree_is_a_plain_count_of_positions_and_moves(seed: int, name: str) -> None:
    variant = VARIANTS[name]
    replays = [replay(record) for record in games(seed, variant, 8)]
    count: Counter[tuple[Position, Position]] = Counter()
    for played in replays:
        for before, after in zip(played.positions, played.positions[1:], strict=False):
            count[before, after] += 1
    with indexed([played.record for played in replays]) as index:
        explorer = Explorer(index, symmetry=False)
        for position in {before for before, _ in count}:
            node = explorer.node(position)
            expected = {after: number for (before, after), number in count.items() if before == position}
            assert {move.position: move.tally.times for move in node.moves} == expected


@settings(max_examples=8)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)), st.booleans(), st.booleans())
def test_moves_played_and_games_ended_are_the_visits(seed: int, name: str, symmetry: bool, swap: bool) -> None:
    records = games(seed, VARIANTS[name], 8)
    with indexed(records) as index:
        explorer = Explorer(index, symmetry=symmetry, colour_swap=swap)
        for position in {p for record in records for p in replay(record).positions}:
            node = explorer.node(position)
            assert node.visits == sum(move.tally.times for move in node.moves) + node.ended
            assert node.visits >= 1
            for move in node.moves:
                assert move.reached == explorer.games_through(move.position) >= 1
                assert position.play(move.turn) == move.position


@settings(max_examples=8)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)), st.sampled_from(SYMMETRIES), st.booleans())
def test_an_image_of_the_games_gives_the_same_tree(seed: int, name: str, symmetry: int, swap: bool) -> None:
    records = games(seed, VARIANTS[name], 8)
    start = Position.initial(VARIANTS[name])
    with indexed(records) as plain, indexed([imaged(record, symmetry) for record in records]) as turned:
        one = tree(Explorer(plain, colour_swap=swap), start, Growth(4))
        other = tree(Explorer(turned, colour_swap=swap), start.image(symmetry), Growth(4))
    assert shape(one) == shape(other)


Graph = dict[Key, tuple[Tally, int, dict[Key, tuple[Tally, int]]]]


def graph(records: list[Record], start: Position, swap: bool) -> Graph:
    """The whole tree by position: what became of its games, how many ended, and each move with the games to it."""
    found: Graph = {}
    with indexed(records) as index:
        explorer = Explorer(index, colour_swap=swap)
        places = [start, *(b.move.position for b in branches(explorer, start, Growth(1000)))]
        for position in places:
            node = explorer.node(position)
            if node.visits:
                moves = {move.key: (move.tally, move.reached) for move in node.moves}
                found[explorer.key(position)] = node.tally, node.ended, moves
    return found


def merged(parts: list[Graph]) -> Graph:
    """The sums of some graphs; no game is in two of them."""
    found: Graph = {}
    for part in parts:
        for key, (tally, ended, moves) in part.items():
            whole, sofar, known = found.get(key, (Tally(), 0, dict[Key, tuple[Tally, int]]()))
            whole.add(tally)
            for reached, (own, number) in moves.items():
                sums, others = known.get(reached, (Tally(), 0))
                sums.add(own)
                known[reached] = sums, number + others
            found[key] = whole, sofar + ended, known
    return found


@settings(max_examples=8)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)), st.integers(0, 12), st.booleans())
def test_the_trees_of_parts_add_up_to_the_tree_of_the_whole(seed: int, name: str, cut: int, swap: bool) -> None:
    records, start = games(seed, VARIANTS[name], 12), Position.initial(VARIANTS[name])
    parts = [graph(records[:cut], start, swap), graph(records[cut:], start, swap)]
    whole = graph(records, start, swap)
    assert len(whole) > 10
    moves_to = {key: games for _, _, moves in whole.values() for key, (_, games) in moves.items()}
    for key, (tally, ended, moves) in merged(parts).items():
        assert (tally, ended, {k: own for k, (own, _) in moves.items()}) == (
            whole[key][0],
            whole[key][1],
            {k: own for k, (own, _) in whole[key][2].items()},
        )
        # Games of the other part may have come there by other moves.
        assert all(games <= moves_to[k] for k, (_, games) in moves.items())
    assert merged(parts).keys() == whole.keys()


@settings(max_examples=8)
@given(st.integers(0, 400), st.sampled_from(sorted(VARIANTS)), st.booleans())
def test_where_lines_meet_what_follows_is_listed_under_the_first(seed: int, name: str, symmetry: bool) -> None:
    start = Position.initial(VARIANTS[name])
    with indexed(games(seed, VARIANTS[name], 40, most=4)) as index:
        explorer = Explorer(index, symmetry=symmetry)
        once = list(branches(explorer, start, Growth(4)))
        again = list(branches(explorer, start, Growth(4, repeat=True)))
    lines = {branch.line: branch for branch in once}
    assert len(lines) == len(once)
    assert not any(branch.goes_on_as is not None for branch in again)
    moves = {(lines[b.line[:-1]].move.key if b.line[1:] else None, b.move.key) for b in once}
    assert len(moves) == len(once)
    parents = {branch.line: branch for branch in again}
    assert moves == {(parents[b.line[:-1]].move.key if b.line[1:] else None, b.move.key) for b in again}
    for number, branch in enumerate(once):
        if branch.goes_on_as is not None:
            first = lines[branch.goes_on_as]
            assert first.move.key == branch.move.key
            assert first in once[:number]
            assert not any(other.line[: len(branch.line)] == branch.line for other in once[number + 1 :])


def test_a_line_that_meets_one_cut_off_by_the_depth_is_listed_where_there_is_room() -> None:
    listed = Listed()
    listed.add((b"x", None), 2, ("b3",))
    assert [listed.line((b"x", None), turns) for turns in (0, 1, 2, 3)] == [None, ("b3",), ("b3",), None]


@pytest.mark.parametrize(("variant", "moves"), [(BASIC, 5), (STANDARD, 6), (TOURNAMENT, 2)])
def test_every_first_move_falls_into_a_few_rows(variant: Variant, moves: int) -> None:
    start = Position.initial(variant)
    records = []
    for turn in start.turns():
        after = start.play(turn)
        records.append(Record((("Variant", variant.name),), TurnList(written(start, [(turn, after)]))))
    with indexed(records) as index:
        node = Explorer(index).node(start)
        assert len(node.moves) == moves
        assert sum(move.tally.times for move in node.moves) == len(records) == 42
        assert len(Explorer(index, symmetry=False).node(start).moves) == {"basic": 24, "standard": 30}.get(
            variant.name, 18
        )


def test_scores_and_means_are_those_of_the_games_behind_a_move() -> None:
    def played(text: str, result: str, white: str, date: str) -> Record:
        turns = tuple(WrittenTurn(WrittenPush(None, spot)) for spot in text.split())
        tags = (("White", white), ("Date", date), ("Variant", "basic"), ("Termination", "resignation"))
        return Record(tags, TurnList(turns), result, source="x", number=int(date[-2:]))

    records = [
        played("c2 g2", "1-0", "Ann", "2001.01.01"),
        played("c2 c6 g2", "0-1", "Bob", "2003.01.02"),
        played("c2 g2", "1-0", "Ann", "2002.01.03"),
        played("c2 g2", "*", "Cid", "2002.01.04"),
    ]
    with indexed(records) as index:
        node = Explorer(index).node(Position.initial(BASIC), names=2, samples=3)
    (move,) = node.moves
    tally = move.tally
    assert (tally.times, tally.white, tally.black, tally.draws, tally.turns) == (4, 2, 1, 0, 9)
    assert tally.last == "2003.01.02"
    assert tally.score == pytest.approx(2 / 3)
    assert tally.interval == pytest.approx((0.2077, 0.9385), abs=1e-4)
    assert move.players == [("Ann", 2), ("Bob", 1)]
    assert move.samples == [("x", 1), ("x", 2), ("x", 3)]


def test_lines_that_meet_count_as_reached_though_played_differently() -> None:
    def played(text: str) -> Record:
        turns = tuple(WrittenTurn(WrittenPush(None, spot)) for spot in text.split())
        return Record((("Variant", "basic"),), TurnList(turns))

    records = [played("b3 h3 d2"), played("d2 h3 b3"), played("d2 h3 b3"), played("d2 h3 b4")]
    for symmetry in (True, False):
        with indexed(records) as index:
            explorer = Explorer(index, symmetry=symmetry)
            node = explorer.node(replay(records[1]).positions[2])
            branch = tree(explorer, replay(records[1]).positions[0], Growth(3))[0]
        assert [(move.text, move.tally.times, move.reached) for move in node.moves] == [("b3", 2, 3), ("b4", 1, 1)]
        assert symmetry or [b.line for b in branch.flat()] == [
            ("d2",),
            ("d2", "h3"),
            ("d2", "h3", "b3"),
            ("d2", "h3", "b4"),
        ]


@settings(max_examples=6)
@given(st.integers(0, 400))
def test_with_colours_exchanged_scores_are_turned(seed: int) -> None:
    rng = random.Random(seed)
    start = Position.initial(TOURNAMENT)
    played = random_turns(rng, start, 3)
    record = Record((("Variant", "tournament"),), TurnList(written(start, played)), "1-0")
    here = replay(record).positions[-1]
    with indexed([record]) as index:
        own, turned = (Explorer(index, colour_swap=True).node(p).tally for p in (here, exchanged(here)))
        alone = Explorer(index).node(exchanged(here)).tally
    assert (own.white, own.black, alone.times) == (1, 0, 0)
    assert (turned.white, turned.black) == (0, 1)


# White takes a row of five off, and the position comes back turned round with the colours exchanged.
TURNED = "2w1/ww3/6/7/6/5/1b2 w 12/14 0/0 - basic"
TO_TURNED = "c6 g6 c7-c5 g7-g5 a4-c4;xc2,c3,c4,c5,c6 g2"


def from_turned(start: Position, turns: str) -> Record:
    (record,) = read_text(f'[Variant "basic"]\n[SetUp "1"]\n[Position "{start.to_text()}"]\n\n{turns} 1-0\n')
    return replace(record, tags=(*record.tags, ("Termination", "resignation")))


def test_a_game_that_comes_back_with_colours_exchanged_counts_by_its_first_visit() -> None:
    here = Position.from_text(TURNED)
    with indexed([from_turned(here, TO_TURNED)]) as index:
        explorer = Explorer(index, colour_swap=True)
        one, other = explorer.node(here), explorer.node(exchanged(here))
    assert (one.tally.times, one.tally.games, one.tally.white, one.tally.black) == (2, 1, 1, 0)
    assert other.tally == one.tally.exchanged()
    assert [move.tally for move in other.moves] == [move.tally.exchanged() for move in one.moves]


def test_only_the_chosen_games_are_counted() -> None:
    with indexed(games(3, BASIC, 9)) as index:
        start = Position.initial(BASIC)
        assert Explorer(index).node(start).visits == 9
        assert Explorer(index, chosen=[2, 3]).node(start).visits == 2
        assert Explorer(index, chosen=[]).node(start).visits == 0


def listed(text: str, **tags: str) -> Record:
    """A game of basic by the spots entered."""
    turns = tuple(WrittenTurn(WrittenPush(None, spot)) for spot in text.split())
    return Record((("Variant", "basic"), *tags.items()), TurnList(turns), number=int(tags.pop("Round", "1")))


def test_two_explorers_of_one_index_look_at_their_own_games() -> None:
    start = Position.initial(BASIC)
    with indexed([listed("b3"), listed("b3"), listed("c2")]) as index:
        one, two, every = Explorer(index, chosen=[1]), Explorer(index, chosen=[2, 3, 3]), Explorer(index)
        assert [explorer.node(start).visits for explorer in (one, two, every)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("dates", "last"),
    [
        (["2000.08.26", "2000.??.??"], "2000.08.26"),
        (["2000.??.??", "1999.12.31"], "2000.??.??"),
        (["2000-08-26", "2000.9.1"], "2000.09.01"),
        (["yesterday", "1999"], "1999.??.??"),
        (["yesterday", "?"], ""),
    ],
)
def test_the_last_date_is_the_latest_as_far_as_dates_are_known(dates: list[str], last: str) -> None:
    with indexed([listed("b3", Date=date) for date in dates]) as index:
        assert Explorer(index).node(Position.initial(BASIC)).moves[0].tally.last == last
    merged = Tally()
    for date in dates:
        with indexed([listed("b3", Date=date)]) as index:
            merged.add(Explorer(index).node(Position.initial(BASIC)).tally)
    assert merged.last == last


def test_rows_left_standing_are_followed_where_they_were_allowed() -> None:
    start = Position.from_text("4/wwww1/6/7/6/5/4 w 9/9 0/0 - basic")
    turns = [WrittenTurn(WrittenPush(None, "h2")), WrittenTurn(WrittenPush(None, "h3"))]
    record = Record((("Position", start.to_text()), ("SetUp", "1")), TurnList(tuple(turns)))
    played = replay(record, lenient=True)
    assert played.played == 2
    with Index.temporary() as index:
        index.add(played)
        node = Explorer(index).node(start)
    assert [(move.text, move.position) for move in node.moves] == [("h2", played.positions[1])]
    assert node.visits == 1


def test_sample_games_are_the_first_that_made_the_move() -> None:
    with indexed([listed("b3", Round=str(number)) for number in (1, 2, 3, 4)]) as index:
        (move,) = Explorer(index, chosen=[4, 3, 2]).node(Position.initial(BASIC), samples=2).moves
    assert move.samples == [("", 2), ("", 3)]


def test_the_sample_of_a_move_played_once_is_the_game_that_played_it() -> None:
    with indexed([listed(text, Round=str(7 + k)) for k, text in enumerate(("b3", "b4", "b3"))]) as index:
        moves = Explorer(index).node(Position.initial(BASIC), samples=3).moves
    assert [move.samples for move in moves] == [[("", 7), ("", 9)], [("", 8)]]


def test_a_game_that_came_by_with_colours_exchanged_too_is_one_game() -> None:
    here = replay(listed("b3")).positions[1]
    with indexed([listed("b3")]) as index:
        there = exchanged(here)
        other = Record((("Position", there.to_text()), ("SetUp", "1")), TurnList((WrittenTurn(None),)))
        number = index.add(replay(other))
        # The second game's position is made one of the first game's.
        index.connection.execute("UPDATE positions SET id = (1 << 20) + 2 WHERE id >> 20 = ?", (number,))
        index.connection.execute("UPDATE games SET comes_back = 1 WHERE id = 1")
        assert Explorer(index, colour_swap=True).games_through(here) == 1
        assert Explorer(index).games_through(here) == 1


@pytest.mark.parametrize("symmetry", [True, False])
def test_each_start_of_a_collection_is_given_with_its_games(symmetry: bool) -> None:
    own = Position.from_text("1w2/5/6/7/6/5/2b1 w 11/11 0/0 - basic")
    records = [
        imaged(listed("b3 c2"), 4),
        listed("b3"),
        *[imaged(random_record(k, TOURNAMENT, 2), 3) for k in range(3)],
        Record((("Position", own.image(5).to_text()), ("SetUp", "1"))),
    ]
    with indexed(records) as index:
        starts = Explorer(index, symmetry=symmetry).starts()
        chosen = Explorer(index, symmetry=symmetry, chosen=[1, 6]).starts()
    expected = [(Position.initial(TOURNAMENT), 3), (Position.initial(BASIC), 2), (own.image(5), 1)]
    if symmetry:
        assert starts == expected
    # The start of basic has six images that are itself; symmetry 4 is one of them.
    assert dict(starts)[own.image(5)] == 1
    assert len(starts) == 3
    assert [games for _, games in chosen] == [1, 1]


CYCLE = "e8 b2 f7 c2 g6 d2 h5;xe8,f7,g6,h5 e2;xb2,c2,d2,e2"
EMPTY = Position.from_text("4/5/6/7/6/5/4 w 15/15 0/0 - basic")


def cycling(times: int, rest: str, symmetry: int, exchange: bool, result: str) -> Replay:
    """A game from an empty board that comes back to it some times, as an image, perhaps with the colours exchanged."""
    start = exchanged(EMPTY) if exchange else EMPTY
    head = f'[SetUp "1"]\n[Position "{start}"]\n[Termination "resignation"]\n\n'
    (record,) = read_text(f"{head}{'1... ' * exchange}{' '.join([CYCLE] * times)} {rest} {result}\n")
    return replay(imaged(record, symmetry))


@settings(max_examples=12)
@given(
    st.lists(
        st.builds(
            cycling,
            st.integers(0, 3),
            st.sampled_from(("", "b3", "e8 b2", "e8 b3")),
            st.sampled_from(SYMMETRIES),
            st.booleans(),
            st.sampled_from(("1-0", "0-1")),
        ),
        min_size=1,
        max_size=5,
    ),
    st.booleans(),
)
def test_a_game_that_comes_back_counts_once_in_all_but_visits(replays: list[Replay], swap: bool) -> None:
    def known_by(position: Position) -> bytes:
        keys = [canonical_key(seen)[0] for seen in ([position, exchanged(position)] if swap else [position])]
        return min(keys)

    visits = [
        (number, known_by(before), after and known_by(after))
        for number, played in enumerate(replays)
        for before, after in zip_longest(played.positions, played.positions[1:])
    ]
    with indexed([played.record for played in replays]) as index:
        explorer = Explorer(index, colour_swap=swap)
        for position in {p for played in replays for p in played.positions}:
            node = explorer.node(position, names=1)
            here = [visit for visit in visits if visit[1] == known_by(position)]
            assert (node.visits, node.tally.games) == (len(here), len({number for number, _, _ in here}))
            assert node.tally.finished == node.tally.games
            assert node.ended == sum(after is None for _, _, after in here)
            for move in node.moves:
                by = [number for number, _, after in here if after == known_by(move.position)]
                assert (move.tally.times, move.tally.games) == (len(by), len(set(by)))
                assert move.tally.turns == sum(replays[number].played for number in set(by))
                assert move.reached == len({n for n, before, _ in visits if before == known_by(move.position)})
