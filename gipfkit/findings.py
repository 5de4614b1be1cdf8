"""What is wrong or worth knowing in a record: findings, as values, and the table of their codes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

ERROR, WARNING, NOTE = "error", "warning", "note"
IN_VARIATION = "in a variation: "


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: a code of ``CODES``, its place and a sentence.

    ``game`` counts the games of a source, ``turn`` single turns, ``line`` and ``column`` lead into the text; all count
    from 1 and are None where they don't apply. ``side`` is ``white`` or ``black``, ``text`` what the source says there,
    ``hint`` what to do.
    """

    code: str
    severity: str
    message: str
    source: str = ""
    game: int | None = None
    line: int | None = None
    column: int | None = None
    turn: int | None = None
    side: str | None = None
    text: str | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = ":".join([self.source, *(str(n) for n in (self.line, self.column) if n is not None)])
        where = []
        if self.game is not None:
            where.append(f"game {self.game}")
        if self.turn is not None:
            where.append(f"turn {self.turn}" + (f" ({self.side})" if self.side else ""))
        parts = [place, ", ".join(where), f"{self.severity}[{self.code}]", self.message]
        sentence = ": ".join(part for part in parts if part)
        return f"{sentence}\n    hint: {self.hint}" if self.hint else sentence


def in_variation(finding: Finding, turn: int | None) -> Finding:
    """Give a finding as one of a turn in a variation: an error is a warning, as the game itself is not touched."""
    severity = WARNING if finding.severity == ERROR else finding.severity
    return replace(finding, turn=turn, severity=severity, message=f"{IN_VARIATION}{finding.message}")


def has_errors(findings: Iterable[Finding]) -> bool:
    """Say whether one of the findings is an error."""
    return any(finding.severity == ERROR for finding in findings)


@dataclass(frozen=True, slots=True)
class Code:
    """A finding's code: its usual severity, what it means and an example of its message."""

    name: str
    severity: str
    meaning: str
    example: str


