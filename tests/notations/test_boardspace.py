import re
from dataclasses import replace

import pytest
from boardspace_games import HEADER, OPENING, STYLES, codes, game2, made, official2, one, played_from, push, texts_of
from hypothesis import given
from hypothesis import strategies as st
from records import random_record

from gipfkit.findings import ERROR
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT
from gipfkit.notations.boardspace import writing as boardspace_write
from gipfkit.notations.boardspace.header import date_text, name_text, read_date, read_name, read_result
from gipfkit.record import Record, TurnList, WrittenPush
from gipfkit.replay import replay
from gipfkit.restate import restated

# The two files of game 2 and its official text


@pytest.mark.parametrize("style", STYLES)
def test_game_2_is_the_same_game_as_its_official_text(style: str) -> None:
    game, text = one(game2(style)), official2()
    played = replay(game)
    assert played.findings == text.findings == ()
    assert played.positions == text.positions
    assert [(turn.before, turn.after) for turn in played.turns] == [(turn.before, turn.after) for turn in text.turns]
    stated, complete = restated(text).turns, restated(played).turns
    assert [(turn.before, turn.after, turn.reserve) for turn in complete] == [
        (turn.before, turn.after, turn.reserve) for turn in stated
    ]
    assert [turn.reserve for turn in complete] == [turn.reserve for turn in text.record.turns]


@pytest.mark.parametrize("style", STYLES)
def test_game_2_is_written_in_the_style_of_a_person(style: str) -> None:
    text, lost = boardspace_write.write(one(game2(style)))
    assert lost == []
    shape = re.sub(r"\nP[01]\[time.*\]", "", re.sub(r"\n;\n|TC.*\n|DT.*\n", "\n", game2("person"))).split("\n")
    assert [line for line in text.split("\n") if line.startswith("; P")] == [
        line for line in shape if line.startswith("; P")
    ]
    assert one(text) == replace(one(game2(style)), main=replace(one(text).main))


def test_the_official_text_of_game_2_is_written_and_read_back() -> None:
    text = official2()
    written, lost = boardspace_write.write(text.record)
    assert lost == []
    assert "SU[gipf-tournament 0 102]" in written
    assert replay(one(written)).positions == text.positions


# The header


def test_every_part_of_the_header_is_kept() -> None:
    game = one(HEADER)
    assert dict(game.tags) == {
        "Site": "BoardSpace",
        "Date": "2026.03.13",
        "White": "aliceö",
        "Black": "b b",
        "Result": "0-1",
        "Variant": "standard",
        "Termination": "resignation",
        "ViewerVersion": "2",
        "ColourMap": "1,0",
        "TimeControl": "blitz",
        "Setup": "Gipf-Standard 7 102",
        "DateGiven": "Fri Mar 13 19:56:26 GMT+01:00 2026",
        "DateTime": "2026-03-13T19:56:26+01:00",
        "GameName": "G-alice-b b-2026-03-13-1856",
        "Speed": "slow",
        "ResultText": "Игру выиграл(а) b b.",
        "SgfAP": "x:1",
        "WhiteId": '"alice%246%"',
        "WhiteRanking": "1500",
        "WhiteCountry": "NL",
        "WhiteTime": "0:11:11",
        "BlackTime": "0:01:11",
    }
    assert [finding.code for finding in game.findings] == ["colours-swapped"]
    assert texts_of(game) == ["e1-e3", "e9-e7"]
    assert game.mark == "0-1"


def test_clocks_and_comments_stand_behind_their_turns() -> None:
    notes = one(HEADER).main.annotations
    assert notes[0].comments == ("[%egt 0:00:00.000]",)
    assert notes[1].comments == ("[%egt 1:01:01.001] [%tm 1000 2000 2100 3000 3661001]", "good [?]")
    assert notes[2].comments == ("[%egt 0:00:00.500]",)


def test_what_the_reader_makes_is_written_and_read_back_equal() -> None:
    game = one(HEADER)
    text, lost = boardspace_write.write(game)
    assert [(finding.turn, finding.message) for finding in lost] == [
        (1, "a turn's time stamps: BoardSpace has other gestures here")
    ]
    first = replace(game.main.annotations[1], items=("[%egt 1:01:01.001]", "good [?]"))
    notes = {**game.main.annotations, 1: first}
    assert one(text) == replace(game, main=replace(game.main, annotations=notes))
    assert boardspace_write.write(one(text)) == (text, [])


