"""What the notations can say of which only a part is known."""

from roundtrips import ALL

from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import TOURNAMENT


def julio_says(position: Position, turn: Turn) -> bool:
    if turn.before or turn.push is None or len(turn.after) > 1:
        return False
    if any(row.gipfs | row.captured_gipfs | row.left for row in turn.after):
        return False
    return len(position.entered(turn.push).removals(position.to_move)) == 1


def pbem_says(_: Position, turn: Turn) -> bool:
    return turn.push is not None and not turn.before and not turn.after


def openxum_says(position: Position, turn: Turn) -> bool:
    if turn.push is None or not turn.push.gipf:
        return True
    path = turn.push.path
    own = position.pieces(position.to_move) | position.captured[position.to_move]
    return not own and not RUNS[path.index][position.occupied & path.mask]


SAYS = {"julio974": (julio_says, ALL), "pbem": (pbem_says, (TOURNAMENT,)), "openxum": (openxum_says, ALL)}
