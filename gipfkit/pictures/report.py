"""The report: one HTML page that needs nothing else, with tables, pictures as inline SVG and two games."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from itertools import islice

from jinja2 import Environment, PackageLoader, StrictUndefined
from matplotlib.axes import Axes

from gipfkit.analysis.game_table import Row
from gipfkit.analysis.overview import Outline, Overview
from gipfkit.analysis.summaries import Sums, quantile
from gipfkit.findings import ERROR, NOTE, WARNING, Finding
from gipfkit.gipf.variant import VARIANTS
from gipfkit.pictures import plots
from gipfkit.pictures.files import picture
from gipfkit.pictures.panels import NothingToDraw
from gipfkit.pictures.plain_text import plain
from gipfkit.pictures.report_words import TABLES
from gipfkit.pictures.words import Words

Draw = Callable[..., Axes]
# Players with fewer games than these many others are left out.
MOST_PLAYERS = 20
# Letters of a name, and of a finding with its place or a heading.
_LONGEST, _LONGEST_LINE = 120, 300
_SIZE, _BOARD = (7.0, 4.5), (4.2, 4.4)
_SIZES: Mapping[Draw, tuple[float, float]] = {plots.gipfs: (7.0, 6.0), plots.heatmap: (8.0, 5.4)}
# A column's heading, and whether it holds numbers.
Column = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Simulated games to stand beside a collection: the policy that both sides played by, and what came of it."""

    policy: str
    overview: Overview


@dataclass(frozen=True, slots=True)
class _Cells:
    cells: list[str]
    baseline: bool = False


@dataclass(frozen=True, slots=True)
class _Picture:
    name: str
    label: str
    light: str
    dark: str


@dataclass(frozen=True, slots=True)
class _Game:
    title: str
    players: tuple[str, str]
    result: str
    where: str
    note: str
    picture: _Picture


@dataclass(slots=True)
class _Section:
    id: str
    title: str
    note: str = ""
    figures: list[tuple[str, str]] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    rows: list[_Cells] = field(default_factory=list)
    pictures: list[_Picture] = field(default_factory=list)
    games: list[_Game] = field(default_factory=list)


