"""The words that game records use for codes of cards and goods. Each word is unique; squares have no words."""

from games.kit.crew_game.crew import CREW_WORDS

from .cards import BACKS, NAMES

WORDS = {
    **CREW_WORDS,
    **{code: f"crew {code[1]}" for code in BACKS},
    **{code: name.lower() for code, name in NAMES.items()},
}

SQUARES_ASKED = frozenset(("sail", "drift"))
"""Decisions about a square. B1 is a square in their answers, and a crew card in all other answers."""
