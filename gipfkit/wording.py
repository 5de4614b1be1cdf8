"""Pushes, rows and removals as messages and hints write them."""

from collections.abc import Iterable, Sequence

from gipfkit.gipf.board import BIT
from gipfkit.gipf.turn import Removal, Row
from gipfkit.record import WrittenPiece, WrittenPush, WrittenRemoval, WrittenTurn


def push_text(written: WrittenPush) -> str:
    """Write a push."""
    return f"{'G' * written.gipf}{written.dot + '-' if written.dot else ''}{written.spot}"


def row_text(row: Row) -> str:
    """Name a row by its spots."""
    return f"the row {','.join(row.spots)}"


def removal_text(removals: tuple[Removal, ...]) -> str:
    """Write removals in the complete way, joined by semicolons."""
    return groups_text(map(written_removal, removals))


def removed_pieces(removal: Removal) -> list[str]:
    """Write each piece of a removal with its marks, in the line's order."""
    return [_piece_text(piece) for piece in written_removal(removal)]


def written_removal(removal: Removal) -> WrittenRemoval:
    """Give a removal as a complete list: each piece with its marks, in the line's order."""
    gipfs = removal.gipfs | removal.captured_gipfs
    lost = removal.captured | removal.captured_gipfs
    return tuple(WrittenPiece(spot, bool(BIT[spot] & gipfs), bool(BIT[spot] & lost)) for spot in removal.spots)


def groups_text(groups: Iterable[WrittenRemoval]) -> str:
    """Write removal groups as they are, joined by semicolons."""
    return ";".join(f"x{','.join(map(_piece_text, group))}" for group in groups)


def _piece_text(piece: WrittenPiece) -> str:
    return f"{'G' * bool(piece.gipf)}{piece.spot}{'*' * bool(piece.captured)}"


def whole_text(written: WrittenTurn) -> str:
    """Write a turn without its reserve count."""
    push = push_text(written.push) if written.push else ""
    return ";".join(part for part in (groups_text(written.before), push, groups_text(written.after)) if part)


def either(texts: Sequence[str], limit: int = 4) -> str:
    """Join alternatives; more than the limit are cut."""
    return " or ".join([*texts[:limit], *(["..."] if len(texts) > limit else [])])
