"""Players who look for a game, and how they are paired."""
