"""``gipfkit simulate``: play games, to test and compare with."""

import click

from gipfkit.analysis.simulation import POLICIES, RANDOM, simulate
from gipfkit.cli import options
from gipfkit.cli.endings import fit_notation
from gipfkit.cli.output import opened
from gipfkit.cli.streams import say
from gipfkit.gipf.variant import STANDARD, VARIANTS, Variant
from gipfkit.notations import NOTATIONS


@click.command(name="simulate")
@click.option(
    "--variant",
    type=options.VariantType(list(VARIANTS)),
    default=STANDARD.name,
    show_default=True,
    help="The variant to play.",
)
@click.option("--games", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="How many games.")
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default=RANDOM,
    show_default=True,
    help="How both sides play: at random, or by what a turn gains at once.",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="The same seed gives the same games.")
@click.option(
    "--to",
    type=click.Choice([name for name, notation in NOTATIONS.items() if notation.writes]),
    default="tagged",
    show_default=True,
    help="The notation to write.",
)
@options.output
@options.errors_only
def command(variant: Variant, games: int, policy: str, seed: int, to: str, output: str | None, quiet: bool) -> None:
    """Play games and write them.

    Random: each push that the notation tells apart is as likely as any other, rows go in a random order, the
    opponent's GIPF-pieces are taken and own ones kept. Greedy: the turn that gains most in captures, reserve,
    GIPF-pieces and nearness to the centre. Games depend on the options alone.
    """
    fit_notation(output, to)
    writer = NOTATIONS[to].writer
    lost: set[str] = set()
    with opened(output) as stream:
        for record in simulate(variant, games, policy=policy, seed=seed):
            text, findings = writer(record)
            stream.write(text)
            lost.update(str(finding) for finding in findings)
    for sentence in () if quiet else sorted(lost):
        say(sentence)
