"""Leagues: seasons, rounds, standings, ratings. Stands on games, and games know nothing of it but registered functions."""
