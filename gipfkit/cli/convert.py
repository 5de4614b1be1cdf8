"""``gipfkit convert``: write games in another notation."""

import contextlib
import re
import sys
from collections.abc import Callable, Iterator

import click

from gipfkit.cli import options
from gipfkit.cli.choosing import Choice, choosing
from gipfkit.cli.endings import fit_notation, not_over_input
from gipfkit.cli.games import Count, exit_code, leave_if_nothing_was_read, read_games, replayed, say_of_choice, tell
from gipfkit.cli.output import STANDARD_OUTPUT, opened
from gipfkit.cli.whole_files import whole_folder
from gipfkit.converting import converted
from gipfkit.findings import Finding
from gipfkit.gipf.variant import Variant
from gipfkit.notations import NOTATIONS
from gipfkit.notations.losses import not_expressed
from gipfkit.record import Record
from gipfkit.replay import Replay
from gipfkit.restate import COMPLETE, STYLES

Write = Callable[[Record, str], object]


@click.command(name="convert")
@options.reading
@choosing
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
    type=click.Path(readable=False),
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
    choice: Choice | None,
    to: str,
    style: str,
    output: str | None,
    split: str | None,
    quiet: bool,
) -> None:
    """Write games in another notation, checked on the way.

    Reserve counts and removed pieces are filled in from the replay. Where counts, marks and end spots alone are wrong
    they are mended as repair would, and named; any other turn with an error is written as it stands, and so are the
    turns after one that can't be played. Options that choose games leave the others out; to choose by
    variant write --where 'variant == "basic"'. Findings go to standard error; the exit status is that of validate.
    """
    if output is not None and split is not None:
        raise click.UsageError("-o and --split exclude each other")
    fit_notation(output, to)
    if choice:
        not_over_input(output, paths)
    held = sys.stdout.encoding if split is None and output in STANDARD_OUTPUT else "utf-8"
    count, worst = Count(), 0
    with _target(output, split, NOTATIONS[to].suffixes[0]) as write:
        items = count.of(read_games(paths, from_, encoding, table))
        for item in replayed(items, variant, lenient, choice):
            if isinstance(item, Finding):
                findings = [item]
            else:
                played, repaired = _with_slips_mended(item, lenient)
                text, lost = converted(played, NOTATIONS[to], style)
                write(item.record, text)
                lost += _escaped(text, held)
                findings = [*item.findings, *repaired, *(_placed(finding, item.record) for finding in lost)]
            worst = max(worst, exit_code(findings))
            for finding in findings:
                tell(finding, quiet=quiet)
        leave_if_nothing_was_read(count.read, worst, output if split is None else split)
    say_of_choice(choice, quiet=quiet)
    raise SystemExit(worst)


def _with_slips_mended(played: Replay, lenient: bool) -> tuple[Replay, tuple[Finding, ...]]:
    """Return a game with wrong counts, marks and end spots mended, where ``repair`` would mend these alone."""
    if played.ok:
        return played, ()
    from gipfkit.repair.mending import counts_and_ends

    mended = counts_and_ends(played, lenient=lenient)
    return (mended.replay, mended.findings) if mended else (played, ())


def _placed(finding: Finding, record: Record) -> Finding:
    return Finding(
        finding.code, finding.severity, finding.message, source=record.source, game=record.number, turn=finding.turn
    )


def _escaped(text: str, encoding: str) -> list[Finding]:
    """Say what an encoding lacks: half a pair of surrogates in UTF-8, any foreign letter in that of an old terminal."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        letter = text[error.start].encode("ascii", "backslashreplace").decode()
        return [not_expressed(f"{encoding} holds no {letter}: it is written so, and others like it")]
    return []


@contextlib.contextmanager
def _target(output: str | None, folder: str | None, suffix: str) -> Iterator[Write]:
    """Give what writes a game: to one stream, or to a file for each."""
    if folder is None:
        with opened(output) as stream:
            yield lambda _, text: stream.write(text)
        return
    number = 0
    with whole_folder(folder) as path:

        def write(record: Record, text: str) -> None:
            nonlocal number
            number += 1
            if not text.strip():
                return  # a game that the notation holds nothing of
            file = path / f"{file_name(record, number)}{suffix}"
            file.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")

        yield write


def file_name(record: Record, number: int) -> str:
    """Give a name for a game's file that is safe and short enough on every system: its number and its players.

    >>> file_name(Record((("White", "../Ann"), ("Black", "B:b"))), 7)
    '0007-Ann-B_b'
    """
    players = (_short(re.sub(r"[^\w]+", "_", record.tag(side) or "").strip("_")) for side in ("White", "Black"))
    return "-".join([f"{number:04}", *(player for player in players if player)])


def _short(text: str) -> str:
    """Cut a name where it has 40 letters, or 100 bytes: a file's name may have 255."""
    return text[:40].encode()[:100].decode(errors="ignore").strip("_")
