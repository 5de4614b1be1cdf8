"""What a notation leaves out when a record is written in it, as findings."""

from collections.abc import Collection

from gipfkit.findings import CODES, Finding
from gipfkit.gipf.position import Position
from gipfkit.record import Record


def not_expressed(what: str, turn: int | None = None) -> Finding:
    """Say what a notation can't hold, of a game or of one turn of it."""
    return Finding("not-expressed", CODES["not-expressed"].severity, what, turn=turn)


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
    """Name the result where it is lost: where the board after the last turn doesn't show it."""
    outcome = last.outcome() if last else None
    shown = ("0-1" if outcome.winner else "1-0") if outcome else "*"
    if record.resigned:
        return [not_expressed(f"{notation} holds no result: X")]
    if record.result in (None, shown, "*"):
        return []
    return [not_expressed(f"{notation} holds no result: {record.result}")]
