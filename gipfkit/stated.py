"""What the tags Result, Variant and Termination state, in the words of PGN, of the sites and of players.

An empty value, a ``?`` or a ``-`` states nothing. What isn't understood is None, and is for the caller to find.
"""

import re
import unicodedata
from functools import lru_cache

# What a value states that states nothing.
NOTHING = ""

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_MOST_LETTERS = 200
_POINTS = {"1": 2, "0": 0, "1/2": 1, "1⁄2": 1, "0.5": 1, "0,5": 1, "+": 2}
_SCORE = r"(1[/⁄]2|0[.,]5|[01+])\s*[-:]\s*(1[/⁄]2|0[.,]5|[01-])"
_BY_POINTS = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2-1/2"}
_RESULTS = {
    "*": "*",
    "+:-|+--": "1-0",
    "-:+|--+": "0-1",
    "1/2": "1/2-1/2",
    "1⁄2": "1/2-1/2",
    "draw|drawn|remis|nulle|partie nulle|unentschieden|gelijkspel": "1/2-1/2",
    "white wins|white won|white win|blanc gagne|les blancs gagnent|blancs gagnent|wit wint|weiss gewinnt": "1-0",
    "black wins|black won|black win|noir gagne|les noirs gagnent|noirs gagnent|zwart wint|schwarz gewinnt": "0-1",
    "unterminated|unfinished|in progress|ongoing|en cours": "*",
}
_VARIANTS = {
    "basic": "basic|basis|base|de base|basique|basisspiel|basisspel|beginner|beginners",
    "standard": "standard|standaard|standardspiel|standaardspel",
    "tournament": "tournament|turnier|turnierspiel|tournoi|de tournoi|toernooi|toernooispel",
}
_AROUND_VARIANT = {
    *("gipf", "game", "rules", "variant", "version", "the", "of"),
    *("variante", "partie", "jeu", "spel", "spiel"),
}
_TERMINATIONS = {
    "resignation": "resignation|resign|resigns|resigned|gave up|gives up|give up|concede|concedes|conceded|concession|"
    "surrender|abandon|abandonne|a abandonne|opgave|opgegeven|geeft op|gaf op|aufgabe|aufgegeben|gibt auf|gab auf|"
    "hat aufgegeben|geben auf|abandonnent|geven op",
    "time": "time|time forfeit|timeforfeit|forfeit on time|forfeits on time|forfeited on time|timeout|time out|"
    "out of time|outoftime|time ran out|ran out of time|runs out of time|timed out|time limit|time control|"
    "time expired|timeloss|"
    "loss on time|flag|flag fall|flag fell|flag has fallen|flagged|clock|temps|"
    "depassement du temps|depassement de temps|"
    "temps ecoule|perte au temps|a court de temps|tijd|tijdsoverschrijding|tijdoverschrijding|zeit|zeituberschreitung|"
    "bedenkzeituberschreitung|zeituberschritten",
    "agreement": "agreement|draw agreed|agreed draw|mutual agreement|draw agreement|draw by agreement|accord|"
    "accord mutuel|commun accord|overeenkomst|onderling overleg|wederzijds goedvinden|vereinbarung|ubereinkunft|"
    "einigung|remisvereinbarung|remis durch vereinbarung|nulle par accord mutuel|remise in onderling overleg",
    "repetition": "repetition|threefold repetition|3 fold repetition|three fold repetition|draw by repetition|"
    "position repetition|repetition of position|repetition of moves|triple repetition|herhaling|zetherhaling|"
    "stellingherhaling|wiederholung|stellungswiederholung|zugwiederholung",
    "unterminated": "unterminated|unfinished|not finished|in progress|ongoing|adjourned|interrupted|incomplete|"
    "en cours|inachevee|non terminee|interrompue|ajournee|onbeeindigd|onvoltooid|afgebroken|niet beeindigd|"
    "unbeendet|abgebrochen|nicht beendet|unvollstandig",
    "reserve": "reserve|ran out of pieces|empty reserve|reserve empty|no reserve|out of pieces|no pieces left|"
    "no pieces in reserve|"
    "reserve vide|lege reserve|leere reserve|reserve leer",
    "gipf": "gipf|loss of gipf pieces|loss of all gipf pieces|"
    "gipf piece|gipf pieces|no gipf piece|no gipf pieces|last gipf piece|loss of the last gipf piece|"
    "last gipf piece captured|all gipf pieces captured",
    # Known words for what none of ours tells: a board's end, or one from outside.
    NOTHING: "normal|normal end|normal ending|normal game end|game over|finished|end|abandoned|game abandoned|"
    "adjudication|adjudicated|rules infraction|rule infraction|illegal move|emergency|death|forfeit|forfeited|"
    "default|walkover|no show|bye|cheat|cheating|unknown|none|other|unbekannt|onbekend|inconnu|inconnue|"
    "adjudication du resultat|arbitrage|schiedsspruch|arbitrage beslissing",
}
_OF_WORDS = {word: name for name, words in _TERMINATIONS.items() for word in words.split("|")}
_OF_RESULT = {word: result for words, result in _RESULTS.items() for word in words.split("|")}
_OF_VARIANT = {word: name for name, words in _VARIANTS.items() for word in words.split("|")}
# Who won or lost, and the word before the reason: Ann won by resignation, la partie est gagnée au temps.
_WON = (
    "won|wins|win|victory|lost|loses|loss|drawn|draw|drew|game drawn|gagne|a gagne|gagnent|gagnee|victoire|perd|"
    "a perdu|perdu|perdue|defaite|nulle|wint|gewonnen|winst|verloren|verliest|verloor|verlies|gewinnt|gewann|sieg|"
    "verliert|verlor|niederlage|remis"
)
_BY = "by|on|through|due to|because of|after|par|sur|au|a cause de|door|op|wegens|durch|auf|wegen|nach|in|im"
_REASON = rf"(?:.{{1,60}}? )?(?:{_WON}) (?:(?:{_BY}) )?(.+)"
_BY_ALONE = rf"(?:{_BY}) (.+)"
# A player who did it himself: Ann resigns, Bob ran out of time.
_DONE = (
    "resigns|resigned|gave up|gives up|concedes|conceded|surrenders|abandonne|a abandonne|geeft op|gaf op|"
    "gibt auf|gab auf|geben auf|gaben auf|hat aufgegeben|abandonnent|geven op|"
    "ran out of time|runs out of time|timed out|forfeits on time|forfeited on time|"
    "flagged|flag fell|flag has fallen|time ran out|ran out of pieces"
)
_DOER = rf".{{1,60}} ({_DONE})"
# What was done, and who did it: resignation by Bob, abandon de Bob.
_BY_WHOM = r"(.+?) (?:by|of|from|par|de|des|door|van|durch|von) .{1,60}"
# Words with which a sentence says something else than its last words do.
_OTHERWISE = (
    r"\b(?:not|never|no|didn t|nor|or|maybe|perhaps|nearly|almost|pas|jamais|ou|peut|niet|nooit|geen|misschien|nicht"
    r"|nie|kein|keine|oder|vielleicht)\b"
)


