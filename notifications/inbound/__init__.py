"""Incoming letters: stored first, read later, and never believed without a reason."""

from .readers import Verdict, register_reader

__all__ = ["Verdict", "register_reader"]
