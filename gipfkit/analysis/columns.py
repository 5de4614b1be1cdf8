"""The columns of every table: names, pandas dtypes, units and meanings. The tables, the docs and the tests use these.

Counts of **pieces** count a GIPF-piece as two, as the rules do; counts of GIPF-pieces count each as one. "Captured" is
taken from the opponent for good; "taken back" is returned to one's own reserve.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gipfkit.gipf.board import DOTS, LINES, SPOTS, Line

TEXT, CHOICE, WHOLE, SMALL, REAL, YES_NO = "string", "category", "Int64", "Int16", "Float64", "boolean"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its pandas dtype, its unit (or its values, or empty) and what it means.

    ``choices`` are the categories of a categorical column.
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    choices: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of its values: ``text``, ``number`` or ``yes/no``."""
        return {TEXT: "text", CHOICE: "text", YES_NO: "yes/no"}.get(self.dtype, "number")


def each_side(*columns: Column) -> Iterator[Column]:
    """Yield columns twice, for White and for Black; ``{side}`` and ``{other}`` in a meaning are filled in."""
    for column in columns:
        for side, other in (("White", "Black"), ("Black", "White")):
            meaning = column.meaning.format(side=side, other=other)
            yield Column(f"{side.lower()}_{column.name}", column.dtype, column.unit, meaning)


_SHARES = (
    ("reserve", "by an empty reserve"),
    ("gipf", "by the loss of the last GIPF-piece"),
    ("resignation", "by resignation"),
    ("time", "on time"),
)
_RESULTS = "1-0, 0-1, 1/2-1/2, *"
_TERMINATIONS = "reserve, gipf, resignation, time, agreement, repetition, unterminated"

_GAME = (
    Column("source", TEXT, "path", "the file that the game is from"),
    Column("game", WHOLE, "number", "the game's number in its file, from 1"),
    Column("event", TEXT, "", "the tag Event; like the next five empty where it is missing or a question mark"),
    Column("site", TEXT, "", "the tag Site"),
    Column(
        "date",
        TEXT,
        "yyyy.mm.dd",
        "the tag Date, or else UTCDate or EventDate; unknown parts are question marks; as it is if unreadable",
    ),
    Column("round", TEXT, "", "the tag Round"),
    Column("white", TEXT, "", "the player of White, the tag White"),
    Column("black", TEXT, "", "the player of Black, the tag Black"),
    Column("variant", TEXT, "basic, standard, tournament", "the variant played by; empty where no game could start"),
    Column(
        "turns",
        WHOLE,
        "turns",
        "the length: turns played, each side's counted singly; less than written after an error",
    ),
    Column("result", TEXT, _RESULTS, "the settled result: the board's, else the record's own word"),
    Column("winner", TEXT, "white, black", "the winner; empty in a draw and in an unfinished game"),
    Column("termination", TEXT, _TERMINATIONS, "how the game ended; empty where nothing tells it"),
    Column("opening", TEXT, "code", "the opening's code, such as S3-041; empty without a turn and from another start"),
    Column(
        "first_capture", WHOLE, "turn", "the turn of the first capture by either side; empty where nothing was captured"
    ),
    *each_side(
        Column("captures", WHOLE, "pieces", "pieces that {side} has captured from {other}"),
        Column("gipfs_entered", WHOLE, "GIPF-pieces", "GIPF-pieces that {side} has entered (tournament)"),
        Column("gipfs_lost", WHOLE, "GIPF-pieces", "GIPF-pieces that {other} has captured from {side}"),
        Column("gipfs_taken_back", WHOLE, "GIPF-pieces", "own GIPF-pieces that {side} has taken back"),
        Column("gipfs_left", WHOLE, "GIPF-pieces", "{side}'s GIPF-pieces on the board at the end"),
        Column("reserve", WHOLE, "pieces", "{side}'s reserve at the end"),
        Column("lowest_reserve", WHOLE, "pieces", "{side}'s lowest reserve, at the start or after any turn of {side}"),
    ),
    Column("largest_removal", WHOLE, "pieces", "the most pieces of both sides that went with one row; 0 without one"),
    Column("lead_changes", WHOLE, "times", "how often the lead in captures went over to the side that was behind"),
    Column(
        "branching_mean",
        REAL,
        "pushes a turn",
        "legal pushes told apart by the notation, mean over turns with one",
    ),
    Column("findings", WHOLE, "findings", "what the checker found: errors, warnings and notes"),
    Column("ok", YES_NO, "", "no error was found"),
)


