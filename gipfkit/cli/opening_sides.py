"""The two sets of games that ``openings --compare`` puts side by side."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from gipfkit.analysis.filters import Filters, normal
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.openings import Explorer
from gipfkit.cli.choosing import DayType, filters_of
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
    takes: Callable[[Row], bool] | None = None


def read_side(text: str) -> Side:
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
    colours = {name: {normal(value) for value in given.pop(name)} for name in ("white", "black") if name in given}
    filters = _filters(given)
    return Side(
        text, lambda row: filters(row) and all(normal(row[name] or "") in names for name, names in colours.items())
    )


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        # Many filters are longer than a name can be.
        return False


def _filters(given: dict[str, list[str]]) -> Filters:
    """Give the filters that the options of these names and values are."""
    options: dict[str, Any] = {"bots": None, "no_bots": False, "min_turns": 0}
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
        return filters_of(options)
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


@contextmanager
def explorers(
    selection: Selection, sides: tuple[Side, Side], explore: Callable[[Chosen], Explorer]
) -> Iterator[tuple[tuple[Explorer, Explorer], list[str]]]:
    """Give what answers from each side's games, and what there is to say about them.

    PATHS are read once for the sides that have none of their own; the filters of the command hold for both.
    """
    with ExitStack() as stack:
        shared = None
        if any(side.takes for side in sides):
            if not selection.paths:
                raise click.UsageError("give PATHS, whose games are to be compared")
            filters, chosen = selection.filters, [side.takes for side in sides if side.takes]
            # What is in neither set isn't of this comparison.
            selection.filters = lambda row: filters(row) and any(takes(row) for takes in chosen)
            shared = stack.enter_context(indexed(selection))
            selection.filters = filters
        elif selection.paths:
            raise click.UsageError("both sides of --compare are paths: give no other PATHS")
        found = []
        for side in sides:
            if side.takes and shared:
                found.append(explore(_part(shared, side.takes)))
            else:
                own = replace(selection, paths=(side.text,), read=0, chosen=0, faulty=0, findings=[])
                found.append(explore(stack.enter_context(indexed(own))))
                selection.exit_code = max(selection.exit_code, own.exit_code)
                selection.read += own.read
                selection.chosen += own.chosen
                selection.faulty += own.faulty
        yield (found[0], found[1]), [_counted(sides, found)]


def _counted(sides: tuple[Side, Side], explorers: Sequence[Explorer]) -> str:
    numbers = [len(explorer.games()) for explorer in explorers]
    words = ["1 game" if number == 1 else f"{number:,} games" for number in numbers]
    return "; ".join(f"{name} ({side.text}): {word}" for name, side, word in zip("AB", sides, words, strict=True))


def _part(games: Chosen, takes: Callable[[Row], bool]) -> Chosen:
    index, chosen = games
    return index, [number for number, row in index.rows(chosen) if takes(row)]
