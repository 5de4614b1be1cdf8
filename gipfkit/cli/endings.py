"""Refuses to write what a file's name doesn't promise, or over the games that are read, before anything is read."""

import stat
from collections.abc import Collection, Iterable
from pathlib import Path

import click

from gipfkit.archives import shown
from gipfkit.cli.output import STANDARD_OUTPUT
from gipfkit.findings import Finding
from gipfkit.notations import NOTATIONS
from gipfkit.sources import files

# Endings that promise something, by what they promise. Others, such as .txt, .log and none, promise nothing.
_PROMISES = {
    "a document": ".pdf .doc .docx .odt .rtf .ps .eps .epub .ppt .pptx .odp .tex",
    "a spreadsheet": ".xls .xlsx .xlsm .ods",
    "a picture": ".png .jpg .jpeg .gif .webp .bmp .tif .tiff .svg",
    "an archive": ".zip .tar .tgz .gz .bz2 .xz .7z .rar .zst",
    "a web page": ".html .htm .xhtml",
    "a database": ".db .sqlite .sqlite3 .gipfdb",
    "XML": ".xml",
    "CSV": ".csv",
    "TSV": ".tsv .tab",
    "JSON": ".json",
    "JSON Lines": ".ndjson .jsonl",
    "Markdown": ".md .markdown",
    "Parquet": ".parquet .pq",
    "games (tagged)": ".gipf",
    "games (SGF)": ".sgf",
    "games (GF1)": ".gf1",
    "a mail": ".eml .mbox .msg",
    "a program": ".exe .py .sh .bat",
}
_PROMISED = {ending: what for what, endings in _PROMISES.items() for ending in endings.split()}
_OF_FORMAT = {
    "csv": (".csv",),
    "tsv": (".tsv", ".tab"),
    "json": (".json",),
    "ndjson": (".ndjson", ".jsonl"),
    "markdown": (".md", ".markdown"),
    "parquet": (".parquet", ".pq"),
}
# What else a notation's files are called.
_OF_NOTATION = {"official": (".gipf",), "jsonl": (".ndjson", ".json"), "gf1-xml": (".xml",)}
INDEX = (".gipfdb", ".db", ".sqlite", ".sqlite3")
PAGE = (".html", ".htm")


def fit_format(output: str | None, format_: str) -> None:
    """Refuse a name that promises something else than a table in a format."""
    hint = next((f"give --format {name}" for name, ends in _OF_FORMAT.items() if _ending(output) in ends), "")
    fit(output, _OF_FORMAT.get(format_, ()), f"--format {format_} is written", hint)


def fit_notation(output: str | None, notation: str) -> None:
    """Refuse a name that promises something else than games in a notation."""
    allowed = (*NOTATIONS[notation].suffixes, *_OF_NOTATION.get(notation, ()))
    names = (name for name, each in NOTATIONS.items() if each.writes and _ending(output) in each.suffixes)
    hint = next((f"give --to {name}" for name in names), "")
    fit(output, allowed, f"--to {notation} is written", hint)


def fit(output: str | None, allowed: Collection[str], written: str, hint: str = "", *, alone: bool = False) -> None:
    """Refuse a name whose ending promises something that isn't written; ``alone`` allows no ending but those."""
    ending = _ending(output)
    if ending is None or ending in allowed:
        return
    if ending in _PROMISED:
        promised = f"a name that ends in {ending} promises {_PROMISED[ending]}, {written}"
    elif alone:
        promised = written
    else:
        return
    remedy = hint or (f"end it in {' or '.join(allowed)}" if allowed else "give another name, such as one in .txt")
    raise click.BadParameter(f"{shown(output or '')}: {promised}: {remedy}", param_hint="--output")


def not_over_input(output: str | None, paths: Iterable[str]) -> None:
    """Refuse to write what doesn't hold the games over one of the files that they are read from."""
    if output is None or output in STANDARD_OUTPUT:
        return
    try:
        about = Path(output).stat()
    except (OSError, ValueError):
        return
    read = (file for path in paths for file in files(path) if not isinstance(file, Finding))
    if stat.S_ISREG(about.st_mode) and any(file.key == (about.st_dev, about.st_ino) for file in read):
        raise click.UsageError(
            f"{shown(output)} is one of the files read, whose games would be lost: name another file"
        )


def _ending(output: str | None) -> str | None:
    """Give the ending of a file's name; None for what is no file to be made: standard output, a device, a pipe."""
    if output is None or output in STANDARD_OUTPUT:
        return None
    try:
        if not stat.S_ISREG(Path(output).stat().st_mode):
            return None
    except (OSError, ValueError):
        pass
    return Path(output).suffix.lower()