def report(overview: Overview, *, baseline: Baseline | None = None, title: str = "", lang: str = "en") -> str:
    """Give the page on a collection; an unknown language is a ValueError.

    ``baseline`` stands beside it in tables and pictures, ``title`` is the page's heading.
    """
    page = _Page(overview, baseline, Words(lang), TABLES[lang])
    environment = Environment(
        loader=PackageLoader("gipfkit", "pictures"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    known = version("gipfkit")
    return environment.get_template("report.html.j2").render(
        lang=lang,
        version=known,
        words=page.said,
        title=plain(title, _LONGEST_LINE) or page.said["title"],
        baseline_note=page.baseline_note(),
        sections=list(page.sections()),
        made=page.said["made"].format(version=known),
    )


@dataclass(slots=True)
class _Page:
    """The page on its way: what it is about and the words for it. ``drawn`` numbers the pictures."""

    overview: Overview
    baseline: Baseline | None
    words: Words
    said: Mapping[str, str]
    drawn: int = 0

    def baseline_note(self) -> str:
        """Say what stands beside the games; empty without a baseline."""
        if not self.baseline:
            return ""
        games = self.words.number(self.baseline.overview.games)
        return self.said["baseline note"].format(n=games, policy=self.said[self.baseline.policy].lower())

    def sections(self) -> Iterator[_Section]:
        """Yield the sections that have something to say."""
        yield _Section("figures", self.said["figures"], figures=list(self._figures()))
        yield self._variants()
        drawn: list[tuple[str, str, list[tuple[Draw, Callable[[Overview], object]]]]] = [
            ("lengths", "", [(plots.length, lambda o: o.lengths)]),
            (
                "by turn",
                "",
                [
                    (plots.captures, lambda o: o.captures),
                    (plots.reserves, lambda o: o.reserves),
                    (plots.branching, lambda o: o.pushes),
                ],
            ),
            ("gipfs", "", [(plots.gipfs, lambda o: o.gipfs)]),
            (
                "board",
                self.said["board note"],
                [
                    (plots.heatmap, lambda o: o.pieces),
                    (plots.heatmap, lambda o: o.entries),
                    (plots.heatmap, lambda o: o.captured),
                ],
            ),
        ]
        for key, note, kinds in drawn:
            pictures = [shown for draw, part in kinds for shown in self._side_by_side(draw, part)]
            if pictures:
                yield _Section(key.replace(" ", "-"), self.said[key], note, pictures=pictures)
        if self.overview.summary.players:
            yield self._players()
        if games := list(self._games()):
            yield _Section("games", self.said["two games"], games=games)
        yield self._findings()

    def _figures(self) -> Iterator[tuple[str, str]]:
        about, words, said = self.overview, self.words, self.said
        total = Sums()
        for sums in about.summary.variants.values():
            total.merge(sums)
        yield said["games"], words.number(about.games)
        yield said["finished"], words.number(total.finished("white"))
        if about.summary.players:
            yield said["players"], words.number(len(about.summary.players))
        if about.years:
            first, last = about.years
            yield said["years"], str(first) if first == last else f"{first}–{last}"
        yield said["turns"], words.number(about.turns)
        if total.lengths:
            yield said["median"], words.number(quantile(total.lengths, 0.5))
        score = total.score("", "white")["score"]
        if score is not None:
            yield said["white"], words.share(score, 1)
        if total.games:
            yield said["captures"], words.number(sum(total.captures) / total.games, 1)
        yield said["faulty"], words.number(about.faulty)

    def _variants(self) -> _Section:
        """Give results and lengths by variant, the baseline's behind each."""
        said = self.said
        columns = [
            (said["variant"], False),
            *((said[key], True) for key in ("games", "finished", "white wins", "draws", "black wins")),
            *((said[key], True) for key in ("score", "length mean", "length middle", "captures mean")),
        ]
        found = _Section("variants", said["variants"], said["variants note"], columns=columns)
        scores: list[Row] = []
        for row in self._variant_rows():
            name = self.words(row["variant"]) if row["variant"] in VARIANTS else "–"
            name = f"{name} ({said[row['policy']].lower()})" if row["policy"] else name
            found.rows.append(_Cells([name, *self._variant_cells(row)], bool(row["policy"])))
            scores.append({**row, "name": name})
        found.pictures += self._pictured("", partial(plots.results, scores, by="name"), (7.0, 1.6 + 0.65 * len(scores)))
        return found

    def _variant_rows(self) -> Iterator[Row]:
        beside = {row["variant"]: row for row in self.baseline.overview.summary.variant_rows()} if self.baseline else {}
        for row in self.overview.summary.variant_rows():
            yield {**row, "policy": None}
            if self.baseline and row["variant"] in beside:
                yield {**beside[row["variant"]], "policy": self.baseline.policy}

    def _variant_cells(self, row: Row) -> Iterator[str]:
        for key in ("games", "finished", "white_wins", "draws", "black_wins"):
            yield self.words.number(row[key])
        yield self._score(row, "white_")
        yield self._length(row)
        yield f"{self._value(row['length_median'])} ({self._value(row['length_q1'])}–{self._value(row['length_q3'])})"
        yield self.words.number(row["captures_mean"], 1)

    def _score(self, row: Row, prefix: str) -> str:
        """Write a score with its interval."""
        score, low, high = (row[f"{prefix}score{part}"] for part in ("", "_low", "_high"))
        if score is None:
            return "–"
        return f"{self.words.share(score, 1)} ({self.words.number(100 * low, 1)}–{self.words.number(100 * high, 1)})"

    def _length(self, row: Row) -> str:
        mean = self.words.number(row["length_mean"], 1)
        return mean if row["length_sd"] is None else f"{mean} ± {self.words.number(row['length_sd'], 1)}"

    def _value(self, value: float) -> str:
        return self.words.number(round(value, 1))

    def _players(self) -> _Section:
        said, words = self.said, self.words
        columns = [
            (said["player"], False),
            *((said[key], True) for key in ("games", "wins", "draws", "losses", "score", "length mean")),
            (said["captures mean"], True),
        ]
        rows = list(islice(self.overview.summary.player_rows(), MOST_PLAYERS))
        cells = [
            _Cells(
                [
                    plain(row["player"], _LONGEST),
                    *(words.number(row[key]) for key in ("games", "wins", "draws", "losses")),
                    self._score(row, ""),
                    self._length(row),
                    words.number(row["captures_mean"], 1),
                ]
            )
            for row in rows
        ]
        left_out = len(self.overview.summary.players) > len(rows)
        note = said["players note"].format(n=words.number(len(rows))) if left_out else ""
        return _Section("players", said["by player"], note, columns=columns, rows=cells)

    def _games(self) -> Iterator[_Game]:
        """Yield the most lopsided and the most typical game, as far as there are any."""
        lopsided, typical = self.overview.most_lopsided(), self.overview.most_typical()
        if lopsided:
            margin = self.words.count("piece", lopsided.margin)
            yield self._game("lopsided", self.said["lopsided note"].format(margin=margin), lopsided)
        if typical:
            yield self._game("typical", self.said["typical note"], typical)

    def _game(self, key: str, note: str, game: Outline) -> _Game:
        row, words = game.row, self.words
        white, black = (plain(row[side] or "", _LONGEST) or words(side) for side in ("white", "black"))
        how = {"gipf": "last gipf"}.get(row["termination"], row["termination"])
        filled = {
            "result": words(row["result"]),
            "turns": words.count("turn", row["turns"]),
            "variant": words(row["variant"]),
        }
        result = words("ends so", how=words(how), **filled) if how else words("ends", **filled)
        where = self.said["game of"].format(source=plain(row["source"] or "", _LONGEST) or "–", game=row["game"])
        about = [plain(text, _LONGEST) for text in (row["event"], row["round"], row["site"], row["date"]) if text]
        (shown,) = self._pictured("", partial(plots.board, game.position), _BOARD)
        shown = replace(shown, label=f"{self.said['final position']}: {game.position.to_text()}")
        return _Game(self.said[key], (white, black), result, ", ".join([*about, where]), note, shown)

    def _findings(self) -> _Section:
        said, about = self.said, self.overview
        if not about.findings:
            return _Section("findings", said["findings"], said["findings none"])
        rank = {ERROR: 0, WARNING: 1, NOTE: 2}
        ordered = sorted(about.findings.items(), key=lambda item: (rank[item[0][1]], -item[1], item[0]))
        rows = [
            _Cells([code, said[severity], self.words.number(times), _example(about.examples[code, severity])])
            for (code, severity), times in ordered
        ]
        columns = [(said["code"], False), (said["severity"], False), (said["number"], True), (said["example"], False)]
        return _Section("findings", said["findings"], said["findings note"], columns=columns, rows=rows)

    def _side_by_side(self, draw: Draw, part: Callable[[Overview], object]) -> list[_Picture]:
        """Draw a part of the collection, and beside it the baseline's."""
        name = self.said["these"] if self.baseline else ""
        size = _SIZES.get(draw, _SIZE)
        pictures = self._pictured(name, partial(draw, part(self.overview)), size)
        if pictures and self.baseline:
            beside = partial(draw, part(self.baseline.overview))
            pictures += self._pictured(self.said[self.baseline.policy], beside, size)
        return pictures

    def _pictured(self, name: str, draw: Draw, size: tuple[float, float] = _SIZE) -> list[_Picture]:
        """Draw a picture in light and in dark; nothing where there is nothing to draw."""
        lang, label = self.words.lang, ""

        def titled(ax: Axes, style: str) -> Axes:
            nonlocal label
            first = draw(ax=ax, lang=lang, style=style)
            label = next((t for t in (a.get_title(loc=k) for a in ax.figure.axes for k in ("left", "center")) if t), "")
            return first

        try:
            light, dark = (self._svg(partial(titled, style=style), size, style) for style in ("light", "dark"))
        except NothingToDraw:
            return []
        return [_Picture(name, f"{name}: {label}" if name else label, light, dark)]

    def _svg(self, draw: Callable[[Axes], Axes], size: tuple[float, float], style: str) -> str:
        self.drawn += 1
        text = picture(draw, "svg", size=size, room=size, style=style).decode()
        return _own_ids(text[text.index("<svg") :], f"p{self.drawn}-")


def _own_ids(svg: str, prefix: str) -> str:
    """Give a picture without its metadata, whose ids are its own among those of the page."""
    bare = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    return re.sub(r'(\bid="|href="#|url\(#)', lambda found: found[1] + prefix, bare)


def _example(finding: Finding) -> str:
    place = ":".join([finding.source, *(str(n) for n in (finding.line, finding.column) if n is not None)])
    turn = f"turn {finding.turn}" if finding.turn is not None else ""
    return plain(": ".join(part for part in (place, turn, finding.message) if part), _LONGEST_LINE)
