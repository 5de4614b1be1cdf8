"""Standard output and standard error: what becomes of a run when they are closed, full, or read no further."""

import codecs
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

import click

from gipfkit.cli.whole_files import CantWriteError, remove_unfinished

_ESCAPES = "gipfkit-escapes"


def _escaped(error: UnicodeError) -> tuple[str, int]:
    r"""Write what an encoding lacks as JSON does (\u00e9), so that JSON stays JSON in any encoding."""
    assert isinstance(error, UnicodeEncodeError)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True)), error.end


codecs.register_error(_ESCAPES, _escaped)


def say(message: object) -> None:
    """Write a message on standard error. Where nobody takes it the work goes on in silence."""
    try:
        click.echo(str(message), err=True)
    except OSError:
        sys.stderr = None


def run(command: Callable[[], object]) -> NoReturn:
    """Run a command to its end: exit with its status, or with 2 and a sentence where its output can't be written.

    A run that a signal stops (Ctrl-C, say) leaves no unfinished file and ends by that signal; one whose reader has
    closed the pipe, as ``| head`` does, ends quietly.
    """
    _prepare()
    try:
        with ending_quietly():
            status = _status(command)
            sys.stdout.flush()
    except OSError as error:
        status = CantWriteError.exit_code
        say(f"Error: {CantWriteError('standard output', error).message}")
        sys.stdout = None  # what it still holds can't be written either
    raise SystemExit(status)


@contextlib.contextmanager
def ending_quietly() -> Iterator[None]:
    """End the run as other tools end where nobody reads what they write."""
    try:
        yield
    except BrokenPipeError:
        if hasattr(signal, "SIGPIPE"):
            _end_by(signal.SIGPIPE)
        remove_unfinished()
        os._exit(CantWriteError.exit_code)


def _status(command: Callable[[], object]) -> str | int | None:
    try:
        command()
    except SystemExit as stop:
        return stop.code
    return 0


def _prepare() -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What is ignored stays so: nohup, and the background of a script.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)
    # No file of ours gets the number of a closed stream.
    while (handle := os.open(os.devnull, os.O_RDONLY)) <= 2:
        pass
    os.close(handle)
    if sys.stdout is None:
        # Closed (>&-): what is written to it fails, rather than getting lost.
        sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        # click would send its messages to standard output.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_ESCAPES)


def _stop(number: int, _: FrameType | None) -> None:
    _end_by(number)


def _end_by(number: int) -> None:
    """End as a signal ends a program that doesn't know it, so that a shell sees what happened."""
    remove_unfinished()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
