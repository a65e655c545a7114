"""Announce events in games: send notices, update open pages, write the clock log, and call the hooks of other apps."""
