import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipfkit.analysis.columns import COLUMNS, names_of
from gipfkit.analysis.filters import KNOWN_BOTS, Filters, bot_names, normal, select
from gipfkit.analysis.game_table import game_table
from gipfkit.analysis.where import ConditionError, condition
from gipfkit.dates import date_range
from gipfkit.reading import read_text
from gipfkit.replay import replay

ROW: dict[str, Any] = {
    **dict.fromkeys(names_of("game")),
    "white": "Koen de Jongh",
    "black": "Patrick",
    "date": "2000.08.26",
    "variant": "tournament",
    "turns": 42,
    "result": "1-0",
    "winner": "white",
    "termination": "reserve",
    "white_captures": 6,
    "black_captures": 2,
    "branching_mean": 29.5,
    "findings": 0,
    "ok": True,
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turns > 40", True),
        ("turns > 40 and winner == 'white'", True),
        ("not ok or turns < 10", False),
        ("white_captures - black_captures >= 4", True),
        ("(white_captures + black_captures) / turns < 0.2", True),
        ("turns // 10 == 4 and turns % 10 == 2 and -turns < 0", True),
        ("30 <= turns < 42", False),
        ("result in ('1-0', '0-1')", True),
        ("result not in ['*']", True),
        ("'Jongh' in white", True),
        ("'jongh' in white", False),
        ("turns in (41, 42)", True),
        ("date >= '2000.08'", True),
        ("ok", True),
        ("ok == True", True),
        ("event == None", True),
        ("event != None", False),
        # With an empty value no comparison holds.
        ("event == 'x'", False),
        ("event != 'x'", False),
        ("first_capture > 1", False),
        ("first_capture <= 1", False),
        ("first_capture + 1 > 0", False),
        ("'x' in event", False),
        ("event in ('x',)", False),
        ("event not in ('x',)", False),
        ("turns / findings > 0", False),
        ("variant == 'tournament' and black_captures == 2 or False", True),
        ("  turns > 40  ", True),
    ],
)
def test_conditions_hold_or_not(text: str, expected: bool) -> None:
    assert condition(text)(ROW) is expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("__import__('os').system('true')", "no attributes|functions"),
        ("white.__class__", "no attributes"),
        ("white.upper() == 'X'", "functions can't be called"),
        ("@pd.read_csv", "no condition"),
        ("turns.__gt__(1)", "functions can't be called"),
        ("__builtins__ == 1", "no column"),
        ("open == 1", "no column"),
        ("(lambda: 1)() == 1", "functions can't be called"),
        ("[x for x in white] == 1", "all there is"),
        ("{'a': 1} == 1", "all there is"),
        ("turns[0] == 1", "nothing to index"),
        ("f'{white}' == 'x'", "all there is"),
        ("(turns := 3) == 3", "all there is"),
        ("turns if ok else 1", "all there is"),
        ("9 ** 9 ** 9 ** 9 > 1", r"\*\* is left out"),
        ("'a' * 999999999 == 'b'", "a number is needed"),
        ("turns > 40 & ok", "write and"),
        ("ok | ok", "write or"),
        ("~ok", "write not"),
        ("winner is None", "write == instead of is"),
        ("turn > 40", "did you mean turns"),
        ("turns > '40'", "can't be compared"),
        ("winner == 1", "can't be compared"),
        ("ok > False", "no order"),
        ("turns", "no condition: compare it"),
        ("turns and ok", "a condition is needed"),
        ("white + black == 'x'", "a number is needed"),
        ("result in (1, 2)", "is text"),
        ("result in turns", "in needs a list"),
        ("result in (winner, '1-0')", "literals alone"),
        ("turns = 40", "no condition"),
        ("turns >", "no condition"),
        ("", "no condition"),
        ("turns > 40; import os", "no condition"),
        ("b'x' == white", "all there is"),
        ("turns > 1j", "all there is"),
        ("... == turns", "all there is"),
        ("turns\x00 > 1", "no condition"),
        ("not " * 60 + "ok", "nested too deep"),
        ("(" * 400 + "ok" + ")" * 400, "no condition"),
        ("-" * 900 + "1 > 0", "nested too deep|no condition"),
        ("ok and " * 200 + "ok", "longer than"),
    ],
)
def test_whatever_else_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(ConditionError, match=said):
        condition(text)


