"""How a game ended, in words behind its last turn, in English, French, Dutch and German."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gipfkit.findings import CODES, WARNING, Finding
from gipfkit.notations.movetext import Movetext
from gipfkit.notations.official import shortened
from gipfkit.notations.prose import Kind, kind_of, last_turn, masked
from gipfkit.record import RESULTS, TERMINATIONS

WHITE, BLACK, MOVER = "white", "black", "mover"
_WON = {WHITE: "1-0", BLACK: "0-1"}
_OTHER = {WHITE: BLACK, BLACK: WHITE}
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Words:
    """What the words say: who lost or MOVER for the side to move, the result (one of RESULTS) and the termination.

    ``mark`` is a result that stands beside the words, ``text`` are the words as they are written.
    """

    text: str
    loser: str | None = None
    result: str | None = None
    termination: str | None = None
    mark: str | None = None


# All without accents, in small letters.
_SIDES = {WHITE: "white|blancs?|wit|weiss", BLACK: "black|noirs?|zwart|schwarz"}
_RESIGNS = (
    "resigns|resigned|has resigned|resign|gives up|gave up|concedes|conceded|surrenders|surrendered|"
    "abandonne|abandonnent|a abandonne|ont abandonne|abandonna|"
    "geeft op|geeft het op|gaf op|gaf het op|heeft opgegeven|opgegeven|geeft zich gewonnen|"
    "gibt auf|gab auf|hat aufgegeben|aufgegeben"
)
_I_RESIGN = "i resign|i give up|j'abandonne|ik geef(?: het)? op|ich gebe auf"
_RESIGNATION = "resignation|abandon|opgave|aufgabe"
_BY_RESIGNATION = f"(?:(?:by|through|par|door|durch) )?(?:{_RESIGNATION})"
_TIME = (
    "(?:(?:on|by|at|in) )?time(?: forfeit| control| limit| over)?|time ?out|out of time|flag|flag fall|time is up|"
    "(?:au|le|du|par le)? ?temps|(?:op|door|in)? ?(?:de )?tijd|(?:(?:door|wegens) )?tijdsoverschrijding|"
    "(?:auf|durch|nach)? ?zeit|(?:(?:durch|wegen) )?zeituberschreitung"
)
_LOSES_ON_TIME = (
    "runs out of time|ran out of time|times out|timed out|has no time left|time is up|overstepped the time(?: limit)?|"
    "oversteps the time(?: limit)?|forfeits on time|forfeited on time|flagged|flags|flag fell|time ?out|"
    "a depasse le temps|ont depasse le temps|depasse le temps|depassent le temps|est tombe|sont tombes|tombe|"
    "heeft de tijd overschreden|overschrijdt de tijd|uberschreitet die zeit|hat die zeit uberschritten|"
    "(?:hat )?die zeit uberschritten"
)
_LOSES = (
    "loses|lost|has lost|forfeits|forfeited|loses by forfeit|"
    "perd|perdent|a perdu|ont perdu|verliest|verloor|heeft verloren|verliert|verlor|hat verloren"
)
_WINS = "wins|won|has won|gagne|gagnent|a gagne|ont gagne|wint|heeft gewonnen|gewonnen|gewinnt|gewann|hat gewonnen"
_DRAW = (
    "(?:a |the )?draw|drawn|draw agreed|agreed draw|drawn game|game drawn|nulle|partie nulle|match nul|nul|"
    "remise|gelijkspel|remis|unentschieden"
)
_AGREED = "by agreement|agreed|par accord(?: mutuel)?|d'un commun accord|overeengekomen|in onderling overleg|vereinbart"
_REPEATED = (
    "by (?:threefold )?repetition|par repetition|door herhaling(?: van zetten)?|durch (?:zug|stellungs)?wiederholung"
)
# What stands before the side: Resignation by Black, Aufgabe von Schwarz, Winner: White.
_SIDE_LAST = re.compile(
    rf"(?:(?P<resigned>{_RESIGNATION})|(?P<timed>time ?out|zeituberschreitung|"
    r"tijdsoverschrijding|depassement de temps)|"
    r"(?P<won>winner ?:?|sieger ?:?|gewinner ?:?|vainqueur ?:?|gagnant ?:?|winnaar ?:?))"
    r" (?:(?:by|of|from|von|van|door|de|des|du) )?(?P<who>.{1,80})"
)
_REASON = rf"(?P<reason>{_BY_RESIGNATION}|{_TIME})"
_SENTENCE = re.compile(
    rf"(?P<who>.{{1,80}}?) (?:(?P<resigns>{_RESIGNS})|(?P<flags>{_LOSES_ON_TIME})|"
    rf"(?P<loses>{_LOSES})(?: {_REASON})?|(?P<wins>{_WINS})(?: {_REASON.replace('reason', 'how')})?|"
    rf"(?P<late>(?:hat )?(?:auf|durch) zeit verloren|(?:op|door) (?:de )?tijd verloren))"
)
_SPOKEN = re.compile(rf"(?P<who>[^:]{{1,40}}?) ?: (?:{_RESIGNS}|{_I_RESIGN})")
_ALONE = re.compile(
    rf"(?P<resigns>{_RESIGNS}|{_I_RESIGN})|(?P<resignation>{_BY_RESIGNATION})|"
    rf"(?P<time>(?:(?:{_LOSES}) )?(?:{_TIME})|{_LOSES_ON_TIME})|"
    rf"(?P<draw>(?:{_DRAW})(?: (?:(?P<agreed>{_AGREED})|(?P<repeated>{_REPEATED})))?)|(?P<agreement>{_AGREED})"
)
_ARTICLE = re.compile(r"^(?:the|les|le|de|der|die) ")
_BRACKETED = re.compile(r" \([^()]*\)$")
_FILLER = re.compile(r" (?:here|now|ici|hier)$")
_RESULT = r"(?:1/2\s?[-–—:]\s?1/2|½\s?[-–—:]\s?½|1\s?[-–—:]\s?0|0\s?[-–—:]\s?1|½)"
_RESULT_FIRST = re.compile(rf"({_RESULT}|\*|X)(?![\w/]|[-–—:]\d)")
_RESULT_LAST = re.compile(rf"(?<![\w/])({_RESULT}|\*|X)$")
# What no run of turns with its mark ends with: three letters, or a result that is written loosely.
_MAY_TELL = re.compile(rf"[^\W\d_]{{3}}|(?<![\w/-])(?!(?:1-0|0-1|1/2-1/2|½-½)$){_RESULT}\W*$")
_EDGES = " \t.,;:|!()[]\"'“”–—-"
LABEL = re.compile(r"(?i)^(?:result|r[ée]sultat|uitslag|resultaat|ergebnis)\s*[:=,;|]")
_MARKED = re.compile(r"(?:#{1,6}[ \t]+)?(?P<mark>\*{1,3}|_{1,3}|)(?P<text>(?![\s*_]).*)(?P=mark)")
_NUMBER = re.compile(r"^[0-9]{1,6}[.…]+\s*")


def parse(text: str, players: Mapping[str, str] | None = None) -> Words | None:
    """Read how a game ended, with or without a result before or behind; None where the text is anything else.

    ``players`` gives the names of the sides; where it is None any name may resign.

    >>> parse("Black resigns", {})
    Words(text='Black resigns', loser='black', result='1-0', termination='resignation', mark=None)
    >>> parse("0-1 (time)", {}).loser, parse("a quiet move", {})
    ('white', None)
    """
    if len(text) > _LONGEST:
        return None
    shown = text.strip()
    text = LABEL.sub("", unmarked(shown).strip(_EDGES), count=1)
    words, mark = _without_result(_NUMBER.sub("", text.strip(_EDGES), count=1))
    if not words:
        return Words(shown, mark=mark) if mark else None
    found = _read(_FILLER.sub("", _folded(words)), players)
    if found is None:
        return None
    if mark in _WON.values() and found.result is None:
        found = replace(found, loser=BLACK if mark == "1-0" else WHITE, result=mark)
    return replace(found, text=shown, mark=mark)


def unmarked(row: str) -> str:
    """Give a line without Markdown's marks around it.

    >>> unmarked("## **Ann - Bob**"), unmarked("* Black resigns")
    ('Ann - Bob', '* Black resigns')
    """
    found = _MARKED.fullmatch(row)
    return found["text"] if found and found["text"].strip("*_#") else row


def result_of(text: str) -> str:
    """Give a result as the tag Result has it, or an empty text.

    >>> result_of("1 – 0"), result_of("½-½"), result_of("won")
    ('1-0', '1/2-1/2', '')
    """
    plain = re.sub(r"\s", "", re.sub("[–—:]", "-", text)).replace("½-½", "1/2-1/2").replace("½", "1/2-1/2")
    return plain if plain in RESULTS else ""


def _without_result(text: str) -> tuple[str, str | None]:
    """Take a result from the beginning or the end of a text."""
    if found := _RESULT_FIRST.match(text):
        text = text[found.end() :].strip(_EDGES)
    elif found := _RESULT_LAST.search(text):
        text = text[: found.start()].strip(_EDGES)
    if found is None:
        return text, None
    return text, "X" if found[1] == "X" else result_of(found[1])


def _folded(text: str) -> str:
    """Give a text in small letters without accents, one blank between words."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def _read(text: str, players: Mapping[str, str] | None) -> Words | None:
    if found := _ALONE.fullmatch(text):
        if found["draw"]:
            how = "agreement" if found["agreed"] else "repetition" if found["repeated"] else None
            return Words("", result="1/2-1/2", termination=how)
        if found["agreement"]:
            return Words("", termination="agreement")
        if found["resignation"]:
            return Words("", termination="resignation")
        return Words("", loser=MOVER, termination="resignation" if found["resigns"] else "time")
    if found := _SIDE_LAST.fullmatch(text):
        return _read_side_last(found, players)
    if (found := _SPOKEN.fullmatch(text)) and (speaker := _side(found["who"], players)):
        return Words("", speaker, _WON.get(_OTHER.get(speaker, "")), "resignation")
    found = _SENTENCE.fullmatch(text)
    if found is None:
        return None
    who = found["who"].removesuffix("'s")
    side = _side(who, players)
    if side is None:
        return None
    loser = _OTHER.get(side, side) if found["wins"] else side
    reason = found["reason"] or found["how"] or ""
    if found["resigns"] or re.search(_RESIGNATION, reason):
        how = "resignation"
    else:
        how = "time" if found["flags"] or found["late"] or reason else None
    return Words("", loser, _WON.get(_OTHER.get(loser, "")), how)


