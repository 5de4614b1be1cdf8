"""``gipfkit convert``: write games in another notation."""

import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from gipfkit.cli import options
from gipfkit.cli.games import exit_code, read_games
from gipfkit.cli.output import opened
from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.variant import Variant
from gipfkit.notations import NOTATIONS
from gipfkit.record import Record
from gipfkit.replay import replay
from gipfkit.restate import COMPLETE, STYLES, restated

Write = Callable[[Record, str], object]


@click.command(name="convert")
@options.reading
@click.option(
    "--to",
    type=click.Choice([name for name, notation in NOTATIONS.items() if notation.writes]),
    required=True,
    help="The notation to write.",
)
@click.option(
    "--style",
    type=click.Choice(STYLES),
    default=COMPLETE,
    show_default=True,
    help="How to write turns: every piece removed, x alone, or complete with each push named by its first spot.",
)
@options.output
@click.option(
    "--split",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write each game to a file of its own in FOLDER.",
)
@options.quiet
def command(
    paths: tuple[str, ...],
    from_: str | None,
    variant: Variant | None,
    encoding: str | None,
    lenient: bool,
    table: str | None,
    to: str,
    style: str,
    output: str | None,
    split: str | None,
    quiet: bool,
) -> None:
    """Write games in another notation, checked on the way.

    Reserve counts and removed pieces are filled in from the replay. Where a game has an error, the turns behind it are
    written as they stand. Findings go to standard error; the exit status is that of validate.
    """
    if output and split:
        raise click.UsageError("-o and --split exclude each other")
    writer = NOTATIONS[to].writer
    worst = 0
    with _target(output, split, NOTATIONS[to].suffixes[0]) as write:
        for item in read_games(paths, from_, encoding, table):
            if isinstance(item, Finding):
                findings = [item]
            else:
                played = replay(item, variant=variant, lenient=lenient)
                text, lost = writer(restated(played, style))
                write(item, text)
                findings = [*played.findings, *(_placed(finding, item) for finding in lost)]
            worst = max(worst, exit_code(findings))
            for finding in findings:
                if not quiet or finding.severity == ERROR:
                    click.echo(str(finding), err=True)
    raise SystemExit(worst)


def _placed(finding: Finding, record: Record) -> Finding:
    return Finding(
        finding.code, finding.severity, finding.message, source=record.source, game=record.number, turn=finding.turn
    )


@contextlib.contextmanager
def _target(output: str | None, folder: str | None, suffix: str) -> Iterator[Write]:
    """Give what writes a game: to one stream, or to a file for each."""
    if folder is None:
        with opened(output) as stream:
            yield lambda _, text: stream.write(text)
        return
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.FileError(folder, error.strerror or str(error)) from error
    number = 0

    def write(record: Record, text: str) -> None:
        nonlocal number
        number += 1
        with opened(str(path / f"{file_name(record, number)}{suffix}")) as stream:
            stream.write(text)

    yield write


def file_name(record: Record, number: int) -> str:
    """Give a name for a game's file that is safe on every system: its number and its players.

    >>> file_name(Record((("White", "../Ann"), ("Black", "B:b"))), 7)
    '0007-Ann-B_b'
    """
    players = (re.sub(r"[^\w]+", "_", record.tag(side) or "").strip("_")[:40] for side in ("White", "Black"))
    return "-".join([f"{number:04}", *(player for player in players if player)])
