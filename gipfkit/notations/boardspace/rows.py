"""What BoardSpace takes off without a word, and which row a ``Remove`` means (spec: BoardSpace's SGF dialect,
section 4).

BoardSpace marks the rows of the side to move, with the dots at their ends, and leaves the rest to defaults: own
GIPF-pieces stay, an opponent's goes where one row holds it and stays where two do. The reader follows these to know
what a game's gestures took; the writer, to find the gestures that take what a turn takes.
"""

from gipfkit.gipf.board import BIT, LINES, PATHS, bits
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Removal, Row

# The families of lines as BoardSpace codes them: a1-e5-i5 is 1, a5-e5-i1 is 2, the columns are 4.
_CODES = {9: 1, 8: 2, 1: 4}
# Which family a Remove takes on a point that rows of several families mark.
_CHOICE = {1: 1, 3: 1, 7: 1, 2: 2, 6: 2, 4: 4, 5: 4}
_ENDS = {line.index: tuple(path.dot for path in PATHS if path.line == line.index) for line in LINES}


class Captures:
    """The rows of the side to move as they are marked, and what is told about their GIPF-pieces."""

    def __init__(self, position: Position, told: dict[int, bool] | None = None):
        self.position = position
        self.told = dict(told or {})
        self._mark()

    def copy(self) -> "Captures":
        """Give a copy that goes its own way."""
        return Captures(self.position, self.told)

    def _mark(self) -> None:
        position = self.position
        self.rows = position.rows(position.to_move)
        self.codes: dict[str, int] = {}
        self.marked = twice = 0
        for row in self.rows:
            code = _CODES[LINES[row.line].step]
            for point in (*row.spots, *_ENDS[row.line]):
                self.codes[point] = self.codes.get(point, 0) | code
            twice |= self.marked & row.stretch
            self.marked |= row.stretch
        gipfs = self.marked & position.gipfs
        self.kept = gipfs & (position.pieces(position.to_move) | twice)
        for bit, keep in self.told.items():
            if bit & gipfs:
                self.kept = self.kept | bit if keep else self.kept & ~bit

    @property
    def simple(self) -> bool:
        """Whether no point carries two marks: then ``Done`` takes every row."""
        return all(code in (1, 2, 4) for code in self.codes.values())

    @property
    def must(self) -> bool:
        """Whether a row stands that has to go."""
        return any(not row.optional for row in self.rows)

    def is_gipf(self, spot: str) -> bool:
        """Say whether a GIPF-piece stands on a spot within a row."""
        return bool(BIT[spot] & self.marked & self.position.gipfs)

    def tell(self, spot: str, keep: bool | None) -> None:
        """Keep a GIPF-piece or let it go; None turns what is set about."""
        bit = BIT[spot]
        self.told[bit] = not self.kept & bit if keep is None else keep
        self._mark()

    def row(self, point: str) -> Row | None:
        """Give the row that a ``Remove`` on a point means: the one marked there."""
        code = _CHOICE.get(self.codes.get(point, 0))
        for row in self.rows:
            if _CODES[LINES[row.line].step] == code and (point in row.spots or point in _ENDS[row.line]):
                return row
        return None

    def points(self, row: Row) -> list[str]:
        """Give the points on which a ``Remove`` takes a row, those that no other row marks first."""
        found = [spot for spot in row.spots if not BIT[spot] & self.position.gipfs] + list(_ENDS[row.line])
        fitting = [point for point in found if (taken := self.row(point)) and taken.line == row.line]
        return sorted(fitting, key=lambda point: self.codes[point] not in (1, 2, 4))

    def take(self, row: Row) -> Removal | None:
        """Take a row: all that is marked on its line and not kept, beyond a gap too; None where that is nothing."""
        stretch = self.marked & LINES[row.line].mask
        spots = stretch & ~self.kept
        if not spots:
            return None
        removal = self.position.removal(Row(row.colour, row.line, stretch, row.optional), spots)
        self.position = self.position.take((removal,))
        self._mark()
        return removal

    def take_all(self) -> list[Removal]:
        """Take every row at once, as ``Done`` does and as placing a piece does where GIPF-pieces alone are marked."""
        kept, gone, found = self.kept, 0, []
        for row in self.rows:
            spots = row.stretch & ~kept & ~gone
            if spots:
                found.append(self.position.removal(row, spots))
                gone |= spots
        self.position = self.position.take(tuple(found))
        self._mark()
        return found

    def gipfs(self, row: Row | None = None) -> list[int]:
        """Give the bits of the marked GIPF-pieces, or of those in a row."""
        return list(bits((row.stretch if row else self.marked) & self.position.gipfs))


def places_gipf(position: Position, *, row_taken: bool) -> bool:
    """Say whether the next piece is a GIPF-piece unless ``Standard`` is said; a row taken first makes it single."""
    return position.variant.enters_gipfs and position.entry[position.to_move] and not row_taken
