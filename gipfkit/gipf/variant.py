"""The three variants of GIPF (spec: rules section 2)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """How a variant starts and ends.

    ``pieces`` and ``reserve`` count pieces a side (a GIPF-piece is two); ``corners`` is what stands on the six corner
    spots at the start: nothing, a single piece or a GIPF-piece; ``enters_gipfs`` says whether GIPF-pieces are entered
    in play, ``last_gipf_loses`` whether a player without a GIPF-piece on the board has lost.
    """

    name: str
    pieces: int
    reserve: int
    corners: str
    enters_gipfs: bool
    last_gipf_loses: bool


BASIC = Variant("basic", 15, 12, "single", enters_gipfs=False, last_gipf_loses=False)
STANDARD = Variant("standard", 18, 12, "gipf", enters_gipfs=False, last_gipf_loses=True)
TOURNAMENT = Variant("tournament", 18, 18, "empty", enters_gipfs=True, last_gipf_loses=True)
VARIANTS: dict[str, Variant] = {v.name: v for v in (BASIC, STANDARD, TOURNAMENT)}

WHITE_CORNERS = ("b5", "e2", "h5")
BLACK_CORNERS = ("b2", "e8", "h2")
