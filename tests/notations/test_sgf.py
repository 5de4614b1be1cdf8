from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from linear import assert_linear, seconds

from gipfkit.findings import Finding
from gipfkit.notations import sgf


def games(text: str) -> list[sgf.Game]:
    return [item for item in sgf.read(text.split("\n")) if isinstance(item, sgf.Game)]


def findings(text: str) -> list[Finding]:
    found: list[Finding] = []
    for item in sgf.read(text.split("\n")):
        found += [item] if isinstance(item, Finding) else item.findings
    return found


def codes(text: str) -> list[str]:
    return [finding.code for finding in findings(text)]


def flat(tree: sgf.GameTree) -> list[Any]:
    """A tree as a list without recursion: nodes with their values, and brackets."""
    found: list[Any] = []
    stack: list[sgf.GameTree | str] = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            found.append(item)
            continue
        found.append("(")
        for node in item.nodes:
            found.append([(p.name, p.offset, *p.values) for p in node.properties])
        stack += [")", *reversed(item.children)]
    return found


def plain(tree: sgf.GameTree) -> Any:
    """A small tree as nested lists."""
    nodes = [{p.name: [v.raw for v in p.values] for p in node.properties} for node in tree.nodes]
    return [*nodes, *(plain(child) for child in tree.children)]


names = st.from_regex("[A-Z][A-Za-z]{0,3}[01]?", fullmatch=True).filter(
    lambda name: name not in ("GM", "FF", "CA", "AP", "SZ", "VV", "SU")  # these begin another game
)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=15)
blanks = st.sampled_from(["", "", "", " ", "\n", " \t\n\n "])


@st.composite
def collections(draw: st.DrawFn) -> tuple[str, list[Any]]:
    """A game written, and what it holds."""
    return _tree(draw, 0)


def _tree(draw: st.DrawFn, depth: int) -> tuple[str, list[Any]]:
    text, held = "(", []
    for _ in range(draw(st.integers(1, 3))):
        text += draw(blanks) + ";"
        node: dict[str, list[str]] = {}
        for name in draw(st.lists(names, unique=True, max_size=3)):
            values = [sgf.escaped(value) for value in draw(st.lists(texts, min_size=1, max_size=2))]
            node[name] = values
            text += draw(blanks) + name + "".join(f"{draw(blanks)}[{value}]" for value in values)
        held.append(node)
    children = [_tree(draw, depth + 1) for _ in range(draw(st.integers(0, 2)))] if depth < 2 else []
    return text + "".join(child for child, _ in children) + draw(blanks) + ")", [*held, *(c for _, c in children)]


@settings(deadline=None)
@given(st.lists(collections(), min_size=1, max_size=3), blanks)
def test_what_is_written_is_read_back(written: list[tuple[str, list[Any]]], between: str) -> None:
    text = between.join(text for text, _ in written)
    assert [plain(game.tree) for game in games(text)] == [held for _, held in written]
    assert findings(text) == []


@pytest.mark.parametrize("name", ["DT", "GN", "PB", "PW", "EV"])
def test_a_variation_may_begin_with_what_tells_of_the_game(name: str) -> None:
    for text in (f"(;A[1](;{name}[x])(;B[2]))", f"(;A[1]\n(;{name}[x])\n(;B[2]))"):
        (game,) = games(text)
        assert plain(game.tree) == [{"A": ["1"]}, [{name: ["x"]}], [{"B": ["2"]}]]
        assert findings(text) == []


@settings(deadline=None)
@given(collections())
def test_the_quick_way_and_the_grammar_read_alike(written: tuple[str, list[Any]]) -> None:
    text, _ = written
    quick, exact = sgf.parse_plain(text), sgf.parse_by_grammar(text)
    assert exact.findings == []
    if quick is not None:
        assert flat(quick.tree) == flat(exact.tree)


@settings(deadline=None)
@example("(;A[1];)")
@example("(;A[\n)\n])")
@example("(;A[x]\n [y] ;; B[]\n\n)")
@given(st.text("(;)[]\\AB1 \n", max_size=30).map(lambda text: "(" + text))
def test_where_the_quick_way_reads_mangled_text_the_grammar_reads_the_same(text: str) -> None:
    quick = sgf.parse_plain(text)
    if quick is not None:
        exact = sgf.parse_by_grammar(text)
        assert flat(quick.tree) == flat(exact.tree)
        assert [finding for finding in exact.findings if finding.severity == "error"] == []


@given(st.one_of(st.text(max_size=200), st.text("(;)[]\\AB1 \n\r\x00", max_size=100)))
def test_any_text_gives_games_and_findings_but_no_exception(text: str) -> None:
    for item in sgf.read(text.split("\n")):
        assert item is not None
    sgf.parse_by_grammar("(" + text)


@given(st.text(max_size=50))
def test_escaping_is_undone(text: str) -> None:
    assert sgf.unescaped(sgf.escaped(text)) == text


def test_a_backslash_takes_away_a_line_break_and_makes_the_rest_plain() -> None:
    (game,) = games("(;C[a\\\nb \\] \\: \\\\])")
    (value,) = game.tree.nodes[0].properties[0].values
    assert (value.raw, value.text) == ("a\\\nb \\] \\: \\\\", "ab ] : \\")


def test_lower_case_letters_of_a_name_do_not_count() -> None:
    (game,) = games("(;GaMe[1]P0[x]P-1[y]foo[z])")
    assert [item.key for item in game.tree.nodes[0].properties] == ["GM", "P0", "P-1", ""]


