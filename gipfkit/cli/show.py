"""``gipfkit show``: draw a position in the terminal."""

from collections.abc import Iterable

import click

from gipfkit.archives import shown
from gipfkit.cli import options
from gipfkit.cli.games import exit_code, read_games, tell
from gipfkit.cli.streams import say
from gipfkit.findings import Finding
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import Variant
from gipfkit.notations.official import counted_text
from gipfkit.pictures.terminal import draw
from gipfkit.record import Record
from gipfkit.replay import Replay, replay


@click.command(name="show")
@click.argument("path", required=False)
@options.notation_from
@options.variant
@options.lenient
@options.encoding
@options.table
@click.option("--game", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Which game.")
@click.option(
    "--turn", type=click.IntRange(0), metavar="K", help="After which turn; 0 is the start. [default: the last]"
)
@click.option("--position", type=options.PositionType(), metavar="TEXT", help="Draw a position text instead.")
@click.option("--ascii", "ascii_", is_flag=True, help="Letters only: w b single pieces, W B GIPF-pieces.")
def command(
    path: str | None,
    from_: str | None,
    variant: Variant | None,
    lenient: bool,
    encoding: str | None,
    table: str | None,
    game: int,
    turn: int | None,
    position: Position | None,
    ascii_: bool,
) -> None:
    """Draw the board of a game after a turn, with reserves and captures.

    The last line is the position as a text, as --position takes one here, in find and in perft.
    """
    if (path is None) == (position is None):
        raise click.UsageError("give a PATH or a --position")
    if position is not None:
        click.echo(draw(position, unicode=not ascii_))
        for problem in position.problems():
            say(f"note: {problem.message}")
        return
    assert path is not None
    played = _replayed(read_games((path,), from_, encoding, table), path, game, variant, lenient)
    positions = played.positions
    if not positions:
        say("\n".join(map(str, played.findings)))
        raise SystemExit(1)
    number = len(positions) - 1 if turn is None else turn
    if number >= len(positions):
        for finding in played.findings:
            say(finding)
        last = f"the last that can be played is {len(positions) - 1}"
        raise click.BadParameter(f"game {game} has no turn {number} to show: {last}", param_hint="--turn")
    click.echo(_title(played.record))
    click.echo(_turn_line(played, number))
    click.echo(draw(positions[number], unicode=not ascii_))
    click.echo(f"position text   {positions[number].to_text()}")
    for finding in played.findings:
        tell(finding, quiet=True)
    raise SystemExit(0 if played.ok else 1)


def _replayed(
    items: Iterable[Record | Finding], path: str, game: int, variant: Variant | None, lenient: bool
) -> Replay:
    number = 0
    findings = []
    for item in items:
        if isinstance(item, Finding):
            findings.append(item)
            continue
        number += 1
        if number == game:
            return replay(item, variant=variant, lenient=lenient)
    for finding in findings:
        say(finding)
    if code := exit_code(findings):
        raise SystemExit(code)
    games = "1 game" if number == 1 else f"{number:,} games"
    raise click.BadParameter(f"{shown(path)} has {games}, no game {game}", param_hint="--game")


def _title(record: Record) -> str:
    players = [record.tag("White") or "White", record.tag("Black") or "Black"]
    where = [record.tag(name) for name in ("Event", "Site", "Date", "Round")]
    return shown(", ".join(["  -  ".join(players), *(text for text in where if text and text != "?")]))


def _turn_line(played: Replay, number: int) -> str:
    if number == 0:
        return "Start"
    side = played.positions[number - 1].to_move.word.capitalize()
    return f"Turn {number} of {len(played.record.turns)}, {side}: {counted_text(played.record.turns[number - 1])}"
