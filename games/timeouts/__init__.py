"""Timeouts: the sweep, playing for absent captains, their seats, and the preview of a timeout."""
