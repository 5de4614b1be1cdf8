"""The board as text for a terminal."""

from gipfkit.gipf.board import BIT, BLACK, DOTS, HEXAGON, WHITE
from gipfkit.gipf.position import Position
from gipfkit.hexboard import Point

# A step along a column is two rows high; four characters to the next column make the hexagon look regular.
_ROWS, _WIDTH = 17, 4
# Empty spot, White's single and GIPF-piece, Black's.
_UNICODE, _ASCII = "·○◎●◉", ".wWbB"
_SIDES = [colour.word.capitalize() for colour in (WHITE, BLACK)]


def draw(position: Position, *, unicode: bool = True) -> str:
    """Draw a position as White sees it, a name at each dot, with the side to move and the counts below.

    Without ``unicode`` pieces are letters: ``w`` ``b`` single, ``W`` ``B`` GIPF-pieces. Captured counts the pieces of
    each side that are out of the game.
    """
    signs = _UNICODE if unicode else _ASCII
    rows = [[" "] * (8 * _WIDTH + 2) for _ in range(_ROWS)]
    for point in HEXAGON.points():
        name = HEXAGON.name(point)
        text = name if name in DOTS else signs[_kind(position, BIT[name])]
        row, column = _cell(point)
        rows[row][column : column + len(text)] = text
    return "\n".join(["".join(row).rstrip() for row in rows] + ["", *_state(position, signs)])


def draw_small(position: Position, *, unicode: bool = True) -> str:
    """Draw the spots alone, 13 lines of 13 characters.

    >>> print(draw_small(Position.initial(), unicode=False).splitlines()[3])
    W   .   .   W
    """
    signs = _UNICODE if unicode else _ASCII
    rows = [[" "] * 13 for _ in range(13)]
    for point in HEXAGON.points():
        name = HEXAGON.name(point)
        if name not in DOTS:
            row, column = _cell(point)
            rows[row - 2][(column // _WIDTH - 1) * 2] = signs[_kind(position, BIT[name])]
    return "\n".join("".join(row).rstrip() for row in rows)


def _cell(point: Point) -> tuple[int, int]:
    """Give the row from the top and the column of a point's first character."""
    x, y = point
    height = 2 * y - x + 4
    return _ROWS - 1 - height, x * _WIDTH


def _kind(position: Position, bit: int) -> int:
    if not position.occupied & bit:
        return 0
    return (3 if position.black & bit else 1) + bool(position.gipfs & bit)


def _state(position: Position, signs: str) -> list[str]:
    """Say who is to move, what is in reserve and out of the game, who may enter GIPF-pieces, and who has won."""
    reserve, captured = (
        ", ".join(f"{side} {count}" for side, count in zip(_SIDES, counts, strict=True))
        for counts in (position.reserves, position.captured)
    )
    lines = [
        f"{_SIDES[position.to_move]} to move   reserve: {reserve}   captured: {captured}",
        "   ".join([position.variant.name, _legend(position, signs), *_entry(position)]),
    ]
    if outcome := position.outcome():
        loser = _SIDES[outcome.winner.opponent]
        why = "no GIPF-piece left on the board" if outcome.termination == "gipf" else "no piece left to enter"
        lines.append(f"{_SIDES[outcome.winner]} has won: {loser} has {why}")
    return lines


def _legend(position: Position, signs: str) -> str:
    with_gipfs = position.gipfs or position.variant.last_gipf_loses
    white, black = signs[1:3], signs[3:5]
    return f"White {' '.join(white)}, Black {' '.join(black)}" if with_gipfs else f"White {white[0]}, Black {black[0]}"


def _entry(position: Position) -> list[str]:
    if not position.variant.enters_gipfs:
        return []
    entitled = [side for side, may in zip(_SIDES, position.entry, strict=True) if may]
    return [f"may enter GIPF-pieces: {', '.join(entitled) or 'nobody'}"]
