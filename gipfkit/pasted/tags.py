"""Tags with the quotation marks of word processors: [White “Ann”]."""

import re

from gipfkit.pasted.places import Edit
from gipfkit.pasted.spans import TAG

_OPENING = "“”„‟«»‹›″'‘’‚`\"＂"
# Two single marks may stand for one.
_MARK = rf"(?:''|``|‘‘|’’|,,|[{_OPENING}])"
_WHOLE = re.compile(
    rf"[ \t\u00a0]*[\[［][ \t\u00a0]*([A-Za-z0-9_]{{1,60}})[ \t\u00a0]+({_MARK})(.*?)({_MARK})"
    r"[ \t\u00a0]*[\]］][ \t\u00a0]*"
)
_NEXT = re.compile(rf"[{_OPENING}][ \t]*[\]］][ \t]*[\[［]")
_QUOTE = re.compile(r'(?<!\\)"')
_TAG = re.compile(
    rf"[\[［][ \t\u00a0]*([A-Za-z0-9_]{{1,60}})[ \t\u00a0]+(?:&quot;|({_MARK}))"
    rf"([^\[\]\n［］]{{0,2000}}?)(?:&quot;|({_MARK}))[ \t\u00a0]*[\]］]"
)


def plain_tags(text: str) -> list[Edit]:
    """Write the marks around tags' values as plain quotation marks; what stands between them is kept.

    >>> plain_tags("[White “Ann”]")
    [Edit(start=0, end=8, text='[White "'), Edit(start=11, end=13, text='"]')]
    """
    edits: list[Edit] = []
    whole = _WHOLE.fullmatch(text) if "[" in text or "［" in text else None
    for found in [whole] if whole and not _NEXT.search(whole[3]) else _TAG.finditer(text):
        written = found[0].strip()
        plain = found[2] == found[4] == '"' and written.startswith("[") and written.endswith("]")
        if plain or TAG.match(written) or TAG.match(text, found.start()):
            continue
        edits.append(Edit(found.start(), found.start(3), f'[{found[1]} "'))
        edits += [Edit(m.start(), m.end(), '\\"') for m in _QUOTE.finditer(text, found.start(3), found.end(3))]
        edits.append(Edit(found.end(3), found.end(), '"]'))
    return edits
