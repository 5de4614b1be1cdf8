"""The heading of a game without tags: its lines are read as tags, in English, French, Dutch and German.

A line that is none of these is a remark, but for a title: a short line without a sentence's end that stands right
before the players, or ends with a year, is the Event.
"""

import re

from gipfkit.notations.ending_words import parse, result_of, unmarked

Tags = dict[str, str]

_LABELS = {
    "White": "white|blancs?|wit|wei(?:ß|ss)",
    "Black": "black|noirs?|zwart|schwarz",
    "Result": "result|r[ée]sultat|uitslag|resultaat|ergebnis|resultat",
    "Date": "date|datum",
    "Round": "round|ronde|runde",
    "Site": "site|place|lieu|plaats|ort",
    "Event": "event|tournament|tournoi|toernooi|turnier",
    "Variant": "variant|variante",
    "Termination": "termination",
    "Position": "position",
}
_RESULT = r"(?:1\s?[-–—:]\s?0|0\s?[-–—:]\s?1|1/2\s?[-–—:]\s?1/2|½\s?[-–—:]\s?½|½|\*)"
_LABEL = "|".join(f"(?P<{tag}>{words})" for tag, words in _LABELS.items())
_FIRST_LABEL = re.compile(rf"(?:(?:les|the)\s+)?(?:{_LABEL})\s*(?::|=|\s[-–—]\s)\s*", re.IGNORECASE)
_NEXT_LABEL = re.compile(rf"(?:\s|[,;|])[\s,;|–—-]*(?:(?:les|the)\s+)?(?:{_LABEL})\s*[:=]\s*", re.IGNORECASE)
_GAME = re.compile(r"Game\s+(\S+)|(?:Partie|Partij)\s+([0-9]\S*)")
_GAME_BEFORE = re.compile(r"(?:Game|Partie|Partij)\s+([0-9][^\s:.,]{0,20})[:.,]?\s+")
_VARIANT = re.compile(r"(basic|standard|tournament)(?:\s+game)?", re.IGNORECASE)
_COUNTRY = re.compile(r"(.+?)\s*\(([A-Z]{1,3})\)")
_PLACE_AND_DATE = re.compile(
    r"(?:(.*?),\s*)?(?:(?:le|den|am|op)\s+)?([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}|"
    r"[0-9]{1,2}[a-z.]{0,2} [^\W\d_]{3,12} [0-9]{4}|"
    r"[0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}|[0-9]{1,2}\.\s?[0-9]{1,2}\.\s?[0-9]{4}|[0-9]{1,2}[/-][0-9]{1,2}[/-][0-9]{4})"
)
_DAY_FIRST = re.compile(r"(?P<day>[0-9]{1,2})(?:\.|er|st|nd|rd|th)? (?P<month>[^\W\d_]{3,12}) (?P<year>[0-9]{4})")
_MONTH_FIRST = re.compile(r"(?P<month>[^\W\d_]{3,12}) (?P<day>[0-9]{1,2}), (?P<year>[0-9]{4})")
_MONTHS = (
    *("jan", "f[ée][bv]", "m[aä]r|mrt|maa", "a[pv]r", "ma[iy]|mei", "juni?|juin"),
    *("jul|juil", "aug|ao[uû]", "sep", "o[ck]t", "nov", "d[eé][cz]"),
)
_POSITION = re.compile(r"[1-7bwBW/]+ [wb] [0-9]+/[0-9]+ [0-9]+/[0-9]+ [wb-]+ [a-z]+")
_ISO_DATE = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})")
_DOTTED_DATE = re.compile(r"([0-9]{1,2})\.\s?([0-9]{1,2})\.\s?([0-9]{4})")
_SLASHED_DATE = re.compile(r"[0-9]{1,2}[/-][0-9]{1,2}[/-][0-9]{4}")
_ROUND = re.compile(
    r"(?:round|ronde|runde)\s+([0-9]{1,3})|([0-9]{1,3})(?:\.|th|st|nd|rd|e|ème|de|ste)?\s+(?:round|ronde|runde)",
    re.IGNORECASE,
)
_ROUND_BEHIND = re.compile(
    r"([^\W\d_a-z][^,;:]{2,59}),\s*([0-9]{1,3})(?:\.|th|st|nd|rd|e|ème|de|ste)?\s+(?i:round|ronde|runde)"
)
_VERSUS = re.compile(r"(.{1,80}?)\s++(?:versus|vs\.?|v\.)\s++(.{1,80})", re.IGNORECASE)
# Words of sentences too: what they stand between has to be names.
_AGAINST = re.compile(r"(.{1,60}?)\s++(?:against|contre|tegen|gegen)\s++(.{1,60})")
_BETWEEN = re.compile(r"(.{1,60}?)\s++(?:[-–—]|x)\s++(.{1,60})")
_JOINED = re.compile(r"([^-–—]{1,60})[-–—]([^-–—]{1,60})")
_RESULT_BEHIND = re.compile(rf"(.*?)\s*[\s,:;(]\s*({_RESULT})\)?")
_RESULT_BETWEEN = re.compile(rf"(.{{1,60}}?)\s+({_RESULT})\s+(.{{1,60}})")
_WHEN_BEHIND = re.compile(r"(.*?)\s*[\s,;(]\s*([0-9]{4}(?:([-./])[0-9]{1,2}\3[0-9]{1,2})?)\)?")
# A name: words that begin large, with the small ones of names between them. No title, no sentence.
_NAME = re.compile(
    r"[^\W\d_a-z][\w.'’-]*(?:,?\s+(?:(?:de|den|der|des|du|di|da|la|le|van|von|zu|zum|ter|ten|el|y|'t)\b|[^\W\d_a-z][\w.'’-]*)){0,5}"
    r"(?:\s*\([A-Za-z]{1,6}\))?"
)
# Before a result a name may begin small.
_LOOSE_NAME = re.compile(r"[^\W\d_][^\d:;!?\s]*(?:\s[^\d:;!?\s]+){0,3}")
_TITLE_WORDS = re.compile(
    r"\b(?:round|ronde|runde|cup|coupe|beker|pokal|championships?|championnat|kampioenschap|meisterschaft|open|final|finale?|"
    r"tournament|tournoi|toernooi|turnier|club|group|groupe?|groep|gruppe|game|match|gipf|table|variant)\b",
    re.IGNORECASE,
)
_YEAR_LAST = re.compile(r".*\S\s*[\s,(][\s(]*(?:19|20)[0-9]{2}\)?")
_GREETING = re.compile(
    r"(?:hello|hi|hey|dear|good (?:morning|evening|day)|bonjour|bonsoir|salut|ch[eè]re?s?|cher|hallo|lieber?|guten|"
    r"moin|servus|beste|dag|goede[nr]?|hoi)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?:;]$")
