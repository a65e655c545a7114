"""The standings of a division, and promotion and relegation, computed from its results."""
