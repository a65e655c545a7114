"""Standings of a division, and promotion and relegation, computed from results."""
