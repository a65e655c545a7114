"""How games are stored: prepared queries and snapshots. All higher layers read stored games through them."""
