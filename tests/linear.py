"""Says whether work grows linearly: processor time, the best of several tries, so that a busy machine can't fail it."""

import time
from collections.abc import Callable

# Work that grows with the square takes as many times longer as this is larger than it should be, and more.
MARGIN = 4


def seconds(work: Callable[[], object]) -> float:
    """Give the processor time of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def assert_linear(work: Callable[[int], object], few: int, many: int, least: float = 0.02) -> None:
    """Do ``few`` and ``many`` times the work: that must not take much more than in proportion.

    ``least`` is the shortest time, in seconds, that is told apart from noise. ``many / few`` should be 16 or more.
    """
    work(few)
    tries = []
    for _ in range(4):
        short, long = seconds(lambda: work(few)), seconds(lambda: work(many))
        tries.append(long / max(short, least))
        if tries[-1] < MARGIN * many / few:
            return
    raise AssertionError(f"{many / few:.0f} times the work takes {min(tries):.0f} times as long")
