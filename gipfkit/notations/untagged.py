"""Makes the record of a game that has no tags."""

from collections.abc import Iterator, Mapping

from gipfkit.findings import CODES, Finding
from gipfkit.notations.movetext import Movetext
from gipfkit.record import Record, TurnList, ordered_tags


def untagged(game: Movetext, line: int, tags: Mapping[str, str] | None = None) -> Record:
    """Make the record of a game that has no tags but those given; without a turn it is on the line given."""
    place = game.main.place(1)
    line = place.line if place else line
    flaws = (*game.findings, *without_turns(game.main, line))
    known = ordered_tags(list((tags or {}).items()))
    return Record(known, game.main, game.mark, game.resigned, "", 1, line, "official", flaws)


def without_turns(main: TurnList, line: int) -> Iterator[Finding]:
    """Yield what there is to say of a game without a turn."""
    if not main.turns:
        yield Finding("no-turns", CODES["no-turns"].severity, "the game has no turns", line=line)
