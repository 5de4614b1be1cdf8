"""Searches against a slow plain matcher, and their symmetry."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from images import imaged
from records import random_record

from gipfkit.analysis.entries import entries
from gipfkit.analysis.index import Index
from gipfkit.analysis.pattern import Pattern
from gipfkit.analysis.search import MATERIAL, Finder, Hit, Query
from gipfkit.analysis.where import condition
from gipfkit.gipf.board import BLACK, SPOTS, SYMMETRIES, WHITE, image_name, names
from gipfkit.gipf.packing import exchanged
from gipfkit.gipf.position import Position
from gipfkit.gipf.position_text import COLUMNS
from gipfkit.gipf.variant import VARIANTS
from gipfkit.hexboard import composed
from gipfkit.replay import Replay, replay

GAMES = 9
Found = list[tuple[int, Hit]]


@cache
def played(number: int) -> Replay:
    """A random game, long enough for rows."""
    return replay(random_record(number, list(VARIANTS.values())[number % 3], 50))


def found(query: Query, games: list[Replay]) -> Found:
    """Search games; an index and the games themselves must give the same."""
    finder = Finder(query)
    plain = [(k, hit) for k, game in enumerate(games, 1) for hit in finder.hits(entries(game))]
    with Index.temporary() as index:
        for game in games:
            index.add(game)
        assert list(finder.hits_in(index)) == plain
    return plain


def letters(position: Position) -> dict[str, str]:
    """What stands on each spot, in the letters of the position text."""
    own = dict.fromkeys(SPOTS, ".") | dict.fromkeys(names(position.white), "w")
    own |= dict.fromkeys(names(position.black), "b")
    return own | {spot: own[spot].upper() for spot in names(position.gipfs)}


def fits(pattern: str, position: Position, symmetry: int) -> bool:
    """Match slowly: each letter of a pattern's board with what stands on the spot's image."""
    board = "".join(pattern.split()[0].split("/"))
    for digit in "1234567":
        board = board.replace(digit, "." * int(digit))
    spots = [spot for line in COLUMNS for spot in line.spots]
    on_board = letters(position)
    for letter, spot in zip(board, spots, strict=True):
        there = on_board[image_name(spot, symmetry)]
        if letter != "?" and letter != there and not (letter == "x" and there != "."):
            return False
    return True


def pattern_of(position: Position, rng: random.Random, open_share: float) -> str:
    """A pattern that a position fits, most of it left open."""
    on_board = letters(position)

    def letter(spot: str) -> str:
        if rng.random() < open_share:
            return "?"
        return "x" if on_board[spot] != "." and rng.random() < 0.3 else on_board[spot]

    return "/".join("".join(map(letter, line.spots)) for line in COLUMNS)


some_seed = st.integers(0, 10_000)
numbers = st.lists(st.integers(0, GAMES - 1), min_size=1, max_size=4, unique=True)


@settings(max_examples=40)
@given(numbers, some_seed, st.booleans(), st.booleans(), st.sampled_from([0.5, 0.8, 0.92]))
def test_a_pattern_finds_what_a_slow_plain_matcher_finds(
    chosen: list[int], seed: int, symmetry: bool, swap: bool, share: float
) -> None:
    rng = random.Random(seed)
    games = [played(number) for number in chosen]
    text = pattern_of(rng.choice(games[0].positions), rng, share)
    expected = []
    for k, game in enumerate(games, 1):
        for turn, position in enumerate(game.positions):
            views = [(position, False), (exchanged(position), True)][: 1 + swap]
            ways = [
                Hit(turn, s, turned)
                for view, turned in views
                for s in (SYMMETRIES if symmetry else (0,))
                if fits(text, view, s)
            ]
            expected += [(k, way) for way in ways[:1]]
    assert found(Query(pattern=Pattern.from_text(text), symmetry=symmetry, colour_swap=swap), games) == expected
    assert expected


@settings(max_examples=20)
@given(st.integers(0, GAMES - 1), st.sampled_from(SYMMETRIES), st.booleans(), some_seed)
def test_every_position_of_a_game_finds_it_however_it_is_turned(
    number: int, symmetry: int, swap: bool, seed: int
) -> None:
    game = played(number)
    turn = random.Random(seed).randrange(len(game.positions))
    asked = game.positions[turn].image(symmetry)
    asked = exchanged(asked) if swap else asked
    query = Query(position=asked, colour_swap=swap)
    hit = {hit.turn: hit for k, hit in found(query, [played(3), game]) if k == 2}[turn]
    back = exchanged(asked) if hit.exchanged else asked
    assert hit.symmetry is not None
    assert back.image(hit.symmetry) == game.positions[turn]
    exact = found(Query(position=game.positions[turn], symmetry=False), [game])
    assert [hit.turn for _, hit in exact] == [k for k, p in enumerate(game.positions) if p == game.positions[turn]]
    assert {hit.symmetry for _, hit in exact} == {0}


@settings(max_examples=15)
@given(numbers, st.sampled_from(SYMMETRIES), st.sampled_from(SYMMETRIES), some_seed, st.booleans())
def test_an_image_is_found_in_an_imaged_collection_at_the_same_turns(
    chosen: list[int], of_asked: int, of_games: int, seed: int, by_pattern: bool
) -> None:
    rng = random.Random(seed)
    games = [played(number) for number in chosen]
    turned = [replay(imaged(game.record, of_games)) for game in games]
    position = rng.choice(games[0].positions)
    query, image = Query(position=position), Query(position=position.image(of_asked))
    if by_pattern:
        text = pattern_of(position, rng, 0.7)
        query = Query(pattern=Pattern.from_text(text))
        image = Query(pattern=Pattern(tuple((image_name(s, of_asked), c) for s, c in query.pattern.letters)))  # type: ignore[union-attr]
    wanted = found(query, games)
    assert [(k, hit.turn) for k, hit in found(image, turned)] == [(k, hit.turn) for k, hit in wanted]
    assert wanted


def facts(game: Replay) -> Iterator[dict[str, Any]]:
    """What the positions of a game hold, by the words of conditions."""
    for turn, position in enumerate(game.positions):
        row: dict[str, Any] = {"turn": turn, "to_move": position.to_move.word, "variant": position.variant.name}
        for side in (WHITE, BLACK):
            own, gipfs = position.pieces(side), position.gipf_count(side)
            row[f"{side.word}_reserve"] = position.reserves[side]
            row[f"{side.word}_captures"] = position.captured[side.opponent]
            row[f"{side.word}_pieces"] = own.bit_count() + gipfs
            row[f"{side.word}_gipfs"] = gipfs
        yield row


@pytest.mark.parametrize(
    "text",
    [
        "white_reserve < 5 and black_captures >= 1",
        "white_captures > black_captures",
        "white_gipfs == 1 and to_move == 'black'",
        "black_gipfs - white_gipfs > 1",
        "white_pieces + black_pieces > 22 or turn == 0 and variant == 'basic'",
    ],
)
def test_a_condition_on_material_holds_where_the_positions_say_so(text: str) -> None:
    games = [played(number) for number in range(GAMES)]
    check = condition(text, MATERIAL)
    expected = [(k, Hit(row["turn"])) for k, game in enumerate(games, 1) for row in facts(game) if check(row)]
    assert found(Query(material=check), games) == expected
    assert expected
    swapped = Query(material=check, colour_swap=True)
    other = [
        (k, turn)
        for k, game in enumerate(games, 1)
        for turn, (row, turned) in enumerate(zip(facts(game), map(_turned, facts(game)), strict=True))
        if check(row) or check(turned)
    ]
    assert [(k, hit.turn) for k, hit in found(swapped, games)] == other


def _turned(row: dict[str, Any]) -> dict[str, Any]:
    def other(name: str) -> str:
        side, _, what = name.partition("_")
        return {"white": "black", "black": "white"}.get(side, side) + (f"_{what}" if what else "")

    return {other(name): other(value) if name == "to_move" else value for name, value in row.items()}


def test_events_are_what_the_turns_took_off() -> None:
    games = [played(number) for number in range(GAMES)]
    removals = {
        (k, number): (turn, following)
        for k, game in enumerate(games, 1)
        for number, (turn, following) in enumerate(zip(game.turns, [*game.turns[1:], None], strict=True), 1)
    }
    rows = {place: turn.before + turn.after for place, (turn, _) in removals.items()}
    for query, expected in (
        (Query(largest_removal=5), [p for p, r in rows.items() if any(x.returned + x.lost >= 5 for x in r)]),
        (Query(captures=2), [p for p, r in rows.items() if sum(x.lost for x in r) >= 2]),
        (Query(gipf_captured=True), [p for p, r in rows.items() if any(x.captured_gipfs for x in r)]),
        (Query(captures=1, gipf_captured=True), [p for p, r in rows.items() if any(x.captured_gipfs for x in r)]),
        (Query(both_rows=True), [p for p, (turn, after) in removals.items() if turn.after and after and after.before]),
    ):
        assert [(k, hit.turn) for k, hit in found(query, games)] == expected
        assert expected or query.both_rows


def test_conditions_combine_on_one_position() -> None:
    games = [played(number) for number in range(GAMES)]
    one = condition("white_reserve < 8", MATERIAL)
    both = found(Query(captures=1, material=one), games)
    parts = [{(k, hit.turn) for k, hit in found(q, games)} for q in (Query(captures=1), Query(material=one))]
    assert {(k, hit.turn) for k, hit in both} == parts[0] & parts[1] != parts[0]


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("B2W/5/6/W5B/6/5/B2W", ["standard"]),
        ("b2w/5/6/w5b/6/5/b2w", ["basic"]),
        ("x..x/5/6/?5?/6/5/x2x", ["basic", "standard"]),
        ("????/?????/??????/???????/??????/?????/????", ["basic", "standard", "tournament"]),
        ("????/?????/??????/???????/??????/?????/???? w 12/?", ["basic", "standard"]),
        ("????/?????/??????/???????/??????/?????/???? b", []),
        ("????/?????/??????/???????/??????/?????/???? ? ? ?/0 wb", ["tournament"]),
        ("????/?????/??????/???????/??????/?????/???? ? ? 1/?", []),
        ("????/?????/??????/???????/??????/?????/???? ? ? ? ? basic", ["basic"]),
    ],
)
def test_fields_left_out_of_a_pattern_are_open(text: str, fitting: list[str]) -> None:
    games = [replay(random_record(1, variant, 1)) for variant in VARIANTS.values()]
    hits = found(Query(pattern=Pattern.from_text(text), symmetry=False), games)
    names_of = [games[k - 1].variant.name for k, hit in hits if hit.turn == 0]  # type: ignore[union-attr]
    assert names_of == fitting


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a pattern has one to six fields"),
        ("4/5/6/7/6/5", "has 6"),
        ("4/5/6/7/6/5/3", "column h has 4 spots, '3' fills 3"),
        ("4/5/6/y6/6/5/4", "'y' is neither a piece"),
        ("4/5/6/7/6/5/4 x", "side to move is w, b or ?, not 'x'"),
        ("4/5/6/7/6/5/4 w 12", "reserves are two numbers or ?"),
        ("4/5/6/7/6/5/4 w 32/1", "no game has more than 31"),
        ("4/5/6/7/6/5/4 w ?/? ? q", "entry is wb, w, b, - or ?, not 'q'"),
        ("4/5/6/7/6/5/4 w ?/? ? ? chess", "variant is basic, standard, tournament or ?"),
        ("4/5/6/7/6/5/4 w ?/? ? ? ? ?", "this one has 7"),
    ],
)
def test_a_pattern_that_cant_be_read_says_why(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="^.*" + message.replace("?", r"\?").replace("*", r"\*")):
        Pattern.from_text(text)


def test_the_orientation_is_told_in_words() -> None:
    assert Hit(1, 0).orientation == "same"
    assert Hit(1, 1).orientation == "turned 60°"
    assert Hit(1, 0, exchanged=True).orientation == "colours exchanged"
    assert Hit(1, 3, exchanged=True).orientation == "turned 180°, colours exchanged"
    assert Hit(1).orientation == ""


def test_symmetries_compose_as_images_do() -> None:
    for first in SYMMETRIES:
        for second in SYMMETRIES:
            both = composed(first, second)
            assert all(
                image_name(image_name(spot, first), second) == image_name(spot, both) for spot in ("b2", "c5", "e3")
            )
    # Clockwise on the board as it is drawn: from the top of the middle column to the top of the right one.
    assert image_name("e8", 1) == "h5"
    assert image_name("c6", 10) == "g6"
