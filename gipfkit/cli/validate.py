"""``gipfkit validate``: check games against the rules."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import TextIO

import click

from gipfkit.cli import options
from gipfkit.cli.choosing import Choice, choosing
from gipfkit.cli.endings import fit_format, not_over_input
from gipfkit.cli.games import UNREADABLE, read_games, replayed, say_of_choice, told
from gipfkit.cli.output import FORMATS, Row, opened, write_rows
from gipfkit.cli.streams import say
from gipfkit.findings import ERROR, NOTE, WARNING, Finding
from gipfkit.gipf.variant import Variant
from gipfkit.record import Record
from gipfkit.replay import Replay

# Validation looks for mendings no longer than this in all.
_MOST_SECONDS = 5.0
COLUMNS = ("source", "game", "line", "column", "turn", "side", "severity", "code", "text", "message", "hint")


@dataclass(slots=True)
class _Totals:
    games: int = 0
    turns: int = 0
    faulty: int = 0
    severities: Counter[str] = field(default_factory=Counter)
    unreadable: bool = False
    mendable: int = 0
    seconds: float = _MOST_SECONDS

    def add(self, findings: tuple[Finding, ...]) -> None:
        self.severities.update(finding.severity for finding in findings)
        self.unreadable = self.unreadable or any(finding.code == UNREADABLE for finding in findings)

    def see_whether_mendable(self, played: Replay, lenient: bool) -> None:
        """Count a game with errors that ``repair`` mends, as long as there is time for the search."""
        from gipfkit.repair.mending import mended

        if self.seconds > 0:
            start = time.monotonic()
            self.mendable += mended(played, lenient=lenient, seconds=self.seconds).whole
            self.seconds -= time.monotonic() - start

    @property
    def advice(self) -> str:
        """What ``repair`` can do, in a line; empty where that is nothing."""
        if not self.mendable:
            return ""
        these = "at least " if self.seconds <= 0 else ""
        return f"repair can mend {these}{self.mendable:,} of these: gipfkit repair --diff PATHS shows how\n"

    def __str__(self) -> str:
        counts = [_counted(self.severities[s], s) for s in (ERROR, WARNING, NOTE)]
        bad = f" ({_counted(self.faulty, 'game')} with errors)" if self.faulty else ""
        return f"{_counted(self.games, 'game')}, {_counted(self.turns, 'turn')}: {', '.join(counts)}{bad}"

    @property
    def exit_code(self) -> int:
        return 2 if self.unreadable else 1 if self.severities[ERROR] else 0


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


@click.command(name="validate")
@options.reading
@choosing
@click.option("--limit", type=click.IntRange(0), metavar="N", help="Show N findings at most; all are counted.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", *FORMATS]),
    default="text",
    show_default=True,
    help="text, a table of findings, or json/ndjson with one object a game.",
)
@options.output
@options.errors_only
@options.verbose
def command(
    paths: tuple[str, ...],
    from_: str | None,
    variant: Variant | None,
    encoding: str | None,
    lenient: bool,
    table: str | None,
    choice: Choice | None,
    limit: int | None,
    format_: str,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Check games against the rules and report every finding with its place.

    Options that choose games leave the others out of the findings and of the totals; to choose by variant write
    --where 'variant == "basic"'.

    Exit status: 0 clean (warnings and notes don't count), 1 errors found, 2 a path can't be read.
    """
    fit_format(output, format_)
    not_over_input(output, paths)
    totals = _Totals()
    played = replayed(read_games(paths, from_, encoding, table), variant, lenient, choice)
    checked = _checked(played, totals)
    if quiet:
        checked = _errors_of(checked)
    with opened(output) as stream:
        if format_ == "text":
            _write_text(checked, stream, limit, totals, quiet=quiet, verbose=verbose and not quiet, lenient=lenient)
        elif format_ in ("json", "ndjson"):
            _write_json(checked, stream, limit, lines=format_ == "ndjson")
        else:
            rows = [_row(finding) for _, found in checked for finding in found]
            write_rows(COLUMNS, rows[:limit], format_, stream)
    if format_ != "text" and not quiet:
        say(totals)
    say_of_choice(choice, quiet=quiet)
    raise SystemExit(totals.exit_code)


