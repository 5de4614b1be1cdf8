"""Tags with the quotation marks of word processors: [White “Ann”]."""

import re

from gipfkit.pasted.places import Edit
from gipfkit.pasted.spans import TAG

_OPENING = "“”„‟«»‹›″'‘’‚`\"＂"
_QUOTE = re.compile(r'(?<!\\)"')
_TAG = re.compile(
    rf"[\[［][ \t\u00a0]*([A-Za-z0-9_]{{1,60}})[ \t\u00a0]+(?:&quot;|([{_OPENING}]{{1,2}}))"
    rf"([^\[\]\n［］]{{0,2000}}?)(?:&quot;|([{_OPENING}]{{1,2}}))[ \t\u00a0]*[\]］]"
)


def plain_tags(text: str) -> list[Edit]:
    """Write the marks around tags' values as plain quotation marks; what stands between them is kept.

    >>> plain_tags("[White “Ann”]")
    [Edit(start=0, end=8, text='[White "'), Edit(start=11, end=13, text='"]')]
    """
    edits: list[Edit] = []
    for found in _TAG.finditer(text):
        if TAG.fullmatch(found[0]):
            continue
        edits.append(Edit(found.start(), found.start(3), f'[{found[1]} "'))
        edits += [Edit(m.start(), m.end(), '\\"') for m in _QUOTE.finditer(text, found.start(3), found.end(3))]
        edits.append(Edit(found.end(3), found.end(), '"]'))
    return edits