def _read_side_last(found: re.Match[str], players: Mapping[str, str] | None) -> Words | None:
    side = _side(found["who"], players)
    if side is None:
        return None
    loser = _OTHER.get(side, side) if found["won"] else side
    how = "resignation" if found["resigned"] else "time" if found["timed"] else None
    return Words("", loser, _WON.get(_OTHER.get(loser, "")), how)


def _side(who: str, players: Mapping[str, str] | None) -> str | None:
    """Say whose side a word or a name is: "white", "black", or None; any side where the players aren't known yet."""
    plain = _BRACKETED.sub("", _ARTICLE.sub("", who, count=1))
    for side, words in _SIDES.items():
        if re.fullmatch(words, plain):
            return side
    if players is None:
        return "any" if who[:1].isalpha() and len(who.split()) <= 4 else None
    named = [side for side, name in players.items() if _is_named(who, _folded(name))]
    return named[0] if len(named) == 1 else None


def _is_named(who: str, name: str) -> bool:
    return bool(name) and (who == name or (len(who) > 1 and who in re.split(r"[\s,]+", name)))


@dataclass(frozen=True, slots=True)
class Found:
    """Words that end a game: their row, the column (from 0) they begin at, and what they say."""

    row: int
    column: int
    words: Words


def find(rows: Sequence[str], last: int, players: Mapping[str, str]) -> Found | None:
    """Find the words that end a game in its lines without comments; ``last`` is the row of its last turn."""
    for k in range(last, len(rows)):
        start = _start_of_words(rows[k]) if k == last else len(_TIME_OF_CHAT.match(rows[k])[0])  # type: ignore[index]
        tail = rows[k][start:]
        if tail.strip() and _is_closed(tail) and (words := parse(tail, players)) and tail.strip() != words.mark:
            return Found(k, start, words)
    return None