def line_name(line: Line) -> str:
    """Name a line by its first and last spot."""
    return f"{line.spots[0]}-{line.spots[-1]}"


_LINE_NAMES = tuple(map(line_name, LINES))
_TURN = (
    Column("source", TEXT, "path", "the file that the game is from"),
    Column("game", WHOLE, "number", "the game's number in its file, from 1"),
    Column("turn", WHOLE, "number", "the turn's number, from 1; White's and Black's are counted singly"),
    Column("side", CHOICE, "white, black", "the side to move", ("white", "black")),
    Column("dot", CHOICE, "dot", "the dot pushed from; empty where none is named (a push onto an empty spot)", DOTS),
    Column(
        "line",
        CHOICE,
        "spots",
        "first and last spot of the line pushed along; empty as the dot is",
        _LINE_NAMES,
    ),
    Column("kind", CHOICE, "single, gipf", "the piece pushed; empty in a turn without a push", ("single", "gipf")),
    Column("spot", CHOICE, "spot", "the spot entered", SPOTS),
    Column("ring", SMALL, "steps", "the ring of the entry: steps from the centre to the spot entered (3, the rim)"),
    Column("run_length", SMALL, "spots", "how many pieces the push moved; 0 onto an empty spot"),
    Column("end", CHOICE, "spot", "the spot on which the furthest piece ended", SPOTS),
    Column("end_ring", SMALL, "steps", "steps from the centre to the spot on which the furthest piece ended"),
    Column("pieces_taken_back", SMALL, "pieces", "own pieces taken back in this turn"),
    Column("gipfs_taken_back", SMALL, "GIPF-pieces", "GIPF-pieces among them"),
    Column("pieces_captured", SMALL, "pieces", "the opponent's pieces captured in this turn"),
    Column("gipfs_captured", SMALL, "GIPF-pieces", "GIPF-pieces among them"),
    Column("rows_own_turn", SMALL, "rows", "rows removed after the push: those that it made"),
    Column("rows_opponents_turn", SMALL, "rows", "rows removed before the push: those that the opponent made, or left"),
    *each_side(
        Column("reserve", SMALL, "pieces", "{side}'s reserve after the turn"),
        Column("captures", SMALL, "pieces", "pieces that {side} has captured from {other} so far"),
        Column("pieces", SMALL, "pieces", "{side}'s pieces on the board after the turn"),
        Column("gipfs", SMALL, "GIPF-pieces", "{side}'s GIPF-pieces on the board after the turn"),
    ),
    Column("pushes_raw", SMALL, "pushes", "legal pushes by dot, line and kind; empty in a turn without a push"),
    Column("pushes_notation", SMALL, "pushes", "the same, those onto one empty spot counted once"),
    Column("pushes_positions", SMALL, "boards", "distinct boards that they lead to, rows not yet removed"),
    Column("seconds", REAL, "seconds", "time used for the turn, from %emt or %clk comments; empty without a clock"),
)

_LENGTHS = (
    Column("length_mean", REAL, "turns", "mean length"),
    Column("length_sd", REAL, "turns", "standard deviation of the length (of a sample); empty for one game"),
    Column("length_q1", REAL, "turns", "first quartile of the length"),
    Column("length_median", REAL, "turns", "median length"),
    Column("length_q3", REAL, "turns", "third quartile of the length"),
)
_ENDINGS = tuple(
    Column(f"{name}_share", REAL, "0 to 1", f"share of the finished games that ended {how}") for name, how in _SHARES
)


