"""Nim, for two players: a complete ruleset with nothing in it that docs/adding-a-game.md does not ask for."""

from .rules import NIM

RULESET = NIM
