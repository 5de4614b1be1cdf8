"""``python -m gipfkit``."""

from gipfkit.cli import main

if __name__ == "__main__":
    main()
