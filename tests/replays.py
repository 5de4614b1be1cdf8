"""Games replayed from a text, and what was found in them."""

from pathlib import Path

from gipfkit.findings import ERROR, Finding
from gipfkit.notations.tagged import read
from gipfkit.record import Record
from gipfkit.replay import Replay, replay

DATA = Path(__file__).parent / "data"
# Games 1 and 2 of shared/games/official: found in public repositories (GIPFFP, BSD-style licence; Gipf, MIT).
GAME1 = (DATA / "game1.txt").read_text()
GAME2 = (DATA / "game2.txt").read_text()


def game(text: str) -> Record:
    (found,) = (item for item in read(text.split("\n"), "x") if isinstance(item, Record))
    return found


def played(text: str, variant: str = "", *, position: str = "", tags: str = "", lenient: bool = False) -> Replay:
    head = f'[Variant "{variant}"]\n' if variant else ""
    head += f'[SetUp "1"]\n[Position "{position}"]\n' if position else ""
    return replay(game(f"{head}{tags}\n{text}"), lenient=lenient)


def errors(found: Replay) -> list[str]:
    return [finding.code for finding in found.findings if finding.severity == ERROR]


def one(found: Replay, code: str) -> Finding:
    (finding,) = (finding for finding in found.findings if finding.code == code)
    return finding


# Three pieces of White on e2 to e4: a push from e1 makes them four.
ROW = "4/5/6/www4/6/5/b3 w 12/14 0/0 - basic"
