"""Duplicates against a slow plain comparison of positions."""

import random
import time
from contextlib import closing
from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from images import imaged
from records import random_record

from gipfkit.analysis.copies import grouped
from gipfkit.analysis.duplicates import BEGINNING, ENDING, IDENTICAL, KINDS, SYMMETRIC, Duplicates, form_of, fullness
from gipfkit.analysis.game_table import game_row
from gipfkit.gipf.board import SYMMETRIES, image_name
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS
from gipfkit.reading import read_text
from gipfkit.record import Annotation, Record, TurnList, WrittenPush, WrittenTurn
from gipfkit.replay import replay

Groups = dict[str, list[list[int]]]


@cache
def game(number: int) -> Record:
    return random_record(number, list(VARIANTS.values())[number % 3], 4 + 5 * number)


def cut(record: Record, turns: int) -> Record:
    return replace(record, main=TurnList(record.turns[:turns]), mark="*")  # type: ignore[arg-type]


def groups(records: list[Record]) -> Groups:
    found: Groups = {kind: [] for kind in KINDS}
    with closing(Duplicates()) as duplicates:
        replays = [replay(record) for record in records]
        for played in replays:
            assert duplicates.add(played, game_row(played)) == (played.played > 0)
        for group in duplicates.groups():
            found[group.kind].append([member.game for member in group.members])
            first = replays[group.members[0].game - 1].positions
            assert group.members[0].symmetry == 0
            for number, symmetry in group.members:
                other = replays[number - 1].positions
                if group.kind == ENDING:
                    assert first[-1].image(symmetry) == other[-1]
                else:
                    assert [position.image(symmetry) for position in first] == other[: len(first)]
    return found


def plain(records: list[Record]) -> Groups:
    """Compare each game with each, slowly, by their positions."""
    ways = {k: replay(record).positions for k, record in enumerate(records, 1) if record.turns}

    def same(a: list[Position], b: list[Position], symmetry: int) -> bool:
        return [position.image(symmetry) for position in a] == b

    def classes(of: list[int], alike: "object") -> list[list[int]]:
        found: list[list[int]] = []
        for k in of:
            group = next((group for group in found if alike(group[0], k)), None)  # type: ignore[operator]
            if group:
                group.append(k)
            else:
                found.append([k])
        return found

    identical = classes(list(ways), lambda a, b: ways[a] == ways[b])
    symmetric = classes(list(ways), lambda a, b: any(same(ways[a], ways[b], s) for s in SYMMETRIES))
    going_on = {
        a: [
            k
            for k in ways
            if len(ways[a]) < len(ways[k]) and any(same(ways[a], ways[k][: len(ways[a])], s) for s in SYMMETRIES)
        ]
        for a in ways
    }
    ends = classes(list(ways), lambda a, b: any(ways[a][-1].image(s) == ways[b][-1] for s in SYMMETRIES))
    return {
        IDENTICAL: [group for group in identical if len(group) > 1],
        SYMMETRIC: [group for group in symmetric if any(ways[group[0]] != ways[k] for k in group)],
        BEGINNING: [[a, *longer] for a, longer in going_on.items() if longer],
        ENDING: [group for group in ends if not any(set(group) <= set(each) for each in symmetric)],
    }


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_what_is_found_is_what_a_plain_comparison_finds(seed: int) -> None:
    rng = random.Random(seed)
    records = []
    for _ in range(10):
        record = game(rng.randrange(6))
        record = cut(record, rng.choice((0, 1, 2, 3, 5, 100)))
        records.append(
            imaged(record, rng.choice((0, 0, *SYMMETRIES))) if record.turns and rng.random() < 0.6 else record
        )
    assert groups(records) == plain(records)


def basic(text: str, *tags: tuple[str, str]) -> Record:
    turns = tuple(WrittenTurn(WrittenPush(None, spot)) for spot in text.split())
    return Record((("Variant", "basic"), *tags), TurnList(turns))


def turned(text: str) -> Record:
    """A game on the board turned by 120°, which the start of basic doesn't show."""
    return basic(" ".join(image_name(spot, 2) for spot in text.split()))


def test_games_that_end_alike_by_different_ways_are_a_kind_of_their_own() -> None:
    # The same three pieces in another order; then its image; then a game with a piece elsewhere.
    found = groups([basic("b3 h3 d2"), basic("d2 h3 b3"), turned("b3 h3 d2"), basic("b3 h3 d7")])
    assert found == {IDENTICAL: [], SYMMETRIC: [[1, 3]], BEGINNING: [], ENDING: [[1, 2, 3]]}


def test_every_game_that_goes_on_from_another_is_listed() -> None:
    found = groups([basic("b3 h3 d2 g2"), basic("b3"), turned("b3 h3"), basic("b3 h3 d7"), basic("b3")])
    assert found[BEGINNING] == [[2, 1, 3, 4], [3, 1, 4], [5, 1, 3, 4]]


