"""Piracy, Pirates of Port Blackwood: race and hoard, for two to six players. Our own charts, words and pictures."""

from .rules import Piracy

RULESET = Piracy()
