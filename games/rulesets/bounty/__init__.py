"""Bounty, for two to eight players: a die, blind cargo, and the card on top that says who is a pirate."""

from .rules import Bounty

RULESET = Bounty()
