"""The option that names openings."""

from pathlib import Path

import click

from gipfkit.analysis.opening_names import Names, NamesError

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class NamesType(click.ParamType[Names]):
    """A file of names of openings."""

    name = "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Names:
        """Give the Names, or say which line is wrong."""
        if isinstance(value, Names):
            return value
        path: Path = _FILE.convert(str(value), param, ctx)
        try:
            return Names.read(path.read_text(encoding="utf-8-sig").splitlines())
        except (OSError, UnicodeDecodeError) as error:
            self.fail(f"{value} can't be read as UTF-8: {error}", param, ctx)
        except NamesError as error:
            self.fail(f"{value}: {error}", param, ctx)


names_option = click.option(
    "--names",
    type=NamesType(),
    metavar="FILE",
    help="Names of openings: a line each, a code or moves, a tab, the name.",
)
