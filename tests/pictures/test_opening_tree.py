"""The opening tree in the terminal."""

import io
import random

from records import random_turns

from gipfkit.analysis.opening_names import Names
from gipfkit.analysis.opening_table import Root
from gipfkit.analysis.opening_tree import Branch
from gipfkit.analysis.openings import Move, Node
from gipfkit.analysis.tallies import Tally
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC
from gipfkit.pictures.opening_tree import write_tree


def test_a_tree_may_be_deeper_than_calls_can_be_nested() -> None:
    root = Root.of(Position.initial(BASIC))
    branches: list[Branch] = []
    line = random_turns(random.Random(1), root.here, 2)
    for depth in range(1500, 0, -1):
        turn, after = line[min(depth, 2) - 1]
        move = Move(turn, "b3", after, (b"", None), Tally(1, 1, white=1), reached=1)
        branches = [Branch(move, ("b3",) * depth, 1.0, branches=branches)]
    stream = io.StringIO()
    write_tree(root, Node(root.here, Tally(1, 1, white=1), 0, []), branches, Names(), stream)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1501
    assert lines[-1].lstrip().startswith("└── b3  1 game  100%")
    assert len(list(branches[0].flat())) == 1500
