"""Turns pasted text into plain lines of turns, line by line: what reads as it stands passes unchanged."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

from gipfkit.notations.ending_words import parse
from gipfkit.notations.heading import tags_of
from gipfkit.pasted import chat, forum, loose, markup, quoting, signs, tables
from gipfkit.pasted.kinds import Kinds
from gipfkit.pasted.places import Edit, Line, joined
from gipfkit.pasted.spans import TAG, Open, Score, open_spans, over_spans, score
from gipfkit.pasted.tags import plain_tags
from gipfkit.record import Place

Step = Callable[[str], list[Edit]]
# How much of a text is looked at to see whether it is HTML.
_HEAD_LINES, _HEAD_SIZE = 2000, 1 << 16
# How a line ends that is broken inside a turn, and how the next one then goes on.
_BROKEN = (
    (re.compile(r"x[^\s;:()]{0,400},[ \t]*\Z"), re.compile(r"[ \t]*G?[b-h][2-8]\*?(?=[\s,;:(]|\Z)")),
    (re.compile(r"[;:][ \t]*\Z"), re.compile(r"[ \t]*x(?=[Gb-h;\s]|\Z)")),
    (re.compile(r"(?<![\w-])G?[a-i][1-9]-[ \t]*\Z"), re.compile(r"[ \t]*[b-h][2-8](?=[\s;:(]|\Z)")),
)
_OPEN_TAG = re.compile(r'[ \t]*\[[ \t]*[A-Za-z0-9_]{1,60}[ \t]+"[^"\]]{0,300}\Z')
_TAG_ENDS = re.compile(r'[^"\[\]]{0,300}"[ \t]*\][ \t]*\Z')
_LONGEST_JOINED = 2000


def opened(lines: Iterable[Line], kinds: Kinds) -> Iterator[Line]:
    """Take quote marks and HTML away, which can stand around any notation."""
    iterator = iter(lines)
    head, size = [], 0
    for line in iterator:
        head.append(line)
        size += len(line.text)
        if len(head) >= _HEAD_LINES or size >= _HEAD_SIZE:
            break
    kind = markup.kind_of(head)
    rest: Iterable[Line] = chain(head, iterator)
    yield from _unquoted(_noting(rest, kind, kinds) if kind else rest, kinds)


def _noting(lines: Iterable[Line], kind: str, kinds: Kinds) -> Iterator[Line]:
    found: set[str] = set()
    for line in markup.text_of(lines, kind, found):
        for what in found:
            kinds.add(what, line.place(0))
        yield line


def _unquoted(lines: Iterable[Line], kinds: Kinds) -> Iterator[Line]:
    """Take quote marks away; in a comment only where the line that opens it had one."""
    in_comment = quoted = False
    for line in lines:
        edits = quoting.quote_marks(line.text) if not in_comment or quoted else []
        plain = line.edited(edits)
        if edits:
            kinds.add("quote marks", line.place(0))
        before, in_comment = in_comment, open_spans(plain.text, in_comment).in_comment
        if not before:
            quoted = bool(edits)
        yield plain


@dataclass(slots=True)
class _Candidate:
    """A line being put right, what it was made of, and the kinds met on the way."""

    line: Line
    in_comment: bool
    kinds: list[tuple[str, Place]] = field(default_factory=list)

    @property
    def spans(self) -> Open:
        return open_spans(self.line.text, self.in_comment)

    def score(self) -> Score:
        return score(self.line.text, self.spans)

    def step(self, kind: str, step: Step) -> bool:
        """Run a step over the open parts of the line."""
        return self.edit(kind, over_spans(step, self.line, self.spans))

    def start(self, kind: str, step: Step) -> bool:
        """Run a step over the line as a whole, where its beginning is open."""
        return not self.in_comment and self.edit(kind, step(self.line.text))

    def edit(self, kind: str, edits: list[Edit]) -> bool:
        if edits:
            self.kinds.append((kind, self.line.place(edits[0].start)))
            self.line = self.line.edited(edits)
        return bool(edits)


class Room:
    """Puts lines of official turns and tags right, one by one; ``signs_only`` for notations of other words."""

    def __init__(self, kinds: Kinds, *, signs_only: bool = False) -> None:
        self.kinds, self.signs_only = kinds, signs_only
        self.in_comment = False
        self.due = 1
        self.stars: bool | None = None
        self.bracketed = False
        self.blank = True
        self.speakers: frozenset[str] = frozenset()
        self.tagged = False

    def lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield plain lines."""
        if self.signs_only:
            return map(self._signs_alone, lines)
        iterator = iter(lines)
        head = list(islice(iterator, _HEAD_LINES))
        self.speakers = chat.speakers(line.text for line in head)
        return map(self._put_right, self._unbroken(chain(head, iterator)))

    def _signs_alone(self, line: Line) -> Line:
        edits = signs.plain_signs(line.text)
        for edit in edits:
            self.kinds.add(signs.kind_of(line.text[edit.start]), line.place(edit.start))
        return line.edited(edits)

    def _unbroken(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Put lines together that were broken inside a turn or a tag."""
        held: Line | None = None
        in_comment = False
        for line in lines:
            before, in_comment = in_comment, open_spans(line.text, in_comment).in_comment
            if held is not None:
                between = None if before else _between(held.text, line.text)
                if between is not None:
                    self.kinds.add("broken lines", held.place(len(held.text)))
                    held = joined((held.part(0, len(held.text.rstrip())), Line(between, held.pieces[-1:]), line))
                    continue
                yield held
            held = line
        if held is not None:
            yield held

    def _put_right(self, line: Line) -> Line:
        text = line.text
        if self.in_comment and (self.blank or text.startswith("[Event ")) and TAG.match(text):
            self.in_comment = False  # a comment that was never closed
        in_comment = self.in_comment
        now = open_spans(text, in_comment)
        was = score(text, now)
        stars = not in_comment and bool(quoting.STAR.match(text))
        if self.stars is None and not in_comment and was.good:
            self.stars = stars
            self.bracketed = bool(quoting.BRACKETED.match(text))
        bracketed = not in_comment and bool(
            (self.bracketed and quoting.BRACKETED.match(text)) or quoting.POINTED.match(text)
        )
        if was.bad or (stars and self.stars) or bracketed:
            plain = self._better(_Candidate(line, in_comment), was, stars=stars and bool(self.stars), sure=bracketed)
            if plain is not line:
                line, now = plain, open_spans(plain.text, in_comment)
        if not in_comment and (number := quoting.first_number(line.text)):
            self.due = number + 1
        self.in_comment, self.blank = now.in_comment, not text.strip()
        self.tagged = self.tagged or bool(TAG.match(text))
        return line

    def _better(self, made: _Candidate, was: Score, *, stars: bool, sure: bool) -> Line:
        """Put a line right; give it as it was where that reads no better."""
        line = made.line
        tags = made.step("forum tags", forum.bbcode)
        fence = forum.is_fence(made.line.text) or tables.is_rule(made.line.text)
        if fence:
            made.edit("table lines" if tables.is_rule(made.line.text) else "Markdown marks", _all(made.line.text))
        else:
            without_tags = made.line
            talk = self._hear(made)
            _run(made, self.due, stars=stars)
            found = made.score()
            fence = not made.line.text.strip() and made.kinds[-1:] != []
            better = found.begins and (found.bad < was.bad or found.good > was.good or stars or sure)
            if not better and not fence and not talk and not _tells_more(made, line.text):
                made.kinds = made.kinds[: int(tags)]
                made.line = without_tags
        for kind, place in made.kinds:
            self.kinds.add(kind, place)
        return made.line if made.kinds else line

    def _hear(self, made: _Candidate) -> bool:
        """Take times and names from before turns; behind tags, where no prose is looked for, talk is a comment.

        Says whether the line is talk.
        """
        kind = "times and names of a chat"
        heard = made.start(kind, lambda text: chat.before_turn(text, self.speakers))
        if heard or not self.tagged or not self.speakers:
            return False
        return made.start(kind, lambda text: chat.talk(text, self.speakers))


def _tells_more(made: _Candidate, text: str) -> bool:
    """Say whether a line without its marks tells of the game what it didn't with them: players, a date, an ending."""
    plain = made.line.text.strip()
    if not made.kinds or plain == text.strip():
        return False
    return bool((tags_of(plain) and not tags_of(text.strip())) or (parse(plain, {}) and not parse(text, {})))


def _all(text: str) -> list[Edit]:
    return [Edit(0, len(text), "")]


def _run(made: _Candidate, due: int, *, stars: bool) -> None:
    """Run the steps over a line, from signs to turns."""
    made.start("typographic quotation marks", plain_tags)
    made.step("Markdown marks", forum.markdown)
    made.step("Markdown marks", forum.small_marks)
    made.start("typographic quotation marks", plain_tags)
    for kind in sorted(
        {signs.kind_of(c) for c in made.line.text if not c.isascii() and signs.plain_sign(c) is not None}
    ):
        made.step(kind, lambda text, kind=kind: _of_kind(text, kind))  # type: ignore[misc]
    made.step("results", signs.results)
    made.start("list bullets", lambda text: quoting.bullet(text, stars=stars))
    if not made.start("table rows", tables.heading):
        made.start("table rows", tables.row)
    made.start("numbers", lambda text: quoting.number(text, due))
    made.step("numbers", quoting.numbers_inside)
    for step in (loose.pushes, loose.lists, loose.letters):
        made.step("loosely written turns", step)
    made.step("marks between turns", loose.between)
    made.step("loosely written turns", loose.letters)


def _of_kind(text: str, kind: str) -> list[Edit]:
    return [edit for edit in signs.plain_signs(text) if signs.kind_of(text[edit.start]) == kind]


def _between(text: str, following: str) -> str | None:
    """Give what joins two lines that are one, or None."""
    if len(text) + len(following) > _LONGEST_JOINED:
        return None
    if "{" not in text and any(ends.search(text) and goes_on.match(following) for ends, goes_on in _BROKEN):
        return ""
    return " " if _OPEN_TAG.match(text) and _TAG_ENDS.match(following) else None
