"""Output that commands share: tables in several formats, files written whole or not at all."""

import contextlib
import csv
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

import click

FORMATS = ("table", "csv", "tsv", "json", "ndjson", "markdown")
Row = dict[str, object]

table_format = click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True, help="How to write the list."
)


@contextlib.contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """Open standard output, or a file that takes its name only when all of it is written."""
    if path is None or path == "-":
        yield sys.stdout
        return
    target = Path(path)
    if target.exists() and not target.is_file():
        # A device or a pipe can't be replaced.
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    # Through a link: the file it points to is replaced, not the link.
    target = Path(os.path.realpath(target))
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise click.FileError(path, error.strerror or str(error)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        Path(name).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_rows(rows: Sequence[Row], format_: str, stream: TextIO) -> None:
    """Write rows that all have the same columns."""
    columns = list(rows[0]) if rows else []
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


def _table(columns: list[str], rows: Sequence[Row]) -> str:
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


def _markdown(columns: list[str], rows: Sequence[Row]) -> str:
    lines = [columns, ["---"] * len(columns), *([_cell(row[c]) for c in columns] for row in rows)]
    cells = ([text.replace("|", "\\|").replace("\n", " ") for text in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)