_TABLE = [
    # Files
    ("unreadable-path", ERROR, "a path that is missing or can't be read", "no such file"),
    ("archive-broken", ERROR, "a damaged or encrypted archive", "the archive is damaged"),
    ("archive-limit", ERROR, "an archive too large to be unpacked safely", "more than 1 GiB in all"),
    ("named-twice", NOTE, "files of an index that are named beside it, too", "2 of its files count once"),
    # Reading
    ("unreadable", ERROR, "text that is no turn, comment, tag or result", "e1-z9: expected a spot after '-'"),
    ("text-cut", WARNING, "the text ends inside a turn", "c1-e: the text ends inside a turn"),
    ("missing-bracket", WARNING, "a reserve count without its closing bracket", "(16: the closing bracket is missing"),
    ("encoding", WARNING, "bytes that are not UTF-8", "not UTF-8; read as windows-1252"),
    ("no-game", ERROR, "a file without a game, or that is no text (a warning where it is empty)", "no game found"),
    ("stray-text", WARNING, "text between games", "text outside any game: see also ..."),
    ("turn-in-prose", WARNING, "prose that may hold a turn (a note: that names a spot)", "Gd8-f7 stands in prose; ..."),
    ("bracket-kept", NOTE, "a bracket among turns that is no tag pair", "[18:01]: no tag pair; kept as a comment"),
    ("bracket-turns", WARNING, "turns in square brackets", "[3. e2]: turns in square brackets, read as a variation"),
    ("escaped-line", NOTE, "PGN's line to be ignored", "a line that begins with % is kept as a comment"),
    ("bad-tag", WARNING, 'a tag line that is not [Name "value"]', "[Site London]: not a tag pair"),
    ("duplicate-tag", WARNING, "a tag given twice", "the tag White is given twice"),
    ("unknown-tag-value", ERROR, "a value that its tag doesn't have", 'Variant "gipf": basic, standard or tournament'),
    ("unclosed-comment", ERROR, "a { without its }", "the comment is not closed"),
    ("nested-comment", WARNING, "a { inside a comment", "a { inside a comment: the first } ends it"),
    ("unclosed-variation", ERROR, "a ( without its )", "the variation is not closed"),
    ("variation-too-deep", ERROR, "more than 200 variations inside each other", "variations nest deeper than 200"),
    ("stray-bracket", ERROR, "a ) or } that closes nothing", ") closes nothing"),
    ("number-differs", WARNING, "a turn's number is not the one that is due", "7. stands where 6. is due"),
    ("missing-result", WARNING, "a tagged game without an end mark", "no result at the end of the game"),
    ("no-turns", WARNING, "a game without a turn", "the game has no turns"),
    ("text-differs", WARNING, "jsonl: a turn's text is another than its fields", "the text says i4-g6, the fields g6"),
    ("unclosed-value", ERROR, "SGF: a [ without its ]", "the value is not closed"),
    ("unclosed-game", WARNING, "SGF: a game without its closing )", "the game is not closed"),
    ("side-differs", ERROR, "a player moves out of turn", "P1 moves where P0 is due"),
    ("colours-swapped", NOTE, "BoardSpace: the first player had the black pieces", "P0 played the black chips"),
    ("unknown-notification", ERROR, "lines of a log that the table doesn't know", "the table doesn't know: playToken"),
    ("undo-unmatched", WARNING, "an undo with nothing to undo", "nothing to take back: Bob takes back one action"),
    ("colours-differ", WARNING, "a site's colours contradict who moves first", "Bob has Black and moves first"),
    ("table-unconfirmed", NOTE, "read by a table that no real log has confirmed", "read by an unconfirmed table"),
    ("header-differs", WARNING, "a GF1 save whose log names another variant or player", "the log says Z, the file A"),
    ("board-differs", WARNING, "a stated board that the turns don't lead to", "the file's board differs on e4"),
    # The start
    ("start-impossible", ERROR, "no game can start from the stated position", "Position: column b: ..."),
    (
        "start-unusual",
        NOTE,
        "a stated start that differs from the variant's",
        "White has 16 pieces in all ..., usually 15",
    ),
    ("setup-differs", WARNING, "SetUp and Position contradict each other", "SetUp says 1, but no Position is given"),
    ("variant-assumed", NOTE, "no variant is named and more than one fits", "read as standard; basic fits as well"),
    ("variant-overruled", NOTE, "another variant is asked for than is named", "played as basic, ... says standard"),
    # Pushes
    ("push-not-on-line", ERROR, "the spot can't be pushed to from there", "a2-d4: d4 is on none of a2's lines"),
    ("push-line-full", ERROR, "no room on the line", "a5-b5: the line b5-h2 is full"),
    ("push-needs-dot", ERROR, "a spot alone that is occupied", "b3 is occupied: name the dot"),
    ("push-end-differs", ERROR, "the furthest piece ends elsewhere", "h1-e5: the furthest piece ends on e4: h1-e4"),
    ("push-missing", ERROR, "a removal alone that doesn't end the game", "xe7,e8: a push must follow"),
    ("style-mixed", WARNING, "a game that mixes end-spot and first-spot style", "turn 9 names the first spot"),
    (
        "piece-not-allowed",
        ERROR,
        "a GIPF-piece or single piece at the wrong time",
        "no GIPF-piece is entered in standard",
    ),
    ("reserve-empty", ERROR, "too few pieces in reserve for the push", "a push needs a piece in reserve, Black has 0"),
    # Removals
    ("row-not-removed", ERROR, "a row that must go still stands", "the row c2,d3,e4,f4 must be removed"),
    ("row-removed-late", WARNING, "with --lenient: a row overlooked and removed later", "overlooked since turn 14"),
    ("removal-no-row", ERROR, "a removal though no row stands", "no row of White stands"),
    ("removal-incomplete", ERROR, "pieces of the row are missing from the list", "g4 goes as well: xc2,d3,e4,f4,g4*"),
    ("removal-not-there", ERROR, "a piece that can't be removed", "c5 is empty"),
    ("removal-inferred", NOTE, "an x that the rest of the game decides", "read as xc2,d3,e4,f4"),
    ("removal-ambiguous", WARNING, "an x that can be read in several ways", "xc2,d3,e4,f4 or xe2,e3,e4,e5"),
    ("readings-cut", WARNING, "an x that can be read in too many ways", "more than 1000 readings fit: ..."),
    ("owner-mark-differs", ERROR, "a * that is missing or too many", "g4 is Black's: g4*"),
    ("kind-mark-differs", ERROR, "a G that is missing or too many", "e5 is a GIPF-piece: Ge5"),
    # Counts and endings
    ("reserve-count-differs", ERROR, "the reserve is not what is written", "(9) is written, White has 8 in reserve"),
    ("turn-after-end", ERROR, "turns after the end of the game", "the game has ended: Black lost the last GIPF-piece"),
    ("result-differs", ERROR, "the result is not the board's or not the tag's", "1-0 is written, Black has won"),
    (
        "termination-differs",
        ERROR,
        "the stated termination is not the board's",
        "gipf is written, the board says reserve",
    ),
    ("unsettled-ending", NOTE, "an ending that the board alone doesn't show", "no end on the board: 1-0 as written"),
    # Writing
    ("not-expressed", WARNING, "something the notation written can't hold", "official can't hold comments"),
]
CODES: dict[str, Code] = {name: Code(name, *rest) for name, *rest in _TABLE}
