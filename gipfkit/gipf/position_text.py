"""The position text: one line, six fields (spec: notations section 6)."""

import re
from dataclasses import dataclass

from gipfkit.gipf.board import LINES

COLUMNS = LINES[:7]
FIELDS = "board, side to move, reserves, captured, entry, variant"


@dataclass(frozen=True, slots=True)
class PositionFields:
    """The fields of a position text as names and numbers."""

    white: list[str]
    black: list[str]
    gipfs: list[str]
    to_move: str
    reserves: tuple[int, int]
    captured: tuple[int, int]
    entry: str
    variant: str


def parse(text: str) -> PositionFields:
    """Read a position text; a ValueError tells which field is wrong and how."""
    fields = text.split()
    if len(fields) != 6:
        raise ValueError(f"a position text has six fields ({FIELDS}), this one has {len(fields)}")
    board, to_move, reserves, captured, entry, variant = fields
    letters = _parse_board(board)
    if to_move not in ("w", "b"):
        raise ValueError(f"side to move is w or b, not {to_move!r}")
    if entry not in ("wb", "w", "b", "-"):
        raise ValueError(f"entry is wb, w, b or -, not {entry!r}")
    return PositionFields(
        [spot for spot, letter in letters.items() if letter in "wW"],
        [spot for spot, letter in letters.items() if letter in "bB"],
        [spot for spot, letter in letters.items() if letter in "WB"],
        to_move,
        _pair("reserves", reserves),
        _pair("captured", captured),
        entry,
        variant,
    )


def _pair(field: str, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", text)
    if not found:
        raise ValueError(f"{field} are two numbers, White's/Black's, not {text!r}")
    return int(found[1]), int(found[2])


def _parse_board(text: str) -> dict[str, str]:
    return {spot: letter for spot, letter in contents(text).items() if letter != "."}


def contents(text: str, more: str = "", described: str = "") -> dict[str, str]:
    """Read the board's field: a letter for each spot, ``.`` where it is empty.

    ``more`` are letters allowed beside those of pieces, ``described`` what a message says of them.
    """
    columns = text.split("/")
    if len(columns) != 7:
        raise ValueError(f"a board has seven columns, b to h, joined by /: {text!r} has {len(columns)}")
    letters: dict[str, str] = {}
    for column, line in zip(columns, COLUMNS, strict=True):
        name, size = line.spots[0][0], len(line.spots)
        if wrong := re.search(f"[^wbWB1-7{re.escape(more)}]", column):
            kinds = f"a piece (w b W B){described}"
            raise ValueError(f"column {name}: {wrong[0]!r} is neither {kinds} nor a number of empty spots")
        filled = re.sub("[1-7]", lambda digit: "." * int(digit[0]), column)
        if len(filled) != size:
            raise ValueError(f"column {name} has {size} spots, {column!r} fills {len(filled)}")
        letters |= dict(zip(line.spots, filled, strict=True))
    return letters


def board_text(letters: dict[str, str]) -> str:
    """Write the board's field: letters by spot, empty spots counted."""
    columns = ["".join(letters.get(spot, ".") for spot in line.spots) for line in COLUMNS]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), column) for column in columns)
