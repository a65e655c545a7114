"""Timeouts: the sweep, moves for absent captains, their seats, and the preview of a timeout."""
