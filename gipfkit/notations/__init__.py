"""The notations: what each reads, writes and can't hold; which one a text is in. Each module loads when it is used."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from gipfkit.findings import Finding
from gipfkit.record import Record

# What a notation may carry beside the pushes; the columns of the matrix in ``gipfkit formats``.
FEATURES = ("removals", "reserves", "tags", "result", "comments", "glyphs", "variations", "starts")

Reader = Callable[[Iterable[str], str], Iterator[Record | Finding]]
Writer = Callable[[Record], tuple[str, list[Finding]]]


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation: its name, what it is, file name endings, what it can't hold and what it can, how a text begins.

    ``reads`` and ``writes`` name its functions as ``module:function``, or are empty where there is none; ``begins`` is
    a pattern that the beginning of its texts matches.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    reads: str
    writes: str
    lacks: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    begins: str = ""

    @property
    def reader(self) -> Reader:
        """The function that reads lines into records and findings."""
        return _function(self.reads)  # type: ignore[return-value]

    @property
    def writer(self) -> Writer:
        """The function that writes a record as text, with findings for what is lost; ValueError where there is none."""
        if not self.writes:
            raise ValueError(f"{self.name} is read, not written")
        return _function(self.writes)  # type: ignore[return-value]


def _function(name: str) -> object:
    module, _, function = name.partition(":")
    return getattr(import_module(f"gipfkit.notations.{module}"), function)


_ALL = (
    Notation(
        "official",
        "the notation of gipf.com, bare: one turn a line",
        (".txt",),
        "tagged:read",
        "tagged_write:write_official",
        ("tags but those of a heading", "comments", "glyphs", "variations"),
        ("removals", "reserves", "result", "starts"),
    ),
    Notation(
        "tagged",
        "official turns with tags, comments, glyphs, variations and results, many games in a file",
        (".gipf",),
        "tagged:read",
        "tagged_write:write",
        ("braces in comments", "line breaks in tags"),
        FEATURES,
        r'(?m)^[^\S\n]*\[\s*[A-Za-z0-9_]+\s+"',
    ),
    Notation(
        "jsonl",
        "JSON Lines, one game a line",
        (".jsonl",),
        "jsonl:read",
        "jsonl:write",
        (),
        FEATURES,
        # A list of our games, or any object of JSON: a key, a colon, a value. A comment can begin with a quotation.
        r'\[\s*\{\s*"gipfkit"|'
        r'\{\s*(?:"(?:gipfkit|tags|turns)"|"(?:[^"\\\n]|\\.)*+"\s*:\s*(?:["\[{0-9-]|(?:true|false|null)\b|$)|\}|$)',
    ),
    Notation(
        "boardspace",
        "BoardSpace's SGF files",
        (".sgf",),
        "boardspace.reading:read",
        "boardspace.writing:write",
        ("most tags", "glyphs", "reserve counts", "draws by agreement", "a push without its dot", "illegal turns"),
        ("removals", "result", "comments", "variations", "starts"),
        r"\(\s*;",
    ),
    Notation(
        "gf1",
        "the save log of GF1 (GIPF for one)",
        (".log",),
        "gf1.log:read",
        "gf1.writing:write",
        ("tags but the players", "results", "comments", "glyphs", "variations", "other starts"),
        ("removals",),
        r"(?i)(?:basic|standard|tournament)(?:[ \t]+game)?[ \t]*(?:\n|$)",
    ),
    Notation(
        "gf1-old",
        "the older log of GF1",
        (".log",),
        "gf1.log:read_old",
        "gf1.writing:write_old",
        ("tags but the players", "results", "comments", "glyphs", "variations", "other starts"),
        ("removals",),
        r"(?i)(?:game|white player)[ \t]*:",
    ),
    Notation(
        "gf1-xml",
        "the XML save of GF1",
        (".gf1",),
        "gf1.xml:read",
        "gf1.writing:write_xml",
        ("tags but the players", "results", "comments", "glyphs", "variations", "other starts"),
        ("removals",),
        r"(?s)(?:(?:<\?.*?\?>|<!--.*?-->)\s*+)*+<(?:gipfgame\b|!DOCTYPE\s(?:.*?<|\s*)gipfgame\b)",
    ),
    Notation(
        "webgipf",
        "the tokens of webgipf, a game a line",
        (".txt",),
        "webgipf:read",
        "webgipf:write",
        ("tags", "results", "reserves", "comments", "glyphs", "variations", "other starts"),
        ("removals",),
        r"G?[KW][a-i][1-9]-[b-h][2-8](?=\s|$)",
    ),
    Notation(
        "openxum",
        "OpenXum's moves",
        (".txt",),
        "openxum:read",
        "openxum:write",
        ("GIPF-pieces but each side's first", "tags", "results", "reserves", "comments", "glyphs", "variations"),
        ("removals",),
        r"P[Pp][WB][A-I][1-9](?=[\s;,]|$)",
    ),
    Notation(
        "julio974",
        "Julio974's short notation (2020), as far as it is known; never guessed, use --from",
        (".txt",),
        "julio974:read",
        "julio974:write",
        ("rows with GIPF-pieces", "several rows", "rows before a push", "tags", "results", "comments", "variations"),
    ),
    Notation(
        "pbem",
        "the pushes of the PBeM server, as far as they are known",
        (".txt",),
        "pbem:read",
        "pbem:write",
        ("removals", "basic and standard", "tags", "results", "reserves", "comments", "variations"),
        (),
        r"(?:[0-9]+\.+\s*)?[gn][a-i][1-9]-[b-h][2-8](?=\s|$)",
    ),
    Notation(
        "course",
        "the position text of a programming course with its DO_MOVE commands",
        (".in",),
        "course:read",
        "",
        (),
        (),
        r"LOAD_GAME_BOARD\b",
    ),
    Notation(
        "bga",
        "a saved log of Board Game Arena, by a table (--table); GIPF's own is unconfirmed",
        (".json",),
        "bga.reading:read",
        "",
        (),
        (),
        r'\[\s*\{(?!\s*"gipfkit")|\{\s*"(?:status|data|logs|channel|packet_id|packet_type)"',
    ),
)
NOTATIONS: dict[str, Notation] = {notation.name: notation for notation in _ALL}


def named(name: str) -> Notation:
    """Give the notation of a name; ValueError names those there are."""
    if name not in NOTATIONS:
        raise ValueError(f"no notation {name!r}: there are {', '.join(NOTATIONS)}")
    return NOTATIONS[name]


# Those whose beginning says most come first; what nothing claims is read as official.
_ORDER = ("bga", "jsonl", "boardspace", "gf1", "gf1-old", "gf1-xml", "webgipf", "openxum", "pbem", "course", "tagged")

# GF1's logs begin with a heading that an official game can have as well. Their lines: 01., x(b5-e5), o: a1-c3.
_HEADED = ("gf1", "gf1-old")
_GF1_LINE = re.compile(r"[ \t]*(?:0[0-9]*\.|[0-9]{1,6}\..*x\(|[oOxX]:)")
_TURN_LINE = re.compile(r"[ \t]*([0-9]{1,6}[.\u2026]*)?[ \t]*x?G?[a-i][1-9](?![A-Za-z0-9])")
# What only official turns have: a count, a list with its marks, a glyph, a comment, a slash, a spot alone.
_OFFICIAL_MARK = re.compile(r"\([ \t]*[0-9]|[,*/!?{]|x[ \t]?G?[b-h][2-8]|(?<![-\w])G?[b-h][2-8](?![-\w])")


def _is_official(text: str) -> bool:
    """Say whether official turns stand under a heading as GF1 writes it: the first line that tells decides."""
    for line in text.split("\n")[1:]:
        turn = _TURN_LINE.match(line)
        if turn and "x(" not in line:
            numbered = (turn[1] or "").endswith((".", "\u2026"))
            if not numbered or _OFFICIAL_MARK.search(line):
                return True
        if _GF1_LINE.match(line):
            return False
    return False


def sniff(head: str, name: str = "") -> Notation:
    """Tell a text's notation by its beginning, then by its file's name.

    Where a heading fits GF1 and the official notation, the turns under it decide.

    >>> sniff('[Event "Club"]').name, sniff("Gd2 (16)").name, sniff('{"gipfkit": 1}').name
    ('tagged', 'official', 'jsonl')
    """
    text = head.lstrip("\ufeff \t\r\n")
    for notation in (NOTATIONS[known] for known in _ORDER):
        search = re.search if notation.name == "tagged" else re.match
        if search(notation.begins, text) and not (notation.name in _HEADED and _is_official(text)):
            return notation
    for notation in NOTATIONS.values():
        if not text and name.endswith(notation.suffixes):
            return notation
    return NOTATIONS["official"]


# Those that a game can be told by where words stand before it.
_INSIDE_LINE = re.compile(r"\(\s*;\s*(?:GM|FF|CA|AP|SZ|VV|SU|P0)\s*\[")
_STRUCTURED = ("bga", "jsonl", "boardspace", "gf1-xml", "gf1", "gf1-old", "course", "webgipf", "openxum", "pbem")


def sniff_inside(head: str) -> tuple[Notation, int] | None:
    """Tell which notation begins behind words at the beginning of a text, and at which line; None where none does.

    >>> notation, line = sniff_inside("Games of Ann\\n\\n(;GM[gipf])")
    >>> notation.name, line
    ('boardspace', 3)
    """
    place = 0
    for number, line in enumerate(head.split("\n"), 1):
        start = place + len(line) - len(line.lstrip())
        for notation in (NOTATIONS[name] for name in _STRUCTURED) if line.strip() else ():
            if begun := re.compile(notation.begins).match(head, start):
                comment = notation.name == "jsonl" and '"' not in begun[0]
                if not comment and not (notation.name in _HEADED and _is_official(head[start:])):
                    return notation, number
            elif notation.name == "boardspace" and _INSIDE_LINE.search(line):
                return notation, number
        place += len(line) + 1
    return None
