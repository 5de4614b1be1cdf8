"""Options that choose games by what they are, for every command that reads games."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from gipfkit.analysis.filters import KNOWN_BOTS, Day, Filters, bot_names, date_range, normal
from gipfkit.analysis.where import ConditionError, condition
from gipfkit.record import RESULTS, TERMINATIONS


class DayType(click.ParamType[tuple[Day, Day]]):
    """A date, as far as it is given: the first and the last day that it can mean."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Day, Day]:
        """Give the range, or say how a date is written."""
        days = date_range(value)
        if days is None:
            self.fail(f"{value!r} is no date: write 2000, 2000-08 or 2000-08-26", param, ctx)
        return days


OPTIONS = (
    click.option("--player", "players", multiple=True, metavar="NAME", help="Games of this player, on either side."),
    click.option("--since", type=DayType(), metavar="DATE", help="Games that can have been played on or after a date."),
    click.option(
        "--until", type=DayType(), metavar="DATE", help="Games that can have been played by the end of a date."
    ),
    click.option("--min-turns", type=click.IntRange(0), default=0, metavar="N", help="Games of N turns or more."),
    click.option("--result", "results", multiple=True, type=click.Choice(RESULTS), help="Games with this result."),
    click.option(
        "--termination", "terminations", multiple=True, type=click.Choice(TERMINATIONS), help="Games that ended so."
    ),
    click.option("--no-bots", is_flag=True, help="No games of known robots."),
    click.option(
        "--bots",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="The robots' names, one a line, instead of the list that gipfkit knows. Implies --no-bots.",
    ),
    click.option(
        "--where",
        metavar="CONDITION",
        help="Games for which a condition on the columns of the game table holds, "
        "such as 'turns > 40 and winner == \"white\"'.",
    ),
)


def choosing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add every option that chooses games; the command gets one argument ``filters``, None where none is given."""

    @wraps(command)
    def wrapped(**given: Any) -> Any:
        filters = filters_of(given)
        return command(filters=None if filters == Filters() else filters, **given)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def filters_of(given: dict[str, Any]) -> Filters:
    """Take the filters out of a command's arguments."""
    since, until, listed, text = (given.pop(name) for name in ("since", "until", "bots", "where"))
    no_bots = given.pop("no_bots")
    bots = frozenset(map(normal, KNOWN_BOTS)) if no_bots else frozenset()
    if listed:
        bots = _listed(listed)
    try:
        where = condition(text) if text is not None else None
    except ConditionError as error:
        raise click.BadParameter(str(error), param_hint="--where") from error
    return Filters(
        variants=frozenset(given.pop("variants", ())),
        players=frozenset(map(normal, given.pop("players"))),
        since=since[0] if since else None,
        until=until[1] if until else None,
        min_turns=given.pop("min_turns"),
        results=frozenset(given.pop("results")),
        terminations=frozenset(given.pop("terminations")),
        bots=bots,
        where=where,
    )


def _listed(path: Path) -> frozenset[str]:
    try:
        return bot_names(path.read_text(encoding="utf-8-sig").split("\n"))
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} can't be read as UTF-8: {error}", param_hint="--bots") from error
