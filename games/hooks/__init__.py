"""Hooks for parts above the games: who arranged a table, and what else happens when a game ends."""
