"""Replays a record by the rules: positions, resolved turns, the ending and findings, its variations too."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from gipfkit.dates import date_tag, is_date, why_not
from gipfkit.ending import WINNERS, Ending, ending, unplayed
from gipfkit.findings import ERROR, WARNING, Finding, has_errors, in_variation
from gipfkit.gipf.position import Outcome, Position
from gipfkit.gipf.turn import Turn
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS, Variant
from gipfkit.judge import Issue
from gipfkit.record import Record, TurnList
from gipfkit.stated import stated_termination, stated_variant
from gipfkit.steps import Steps
from gipfkit.unreadable import reported
from gipfkit.walk import Walk, walked


@dataclass
class Replay:
    """What a record comes to. Positions and turns are built when they are asked for.

    What is counted of a game ends before the first turn that can't be played as it is written: ``played``, ``turns``,
    ``positions`` and ``outcome`` do, and ``as_written``. ``walk`` goes on behind a turn that had to be mended (another
    end spot, line, dot, kind or list), to find what else is wrong. A wrong reserve count or mark alone changes no turn.

    ``ending`` is the settled result: the record's own word where the board doesn't decide. ``variations`` holds the
    walk of each variation by its path: the turn that it replaces and its place there, and so on inward.
    """

    record: Record
    start: Position | None
    walk: Walk | None = field(repr=False)
    ending: Ending
    findings: tuple[Finding, ...]
    variations: dict[tuple[int, ...], Walk] = field(default_factory=dict, repr=False)

    @property
    def played(self) -> int:
        """How many turns could be played as they are written: the replay stops at the first that can't."""
        return len(self.as_written.steps) if self.as_written else 0

    @property
    def as_written(self) -> Walk | None:
        """The walk as far as the turns can be played as they are written."""
        return self.walk.as_written if self.walk else None

    @property
    def ok(self) -> bool:
        """Whether neither the reader nor the replay found an error."""
        return not has_errors(self.findings)

    @property
    def variant(self) -> Variant | None:
        """The variant played by, or None where the start is impossible."""
        return self.start.variant if self.start else None

    @property
    def positions(self) -> list[Position]:
        """The positions before the first turn and after each turn played; empty without a start."""
        return self.as_written.positions if self.as_written else []

    @property
    def turns(self) -> list[Turn]:
        """The turns played, each with the removals that were taken."""
        return self.as_written.turns if self.as_written else []

    @property
    def outcome(self) -> Outcome | None:
        """The outcome on the board after the last turn played, or None."""
        return self.as_written.last.outcome() if self.as_written else None


def replay(record: Record, *, variant: Variant | None = None, lenient: bool = False) -> Replay:
    """Replay a record by the rules; ``variant`` decides over what the record says.

    With ``lenient`` a row that was overlooked may stand and be removed later, with a warning.
    """
    barred = any(finding.code == "start-impossible" for finding in record.findings)
    start, issues = (None, []) if barred else _start(record, variant)
    if start is None and not barred and not any(issue.weight == ERROR for issue in issues):
        start, assumed = _inferred(record, lenient)
        issues += assumed
    if start is None:
        issues += _date_issues(record)
        found = [_whole(record, issue) for issue in issues]
        return Replay(record, None, None, ending(record, None), _in_order(record, [*reported(record), *found]))
    issues += _date_issues(record)
    walk = walked(start, record.turns, lenient)
    if record.result:
        walk.prefer(WINNERS.get(record.result), stated_termination(record.tag("Termination") or "") or None)
    settled = _ending(record, walk)
    inner = list(_variations(record.main, walk, lenient))
    variations = {path: inner_walk for path, _, inner_walk in inner}
    if not (walk.noted or issues or settled.issues or variations):
        return Replay(record, start, walk, settled, _in_order(record, record.findings))
    findings = [_whole(record, issue) for issue in issues]
    findings += [_in_game(record, finding) for finding in walk.findings(record.main)]
    findings += [_in_game(record, finding) for finding in _variation_findings(inner)]
    findings += reported(record)
    at_end = [_at_end(record, walk.doubted(issue, len(record.turns) + 1)) for issue in settled.issues]
    return Replay(record, start, walk, settled, _in_order(record, findings, at_end), variations)


def _in_order(record: Record, found: Sequence[Finding], at_end: Sequence[Finding] = ()) -> tuple[Finding, ...]:
    """Give a game's findings in the order of their places; what concerns the game as a whole stands where it begins."""
    if len(found) + len(at_end) < 2:
        return (*found, *at_end)
    places = [(_place(record, f), f) for f in found]
    places += [((f.line or record.line, f.column or sys.maxsize, sys.maxsize), f) for f in at_end]
    return tuple(finding for _, finding in sorted(places, key=itemgetter(0)))


def _place(record: Record, finding: Finding) -> tuple[int, int, int]:
    """Give line, column and turn of a finding; of a turn whose column isn't told the column where the turn stands."""
    turn = finding.turn or 0
    place = record.main.place(turn) if turn and finding.column is None else None
    column = finding.column or (place.column if place else 0)
    return finding.line or record.line, column, turn


def _date_issues(record: Record) -> Iterator[Issue]:
    """Yield what is wrong with the date of a game: one that can't be understood."""
    text = date_tag(dict(reversed(record.tags))) if record.tags else None
    if text and not is_date(text):
        message = f"the date {text!r} is not understood: {why_not(text)}"
        yield Issue("date-not-understood", message, "write yyyy.mm.dd, question marks for what isn't known")


