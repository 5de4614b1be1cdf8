"""Output that commands share: where it goes, and tables in several formats."""

import contextlib
import csv
import io
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

import click

from gipfkit.cli.whole_files import whole_file

STANDARD_OUTPUT = (None, "-", "/dev/stdout")
FORMATS = ("table", "csv", "tsv", "json", "ndjson", "markdown")
Row = dict[str, object]

table_format = click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True, help="How to write the list."
)


@contextlib.contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """Open standard output, or a file that takes its name only when all of it is written."""
    if path in STANDARD_OUTPUT:
        yield sys.stdout
        # What can't be written is told before anything is said of what was.
        sys.stdout.flush()
    else:
        with whole_file(path) as stream:
            yield stream


def write_rows(columns: Sequence[str], rows: Sequence[Row], format_: str, stream: TextIO) -> None:
    """Write rows that all have the columns named; without a row the columns alone, where the format has a head."""
    if format_ == "json":
        stream.write(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    elif format_ == "ndjson":
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    elif format_ in ("csv", "tsv"):
        writer = csv.writer(stream, delimiter="," if format_ == "csv" else "\t", lineterminator="\n")
        writer.writerows([columns, *([_cell(row[c]) for c in columns] for row in rows)])
    elif format_ == "markdown":
        stream.write(_markdown(columns, rows))
    else:
        stream.write(_table(columns, rows))


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _table(columns: Sequence[str], rows: Sequence[Row]) -> str:
    cells = [columns, *([_cell(row[c]).replace("\n", " ") for c in columns] for row in rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(columns))]
    right = [all(isinstance(row[c], int | float) and not isinstance(row[c], bool) for row in rows) for c in columns]
    out = io.StringIO()
    for line in cells:
        padded = [
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(line, widths, right, strict=True)
        ]
        out.write("  ".join(padded).rstrip() + "\n")
    return out.getvalue()


def _markdown(columns: Sequence[str], rows: Sequence[Row]) -> str:
    lines = [columns, ["---"] * len(columns), *([_cell(row[c]) for c in columns] for row in rows)]
    cells = ([text.replace("|", "\\|").replace("\n", " ") for text in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)
