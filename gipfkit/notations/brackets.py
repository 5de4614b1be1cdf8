"""Square brackets: lines of tag pairs, and brackets that are none and eat no turns: a chat's times, clocks."""

import re
from collections.abc import Iterator

from gipfkit.findings import CODES, Finding
from gipfkit.notations import prose
from gipfkit.notations.chunks import LOOSE_TAG, TAG
from gipfkit.notations.official import shortened
from gipfkit.notations.prose import Kind
from gipfkit.record import ROSTER

# What programs and people write in tags, PGN's names and ours.
_KNOWN = {name.lower() for name in ROSTER} | {
    *(
        "setup",
        "position",
        "annotator",
        "gameid",
        "whitecountry",
        "blackcountry",
        "whiteelo",
        "blackelo",
        "timecontrol",
    ),
    *("utcdate", "utctime", "eventdate", "eventsite", "time", "mode", "plycount", "whiteteam", "blackteam", "source"),
}
# Of a side, and not its name.
_REMARK = re.compile(r"(?:to|wins|won|resigns|resigned|has|is|moves|plays|played|should|lost|loses)\b", re.IGNORECASE)
_TURNS_INSIDE = re.compile(r"\[([ \t]*(?:([0-9]{1,6})[.…]+[ \t]*)?(?=[Gx]?[a-i][1-9])[^\[\]{}\n]*)\]")
_TIME = re.compile(r"^([ \t]*)\(([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)\)", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.])([0-9]{1,6})[.…]")


def tag_line(line: str, *, begun: bool, blank: bool) -> tuple[str, str] | None:
    """Split a line that begins with a bracket into its tag pairs and the turns behind them; None where it has no pair.

    ``begun`` says that turns of a game stand before it, ``blank`` that the line before is blank: then a broken pair has
    to be one of the usual ones.
    """
    if TAG.fullmatch(line):
        return line, ""
    place = 0
    while part := TAG.match(line, place):
        place = part.end()
    rest = line[place:]
    if not rest.strip():
        return line, ""
    if not rest.lstrip().startswith("["):
        return (line[:place], " " * place + rest) if _holds_turns(rest) else (line, "")
    loose = _loose(rest, begun=begun and not place, blank=blank)
    if loose is not None:
        return line[:place] + loose[0], " " * place + loose[1] if loose[1] else ""
    return (line[:place], " " * place + rest) if place else None


def _loose(line: str, *, begun: bool, blank: bool) -> tuple[str, str] | None:
    """Split a line that begins with a broken pair, or with a bracket that is none."""
    found, end = LOOSE_TAG.match(line), line.find("]") + 1
    behind = line[end:] if end else ""
    turns = bool(behind.strip()) and _holds_turns(behind)
    inside = bool(_TURNS_INSIDE.match(line.lstrip()))
    known = found is not None and found[1].lower() in _KNOWN
    if found and found[1].lower() in ("white", "black") and _REMARK.match(line, found.end()):
        return None
    talk = bool(behind.strip(" ]")) and '"' not in line
    if (begun and not (known and blank)) or ((turns or inside or talk) and not known):
        return None
    return (line[:end], " " * end + behind) if turns else (line, "")


def _holds_turns(text: str) -> bool:
    kind = prose.kind_of(text)
    return kind in (Kind.TURNS, Kind.MARK, Kind.ASIDE) or bool(prose.labelled(text) or prose.holds_turn(text))


def opened(text: str, line: int) -> tuple[str, list[Finding]]:
    """Open brackets around turns, [3. e2 (15) c6]: a variation of the turns before them, else turns of the game.

    Every character keeps its place.
    """
    plain = prose.masked(text)
    text = "".join(_with_square_times(text, plain))
    plain = _TIME.sub(r"\1[\2]", plain)
    if "[" not in text:
        return text, []
    parts: list[str] = []
    findings: list[Finding] = []
    done = 0
    numbered, turns, outside = 0, 0, True
    for found in _TURNS_INSIDE.finditer(plain):
        if not prose.holds_turn(found[1]):
            continue
        before = plain[done : found.start()]
        numbers = _NUMBER.findall(before)
        numbered = int(numbers[-1]) if numbers else numbered
        turns += prose.count_turns(before)
        outside = outside and turns > 0  # or else the game's own turns stand in brackets
        variation = outside and (not found[2] or int(found[2]) == (numbered or (turns + 1) // 2))
        opening, closing = "()" if variation else "  "
        parts += [text[done : found.start()], opening, text[found.start() + 1 : found.end() - 1], closing]
        done = found.end()
        if not findings:
            findings.append(_turns_in_brackets(plain, found, line, variation))
    return "".join([*parts, text[done:]]), findings


def _with_square_times(text: str, plain: str) -> Iterator[str]:
    """Give a text with square brackets around the times at the beginnings of its lines: (18:01) is no variation."""
    done = 0
    for found in _TIME.finditer(plain):
        yield from (text[done : found.start(2) - 1], "[", found[2], "]")
        done = found.end()
    yield text[done:]


def _turns_in_brackets(text: str, found: re.Match[str], line: int, variation: bool) -> Finding:
    shown = shortened(found[0])
    row, column = text.count("\n", 0, found.start()), found.start() - text.rfind("\n", 0, found.start())
    read = "a variation" if variation else "turns of the game"
    message, hint = f"{shown}: turns in square brackets, read as {read}", "write a variation in round brackets"
    return Finding(
        "bracket-turns",
        CODES["bracket-turns"].severity,
        message,
        line=line + row,
        column=column,
        text=shown,
        hint=hint,
    )
