"""Bots of this edition, weakest first."""

BOTS = {}
