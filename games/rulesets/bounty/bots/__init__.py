"""Bots of three levels. They see only the view of their seat, and differ in what they consider and how well."""

from .captain import Captain
from .judgement import STYLES

BOTS = {level: Captain(style) for level, style in STYLES.items()}
