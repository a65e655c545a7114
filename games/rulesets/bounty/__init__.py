"""Bounty, for two to eight players: a die, blind cargo, and a top card that makes its owner a pirate."""

from .rules import Bounty

RULESET = Bounty()
