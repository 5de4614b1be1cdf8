"""Games of BoardSpace: SGF of its own kind, read and written."""
