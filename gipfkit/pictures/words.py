"""The words on pictures, one table a language, and numbers as each language writes them."""

from collections.abc import Mapping
from dataclasses import dataclass

# "singular|plural" where a number stands before it.
_ENGLISH = {
    "white": "White",
    "black": "Black",
    "basic": "basic",
    "standard": "standard",
    "tournament": "tournament",
    "game": "game|games",
    "turn": "turn|turns",
    "piece": "piece|pieces",
    "gipf": "GIPF-piece|GIPF-pieces",
    "position": "position|positions",
    "entry": "entry|entries",
    "finished": "finished game|finished games",
    "n": "n = {what}",
    "of n": "{what} (n = {n})",
    "by part": "{whole}: {parts}",
    "also": "{first}; {second}",
    "turn axis": "turn (each side's counted singly)",
    "games axis": "games",
    "playing axis": "games\nin play",
    "reached": "turns reached by fewer than {n} are left out",
    "mean": "{side}: mean",
    "spread": "{side}: mean ± 1 standard deviation",
    "length title": "Length of games",
    "length axis": "length (turns, each side's counted singly)",
    "survival axis": "still in play\n(% of each result)",
    "beyond": "{what} longer than {turns} not shown",
    "1-0": "White won",
    "0-1": "Black won",
    "1/2-1/2": "drawn",
    "*": "unfinished",
    "captures count": "captured\n(pieces)",
    "reserve count": "reserve\n(pieces)",
    "gipfs count": "on the board\n(GIPF-pieces)",
    "captures title": "Captures by turn",
    "captures axis": "captured so far (pieces)",
    "reserves title": "Reserves by turn",
    "reserves axis": "in reserve (pieces)",
    "gipfs title": "GIPF-pieces by turn",
    "gipfs axis": "on the board (GIPF-pieces)",
    "fates axis": "had on the board, by what became of them (GIPF-pieces a game)",
    "left": "on the board at the end",
    "lost": "captured",
    "taken_back": "taken back",
    "pushes title": "Legal pushes by turn",
    "pushes axis": "legal pushes, told apart\nby the notation (pushes)",
    "results title": "White's score",
    "results by variant title": "White's score by variant",
    "results by opening title": "White's score by opening",
    "results axis": "White's score (%), with 95 % Wilson interval",
    "most frequent": "{shown} of {n}, those with most games",
    "openings title": "Openings",
    "openings first": "first moves (% of the games),\nimages of one move alike",
    "openings axis": "turn",
    "openings scale": "White's score (%)",
    "openings about": "{variant}, {games}; up to turn {turns}, moves of fewer than {rare} left out",
    "pieces title": "Where pieces stand",
    "pieces scale": "positions with a piece on the spot (%)",
    "pieces of": "pieces of {side}",
    "entries title": "Where pieces are entered",
    "entries scale": "entries on the spot (pieces a game)",
    "entries of": "entered by {side}",
    "captures spot title": "Where pieces are captured",
    "captures scale": "captures on the spot (pieces a game)",
    "captures of": "captured by {side}",
    "event removal": "removal of a row or more",
    "event gipf": "GIPF-piece captured",
    "event end": "end",
    "event error": "first error in the record",
    "against": "{white} – {black}",
    "ends": "{result} after {turns}, {variant}",
    "ends so": "{result} ({how}) after {turns}, {variant}",
    "reserve": "empty reserve",
    "last gipf": "last GIPF-piece gone",
    "resignation": "resignation",
    "time": "time",
    "agreement": "agreement",
    "repetition": "repetition",
    "unterminated": "unfinished",
    "state": "{side}: {reserve} in reserve, {lost} lost",
}
_FRENCH = {
    "white": "Blancs",
    "black": "Noirs",
    "basic": "basique",
    "standard": "standard",
    "tournament": "tournoi",
    "game": "partie|parties",
    "turn": "tour|tours",
    "piece": "pièce|pièces",
    "gipf": "pièce GIPF|pièces GIPF",
    "position": "position|positions",
    "entry": "entrée|entrées",
    "finished": "partie terminée|parties terminées",
    "n": "n = {what}",
    "of n": "{what} (n = {n})",
    "by part": "{whole} : {parts}",
    "also": "{first} ; {second}",
    "turn axis": "tour (ceux de chaque camp comptés un à un)",
    "games axis": "parties",
    "playing axis": "parties\nen cours",
    "reached": "tours atteints par moins de {n} omis",
    "mean": "{side} : moyenne",
    "spread": "{side} : moyenne ± 1 écart type",
    "length title": "Durée des parties",
    "length axis": "durée (tours, ceux de chaque camp comptés un à un)",
    "survival axis": "encore en cours\n(% par résultat)",
    "beyond": "{what} de plus de {turns} hors cadre",
    "1-0": "gain des Blancs",
    "0-1": "gain des Noirs",
    "1/2-1/2": "nulle",
    "*": "inachevée",
    "captures count": "prises\n(pièces)",
    "reserve count": "réserve\n(pièces)",
    "gipfs count": "sur le plateau\n(pièces GIPF)",
    "captures title": "Prises au fil des tours",
    "captures axis": "prises cumulées (pièces)",
    "reserves title": "Réserves au fil des tours",
    "reserves axis": "en réserve (pièces)",
    "gipfs title": "Pièces GIPF au fil des tours",
    "gipfs axis": "sur le plateau (pièces GIPF)",
    "fates axis": "passées sur le plateau, selon leur sort (pièces GIPF par partie)",
    "left": "sur le plateau à la fin",
    "lost": "prises",
    "taken_back": "reprises en réserve",
    "pushes title": "Poussées permises au fil des tours",
    "pushes axis": "poussées permises, distinguées\npar la notation (poussées)",
    "results title": "Score des Blancs",
    "results by variant title": "Score des Blancs par variante",
    "results by opening title": "Score des Blancs par ouverture",
    "results axis": "score des Blancs (%), avec intervalle de Wilson à 95 %",
    "most frequent": "{shown} sur {n}, celles qui ont le plus de parties",
    "openings title": "Ouvertures",
    "openings first": "premiers coups (% des parties),\nimages d’un même coup réunies",
    "openings axis": "tour",
    "openings scale": "score des Blancs (%)",
    "openings about": "{variant}, {games} ; jusqu’au tour {turns}, coups de moins de {rare} omis",
    "pieces title": "Où se trouvent les pièces",
    "pieces scale": "positions avec une pièce sur le point (%)",
    "pieces of": "pièces des {side}",
    "entries title": "Où les pièces entrent en jeu",
    "entries scale": "entrées sur le point (pièces par partie)",
    "entries of": "entrées des {side}",
    "captures spot title": "Où les pièces sont prises",
    "captures scale": "prises sur le point (pièces par partie)",
    "captures of": "prises par les {side}",
    "event removal": "retrait d’un alignement ou plus",
    "event gipf": "pièce GIPF prise",
    "event end": "fin",
    "event error": "première erreur du texte",
    "against": "{white} – {black}",
    "ends": "{result} après {turns}, {variant}",
    "ends so": "{result} ({how}) après {turns}, {variant}",
    "reserve": "réserve vide",
    "last gipf": "plus de pièce GIPF",
    "resignation": "abandon",
    "time": "temps écoulé",
    "agreement": "accord mutuel",
    "repetition": "répétition",
    "unterminated": "inachevée",
    "state": "{side} : réserve {reserve}, pertes {lost}",
}
TABLES: Mapping[str, Mapping[str, str]] = {"en": _ENGLISH, "fr": _FRENCH}
LANGUAGES = tuple(TABLES)
_ASIDE = "\u202f"  # a narrow no-break space


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language, called by key with what is to be filled in."""

    lang: str

    def __post_init__(self) -> None:
        if self.lang not in TABLES:
            raise ValueError(f"there are no words for {self.lang!r}: there are {', '.join(TABLES)}")

    def __call__(self, key: str, **filled: object) -> str:
        """Give the words of a key, filled in; an unknown key is a KeyError."""
        return TABLES[self.lang][key].format(**filled)

    def count(self, key: str, number: int) -> str:
        """Give a number of things.

        >>> Words("en").count("game", 1800), Words("fr").count("game", 0)
        ('1,800 games', '0 partie')
        """
        one, many = TABLES[self.lang][key].split("|")
        # French counts none as it counts one.
        singular = number < 2 if self.lang == "fr" else number == 1
        return f"{self.number(number)} {one if singular else many}"

    def number(self, value: float, digits: int | None = None) -> str:
        """Give a number, with some digits behind the point or as many as it needs (six places in all).

        >>> Words("fr").number(0.25, 1), Words("en").number(2.50)
        ('0,2', '2.5')
        """
        text = f"{value:,.{digits}f}" if digits is not None else f"{value:,.6g}" if value % 1 else f"{value:,.0f}"
        return text.translate({ord(","): _ASIDE, ord("."): ","}) if self.lang == "fr" else text

    def share(self, value: float, digits: int | None = None) -> str:
        """Give a share of one as a percentage, with the language's blank before the sign.

        >>> Words("en").share(0.02)
        '2 %'
        """
        blank = _ASIDE if self.lang == "fr" else " "
        return f"{self.number(100 * value, digits)}{blank}%"

    def games(self, variants: Mapping[str, int]) -> str:
        """Say how many games there are, of which variants.

        >>> Words("en").games({"basic": 2, "tournament": 1})
        'n = 3 games: basic 2, tournament 1'
        """
        whole = self("n", what=self.count("game", sum(variants.values())))
        found = {name: number for name, number in variants.items() if number}
        if len(found) < 2:
            return ", ".join([whole, *map(self, found)])
        parts = ", ".join(f"{self(name)} {self.number(found[name])}" for name in TABLES[self.lang] if name in found)
        return self("by part", whole=whole, parts=parts)
