"""Options that choose games, for every command that counts or draws them, and the games they choose."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any

import click

from gipfkit.analysis.filters import KNOWN_BOTS, Day, Filters, bot_names, date_range, normal
from gipfkit.analysis.game_table import Row, game_row
from gipfkit.analysis.index import Index
from gipfkit.analysis.indexing import Reading
from gipfkit.analysis.where import ConditionError, condition
from gipfkit.cli import options
from gipfkit.cli.games import check_encoding, exit_code, parts, read_games
from gipfkit.cli.streams import say
from gipfkit.findings import Finding
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.record import RESULTS, TERMINATIONS, Record
from gipfkit.replay import Replay, replay


class DayType(click.ParamType[tuple[Day, Day]]):
    """A date, as far as it is given: the first and the last day that it can mean."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Day, Day]:
        """Give the range, or say how a date is written."""
        days = date_range(value)
        if days is None:
            self.fail(f"{value!r} is no date: write 2000, 2000-08 or 2000-08-26", param, ctx)
        return days


_OPTIONS = (
    options.paths,
    options.notation_from,
    options.encoding,
    options.lenient,
    click.option(
        "--read-as",
        type=options.VariantType(list(VARIANTS)),
        help="Play every game by this variant, whatever the record says.",
    ),
    click.option(
        "--variant", "variants", multiple=True, type=click.Choice(list(VARIANTS)), help="Games of this variant."
    ),
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


@dataclass
class Selection:
    """The games chosen, and what came up while they were read."""

    paths: tuple[str, ...]
    notation: str | None
    encoding: str | None
    lenient: bool
    variant: Variant | None
    filters: Filters
    read: int = 0
    chosen: int = 0
    faulty: int = 0
    exit_code: int = 0
    findings: list[Finding] = field(default_factory=list)

    def games(self) -> Iterator[tuple[Row, Replay]]:
        """Yield each game chosen with its row in the game table, one at a time.

        What concerns a file as a whole goes to standard error.
        """
        for part in self.parts():
            if isinstance(part, Index):
                with part:
                    yield from self.of_index(part)
            else:
                yield from self.of_files(part)

    def rows(self) -> Iterator[Row]:
        """Yield the row of each game chosen; an index has them ready."""
        for part in self.parts():
            if isinstance(part, Index):
                with part:
                    for _, row, _ in self._of_index(part):
                        yield row
            else:
                yield from (row for row, _ in self.of_files(part))

    def parts(self) -> Iterator[Index | tuple[str, ...]]:
        """Yield the paths in order: files together, each index opened; what can't be opened is said."""
        check_encoding(self.encoding)
        for part in parts(self.paths):
            if isinstance(part, Finding):
                self._say(part)
            else:
                yield part

    def of_files(self, paths: tuple[str, ...]) -> Iterator[tuple[Row, Replay]]:
        """Yield what ``games`` does for some paths, none of them an index."""
        for item in read_games(paths, self.notation, self.encoding):
            if isinstance(item, Finding):
                self._say(item)
                continue
            played = self.replay(item)
            row = game_row(played)
            if self.takes(row):
                yield row, played

    def of_index(self, index: Index) -> Iterator[tuple[Row, Replay]]:
        """Yield what ``games`` does for an index."""
        for number, row, played in self._of_index(index):
            yield row, played or self.replay(index.record(number))

    def say_findings(self, index: Index) -> None:
        """Say what concerns the files of an index as a whole."""
        for finding in index.file_findings():
            self._say(finding)

    def as_indexed(self, index: Index) -> bool:
        """Say whether the games of an index were judged as these options ask."""
        how = Reading.of(index)
        return (how.lenient, how.variant) == (self.lenient, self.variant.name if self.variant else None)

    def replay(self, record: Record) -> Replay:
        """Replay a record as the options ask."""
        return replay(record, variant=self.variant, lenient=self.lenient)

    def _of_index(self, index: Index) -> Iterator[tuple[int, Row, Replay | None]]:
        """Yield number and row of the games chosen; with the replay where they must be judged anew."""
        ready = self.as_indexed(index)
        for item in index.items():
            if isinstance(item, Finding):
                self._say(item)
                continue
            number, row = item
            played = None if ready else self.replay(index.record(number))
            row = game_row(played) if played else row
            if self.takes(row):
                yield number, row, played

    def _say(self, finding: Finding) -> None:
        self.findings.append(finding)
        self.exit_code = max(self.exit_code, exit_code([finding]))
        say(finding)

    def takes(self, row: Row) -> bool:
        """Count a game that was read, and say whether it is chosen."""
        self.read += 1
        if not self.filters(row):
            return False
        self.chosen += 1
        if not row["ok"]:
            self.faulty += 1
            self.exit_code = max(self.exit_code, 1)
        return True

    def remarks(self) -> list[str]:
        """Say what the reader of a table or a picture should know about the games in it."""
        found = []
        if self.chosen < self.read:
            found.append(f"{self.chosen:,} of {self.read:,} games chosen")
        if self.faulty:
            games = (
                "1 game has errors and counts" if self.faulty == 1 else f"{self.faulty:,} games have errors and count"
            )
            found.append(f"{games} up to the first one; see gipfkit validate, or leave it out with --where ok")
        return found


def selecting(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the paths and every option that chooses games; the command gets one argument ``selection`` for all."""

    @wraps(command)
    def wrapped(**given: Any) -> Any:
        named = {
            "paths": given.pop("paths"),
            "notation": given.pop("from_"),
            "encoding": given.pop("encoding"),
            "lenient": given.pop("lenient"),
            "variant": given.pop("read_as"),
        }
        return command(selection=Selection(**named, filters=_filters(given)), **given)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def _filters(given: dict[str, Any]) -> Filters:
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
        variants=frozenset(given.pop("variants")),
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
        return bot_names(path.read_text(encoding="utf-8-sig").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path} can't be read as UTF-8: {error}", param_hint="--bots") from error
