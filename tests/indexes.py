"""Games in files, and indexes of them, for the tests."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner, Result
from records import random_record

from gipfkit.cli import cli
from gipfkit.gipf.board import image_name
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations import tagged_write
from gipfkit.record import Record, TurnList, WrittenPush, WrittenTurn, ordered_tags
from gipfkit.replay import replay

NAMES = ("Ann", "Bob", "Cleo", "Dumbot")


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def some_games(number: int, seed: int = 0, most: int = 40) -> list[Record]:
    """Legal games of all variants between a few players on different days."""
    variants = list(VARIANTS.values())
    found = []
    for k in range(number):
        record = random_record(1000 * seed + k, variants[(seed + k) % 3], 1 + (7 * k + seed) % most)
        names = (("White", NAMES[k % 4]), ("Black", NAMES[(k + 1) % 4]), ("Date", f"20{k % 20:02}.05.{1 + k % 28:02}"))
        found.append(Record(ordered_tags([*names, *record.tags]), record.main, record.mark))
    return found


def write(path: Path, records: Iterable[Record]) -> Path:
    path.write_text("".join(tagged_write.write(record)[0] for record in records), encoding="utf-8")
    return path


def indexed(path: Path, *paths: Path | str, arguments: Sequence[str] = ()) -> Path:
    """An index of some paths."""
    result = run("index", *paths, "-o", path, *arguments)
    assert result.exit_code in (0, 1), result.output
    return path


def imaged(record: Record, symmetry: int) -> Record:
    """The same game on a turned or mirrored board, from the turned start."""
    start = replay(record).positions[0].image(symmetry)

    def turned(turn: WrittenTurn) -> WrittenTurn:
        push = turn.push and WrittenPush(
            turn.push.dot and image_name(turn.push.dot, symmetry), image_name(turn.push.spot, symmetry), turn.push.gipf
        )
        before, after = (
            tuple(tuple(p._replace(spot=image_name(p.spot, symmetry)) for p in group) for group in groups)
            for groups in (turn.before, turn.after)
        )
        return replace(turn, push=push, before=before, after=after)

    kept = [tag for tag in record.tags if tag[0] not in ("SetUp", "Position")]
    tags = (*kept, ("SetUp", "1"), ("Position", start.to_text()))
    return replace(record, tags=tags, main=TurnList(tuple(map(turned, record.turns))))
