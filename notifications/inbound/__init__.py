"""Incoming letters: stored first, read later, and never trusted without proof."""

from .readers import LetterFacts, Verdict, reads

__all__ = ["LetterFacts", "Verdict", "reads"]
