"""Bots of three levels. They see only the public table, and differ in what they weigh and how far they think ahead."""

from .captain import Captain
from .reckoning import STYLES

BOTS = {level: Captain(style) for level, style in STYLES.items()}
