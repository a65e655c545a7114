"""Agreements of a table about time and ends: votes, extensions, agreed ends, decisions of organisers, and clocks for pages."""
