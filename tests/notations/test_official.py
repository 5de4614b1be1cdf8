import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lark import UnexpectedInput

from gipfkit.notations.official import counted_text, explain, parse_turn, read_turn, shortened, split_turn
from gipfkit.record import WrittenPiece, WrittenPush, WrittenTurn

# Texts of spec notations section 1, read by hand.
EXAMPLES = {
    "e2": WrittenTurn(WrittenPush(None, "e2")),
    "Ge8": WrittenTurn(WrittenPush(None, "e8", True)),
    "e1-e4": WrittenTurn(WrittenPush("e1", "e4")),
    "Gd8-f7": WrittenTurn(WrittenPush("d8", "f7", True)),
    "g1-c3;x": WrittenTurn(WrittenPush("g1", "c3"), after=((),)),
    "f8-f3:xGf3": WrittenTurn(WrittenPush("f8", "f3"), after=((WrittenPiece("f3", True),),)),
    "xe7,e8;c7-e7": WrittenTurn(WrittenPush("c7", "e7"), before=((WrittenPiece("e7"), WrittenPiece("e8")),)),
    "xb3;g7-d6 (7)": WrittenTurn(WrittenPush("g7", "d6"), before=((WrittenPiece("b3"),),), reserve=7),
    "xe7,e8,Gd7*": WrittenTurn(
        None, before=((WrittenPiece("e7"), WrittenPiece("e8"), WrittenPiece("d7", True, True)),)
    ),
    "b3;xb3,c3;xe2": WrittenTurn(
        WrittenPush(None, "b3"), after=((WrittenPiece("b3"), WrittenPiece("c3")), (WrittenPiece("e2"),))
    ),
}
ALPHABET = "Gxaeb125-;:,*() "


@pytest.mark.parametrize("text", EXAMPLES)
def test_each_example_of_the_notation_is_read_as_it_says(text: str) -> None:
    assert read_turn(text) == EXAMPLES[text]


@pytest.mark.parametrize("text", EXAMPLES)
def test_each_example_is_written_as_it_was_read_but_for_the_colon(text: str) -> None:
    assert counted_text(EXAMPLES[text]) == text.replace(":", ";")


def by_grammar(text: str) -> WrittenTurn | None:
    try:
        return parse_turn(text)
    except UnexpectedInput:
        return None


@given(
    st.one_of(
        st.text(ALPHABET, max_size=24), st.from_regex(r"(x[b-h][2-6],)?;?G?[a-i][1-9](-[a-i][1-9])?(;x)?( \(9\))?")
    )
)
@example("e2 (3)")
@example("x e2")
@example("e2;xb2 , b3 ; xGc3* (1)")
@example("e2\n(3)")
@example("e2;")
def test_splitting_by_hand_and_the_grammar_agree_on_any_text(text: str) -> None:
    assert split_turn(text) == by_grammar(text)


@given(st.sampled_from(sorted(EXAMPLES)), st.integers(0, 30), st.text(ALPHABET, max_size=2))
def test_they_agree_on_mangled_turns(text: str, place: int, inserted: str) -> None:
    mangled = text[:place] + inserted + text[place + 1 :]
    assert split_turn(mangled) == by_grammar(mangled)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("e1-z9", "a spot expected after 'e1-'"),
        ("Gq", "a spot or a dot expected after 'G'"),
        ("e2;", "a removal expected after 'e2;'"),
        ("e2 (3", "')' expected after 'e2 (3'"),
        ("zz", "a spot, a dot or a removal expected at the start"),
    ],
)
def test_a_text_that_is_no_turn_is_explained(text: str, reason: str) -> None:
    assert explain(text) == reason


def test_control_characters_are_shown_escaped_and_long_texts_cut() -> None:
    assert shortened("a\x00b\n") == "a\\x00b\\n"
    assert len(shortened("a" * 1000)) == 40
