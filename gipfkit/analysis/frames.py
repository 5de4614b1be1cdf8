"""Makes pandas frames of rows, with the documented dtypes, and says which columns tell nothing."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from gipfkit.analysis.columns import CHOICE, COLUMNS, REAL, SMALL, WHOLE, Column

# Rows gathered before they are packed.
CHUNK = 5_000


def frame(rows: Iterable[Mapping[str, Any]], table: str) -> pd.DataFrame:
    """Give rows as a frame with the columns and dtypes of a table (``columns.COLUMNS``); rows may lack columns."""
    parts = list(frames(rows, table))
    return parts[0] if len(parts) == 1 else pd.concat(parts, ignore_index=True)


def frames(rows: Iterable[Mapping[str, Any]], table: str, size: int = CHUNK) -> Iterator[pd.DataFrame]:
    """Yield rows as frames of ``size`` rows, the last one shorter; one empty frame where there are no rows."""
    stream = iter(rows)
    chunk = list(islice(stream, size))
    while True:
        yield pd.DataFrame({column.name: _array(chunk, column) for column in COLUMNS[table]})
        chunk = list(islice(stream, size))
        if not chunk:
            return


def _array(rows: list[Mapping[str, Any]], column: Column) -> Any:
    values = [row.get(column.name) for row in rows]
    if column.dtype == CHOICE:
        return pd.Categorical(values, categories=list(column.choices))
    if column.dtype not in (WHOLE, SMALL, REAL):
        return pd.Series(values, dtype=pd.api.types.pandas_dtype(column.dtype)).array
    # Numbers as a plain array with a mask: several times faster than by pandas' inference.
    missing = np.array([value is None for value in values], dtype=bool)
    filled = [0 if value is None else value for value in values] if missing.any() else values
    if column.dtype == REAL:
        return pd.arrays.FloatingArray(np.array(filled, dtype="float64"), missing)
    return pd.arrays.IntegerArray(np.array(filled, dtype=column.dtype.lower()), missing)
