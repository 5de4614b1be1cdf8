"""``gipfkit formats``: the notations and what each can hold."""

import click

from gipfkit.cli import options
from gipfkit.cli.endings import fit_format
from gipfkit.cli.output import Row, opened, table_format, write_rows
from gipfkit.notations import FEATURES, NOTATIONS


@click.command(name="formats")
@table_format
@options.output
def command(format_: str, output: str | None) -> None:
    """List the notations: what is read and written, what each can carry from another, what it can't express."""
    fit_format(output, format_)
    rows: list[Row] = [
        {
            "notation": notation.name,
            "reads": bool(notation.reads),
            "writes": bool(notation.writes),
            "files": list(notation.suffixes),
            **{feature: feature in notation.carries if notation.writes else None for feature in FEATURES},
            "can't express": list(notation.lacks) or ["-"] if notation.writes else ["(not written)"],
            "what it is": notation.title,
        }
        for notation in NOTATIONS.values()
    ]
    with opened(output) as stream:
        write_rows(list(rows[0]), rows, format_, stream)
