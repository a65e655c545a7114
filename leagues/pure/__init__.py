"""Pure functions for pairing, standings, ratings and presets: no database, no clock, no unseeded randomness."""
