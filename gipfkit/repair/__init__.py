"""Mends slips in recorded games: one small change that lets the rest of a game be played."""
