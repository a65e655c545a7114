"""Drills that kill the real processes of a town while people play, and a drill that upgrades a town under load."""
