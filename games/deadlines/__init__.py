"""Clocks of running tables as rows: waits, deadlines, pauses, absences, and the heartbeat of the sweep."""
