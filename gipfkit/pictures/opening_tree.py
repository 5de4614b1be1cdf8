"""The opening tree as a tree in the terminal."""

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console, Group
from rich.text import Text
from rich.tree import Tree

from gipfkit.analysis.opening_codes import code_of
from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_table import Root
from gipfkit.analysis.opening_tree import Branch
from gipfkit.analysis.openings import Node
from gipfkit.analysis.tallies import Tally
from gipfkit.archives import shown
from gipfkit.gipf.position import Position
from gipfkit.pictures.terminal import draw_small

# No line is as long.
_WIDEST = 100_000


def write_tree(
    root: Root, node: Node, branches: Sequence[Branch], names: Names, stream: TextIO, *, boards: bool = False
) -> None:
    """Write a tree with a heading; ``boards`` adds a small board to each move. Nothing is wrapped or cut."""
    console = Console(file=stream, width=_WIDEST, highlight=False, markup=False, emoji=False)
    shape = Tree(_with_board(_heading(root, node), root.here, boards))
    _grow(shape, branches, names, root.positions, boards)
    with console.capture() as capture:
        console.print(shape)
    stream.writelines(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _grow(shape: Tree, branches: Sequence[Branch], names: Names, line: tuple[Position, ...], boards: bool) -> None:
    # A stack, as a tree may be deeper than calls may be nested.
    waiting = [(shape, branches, line)]
    while waiting:
        shape, branches, line = waiting.pop()
        cells = [_cells(branch, names, line) for branch in branches]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for branch, (move, *rest) in zip(branches, cells, strict=True):
            text = Text(move.ljust(widths[0]), style="bold")
            behind = "  ".join(cell.ljust(width) for cell, width in zip(rest, widths[1:], strict=True) if width)
            text.append(f"  {behind}".rstrip(), style="not bold")
            grown = shape.add(_with_board(text, branch.move.position, boards))
            waiting.append((grown, branch.branches, (*line, branch.move.position)))


def _with_board(text: Text, position: Position, boards: bool) -> Text | Group:
    return Group(text, Text(draw_small(position))) if boards else text


def _heading(root: Root, node: Node) -> Text:
    parts = [f"{root.start.variant.name} from {root.stated}" if root.stated else root.start.variant.name]
    if root.turns:
        parts.append(f"after {' '.join(root.turns)}")
    return Text(f"{', '.join([*parts, _games(node.tally.games)])}  {_score(node.tally)}".rstrip())


def _cells(branch: Branch, names: Names, line: tuple[Position, ...]) -> tuple[str, ...]:
    """Give what is said of a move, in columns."""
    move, positions = branch.move, (*line, branch.move.position)
    return (
        move.text,
        _games(move.tally.games),
        f"reached by {move.reached:,}" if move.reached != move.tally.games else "",
        f"{branch.share:.0%}",
        _score(move.tally),
        code_of(*positions[:3]) or "",
        shown(names.along(positions) or ""),
        _goes_on(branch.goes_on_as),
        ", ".join(f"{source} game {number}".strip() for source, number in move.samples),
    )


def _goes_on(line: tuple[str, ...] | None) -> str:
    return "" if line is None else f"goes on as {' '.join(line) or 'the first position'}"


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _score(tally: Tally) -> str:
    if tally.score is None or tally.interval is None:
        return ""
    low, high = tally.interval
    return f"White {tally.score:.3f} ({low:.3f} to {high:.3f})"
