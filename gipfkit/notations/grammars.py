"""Finds and compiles the Lark grammars, each once and only when it is needed."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark


def folder() -> Path:
    """Give the folder of the grammars: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parent.parent
    installed = package / "grammar"
    return installed if installed.is_dir() else package.parent / "grammar"


@cache
def load(name: str, **options: Any) -> "Lark":
    """Compile ``name.lark``; lark is imported here, so that a run without need of it starts fast."""
    from lark import Lark

    return Lark.open(
        str(folder() / f"{name}.lark"), parser="lalr", propagate_positions=False, maybe_placeholders=True, **options
    )
