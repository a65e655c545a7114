"""Clocks of running tables as rows: who is waited for, until when, pauses, absences, and the heartbeat of the site."""
