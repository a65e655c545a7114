"""Views of a game's past: its turns, its story, its film, and a check that a replay matches the record."""
