"""How games are stored: prepared queries and snapshots. Everything above reads a stored game through these."""
