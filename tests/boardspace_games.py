"""BoardSpace games for tests: made of gestures, read, set up."""

from pathlib import Path

from gipfkit.findings import Finding
from gipfkit.gipf.position import Position
from gipfkit.notations import official, tagged
from gipfkit.notations.boardspace import reading as boardspace
from gipfkit.notations.boardspace import writing as boardspace_write
from gipfkit.record import Record, TurnList
from gipfkit.replay import Replay, replay

DATA = Path(__file__).parent / "data"
STYLES = ("person", "robot")


def items(text: str) -> list[Record | Finding]:
    return list(boardspace.read(text.split("\n"), "x.sgf"))


def games(text: str) -> list[Record]:
    return [item for item in items(text) if isinstance(item, Record)]


def one(text: str) -> Record:
    (game,) = games(text)
    return game


def findings(text: str) -> list[Finding]:
    found: list[Finding] = []
    for item in items(text):
        found += [item] if isinstance(item, Finding) else item.findings
    return found


def codes(text: str) -> list[str]:
    return [finding.code for finding in findings(text)]


def game2(style: str) -> str:
    return (DATA / f"boardspace-game2-{style}.sgf").read_text()


def official2() -> Replay:
    (game,) = tagged.read((DATA / "game2.txt").read_text().split("\n"))
    assert isinstance(game, Record)
    return replay(game)


def made(*turns: str, su: str = "gipf 0 102", header: str = "", players: str = "") -> str:
    """A game of turns, each its gestures with commas between; P0 and P1 by turns or as ``players`` says."""
    lines = [f"(;GM[gipf]VV[1]SU[{su}]{header}", 'P0[id "Ann"]', 'P1[id "Bob"]', "; P0[0 Start P0]"]
    index = 0
    for k, turn in enumerate(turns):
        for gesture in turn.split(", "):
            index += 1
            lines.append(f"; P{players[k] if players else k % 2}[{index} {gesture}]")
    return "\n".join([*lines, ")"])


def push(dot: str, spot: str) -> str:
    return f"Dropb {dot}, Dropb {spot}, Done "


OPENING = (push("E 1", "E 2"), push("E 9", "E 8"))


def texts_of(game: Record) -> list[str]:
    return [official.turn_text(turn) for turn in game.turns]


HEADER = """ (;\r
GM[gipf]VV[2]
CM[1,0]\r
TC[blitz]
SU[Gipf-Standard 7 102]
DT[Fri Mar 13 19:56:26 GMT+01:00 2026]
GN[G-alice-b b-2026-03-13-1856]
GS[slow]
RE[Игру выиграл(а) b b.]
AP[x:1]
P0[id "alice%246%"]
P0[ranking 1500]
P0[country "NL"]
P1[id "b b"]
; P0[0 Start P0]TM[0]
; P0[1 Pick wr 0]TM[1000]
; P0[2 Dropb E 1]TM[2000]
; P0[3 Pickb E 1]TM[2100]
; P0[4 Dropb E 2]TM[3000]C[good \\[?\\]]
; P0[5 Done ]TM[3661001]
; P1[6 Dropb E 9]
; P1[7 Dropb E 8]
; P1[8 Done ]TM[500]
; P0[9 Resign ]
; P0[10 Done ]
;
P0[time 0:11:11 ]
P1[time 0:01:11 ]
)
"""


def played_from(text: str, *turns: str) -> Record:
    """A game from a position set up by ``Edit``."""
    position = Position.from_text(text)
    start = boardspace_write.write(Record((("Variant", position.variant.name), ("Position", text)), TurnList()))[0]
    assert replay(one(start)).start == position
    body = start.rstrip().removesuffix(")").rstrip()
    lines = [f"; P{k % 2}[{word}]" for k, turn in enumerate(turns) for word in turn.split(", ")]
    return one("\n".join([body, *lines, ")"]))
