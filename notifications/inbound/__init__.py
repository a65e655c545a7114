"""Incoming letters: stored first, read later, and never believed without a reason."""

from .readers import LetterFacts, Verdict, reads

__all__ = ["LetterFacts", "Verdict", "reads"]
