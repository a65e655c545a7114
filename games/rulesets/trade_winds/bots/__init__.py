"""Bots of three levels: from a seat's own view and its open decisions to an action."""

from .captain import Captain
from .reckoning import STYLES

BOTS = {level: Captain(style) for level, style in STYLES.items()}
"""Level -> bot, weakest first."""
