"""The games of PATHS, indexes among them, for what is asked of positions."""

from collections.abc import Iterator
from contextlib import contextmanager

from gipfkit.analysis.index import Index
from gipfkit.analysis.index_file import NoIndex, is_index
from gipfkit.cli.selection import Selection

# An index with the numbers of the games chosen of it; None is all of them.
Chosen = tuple[Index, list[int] | None]


@contextmanager
def indexed(selection: Selection) -> Iterator[Chosen]:
    """Give the games chosen, whole: a game can come to a position of the opening late.

    An index that stands alone and was made as the options ask answers itself; of all else a temporary one is made.
    """
    held = _held(selection)
    if held:
        with held:
            selection.say_findings(held)
            found = [number for number, row in held.rows() if selection.takes(row)]
            yield held, found if len(found) < selection.read else None
        return
    with Index.temporary() as index:
        for row, played in selection.games():
            index.add(played, row, whole=False)
        yield index, None


def _held(selection: Selection) -> Index | None:
    # Names are stored as they are written.
    if len(selection.paths) != 1 or selection.choice.players.names or not is_index(selection.paths[0]):
        return None
    try:
        index = Index.open(selection.paths[0])
    except NoIndex:
        # Said where the games are read.
        return None
    if selection.as_indexed(index):
        return index
    index.close()
    return None
