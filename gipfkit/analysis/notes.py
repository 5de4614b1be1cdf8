"""Says which columns of a table tell nothing: those that are empty or the same in every row."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame

_UNSEEN = object()


@dataclass(slots=True)
class Notes:
    """Watches rows go by; parts merge into the whole."""

    columns: list[str]
    rows: int = 0
    # The one value of each column so far; columns that vary are dropped.
    same: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.same = dict.fromkeys(self.columns, _UNSEEN)

    def add(self, row: Mapping[str, Any]) -> None:
        """Look at a row."""
        self.rows += 1
        if self.same:
            self._compare([(name, row[name]) for name in self.same])

    def merge(self, other: "Notes") -> None:
        """Add what was seen of other rows of the same columns."""
        self.rows += other.rows
        for name in self.same.keys() - other.same.keys():
            del self.same[name]
        self._compare([(name, other.same[name]) for name in self.same])

    def _compare(self, values: Iterable[tuple[str, Any]]) -> None:
        for name, value in values:
            known = self.same[name]
            if known is _UNSEEN:
                self.same[name] = value
            elif value is not _UNSEEN and known != value:
                del self.same[name]

    def sentences(self) -> list[str]:
        """Give what there is to say: the empty columns, then the constant ones with their values.

        With a single row a value is no constant.
        """
        if not self.rows:
            return ["the table is empty"]
        empty = [name for name, value in self.same.items() if value is None]
        constant = [f"{name} = {value}" for name, value in self.same.items() if value is not None and self.rows > 1]
        found = [f"empty columns: {', '.join(empty)}"] if empty else []
        return [*found, f"constant columns: {', '.join(constant)}"] if constant else found


def notes(frame: "DataFrame") -> list[str]:
    """Say which columns of a frame are empty or constant.

    >>> import pandas
    >>> notes(pandas.DataFrame({"ring": [3, 3], "end_ring": [1, 2], "seconds": [None, None]}))
    ['empty columns: seconds', 'constant columns: ring = 3']
    """
    watch = Notes([str(name) for name in frame.columns])
    for row in rows_of(frame):
        watch.add(row)
    return watch.sentences()


def rows_of(frame: "DataFrame") -> Iterable[dict[str, Any]]:
    """Give the rows of a frame as the streaming functions take them: None where a value is missing."""
    names = [str(name) for name in frame.columns]
    columns = [frame[name].astype(object).where(frame[name].notna(), None).tolist() for name in frame.columns]
    return (dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True))
