"""gipfkit reads, checks, converts and studies recorded games of GIPF.

>>> from gipfkit import read_text
>>> from gipfkit.replay import replay
>>> (record,) = read_text("1. Gd2 (16) Gc1-e3 (16) 2. Gg2 (14) *")
>>> replay(record).positions[-1].to_text()
'4/5/B5/1W5/6/W4/4 b 14/16 0/0 wb tournament'

Each public name is imported when it is first used, so that small commands start fast. ``replay`` the function stays
in ``gipfkit.replay``, as a module and a function can't share a name here.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gipfkit.findings import Finding as Finding
    from gipfkit.gipf.board import BLACK as BLACK
    from gipfkit.gipf.board import WHITE as WHITE
    from gipfkit.gipf.board import Colour as Colour
    from gipfkit.gipf.perft import perft as perft
    from gipfkit.gipf.position import IllegalTurn as IllegalTurn
    from gipfkit.gipf.position import Outcome as Outcome
    from gipfkit.gipf.position import Position as Position
    from gipfkit.gipf.turn import Push as Push
    from gipfkit.gipf.turn import Removal as Removal
    from gipfkit.gipf.turn import Row as Row
    from gipfkit.gipf.turn import Turn as Turn
    from gipfkit.gipf.variant import BASIC as BASIC
    from gipfkit.gipf.variant import STANDARD as STANDARD
    from gipfkit.gipf.variant import TOURNAMENT as TOURNAMENT
    from gipfkit.gipf.variant import VARIANTS as VARIANTS
    from gipfkit.gipf.variant import Variant as Variant
    from gipfkit.reading import read as read
    from gipfkit.reading import read_text as read_text
    from gipfkit.reading import write as write
    from gipfkit.record import Record as Record
    from gipfkit.replay import Replay as Replay
    from gipfkit.restate import restated as restated

_HOMES = {
    "findings": ("Finding",),
    "gipf.board": ("BLACK", "WHITE", "Colour"),
    "gipf.perft": ("perft",),
    "gipf.position": ("IllegalTurn", "Outcome", "Position"),
    "gipf.turn": ("Push", "Removal", "Row", "Turn"),
    "gipf.variant": ("BASIC", "STANDARD", "TOURNAMENT", "VARIANTS", "Variant"),
    "reading": ("read", "read_text", "write"),
    "record": ("Record",),
    "replay": ("Replay",),
    "restate": ("restated",),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*_MODULES]


def __getattr__(name: str) -> object:
    """Import a public name on first use; ``__version__`` is that of the package installed."""
    if name == "__version__":
        return import_module("importlib.metadata").version("gipfkit")
    if name not in _MODULES:
        raise AttributeError(f"module 'gipfkit' has no attribute {name!r}")
    value: object = getattr(import_module(f"gipfkit.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
