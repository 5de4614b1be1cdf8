"""Where each game leaves what others have played."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from gipfkit.analysis.game_table import Row
from gipfkit.analysis.index import TURN_BITS
from gipfkit.analysis.openings import Explorer, shortest
from gipfkit.gipf.packing import placed
from gipfkit.gipf.position import Position

_SHOWN = ("source", "game", "date", "white", "black", "variant")


def novelty_rows(explorer: Explorer, against: Explorer | None = None) -> Iterator[Row]:
    """Yield the row of each game (``columns.COLUMNS["novelty"]``): its first turn to a position that no other reached.

    The others are those of ``against``, else the rest of the same games. A game that is among them too (the same source
    and number) doesn't count for itself. Of a game that others follow to its end the turn is empty.
    """
    rest = against or explorer
    same = {game: game for game in explorer.games()} if against is None else _same_games(explorer, against)
    through = lru_cache(maxsize=65_536)(rest.games_through)
    for number, row in explorer.index.rows(explorer.games()):
        found: Row = dict.fromkeys(("turn", "side", "move", "before"))
        own = same.get(number)
        before: Position | None = None
        for turn, position in enumerate(_positions(explorer, number)):
            if before is not None and not rest.is_known(position, but=own):
                others = through(before) - (own is not None)
                text, *_ = shortest(before, [position]) or (None,)
                found = {
                    "turn": turn,
                    "side": before.to_move.word,
                    "move": text,
                    "before": others,
                }
                break
            before = position
        yield {name: row[name] for name in _SHOWN} | found | {"opening": row["opening"]}


def _positions(explorer: Explorer, game: int) -> Iterator[Position]:
    """Yield a game's positions as they were on its own board."""
    query = "SELECT key, image FROM positions WHERE id BETWEEN ? AND ? ORDER BY id"
    span = (game << TURN_BITS, (game + 1 << TURN_BITS) - 1)
    for key, image in explorer.index.connection.execute(query, span):
        yield placed(key, image)


def _same_games(explorer: Explorer, against: Explorer) -> Mapping[int, int]:
    """Give the number that each game has among the others, where it is one of them."""
    others = {(row["source"], row["game"]): number for number, row in against.index.rows(against.games())}
    rows = explorer.index.rows(explorer.games())
    found = ((number, others.get((row["source"], row["game"]))) for number, row in rows)
    return {number: other for number, other in found if other is not None}
