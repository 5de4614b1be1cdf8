"""Texts whose beginning tells that games are inside something else: mails, boxes of mails, web pages, RTF."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gipfkit.archives import SUFFIXES, shown
from gipfkit.findings import CODES, Finding
from gipfkit.notations import Notation, Reader
from gipfkit.pasted.beginnings import MAIL, RTF, WEB_PAGE
from gipfkit.pasted.kinds import Kinds
from gipfkit.pasted.mail import Attachment, BrokenMailError, Mail, mails
from gipfkit.pasted.markup import PAGE, text_of
from gipfkit.pasted.places import Line, numbered
from gipfkit.pasted.through import Items, Text, whole
from gipfkit.record import Place, Record

# The largest mail that is read: it is held in memory.
MOST_BYTES = 64 << 20
_MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class Container:
    """A text of such a kind: its letters, its bytes as letters (beyond ASCII surrogates), how it is read, and what is
    attached to it."""

    name: str
    kind: str
    text: Callable[[], str]
    raw: Callable[[], str]
    reader: Callable[[Notation], Reader]
    attached: Callable[[str, bytes], Items]

    def read(self, notation: str | None) -> Items:
        """Yield the games, what concerns them, and a note on what was read through."""
        if self.kind == RTF:
            hint = "save it as plain text (.txt) and give that"
            yield _finding("no-game", "no game found: the text is RTF, a word processor's", self.name, hint)
        elif self.kind == WEB_PAGE:
            yield from self._page(notation)
        else:
            yield from self._mails(notation)

    def _page(self, notation: str | None) -> Items:
        kinds = Kinds(containers=[WEB_PAGE])
        lines = tuple(text_of(numbered(self.text().split("\n")), PAGE, set()))
        games = 0
        for item in self._games(lines, notation, kinds):
            games += isinstance(item, Record)
            yield item
        if games:
            yield kinds.note(self.name, Place(1, 1))

    def _games(self, lines: tuple[Line, ...], notation: str | None, kinds: Kinds) -> Items:
        text = Text(self.name, lambda: (line.text for line in lines), self.reader, lines)
        return whole(text, notation, kinds)

    def _mails(self, notation: str | None) -> Items:
        text = self.raw()
        if len(text) > MOST_BYTES:
            yield _broken(self.name, f"the mail has more than {MOST_BYTES:,} bytes")
            return
        box = _Box()
        seen = mails(text)
        while True:
            try:
                mail = next(seen, None)
            except BrokenMailError as error:
                yield _broken(self.name, f"the mail can't be taken apart: {shown(str(error))}")
                break
            if mail is None:
                break
            yield from self._mail(mail, notation, box)
        if box.told or box.kinds.first:
            yield box.note(self.name)

    def _mail(self, mail: Mail, notation: str | None, box: "_Box") -> Items:
        """Yield the games of one mail; of one without a game what is said of its words is left out."""
        found: list[Record | Finding] = []
        for lines, html in mail.texts:
            plain = tuple(text_of(lines, PAGE, set())) if html else tuple(lines)
            found += self._games(plain, notation, box.kinds)
        games = sum(isinstance(item, Record) for item in found)
        for item in found if games else ():
            yield item if isinstance(item, Finding) else box.numbered(item)
        files = [file for file in mail.attached if file.name.lower().endswith(SUFFIXES)]
        for file in files:
            yield from self.attached(f"{self.name}/{shown(file.name)}", file.data)
        box.add(mail, games > 0, files)


@dataclass(slots=True)
class _Box:
    """What a box of mails held so far."""

    kinds: Kinds = field(default_factory=Kinds)
    told: list[str] = field(default_factory=list)
    mails: int = 0
    without: int = 0
    games: int = 0
    first: Place | None = None

    def numbered(self, record: Record) -> Record:
        """Count a game on through the box."""
        self.games += 1
        findings = tuple(replace(finding, game=self.games) for finding in record.findings)
        return replace(record, number=self.games, findings=findings)

    def add(self, mail: Mail, has_games: bool, files: list[Attachment]) -> None:
        """Note what is to be said of a mail."""
        if not has_games and not files:
            self.without += 1
            return
        self.mails += 1
        self.first = self.first or Place(mail.line, 1)
        if mail.signature is not None:
            self.kinds.add("signatures", Place(mail.signature, 1))
        others = [shown(file.name) for file in mail.attached if file not in files] + mail.other
        left = f"; left out: {', '.join(others)}" if others else ""
        if len(self.told) < _MOST_TOLD:
            self.told.append(f"{mail.headers}{left}")

    def note(self, name: str) -> Finding:
        """Make the note of the box."""
        what = MAIL if self.mails == 1 else f"{self.mails:,} mails"
        headers = " | ".join(text for text in self.told if text)
        more = f" | and {self.mails - len(self.told):,} more" if self.mails > len(self.told) else ""
        without = f", {self.without:,} more without a game" if self.without else ""
        self.kinds.containers.append(f"{what}{f' ({headers}{more})' if headers else ''}{without}")
        return self.kinds.note(name, self.first)


def _broken(name: str, message: str) -> Finding:
    return _finding("mail-broken", message, name, "save the games in a file of their own")


def _finding(code: str, message: str, name: str, hint: str) -> Finding:
    return Finding(code, CODES[code].severity, message, source=name, hint=hint)