@pytest.mark.parametrize(
    ("text", "day", "iso"),
    [
        ("Fri Mar 13 19:56:26 GMT+01:00 2026", "2026.03.13", "2026-03-13T19:56:26+01:00"),
        ("Mon Jun 02 04:05:06 PDT 2008", "2008.06.02", "2008-06-02T04:05:06-07:00"),
        ("Mon Jun 2 04:05:06 XYZT 2008", "2008.06.02", "2008-06-02T04:05:06"),
        ("Mon Jun 02 04:05:06 2008", "2008.06.02", "2008-06-02T04:05:06"),
        ("Aug 26 2000", "2000.08.26", None),
        ("2000-08-26", "2000.08.26", None),
    ],
)
def test_dates_are_read(text: str, day: str, iso: str | None) -> None:
    date = read_date(text)
    assert date is not None
    assert (date.day, date.iso) == (day, iso)


@pytest.mark.parametrize("text", ["", "SYNTHETIC", "Feb 30 2000", "Fri Foo 13 19:56:26 GMT 2026", "2000.13.01"])
def test_what_is_no_date_is_kept_as_given(text: str) -> None:
    assert read_date(text) is None
    assert one(made(*OPENING, header=f"DT[{text}]")).tag("DateGiven") == (text or None)


@given(st.dates())
def test_a_day_is_written_so_that_it_is_read_back(day: object) -> None:
    text = str(day).replace("-", ".")
    date = read_date(date_text(text))
    assert date is not None
    assert date.day == text


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(str.strip))
def test_a_name_is_written_so_that_it_is_read_back(name: str) -> None:
    assert read_name(name_text(name)) == name


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Game won by Ann", "1-0"),
        ("Game won by Anna", "0-1"),
        ("Игру выиграл(а) Ann.", "1-0"),
        ("Anna hat gewonnen", "0-1"),
        ("The game is a draw", "1/2-1/2"),
        ("Ничья", "1/2-1/2"),
        ("Ann and Anna", None),
        ("Ann赢了", "1-0"),
        ("Carl won", None),
        ("", None),
    ],
)
def test_the_winner_is_the_player_whose_name_is_in_the_sentence(text: str, result: str | None) -> None:
    assert read_result(text, ("Ann", "Anna")) == result


def test_a_winner_who_has_not_won_on_the_board_is_found_by_the_replay() -> None:
    record = next(r for r in (random_record(seed, BASIC, 200) for seed in range(9)) if r.mark == "1-0")
    text, _ = boardspace_write.write(record)
    assert replay(one(text)).ok
    wrong = text.replace("Game won by P0", "Game won by P1")
    assert [finding.code for finding in replay(one(wrong)).findings] == ["result-differs"]


# Gestures


@pytest.mark.parametrize(
    "gestures",
    [
        "Dropb E 1, Dropb E 2, Done ",
        "dropb e 1, dropb e 2, done",
        "DROPB E 1, Dropb E2, Done",
        "Pick wr, Dropb E 1, Pickb E 1, Dropb E 2, Done ",
        "Pick wr 0, Dropb E 1, Dropb E 2, Done ",
        "Dropb D 1, Dropb E 1, Dropb E 2, Done ",
        "Dropb D 1, Pickb D 1, Dropb E 1, Pickb E 1, Dropb E 2, Done ",
        "Dropb D 1, Dropb E 2, Pickb E 2, Dropb E 1, Dropb E 2, Done ",
        "Dropb D 1, Drop wr, Pick wr, Dropb E 1, Dropb E 2, Done ",
        "Dropb E 1, SlideFrom E 1 E 2, Done ",
        "Slide E 1 E 2, Done ",
        "Resign , Resign , Dropb E 1, Dropb E 2, Done ",
        "OfferDraw , Dropb E 1, DeclineDraw , Dropb E 2, Done ",
    ],
)
def test_every_way_to_place_a_piece_is_the_same_push(gestures: str) -> None:
    game = one(made(gestures))
    assert [turn.push for turn in game.turns] == [WrittenPush("e1", "e3")]
    assert not any(finding.severity == ERROR for finding in game.findings)
    bare = re.sub(r"\[[0-9]+ (?!Start)", "[", made(gestures))
    assert one(bare) == game


