"""The rules of GIPF: board, variants, positions and turns. Knows nothing of records, files or pictures."""
