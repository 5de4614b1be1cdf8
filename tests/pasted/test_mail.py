"""Mails and boxes of mails (the field test's kind B5): the games in them, at the lines of the mail."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from linear import assert_linear

from gipfkit.findings import Finding
from gipfkit.notations.official import counted_text
from gipfkit.reading import read, read_text
from gipfkit.record import Record

GAME = '[White "Ann"]\n[Black "Bob"]\n\n1. Ge8 (16) Gd8-f7 (16) *\n'


def mail(text: str, cte: str = "quoted-printable", charset: str = "utf-8") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ann <a@b.c>"
    message["Subject"] = "Our gäme"
    message.set_content(text, cte=cte, charset=charset)
    return message


def items(folder: Path, data: bytes, name: str = "m.eml") -> list[Record | Finding]:
    (folder / name).write_bytes(data)
    return list(read([folder / name]))


def games(found: list[Record | Finding]) -> list[Record]:
    return [item for item in found if isinstance(item, Record)]


def line_of(data: bytes, what: bytes) -> int:
    return data[: data.index(what)].count(b"\n") + 1


@pytest.mark.parametrize("cte", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize("name", ["m.eml", "mail"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
def test_a_mail_is_read_at_its_own_lines(tmp_path: Path, cte: str, name: str, charset: str) -> None:
    data = mail(f"Hällo\n\n{GAME}", cte, charset).as_bytes()
    found = items(tmp_path, data, name)
    (game,) = games(found)
    assert (game.tag("White"), [counted_text(turn) for turn in game.turns]) == ("Ann", ["Ge8 (16)", "Gd8-f7 (16)"])
    place = game.main.place(2)
    assert place
    if cte != "base64":
        assert (place.line, place.column) == (line_of(data, b"1. Ge8"), 13)
    else:
        assert (place.line, place.column) == (data.count(b"\n", 0, data.index(b"\n\n")) + 3, 1)
    (note,) = (item for item in found if isinstance(item, Finding) and item.code == "read-through")
    assert "read out of a mail" in note.message
    assert "Our gäme" in note.message


def test_line_ends_of_mail_make_no_difference(tmp_path: Path) -> None:
    data = mail(GAME).as_bytes()
    places = [games(items(tmp_path, text))[0].main.place(1) for text in (data, data.replace(b"\n", b"\r\n"))]
    assert places[0] == places[1] is not None


def test_a_line_broken_softly_is_one_line(tmp_path: Path) -> None:
    data = b"From: a@b.c\nSubject: x\nContent-Transfer-Encoding: quoted-printable\n\n1. Ge8 Gd8=\n-f7 2. Ge9=2De7\n"
    (game,) = games(items(tmp_path, data))
    assert [counted_text(turn) for turn in game.turns] == ["Ge8", "Gd8-f7", "Ge9-e7"]
    assert [(p.line, p.column) for k in (1, 2, 3) if (p := game.main.place(k))][:2] == [(5, 4), (5, 8)]


def test_of_several_parts_the_plain_one_is_read_and_attached_files_are_files(tmp_path: Path) -> None:
    message = mail(GAME)
    message.add_alternative("<p>1. b3 b4</p>", subtype="html")
    message.add_attachment(b"1. e2 b3 *\n", maintype="application", subtype="x", filename="old.gipf")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="p.png")
    found = items(tmp_path, message.as_bytes())
    path = str(tmp_path / "m.eml")
    assert [(game.source, len(game.turns)) for game in games(found)] == [(path, 2), (f"{path}/old.gipf", 2)]
    (note,) = (item for item in found if isinstance(item, Finding))
    assert "left out: p.png" in note.message


def test_a_mail_of_html_alone_is_read(tmp_path: Path) -> None:
    message = EmailMessage()
    message["From"], message["Date"] = "a@b.c", "Mon, 1 Jan 2024 10:00:00 +0000"
    message.set_content("<table><tr><td>1</td><td>Ge8</td><td>Gd8&ndash;f7</td></tr></table>", subtype="html")
    (game,) = games(items(tmp_path, message.as_bytes()))
    assert [counted_text(turn) for turn in game.turns] == ["Ge8", "Gd8-f7"]


def test_a_forwarded_mail_is_read_and_a_signature_is_not(tmp_path: Path) -> None:
    inner = mail(f"{GAME}\n-- \nAnn\nb3 street 5\n")
    outer = mail("see below\n")
    outer.add_attachment(inner)
    found = items(tmp_path, outer.as_bytes())
    (game,) = games(found)
    assert len(game.turns) == 2
    assert any("signatures" in item.message for item in found if isinstance(item, Finding))


def test_a_box_of_mails_is_numbered_through(tmp_path: Path) -> None:
    start = b"From a@b Mon Jan  1 10:00:00 2024\n"
    data = b"\n".join(start + mail(text).as_bytes() for text in ("1. e2 b3 *\n", "nothing\n", "> 1. e3 b4 *\n"))
    found = items(tmp_path, data, "box.mbox")
    assert [(game.number, game.turns[0].text) for game in games(found)] == [(1, "e2"), (2, "e3")]
    place = games(found)[1].main.place(1)
    assert place
    assert place.line == line_of(data, b"1. e3")
    (note,) = (item for item in found if isinstance(item, Finding))
    assert "2 mails" in note.message
    assert "1 more without a game" in note.message


def test_headers_of_a_game_are_no_mail() -> None:
    (game,) = read_text("Ann versus Bob\nLondon, August 26, 2000\n\n1. e2 b3\n")
    assert game.tag("White") == "Ann"


def test_a_text_of_a_mail_is_read_as_its_file() -> None:
    (game,) = read_text(mail(GAME).as_string())
    assert game.tag("Black") == "Bob"


@pytest.mark.parametrize(
    "data",
    [
        b"From: a\nSubject: b\nContent-Type: multipart/mixed\n\n1. e2 b3 *\n",
        b"From: a\nSubject: b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n1. e2 b3 *\n",
        b"From: a\nSubject: =?x?q?a?=\nContent-Type: text/plain; charset=nope\n\n1. e2 b3 *\n",
        b"From: a\nSubject: b\nContent-Transfer-Encoding: base64\n\n!!!!a\n",
        b"From: a\nSubject: b\nContent-Type: text/plain; charset=utf-16\n\n1. e2 b3 *\n",
        b"From: a\nSubject: b\nContent-Type: message/rfc822\n\n",
        b"From: a\nSubject: b\n" + b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 3000,
    ],
)
def test_a_broken_mail_is_a_finding_or_what_is_left_of_it(tmp_path: Path, data: bytes) -> None:
    found = items(tmp_path, data)
    assert games(found) or any(isinstance(item, Finding) and item.severity == "error" for item in found)


@pytest.mark.parametrize("part", ["a\n", "=41=\n", "From a 2024\nA: b\n\n", "--x\n", "\n"])
def test_the_time_to_read_a_mail_grows_with_its_length_alone(part: str) -> None:
    head = "From: a\nSubject: b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n"
    assert_linear(lambda times: read_text(head + part * times), 1000, 16_000)