def test_of_two_identical_games_and_an_image_all_three_are_listed() -> None:
    """Field test, A23; and of the beginnings and the endings of such."""
    one, image = basic("b3 h3 d2"), turned("b3 h3 d2")
    assert groups([one, one, image])[SYMMETRIC] == [[1, 2, 3]]
    assert groups([image, one, basic("b3 h3 d2 g2"), image])[BEGINNING] == [[1, 3], [2, 3], [4, 3]]
    assert groups([one, basic("d2 h3 b3"), image, basic("d2 h3 b3")])[ENDING] == [[1, 2, 3, 4]]


def test_games_that_differ_in_variant_or_start_are_different() -> None:
    start = Position.initial(VARIANTS["basic"])
    fewer = replace(start, reserves=(11, 12)).to_text()
    records = [
        basic("b3 h3"),
        replace(basic("b3 h3"), tags=(("Variant", "standard"),)),
        basic("b3 h3", ("SetUp", "1"), ("Position", fewer)),
    ]
    assert groups(records) == {kind: [] for kind in KINDS}


def test_a_gipf_piece_and_a_single_that_go_at_once_are_different_turns() -> None:
    """The boards are the same, but who entered a single piece may enter no GIPF-piece any more."""
    text = "Ge1-e2 Gb3 Ge1-e3 Gb4 Ge1-e4 Gh3 Gh2 Gh4 {};{} {}"
    start = (("Variant", "tournament"),)
    endings = [("Ge1-e5", "xGe2,Ge3,Ge4,Ge5"), ("e1-e5", "xe5,Ge4,Ge3,Ge2")]
    for after in ("", "c2"):
        both = [read_text(text.format(*ending, after))[0] for ending in endings]
        boards = [(end.white, end.black, end.gipfs) for end in (replay(record).positions[-1] for record in both)]
        assert boards[0] == boards[1]
        both = [replace(record, tags=start) for record in both]
        assert groups(both) == {kind: [] for kind in KINDS}
        with closing(Duplicates(whole=True)) as duplicates:
            for played in map(replay, both):
                duplicates.add(played, game_row(played))
            assert list(duplicates.unique()) == both


def kept(*records: Record, drop_beginnings: bool = False) -> tuple[list[Record], list[tuple[int, int, str]]]:
    """What is written of some games, and which are left out for which."""
    with closing(Duplicates(whole=True)) as duplicates:
        for played in map(replay, records):
            duplicates.add(played, game_row(played))
        found = list(duplicates.unique(drop_beginnings=drop_beginnings))
        return found, [(out.game, out.kept, out.kind) for out in duplicates.left_out()]


ANN_BOB = (("White", "Ann"), ("Black", "Bob"))


def test_games_that_a_tag_tells_apart_are_other_games() -> None:
    """Field test, A14."""
    first = basic("b3 h3", *ANN_BOB, ("Date", "2019.??.??"), ("Result", "1-0"))
    for other in (
        basic("b3 h3", ("White", "Carl"), ("Black", "Dora"), ("Date", "2021.??.??"), ("Result", "0-1")),
        basic("b3 h3", *ANN_BOB, ("Date", "2021.??.??"), ("Result", "1-0")),
        basic("b3 h3", *ANN_BOB, ("Result", "0-1")),
        basic("b3 h3", ("White", "Bob"), ("Black", "Ann")),
        basic("b3 h3", ("White", "Anna")),
        replace(basic("b3 h3", *ANN_BOB), mark="0-1"),
        turned("b3 h3") and imaged(basic("b3 h3", ("Black", "Cid")), 4),
    ):
        assert kept(first, other) == ([first, other], [])
    for tag in ("Event", "Round", "Site", "Termination"):
        one, other = (basic("b3 h3", ("Result", "1-0"), (tag, value)) for value in ("time", "resignation"))
        assert kept(one, other) == ([one, other], [])


def test_copies_give_each_other_what_they_say() -> None:
    one = replace(basic("b3 h3", ("White", "José"), ("Date", "2019.??.??"), ("Event", "Club")), mark="*")
    other = replace(basic("b3 h3", ("White", "JOSE\u0301"), ("Black", "Bob"), ("Date", "2019.05.01")), mark="1-0")
    (found,), out = kept(one, other, basic("b3 h3", ("Round", "3")))
    assert out == [(1, 2, "copy"), (3, 2, "copy")]
    assert dict(found.tags) == {
        "Event": "Club",
        "Date": "2019.05.01",
        "Round": "3",
        "White": "JOSE\u0301",
        "Black": "Bob",
        "Variant": "basic",
    }
    assert found.mark == "1-0"
    full, bare = basic("b3 h3", *ANN_BOB, ("Event", "x"), ("Site", "y")), basic("b3 h3", ("Result", "0-1"))
    (found,), _ = kept(full, bare)
    assert (found.result, found.tag("Site")) == ("0-1", "y")


