"""Logs of Board Game Arena, read with a table of what they are made of."""
