"""What a notation leaves out when a record is written in it, as findings."""

from collections.abc import Collection

from gipfkit.ending import OPEN, UNTERMINATED, ending
from gipfkit.findings import CODES, Finding
from gipfkit.gipf.position import Position
from gipfkit.record import Record


def not_expressed(what: str, turn: int | None = None) -> Finding:
    """Say what a notation can't hold, of a game or of one turn of it."""
    return Finding("not-expressed", CODES["not-expressed"].severity, what, turn=turn)


def no_game(notation: str) -> Finding:
    """Say that a game is left out, as nothing of it can be written."""
    return not_expressed(f"{notation} holds no game without a turn: left out")


def losses(record: Record, notation: str, kept: Collection[str] = ()) -> list[Finding]:
    """Name what is lost of a game in a notation of turns alone: tags but those kept, comments, glyphs, variations."""
    found = []
    if lost := [name for name, _ in record.tags if name not in (*kept, "Result", "Termination")]:
        found.append(not_expressed(f"{notation} holds no tags: {', '.join(lost)}"))
    return found + lost_annotations(record, notation)


def lost_annotations(record: Record, notation: str) -> list[Finding]:
    """Name what is lost of a game in a notation without glyphs, comments and variations."""
    notes = record.main.annotations.values()
    kinds = ("glyphs", "comments", "variations")
    return [not_expressed(f"{notation} holds no {kind}") for kind in kinds if any(getattr(n, kind) for n in notes)]


def lost_result(record: Record, notation: str, last: Position | None) -> list[Finding]:
    """Name the result and the termination where the board after the last turn doesn't show them."""
    return lost_ending(record, notation, Record(), last)


def lost_ending(record: Record, notation: str, back: Record, last: Position | None) -> list[Finding]:
    """Name what is lost of the ending where it is read ``back``; ``last`` is the position after the last turn."""
    if record.resigned and not (back.resigned or back.result):
        return [not_expressed(f"{notation} holds no result: X")]
    meant, shown = ending(record, last), ending(back, last)
    found = []
    # An empty reserve may end a game that goes on as written; that a reader sees it is no loss.
    gained = meant.result == OPEN and shown.termination == "reserve"
    if (meant.result != shown.result and not gained) or record.result not in (None, OPEN, shown.result):
        found.append(not_expressed(f"{notation} holds no result: {record.result or meant.result}"))
    stated = record.tag("Termination") or meant.termination
    known = (None, shown.termination, back.tag("Termination"))
    if stated not in known and not (gained and stated == UNTERMINATED):
        found.append(not_expressed(f"{notation} holds no termination: {stated}"))
    return found
