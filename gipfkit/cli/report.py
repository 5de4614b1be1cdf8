"""``gipfkit report``: one page about a collection."""

from collections import Counter
from collections.abc import Iterator

import click

from gipfkit.analysis.overview import Overview
from gipfkit.analysis.simulation import POLICIES, simulate
from gipfkit.cli import endings, options
from gipfkit.cli.output import opened
from gipfkit.cli.progress import counting
from gipfkit.cli.selection import Selection, selecting
from gipfkit.cli.streams import say
from gipfkit.gipf.variant import VARIANTS
from gipfkit.pictures.words import LANGUAGES
from gipfkit.replay import Replay, replay


@click.command(name="report")
@selecting
@options.output_file("Write the page to FILE (.html), whole or not at all.")
@click.option("--title", default="", metavar="TEXT", help="The page's heading.")
@click.option(
    "--baseline", type=click.Choice(POLICIES), help="Draw simulated games of the same variants beside the collection."
)
@click.option(
    "--baseline-games",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    metavar="N",
    help="How many games to simulate, in the collection's mix of variants.",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="The same seed gives the same games.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The page's language.")
@options.quiet
def command(
    selection: Selection,
    output: str,
    title: str,
    baseline: str | None,
    baseline_games: int,
    seed: int,
    lang: str,
    quiet: bool,
) -> None:
    """Write one page about a collection: key figures, tables, pictures, findings, two games.

    The page is one HTML file that needs nothing else: no script, nothing from the network, for light and dark screens
    and for print. The exit status is that of validate, and 2 where there is no game to write about.
    """
    endings.fit(output, endings.PAGE, "a web page is written", alone=True)
    endings.not_over_input(output, selection.paths)
    with opened(output) as stream:
        overview = Overview()
        with counting("games read") as step:
            for row, played in selection.games():
                overview.add(played, row)
                step()
        overview.note(selection.findings)
        if not overview.games:
            say("; ".join(["nothing is written: no game to write about", *selection.remarks()]))
            raise SystemExit(2)
        from gipfkit.pictures.report import Baseline, report

        beside = None
        if baseline:
            with counting("games simulated") as step:
                beside = Baseline(baseline, Overview())
                for played in simulated(overview.lengths.variants, baseline, baseline_games, seed):
                    beside.overview.add(played)
                    step()
        stream.write(report(overview, baseline=beside, title=title, lang=lang))
    for sentence in () if quiet else selection.remarks():
        say(f"note: {sentence}")
    raise SystemExit(selection.exit_code)


def simulated(variants: Counter[str], policy: str, games: int, seed: int) -> Iterator[Replay]:
    """Yield simulated games in the collection's mix of variants, one of each at least."""
    total, counted, made = variants.total(), 0, 0
    for name, number in variants.items():
        counted += number
        # Up to what is due so far: shares rounded each by itself don't add up.
        share = max(1, round(games * counted / total) - made)
        made += share
        for record in simulate(VARIANTS[name], share, policy=policy, seed=seed):
            yield replay(record)
