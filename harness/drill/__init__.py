"""A town of real processes that are killed while people play, and an upgrade under load."""
