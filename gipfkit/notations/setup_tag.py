"""Checks the SetUp tag, which says as in PGN whether a Position tag follows (spec: notations section 2)."""

from collections.abc import Mapping

from gipfkit.findings import CODES, WARNING, Finding


def setup_flaw(tags: Mapping[str, str]) -> Finding | None:
    """Say where SetUp and Position contradict each other, without a place; a Position without a SetUp is fine."""
    stated, position = tags.get("SetUp", "").strip(), bool(tags.get("Position", "").strip())
    if not stated or stated == ("1" if position else "0"):
        return None
    if stated not in ("0", "1"):
        return Finding("unknown-tag-value", WARNING, f"SetUp {stated!r} is unknown", hint="write 1, with a Position")
    if position:
        message, hint = "SetUp says 0, but a Position is given", "the Position counts: write 1, or remove it"
    else:
        message, hint = "SetUp says 1, but no Position is given", "the usual start counts: add it, or remove SetUp"
    return Finding("setup-differs", CODES["setup-differs"].severity, message, text=stated, hint=hint)
