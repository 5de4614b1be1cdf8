"""Writes tables of any length, a chunk of rows at a time, in every format."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import IO, Any, TextIO

import click

from gipfkit.analysis.columns import CHOICE, REAL, SMALL, TEXT, WHOLE, YES_NO, Column, as_markdown
from gipfkit.analysis.game_table import Row
from gipfkit.archives import shown
from gipfkit.cli.options import Command
from gipfkit.cli.output import FORMATS

PARQUET = "parquet"
TABLE_FORMATS = (*FORMATS, PARQUET)
# The widths of a table's columns are those of its first rows.
MEASURED = 1000
CHUNK = 5_000
_BY_DTYPE = {TEXT: "string", CHOICE: "string", WHOLE: "int64", SMALL: "int16", REAL: "float64", YES_NO: "bool_"}
# What a spreadsheet takes for the beginning of a formula, full-width signs included.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def columns_option(*tables: str, **lists: Sequence[Column]) -> Callable[[Command], Command]:
    """Give --columns, which explains the columns of some tables, and of lists by their names, and ends the run."""
    known: dict[str, str | Sequence[Column]] = {f"Per {table}": table for table in tables}
    known |= {name.capitalize(): columns for name, columns in lists.items()}

    def explain(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            for name, columns in known.items():
                click.echo(f"## {name}\n\n{as_markdown(columns)}")
            ctx.exit()

    return click.option(
        "--columns",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=explain,
        help="Say what each column of each table means.",
    )


def write_table(
    rows: Iterable[Row], columns: Sequence[Column], format_: str, stream: TextIO, *, excel: bool = False
) -> None:
    """Write rows of the columns of a table; ``excel`` makes CSV and TSV safe to open in a spreadsheet."""
    _WRITERS[format_](rows, columns, stream, excel)


def _plain(value: Any) -> str:
    """Give a value as text, all of it."""
    if value is None:
        return ""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _shown(value: Any) -> str:
    """Give a value as text for reading, on one line and without what a terminal would obey."""
    return f"{value:.3f}" if isinstance(value, float) else shown(_plain(value).replace("\n", " "))


def unharmed(text: str) -> str:
    """Give a text that no spreadsheet takes for a formula.

    >>> unharmed("=1+1"), unharmed("Koen")
    ("'=1+1", 'Koen')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def _write_csv(rows: Iterable[Row], columns: Sequence[Column], stream: TextIO, excel: bool, *, delimiter: str) -> None:
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    texts = [excel and column.kind == "text" for column in columns]
    names = [column.name for column in columns]
    for row in rows:
        cells = [_plain(row[name]) for name in names]
        if excel:
            cells = [unharmed(cell) if text else cell for cell, text in zip(cells, texts, strict=True)]
        writer.writerow(cells)


def _objects(rows: Iterable[Row], columns: Sequence[Column]) -> Iterator[str]:
    names = [column.name for column in columns]
    return (json.dumps({name: row[name] for name in names}, ensure_ascii=False) for row in rows)


def _write_ndjson(rows: Iterable[Row], columns: Sequence[Column], stream: TextIO, _: bool) -> None:
    stream.writelines(f"{text}\n" for text in _objects(rows, columns))


def _write_json(rows: Iterable[Row], columns: Sequence[Column], stream: TextIO, _: bool) -> None:
    written = False
    for text in _objects(rows, columns):
        stream.write(f"{',' if written else '['}\n  {text}")
        written = True
    stream.write("\n]\n" if written else "[]\n")


def _write_markdown(rows: Iterable[Row], columns: Sequence[Column], stream: TextIO, _: bool) -> None:
    names = [column.name for column in columns]
    ruled = ["---:" if column.kind == "number" else "---" for column in columns]
    for cells in (names, ruled):
        stream.write(f"| {' | '.join(cells)} |\n")
    for row in rows:
        stream.write(f"| {' | '.join(_shown(row[name]).replace('|', chr(92) + '|') for name in names)} |\n")


def _write_aligned(rows: Iterable[Row], columns: Sequence[Column], stream: TextIO, _: bool) -> None:
    names = [column.name for column in columns]
    cells = ([_shown(row[name]) for name in names] for row in rows)
    first = [names, *islice(cells, MEASURED)]
    widths = [max(map(len, column)) for column in zip(*first, strict=True)]
    right = [column.kind == "number" for column in columns]
    for line in chain(first, cells):
        padded = [
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(line, widths, right, strict=True)
        ]
        stream.write("  ".join(padded).rstrip() + "\n")


def _write_parquet(rows: Iterable[Row], columns: Sequence[Column], stream: IO[str], _: bool) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise click.UsageError("parquet needs pyarrow: pip install 'gipfkit[parquet]'") from error
    binary = getattr(stream, "buffer", None)
    if binary is None or stream.isatty():
        raise click.UsageError("parquet is not for the terminal: give -o FILE")
    schema = pyarrow.schema([(column.name, getattr(pyarrow, _BY_DTYPE[column.dtype])()) for column in columns])
    stream.flush()
    with parquet.ParquetWriter(binary, schema) as writer:
        left = iter(rows)
        while chunk := list(islice(left, CHUNK)):
            columns_of = {field: [_whole(row[field]) for row in chunk] for field in schema.names}
            writer.write_table(pyarrow.Table.from_pydict(columns_of, schema=schema))


def _whole(value: Any) -> Any:
    """Give a value with what UTF-8 can't hold, half a pair of surrogates, escaped."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


_Writer = Callable[[Iterable[Row], Sequence[Column], TextIO, bool], None]
_WRITERS: dict[str, _Writer] = {
    "table": _write_aligned,
    "csv": partial(_write_csv, delimiter=","),
    "tsv": partial(_write_csv, delimiter="\t"),
    "json": _write_json,
    "ndjson": _write_ndjson,
    "markdown": _write_markdown,
    PARQUET: _write_parquet,
}