def _score(prefix: str, whose: str) -> tuple[Column, ...]:
    return (
        Column(f"{prefix}score", REAL, "0 to 1", f"score{whose}: points from finished games, a draw half a point each"),
        Column(f"{prefix}score_low", REAL, "0 to 1", f"lower end of the 95 % Wilson interval of the score{whose}"),
        Column(f"{prefix}score_high", REAL, "0 to 1", f"upper end of the 95 % Wilson interval of the score{whose}"),
    )


_PLAYER = (
    Column("player", TEXT, "", "the name as written; games that name nobody or could not start are left out"),
    Column("games", WHOLE, "games", "games played; one between two players of this name counts for each of them"),
    Column("finished", WHOLE, "games", "games with a result"),
    Column("wins", WHOLE, "games", "games won"),
    Column("draws", WHOLE, "games", "games drawn"),
    Column("losses", WHOLE, "games", "games lost"),
    *_score("", ""),
    Column("games_white", WHOLE, "games", "games as White"),
    Column("games_black", WHOLE, "games", "games as Black"),
    *_score("white_", " as White"),
    *_score("black_", " as Black"),
    *_LENGTHS,
    Column("captures_mean", REAL, "pieces a game", "pieces captured by the player"),
    Column("captured_mean", REAL, "pieces a game", "pieces that the player lost to captures"),
    Column("gipfs_entered_mean", REAL, "GIPF-pieces a game", "entered by the player, in tournament games"),
    Column("gipfs_survived_share", REAL, "0 to 1", "share of them that stood on the board at the end"),
    *_ENDINGS,
)

_SUMMED = (
    Column("games", WHOLE, "games", "games played"),
    Column("finished", WHOLE, "games", "games with a result"),
    Column("white_wins", WHOLE, "games", "games won by White"),
    Column("draws", WHOLE, "games", "games drawn"),
    Column("black_wins", WHOLE, "games", "games won by Black"),
    *_score("white_", " of White"),
    *_LENGTHS,
    Column("captures_mean", REAL, "pieces a game", "pieces captured by both sides"),
    Column("white_captures_mean", REAL, "pieces a game", "pieces captured by White"),
    Column("black_captures_mean", REAL, "pieces a game", "pieces captured by Black"),
    Column("gipfs_entered_mean", REAL, "GIPF-pieces a game", "entered by both sides, in tournament games"),
    Column("gipfs_survived_share", REAL, "0 to 1", "share of them that stood on the board at the end"),
    *_ENDINGS,
)
_VARIANT = (
    Column("variant", TEXT, "basic, standard, tournament", "the variant; empty for games that could not start"),
    *_SUMMED,
)
_OPENING = (
    Column("opening", TEXT, "code", "the opening's code, such as S3-041; empty for games that have none"),
    Column("opening_name", TEXT, "", "the last name that the games' positions had, from the file of --names"),
    *_SUMMED,
)

