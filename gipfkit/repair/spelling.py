"""How far apart two texts are, counted in slips of the pen."""


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
