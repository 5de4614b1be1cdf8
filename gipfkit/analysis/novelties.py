"""Where each game leaves what others have played."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from gipfkit.analysis.entries import stored_position
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.index import TURN_BITS
from gipfkit.analysis.openings import Explorer, shortest
from gipfkit.gipf.position import Position

_SHOWN = ("source", "game", "date", "white", "black", "variant")
_KEPT = 65_536


def novelty_rows(explorer: Explorer, against: Explorer | None = None) -> Iterator[Row]:
    """Yield the row of each game (``columns.COLUMNS["novelty"]``): its first turn to a position that no other reached.

    The others are those of ``against``, else the rest of the same games. A game that is among them too (the same tags
    and turns, wherever it is from) doesn't count for itself, once. Of a game that others follow to its end the turn is
    empty.
    """
    rest = against or explorer
    same = {game: game for game in explorer.games()} if against is None else same_games(explorer, against)
    # A position that many games came to is asked for by each.
    through = lru_cache(maxsize=_KEPT)(rest.games_through)
    some = lru_cache(maxsize=_KEPT)(rest.some_games)
    for number, row in explorer.index.rows(explorer.games()):
        found: Row = dict.fromkeys(("turn", "side", "move", "before"))
        own = same.get(number)
        before: Position | None = None
        for turn, position in enumerate(_positions(explorer, number)):
            if before is not None and some(position) <= {own}:
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
    for entry in explorer.index.entries(game):
        yield stored_position(entry.key, entry.image)


def same_games(explorer: Explorer, against: Explorer) -> Mapping[int, int]:
    """Give the number that each game has among the others, where it is one of them."""
    marked = {marks for _, marks in _marks(explorer)}
    # By the hash of their turns as well, so that of many copies of a game one is looked at.
    others: dict[tuple[tuple[object, ...], int], dict[tuple[str, int], int]] = {}
    for number, marks in _marks(against):
        if marks in marked:
            alike = others.setdefault((marks, hash(_keys(against, number))), {})
            alike.setdefault(against.index.label(number), number)
    marked = {marks for marks, _ in others}
    found = {}
    for number, marks in _marks(explorer):
        keys = _keys(explorer, number) if marks in marked else ()
        alike = others.get((marks, hash(keys)), {})
        place = explorer.index.label(number)
        likely = [alike[place]] if place in alike else []
        same = next((other for other in (*likely, *alike.values()) if _keys(against, other) == keys), None)
        if same is not None:
            found[number] = same
    return found


def _marks(explorer: Explorer) -> Iterator[tuple[int, tuple[object, ...]]]:
    """Yield each game's number with what two records of one game have in common: tags, length and last position."""
    query = (
        f"SELECT event, site, date, round, white_key, black_key, turns, key FROM games "
        f"JOIN positions p ON p.id = (games.id << {TURN_BITS}) + turns WHERE games.id = ?"
    )
    for number in explorer.games():
        found = explorer.index.connection.execute(query, (number,)).fetchone()
        if found is not None:
            yield number, found


def _keys(explorer: Explorer, game: int) -> tuple[bytes, ...]:
    return tuple(entry.key for entry in explorer.index.entries(game))
