"""Games on a turned or mirrored board."""

from dataclasses import replace

from gipfkit.gipf.board import image_name
from gipfkit.record import Record, TurnList, WrittenPush, WrittenTurn
from gipfkit.replay import replay


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

    kept = [tag for tag in record.tags if tag[0] not in ("SetUp", "Position")]
    tags = (*kept, ("SetUp", "1"), ("Position", start.to_text()))
    return replace(record, tags=tags, main=TurnList(tuple(map(turned, record.turns))))
