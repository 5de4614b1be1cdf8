"""Options that commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from gipfkit.gipf.position import Position
from gipfkit.gipf.variant import VARIANTS, Variant
from gipfkit.notations import NOTATIONS

Command = TypeVar("Command", bound=Callable[..., Any])


class VariantType(click.Choice[str]):
    """A variant by its name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the Variant."""
        return value if isinstance(value, Variant) else VARIANTS[super().convert(value, param, ctx)]


class PositionType(click.ParamType[Position]):
    """A position text."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Position:
        """Give the Position, or say what is wrong with the text."""
        if isinstance(value, Position):
            return value
        try:
            return Position.from_text(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


_VERBOSE = "gipfkit.verbose"


def _keep_verbose(context: click.Context, _: click.Parameter, value: bool) -> bool:
    context.meta[_VERBOSE] = value
    return value


paths = click.argument("paths", nargs=-1, required=True, metavar="PATHS")
paths_if_any = click.argument("paths", nargs=-1, metavar="[PATHS]")
notation_from = click.option(
    "--from",
    "from_",
    type=click.Choice([name for name, notation in NOTATIONS.items() if notation.reads]),
    help="Read this notation instead of guessing. An index must have been made so.",
)
encoding = click.option(
    "--encoding",
    metavar="NAME",
    help="Encoding of files that are neither UTF-8 nor have a BOM. An index must have been made so.",
)
variant = click.option(
    "--variant", type=VariantType(list(VARIANTS)), help="Play by this variant, whatever the record says."
)
lenient = click.option(
    "--lenient", is_flag=True, help="Let an overlooked row stand and be removed later, with a warning."
)
errors_only = click.option("-q", "--quiet", is_flag=True, help="Errors only.")
verbose = click.option(
    "-v", "--verbose", is_flag=True, callback=_keep_verbose, help="A line for each game; name the files left out."
)


def quiet(command: Command) -> Command:
    """Add -q, and a -v that holds for what is said of files."""
    names = click.option(
        "-v",
        "--verbose",
        is_flag=True,
        expose_value=False,
        callback=_keep_verbose,
        help="Name the files that are left out of folders and archives.",
    )
    return errors_only(names(command))


def is_verbose() -> bool:
    """Say whether -v was given."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(_VERBOSE))


output = click.option(
    "-o", "--output", type=click.Path(readable=False), metavar="FILE", help="Write to FILE, whole or not at all."
)


def given() -> set[str]:
    """Give the names of the options on the command line, those left at their defaults not among them."""
    context = click.get_current_context()
    return {
        name
        for param in context.command.params
        if context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        for name in param.opts
    }


def exclude(first: str, *others: str) -> None:
    """Refuse options beside one that leaves them without meaning, as wrong use."""
    for other in others:
        if {first, other} <= given():
            raise click.UsageError(f"{first} and {other} exclude each other")


def output_file(help_: str) -> Callable[[Command], Command]:
    """Give -o for a command that writes a file alone, never standard output."""
    return click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", required=True, help=help_)


table = click.option(
    "--table",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="How to read logs of Board Game Arena (TOML).",
)


def reading(command: Command) -> Command:
    """Add what every command that reads games takes."""
    for option in (table, encoding, variant, lenient, notation_from, paths):
        command = option(command)
    return command