def test_places_are_lines_and_columns_of_the_file() -> None:
    _, game = games("x (;A[1])\n (;A[1]\n  B[2])")
    offsets = [item.offset for item in game.tree.nodes[0].properties]
    assert [game.places.at(offset) for offset in offsets] == [(2, 4), (3, 3)]


# A good game before and one behind: whatever stands between, both are read.
GOOD = "(;GM[1];P0[x])"
BROKEN = {
    "text between": ("hello", ["stray-text"]),
    "a property between": ("GM[gipf]VV[1]", ["stray-text"]),
    "a value left open": ("(;GM[1]\nRE[won\nP0[id]\n;P0[x])", ["unclosed-value"]),
    "the last value left open": ("(;GM[1]\n;P0[x\n)", ["unclosed-value"]),
    "a value left open at the end of all": ("(;GM[1]\n;P0[x", ["unclosed-value", "unclosed-game"]),
    "a [ inside a value": ("(;GM[1]VV[a[b];P0[x])", ["unclosed-value"]),
    "a game left open": ("(;GM[1]\n;P0[x]", ["unclosed-game"]),
    "a variation left open": ("(;GM[1](;A[1])(;B[1])(;C[1]\n)", ["unclosed-variation"]),
    "a bracket too many": ("(;GM[1];P0[x]))", ["stray-text"]),
    "a ] too many": ("(;GM[1]];P0[x])", ["stray-bracket"]),
    "a value without a name": ("(;GM[1];[x])", ["stray-bracket"]),
    "a name without a value": ("(;GM[1];P0)", ["unreadable"]),
    "no semicolon": ("(GM[1];P0[x])", ["unreadable"]),
    "nodes behind a variation": ("(;GM[1](;A[1]);B[1])", ["unreadable"]),
    "brackets behind a value left open": ("(;GM[1]A[x\n;B[1] ) [)(;C[1]))", ["unclosed-value", "stray-text"]),
    "zeros": ("\x00\x00(;GM[1]\x00)", ["stray-text", "unreadable"]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_reported_and_costs_no_other(name: str) -> None:
    broken, expected = BROKEN[name]
    text = "\n".join([GOOD, broken, GOOD])
    found = games(text)
    assert plain(found[0].tree) == plain(found[-1].tree) == [{"GM": ["1"]}, {"P0": ["x"]}]
    assert set(codes(text)) == set(expected)
    assert [finding.line for finding in findings(text) if finding.line == 1] == []


@pytest.mark.parametrize("opening", ["(\n;\n\nGM[1]", "(;\n\nGM[1]", " (\n ;GM[1]", "(; VV[1]GM[1]"])
def test_a_root_begins_a_new_game_wherever_its_line_breaks_are(opening: str) -> None:
    text = f"(;GM[1]\n;C[open\n{opening};P0[x])"
    assert len(games(text)) == 2
    assert games(text)[1].tree.nodes[-1].properties[0].values[0].raw == "x"


def test_nodes_behind_a_variation_go_on_with_the_line_before_it() -> None:
    (game,) = games("(;A[](;B[])(;C[]);D[])")
    assert plain(game.tree) == [{"A": [""]}, [{"D": [""]}], [{"B": [""]}], [{"C": [""]}]]


@pytest.mark.parametrize(
    "text", [GOOD, "\ufeff" + GOOD, GOOD.replace(";", "\r\n;\r"), "\n\n \t" + GOOD, GOOD.replace(";", " ;\n\t ")]
)
def test_marks_blanks_and_line_ends_make_no_difference(text: str) -> None:
    for lines in (text.split("\n"), [line + "\n" for line in text.split("\n")], [text]):
        (game,) = (item for item in sgf.read(lines) if isinstance(item, sgf.Game))
        assert plain(game.tree) == [{"GM": ["1"]}, {"P0": ["x"]}]
        assert game.findings == []


@pytest.mark.parametrize("text", ["", "\n\n", " ", "\ufeff"])
def test_nothing_holds_no_game(text: str) -> None:
    assert list(sgf.read(text.split("\n"))) == []


def test_ten_thousand_variations_inside_each_other_are_read() -> None:
    (game,) = games("(;A[1]" * 10_000 + ")" * 10_000)
    assert len(flat(game.tree)) == 30_000
    assert game.findings == []


@pytest.mark.parametrize("before", ["", "(;", "(;A["])
@pytest.mark.parametrize("character", "([;)]\\a \n\x00")
def test_very_many_of_one_character_take_no_long_time(before: str, character: str) -> None:
    text = before + character * 400_000
    assert seconds(lambda: list(sgf.read(text.split("\n")))) < 20


@pytest.mark.parametrize(
    ("text", "times"),
    [
        (lambda times: "(;C" + "[a]" * times + ")", 64_000),
        (lambda times: "(;" + "(a" * times + "(\n;C[a]", 16_000),
        (lambda times: "(;" + "(a" * times + " (\n\n;GM[1]", 16_000),
    ],
)
def test_time_grows_with_the_length_alone(text: Callable[[int], str], times: int) -> None:
    assert_linear(lambda many: list(sgf.read(text(many).split("\n"))), times // 16, times)


def test_a_root_behind_brackets_on_its_line_begins_a_new_game() -> None:
    assert len(games("(;GM[1](a(\n;GM[1])")) == 2
    assert len(games("(;GM[1](a( (\n;GM[1])")) == 2
    assert len(games("(;GM[1](a(a(\n;C[1])")) == 1
