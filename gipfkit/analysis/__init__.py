"""Tables, summaries, filters and simulated games: what happened in a collection of games."""