_ANNOTATED = re.compile(r"(?:[!?]+|\$[0-9]{1,3}|\([ \t]*[0-9]{1,4}(?![ \t]*[0-9,:/–—-])[ \t]*\)?|\[[^\[\]]*\]|[)\s])*+")


_TIME_OF_CHAT = re.compile(r"(?:\s*\[[^\[\]]*\])*+")


def _start_of_words(row: str) -> int:
    found = _ANNOTATED.match(row, last_turn(row) or 0)
    assert found  # the pattern matches any text
    return found.end()


def find_in(rows: Sequence[str], known: Mapping[str, str]) -> Found | None:
    """Find the words that end the game of some lines, where its last line of turns isn't known yet."""
    text = masked("\n".join(rows))
    if not _MAY_TELL.search(text.rstrip()[-2 * _LONGEST :]):
        return None
    plain = text.split("\n")
    behind = next((k for k in reversed(range(len(plain))) if _has_turn(plain[k])), None)
    return None if behind is None else find(plain, behind, known)


def _has_turn(row: str) -> bool:
    return kind_of(row) is Kind.TURNS and last_turn(row) is not None


def players(tags: Mapping[str, str]) -> dict[str, str]:
    """Give the names of the sides."""
    return {side: name for side, tag in ((WHITE, "White"), (BLACK, "Black")) if (name := tags.get(tag))}


