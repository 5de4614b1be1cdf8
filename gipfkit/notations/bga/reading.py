"""Saved logs of Board Game Arena, read by a table that says what its notifications mean (spec: notations section 5).

The way of a log: ``log`` takes the JSON apart, ``table`` says what each notification does, ``players`` who
plays and who won, ``game`` and ``rows`` follow the game on the board, undo included: only the players' choices
come from the log, rows are removed by the rules.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gipfkit.findings import Finding
from gipfkit.gipf.board import Colour
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import BASIC, STANDARD, TOURNAMENT, VARIANTS
from gipfkit.notations.bga.game import MOVES, UNDO, Builder, Move, uncancelled
from gipfkit.notations.bga.log import Log, Notification, logs, text_of
from gipfkit.notations.bga.players import Ending, Players, finding
from gipfkit.notations.bga.table import WORDS, Action, Table, shipped
from gipfkit.notations.official import shortened
from gipfkit.record import Place, Record, TurnList, ordered_tags

SITE = "Board Game Arena"
_SHOWN_UNKNOWN = 10
_LAST_SECOND = 253_402_300_799  # of the year 9999
_Unknown = dict[tuple[str, str], tuple[Notification, int]]


def read(lines: Iterable[str], source: str = "", table: Table | None = None) -> Iterator[Record | Finding]:
    """Yield a record for each log in a text; a finding for a document that is none, or of which nothing is known.

    ``table`` takes the place of the shipped one (see ``table.load``). Each log or broken document counts as a game.

    >>> packet = '{"move_id": "1", "data": [{"type": "pieceEntered", "args": {"dot": "e1", "spot": "e3"}}]}'
    >>> [game.turns[0].push for game in read([f'{{"data": {{"logs": [{packet}]}}}}'])]
    [WrittenPush(dot='e1', spot='e3', gipf=False)]
    """
    table = table or shipped()
    for number, found in enumerate(logs("\n".join(lines)), 1):
        game = _game(found, table) if isinstance(found, Log) else found
        if isinstance(game, Finding):
            yield replace(game, source=source, game=number)
            continue
        findings = tuple(replace(f, source=source, game=number, line=game.line) for f in game.findings)
        yield replace(game, source=source, number=number, findings=findings)


def _game(log: Log, table: Table) -> Record | Finding:
    """Make a record of a log; a finding alone where the table knows none of its turns."""
    actions, unknown = _actions(log, table)
    findings = [_unknown_finding(unknown)] if unknown else []
    if log.broken:
        rest = f", and {len(log.broken) - 1} more" if len(log.broken) > 1 else ""
        findings.append(finding("unreadable", f"{log.broken[0]}{rest}", "the log is not as the site saves it"))
    players = Players(table, log, actions)
    moves = [Move(action, players.of(action)) for action in uncancelled(actions) if action.do in (*MOVES, *UNDO)]
    enterers = [move.who for move in moves if move.action.do == "enter"]
    if unknown and not enterers:
        return replace(findings[0], line=log.line)
    sides, side_findings = players.sides(enterers)
    variant, variant_findings = _variant(log, table, actions)
    built = _built(moves, table, sides, variant)
    ending = Ending(players, sides)
    for action in actions:
        if action.do in ("resign", "time-out", "end"):
            ending.add(action)
    findings += [*side_findings, *variant_findings, *built.findings, *ending.findings]
    if not built.turns:
        findings.append(finding("no-turns", "the game has no turns"))
    if not table.confirmed:
        message = "read by a table that no real log has confirmed: compare the game with the site's own replay"
        findings.append(finding("table-unconfirmed", message, "with a table of your own set confirmed = true in it"))
    tags = [*_place_tags(log), *players.tags(sides)]
    stated = (("Result", ending.result), ("Variant", variant), ("Termination", ending.termination))
    tags += [(name, value) for name, value in stated if value]
    main = TurnList(tuple(built.turns), locate=lambda _: Place(log.line, 1))
    return Record(ordered_tags(tags), main, ending.result, line=log.line, notation="bga", findings=tuple(findings))


def _actions(log: Log, table: Table) -> tuple[list[Action], _Unknown]:
    """Give what the notifications do, and those that the table doesn't know: the first of each kind with its count."""
    actions, unknown = [], _Unknown()
    for note in log.notifications:
        action = table.action(note)
        if action is None:
            first, count = unknown.get((note.type, note.log), (note, 0))
            unknown[note.type, note.log] = first, count + 1
        elif action.do != "ignore":
            actions.append(action)
    return actions, unknown


def _unknown_finding(unknown: _Unknown) -> Finding:
    shown = [_unknown_text(note, count) for note, count in list(unknown.values())[:_SHOWN_UNKNOWN]]
    if len(unknown) > _SHOWN_UNKNOWN:
        shown.append(f"and {len(unknown) - _SHOWN_UNKNOWN} more")
    kinds = f"{len(unknown)} kind{'s' if len(unknown) > 1 else ''} of notification"
    first = shortened(next(iter(unknown))[0])
    hint = (
        "write a table that says what they do, and name it with --table FILE: a line extends = true, then for each an "
        f'entry such as [[action]] do = "ignore" type = "{first}", or do = "enter" with dot = "args.NAME" and '
        'spot = "args.NAME"; the shipped table, gipf.toml, explains every entry'
    )
    return finding("unknown-notification", f"the table doesn't know {kinds}: {'; '.join(shown)}", hint)


def _unknown_text(note: Notification, count: int) -> str:
    args = ", ".join(shortened(name, 20) for name in list(note.args)[:8]) + ", ..." * (len(note.args) > 8)
    about = [f"{count} times"] if count > 1 else []
    about += [f"args {args}"] if args else []
    return f"{shortened(note.type)}: {shortened(note.log, 80) or '(no text)'}" + f" ({'; '.join(about)})" * bool(about)


def _variant(log: Log, table: Table, actions: Sequence[Action]) -> tuple[str | None, list[Finding]]:
    """Give the variant that the log names, if the table tells where."""
    given = [action.values["variant"] for action in actions if action.do == "start" and "variant" in action.values]
    given += [value for value in table.in_file(log, "variant") if value is not None]
    if not given:
        return None, []
    word = table.word("variant", given[0])
    if word in WORDS["variant"]:
        return word, []
    shown = shortened(text_of(given[0]) or "")
    hint = f'add "{shown}" to [values.variant] of the table' if shown else None
    message = f"variant: {shown!r} is none of {', '.join(WORDS['variant'])}"
    return None, [finding("unreadable", message, hint)]


def _built(moves: Sequence[Move], table: Table, sides: dict[str, Colour], variant: str | None) -> Builder:
    """Build the turns; without a variant by the one that the game follows longest."""
    if variant:
        starts = [VARIANTS[variant]]
    else:
        first = next((move.action for move in moves if move.action.do == "enter"), None)
        entered = first and table.word("kind", first.values.get("kind"))
        starts = [TOURNAMENT] if entered == "gipf" else [STANDARD, BASIC]
    builders = [Builder(Position.initial(start), table, sides).build(moves) for start in starts]
    return max(builders, key=lambda builder: builder.followed)


def _place_tags(log: Log) -> Iterator[tuple[str, str]]:
    yield "Site", SITE
    if log.time and log.time <= _LAST_SECOND:
        yield "Date", time.strftime("%Y.%m.%d", time.gmtime(log.time))
    if log.table_id:
        yield "TableId", log.table_id