def test_a_tournament_begins_with_gipf_pieces_until_standard_is_said() -> None:
    first = push("E 1", "E 2"), push("E 9", "E 8")
    game = one(made(*first, "Standard , Dropb F 1, Dropb F 2, Done ", push("F 8", "F 7"), su="Gipf-Tournament"))
    assert texts_of(game) == ["Ge1-e2", "Ge9-e8", "f1-f2", "Gf8-f7"]
    assert replay(game).ok


# A push from d1 makes the row b3 c3 d3 e3, with Black's GIPF-piece on f2 behind it.
PUSHED = "1W2/1w3/w5/1w5/B5/5/B2W w 11/14 0/0 - standard"
# The row stands already; or all of it are GIPF-pieces.
STANDING = "1W2/1w3/1w4/1w5/B5/5/B2W w 11/14 0/0 - standard"
GIPFS = "1W2/1W3/1W4/1W5/B5/5/B2W w 8/14 0/0 - standard"
# A push from d1 makes two rows that cross on d3.
CROSSING = "1w2/1w3/w1ww2/1w5/6/5/4 w 9/15 0/0 - basic"
PUSH = "Dropb D 1, Dropb D 2"
FAR = "Dropb H 1, Dropb G 2"


@pytest.mark.parametrize(
    ("position", "gestures", "expected"),
    [
        (PUSHED, f"{PUSH}, Done ", "d1-d3;xc3,d3,e3,Gf2*"),
        (PUSHED, f"{PUSH}, Remove B 3, Done ", "d1-d3;xGb3,c3,d3,e3,Gf2*"),
        (PUSHED, f"{PUSH}, Preserve F 2, Done ", "d1-d3;xc3,d3,e3"),
        (PUSHED, f"{PUSH}, Remove B 3, Preserve F 2, Done ", "d1-d3;xGb3,c3,d3,e3"),
        (PUSHED, f"{PUSH}, Preserve B 3, Preserve B 3, Done ", "d1-d3;xc3,d3,e3,Gf2*"),
        (PUSHED, f"{PUSH}, Remove C 3, Done ", "d1-d3;xc3,d3,e3,Gf2*"),
        (PUSHED, f"{PUSH}, Remove A 3, Done ", "d1-d3;xc3,d3,e3,Gf2*"),
        (PUSHED, f"{PUSH}, Preserve F 2, Remove G 1, Done ", "d1-d3;xc3,d3,e3"),
        (STANDING, f"Remove D 3, {FAR}, Done ", "xc3,d3,e3,Gf2*;h1-g2"),
        (STANDING, f"Remove B 3, Preserve F 2, Remove A 3, {FAR}, Done ", "xGb3,c3,d3,e3;h1-g2"),
        (GIPFS, f"{FAR}, Done ", "xGf2*;h1-g2"),
        (GIPFS, f"Preserve F 2, {FAR}, Preserve F 2, Done ", "h1-g2"),
        (GIPFS, f"Preserve F 2, {FAR}, Done ", "h1-g2;xGf2*"),
        (GIPFS, f"Remove B 3, Preserve F 2, {FAR}, Done ", "xGb3;h1-g2"),
        (CROSSING, f"{PUSH}, Remove B 3, Done ", "d1-d3;xb3,c3,d3,e3"),
        (CROSSING, f"{PUSH}, Remove D 4, Done ", "d1-d3;xd2,d3,d4,d5"),
        (CROSSING, f"{PUSH}, Remove D 8, Done ", "d1-d3;xd2,d3,d4,d5"),
        (CROSSING, f"{PUSH}, Remove D 3, Done ", "d1-d3;xb3,c3,d3,e3"),
    ],
)
def test_rows_go_as_boardspace_takes_them(position: str, gestures: str, expected: str) -> None:
    game = played_from(position, gestures)
    assert texts_of(game) == [expected]
    assert game.findings == ()
    played = replay(game)
    assert played.ok
    text, lost = boardspace_write.write(game)
    assert lost == []
    assert replay(one(text)).turns == played.turns


