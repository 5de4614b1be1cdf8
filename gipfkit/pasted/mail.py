"""Mails and boxes of mails, by the standard library's parser: their texts with places, what is attached, their headers.

The parser keeps no places. It keeps each part's text as it stood, though, in order: so each is found again.
"""

import binascii
import codecs
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_string
from email.header import decode_header
from email.message import Message

from gipfkit.notations.official import shortened
from gipfkit.pasted.places import Line, Piece

_BLANK = re.compile(r"(?:\A|\n)[ \t]*\n")
# Charsets whose bytes may be ASCII and mean something else.
_SHIFTED = re.compile(r"iso-2022|utf-7|utf-16|utf-32|hz", re.IGNORECASE)
_LAST_RESORT = "windows-1252"
_SIGNATURE = re.compile(r"-- ?")


@dataclass(slots=True)
class Attachment:
    """A file that came with a mail."""

    name: str
    data: bytes


@dataclass(slots=True)
class Mail:
    """A mail: its first line, who wrote it, its texts (True: HTML), its files, where a signature was left out."""

    line: int
    headers: str = ""
    texts: list[tuple[list[Line], bool]] = field(default_factory=list)
    attached: list[Attachment] = field(default_factory=list)
    signature: int | None = None
    other: list[str] = field(default_factory=list)


class BrokenMailError(ValueError):
    """A mail that the parser can't take apart."""


def mails(text: str) -> Iterator[Mail]:
    """Yield the mails of a text, whose bytes beyond ASCII are surrogates, and whose lines end with LF.

    Raises BrokenMailError where one can't be taken apart.
    """
    line = 1
    for part in _apart(text):
        yield _mail(part, line)
        line += part.count("\n")


def _apart(text: str) -> Iterator[str]:
    """Split a box into its mails, at the lines that begin with From and a blank; a mail alone is one."""
    if not text.startswith("From "):
        yield text
        return
    start = 0
    for found in re.finditer(r"\n\n(?=From \S+[^\n]*[0-9]{4}[^\n]*\n[A-Za-z][A-Za-z0-9-]*:)", text):
        yield text[start : found.end()]
        start = found.end()
    yield text[start:]


def _mail(text: str, line: int) -> Mail:
    mail = Mail(line)
    try:
        message = message_from_string(text)
        mail.headers = _headers(message)
        _Taken(text, line, mail).take(message)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError, IndexError) as error:
        # On hostile bytes the parser raises whatever it runs into.
        raise BrokenMailError(str(error) or type(error).__name__) from error
    return mail


def _headers(message: Message) -> str:
    shown = []
    for name in ("From", "Date", "Subject"):
        if value := message.get(name):
            shown.append(f"{name}: {shortened(' '.join(_decoded(str(value)).split()), 80)}")
    return ", ".join(shown)


def _decoded(text: str) -> str:
    try:
        parts = decode_header(text)
        return "".join(
            part if isinstance(part, str) else part.decode(charset or "ascii", "replace") for part, charset in parts
        )
    except (ValueError, LookupError):
        return text


@dataclass(slots=True)
class _Taken:
    """Takes a message apart, part by part, each found in the text behind the one before."""

    text: str
    line: int
    mail: Mail
    place: int = 0
    counted: int = 0
    lines: int = 0

    def take(self, message: Message) -> None:
        """Take a part: all of a part of parts but what is said twice, a mail inside, a text, a file."""
        self._past_headers()
        payload = message.get_payload()
        if isinstance(payload, list):
            boundary = message.get_boundary()
            parts = [part for part in payload if isinstance(part, Message)]
            best = _alternative(parts) if message.get_content_subtype() == "alternative" else None
            for part in parts:
                if boundary and (found := self.text.find(f"--{boundary}", self.place)) >= 0:
                    after = self.text.find("\n", found)
                    self.place = after + 1 if after >= 0 else len(self.text)
                if best is None or part is best:
                    self.take(part)
                else:
                    self._past_headers()
        elif isinstance(payload, str):
            self._leaf(message, payload)

    def _past_headers(self) -> None:
        found = _BLANK.search(self.text, max(self.place - 1, 0))
        self.place = found.end() if found else self.place

    def _leaf(self, message: Message, payload: str) -> None:
        found = self.text.find(payload, self.place) if payload else self.place
        start = found if found >= 0 else self.place
        self.place = start + len(payload)
        self.lines += self.text.count("\n", self.counted, start)
        self.counted = max(start, self.counted)
        first = self.line + self.lines
        name = _decoded(message.get_filename() or "")
        how = str(message.get("Content-Transfer-Encoding", "")).strip().lower()
        if name or message.get_content_disposition() == "attachment":
            self.mail.attached.append(Attachment(name or "attachment", _bytes(payload, how)))
        elif message.get_content_maintype() == "text":
            lines = _lines(payload, how, message.get_content_charset() or "utf-8", first)
            html = message.get_content_subtype() == "html"
            self.mail.texts.append((lines if html else self._without_signature(lines), html))
        else:
            self.mail.other.append(message.get_content_type())

    def _without_signature(self, lines: list[Line]) -> list[Line]:
        """Leave out what stands behind a line of two hyphens, up to a quoted line or the end."""
        kept: list[Line] = []
        inside = False
        for line in lines:
            if _SIGNATURE.fullmatch(line.text):
                inside = True
                if self.mail.signature is None:
                    self.mail.signature = line.place(0).line
            elif inside and line.text.startswith((">", "|")):
                inside = False
            if not inside:
                kept.append(line)
        return kept


