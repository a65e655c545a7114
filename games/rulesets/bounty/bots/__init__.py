"""Bots of three levels. All of them see only the view of their seat."""

BOTS: dict = {}
