"""Looking back at a game: its turns, its story, its film, and whether replaying it gives what was recorded."""
