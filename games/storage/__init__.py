"""How a game lies in rows: prepared queries and snapshots. Everything above reads a stored game through these."""
