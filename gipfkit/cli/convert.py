"""``gipfkit convert``: write games in another notation."""

import click

from gipfkit.cli import options
from gipfkit.cli.games import exit_code, read_games
from gipfkit.cli.output import opened
from gipfkit.findings import ERROR, Finding
from gipfkit.gipf.variant import Variant
from gipfkit.notations import NOTATIONS
from gipfkit.replay import replay
from gipfkit.restate import COMPLETE, STYLES, restated


@click.command(name="convert")
@options.reading
@click.option("--to", type=click.Choice(list(NOTATIONS)), required=True, help="The notation to write.")
@click.option(
    "--style",
    type=click.Choice(STYLES),
    default=COMPLETE,
    show_default=True,
    help="How to write turns: every piece removed, x alone, or complete with each push named by its first spot.",
)
@options.output
@options.quiet
def command(
    paths: tuple[str, ...],
    from_: str | None,
    variant: Variant | None,
    encoding: str | None,
    lenient: bool,
    to: str,
    style: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Write games in another notation, checked on the way.

    Reserve counts and removed pieces are filled in from the replay. Where a game has an error, the turns behind it are
    written as they stand. Findings go to standard error; the exit status is that of validate.
    """
    writer = NOTATIONS[to].writer
    worst = 0
    with opened(output) as stream:
        for item in read_games(paths, from_, encoding):
            if isinstance(item, Finding):
                findings = [item]
            else:
                played = replay(item, variant=variant, lenient=lenient)
                text, lost = writer(restated(played, style))
                stream.write(text)
                findings = [*played.findings, *(_placed(finding, item.source, item.number) for finding in lost)]
            worst = max(worst, exit_code(findings))
            for finding in findings:
                if not quiet or finding.severity == ERROR:
                    click.echo(str(finding), err=True)
    raise SystemExit(worst)


def _placed(finding: Finding, source: str, game: int) -> Finding:
    return Finding(finding.code, finding.severity, finding.message, source=source, game=game)
