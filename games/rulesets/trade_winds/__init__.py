"""Trade Winds: Buccaneer's cousin in the Caribbean, for two to six players."""

from .rules import TradeWinds

RULESET = TradeWinds()
