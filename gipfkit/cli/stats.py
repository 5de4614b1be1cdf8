"""``gipfkit stats``: tables of games, turns, players and variants."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

import click

from gipfkit.analysis.columns import COLUMNS, GAME, OPENING, PLAYER, TEXT, TURN, VARIANT, Column, names_of
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.notes import Notes
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.summaries import OpeningSummary, Summary
from gipfkit.analysis.turn_table import turn_rows
from gipfkit.cli import options
from gipfkit.cli.endings import fit, fit_format, not_over_input
from gipfkit.cli.games import leave_if_nothing_was_read
from gipfkit.cli.opening_names import names_option
from gipfkit.cli.output import STANDARD_OUTPUT, opened
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.streams import say
from gipfkit.cli.tables import PARQUET, TABLE_FORMATS, columns_option, write_table
from gipfkit.cli.whole_files import whole_folder

ALL = "all"
# What --per all writes, in this order: the games are written while they are read, the sums behind them.
_OF_ALL = (GAME, PLAYER, VARIANT)


@click.command(name="stats")
@selecting
@click.option(
    "--per",
    type=click.Choice([TURN, *_OF_ALL, OPENING, ALL]),
    default=VARIANT,
    show_default=True,
    help="A row for each of what; all writes the tables of games, players and variants.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(TABLE_FORMATS),
    default="table",
    show_default=True,
    help="How to write it; parquet needs pyarrow.",
)
@click.option(
    "--excel", is_flag=True, help="Make csv or tsv safe for spreadsheets: a text that looks like a formula gets a '."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(readable=False),
    metavar="FILE",
    help="Write to FILE, whole or not at all; with --per all to a folder, a file for each table.",
)
@names_option
@columns_option(*COLUMNS)
@options.quiet
def command(
    selection: Selection, per: str, format_: str, excel: bool, output: str | None, names: Names | None, quiet: bool
) -> None:
    """Count what happened: tables of games, turns, players, variants or openings.

    Games are read once, one at a time. What the tables can't show (columns that are empty or the same in every row,
    games with errors) is said on standard error. A game counts up to the first turn that can't be played as it is
    written. The exit status is that of validate.
    """
    if excel and format_ not in ("csv", "tsv"):
        raise click.UsageError("--excel is for csv and tsv")
    if names and per != OPENING:
        raise click.UsageError("--names is for --per opening")
    said: list[str] = []
    output = None if output in STANDARD_OUTPUT else output
    if per != ALL:
        fit_format(output, format_)
        not_over_input(output, selection.paths)
        with opened(output) as stream:
            _mark(stream, excel)
            _write_one(per, _rows(selection, per, names or Names()), format_, excel, stream, said)
            leave_if_nothing_was_read(selection.read, selection.exit_code, output)
    elif output is not None:
        fit(output, (), "--per all writes a folder")
        with whole_folder(output) as folder:
            _write_all(selection, format_, excel, folder, said)
            leave_if_nothing_was_read(selection.read, selection.exit_code, output)
    elif format_ == PARQUET:
        raise click.UsageError("parquet holds one table a file: give -o FOLDER")
    else:
        _write_all(selection, format_, excel, None, said)
    if not quiet:
        for sentence in [*selection.remarks(), *said]:
            say(f"note: {sentence}")
    raise SystemExit(selection.exit_code)


def _mark(stream: TextIO, excel: bool) -> None:
    """Write a byte order mark, without which Excel doesn't take a text for UTF-8."""
    if excel and "utf" in (stream.encoding or "").lower():
        stream.write("\ufeff")


def _rows(selection: Selection, per: str, names: Names) -> Iterator[Row]:
    if per == TURN:
        for _, played in selection.games():
            yield from turn_rows(played)
    elif per == GAME:
        yield from selection.rows()
    elif per == OPENING:
        openings = OpeningSummary()
        for row, played in selection.games():
            openings.add(row, names.of_game(played))
        yield from openings.rows()
    else:
        summary = Summary.of(selection.rows())
        yield from summary.player_rows() if per == PLAYER else summary.variant_rows()


def _write_one(
    table: str,
    rows: Iterable[Row],
    format_: str,
    excel: bool,
    stream: TextIO,
    said: list[str],
    columns: tuple[Column, ...] = (),
) -> None:
    """Write a table; ``said`` gets what there is to say about its columns. ``columns`` stand before its own."""
    notes = Notes(names_of(table))

    def watched() -> Iterator[Row]:
        for row in rows:
            notes.add(row)
            yield row

    write_table(watched(), columns + COLUMNS[table], format_, stream, excel=excel)
    said += [f"per {table}: {sentence}" for sentence in notes.sentences()]


def _write_all(selection: Selection, format_: str, excel: bool, folder: Path | None, said: list[str]) -> None:
    summary = Summary()

    def games() -> Iterator[Row]:
        for row in selection.rows():
            summary.add(row)
            yield row

    for table in _OF_ALL:
        rows = games() if table == GAME else summary.player_rows() if table == PLAYER else summary.variant_rows()
        name = str(folder / f"{table}.{_SUFFIXES.get(format_, format_)}") if folder else None
        named: tuple[Column, ...] = ()
        if folder is None and format_ == "ndjson":
            rows, named = ({"table": table, **row} for row in rows), (_TABLE,)
        with opened(name) as stream:
            _mark(stream, excel and (table == GAME or name is not None))
            if folder is None:
                stream.write(_before(table, format_))
            _write_one(table, rows, format_, excel, stream, said, named)
    if folder is None and format_ == "json":
        click.echo("}")


_SUFFIXES = {"table": "txt", "markdown": "md"}
# Tells apart the lines of several tables in one stream of ndjson.
_TABLE = Column("table", TEXT, "game, player, variant", "the table that the row is from")


def _before(table: str, format_: str) -> str:
    """Give what sets a table apart from the one before it on standard output."""
    first = table == _OF_ALL[0]
    if format_ == "json":
        return f'{"{" if first else ", "}"{table}": '
    gap = "" if first or format_ == "ndjson" else "\n"
    title = {"table": f"per {table}\n", "markdown": f"## Per {table}\n\n"}.get(format_, "")
    return gap + title
