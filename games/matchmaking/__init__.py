"""Players who look for a game, their form, and how they are paired."""
