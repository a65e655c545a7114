"""Bots of three levels. All of them see only the view of their seat; they differ in what they think of and how well."""

from .captain import Captain
from .weights import STYLES

BOTS = {level: Captain(style) for level, style in STYLES.items()}
