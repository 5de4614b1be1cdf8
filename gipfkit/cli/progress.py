"""A line of progress on standard error, on a terminal only, and gone at the end."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

    from gipfkit.analysis.indexing import Update


@contextmanager
def counting(what: str) -> Iterator[Callable[[], None]]:
    """Give what to call after each of many things; their number is shown."""
    with _shown("{task.completed:,.0f} {task.description}") as progress:
        if progress is None:
            yield lambda: None
        else:
            task = progress.add_task(what, total=None)
            yield lambda: progress.advance(task)


@contextmanager
def measuring(quiet: bool) -> Iterator[Callable[["Update"], None]]:
    """Give what shows how far an update of an index is: a bar of the files' bytes, and the games."""
    with _shown("{task.fields[games]:,} games", bar=True, quiet=quiet) as progress:
        if progress is None:
            yield lambda _: None
        else:
            task = progress.add_task("", total=None, games=0)
            yield lambda done: progress.update(task, completed=done.seen, total=max(done.size, 1), games=done.games)


@contextmanager
def _shown(text: str, *, bar: bool = False, quiet: bool = False) -> Iterator["Progress | None"]:
    """Give a line of progress, or None where nobody would see it."""
    if quiet or not sys.stderr or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), *([BarColumn()] if bar else []), TextColumn(text), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield progress