@given(st.text(alphabet="turnswinerok()[]{}<>=!+-*/%'\"0123456789.,:@_ \n", max_size=60))
def test_any_text_is_a_condition_or_refused(text: str) -> None:
    try:
        check = condition(text)
    except ConditionError:
        return
    assert check(ROW) in (True, False)


def test_a_large_calculation_ends_soon() -> None:
    started = time.perf_counter()
    text = " * ".join(["9" * 30] * 30) + " / 7 > 0"
    assert condition(text)(ROW) in (True, False)
    assert condition("9" * 400 + " / 1.5 > 0")(ROW) is False
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        (Filters(), True),
        (Filters(variants=frozenset({"basic"})), False),
        (Filters(variants=frozenset({"basic", "tournament"})), True),
        (Filters(players=frozenset({normal(" koen DE jongh ")})), True),
        (Filters(players=frozenset({"patrick"})), True),
        (Filters(players=frozenset({"koen"})), False),
        (Filters(min_turns=42), True),
        (Filters(min_turns=43), False),
        (Filters(results=frozenset({"0-1", "*"})), False),
        (Filters(terminations=frozenset({"reserve"})), True),
        (Filters(bots=frozenset({"patrick"})), False),
        (Filters(bots=frozenset({"dumbot"})), True),
        (Filters(since=(2000, 8, 26), until=(2000, 8, 26)), True),
        (Filters(since=(2000, 8, 27)), False),
        (Filters(until=(2000, 8, 25)), False),
        (Filters(where=condition("turns > 50")), False),
    ],
)
def test_filters_choose_by_the_row(filters: Filters, kept: bool) -> None:
    assert filters(ROW) is kept


@pytest.mark.parametrize(
    ("date", "since", "until", "kept"),
    [
        ("2000.??.??", (2000, 6, 1), None, True),
        ("2000.??.??", (2001, 1, 1), None, False),
        ("2000.08.??", None, (2000, 8, 1), True),
        ("2000.08.??", None, (2000, 7, 31), False),
        ("2000", (2000, 12, 31), (2000, 12, 31), True),
        (None, (2000, 1, 1), None, False),
        ("????.??.??", None, (2000, 1, 1), False),
        ("yesterday", None, (2030, 1, 1), False),
        (None, None, None, True),
    ],
)
def test_a_date_counts_as_far_as_it_is_known(date: str | None, since: Any, until: Any, kept: bool) -> None:
    assert Filters(since=since, until=until)({**ROW, "date": date}) is kept


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2000-08-26", ((2000, 8, 26), (2000, 8, 26))),
        ("2000/8", ((2000, 8, 1), (2000, 8, 31))),
        ("2000.??.26", ((2000, 1, 1), (2000, 12, 31))),
        ("2000-13-01", None),
        ("26.08.2000", ((2000, 8, 26), (2000, 8, 26))),
        ("", None),
    ],
)
def test_dates_are_read_in_the_usual_ways(text: str, days: Any) -> None:
    assert date_range(text) == days


def test_the_known_robots_are_known_and_people_are_not() -> None:
    known = {normal(name) for name in KNOWN_BOTS}
    assert {"dumbot", "smartbot", "bestbot", "gf1", "gipfkit random", "gipfkit greedy"} <= known
    assert not {"talbot", "abbot"} & known


def test_a_list_of_robots_is_read_line_by_line() -> None:
    assert bot_names(["# mine", "", " HAL 9000 ", "Deep #7"]) == {"hal 9000", "deep #7"}


def test_frames_are_filtered_the_same_way() -> None:
    data = Path(__file__).parent.parent / "data"
    frame = game_table(replay(read_text((data / name).read_text())[0]) for name in ("game1.txt", "game2.txt"))
    assert select(frame, "turns > 50")["turns"].tolist() == [84]
    assert select(frame, "winner == None")["turns"].tolist() == [84]
    assert select(frame, "white == 'x'").dtypes.equals(frame.dtypes)
    assert select(frame, Filters(results=frozenset({"1-0"})))["turns"].tolist() == [42]


def test_every_column_can_stand_in_a_condition() -> None:
    for column in COLUMNS["game"]:
        assert condition(f"{column.name} == None")(dict.fromkeys(names_of("game"))) is True
