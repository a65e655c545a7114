"""The words in records for short codes: code -> word, each word once. Squares have no words."""

from games.kit.crew_game.crew import CREW_WORDS

from .cards import BACKS, NAMES

WORDS = {
    **CREW_WORDS,
    **{code: f"crew {code[1]}" for code in BACKS},
    **{code: name.lower() for code, name in NAMES.items()},
}

SQUARES_ASKED = frozenset(("sail", "drift"))
"""Decisions about a square. B1 is a square there, and a crew card everywhere else."""
