"""Leagues: seasons, rounds, standings and ratings. This package imports games; games calls it only through registered hooks."""
