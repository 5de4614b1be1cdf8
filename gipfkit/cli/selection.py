"""Options that choose games, for every command that counts or draws them, and the games they choose."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import click

from gipfkit.analysis.game_table import Row, game_row, is_position_alone
from gipfkit.analysis.index import Index
from gipfkit.analysis.indexing import Reading
from gipfkit.cli import choosing, options
from gipfkit.cli.choosing import Choice
from gipfkit.cli.games import Files, check_encoding, check_options, exit_code, parts, read_table, tell
from gipfkit.findings import Finding
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.record import Record
from gipfkit.replay import Replay, replay

_OPTIONS = (
    options.notation_from,
    options.encoding,
    options.table,
    options.lenient,
    click.option(
        "--read-as",
        type=options.VariantType(list(VARIANTS)),
        help="Play every game by this variant, whatever the record says.",
    ),
    click.option(
        "--variant", "variants", multiple=True, type=click.Choice(list(VARIANTS)), help="Games of this variant."
    ),
    *choosing.OPTIONS,
)


@dataclass
class Selection:
    """The games chosen, and what came up while they were read."""

    paths: tuple[str, ...]
    notation: str | None
    encoding: str | None
    table: str | None
    lenient: bool
    variant: Variant | None
    choice: Choice
    # What a game must be besides.
    also: Callable[[Row], bool] | None = None
    quiet: bool = False
    read: int = 0
    chosen: int = 0
    faulty: int = 0
    alone: int = 0
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

    def parts(self) -> Iterator[Index | Files]:
        """Yield the paths in order: files together, each index opened; what can't be opened is said."""
        check_encoding(self.encoding)
        for part in parts(self.paths, self.notation, self.encoding, self.table):
            if isinstance(part, Finding):
                self._say(part)
            else:
                yield part

    def of_files(self, part: Files) -> Iterator[tuple[Row, Replay]]:
        """Yield what ``games`` does for some paths, none of them an index."""
        table = None if self.table is None else read_table(self.table)[1]
        for item in part.read(self.notation, self.encoding, table):
            if isinstance(item, Finding):
                self._say(item)
                continue
            played = self.replay(item)
            row = self.choice.named(game_row(played))
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
        """Say whether the games of an index were judged as these options ask; they must have been read so."""
        check_options(index, self.notation, self.encoding, self.table)
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
            row = self.choice.named(game_row(played) if played else row)
            if self.takes(row):
                yield number, row, played

    def _say(self, finding: Finding) -> None:
        self.findings.append(finding)
        self.exit_code = max(self.exit_code, exit_code([finding]))
        tell(finding, quiet=self.quiet)

    def takes(self, row: Row) -> bool:
        """Count a game that was read, and say whether it is chosen."""
        self.read += 1
        if not self.choice.takes(row) or (self.also and not self.also(row)):
            return False
        self.chosen += 1
        self.alone += is_position_alone(row)
        if not row["ok"]:
            self.faulty += 1
            self.exit_code = max(self.exit_code, 1)
        return True

    def remarks(self) -> list[str]:
        """Say what the reader of a table or a picture should know about the games in it."""
        found = self.choice.sentences()
        if self.chosen < self.read:
            found.append(f"{self.chosen:,} of {self.read:,} games chosen")
        if self.faulty:
            games = (
                "1 game has errors and counts" if self.faulty == 1 else f"{self.faulty:,} games have errors and count"
            )
            until = "up to the first turn that can't be played as it is written"
            found.append(f"{games} {until}; see gipfkit validate, or leave it out with --where ok")
        if self.alone:
            records = "1 record is a position" if self.alone == 1 else f"{self.alone:,} records are positions"
            found.append(f"{records} alone, without a turn, and no finished game: counted in no sum")
        return found


def selecting(command: Callable[..., Any], paths: Callable[..., Any] = options.paths) -> Callable[..., Any]:
    """Add the paths and every option that chooses games; the command gets one argument ``selection`` for all."""

    @wraps(command)
    def wrapped(**given: Any) -> Any:
        named = {
            "paths": given.pop("paths"),
            "notation": given.pop("from_"),
            "encoding": given.pop("encoding"),
            "table": given.pop("table"),
            "lenient": given.pop("lenient"),
            "variant": given.pop("read_as"),
            "quiet": given.get("quiet", False),
        }
        return command(selection=Selection(**named, choice=choosing.choice_of(given)), **given)

    for option in reversed((paths, *_OPTIONS)):
        wrapped = option(wrapped)
    return wrapped