# Of a move in the opening tree: where it was played and what it leads to.
_MOVE = (
    Column("variant", TEXT, "basic, standard, tournament", "the variant"),
    Column("start", TEXT, "position text", "where the tree begins; empty for the variant's own start"),
    Column("depth", WHOLE, "turns", "the turns from there to this move, itself included"),
    Column("line", TEXT, "turns", "those turns, the move the last"),
    Column("move", TEXT, "turn", "the move, as it is in the orientation of the line"),
)
_NAMED = (
    Column(
        "goes_on_as",
        TEXT,
        "turns",
        "an earlier line that meets this one, or the word start: what follows is listed there alone",
    ),
    Column("opening", TEXT, "code", "the opening's code, without the tournament's GIPF-pieces; empty elsewhere"),
    Column("opening_name", TEXT, "", "the last name on the line, from the file of --names"),
)
_MOVES = (
    *_MOVE,
    Column("played", WHOLE, "games", "games that played the move, or one that leads to the same position, here"),
    Column("times", WHOLE, "times", "how often they did: more where a game came back and played it again"),
    Column("share", REAL, "0 to 1", "times, as a share of the visits of the position that it was played in"),
    Column("reached", WHOLE, "games", "games that came to the position after the move by any way, this or another"),
    Column("white_wins", WHOLE, "games", "games won by White, of those in which the move was played here"),
    Column("draws", WHOLE, "games", "games drawn"),
    Column("black_wins", WHOLE, "games", "games won by Black"),
    *_score("white_", " of White"),
    Column("length_mean", REAL, "turns", "mean length of the games"),
    Column("captures_mean", REAL, "pieces a game", "pieces captured by both sides in the whole game"),
    Column("players", TEXT, "names", "who played the move most often, with how often"),
    Column("last", TEXT, "yyyy.mm.dd", "the latest date; unknown parts are question marks"),
    Column("games", TEXT, "games", "the first games that played the move: source and number"),
    *_NAMED,
)


def _compared(prefix: str) -> tuple[Column, ...]:
    which = f"of set {prefix[0].upper()}"
    return (
        Column(f"{prefix}played", WHOLE, "games", f"games {which} that played the move here"),
        Column(f"{prefix}share", REAL, "0 to 1", f"how often they did, as a share of the visits {which} here"),
        Column(f"{prefix}white_wins", WHOLE, "games", f"games {which} won by White"),
        Column(f"{prefix}draws", WHOLE, "games", f"games {which} drawn"),
        Column(f"{prefix}black_wins", WHOLE, "games", f"games {which} won by Black"),
        *_score(f"{prefix}white_", f" of White in games {which}"),
        *_score(prefix, f" {which}: of the players that it names, in either colour, where both sets do; else of White"),
    )


_COMPARISON = (
    *_MOVE,
    *_compared("a_"),
    *_compared("b_"),
    Column("difference", REAL, "-1 to 1", "a_score minus b_score; empty where one has no result"),
    Column("difference_low", REAL, "-1 to 1", "lower end of its 95 % interval (Newcombe's hybrid score interval)"),
    Column("difference_high", REAL, "-1 to 1", "upper end of its 95 % interval"),
    *_NAMED,
)
_NOVELTY = (
    *(column for column in _GAME if column.name in ("source", "game", "date", "white", "black", "variant")),
    Column("turn", WHOLE, "number", "the first turn to a position that no other game came to; empty without one"),
    Column("side", TEXT, "white, black", "the side that made it"),
    Column("move", TEXT, "turn", "the turn, in the game's own orientation"),
    Column("before", WHOLE, "games", "other games that came to the position before it"),
    Column("opening", TEXT, "code", "the code of the game's opening"),
)

GAME, TURN, PLAYER, VARIANT, OPENING = "game", "turn", "player", "variant", "opening"
MOVE, COMPARISON, NOVELTY = "move", "comparison", "novelty"
COLUMNS: Mapping[str, tuple[Column, ...]] = {
    GAME: _GAME,
    TURN: _TURN,
    PLAYER: _PLAYER,
    VARIANT: _VARIANT,
    OPENING: _OPENING,
    MOVE: _MOVES,
    COMPARISON: _COMPARISON,
    NOVELTY: _NOVELTY,
}


def names_of(table: str) -> list[str]:
    """Give the names of a table's columns in order.

    >>> names_of("game")[:3]
    ['source', 'game', 'event']
    """
    return [column.name for column in COLUMNS[table]]


def as_markdown(table: str | Sequence[Column]) -> str:
    """Give the description of a table's columns as a Markdown table."""
    columns = COLUMNS[table] if isinstance(table, str) else table
    lines = ["| column | dtype | unit | meaning |", "|---|---|---|---|"]
    lines += [f"| `{c.name}` | {c.dtype} | {c.unit or '-'} | {c.meaning} |" for c in columns]
    return "\n".join(lines) + "\n"
