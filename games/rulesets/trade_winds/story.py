"""What is worth telling of an ended game."""

FIGHTS = frozenset(("fight-won", "fight-drawn"))
