"""The two sets of games that ``openings --compare`` puts side by side."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import click

from gipfkit.analysis.game_table import Row
from gipfkit.analysis.novelties import same_games
from gipfkit.analysis.openings import Explorer
from gipfkit.analysis.players import Players, fits, player_key
from gipfkit.cli.choosing import Choice, DayType, choice_of
from gipfkit.cli.opening_games import Chosen, indexed
from gipfkit.cli.selection import Selection
from gipfkit.gipf.variant import VARIANTS
from gipfkit.record import RESULTS, TERMINATIONS

# Filters that may be given again, for any of their values, with the options that they are; and those that may not.
_ANY = {
    "player": "players",
    "white": "white",
    "black": "black",
    "variant": "variants",
    "result": "results",
    "termination": "terminations",
}
_ONE = {"since": "since", "until": "until", "min-turns": "min_turns", "where": "where"}
_CHOICES = {"variant": tuple(VARIANTS), "result": RESULTS, "termination": TERMINATIONS}
# A name and a single equals sign: conditions have two.
_NAME = r"\s*([A-Za-z-]+)\s*=(?!=)"
# Behind what is not within double quotes, as the texts of conditions are, their number is even.
_OUTSIDE = r"(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"


@dataclass(frozen=True, slots=True)
class Side:
    """A set of games: those of a path of its own, or those of PATHS that some filters choose."""

    text: str
    choice: Choice | None = None
    # The players who must have had a colour.
    colours: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def takes(self, row: Row) -> bool:
        """Say whether a game is in the set, of those of PATHS."""
        if self.choice is None or not self.choice.filters(row):
            return False
        return all(_is_one(row[colour], names) for colour, names in self.colours.items())

    def watch(self, row: Row) -> None:
        """Look at a game for what there is to say in the end."""
        if self.choice:
            self.choice.watch(row)

    @property
    def names_players(self) -> bool:
        """Whether it names players, whose scores are asked for."""
        return bool(self.colours or (self.choice and self.choice.filters.players))

    def owner(self, row: Row) -> str | None:
        """Give the side, white or black, of the players that it names; None where that is both."""
        named = self.choice.filters.players if self.choice else frozenset()
        sides = [side for side in ("white", "black") if side in self.colours or _is_one(row[side], named)]
        return sides[0] if len(sides) == 1 else None


def _is_one(name: str | None, asked: frozenset[str]) -> bool:
    return any(fits(each, player_key(name or "")) for each in asked)


def read_side(text: str, players: Players) -> Side:
    """Read filters such as ``player=Ann,since=2001``, else a path; a usage error says what is wrong with a filter.

    Filters given again hold for any of their values, as the options do.
    """
    if not re.match(_NAME, text) or _is_there(text):
        return Side(text)
    given: dict[str, list[str]] = {}
    for part in re.split(rf",(?={_NAME}){_OUTSIDE}", text)[::2]:
        name, value = (word.strip() for word in part.split("=", 1))
        if name.lower() not in _ANY | _ONE:
            known = ", ".join([*_ANY, *_ONE])
            raise _wrong(f"{name} is no filter (they are {known}), and there is no file {text!r}")
        given.setdefault(name.lower(), []).append(value)
    colours: dict[str, frozenset[str]] = {
        name: frozenset(map(players.key, given.pop(name))) for name in ("white", "black") if name in given
    }
    return Side(text, _choice(given, players), colours)


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        # Many filters are longer than a name can be.
        return False


def _choice(given: dict[str, list[str]], players: Players) -> Choice:
    """Give the choice that the options of these names and values are."""
    options: dict[str, Any] = {"aliases": None, "bots": None, "no_bots": False, "min_turns": 0}
    options |= dict.fromkeys((*_ANY.values(), "since", "until", "where"))
    options |= {option: tuple(given.get(name, ())) for name, option in _ANY.items()}
    for name, values in given.items():
        if name in _ONE and len(values) > 1:
            raise _wrong(f"{name} is given twice")
        for value in values:
            if name in _CHOICES and value not in _CHOICES[name]:
                raise _wrong(f"{name}={value}: it is one of {', '.join(_CHOICES[name])}")
        if name in _ONE:
            options[_ONE[name]] = _one(name, values[0])
    try:
        return choice_of(options, players)
    except click.BadParameter as error:
        raise _wrong(f"where={given['where'][0]}: {error.message}") from error


def _one(name: str, value: str) -> Any:
    types: dict[str, click.ParamType[Any]] = {"since": DayType(), "until": DayType(), "min-turns": click.IntRange(0)}
    try:
        return types[name].convert(value, None, None) if name in types else value
    except click.BadParameter as error:
        raise _wrong(f"{name}={value}: {error.message}") from error


def _wrong(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="--compare")


class Explore(Protocol):
    """What makes an explorer of games."""

    def __call__(self, games: Chosen, owners: Mapping[int, str | None] | None = None) -> Explorer:
        """Make it; ``owners`` are the sides whose scores are asked for."""


@contextmanager
def explorers(
    selection: Selection, sides: tuple[Side, Side], explore: Explore
) -> Iterator[tuple[tuple[Explorer, Explorer], list[str]]]:
    """Give what answers from each side's games, and what there is to say about them.

    PATHS are read once for the sides that have none of their own; the filters of the command hold for both.
    """
    with ExitStack() as stack:
        shared = None
        if any(side.choice for side in sides):
            if not selection.paths:
                raise click.UsageError("give PATHS, whose games are to be compared")
            # What is in neither set isn't of this comparison.
            selection.also = partial(_in_either, sides)
            shared = stack.enter_context(indexed(selection))
            selection.also = None
        elif selection.paths:
            raise click.UsageError("both sides of --compare are paths: give no other PATHS")
        by_players = all(side.names_players for side in sides)
        found = []
        for side in sides:
            if side.choice and shared:
                found.append(_part(shared, side, explore, by_players=by_players))
            else:
                own = replace(selection, paths=(side.text,), read=0, chosen=0, faulty=0, findings=[])
                found.append(explore(stack.enter_context(indexed(own))))
                selection.exit_code = max(selection.exit_code, own.exit_code)
                selection.read += own.read
                selection.chosen += own.chosen
                selection.faulty += own.faulty
        yield (found[0], found[1]), list(_remarks(sides, found))


def _in_either(sides: tuple[Side, Side], row: Row) -> bool:
    """Show both sides a game, and say whether it is in one of them."""
    for side in sides:
        side.watch(row)
    return any(side.takes(row) for side in sides)


def _part(games: Chosen, side: Side, explore: Explore, *, by_players: bool) -> Explorer:
    """Give what answers from a side's games, of those read for both."""
    index, chosen = games
    rows = [(number, side.owner(row)) for number, row in index.rows(chosen) if side.takes(row)]
    numbers = [number for number, _ in rows]
    return explore((index, numbers), dict(rows) if by_players else None)


def _remarks(sides: tuple[Side, Side], explorers: Sequence[Explorer]) -> Iterator[str]:
    """Say what is compared, and what the reader of the differences should know."""
    numbers = [len(explorer.games()) for explorer in explorers]
    yield "; ".join(
        f"{name} ({side.text}): {_games(number)}" for name, side, number in zip("AB", sides, numbers, strict=True)
    )
    for name, side in zip("AB", sides, strict=True):
        yield from (f"{sentence} ({name})" for sentence in (side.choice.sentences() if side.choice else ()))
    if any(side.names_players for side in sides) and not all(side.names_players for side in sides):
        yield "the scores are White's in both sets, as one of them names no player"
    if both := _in_both(*explorers):
        word = "is" if both == 1 else "are"
        yield f"{_games(both)} {word} in both sets: the interval of the difference assumes that there is none"


def _in_both(one: Explorer, other: Explorer) -> int:
    """Count the games that are in both sets; of two paths those with the same tags and turns."""
    if one.index is other.index:
        return len(set(one.games()) & set(other.games()))
    return len(same_games(one, other))


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"
