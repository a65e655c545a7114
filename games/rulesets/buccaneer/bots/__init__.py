"""Bots of three levels. They see only the view of their seat; levels differ in what they consider and how precisely."""

from .captain import Captain
from .weights import STYLES

BOTS = {level: Captain(style) for level, style in STYLES.items()}
