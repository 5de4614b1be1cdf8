"""The opening tree as a table: one row a move (``columns.COLUMNS["move"]``)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from gipfkit.analysis.game_table import Row
from gipfkit.analysis.lines import played_out
from gipfkit.analysis.opening_codes import code_of
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_tree import Branch, Line
from gipfkit.analysis.tallies import Tally
from gipfkit.gipf.position import Position

_FIRST = "start"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Root:
    """Where a tree begins: a start and the turns after it, with the positions that they lead through."""

    turns: tuple[str, ...]
    positions: tuple[Position, ...]

    @classmethod
    def of(cls, start: Position, moves: str = "", *, lenient: bool = False) -> "Root":
        """Play some turns from a start; a ``LineError`` names the one that can't be played."""
        line = played_out(start, moves, lenient=lenient) if moves.strip() else []
        return cls(tuple(turn for turn, _ in line), (start, *(position for _, position in line)))

    @property
    def start(self) -> Position:
        """The position before the first turn."""
        return self.positions[0]

    @property
    def here(self) -> Position:
        """The position after the last turn: the tree's root."""
        return self.positions[-1]

    def along(
        self, moves: Iterable[_T], where: Callable[[_T], tuple[Line, Position]]
    ) -> Iterator[tuple[_T, tuple[Position, ...]]]:
        """Yield each move of a tree with the positions from the start to it; ``where`` gives its line and its own.

        The moves come each before those behind it.
        """
        positions = list(self.positions)
        for move in moves:
            line, position = where(move)
            del positions[len(self.turns) + len(line) :]
            positions.append(position)
            yield move, tuple(positions)

    @property
    def stated(self) -> str | None:
        """The start as a position text; None for the variant's own."""
        return None if self.start == Position.initial(self.start.variant) else self.start.to_text()


def move_rows(root: Root, branches: Iterable[Branch], names: Names) -> Iterator[Row]:
    """Yield the row of each move of a tree; the moves come each before those behind it (``opening_tree.branches``)."""
    for branch, positions in root.along(branches, lambda branch: (branch.line, branch.move.position)):
        yield _row(root, branch, names, positions)


def _row(root: Root, branch: Branch, names: Names, positions: tuple[Position, ...]) -> Row:
    move = branch.move
    return {
        **place(root, branch.line),
        "played": move.tally.games,
        "times": move.tally.times,
        "share": branch.share,
        "reached": move.reached,
        **tally_row(move.tally),
        "length_mean": move.tally.turns / move.tally.games,
        "captures_mean": move.tally.captures / move.tally.games,
        "players": "; ".join(f"{name} {times}" for name, times in move.players) or None,
        "last": move.tally.last or None,
        "games": "; ".join(f"{source} game {number}".strip() for source, number in move.samples) or None,
        "goes_on_as": goes_on_as(root, branch.goes_on_as),
        "opening": code_of(*positions[:3]),
        "opening_name": names.along(positions),
    }


def place(root: Root, line: tuple[str, ...]) -> Row:
    """Give the columns that say where a move stands; ``line`` are the turns from the root."""
    turns = (*root.turns, *line)
    return {
        "variant": root.start.variant.name,
        "start": root.stated,
        "depth": len(turns),
        "line": " ".join(turns),
        "move": turns[-1],
    }


def goes_on_as(root: Root, line: Line | None) -> str | None:
    """Give the line, from the start on, under which the moves after a move are listed; None where it is its own.

    That of the start itself is ``start``: no text would look like none in a table.
    """
    return None if line is None else " ".join((*root.turns, *line)) or _FIRST


def tally_row(tally: Tally, prefix: str = "") -> Row:
    """Give the columns of results and score; score and interval are empty without a finished game."""
    low, high = tally.interval or (None, None)
    return {
        f"{prefix}white_wins": tally.white,
        f"{prefix}draws": tally.draws,
        f"{prefix}black_wins": tally.black,
        f"{prefix}white_score": tally.score,
        f"{prefix}white_score_low": low,
        f"{prefix}white_score_high": high,
    }