def _alternative(parts: list[Message]) -> Message | None:
    """Choose of one text in several forms: the plain one where it says something, else the last."""
    plain = [part for part in parts if part.get_content_type() == "text/plain" and str(part.get_payload()).strip()]
    return plain[0] if plain else parts[-1] if parts else None


def _raw(payload: str) -> bytes:
    return payload.encode("utf-8", "surrogateescape")


def _bytes(payload: str, how: str) -> bytes:
    """Give the bytes of a part."""
    raw = _raw(payload)
    if how == "base64":
        return _from_base64(raw)
    return quopri.decodestring(raw) if how == "quoted-printable" else raw


def _from_base64(raw: bytes) -> bytes:
    clean = re.sub(rb"[^A-Za-z0-9+/]", b"", raw)
    try:
        return binascii.a2b_base64(clean + b"=" * (-len(clean) % 4))
    except binascii.Error:
        return binascii.a2b_base64(clean[: len(clean) // 4 * 4])


def _lines(payload: str, how: str, charset: str, first: int) -> list[Line]:
    """Give the lines of a text part; of base64 all lead to the line where the part begins."""
    if how == "base64" or _SHIFTED.match(charset):
        text = _text(_bytes(payload, how), charset)
        return [Line(line, (Piece(0, first, 1, 1),)) for line in _split(text)]
    raw = _raw(payload)
    codec = _codec(quopri.decodestring(raw) if how == "quoted-printable" else raw, charset)
    if how == "quoted-printable":
        return list(_quoted_printable(payload, codec, first))
    text = raw.decode(codec, "replace")
    return [Line.of(line, first + k) for k, line in enumerate(text.split("\n"))]


def _quoted_printable(payload: str, codec: str, first: int) -> Iterator[Line]:
    """Give the lines of a part in quoted-printable; one that is broken softly goes on in the next."""
    decoder = codecs.getincrementaldecoder(codec)("replace")
    texts: list[str] = []
    pieces: list[Piece] = []
    length = 0
    for k, raw in enumerate(payload.split("\n")):
        soft = raw.rstrip(" \t").endswith("=")
        text = decoder.decode(quopri.decodestring(_raw(raw)), final=not soft)
        pieces.append(Piece(length, first + k, 1, max(len(raw), 1)))
        texts.append(text)
        length += len(text)
        if not soft:
            yield from _of_one("".join(texts), tuple(pieces))
            texts, pieces, length = [], [], 0
    if texts:
        yield from _of_one("".join(texts), tuple(pieces))


def _of_one(text: str, pieces: tuple[Piece, ...]) -> Iterator[Line]:
    """Split decoded text where it holds ends of lines itself."""
    line, start = Line(text, pieces), 0
    for part in _split(text):
        yield line.part(start, start + len(part))
        start += len(part) + 1


def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _codec(raw: bytes, charset: str) -> str:
    """Choose the encoding of a text: UTF-8 where it fits, else what is declared, else Windows-1252."""
    for codec in ("utf-8", charset):
        try:
            raw.decode(codec)
        except (LookupError, ValueError):
            continue
        return codec
    return _LAST_RESORT


def _text(raw: bytes, charset: str) -> str:
    codec = charset if _SHIFTED.match(charset) else _codec(raw, charset)
    try:
        return raw.decode(codec, "replace")
    except (LookupError, ValueError):
        return raw.decode(_LAST_RESORT, "replace")
