"""Games in files, and indexes of them, for the tests."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from click.testing import CliRunner, Result
from records import random_record

from gipfkit.cli import cli
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations import tagged_write
from gipfkit.record import Record, ordered_tags

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
