"""Peak memory of `gipfkit validate` for 20,000 games against 2,000, as whole processes."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

GAME2 = Path(__file__).parent.parent.parent / "samples" / "game2.gipf"
CODE = """
import resource, sys
from gipfkit.cli import cli
try:
    cli(["validate", sys.argv[1]], standalone_mode=False)
except SystemExit:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(games: int, folder: Path) -> int:
    """Give the peak memory of one run in KiB."""
    path = folder / f"{games}.gipf"
    text = GAME2.read_text()
    with path.open("w") as stream:
        for _ in range(games):
            stream.write(text)
    done = subprocess.run([sys.executable, "-c", CODE, str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout.splitlines()[-1])


def main() -> None:
    """Measure and print."""
    assert resource
    with tempfile.TemporaryDirectory() as folder:
        small, large = peak(2_000, Path(folder)), peak(20_000, Path(folder))
    print(f"2,000 games {small / 1024:.1f} MiB, 20,000 games {large / 1024:.1f} MiB, ratio {large / small:.3f}")


if __name__ == "__main__":
    main()
