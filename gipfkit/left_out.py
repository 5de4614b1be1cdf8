"""Files of a folder or an archive that aren't read, as one note."""

from collections import Counter
from dataclasses import dataclass, field

from gipfkit.findings import CODES, Finding

FILES_LEFT_OUT = "files-left-out"
_PACKED = (".gz", ".bz2", ".xz")
_LONGEST_ENDING = 10
_MOST_ENDINGS = 8
_MOST_NAMES = 1000


@dataclass(slots=True)
class LeftOut:
    """The names of files that are left out of what ``source`` holds, and how many there are of each ending."""

    source: str
    # Whether it is an archive, whose files can't be named by themselves.
    packed: bool = False
    names: list[str] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, *, hidden: bool = False) -> None:
        """Count a file."""
        self.endings["hidden" if hidden else ending_of(name)] += 1
        if len(self.names) < _MOST_NAMES:
            self.names.append(name)

    def finding(self) -> Finding | None:
        """Give what there is to say, the files' names in its text; None where nothing is left out."""
        number = self.endings.total()
        if not number:
            return None
        shown = sorted(self.endings, key=lambda ending: (not ending.startswith("."), ending))
        more = [f"{len(shown) - _MOST_ENDINGS:,} other endings"] if len(shown) > _MOST_ENDINGS else []
        message = f"{number:,} file{'' if number == 1 else 's'} left out ({', '.join(shown[:_MOST_ENDINGS] + more)})"
        rest = [f"and {number - len(self.names):,} more"] if number > len(self.names) else []
        names = ", ".join([*self.names, *rest])
        read = "unpack it to read one" if self.packed else "one that is named itself is read"
        hint = f"-v names them; {read}"
        return Finding(FILES_LEFT_OUT, CODES[FILES_LEFT_OUT].severity, message, self.source, text=names, hint=hint)


def ending_of(name: str) -> str:
    """Give how a file's name ends, with a point, or ``no ending``.

    >>> ending_of("b/games.PGN"), ending_of("old.pgn.gz"), ending_of("c")
    ('.pgn', '.pgn.gz', 'no ending')
    """
    parts = name.lower().rpartition("/")[2].lstrip(".").split(".")
    endings = [f".{part}" for part in parts[1:]]
    if len(endings) > 1 and endings[-1] in _PACKED:
        endings[-1] = "".join(endings[-2:])
    fits = bool(endings) and 1 < len(endings[-1]) <= _LONGEST_ENDING and not any(map(str.isspace, endings[-1]))
    return endings[-1] if fits else "no ending"
