"""Agreements of a table about time and ends: votes, extensions, decisions of organisers, and clocks for pages."""
