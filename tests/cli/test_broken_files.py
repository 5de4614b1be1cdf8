"""The 26 kinds of file that trip chess tools, remade for GIPF: each gets its finding, its exit code, and costs no
other game of the file (kinds: the comparison of pgn-extract and python-chess in the issue)."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from gipfkit.cli import cli


def game(name: str, turns: str = "1. e1-e3 (11) b3 (11)", mark: str = "*", tags: str = "") -> str:
    return f'[Event "{name}"]\n[Result "{mark}"]\n[Variant "basic"]\n{tags}\n{turns} {mark}\n\n'


FIRST, LAST = game("first"), game("last")


EVERY = ["first", "x", "last"]
OTHERS = ["first", "last"]


def around(middle: str) -> bytes:
    return (FIRST + middle + LAST).encode()


NESTED = "1. e1-e3 (11) " + "(1. b3 (11) " * 300 + ")" * 300 + " b3 (11)"
LONG = "1. e1-e3 " + "e5 " * 9999

CUT = (FIRST + LAST + game("x", "1. e1-e3 b"))[:-4]

# Kind: the file, the codes of its findings, the exit code, the names of the games that must be there and sound.
KINDS: dict[str, tuple[bytes, set[str], int, list[str]]] = {
    "plain": (around(game("x")), set(), 0, EVERY),
    "BOM": (b"\xef\xbb\xbf" + around(game("x")), set(), 0, EVERY),
    "CRLF": (around(game("x")).replace(b"\n", b"\r\n"), set(), 0, EVERY),
    "CR only": (around(game("x")).replace(b"\n", b"\r"), set(), 0, EVERY),
    "Latin-1": (around(game("Caf\u00e9")).decode().encode("latin-1"), {"encoding"}, 0, ["first", "Caf\u00e9", "last"]),
    "UTF-16": (around(game("x")).decode().encode("utf-16"), set(), 0, EVERY),
    "no blank line between games": (around(game("x")).replace(b"\n\n", b"\n"), set(), 0, EVERY),
    "no headers": (around("1. e1-e3 (11) b3 (11) *\n\n"), {"variant-assumed"}, 0, OTHERS),
    "blank line inside headers": (around(game("x").replace("[Variant", "\n[Variant")), set(), 0, EVERY),
    "illegal turn in the middle": (around(game("x", "1. e1-e3 e5 2. b3")), {"push-not-on-line"}, 1, OTHERS),
    "result tag against end mark": (
        around(game("x").replace('Result "*"', 'Result "1-0"')),
        {"result-differs"},
        1,
        OTHERS,
    ),
    "no end mark": (around(game("x").replace(" *\n", "\n")), {"missing-result"}, 0, EVERY),
    "unclosed comment": (
        around(game("x", "1. e1-e3 (11) {never closed\n1... b3 (11)")),
        {"unclosed-comment"},
        1,
        OTHERS,
    ),
    "nested comment": (around(game("x", "1. e1-e3 {a {b} c} b3")), {"nested-comment"}, 0, EVERY),
    "escaped quote": (around(game('a \\"b\\" c')), set(), 0, ["first", 'a "b" c', "last"]),
    "bare quote in a tag": (around(game('a "b" c')), {"bad-tag"}, 0, ["first", 'a "b" c', "last"]),
    "semicolon in comments": (around(game("x", "1. e1-e3 {a; b} b3")), set(), 0, EVERY),
    "300 nested variations": (around(game("x", NESTED)), {"variation-too-deep"}, 1, OTHERS),
    "empty game": (around('[Event "x"]\n\n'), {"no-turns", "missing-result", "variant-assumed"}, 0, EVERY),
    "junk between games": (around("Some prose, no game.\n\n"), {"stray-text"}, 0, OTHERS),
    "10,000-turn game": (around(game("x", LONG)), {"push-not-on-line"}, 1, OTHERS),
    "unclosed variation": (around(game("x", "1. e1-e3 (b3 (11) b4")), {"unclosed-variation"}, 1, OTHERS),
    "NUL bytes": (around(game("x", "1. e1-e3 (11)\0 b3 (11)")), {"unreadable"}, 1, OTHERS),
    "duplicate game": (around(LAST), set(), 0, ["first", "last", "last"]),
    "truncated file": (CUT.encode(), {"text-cut", "missing-result"}, 0, OTHERS),
    "empty file": (b"", {"no-game"}, 0, []),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_broken_file_is_answered_rightly(kind: str, tmp_path: Path) -> None:
    content, codes, exit_code, sound = KINDS[kind]
    path = tmp_path / "games.gipf"
    path.write_bytes(content)
    result = CliRunner().invoke(cli, ["validate", str(path), "--format", "ndjson"])
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert {finding["code"] for found in objects for finding in found["findings"]} == codes
    assert result.exit_code == exit_code
    names = [found["tags"].get("Event") for found in objects if found["game"] and found["ok"] and found["turns"] != 1]
    assert [name for name in names if name] == sound
    assert all(finding["line"] for found in objects if found["game"] for finding in found["findings"])


def test_there_are_26_kinds() -> None:
    assert len(KINDS) == 26
