"""Text forms of a game: notation, records, replays, scenario files. Pure."""
