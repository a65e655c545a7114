"""Incoming letters: stored first, read later, and never believed without a reason."""

from .readers import LetterFacts, Verdict, register_reader

__all__ = ["LetterFacts", "Verdict", "register_reader"]
