"""Looking back at a game: its turns, its story, its film."""
