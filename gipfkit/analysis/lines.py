"""Lines of turns that somebody typed, such as ``Ge8 Gb2``, played out from a position."""

from gipfkit.findings import ERROR
from gipfkit.gipf.position import Position
from gipfkit.notations import movetext
from gipfkit.notations.official import explain, shortened, turn_text
from gipfkit.record import TurnList
from gipfkit.restate import write_turn
from gipfkit.walk import Walk, walked


class LineError(ValueError):
    """A line that can't be played; the message names the turn and says why, ``turn`` is its number from 1."""

    def __init__(self, message: str, turn: int = 0):
        super().__init__(message)
        self.turn = turn


def played_out(start: Position, text: str, *, lenient: bool = False) -> list[tuple[str, Position]]:
    """Play the turns of a text in the official notation, numbered or not; give each with the position after it.

    Each turn comes back as it is written in full. A ``LineError`` names the turn that can't be read or played, or that
    can be read in several ways. ``lenient`` lets turns leave rows standing.

    >>> [turn for turn, _ in played_out(Position.initial(), "1. e1-e3 b3")]
    ['e1-e3', 'b3']
    """
    main = _turns(text, start)
    walk = walked(start, main.turns, lenient=lenient)
    for number, written in enumerate(main.turns, 1):
        if written.unreadable is not None:
            unread = shortened(written.unreadable)
            raise LineError(f"turn {number} ({unread}): {explain(written.unreadable)}", number)
    _check(walk, main)
    positions = walk.positions
    return [
        (turn_text(write_turn(turn, before, after)), after)
        for turn, before, after in zip(walk.turns, positions, positions[1:], strict=False)
    ]


def _turns(text: str, start: Position) -> TurnList:
    games = list(movetext.read(text, ply=int(start.to_move)))
    if len(games) != 1 or games[0].mark or games[0].resigned:
        raise LineError(f"{shortened(text)!r}: write turns alone, without a result")
    wrong = [finding for finding in games[0].findings if finding.severity == ERROR]
    if wrong and not any(turn.unreadable is not None for turn in games[0].main.turns):
        raise LineError(wrong[0].message)
    if not games[0].main.turns:
        raise LineError(f"{shortened(text)!r}: there are no moves in it" if text.strip() else "there are no moves")
    return games[0].main


def _check(walk: Walk, main: TurnList) -> None:
    number = len(walk.steps) + 1
    if walk.failure:
        text = turn_text(main.turns[number - 1])
        raise _refused(number, text, walk.failure.message, walk.failure.hint)
    for finding in walk.findings(main):
        if finding.severity == ERROR or finding.code == "removal-ambiguous":
            raise _refused(finding.turn or 0, finding.text or "", finding.message, finding.hint)


def _refused(number: int, text: str, message: str, hint: str | None) -> LineError:
    return LineError(f"turn {number} ({shortened(text)}): {message}{f' ({hint})' if hint else ''}", number)
