"""The grammar of letters to us, and its parsers. Knows no rows."""
