"""Players who seek a game, and how they are paired."""
