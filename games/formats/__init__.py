"""Text forms of a game: notation, records and replays. No Django."""