def test_of_crossing_rows_done_alone_says_not_which_went() -> None:
    game = played_from(CROSSING, f"{PUSH}, Done ")
    assert texts_of(game) == ["d1-d3;x"]
    assert [finding.code for finding in replay(game).findings][-1] == "removal-ambiguous"


def test_a_remove_takes_what_is_marked_beyond_a_gap_too() -> None:
    # Rows b5 c5 d5 e5 and g2-g5, where g3 lies on the first one's line.
    position = "3w/3w1/3w2/3w3/6/wwww1/4 w 7/15 0/0 - basic"
    game = played_from(position, f"Remove B 5, {FAR}, Done ")
    assert texts_of(game)[0].startswith("xb5,c5,d5,e5,g3;")
    assert not replay(game).ok
    game = played_from(position, f"Remove G 2, Remove B 5, {FAR}, Done ")
    assert texts_of(game) == ["xg2,g3,g4,g5;xb5,c5,d5,e5;h1-g2"]
    assert replay(game).ok


def test_a_row_left_standing_before_a_push_is_found_by_the_replay() -> None:
    game = played_from(STANDING, f"{FAR}, Done ")
    assert [finding.code for finding in replay(game).findings] == ["row-not-removed"]


def test_after_a_row_taken_first_standard_makes_the_next_piece_a_gipf_piece() -> None:
    position = "1W2/1W3/1W4/1W5/B5/5/B2W w 8/14 0/0 wb tournament"
    assert texts_of(played_from(position, f"{FAR}, Done ")) == ["xGf2*;Gh1-g2"]
    assert texts_of(played_from(position, f"Standard , {FAR}, Done ")) == ["xGf2*;h1-g2"]
    assert texts_of(played_from(position, f"Remove A 3, {FAR}, Done ")) == ["xGf2*;h1-g2"]
    assert texts_of(played_from(position, f"Remove A 3, Standard , {FAR}, Done ")) == ["xGf2*;Gh1-g2"]


def test_the_push_that_boardspace_asks_for_after_the_end_is_left_out() -> None:
    position = "1W2/1w3/1w4/1w5/B5/5/3W w 11/16 0/0 - standard"
    game = played_from(position, f"Remove C 3, {FAR}, Done ")
    assert texts_of(game) == ["xc3,d3,e3,Gf2*"]
    assert [(finding.code, finding.severity) for finding in game.findings] == [("turn-after-end", "note")]
    played = replay(game)
    assert played.ok
    assert played.ending.result == "1-0"


# How games end


def test_resigning_twice_is_none() -> None:
    assert one(made(*OPENING, "Resign , Resign ")).tag("Termination") is None
    assert one(made(*OPENING, "Resign , Done ")).mark == "0-1"
    assert one(made(*OPENING, "Resign ")).mark == "0-1"


def test_time_is_lost_by_the_side_not_to_move() -> None:
    game = one(made(*OPENING, "WinOnTime "))
    assert (game.mark, game.tag("Termination")) == ("1-0", "time")
    text, lost = boardspace_write.write(game)
    assert lost == []
    assert one(text).tags == game.tags[:4] + game.tags[4:6] + (
        ("Setup", "gipf 0 102"),
        ("ResultText", "Game won by Ann"),
    )


def test_a_sentence_against_the_gestures_is_found() -> None:
    text = made(*OPENING, "Resign , Done ", header="RE[Game won by Ann]")
    assert "result-differs" in codes(text)
    assert one(text).mark == "1-0"


@pytest.mark.parametrize("sentence", ["Game won by Carl", "???"])
def test_a_sentence_without_a_player_is_found(sentence: str) -> None:
    text = made(*OPENING, header=f"RE[{sentence}]")
    assert codes(text) == ["unknown-tag-value"]
    assert one(text).tag("ResultText") == sentence