def stated_result(value: str) -> str | None:
    """Give the result that a value states: one of ``record.RESULTS``, ``NOTHING``, or None where it isn't understood.

    >>> stated_result("1:0"), stated_result("½–½"), stated_result("?"), stated_result("2-0")
    ('1-0', '1/2-1/2', '', None)
    """
    text = value.translate(_DASHES)
    if _is_nothing(text):
        return NOTHING
    plain = _plain(text, keep="-:/⁄.,*+")
    if plain is None:
        return None
    if found := re.fullmatch(_SCORE, plain.rstrip(".")):
        one, other = found.groups()
        return _BY_POINTS.get((_POINTS.get(one, -1), 0 if other == "-" and one == "+" else _POINTS.get(other, -1)))
    return _OF_RESULT.get(plain.rstrip("."))


def stated_variant(value: str) -> str | None:
    """Give the variant's name that a value states, ``NOTHING``, or None where it isn't understood.

    >>> stated_variant("GIPF tournament"), stated_variant("Standard "), stated_variant("YINSH")
    ('tournament', 'standard', None)
    """
    if _is_nothing(value):
        return NOTHING
    words = [word for word in (_plain(value) or "").split() if word not in _AROUND_VARIANT]
    return _OF_VARIANT.get(" ".join(words))


@lru_cache(maxsize=1000)
def stated_termination(value: str) -> str | None:
    """Give how a game ended by a value: one of ``record.TERMINATIONS``, ``NOTHING``, or None where it isn't understood.

    PGN's ``normal`` says nothing here: the board tells whether a reserve or the GIPF-pieces decided.

    >>> stated_termination("Time forfeit"), stated_termination("Ann won by resignation"), stated_termination("Normal")
    ('time', 'resignation', '')
    """
    if _is_nothing(value):
        return NOTHING
    plain = _plain(value)
    if plain is None:
        return None
    if plain in _OF_WORDS:
        return _OF_WORDS[plain]
    if re.search(_OTHERWISE, plain):
        return None
    reasons = (re.fullmatch(pattern, plain) for pattern in (_BY_ALONE, _REASON, _DOER, _BY_WHOM))
    return next((_OF_WORDS[found[1]] for found in reasons if found and found[1] in _OF_WORDS), None)


def _is_nothing(value: str) -> bool:
    return not value.strip("?.-‐‑‒–—− \t")


def _plain(value: str, keep: str = "") -> str | None:
    """Give words in small letters without accents, one blank between them; None for what is no short word or phrase."""
    if len(value) > _MOST_LETTERS:
        return None
    letters = unicodedata.normalize("NFKD", value.casefold())
    kept = (letter if letter.isalnum() or letter in keep else " " for letter in letters if not _is_mark(letter))
    return " ".join("".join(kept).split())


def _is_mark(letter: str) -> bool:
    return bool(unicodedata.combining(letter))
