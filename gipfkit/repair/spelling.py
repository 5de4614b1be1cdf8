"""How far apart two texts are, counted in slips of the pen."""

from collections.abc import Iterator

_LETTERS = "abcdefghi123456789Gx;,*-"


def one_slip_apart(first: str, second: str) -> bool:
    """Say whether one letter more, less or other, or two neighbours exchanged, make one text the other.

    >>> one_slip_apart("e1-e4", "e1-e5"), one_slip_apart("e1-e4", "e14"), one_slip_apart("e1-e4", "e1-4e")
    (True, False, True)
    """
    if abs(len(first) - len(second)) > 1 or first == second:
        return False
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    a, b = first[start:], second[start:]
    if len(a) != len(b):
        return a[1:] == b if len(a) > len(b) else a == b[1:]
    return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def texts_one_slip_apart(text: str) -> Iterator[str]:
    """Yield the texts that one letter or sign of a turn more, less or other, or two exchanged, make of a text."""
    for i in range(len(text) + 1):
        for letter in _LETTERS:
            yield text[:i] + letter + text[i:]
            yield text[:i] + letter + text[i + 1 :]
    for i in range(len(text)):
        yield text[:i] + text[i + 1 :]
        yield text[:i] + text[i : i + 2][::-1] + text[i + 2 :]
