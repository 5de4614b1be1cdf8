"""``gipfkit index``: one file that answers questions about many games at once."""

from functools import partial
from pathlib import Path

import click

from gipfkit.analysis.index_file import NoIndex
from gipfkit.analysis.indexing import Reading, Update, update
from gipfkit.cli import endings, options
from gipfkit.cli.games import check_encoding, leave_if_nothing_was_read, read_table, tell
from gipfkit.cli.output import STANDARD_OUTPUT
from gipfkit.cli.progress import measuring
from gipfkit.cli.streams import say
from gipfkit.cli.whole_files import explained, mark_unfinished
from gipfkit.gipf.variant import VARIANTS, Variant


@click.command(name="index")
@options.paths
@options.notation_from
@options.encoding
@options.table
@options.lenient
@click.option(
    "--read-as",
    type=options.VariantType(list(VARIANTS)),
    help="Play every game by this variant, whatever the record says.",
)
@options.output_file("The index: made new, or brought up to date.")
@options.quiet
def command(
    paths: tuple[str, ...],
    from_: str | None,
    encoding: str | None,
    table: str | None,
    lenient: bool,
    read_as: Variant | None,
    output: str,
    quiet: bool,
) -> None:
    """Keep the games of PATHS in one file that every command takes in their place.

    The index (an SQLite file, games.gipfdb by habit) holds what PATHS hold when this is run: files that have changed
    since the last time are read anew, those that are gone are taken out. Other options of reading build it anew.
    Interrupted at any point the index stays as it was. Exit status: 0 clean, 1 errors found in games, 2 wrong use or a
    path that can't be read; the games that such a path had stay in.
    """
    if "-" in paths:
        raise click.UsageError("standard input can't be indexed: save it to a file first")
    if output in STANDARD_OUTPUT:
        raise click.UsageError("an index can't go to standard output: give -o the name of a file")
    endings.fit(output, endings.INDEX, "an index is written")
    check_encoding(encoding)
    written = None if table is None else read_table(table)[0]
    how = Reading(from_, encoding, lenient, read_as.name if read_as else None, written)
    try:
        with explained(output), measuring(quiet) as step:
            done = update(output, paths, how, said=partial(tell, quiet=quiet), step=step, making=mark_unfinished)
    except NoIndex as error:
        say(f"Error: {error}")
        raise SystemExit(2) from error
    status = 2 if done.failed else 1 if done.faulty else 0
    if not Path(output).exists():
        leave_if_nothing_was_read(done.games, status, output)
    if not quiet:
        click.echo(_totals(done))
    raise SystemExit(status)


def _totals(done: Update) -> str:
    files = (
        f"{done.files:,} file{'' if done.files == 1 else 's'} ({done.read_anew:,} read anew, {done.removed:,} removed)"
    )
    return f"{files}, {done.games:,} game{'' if done.games == 1 else 's'}"
