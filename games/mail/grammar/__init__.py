"""The grammar of incoming letters, and its parsers; no module here reads the database."""
