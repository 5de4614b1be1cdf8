"""HTML to lines of plain text, by the standard library's parser; every part keeps its place."""

import html
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from gipfkit.pasted.places import Line, Piece, joined

_BLOCK_NAMES = (
    "address article aside blockquote body br center dd details dialog div dl dt fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 head header hr html legend li link main menu meta nav ol option p pre section summary "
    "table tbody tfoot thead title tr ul"
)
_INLINE_NAMES = (
    "a abbr acronym area b base bdi bdo big button canvas caption cite code col colgroup data del dfn em embed font i "
    "iframe img input ins kbd label map mark meter nobr noscript object optgroup output param picture progress q rp rt "
    "ruby s samp script select small source span strike strong style sub sup svg td template textarea th time tt u var "
    "video audio wbr"
)
_BLOCKS, _INLINE = frozenset(_BLOCK_NAMES.split()), frozenset(_INLINE_NAMES.split())
_HIDDEN = frozenset(("script", "style", "template", "nav"))
_CELLS = frozenset(("td", "th"))
_SLICE, _MOST_HELD = 1 << 14, 1 << 17
_IN_VALUE = re.compile(r'\[\s*[A-Za-z0-9_]+\s+"[^"]*\Z')
PAGE, FRAGMENT = "page", "fragment"


