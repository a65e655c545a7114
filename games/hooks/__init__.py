"""Hooks for parts above the games: who arranged a table, what else happens when a game ends, and what else a profile shows."""
