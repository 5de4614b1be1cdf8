"""The positions of a game as an index keeps them (``index`` says what each value is)."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from gipfkit.analysis.game_table import played_states, removed_by
from gipfkit.gipf.board import BLACK, WHITE
from gipfkit.gipf.packing import MOST_PIECES, boards, key_of, placed
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS
from gipfkit.replay import Replay


class Entry(NamedTuple):
    """A position as an index keeps it."""

    key: bytes
    image: int
    removed: int = 0
    largest: int = 0
    captures: int = 0
    gipf_captures: int = 0


# The columns of an entry, of the table positions as p.
ENTRY = "p.key, p.image, p.removed, p.largest, p.captures, p.gipf_captures"


def stored_position(key: bytes, image: int = 0) -> Position:
    """Give the position of an entry on its own board; a DatabaseError where there is none, as in a damaged file."""
    try:
        return placed(key, image)
    except (ValueError, TypeError) as error:
        raise sqlite3.DatabaseError("a position can't be unpacked") from error


def entries(played: Replay) -> Iterator[Entry]:
    """Yield each position of a game as an index keeps it, the start first.

    A position that no key holds (a stated start with more than 31 pieces in reserve) ends the list.
    """
    walk = played.as_written
    if walk is None:
        return
    start = walk.start
    variant, mover = tuple(VARIANTS).index(start.variant.name), start.to_move
    if max(start.total(WHITE), start.total(BLACK)) > MOST_PIECES:
        return
    images = boards(start.white, start.black, start.gipfs)
    least = min(images)
    key = key_of(variant, mover, start.entry, (*start.reserves, *start.captured), least)
    yield Entry(key, images.index(least))
    states = played_states(walk)
    for k, state in enumerate(states):
        own, other, gipfs, reserve, others_reserve, lost, others_lost, entry, others_entry = state
        if (mover + k) % 2:
            images = boards(other, own, gipfs)
            rights, counts = (others_entry, entry), (others_reserve, reserve, others_lost, lost)
        else:
            images = boards(own, other, gipfs)
            rights, counts = (entry, others_entry), (reserve, others_reserve, lost, others_lost)
        least = min(images)
        key = key_of(variant, (mover + k + 1) % 2, rights, counts, least)
        judged = walk.judged.get(k + 1) if walk.options else None
        turn = judged.reading.turn if judged else walk.written[k]
        if not (turn.before or turn.after):
            yield Entry(key, images.index(least))
            continue
        rows = min(len(turn.before), 15) * 16 + min(len(turn.after), 15)
        what = removed_by(walk, states, k)
        yield Entry(key, images.index(least), rows, what.largest, what.captured, what.gipfs_captured)
