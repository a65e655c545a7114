"""The words for short codes in records: code -> word, each word used only once. Squares have no words."""

from games.kit.crew_game.crew import CREW_WORDS

from .cards import NAMES

HELD = CREW_WORDS | {code: name.lower() for code, name in NAMES.items()}
WORDS = HELD | {f"@{code}": f"docked {word}" for code, word in HELD.items()}

SQUARES_ASKED = frozenset(("sail", "flee", "berth"))
"""The decisions whose answers are squares. There B1 is a square; everywhere else it is a crew card."""