def _ending(record: Record, walk: Walk) -> Ending:
    """Settle the ending; the board behind a turn that had to be mended decides nothing, but shows what contradicts."""
    if not record.turns:
        return unplayed(record, walk.last)
    last = walk.last if walk.failure is None else None
    settled = ending(record, last)
    if walk.as_written is walk:
        return settled
    return replace(ending(record, None), issues=settled.issues)


def _start(record: Record, variant: Variant | None) -> tuple[Position | None, list[Issue]]:
    """Give the start that the record states, or None where it names no variant; issues say what is wrong with it."""
    issues: list[Issue] = []
    name, text = record.tag("Variant") or "", (record.tag("Position") or "").strip()
    word = name if name in VARIANTS else stated_variant(name)
    if word is None:
        known = ", ".join(VARIANTS)
        issues.append(Issue("unknown-tag-value", f"Variant {name!r} is unknown", f"one of {known}", _unless(variant)))
    tagged = VARIANTS.get(word or "")
    stated = variant or tagged
    if not text:
        issues += _overruled(variant, tagged)
        return Position.initial(stated) if stated else None, issues
    try:
        position = Position.from_text(text)
    except ValueError as error:
        issues.append(Issue("start-impossible", f"Position: {error}", "mend the Position tag"))
        return None, issues
    if variant:
        issues += _overruled(variant, tagged, position.variant)
        position = replace(position, variant=variant)
    elif stated and stated is not position.variant:
        message = f"Variant says {stated.name}, Position says {position.variant.name}"
        issues.append(Issue("start-impossible", message, "make the tags agree"))
    for problem in position.problems():
        code = "start-impossible" if problem.impossible else "start-unusual"
        issues.append(Issue(code, f"{'the start' if record.notation == 'course' else 'Position'}: {problem.message}"))
    return position if not any(issue.code == "start-impossible" for issue in issues) else None, issues


def _overruled(asked: Variant | None, *said: Variant | None) -> list[Issue]:
    """Note that the variant asked for is none of those that the record names."""
    others = [variant.name for variant in dict.fromkeys(said) if variant not in (asked, None)]
    if asked is None or not others:
        return []
    message = f"played as {asked.name}, as asked, but the record says {' and '.join(others)}"
    return [Issue("variant-overruled", message, "leave out --variant to play by the record")]


def _unless(variant: Variant | None) -> str | None:
    return WARNING if variant else None


def _inferred(record: Record, lenient: bool) -> tuple[Position, list[Issue]]:
    """Find the variant that fits the whole game: a first turn with G is tournament, else standard or basic."""
    first = record.turns[0].push if record.turns else None
    if first and first.gipf:
        return Position.initial(TOURNAMENT), []
    # Whether a variant lets every turn be played is soon told, and mostly decides.
    playable = [variant for variant in (STANDARD, BASIC) if _is_playable(variant, record, lenient)]
    if len(playable) == 1:
        return Position.initial(playable[0]), []
    fits = []
    for variant in (STANDARD, BASIC):
        walk = walked(Position.initial(variant), record.turns, lenient)
        issues = [f.severity for f in walk.findings(record.main)] + [i.weight for i in _ending(record, walk).issues]
        fits.append((issues.count(ERROR), -len(walk.steps), variant))
    (wrong, _, best), (others_wrong, _, other) = sorted(fits, key=lambda fit: fit[:2])
    if wrong == others_wrong == 0:
        message = f"no variant is named: read as {best.name}, {other.name} fits as well"
        hint = 'add [Variant "..."] or use --variant'
        return Position.initial(best), [Issue("variant-assumed", message, hint)]
    return Position.initial(best), []


def _is_playable(variant: Variant, record: Record, lenient: bool) -> bool:
    """Say whether a variant lets every turn of a game be played without an error."""
    return len(Steps(Position.initial(variant), record.turns, lenient, most_errors=0).steps) == len(record.turns)


_Variation = tuple[tuple[int, ...], TurnList, Walk]


def _variations(turns: TurnList, walk: Walk, lenient: bool) -> Iterator[_Variation]:
    """Yield every variation whose start was reached: its path, its turns, its walk."""
    stack: list[_Variation] = [((), turns, walk)]
    while stack:
        path, parent, outer = stack.pop()
        for number, note in parent.annotations.items():
            for k, variation in enumerate(note.variations):
                if max(number - 1, 0) < len(outer.positions):
                    inner = walked(outer.positions[max(number - 1, 0)], variation.turns, lenient)
                    stack.append(((*path, number, k), variation, inner))
                    yield stack[-1]


def _variation_findings(variations: list[_Variation]) -> Iterator[Finding]:
    """Yield what was found in variations; an error there is a warning, as the game itself is not touched by it."""
    for path, turns, walk in variations:
        first = 1 + sum(max(number - 1, 0) for number in path[::2])
        for finding in walk.findings(turns, first):
            yield in_variation(finding, finding.turn)


def _whole(record: Record, issue: Issue) -> Finding:
    finding = Finding(issue.code, issue.weight, issue.message, line=record.line, hint=issue.hint)
    return _in_game(record, finding)


def _at_end(record: Record, issue: Issue) -> Finding:
    place = record.main.place(len(record.turns))
    line, column = (place.line, place.column) if place else (record.line, None)
    finding = Finding(issue.code, issue.weight, issue.message, line=line, column=column, hint=issue.hint)
    return _in_game(record, finding)


def _in_game(record: Record, finding: Finding) -> Finding:
    return replace(finding, source=record.source, game=record.number)
