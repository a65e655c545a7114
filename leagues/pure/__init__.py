"""Pure arithmetic of leagues: pairing, standings, ratings, presets. No database, no clock, no unseeded randomness."""
