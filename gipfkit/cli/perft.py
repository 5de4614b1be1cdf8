"""``gipfkit perft``: count what the rules allow to a depth."""

import click

from gipfkit.cli import options
from gipfkit.gipf.perft import COUNTS, divide, perft
from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import STANDARD, VARIANTS, Variant


@click.command(name="perft")
@click.option(
    "--variant",
    type=options.VariantType(list(VARIANTS)),
    help="Count from the start of this variant. [default: standard]",
)
@click.option("--position", type=options.PositionType(), metavar="TEXT", help="Count from this position.")
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="How many plies deep.")
@click.option(
    "--count",
    type=click.Choice(COUNTS),
    default="S",
    show_default=True,
    help="S sequences of steps, P distinct results of each node, U distinct positions.",
)
@click.option("--divide", "divided", is_flag=True, help="Show the count below each first push.")
def command(variant: Variant | None, position: Position | None, depth: int, count: str, divided: bool) -> None:
    """Count what the rules allow from a start, to compare programs.

    A ply is a push with both players' removals, so that every position counted is a settled one.
    """
    if variant and position:
        raise click.UsageError("--variant and --position exclude each other: a position text names its variant")
    start = position or Position.initial(variant or STANDARD)
    if divided and depth:
        for push, leaves in divide(start, depth, count).items():
            click.echo(f"{'G' * push.gipf}{push.dot}-{push.first} {leaves}")
    click.echo(perft(start, depth, count))
