"""Files of other games and of other programs: one sentence for them, where no game of GIPF is in them."""

import re
from collections.abc import Iterable, Iterator

# What only GIPF's texts have: a dot and a spot, a GIPF-piece on a spot, its name, a position text, its variants (chess
# has a "standard" too).
_GIPF = re.compile(
    r"(?<![\w-])G?(?:a[1-5]|b[16]|c[17]|d[18]|e[19]|f[18]|g[17]|h[16]|i[1-5])-[b-h][2-8](?![\w-])"
    r"|(?<![\w-])G[b-h][2-8](?![\w=+#-])|\bgipf\b|;x"
    r"|(?<![^\s\"])(?:[1-7wb]{1,7}/){6}[1-7wb]{1,7} [wb] [0-9]{1,2}/[0-9]{1,2} [0-9]{1,2}/"
    r'|\[Variant "(?:basic|tournament)"\]',
    re.IGNORECASE,
)
_SISTERS = ("yinsh", "dvonn", "tzaar", "zertz", "punct", "tamsk", "lyngk", "matrx")
_SISTER_TAG = re.compile(rf'\[(?:Game|GameType|Variant)\s+"({"|".join(_SISTERS)})\b', re.IGNORECASE)
_MOST_LINES = 2000
# Words of other games' records; so many of them tell.
_WORDS = (
    (
        "Hive",
        3,
        re.compile(r'(?<!\w)[-/\\]?[wb](?:Q|[ABGSMLP][123]?)[-/\\]?(?!\w)|Base(?:\+[MLP]+)?;|\[GameType "Base'),
    ),
    (
        "Tak (PTN)",
        2,
        re.compile(r'(?<!\w)[1-8]?[a-h][1-8][<>+][1-8]*(?!\w)|\[Size "[3-8]"\]|(?<!\w)[CS][a-h][1-8](?!\w)'),
    ),
    ("shogi (CSA)", 2, re.compile(r"(?m)^[+-][0-9]{4}(?:FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY)|^V2\.\d|^PI\b")),
    ("shogi (KIF)", 2, re.compile("手合割|先手|後手|[▲△☗☖]|[１-９][一二三四五六七八九]|同")),
    ("shogi (PSN)", 3, re.compile(r"(?<!\w)\+?[PLNSGBRK](?:[1-9][a-i])?[-x][1-9][a-i]\+?(?!\w)")),
    ("draughts (PDN)", 4, re.compile(r"(?<![\w/-])(?:[1-9]|[1-4][0-9]|50)(?:[x-](?:[1-9]|[1-4][0-9]|50))+(?![\w/-])")),
    ("backgammon", 3, re.compile(r"(?<![\w/-])(?!1/2)(?:2[0-5]|1?[0-9]|bar)/(?:2[0-4]|1?[0-9]|off)\*?(?![\w/-])")),
    ("Chinese chess", 3, re.compile(r"(?<!\w)[CHREAKP][+=-]?[1-9][+=.-][1-9](?!\w)")),
    ("Othello", 1, re.compile(r"(?<!\w)(?:[a-hA-H][1-8]){6,}(?!\w)")),
    (
        "chess (PGN)",
        3,
        re.compile(
            r"(?<!\w)(?:[KQRBNDTLS♔♕♖♗♘][a-h]?[1-8]?[x-]?[a-h][1-8]|[a-h]x[a-h][1-8]|[a-h][18]=[QRBNDTLS]"
            r"|O-O(?:-O)?|0-0-0)[+#]?(?!\w)"
        ),
    ),
)
# What a game of GIPF may be made of alone.
_SPOT = re.compile(r"(?<![\w-])[b-h][2-8](?![\w-])")
_TAK_TAG = re.compile(r'\[Size "[3-8]"\]')
_CODE = re.compile(
    r"\s*(?:def \w+\(|class \w+|import \w|from \S+ import|#include|#!|public |private |static |function\b|const |let "
    r"|var |return\b|if ?\(.*\)|for ?\(|while ?\(|//|/\*|elif |else:|end$|package |using |fn |struct )|.*[{};]\s*\Z"
)
_CELLS = re.compile("[,;\t]")
_GM = re.compile(r"(?<![A-Za-z])GM\s*\[\s*([^\]]{0,60})\]")
_OURS = re.compile(r"(?<![A-Za-z])(?:SU|P0|P1)\s*\[")
_GO = re.compile(r";\s*[BW]\[(?:[a-s]{2})?\]")
# SGF's numbers of games.
_GAMES = {
    "1": "Go",
    "2": "Othello",
    "3": "chess",
    "4": "Gomoku",
    "5": "Nine Men's Morris",
    "6": "backgammon",
    "7": "Chinese chess",
    "8": "shogi",
    "9": "Lines of Action",
    "11": "Hex",
    "18": "Amazons",
    "21": "Twixt",
    "22": "ZERTZ",
    "24": "YINSH",
    "25": "PUNCT",
    "27": "Hive",
    "37": "DVONN",
    "38": "TAMSK",
}


def holds_gipf(lines: Iterable[str]) -> bool:
    """Say whether anything of GIPF stands in a text."""
    return any(_GIPF.search(line) for line in lines)


def other_game(lines: Iterable[str]) -> str | None:
    """Say in a sentence what a text is that holds nothing of GIPF, or None where nothing tells.

    >>> other_game(["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"])
    'this looks like chess (PGN)'
    """
    head = [line for _, line in zip(range(_MOST_LINES), lines, strict=False)]
    text = "\n".join(line[:2000] for line in head)
    if sister := _SISTER_TAG.search(text):
        return f"this is {sister[1].upper()}, gipfkit reads GIPF"
    spots = len(_SPOT.findall(text))
    for name, least, words in _WORDS:
        if name == "Tak (PTN)" and not _TAK_TAG.search(text) and not re.search("[0-9]?[a-h][1-8][<>][0-9]*", text):
            continue
        found = len(words.findall(text))
        if found >= least and found * 3 >= spots:
            return f"this looks like {name}"
    filled = [line for line in head if line.strip()]
    if _is_table(filled):
        return "this looks like a table (CSV) of something else"
    if len(filled) >= 3 and sum(bool(_CODE.match(line[:500])) for line in filled) * 2 >= len(filled):
        return "this looks like the source text of a program"
    return None


def _is_table(lines: list[str]) -> bool:
    marks = [_CELLS.findall(line) for line in lines[:200]]
    return len(marks) >= 3 and len(marks[0]) >= 2 and all(found == marks[0] for found in marks)


def other_sgf(lines: Iterable[str]) -> str | None:
    """Say in a sentence which game an SGF file is of that holds no game of GIPF; None where it may hold one."""
    names: list[str] = []
    ours = go = False
    for line in lines:
        for found in _GM.finditer(line):
            name = found[1].strip().lower()
            if name.startswith("gipf") or name == "39":
                return None
            if name not in names and len(names) < _MOST_LINES:
                names.append(name)
        ours = ours or bool(_OURS.search(line))
        go = go or bool(_GO.search(line))
    if not names:
        return None if ours else f"this is another game's SGF{' (Go?)' if go else ''}, gipfkit reads GIPF"
    return f"this is {' and '.join(_named(names))}, gipfkit reads GIPF"


def _named(names: list[str]) -> Iterator[str]:
    for name in names[:3]:
        yield _GAMES.get(name) or (name.upper() if name.startswith(_SISTERS) else name or "another game")
