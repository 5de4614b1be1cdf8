"""Collections of short games and their index."""

from records import random_record

from gipfkit.analysis.index import Index
from gipfkit.gipf.variant import Variant
from gipfkit.record import Record
from gipfkit.replay import replay


def indexed(records: list[Record]) -> Index:
    index = Index.temporary()
    for record in records:
        index.add(replay(record))
    return index


def games(seed: int, variant: Variant, number: int, most: int = 6) -> list[Record]:
    """Short random games; few first moves are as good as others, so that lines meet."""
    return [random_record(seed * 1000 + k, variant, 1 + (seed + k) % most) for k in range(number)]
