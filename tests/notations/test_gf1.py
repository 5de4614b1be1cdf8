"""GF1's logs and save: the games that GF1 itself wrote, random games, broken text."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from lark import UnexpectedInput
from lark.lexer import Token as LarkToken
from linear import assert_linear
from records import random_record
from roundtrips import assert_linear_reading, assert_same_game, fuzz, lines_of, mutated, one_game, random_games

from gipfkit.findings import WARNING, Finding
from gipfkit.gipf.board import BIT, BLACK, WHITE, names
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import TOURNAMENT
from gipfkit.notations import grammars, tagged, tagged_write
from gipfkit.notations.gf1 import log as gf1_log
from gipfkit.notations.gf1 import text as gf1_text
from gipfkit.notations.gf1 import writing as gf1_write
from gipfkit.notations.gf1 import xml as gf1_xml
from gipfkit.record import Place, Record, TurnList, WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn
from gipfkit.replay import Replay, replay
from gipfkit.restate import restated

Game = dict[str, Any]
GAMES: list[Game] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "gf1-played.jsonl").read_text(encoding="utf-8").splitlines()
]
NEW, OLD = "gf1_savelog_v103", "gf1_log_old"
LOGS = ((NEW, gf1_log.read, gf1_write.write), (OLD, gf1_log.read_old, gf1_write.write_old))
ALL = (*((read, write) for _, read, write in LOGS), (gf1_xml.read, gf1_write.write_xml))
every_game = pytest.mark.parametrize("game", GAMES, ids=[f"{k}-{g['variant']}" for k, g in enumerate(GAMES)])


def replayed(game: Game, key: str) -> Replay:
    read = {name: reader for name, reader, _ in LOGS}[key]
    return replay(one_game(read, game[key]))


def records_of(read: Any, text: str) -> list[Record]:
    return [item for item in read(lines_of(text), "all") if isinstance(item, Record)]


def pieces_of(position: Position) -> str:
    letters = {spot: "ox"[bool(BIT[spot] & position.black)] for spot in names(position.occupied)}
    return ",".join(
        f"{letter.upper() if BIT[spot] & position.gipfs else letter}{spot}" for spot, letter in letters.items()
    )


@every_game
@pytest.mark.parametrize("key", [NEW, OLD])
def test_a_game_of_gf1_is_legal_and_comes_to_what_gf1_says(game: Game, key: str) -> None:
    played = replayed(game, key)
    assert played.findings == ()
    assert played.record.tags == (("White", "White"), ("Black", "Black"), ("Variant", game["variant"]))
    assert len(played.turns) == len(played.record.turns) == game["plies"]
    # GF1 takes the opponent's row at once: here that belongs to his next turn.
    befores = [turn.before for turn in played.turns[1:]] + [()]
    settled = [position.take(rows) for position, rows in zip(played.positions[1:], befores, strict=True)]
    assert [list(position.reserves) for position in settled] == game["reserve_after_each_ply_w_b"]
    last = played.positions[-1]
    assert sorted(pieces_of(last).split(",")) == sorted(game["final_pieces"].split(","))
    assert list(last.captured) == game["lost_w_b"]
    assert played.ending.winner is {"o": WHITE, "x": BLACK}[game["winner"]]


@every_game
def test_both_logs_of_a_game_are_equal(game: Game) -> None:
    new, old = replayed(game, NEW), replayed(game, OLD)
    assert new.turns == old.turns
    assert restated(new) == restated(old)


@every_game
@pytest.mark.parametrize(("key", "read", "write"), LOGS)
def test_a_log_through_the_tagged_notation_comes_out_byte_for_byte(game: Game, key: str, read: Any, write: Any) -> None:
    text = game[key]
    tagged_text, lost = tagged_write.write(restated(replay(one_game(read, text))))
    assert not lost
    again, lost = write(one_game(tagged.read, tagged_text))
    assert again == text
    assert all("result" in finding.message for finding in lost)
    # Without the detour too, and one log from the other.
    assert write(one_game(read, text)) == (text, [])
    other_key, other_read, _ = LOGS[key == NEW]
    assert write(one_game(other_read, game[other_key])) == (text, [])


@every_game
def test_a_game_through_the_save_file_stays_the_same(game: Game) -> None:
    record = one_game(gf1_log.read, game[NEW])
    text, lost = gf1_write.write_xml(record)
    assert not lost
    back = one_game(gf1_xml.read, text)
    assert not back.findings
    assert gf1_write.write(back) == (game[NEW], [])
    assert restated(replay(back)) == restated(replay(record))


def test_many_games_in_one_file() -> None:
    for key, read, _ in LOGS:
        games = records_of(read, "\n".join(game[key] for game in GAMES))
        assert [game.number for game in games] == list(range(1, 37))
        assert not any(game.findings for game in games)
        assert [len(game.turns) for game in games] == [game["plies"] for game in GAMES]
    saves = "".join(gf1_write.write_xml(one_game(gf1_log.read, game[NEW]))[0] for game in GAMES)
    assert [len(game.turns) for game in records_of(gf1_xml.read, saves)] == [game["plies"] for game in GAMES]


def rounds(count: int, first: int = 0) -> None:
    for game in random_games(count, first=first):
        for read, write in ALL:
            text, lost = write(game)
            assert not lost
            back = one_game(read, text)
            assert not back.findings
            assert_same_game(back, game)
            tagged_text, _ = tagged_write.write(restated(replay(back)))
            assert write(one_game(tagged.read, tagged_text))[0] == text


def test_random_games_come_back_equal() -> None:
    rounds(60)


@pytest.mark.slow
def test_many_random_games_come_back_equal() -> None:
    rounds(1000, first=1000)


# --- The save log ---

HEAD = " standard game\n\n    Ada                                   Bob\n\n"


def test_a_cell_that_is_too_long_runs_into_the_next() -> None:
    # The last turns of game 26: White's removal and Black's touch, and only the board tells them apart.
    game = replayed(GAMES[26], NEW)
    long = next(line for line in GAMES[26][NEW].splitlines() if line.startswith("17."))
    assert "x(b2-b5) d3 c3 f2 x(c3-f2) ; d1-e2" in long
    white, black = game.record.turns[32:34]
    assert [[piece.spot for piece in row] for row in white.after] == [["b3", "b2", "b4", "b5"]]
    assert [[piece.spot for piece in row] for row in black.before] == [["d3", "c3", "f2"]]
    places = [game.record.main.place(number) for number in (33, 34)]
    assert [place.column for place in places if place] == [5, long.index("d3 c3") + 1]


def test_the_header_in_all_its_forms() -> None:
    for first in (" standard game", "standard", "  Standard Game  "):
        game = one_game(gf1_log.read, f"\ufeff{first}\n\n    Ada                                   Bob\n\n01. e1-e3\n")
        assert game.tags == (("White", "Ada"), ("Black", "Bob"), ("Variant", "standard"))
        assert not game.findings
    long = f"{'W' * 50}"
    record = Record((("White", long), ("Black", "B b"), ("Variant", "basic")))
    assert one_game(gf1_log.read, gf1_write.write(record)[0]).tags == record.tags
    for white, black in (("", "Bob"), ("Ada", ""), ("A" * 37, "Bob"), ("A" * 38, "Bob"), ("x(b2-e2)", "01. e1-e2")):
        tags = tuple(tag for tag in (("White", white), ("Black", black), ("Variant", "basic")) if tag[1])
        assert one_game(gf1_log.read, gf1_write.write(Record(tags))[0]).tags == tags


@pytest.mark.parametrize(
    ("rows", "codes", "turns"),
    [
        ("02. e1-e3                                 e9-e7\n", ["number-differs"], 2),
        ("01. e1-e3\n02. e9-e7\n", ["unreadable"], 3),
        ("01. e1-z3                                 e9-e7\n", ["unreadable"], 2),
        ("01. e1-e3                                 e9 e7\n", ["unreadable"], 2),
        ("01. e1-e3\nand so on\n", ["stray-text"], 1),
        ("01. e1-e3 ; e2 e3 e4 e5\n", ["unreadable"], 1),
        ("", ["no-turns"], 0),
    ],
)
def test_what_is_wrong_in_a_save_log_is_found_in_its_place(rows: str, codes: list[str], turns: int) -> None:
    game = one_game(gf1_log.read, HEAD + rows)
    assert [finding.code for finding in game.findings] == codes
    assert len(game.turns) == turns
    assert all(finding.line == (1 if turns == 0 else 4 + rows.count("\n")) for finding in game.findings)


def test_numbers_behind_a_missing_line_are_warned_of_once() -> None:
    game = one_game(gf1_log.read, f"{HEAD}01. {'e1-e3':38}e9-e7\n03. {'f8-d7':38}b1-b3\n04. c1-c3\n")
    (finding,) = game.findings
    assert (finding.code, finding.message, finding.line) == ("number-differs", "03. stands where 2. is due", 6)
    assert len(game.turns) == 5


@pytest.mark.parametrize("turn", ["b1-b3", "e4 e5 e6 e7 x(e4-e7) ; b1-b3"])
def test_a_turn_in_blacks_column_alone_is_blacks(turn: str) -> None:
    game = one_game(gf1_log.read, f"{HEAD}01. {'e1-e3':38}f8-d7\n02. {'':38}{turn}\n03. {'c1-c3':38}i5-h5\n")
    assert [turn.text for turn in game.turns] == ["e1-e3", "f8-d7", "", turn, "c1-c3", "i5-h5"]
    (finding,) = game.findings
    assert (finding.code, finding.message, finding.line) == ("unreadable", "White's turn is missing", 6)
    assert [game.main.place(number) for number in (3, 4)] == [Place(6, 5), Place(6, 43)]


def test_text_outside_a_log_is_found() -> None:
    for read in (gf1_log.read, gf1_log.read_old):
        (finding,) = read(["hello\n"], "x")
        assert isinstance(finding, Finding)
        assert finding.code == "stray-text"


def test_what_a_log_cannot_hold_is_named() -> None:
    record = random_record(3, TOURNAMENT, 4)
    lost = gf1_write.write(Record((*record.tags, ("Event", "Club")), record.main, "1-0", resigned=True))[1]
    assert [finding.message for finding in lost] == ["gf1 holds no tags: Event", "gf1 holds no result: X"]
    lost = gf1_write.write(Record((("White", "A\nB"),), record.main, "0-1"))[1]
    assert [finding.code for finding in lost] == ["not-expressed"] * 3
    interior = Record((("Variant", "basic"),), TurnList((WrittenTurn(WrittenPush(None, "e5")),)))
    text, lost = gf1_write.write(interior)
    assert text.endswith("01. e5\n")
    assert len(lost) == 1


def test_a_turn_that_cannot_be_played_is_written_as_it_stands() -> None:
    row: WrittenRemoval = tuple(WrittenPiece(spot, False, spot == "f5") for spot in ("b5", "c5", "d5", "e5", "f5"))
    wrong = WrittenTurn(WrittenPush("a1", "c3"), after=((*row, WrittenPiece("b2", True, False)),))
    for (read, write), after in zip(ALL, ["; d5 c5 b5 e5 Gb2 x(d5-e5) f5", "", ""], strict=True):
        text, _ = write(Record((("Variant", "basic"),), TurnList((wrong,))))
        back = one_game(read, text).turns[0]
        assert back.push == wrong.push
        assert sorted(back.after[0]) == sorted(wrong.after[0])
        assert after.split(" x(")[-1].split(") ")[-1] in text


# --- The older log and the save file ---


def test_an_older_log_with_turns_missing_or_unreadable() -> None:
    head = "game: basic game\nwhite player: Ada\nblack player: Bob\n\nmoves:\n"
    game = one_game(gf1_log.read_old, head + "o: e1-e3\no: e9-e7\nend of gamelog\n")
    assert [turn.unreadable for turn in game.turns] == [None, "", None]
    assert game.findings[0].message == "Black's turn is missing"
    game = one_game(gf1_log.read_old, head + "o: e1-e3\nx: e9-z7\no: i5-h5\n  o removerow (q1-e5): b5o\n")
    assert [bool(turn.unreadable) for turn in game.turns] == [False, True, True]
    assert [(finding.line, finding.column) for finding in game.findings] == [(7, 1), (9, 3)]
    game = one_game(gf1_log.read_old, head + "x: e1-e3\n")
    assert game.findings[0].message == "White's turn is missing"


def save(log: str, board: str = "", prolog: str = "") -> str:
    return (
        f'{prolog}<gipfgame formatversion="1" type="basic">\n'
        '<whiteplayer kind="human">A &amp; &lt;B&gt;\n</whiteplayer>\n'
        f"<blackplayer>\n  C &quot;&apos;\n</blackplayer>{board}<gamelog>\n{log}\n</gamelog>\n</gipfgame>\n"
    )


def test_a_save_file_with_text_on_its_own_line_and_entities() -> None:
    log = (
        '<move piece="o" end="e3" start="e1"/>\n<removerow owner="x" end="b5" start="e5">\n<position>\nb5x\n</position>'
    )
    game = one_game(gf1_xml.read, save(log + "</removerow><removegipf owner='x'>\n d4O \n</removegipf>"))
    assert game.tags == (("White", "A & <B>"), ("Black", "C \"'"), ("Variant", "basic"))
    assert game.turns[0].push == WrittenPush("e1", "e3")
    assert game.turns[1].before == ((WrittenPiece("b5", False, False), WrittenPiece("d4", True, True)),)


def test_entities_of_a_document_type_are_never_looked_at() -> None:
    laughs = "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 10}">' for k in range(1, 10))
    bomb = f'<?xml version="1.0"?>\n<!DOCTYPE gipfgame [<!ENTITY l0 "ha">{laughs}]>\n'
    for prolog in (bomb, '<!DOCTYPE gipfgame SYSTEM "file:///etc/passwd">\n'):
        (finding,) = gf1_xml.read(lines_of(save("<move/>&l9;", prolog=prolog)), "x")
        assert isinstance(finding, Finding)
        assert "document type" in finding.message


def test_a_save_file_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    text = gf1_write.write_xml(one_game(gf1_log.read, GAMES[2][NEW]))[0]
    cut = text[: text.index("<move", len(text) * 2 // 3) + 9]
    game = one_game(gf1_xml.read, cut)
    assert [finding.code for finding in game.findings] == ["unreadable"]
    assert game.findings[0].line == cut.count("\n") + 1
    assert 20 < len(game.turns) < 48


def test_a_board_that_the_moves_do_not_lead_to_is_found() -> None:
    text = gf1_write.write_xml(one_game(gf1_log.read, GAMES[2][NEW]))[0]
    game = one_game(gf1_xml.read, text.replace('color="white">b4<', 'color="black">b4<'))
    assert [(finding.code, finding.message[-2:]) for finding in game.findings] == [("board-differs", "b4")]


@pytest.mark.parametrize("move", ['start="q1" end="c3" piece="o"', 'start="a1" piece="o"', 'start="a1" end="c3"'])
def test_a_move_of_a_save_file_that_is_none(move: str) -> None:
    game = one_game(gf1_xml.read, save(f"<move {move}/>"))
    assert [finding.code for finding in game.findings] == ["unreadable"]
    assert game.turns[0].unreadable


# --- The grammar ---


def by_grammar(text: str) -> WrittenTurn | None:
    """Read a turn by the grammar alone; rows in one segment are told apart as the reader does it."""
    try:
        tree = grammars.load("gf1", start="turn").parse(text)
    except UnexpectedInput:
        return None
    words = []
    for token in tree.scan_values(lambda value: isinstance(value, LarkToken)):
        words.append(str(token))
    again = " ".join(words)
    return WrittenTurn(None, text=re.sub(r"\s+", "", again))


def flat(turn: WrittenTurn) -> str:
    """The words of a turn in the order they were read in."""
    return "".join(
        [
            *(f"{'G' * bool(p.gipf)}{p.spot}" for row in turn.before for p in row),
            f"{'G' * turn.push.gipf}{turn.push.dot}{turn.push.spot}" if turn.push else "",
            *(f"{'G' * bool(p.gipf)}{p.spot}" for row in turn.after for p in row),
        ]
    )


def cells() -> list[str]:
    found = [turn.text for game in GAMES for turn in one_game(gf1_log.read, game[NEW]).turns]
    return sorted(set(found), key=lambda text: (-len(text), text))[:400]


def test_splitting_and_the_grammar_take_the_same_turns() -> None:
    texts, taken = cells(), 0
    for text in texts:
        assert by_grammar(text)
    for seed in range(3000):
        text = mutated(random.Random(seed), texts).replace("\n", " ").replace("\r", " ")
        split, parsed = gf1_text.read_turn(text), by_grammar(text)
        assert (split is None) == (parsed is None), text
        if split and parsed:
            taken += 1
            runs = re.sub(r"x\(.*?\)", "", text)
            assert flat(split) == re.sub(r"[\s;-]", "", runs)
    assert taken > 50


def test_splitting_and_the_grammar_take_the_same_lines_of_the_older_log() -> None:
    parser = grammars.load("gf1", start="line")
    texts = sorted(
        {line for game in GAMES for line in game[OLD].splitlines()[5:-1]}, key=lambda text: (-len(text), text)
    )
    for seed in range(3000):
        text = re.sub(
            r"[\r\n]", " ", mutated(random.Random(seed), texts[:300]) if seed % 3 else texts[seed % len(texts)]
        )
        try:
            kind = parser.parse(text).data
        except UnexpectedInput:
            kind = None
        read = gf1_text.read_line(text)
        told = {type(None): None, gf1_text.Move: "move", gf1_text.Taken: "row"}[type(read)]
        if isinstance(read, gf1_text.Taken) and not read.row:
            told = "gipf"
        assert told == kind, text


# --- Broken text ---


def good(write: Any) -> list[str]:
    games = [one_game(gf1_log.read, game[NEW]) for game in GAMES[::5]]
    return [write(restated(replay(game)))[0] for game in games]


@pytest.mark.parametrize(("read", "write"), ALL)
def test_broken_text_is_read_without_an_exception(read: Any, write: Any) -> None:
    fuzz(read, write, good(write), 200)


@pytest.mark.slow
@pytest.mark.parametrize(("read", "write"), ALL)
def test_much_broken_text_is_read_without_an_exception(read: Any, write: Any) -> None:
    fuzz(read, write, good(write), 10_000)


def test_time_grows_with_the_text_alone() -> None:
    assert_linear_reading(
        gf1_log.read, [" basic game\n", "01. e1-e2 ; ", "b2 ", " ", "1.", "01. b2 x(b2-e2) ; e1-e2\n", "(" * 99]
    )
    head = "game: basic game\no: e1-e2\n"
    assert_linear_reading(
        gf1_log.read_old, ["o: e1-e2\n", "o removegipf: b2O\n", "x removerow (b2-b5):\n", "b2o ", head, " o"]
    )
    assert_linear(lambda times: list(gf1_log.read_old(lines_of(head + "  o removegipf: b2O\n" * times))), 100, 2000)
    assert_linear_reading(
        gf1_xml.read, ["<gipfgame>\n", "<a>", "<gipfgame ", "&amp;", "<gipfgame></gipfgame>\n", '<gipfgame a="']
    )


def test_a_saves_own_names_stand_before_those_of_its_log() -> None:
    head = '<gipfgame whiteplayer="Ann"><gamelog gametype="basic" whiteplayer="Eve" blackplayer="Bob">'
    text = head + "<blackplayer>Bill</blackplayer><whiteplayer> </whiteplayer></gamelog></gipfgame>"
    game = one_game(gf1_xml.read, text)
    assert dict(game.tags) == {"White": "Ann", "Black": "Bill", "Variant": "basic"}


def test_a_log_that_contradicts_its_save_is_named_at_its_place() -> None:
    head = '<gipfgame type="basic">\n<whiteplayer>A</whiteplayer><blackplayer>B</blackplayer>\n'
    rest = '<move start="e1" end="e3" piece="o"/></gamelog></gipfgame>'
    game = one_game(gf1_xml.read, f'{head} <gamelog gametype="standard" whiteplayer="Z" blackplayer="Y">{rest}')
    assert dict(game.tags) == {"White": "A", "Black": "B", "Variant": "basic"}
    assert [(f.code, f.severity, f.line, f.column) for f in game.findings] == [("header-differs", WARNING, 3, 2)] * 3
    assert game.findings[0].message == "the log says gametype standard, the file basic"
    for same in ('gametype="Basic game" whiteplayer=" A" blackplayer=""', ""):
        assert not one_game(gf1_xml.read, f"{head}<gamelog {same}>{rest}").findings


def test_time_grows_with_attributes_and_elements_alone() -> None:
    def text(times: int) -> str:
        attributes = " ".join(f"a{k}='1'" for k in range(times))
        return f"<gipfgame {attributes}>" + "<gamelog/><whiteplayer>a</whiteplayer>" * times

    assert_linear(lambda times: list(gf1_xml.read([text(times)])), 1_000, 16_000)
