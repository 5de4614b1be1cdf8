"""``gipfkit repair``: mend slips where one small change alone fits the rest of the game."""

from dataclasses import dataclass, field
from difflib import unified_diff
from functools import partial
from typing import TYPE_CHECKING

import click

from gipfkit.archives import shown
from gipfkit.cli import options
from gipfkit.cli.games import check_encoding, exit_code, read_table, tell
from gipfkit.cli.output import opened
from gipfkit.cli.streams import say
from gipfkit.findings import CODES, Finding, has_errors
from gipfkit.gipf.variant import Variant
from gipfkit.reading import read_source, read_text
from gipfkit.repair.mending import Mended, mended
from gipfkit.repair.texts import rewritten
from gipfkit.replay import replay
from gipfkit.sources import DATABASE, Source, beginning, find

if TYPE_CHECKING:
    from gipfkit.notations.bga.table import Table


@dataclass(frozen=True, slots=True)
class _How:
    """How games are read and played."""

    notation: str | None
    variant: Variant | None
    lenient: bool
    table: "Table | None"


@dataclass(slots=True)
class _Count:
    """What became of the games with errors, and the findings that the exit status comes of."""

    faulty: int = 0
    whole: int = 0
    findings: list[Finding] = field(default_factory=list)

    def __str__(self) -> str:
        games = "1 game has" if self.faulty == 1 else f"{self.faulty:,} games have"
        return f"{games} errors: {self.whole:,} mended"


@click.command(name="repair")
@options.reading
@click.option("--diff", is_flag=True, help="Show what would change as a unified diff, and write nothing.")
@options.output
@options.quiet
def command(
    paths: tuple[str, ...],
    from_: str | None,
    variant: Variant | None,
    encoding: str | None,
    lenient: bool,
    table: str | None,
    diff: bool,
    output: str | None,
    quiet: bool,
) -> None:
    """Mend slips: a letter, a G or a *, a count, a list, a dot, a turn missing, doubled or in the wrong place.

    For a game with an error small changes are tried, at the turn that fails and at those before it. One that lets the
    rest of the game be played, with its counts, lists and result, is made where no other fits, or where the others are
    far less likely; where several fit they are listed and none is made. Everything else in the text stays as it is.

    The text goes to standard output, or to -o FILE; findings go to standard error. Games in the official notation,
    tagged or bare, and in jsonl are mended in place; others are to be converted first.

    Exit status: 0 no errors are left, 1 errors are left, 2 a path can't be read.
    """
    options.exclude("--diff", "--output")
    check_encoding(encoding)
    for path in paths:
        if beginning(path, len(DATABASE)) == DATABASE:
            raise click.UsageError(f"{shown(path)} is an index: name its files")
    how = _How(from_, variant, lenient, None if table is None else read_table(table)[1])
    count = _Count()
    with opened(output) as stream:
        for source in find(paths, encoding=encoding):
            if isinstance(source, Finding):
                tell(source, quiet=quiet)
                count.findings.append(source)
                continue
            before, after = _mended(source, how, count, quiet)
            stream.write(_diff(source.name, before, after) if diff else after)
    if not quiet and count.faulty:
        say(count)
    raise SystemExit(exit_code(count.findings))


def _mended(source: Source, how: _How, count: _Count, quiet: bool) -> tuple[str, str]:
    """Return the text of a source as it is and as it is mended, and say what was found."""
    games: list[Mended] = []
    for item in read_source(source, how.notation, how.table):
        if isinstance(item, Finding):
            tell(item, quiet=quiet)
            count.findings.append(item)
            continue
        played = replay(item, variant=how.variant, lenient=how.lenient)
        if has_errors(played.findings):
            count.faulty += 1
            games.append(mended(played, lenient=how.lenient))
    text = source.text_as_it_is()
    result = rewritten(text, [game for game in games if game.changes], partial(read_text, notation=how.notation))
    for game in games:
        findings = list(game.findings)
        if game in result.unwritten:
            findings = [_unwritten(game), *game.before.findings]
        elif game.whole:
            count.whole += 1
        else:
            findings += [finding for finding in game.replay.findings if finding not in findings]
        for finding in findings:
            tell(finding, quiet=quiet)
        count.findings += findings
    return text, result.text


def _unwritten(game: Mended) -> Finding:
    record = game.before.record
    changes = "; ".join(finding.message for finding in game.findings if finding.code == "repaired")
    message = f"this can't be written into the text ({record.notation}), which stays as it is: {changes}"
    hint = "convert it first: gipfkit convert --to tagged"
    code = "not-repaired"
    return Finding(
        code, CODES[code].severity, message, source=record.source, game=record.number, line=record.line, hint=hint
    )


def _diff(name: str, before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, f"{name} (mended)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
