"""The command line: one file a command, each loaded when it is called."""

import sys
from importlib import import_module
from typing import Any

import click

from gipfkit.cli import streams

COMMANDS = {
    "validate": "Check games against the rules.",
    "repair": "Mend slips where one small change fits the rest of the game.",
    "convert": "Write games in another notation.",
    "formats": "List the notations.",
    "show": "Draw a position in the terminal.",
    "perft": "Count what the rules allow to a depth.",
    "stats": "Count what happened: tables per game, turn, player, variant.",
    "plot": "Draw what happened: lengths, captures, reserves, maps of the board.",
    "report": "Write one page about a collection: tables, pictures, findings.",
    "index": "Keep games in one file that answers at once.",
    "find": "Find positions by what stands on the board or what was played.",
    "duplicates": "List games that are there twice, or write the rest.",
    "openings": "Show what was played in the opening, as a tree.",
    "simulate": "Play games at random or greedily.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they run: help and completion stay fast."""

    def make_context(self, *given: Any, **more: Any) -> click.Context:
        """Read the arguments; --help and --version write, too."""
        with streams.ending_quietly():
            return super().make_context(*given, **more)

    def list_commands(self, _: click.Context) -> list[str]:
        """Give the commands in the order of their use."""
        return list(COMMANDS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"gipfkit.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an index that can't be read is an unreadable path, wherever that comes to light.

        A closed pipe would be an error to click.
        """
        try:
            with streams.ending_quietly():
                return super().invoke(ctx)
        except Exception as error:
            # Looked up, as most commands read no index and don't load it.
            index = sys.modules.get("gipfkit.analysis.index")
            if index is None or not isinstance(error, index.NoIndex | index.sqlite3.DatabaseError):
                raise
            streams.say(f"Error: an index can't be used: {error}: make it anew with gipfkit index")
            raise SystemExit(2) from error

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        click.echo(f"gipfkit {version('gipfkit')}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show it.")
def cli() -> None:
    """Read, check, convert and study recorded games of GIPF.

    PATHS are files, folders, archives or - for standard input. Exit status: 0 clean, 1 errors found in games, 2 wrong
    use or an unreadable path.
    """


def main() -> None:
    """Run the command line."""
    streams.run(lambda: cli(prog_name="gipfkit"))
