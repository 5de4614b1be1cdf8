"""Collections of short games and their index."""

from dataclasses import replace

from records import random_record

from gipfkit.analysis.index import Index
from gipfkit.gipf.board import image_name
from gipfkit.gipf.variant import Variant
from gipfkit.record import Record, TurnList, WrittenPush, WrittenTurn
from gipfkit.replay import replay


def indexed(records: list[Record], turns: int = 1000) -> Index:
    index = Index.temporary()
    for record in records:
        index.add(replay(record), turns=turns)
    return index


def games(seed: int, variant: Variant, number: int, most: int = 6) -> list[Record]:
    """Short random games; few first moves are as good as others, so that lines meet."""
    return [random_record(seed * 1000 + k, variant, 1 + (seed + k) % most) for k in range(number)]


def imaged(record: Record, symmetry: int) -> Record:
    """The same game on a turned or mirrored board, from the turned start."""
    start = replay(record).positions[0].image(symmetry)

    def turned(turn: WrittenTurn) -> WrittenTurn:
        push = turn.push and WrittenPush(
            turn.push.dot and image_name(turn.push.dot, symmetry), image_name(turn.push.spot, symmetry), turn.push.gipf
        )
        before, after = (
            tuple(tuple(p._replace(spot=image_name(p.spot, symmetry)) for p in group) for group in groups)
            for groups in (turn.before, turn.after)
        )
        return replace(turn, push=push, before=before, after=after)

    tags = (*record.tags, ("SetUp", "1"), ("Position", start.to_text()))
    return replace(record, tags=tags, main=TurnList(tuple(map(turned, record.turns))))
