"""Plain arithmetic of leagues: pairing, standings, ratings, presets. No rows, no clock, no chance of its own."""
