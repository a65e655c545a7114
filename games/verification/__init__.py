"""Stored games played again and compared with what was recorded."""