def cut(rows: list[str], found: Found) -> None:
    """Take the words that were found out of the lines; a result that stands in them stays."""
    mark = f" {found.words.mark}" if found.words.mark else ""
    rows[found.row] = rows[found.row][: found.column] + mark


def apply(
    game: Movetext, found: Found, line: int, tags: Mapping[str, str], ply: int = 0
) -> tuple[Movetext, dict[str, str]]:
    """Give a game the ending that its words tell, and the tags that say the rest; ``line`` is that of the first row."""
    words = found.words
    side = _at_move(len(game.main.turns) + ply) if words.loser == MOVER else words.loser
    told = words.result or (_WON[_OTHER[side]] if side and words.termination == "time" else None)
    place = (line + found.row, found.column + 1)
    if words.loser == MOVER and words.termination == "resignation" and game.mark in (None, "*"):
        return replace(game, resigned=True), {}
    if told and game.mark and told != game.mark:
        game.findings.append(_contradiction(words, told, game.mark, *place))
    mark = told if told and game.mark in (None, "*") else game.mark
    known = tags.get("Termination")
    if known in TERMINATIONS and words.termination and known != words.termination:
        message = f"{shortened(words.text)!r} says {words.termination}, the tag Termination {known}"
        game.findings.append(_finding("termination-differs", message, "make the tag and the words agree", *place))
    more = {"Termination": words.termination} if words.termination and known is None else {}
    return replace(game, mark=mark), more


def applied(
    games: Iterable[Movetext],
    found: Found | None,
    line: int,
    tags: Mapping[str, str],
    ply: int = 0,
    findings: Sequence[Finding] = (),
) -> Iterator[tuple[Movetext, dict[str, str]]]:
    """Give games the tags that the words at the end of the last one stand for, and the first one its findings."""
    first, held = True, None
    for game in games:
        if held:
            yield held, {}
            first = False
        held = game
        if held and first and findings:
            held.findings += findings
            held.findings.sort(key=lambda finding: (finding.line or 0, finding.column or 0))
            findings = ()
    if held:
        yield apply(held, found, line, tags if first else {}, ply if first else 0) if found else (held, {})


def _at_move(turns: int) -> str:
    return BLACK if turns % 2 else WHITE


def _contradiction(words: Words, told: str, mark: str, line: int, column: int) -> Finding:
    message = f"{shortened(words.text)!r} says {told}, but {mark} is written"
    finding = _finding("result-differs", message, f"write {told}, or mend the words", line, column)
    return replace(finding, severity=WARNING) if mark == "*" else finding


def _finding(code: str, message: str, hint: str, line: int, column: int) -> Finding:
    return Finding(code, CODES[code].severity, message, line=line, column=column, hint=hint)


def _is_closed(text: str) -> bool:
    return text.count("(") == text.count(")") and "{" not in text and "}" not in text
