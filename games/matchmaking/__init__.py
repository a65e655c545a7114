"""Searches of players for a game: their form, and how players are paired."""
