"""Options that choose games by what they are, for every command that reads games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gipfkit.analysis.filters import KNOWN_BOTS, Filters, bot_names
from gipfkit.analysis.players import AliasError, Players, fits, near, player_key
from gipfkit.analysis.where import ConditionError, condition
from gipfkit.archives import shown
from gipfkit.dates import Day, date_range, why_not
from gipfkit.record import RESULTS, TERMINATIONS

if TYPE_CHECKING:
    from gipfkit.analysis.game_table import Row


class DayType(click.ParamType[tuple[Day, Day]]):
    """A date, as far as it is given: the first and the last day that it can mean."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Day, Day]:
        """Give the range, or say how a date is written."""
        days = date_range(value)
        if days is None:
            self.fail(f"{value!r} is no date ({why_not(value)}): write 2000, 2000-08 or 2000-08-26", param, ctx)
        return days


OPTIONS = (
    click.option(
        "--player",
        "players",
        multiple=True,
        metavar="NAME",
        help="Games of this player, on either side, in any way of writing the name; a * in it stands for any part: "
        "'*berg'.",
    ),
    click.option(
        "--players",
        "aliases",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Who is who: a player a line, the name to show, then tabs with other names of the same player.",
    ),
    click.option(
        "--since",
        type=DayType(),
        metavar="DATE",
        help="Games that can have been played on or after a date: one that is not known in full counts as any day that "
        "it can be. Games without a date that can be read are left out.",
    ),
    click.option(
        "--until",
        type=DayType(),
        metavar="DATE",
        help="Games that can have been played by a date, likewise.",
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


@dataclass
class Choice:
    """Games to choose by filters, the players' names, and what there is to say of the games looked at so far."""

    filters: Filters = field(default_factory=Filters)
    players: Players = field(default_factory=Players)
    # The names asked for, by their keys.
    asked: Mapping[str, str] = field(default_factory=dict)
    undated: int = 0
    met: dict[str, str] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether it takes every game as it is."""
        return self.filters == Filters() and not self.players.names

    @property
    def watches(self) -> bool:
        """Whether there can be something to say of games that it leaves out."""
        return bool(self.filters.players) or self.filters.by_date

    def named(self, row: "Row") -> "Row":
        """Give a row of the game table with the players' names as they are to be shown."""
        if self.players.names:
            row |= {side: row[side] and self.players.name(row[side]) for side in ("white", "black")}
        return row

    def watch(self, row: "Row") -> None:
        """Look at a game for what there is to say in the end."""
        if self.filters.players:
            self.met.update((player_key(name), name) for name in (row["white"], row["black"]) if name)
        self.undated += self.filters.lacks_date(row)

    def takes(self, row: "Row") -> bool:
        """Look at a game, and say whether it is chosen."""
        self.watch(row)
        return self.filters(row)

    def sentences(self) -> list[str]:
        """Say who wasn't found, and how many games have no date to choose them by."""
        found = []
        for asked, name in self.asked.items():
            if asked not in self.met and not any(fits(asked, key) for key in self.met):
                alike = near(asked, self.met)
                found.append(f"no such player: {shown(name)}" + (f"; near: {', '.join(alike)}" if alike else ""))
        if self.undated:
            games = "1 game" if self.undated == 1 else f"{self.undated:,} games"
            found.append(f"{games} without a readable date left out")
        return found


def choosing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add every option that chooses games; the command gets one argument ``choice``, None where none is given."""

    @wraps(command)
    def wrapped(**given: Any) -> Any:
        choice = choice_of(given)
        return command(choice=None if choice.is_empty else choice, **given)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def choice_of(given: dict[str, Any], players: Players | None = None) -> Choice:
    """Take the filters and the players' names out of a command's arguments."""
    aliases = given.pop("aliases")
    players = players or (_players(aliases) if aliases else Players())
    asked = {players.key(name): name for name in given["players"]}
    return Choice(filters_of(given, players), players, asked)


def filters_of(given: dict[str, Any], players: Players) -> Filters:
    """Take the filters out of a command's arguments."""
    since, until, listed, text = (given.pop(name) for name in ("since", "until", "bots", "where"))
    no_bots = given.pop("no_bots")
    bots = frozenset(map(players.key, KNOWN_BOTS)) if no_bots else frozenset()
    if listed:
        bots = frozenset(map(players.key, _listed(listed)))
    try:
        where = condition(text) if text is not None else None
    except ConditionError as error:
        raise click.BadParameter(str(error), param_hint="--where") from error
    return Filters(
        variants=frozenset(given.pop("variants", ())),
        players=frozenset(map(players.key, given.pop("players"))),
        since=since[0] if since else None,
        until=until[1] if until else None,
        min_turns=given.pop("min_turns"),
        results=frozenset(given.pop("results")),
        terminations=frozenset(given.pop("terminations")),
        bots=bots,
        where=where,
    )


def _players(path: Path) -> Players:
    try:
        return Players.of_lines(path.read_text(encoding="utf-8-sig").split("\n"))
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} can't be read as UTF-8: {error}", param_hint="--players") from error
    except AliasError as error:
        raise click.BadParameter(f"{path}: {error}", param_hint="--players") from error


def _listed(path: Path) -> frozenset[str]:
    try:
        return bot_names(path.read_text(encoding="utf-8-sig").split("\n"))
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} can't be read as UTF-8: {error}", param_hint="--bots") from error
