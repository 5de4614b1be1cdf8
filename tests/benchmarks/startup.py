"""Start-up of small commands as whole processes, against `python -c pass`: medians of eleven runs."""

import statistics
import subprocess
import sys
import time
from pathlib import Path

SAMPLES = Path(__file__).parent.parent.parent / "samples"
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "gipfkit --help": ["-m", "gipfkit", "--help"],
    "gipfkit validate game2": ["-m", "gipfkit", "validate", str(SAMPLES / "game2.gipf")],
    "gipfkit validate samples": ["-m", "gipfkit", "validate", str(SAMPLES)],
    "gipfkit show game2": ["-m", "gipfkit", "show", str(SAMPLES / "game2.gipf")],
    "gipfkit formats": ["-m", "gipfkit", "formats"],
}


def main() -> None:
    """Measure and print."""
    peer = 0.0
    for name, arguments in COMMANDS.items():
        seconds = []
        for _ in range(11):
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
            seconds.append(time.perf_counter() - start)
        middle = statistics.median(seconds) * 1000
        peer = peer or middle
        print(f"{name:26} {middle:6.0f} ms   {middle / peer:5.1f} times python -c pass")


if __name__ == "__main__":
    main()
