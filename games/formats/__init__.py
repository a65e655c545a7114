"""Text forms of a game: notation, records, replays. Pure."""