def test_a_position_that_comes_three_times_is_a_draw() -> None:
    # Four pushes make a row that goes, each side its own: the position after the first comes again after the ninth.
    cycle = [push("E 1", "E 2"), push("F 8", "F 7")] * 9
    empty = "4/5/6/7/6/5/4 w 15/15 0/0 - basic"
    assert replay(Record((("Position", empty), ("Variant", "basic")), TurnList())).start == Position.from_text(empty)
    third = played_from(empty, *cycle[:17])
    assert len(third.turns) == 17
    assert (third.mark, third.tag("Termination")) == ("1/2-1/2", "repetition")
    assert replay(third).ok
    early = played_from(empty, *cycle[:16])
    assert (early.mark, early.tag("Termination")) == ("*", None)


def test_a_draw_that_no_repetition_shows_stands_as_stated() -> None:
    text = made(*OPENING, header="RE[The game is a draw]")
    assert one(text).mark == "1/2-1/2"
    assert one(text).tag("Termination") is None


# Variants


def test_a_variant_that_is_none_keeps_its_name_and_its_turns() -> None:
    game = one(made(*OPENING, su="gipf-foo 0 102"))
    assert game.tag("Variant") == "gipf-foo"
    assert [turn.push for turn in game.turns] == [WrittenPush("e1", "e2"), WrittenPush("e9", "e8")]
    assert "unknown-tag-value" in [finding.code for finding in replay(game).findings]


# Counts


def counted(variant: str, date: str, revision: str = "", *, first: bool) -> Position:
    dt = f"DT[{date}]"
    su = f"SU[{variant} 0 {revision}]"
    text = f"(;GM[gipf]VV[1]{dt + su if first else su + dt};P0[0 Start P0];P0[Resign ];P0[Done ])"
    start = replay(one(text)).start
    assert start is not None
    return start


@pytest.mark.parametrize(
    ("date", "revision", "first", "expected"),
    [
        ("Fri Mar 13 19:56:26 GMT 2026", "102", False, (12, 12, 18)),
        ("Fri Mar 13 19:56:26 GMT 2026", "", False, (12, 12, 18)),
        ("Fri Mar 13 19:56:26 GMT 2026", "100", False, (13, 13, 19)),
        ("Thu Jan 01 19:56:26 GMT 2009", "", False, (13, 13, 19)),
        ("Thu Jan 22 19:56:26 GMT 2009", "", False, (12, 12, 18)),
        ("Thu Jan 01 19:56:26 GMT 2009", "", True, (10, 13, 16)),
        ("Fri Jan 16 16:59:59 GMT 2009", "", True, (10, 13, 16)),
        ("Fri Jan 16 17:00:00 GMT 2009", "", True, (12, 12, 15)),
        ("Sat Feb 07 05:30:00 GMT 2009", "", True, (12, 11, 14)),
        ("Sun May 03 12:00:00 GMT 2009", "", True, (12, 12, 14)),
        ("Mon May 04 00:00:00 GMT 2009", "", True, (12, 12, 18)),
    ],
)
def test_the_counts_go_by_revision_and_date(date: str, revision: str, first: bool, expected: tuple[int, ...]) -> None:
    names = ("gipf-standard", "gipf", "gipf-tournament")
    starts = [counted(name, date, revision, first=first) for name in names]
    assert tuple(start.reserves[0] for start in starts) == expected
    for start, name, variant in zip(starts, names, (STANDARD, BASIC, TOURNAMENT), strict=True):
        record = Record((("Variant", variant.name), ("Setup", f"{name} 0 {revision}".strip()), ("DateGiven", date)))
        record = replace(record, tags=(*record.tags, ("SetUp", "1"), ("Position", start.to_text())))
        text, lost = boardspace_write.write(record)
        assert lost == []
        assert replay(one(text)).start == start


def test_a_count_that_the_game_does_not_fit_is_inferred() -> None:
    record = next(r for r in (random_record(seed, BASIC, 300) for seed in range(99)) if len(r.turns) > 30)
    text, _ = boardspace_write.write(record)
    old = text.replace("SU[gipf 0 102]", "DT[Sat Feb 07 05:30:00 GMT 2009]\nSU[gipf]")
    game = one(old)
    assert replay(game).ok
    assert replay(game).positions == replay(record).positions
