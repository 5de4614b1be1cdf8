"""Texts of legal games with one random thing changed in each: what the tests of converting are given."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from gipfkit.analysis.simulation import POLICIES, simulate
from gipfkit.gipf.board import SPOTS
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations import NOTATIONS
from gipfkit.record import Record
from gipfkit.replay import replay
from gipfkit.restate import STYLES, restated

_TURN = r"(?<=\s)G?[a-i]\d[^\s{}]*(?: \(\d+\))?"
_VALUE = r"(?<=Variant[ :][ \"])[\w ]+|(?<=Result[ :][ \"])[\d*/-]+|(?<=nation[ :][ \"])[\w ]+"
_VALUES = ("basic", "standard", "tournament", "gipf", "1-0", "0-1", "*", "time", "resignation", "agreement", "lost")
_ENDS = ("*", "0-1", "1-0", "1/2-1/2", "X", "X 1-0", "X *", "")
_JUNK = ("foo", "e1-z9", "i", "c1-e", "what now", "e2 (", "Zd2;x,")
_DOTS = ("e1-", "a1-", "c1-", "i5-", "g7-", "")

# Each kind of change: what it is done to, and what then stands there.
_Change = Callable[[re.Match[str], random.Random], str]
_CHANGES: dict[str, tuple[str, _Change]] = {
    "count": (r"\((\d+)\)", lambda m, rng: f"({max(0, int(m[1]) + rng.choice([-2, -1, 1, 2]))})"),
    "spot": (r"[b-h][2-6]", lambda _, rng: rng.choice(SPOTS)),
    "dot": (r"[a-i]\d-", lambda _, rng: rng.choice(_DOTS)),
    "mark lost": (r"(?<=[a-h]\d)\*|G(?=[b-h]\d)", lambda _, __: ""),
    "mark added": (r"(?<=,)[b-h]\d(?!\*)", lambda m, rng: rng.choice([f"{m[0]}*", f"G{m[0]}"])),
    "kind": (r"(?<=\s)(?=[a-i]\d)", lambda _, __: "G"),
    "piece lost": (r",G?[b-h]\d\*?", lambda _, __: ""),
    "removal lost": (r";x[^ ;\n]+", lambda _, __: ""),
    "first removal lost": (r"(?<=\s)x[^ ;\n]+;", lambda _, __: ""),
    "turn lost": (_TURN, lambda _, __: ""),
    "turn doubled": (_TURN, lambda m, _: f"{m[0]} {m[0]}"),
    "unreadable": (_TURN, lambda _, rng: rng.choice(_JUNK)),
    "number": (r"\d+\.(?= )", lambda m, rng: f"{int(m[0][:-1]) + rng.choice([-1, 1, 7])}."),
    "tag": (_VALUE, lambda _, rng: rng.choice(_VALUES)),
    "end": (r"(?:[\d/]+-[\d/]+|\*|X)\s*\Z", lambda _, rng: rng.choice(_ENDS)),
    "cut": (r"(?s)\S.+\Z", lambda m, rng: m[0][: rng.randrange(len(m[0]))]),
    "nothing": (r"\Z", lambda _, __: ""),
}
KINDS = tuple(_CHANGES)


def damaged(kind: str, seed: int) -> tuple[str, str]:
    """Give the text of a legal game with one change of a kind, and the notation that it is in."""
    rng = random.Random(f"{kind}/{seed}")
    record = _game(rng, seed)
    notation = rng.choice(["tagged", "official"])
    text, _ = NOTATIONS[notation].writer(restated(replay(record), rng.choice(STYLES)))
    pattern, change = _CHANGES[kind]
    begin = 0 if kind == "tag" else text.index("1. ")
    places = [found for found in re.finditer(pattern, text) if found.start() >= begin]
    if not places:
        return text, notation
    place = places[0] if kind == "cut" else rng.choice(places)
    return text[: place.start()] + change(place, rng) + text[place.end() :], notation


def _game(rng: random.Random, seed: int) -> Record:
    """Give a game of any variant, whole or broken off, named by nothing but its variant."""
    variant = rng.choice(list(VARIANTS.values()))
    (record,) = simulate(variant, 1, policy=rng.choice(POLICIES), seed=seed)
    tags: Iterator[tuple[str, str]] = (tag for tag in record.tags if tag[0] in ("Variant", "Result", "Termination"))
    if rng.random() < 0.6:
        return replace(record, tags=tuple(tags))
    main = replace(record.main, turns=record.main.turns[: rng.randrange(1, len(record.turns) + 1)])
    return replace(record, tags=(("Result", "*"), ("Variant", variant.name)), main=main, mark="*")
