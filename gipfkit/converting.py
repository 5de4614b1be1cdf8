"""Converts a replayed game into text of a notation, and says what is lost."""

from collections.abc import Iterator

from gipfkit.findings import Finding
from gipfkit.notations import Notation
from gipfkit.notations.losses import not_expressed
from gipfkit.notations.official import counted_text, shortened
from gipfkit.record import Record
from gipfkit.replay import Replay
from gipfkit.restate import COMPLETE, errors, judged_again, rewritten


def converted(replay: Replay, notation: Notation, style: str = COMPLETE) -> tuple[str, list[Finding]]:
    """Give a game's text in a notation and style, and findings for what it can't hold.

    A game with errors has the same ones in its text, or a finding says that it hasn't.
    """
    # The others have one way to write a turn, and need all that is known of it.
    record, findings = rewritten(replay, style if "reserves" in notation.carries else COMPLETE)
    text, lost = notation.writer(record)
    findings += lost
    if found := errors(replay):
        named = {finding.turn for finding in findings if finding.turn is not None}
        back = _read_back(text, notation)
        findings += [lost for lost in _lost_errors(found, replay, back, notation.name) if lost.turn not in named]
    return text, findings


def _read_back(text: str, notation: Notation) -> Record | None:
    items = notation.reader((f"{line}\n" for line in text.split("\n")), "")
    return next((item for item in items if isinstance(item, Record)), None)


def _lost_errors(
    found: set[tuple[str, int | None]], replay: Replay, back: Record | None, name: str
) -> Iterator[Finding]:
    """Name errors that a reader of the text won't find, and the first that he finds beside them; what is written."""
    # That a notation names no variant has been said; a variant that its text shows counts.
    variant = None if back and back.tag("Variant") else replay.variant
    other = errors(judged_again(back, replay, variant)) if back else set()
    for code, number in [*_in_order(found - other), *_in_order(other - found)[:1]]:
        which = f"its error {code}" if (code, number) in found else f"no error {code}"
        written = back.turns[number - 1] if back and number and number <= len(back.turns) else None
        shown = f", written as {shortened(counted_text(written))}" if written else ""
        yield not_expressed(f"{name} can't hold the game with {which}{shown}", number)


def _in_order(found: set[tuple[str, int | None]]) -> list[tuple[str, int | None]]:
    return sorted(found, key=lambda error: (error[1] or 0, error[0]))
