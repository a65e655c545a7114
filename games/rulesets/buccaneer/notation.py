"""The words in records for short codes: code -> word, each word once. Squares have no words."""

from games.kit.crew_game.crew import CREW_WORDS

from .cards import NAMES

HELD = CREW_WORDS | {code: name.lower() for code, name in NAMES.items()}
WORDS = HELD | {f"@{code}": f"docked {word}" for code, word in HELD.items()}

SQUARES_ASKED = frozenset(("sail", "flee", "berth"))
"""Decisions about a square. B1 is a square there, and a crew card everywhere else."""