_SIDE_BEHIND = re.compile(r"\s*\((?:white|black|blancs?|noirs?|wit|zwart|wei(?:ß|ss)|schwarz)\)", re.IGNORECASE)
_BLACK_FIRST = re.compile(r"[^()]*\((?:black|noirs?|zwart|schwarz)\)", re.IGNORECASE)
_LONGEST_TITLE = 60
# In words, of one that begins small.
_LONGEST_SMALL_TITLE = 4


def read(lines: list[str]) -> tuple[Tags, list[str]]:
    """Read the lines of a heading: tags, and the lines that are none."""
    tags: Tags = {}
    remarks: list[str] = []
    title = False
    rounds: list[str] = []
    for row in (row.strip() for row in lines):
        if not row:
            continue
        if _ROUND.fullmatch(row):
            rounds.append(row)
            continue
        found = tags_of(row)
        if not found and "Event" not in tags and _is_title(row) and _YEAR_LAST.fullmatch(row):
            found = {"Event": unmarked(row)}
        if title and "Event" not in tags and "Event" not in found and found.keys() >= {"White", "Black"}:
            tags["Event"] = unmarked(remarks.pop())
        if found and not found.keys() & tags.keys():
            tags |= found
            title = False
        else:
            remarks.append(row)
            title = _is_title(row)
    # A round alone may be any line of prose; among the lines of a heading it is none.
    if rounds and tags and "Round" not in tags and (found_round := _ROUND.fullmatch(rounds[0])):
        tags["Round"] = found_round[1] or found_round[2]
        del rounds[0]
    return tags, remarks + rounds


def tags_of(row: str) -> Tags:
    """Give the tags that a line of a heading, without blanks around it, stands for; none where it is no such line."""
    if len(row) > 400:
        return {}
    row = unmarked(row)
    if found := _GAME.fullmatch(row):
        return {"GameId": found[1] or found[2]}
    if found := _VARIANT.fullmatch(row):
        return {"Variant": found[1].lower()}
    if found := _FIRST_LABEL.match(row):
        return _labelled(row, found)
    if names := names_of(row):
        return names
    if found := _ROUND_BEHIND.fullmatch(row):
        return {"Event": found[1], "Round": found[2]}
    if len(words := row.rsplit(None, 2)) == 3 and re.fullmatch("round|ronde|runde", words[1].lower()):
        return {"Event": words[0].removesuffix(",") or words[0], "Round": words[2]}
    found = _PLACE_AND_DATE.fullmatch(row)
    # A place begins large; what begins small is a sentence.
    if found and not (found[1] or "")[:1].islower() and (date := _any_date(found[2])):
        return ({"Site": found[1]} if found[1] else {}) | {"Date": date}
    return {"Result": result} if (result := result_of(row)) else {}


