"""The two sets of games that ``openings --compare`` puts side by side."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import click

from gipfkit.analysis.filters import normal
from gipfkit.analysis.game_table import Row
from gipfkit.analysis.openings import Explorer
from gipfkit.cli.choosing import DayType, filters_of
from gipfkit.cli.opening_games import Chosen, indexed
from gipfkit.cli.selection import Selection
from gipfkit.gipf.variant import VARIANTS
from gipfkit.record import RESULTS, TERMINATIONS

_FILTERS = ("player", "white", "black", "since", "until", "variant", "min-turns", "result", "termination", "where")
_NAME = "|".join(_FILTERS)
_CHOICES = {"variant": tuple(VARIANTS), "result": RESULTS, "termination": TERMINATIONS}


@dataclass(frozen=True, slots=True)
class Side:
    """A set of games: those of a path of its own, or those of PATHS that some filters choose."""

    text: str
    takes: Callable[[Row], bool] | None = None


def read_side(text: str) -> Side:
    """Read filters such as ``player=Ann,since=2001``, else a path; a usage error says what is wrong with a filter."""
    if not re.match(rf"\s*(?:{_NAME})\s*=", text):
        return Side(text)
    parts = re.split(rf",(?=\s*(?:{_NAME})\s*=)", text)
    checks = [_check(*(word.strip() for word in part.split("=", 1))) for part in parts]
    return Side(text, lambda row: all(check(row) for check in checks))


def _check(name: str, value: str) -> Callable[[Row], bool]:
    if name in ("white", "black"):
        return lambda row: normal(row[name] or "") == normal(value)
    given: dict[str, Any] = {
        "since": None,
        "until": None,
        "bots": None,
        "no_bots": False,
        "where": None,
        "variants": (),
        "players": (),
        "min_turns": 0,
        "results": (),
        "terminations": (),
    }
    given |= _given(name, value)
    return filters_of(given)


def _given(name: str, value: str) -> dict[str, Any]:
    if name in ("since", "until"):
        return {name: DayType().convert(value, None, None)}
    if name == "min-turns":
        return {"min_turns": click.IntRange(0)(value)}
    if name == "where":
        return {"where": value}
    if name in _CHOICES and value not in _CHOICES[name]:
        known = ", ".join(_CHOICES[name])
        raise click.BadParameter(f"{name}={value}: it is one of {known}", param_hint="--compare")
    return {f"{name}s": (value,)}


@contextmanager
def explorers(
    selection: Selection, sides: tuple[Side, Side], turns: int, explore: Callable[[Chosen], Explorer]
) -> Iterator[tuple[tuple[Explorer, Explorer], list[str]]]:
    """Give what answers from each side's games, and what there is to say about them.

    PATHS are read once for the sides that have none of their own; the filters of the command hold for both.
    """
    with ExitStack() as stack:
        shared = None
        if any(side.takes for side in sides):
            if not selection.paths:
                raise click.UsageError("give PATHS, whose games are to be compared")
            shared = stack.enter_context(indexed(selection, turns))
        elif selection.paths:
            raise click.UsageError("both sides of --compare are paths: give no other PATHS")
        found = []
        for side in sides:
            if side.takes and shared:
                found.append(explore(_part(shared, side.takes)))
            else:
                own = replace(selection, paths=(side.text,), read=0, chosen=0, faulty=0, findings=[])
                found.append(explore(stack.enter_context(indexed(own, turns))))
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