class _Parser(HTMLParser):
    """Takes lines and makes lines of text of them. In a fragment comments of the notation are left as they are."""

    def __init__(self, kind: str) -> None:
        super().__init__(convert_charrefs=False)
        self.kind = kind
        self.fed: dict[int, Line] = {}
        self.taken = 0
        self.done: list[Line] = []
        self.parts: list[Line] = []
        self.found: set[str] = set()
        self.blocks = False
        self.hidden = ""
        self.in_row = False
        self.depth = 0

    def take(self, line: Line) -> Iterator[Line]:
        """Take a line, and give those that are whole."""
        self.taken += 1
        self.fed[self.taken] = line
        text = f"{line.text}\n"
        for start in range(0, len(text), _SLICE):
            self.feed(text[start : start + _SLICE])
            self._let_go()
        yield from self.ready()

    def ready(self) -> Iterator[Line]:
        """Give the lines that are whole."""
        done, self.done = self.done, []
        yield from done
        for number in range(min(self.fed, default=0), self.getpos()[0]):
            self.fed.pop(number, None)

    def parse_html_declaration(self, i: int) -> int:
        """Take <!...>; what only begins like one, <![", is text."""
        place = self.lineno, self.offset
        try:
            return super().parse_html_declaration(i)
        except AssertionError:
            # So the parser says that it knows no such declaration, its place moved on already.
            self.lineno, self.offset = place
            self.handle_data("<!")
            return i + len("<!")

    def _let_go(self) -> None:
        """Take what has waited too long for its end for text."""
        if len(self.rawdata) > _MOST_HELD:
            cut = max(self.rawdata.rfind("<", len(self.rawdata) - 20), 1)
            held = self.rawdata[:cut]
            self.handle_data(held)
            self.updatepos(0, cut)
            self.rawdata = self.rawdata[cut:]

    def handle_data(self, data: str) -> None:
        """Take text."""
        if self.hidden:
            return
        number, column = self.getpos()
        for k, text in enumerate(data.split("\n")):
            if k:
                self._line_ends()
                column = 0
            if text:
                self._add(text, number + k, column, len(text))

    def _add(self, text: str, number: int, column: int, width: int) -> None:
        line = self.fed.get(number) or self.fed[max(self.fed)]
        part = line.part(min(column, len(line.text)), min(column + width, len(line.text)))
        if part.text == text:
            self.parts.append(part)
        else:
            first = part.pieces[0]
            self.parts.append(Line(text, (Piece(0, first.line, first.column, max(min(width, first.width), 1)),)))
        self._count(text)

    def _count(self, text: str) -> None:
        if self.kind == FRAGMENT and ("{" in text or "}" in text):
            self.depth = max(self.depth + text.count("{") - text.count("}"), 0)

    def _line_ends(self) -> None:
        if self.in_row:
            number, column = self.getpos()
            self._add(" ", number, column, 1)
            return
        self._break()

    def _break(self) -> None:
        if self.parts:
            self.done.append(joined(self.parts))
            self.parts = []
        else:
            place = self.fed[max(self.fed)].place(0)
            self.done.append(Line("", (Piece(0, place.line, place.column, 0),)))

    def _in_notation(self) -> bool:
        """Say whether a comment or a value of a tag goes on here, of a text that isn't HTML as a whole."""
        if self.kind == PAGE:
            return False
        tail = "".join(part.text[-300:] for part in self.parts[-8:])
        return self.depth > 0 or bool(_IN_VALUE.search(tail[-300:]))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Take a tag: a block ends the line, a cell stands behind a tab."""
        text = self.get_starttag_text() or f"<{tag}>"
        if self.hidden:
            return
        if (tag not in _BLOCKS and tag not in _INLINE) or self._in_notation():
            self._restore(text)
            return
        self.found.add("HTML tags")
        self.blocks = self.blocks or tag in _BLOCKS or tag in _CELLS
        if tag in _HIDDEN:
            self.hidden = tag
        elif tag in _CELLS:
            if self.parts:
                number, column = self.getpos()
                self._add("\t", number, column, 1)
        elif tag in _BLOCKS and not (self.in_row and tag not in ("tr", "table", "br")):
            self.in_row = False
            if self.parts or tag == "br":
                self._break()
            self.in_row = tag == "tr"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take <br/>."""
        self.handle_starttag(tag, attrs)
        if self.hidden == tag:
            self.hidden = ""

    def handle_endtag(self, tag: str) -> None:
        """Take the end of a tag."""
        if self.hidden:
            self.hidden = "" if tag == self.hidden else self.hidden
        elif (tag not in _BLOCKS and tag not in _INLINE) or self._in_notation():
            self._restore(f"</{tag}>")
        else:
            self.found.add("HTML tags")
            if tag in ("tr", "table", "tbody"):
                self.in_row = False
            if tag in _BLOCKS and self.parts and not self.in_row:
                self._break()

    def _restore(self, text: str) -> None:
        number, column = self.getpos()
        self._add(text.replace("\n", " "), number, column, len(text))

    def handle_entityref(self, name: str) -> None:
        """Take &nbsp; and its like."""
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        """Take &#8211; and its like."""
        self._reference(f"&#{name}")

    def _reference(self, raw: str) -> None:
        if self.hidden:
            return
        number, column = self.getpos()
        line = self.fed.get(number)
        if line and line.text[column + len(raw) : column + len(raw) + 1] == ";":
            raw += ";"
        text = html.unescape(raw)
        if text == raw or "\n" in text or "\r" in text or self._in_notation():
            text = raw
        else:
            self.found.add("HTML tags" if self.kind == PAGE else "HTML's names of signs")
            self.blocks = self.blocks or raw == "&quot;"
        self._add(text, number, column, len(raw))


def text_of(lines: Iterable[Line], kind: str, found: set[str]) -> Iterator[Line]:
    """Yield the text of HTML line by line; ``found`` gets what was left out."""
    parser = _Parser(kind)
    parser.found = found
    for line in lines:
        yield from parser.take(line)
    if parser.taken:
        parser.close()
        if parser.parts:
            parser._break()
        yield from parser.ready()


def kind_of(lines: Iterable[Line]) -> str | None:
    """Say whether a text is HTML as a whole, or only has a tag or a sign's name here and there, or None."""
    found: set[str] = set()
    parser = _Parser(FRAGMENT)
    for line in lines:
        for _ in parser.take(line):
            pass
        if parser.blocks:
            return PAGE
        found |= parser.found
    return FRAGMENT if found else None