def names_of(row: str) -> Tags:
    """Give the players of a line such as Ann - Bob 1-0, with its result and its date; none where it names none."""
    row = unmarked(row)
    if (found := _GAME_BEFORE.match(row)) and (players := names_of(row[found.end() :])):
        return {"GameId": found[1]} | players
    if (found := _RESULT_BETWEEN.fullmatch(row)) and _NAME.fullmatch(found[1]) and _NAME.fullmatch(found[3]):
        return _pair(found[1], found[3]) | {"Result": result_of(found[2])}
    behind = _RESULT_BEHIND.fullmatch(row)
    result = {"Result": result_of(behind[2])} if behind else {}
    pair = behind[1] if behind else row
    if found := _VERSUS.fullmatch(pair):
        return _pair(found[1], found[2]) | result
    found = _BETWEEN.fullmatch(pair) or _AGAINST.fullmatch(pair) or (_JOINED.fullmatch(pair) if behind else None)
    name = _LOOSE_NAME if behind else _NAME
    if found is None or not name.fullmatch(found[1]) or (not behind and _TITLE_WORDS.search(row)):
        return {}
    players = _pair(found[1], found[2])
    return players | result if name.fullmatch(players["Black"]) else {}


def _pair(first: str, second: str) -> Tags:
    """Read two names: White's stands first unless (Black) stands behind it."""
    if _BLACK_FIRST.match(first):
        return _player("White", second) | _player("Black", first)
    return _player("White", first) | _dated(second, first)


def _is_title(row: str) -> bool:
    sentence = _SENTENCE_END.search(row) or (row[:1].islower() and len(row.split()) > _LONGEST_SMALL_TITLE)
    return len(row) <= _LONGEST_TITLE and not sentence and not _GREETING.match(row)


def _labelled(row: str, first: re.Match[str]) -> Tags:
    """Read a line of labels: White: Ann, or several."""
    tags: Tags = {}
    label, start = first, first.end()
    for following in (*_NEXT_LABEL.finditer(row, start), None):
        end = following.start() if following else len(row)
        value = row[start:end].strip(" \t,;|–—-") if following else row[start:].strip()
        if not label.lastgroup or not (found := _label_tags(label.lastgroup, value)) or found.keys() & tags.keys():
            return {}
        tags |= found
        if following:
            label, start = following, following.end()
    return tags


def _label_tags(tag: str, value: str) -> Tags:
    if not value:
        return {}
    if tag in ("White", "Black"):
        return _player(tag, value)
    if tag == "Result":
        return _ending(value)
    if tag == "Variant":
        found = _VARIANT.fullmatch(value)
        return {tag: found[1].lower()} if found else {}
    if tag == "Position" and not _POSITION.fullmatch(value):
        return {}
    if tag == "Date":
        return {tag: _any_date(value) or value}
    return {tag: value}


def _ending(value: str) -> Tags:
    """Read a result or words for one: 1-0, White resigned."""
    told = parse(value, {})
    result = result_of(value) or (told and (told.mark or told.result))
    if not result or result == "X":
        return {}
    return {"Result": result} | ({"Termination": told.termination} if told and told.termination else {})


def _player(side: str, text: str) -> Tags:
    text = _SIDE_BEHIND.sub("", text)
    if found := _COUNTRY.fullmatch(text):
        return {side: found[1], f"{side}Country": found[2]}
    return {side: text}


def _dated(text: str, white: str) -> Tags:
    """Read the name of Black, and a date, a year or an event with its year behind it."""
    name, comma, more = text.partition(",")
    if comma and "," not in white and (tags := _when(more.strip())):
        return _player("Black", name) | tags
    if found := _WHEN_BEHIND.fullmatch(text):
        return _player("Black", found[1]) | {"Date": _iso_date(found[2]) or f"{found[2]}.??.??"}
    return _player("Black", text)


def _when(text: str) -> Tags:
    if date := _any_date(text):
        return {"Date": date}
    return {"Event": text} if _YEAR_LAST.fullmatch(text) else {}


def _iso_date(text: str) -> str:
    found = _ISO_DATE.fullmatch(text)
    return f"{found[1]}.{int(found[2]):02}.{int(found[3]):02}" if found else ""


def _any_date(text: str) -> str:
    """Give a date as the tag Date has it, or as it stands where day and month may be either; empty for other texts."""
    if found := _DOTTED_DATE.fullmatch(text):
        return f"{found[3]}.{int(found[2]):02}.{int(found[1]):02}"
    return _iso_date(text) or _long_date(text) or (text if _SLASHED_DATE.fullmatch(text) else "")


def _long_date(text: str) -> str:
    found = _DAY_FIRST.fullmatch(text) or _MONTH_FIRST.fullmatch(text)
    month = next((k for k, name in enumerate(_MONTHS, 1) if found and re.match(name, found["month"].lower())), None)
    return f"{found['year']}.{month:02}.{int(found['day']):02}" if found and month else ""