def test_a_game_that_can_be_either_of_two_is_neither() -> None:
    ann, carl, bare = basic("b3 h3", ("White", "Ann")), basic("b3 h3", ("White", "Carl")), basic("b3 h3")
    assert kept(ann, bare, carl) == ([ann, bare, carl], [])
    assert kept(ann, bare, carl, bare)[1] == [(4, 2, "copy")]
    assert kept(ann, bare, ann)[1] == [(2, 1, "copy"), (3, 1, "copy")]


def test_a_source_of_its_own_makes_no_other_game_and_is_named() -> None:
    one, other = (basic("b3 h3", *ANN_BOB, ("Source", name)) for name in ("a page", "a book"))
    noted = replace(other, main=TurnList(other.turns, {1: Annotation((), ("good",))}))  # type: ignore[arg-type]
    with closing(Duplicates(whole=True)) as duplicates:
        for played in map(replay, (noted, one, noted)):
            duplicates.add(played, game_row(played))
        assert list(duplicates.unique()) == [noted]
        assert [(out.game, list(out.lost)) for out in duplicates.left_out()] == [(2, ["Source 'a page'"]), (3, [])]


def test_beginnings_are_kept_unless_they_are_to_be_dropped() -> None:
    short, longer = basic("b3 h3", ("White", "Ann")), basic("b3 h3 d2 g2", ("Black", "Bob"))
    assert kept(short, longer) == ([short, longer], [])
    (found,), out = kept(short, longer, drop_beginnings=True)
    assert out == [(1, 2, "beginning")]
    assert (found.tag("White"), found.tag("Black"), len(found.turns)) == ("Ann", "Bob", 4)
    # Others: another player, a result of its own, or it may go on in either of two.
    for first, *others in (
        (short, basic("b3 h3 d2", ("White", "Carl"))),
        (replace(short, mark="1-0"), replace(longer, mark="*")),
        (short, basic("b3 h3 d2"), basic("b3 h3 d7")),
    ):
        assert kept(first, *others, drop_beginnings=True) == ([first, *others], [])
    # What says nothing more goes, whichever it goes on in; a chain goes to its end.
    chain = [basic("b3"), basic("b3 h3"), turned("b3 h3 d2"), basic("b3 h3 d7")]
    found_all, out = kept(*chain, drop_beginnings=True)
    assert found_all == chain[2:]
    assert [(game, kind) for game, _, kind in out] == [(1, "beginning"), (2, "beginning")]
    assert {other for _, other, _ in out} <= {3, 4}


def test_many_games_with_the_same_turns_take_no_longer_each() -> None:
    def seconds(number: int) -> float:
        started = time.perf_counter()
        assert len(
            grouped((k, {"White": f"w{k}", "Day": str(k)} if k % 3 else {"White": f"w{k}"}) for k in range(number))
        )
        assert len(grouped((k, {"Event": str(k)}) for k in range(number))) == number
        return time.perf_counter() - started

    seconds(100)
    assert seconds(8000) < 16 * seconds(2000)


def test_a_result_is_kept_before_none() -> None:
    unfinished, won = basic("b3 h3"), replace(basic("b3 h3"), mark="1-0")
    resigned, tagged = replace(basic("b3 h3"), resigned=True), basic("b3 h3", ("Result", "0-1"))
    for full in (won, resigned, tagged):
        open_ = replace(unfinished, mark="*")
        assert fullness(full) == fullness(open_) + 1 == fullness(unfinished) + 1
    assert fullness(replace(tagged, mark="0-1")) == fullness(tagged)


def test_games_with_turns_that_cant_be_played_are_not_compared() -> None:
    good, bad = basic("b3 h3"), basic("b3 h3 e5")
    assert form_of(replay(bad)) is None
    assert form_of(replay(basic(""))) is None
    with closing(Duplicates()) as duplicates:
        added = [duplicates.add(played, game_row(played)) for played in map(replay, [good, bad, bad])]
        assert added == [True, False, False]
        assert list(duplicates.groups()) == []


def test_of_games_that_are_the_same_the_fullest_stays_in_the_place_of_the_first() -> None:
    bare, named = basic("b3 h3", ("White", "?")), basic("b3 h3", ("White", "Ann"), ("Date", "2001"))
    noted = replace(bare, main=TurnList(bare.turns, {1: Annotation((), ("good",))}))  # type: ignore[arg-type]
    turned, other, faulty = imaged(named, 3), basic("d2 h3"), basic("b3 h3 e5")
    for records, kept in (
        ([bare, other, named, noted], [named, other]),
        ([named, bare, other, turned], [turned, other]),  # its start is a tag more
        ([bare, noted, bare], [noted]),
        ([bare, bare, faulty, faulty, basic("")], [bare, faulty, faulty, basic("")]),
    ):
        with closing(Duplicates(whole=True)) as duplicates:
            for played in map(replay, records):
                duplicates.add(played, game_row(played))
            assert list(duplicates.unique()) == kept