_Checked = Iterator[tuple[Replay | None, tuple[Finding, ...]]]


def _checked(items: Iterator[Replay | Finding], totals: _Totals) -> _Checked:
    """Yield each game with its findings, or None with what concerns a file or path."""
    for item in items:
        if isinstance(item, Finding):
            totals.add((item,))
            yield None, (item,)
            continue
        totals.games += 1
        totals.turns += readable(item.record)
        if item.findings:
            totals.add(item.findings)
            totals.faulty += not item.ok
        yield item, item.findings


def _errors_of(checked: _Checked) -> _Checked:
    """Yield the same with errors alone: every game, and of files those that have one."""
    for played, findings in checked:
        errors = tuple(finding for finding in findings if finding.severity == ERROR)
        if played or errors:
            yield played, errors


def _write_text(
    checked: _Checked,
    stream: TextIO,
    limit: int | None,
    totals: _Totals,
    *,
    quiet: bool,
    verbose: bool,
    lenient: bool,
) -> None:
    left = -1 if limit is None else limit
    hidden = 0
    for played, findings in checked:
        for finding in findings:
            if left:
                stream.write(f"{told(finding)}\n")
                left -= 1
            else:
                hidden += 1
        if verbose and played:
            stream.write(f"{_summary(played)}\n")
        if played and not quiet and not played.ok:
            totals.see_whether_mendable(played, lenient)
    if hidden:
        stream.write(f"{_counted(hidden, 'finding')} more\n")
    if not quiet:
        stream.write(f"{totals}\n{totals.advice}")


def _summary(played: Replay) -> str:
    record, ending = played.record, played.ending
    variant = played.variant.name if played.variant else "unknown variant"
    termination = f" ({ending.termination})" if ending.termination else ""
    verdict = "ok" if played.ok else "not ok"
    turns = _counted(readable(record), "turn")
    return (
        f"{record.source}:{record.line}: game {record.number}: {record.notation}, {variant}, {turns}, "
        f"{ending.result}{termination}: {verdict}"
    )


def readable(record: Record) -> int:
    """Count the turns that could be read."""
    return sum(turn.unreadable is None for turn in record.turns)


def _write_json(checked: _Checked, stream: TextIO, limit: int | None, *, lines: bool) -> None:
    left = -1 if limit is None else limit
    written = 0
    for played, findings in checked:
        shown = findings if left < 0 else findings[:left]
        left = left if left < 0 else left - len(shown)
        text = json.dumps(_game_object(played, findings, shown), ensure_ascii=False)
        start = "" if lines else ",\n" if written else "[\n"
        stream.write(f"{start}{text}" + ("\n" if lines else ""))
        written += 1
    if not lines:
        stream.write("\n]\n" if written else "[]\n")


def _game_object(played: Replay | None, findings: tuple[Finding, ...], shown: tuple[Finding, ...]) -> Row:
    listed = [_finding_object(finding) for finding in shown]
    if played is None:
        finding = findings[0]
        ok = finding.severity != ERROR
        return {"source": finding.source, "game": None, "line": finding.line, "ok": ok, "findings": listed}
    record, ending = played.record, played.ending
    return {
        "source": record.source,
        "game": record.number,
        "line": record.line,
        "notation": record.notation,
        "tags": dict(record.tags),
        "variant": played.variant.name if played.variant else None,
        "turns": readable(record),
        "result": ending.result,
        "winner": ending.winner.word if ending.winner is not None else None,
        "termination": ending.termination,
        "ok": played.ok,
        "findings": listed,
    }


def _finding_object(finding: Finding) -> Row:
    keys = ("code", "severity", "line", "column", "turn", "side", "text", "message", "hint")
    values = asdict(finding)
    return {key: values[key] for key in keys}


def _row(finding: Finding) -> Row:
    values = asdict(finding)
    return {key: values[key] for key in COLUMNS}
