"""The report: a page that stands alone, says what the tables say, in both languages."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gipfkit.analysis.overview import Overview
from gipfkit.analysis.simulation import simulate
from gipfkit.cli import cli
from gipfkit.cli.report import simulated
from gipfkit.gipf.variant import BASIC, TOURNAMENT
from gipfkit.pictures.report import Baseline, report
from gipfkit.pictures.report_words import TABLES
from gipfkit.record import Record, TurnList, WrittenPush, WrittenTurn
from gipfkit.replay import replay

SAMPLES = Path(__file__).parents[2] / "samples"
# Elements of HTML that have no end tag; in SVG any element may close itself.
VOID = {"meta", "br", "link", "img", "hr", "input"}


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


class Page(HTMLParser):
    """Reads a page: its elements, ids and texts; whatever is not closed in order stays open."""

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


@pytest.fixture(scope="module")
def overview() -> Overview:
    games = [*simulate(TOURNAMENT, 3, policy="greedy", seed=2), *simulate(BASIC, 4, seed=2)]
    return Overview.of(map(replay, games))


@pytest.fixture(scope="module")
def page(overview: Overview) -> str:
    beside = Baseline("random", Overview.of(map(replay, simulate(BASIC, 3, seed=3))))
    return report(overview, baseline=beside, title="Ann & <Bob>")


def test_the_page_is_well_formed_and_every_id_is_its_own(page: str) -> None:
    found = Page(page)
    assert found.open == []
    ids = [about["id"] for _, about in found.tags if about.get("id")]
    assert len(ids) == len(set(ids))
    named = set(re.findall(r'(?:href="#|url\(#)([^")]+)', page))
    assert named
    assert named <= set(ids)


def test_the_page_needs_no_script_and_nothing_from_elsewhere(page: str) -> None:
    tags = {tag for tag, _ in Page(page).tags}
    assert not tags & {"script", "link", "iframe", "object", "embed", "img", "base"}
    fetched = [
        value
        for _, about in Page(page).tags
        for name, value in about.items()
        if name in ("src", "href", "xlink:href", "srcset", "action", "style") and value
    ]
    assert not [value for value in fetched if not value.startswith(("#", "data:image/png;base64,")) and ":/" in value]
    assert "@import" not in page
    assert set(re.findall(r"https?://[^\s\"'<)]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_a_heading_is_text_whatever_it_holds(page: str) -> None:
    assert "<title>Ann &amp; &lt;Bob&gt;</title>" in page
    assert "<h1>Ann &amp; &lt;Bob&gt;</h1>" in page


def test_the_tables_say_what_the_summaries_say(page: str, overview: Overview) -> None:
    found = Page(page).text
    (basic, tournament) = overview.summary.variant_rows()
    for row in (basic, tournament):
        score, low, high = (100 * row[f"white_score{part}"] for part in ("", "_low", "_high"))
        assert f"{score:.1f} % ({low:.1f}–{high:.1f})" in found
        assert f"{row['length_mean']:.1f} ± {row['length_sd']:.1f}" in found
    assert "basic (random play)" in found
    assert "tournament (random play)" not in found
    assert "Random play" in found
    assert "The most lopsided" in found


def test_both_themes_and_print_are_there(page: str) -> None:
    assert page.count('<div class="light">') == page.count('<div class="dark">') > 10
    for rule in ("prefers-color-scheme: dark", "@media print"):
        assert rule in page


def test_languages_have_the_same_words() -> None:
    assert TABLES["en"].keys() == TABLES["fr"].keys()
    assert {key: re.findall(r"{\w+}", text) for key, text in TABLES["en"].items()} == {
        key: re.findall(r"{\w+}", text) for key, text in TABLES["fr"].items()
    }


def test_the_report_speaks_french_and_takes_names_for_text_and_never_for_markup() -> None:
    push = WrittenTurn(WrittenPush(None, "b3"))
    tags = (("White", "<script>alert(1)</script>"), ("Black", "A & B"), ("Variant", "basic"), ("Termination", "time"))
    found = report(Overview.of([replay(Record(tags, TurnList((push,)), "1-0"))]), lang="fr")
    assert "<script" not in found
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in found
    assert '<html lang="fr">' in found
    text = Page(found).text
    assert "Parties de GIPF : bilan" in text
    assert "La plus typique" in text
    assert "Reserves by turn" not in text


def named(white: str, black: str) -> Record:
    push = WrittenTurn(WrittenPush(None, "b3"))
    tags = (("White", white), ("Black", black), ("Variant", "basic"), ("Termination", "time"))
    return Record(tags, TurnList((push,)), "1-0", source=white)


def test_names_hold_nothing_that_a_page_can_not_and_long_ones_are_cut() -> None:
    found = report(Overview.of([replay(named("a\x01b\u202ec\ufffe", "W" * 3000))]), title="x\x00y")
    assert not re.search("[\x00-\x08\x0e-\x1f\u202e\ufffe]", found)
    assert "a\ufffdb\ufffdc\ufffd" in found
    assert "W" * 119 + "…" in found
    assert "W" * 120 not in found


def test_names_of_players_stay_apart_whichever_way_their_letters_run() -> None:
    found = report(Overview.of([replay(named("אבג", "דהו"))]))
    assert "<b><bdi>אבג</bdi> – <bdi>דהו</bdi></b>" in found


def test_a_picture_is_told_in_either_theme(page: str) -> None:
    found = Page(page)
    told = [about["aria-label"] for tag, about in found.tags if tag == "div" and about.get("role") == "img"]
    assert all(told)
    assert len(told) == page.count('<div class="light">') == page.count('<div class="dark">')
    # Either theme's picture is within the element that tells it.
    assert "aria-hidden" not in page
    assert page.count('">\n<div class="light">') == len(told)


def test_print_cuts_no_table_and_keeps_a_game_with_its_board(page: str) -> None:
    printed = page[page.index("@media print") : page.index("</style>")]
    assert ".wide { overflow: visible; }" in printed
    assert "article, figure, tr, dl div { break-inside: avoid; }" in printed
    # Pages don't break well within a grid.
    assert ".pictures { display: block; }" in printed


def test_the_command_writes_the_page_and_counts_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    result = run("report", SAMPLES, "-o", path)
    assert result.exit_code == 0
    text = Page(path.read_text(encoding="utf-8")).text
    assert "games 28" in text
    assert "missing-bracket warning 1" in text


@pytest.mark.parametrize(("games", "made"), [(20, 20), (19, 19), (1, 3)])
def test_as_many_games_are_simulated_as_were_asked_for_and_one_of_each_variant(games: int, made: int) -> None:
    variants = Counter(basic=2, standard=2, tournament=2)
    found = Counter(game.variant.name for game in simulated(variants, "random", games, 0) if game.variant)
    assert (found.total(), len(found)) == (made, 3)


def test_without_a_game_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    result = run("report", SAMPLES, "--player", "Nobody", "-o", path)
    assert result.exit_code == 2
    assert "no game to write about" in result.stderr
    assert path.read_text() == "old"


def test_a_page_on_games_without_turns_is_written(tmp_path: Path) -> None:
    path = tmp_path / "empty.gipf"
    path.write_text('[Variant "basic"]\n\n*\n')
    assert run("report", path, "-o", tmp_path / "r.html").exit_code == 0
    assert "games 1" in Page((tmp_path / "r.html").read_text()).text
