"""The games of PATHS, or of an index, for what is asked of positions."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import click

from gipfkit.analysis.index import MOST_TURNS, Index, NoIndex, is_index
from gipfkit.cli.selection import Selection

# Games read are in one index, with the numbers of those chosen; None is all of it.
Chosen = tuple[Index, list[int] | None]


@contextmanager
def indexed(selection: Selection, turns: int = MOST_TURNS) -> Iterator[Chosen]:
    """Give the games chosen, with their first ``turns`` turns at least: the index named, or a temporary one."""
    held = [path for path in selection.paths if is_index(path)]
    if held and len(selection.paths) > 1:
        raise click.UsageError(f"{held[0]} is an index and can't be mixed with other paths: give it alone")
    index = _opened(held[0]) if held else Index.temporary()
    try:
        with index:
            yield (index, _chosen(selection, index)) if held else (_filled(selection, index, turns), None)
    except sqlite3.DatabaseError as error:
        if not held:
            raise
        raise click.UsageError(f"{held[0]} can't be used: {error}; make it anew with gipfkit index") from error


def _opened(path: str) -> Index:
    try:
        return Index.open(path)
    except NoIndex as error:
        raise click.UsageError(str(error)) from error


def _chosen(selection: Selection, index: Index) -> list[int] | None:
    if selection.notation or selection.encoding or selection.lenient or selection.variant:
        raise click.UsageError(
            "an index holds games as they were read: give --from, --encoding, --lenient and --read-as as it is made"
        )
    found = [number for number, row in index.rows() if selection.takes(row)]
    return found if len(found) < selection.read else None


def _filled(selection: Selection, index: Index, turns: int) -> Index:
    index.connection.execute("BEGIN")
    for row, played in selection.games():
        index.add(played, row, turns=turns, whole=False)
    index.connection.execute("COMMIT")
    return index
