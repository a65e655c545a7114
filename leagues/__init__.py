"""Leagues: seasons, rounds, standings, ratings. They build on games; games reach them only through registered hooks."""
