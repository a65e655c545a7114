"""The words of records for the short codes of things: code -> word, each word once."""

from games.kit.crew import VALUE

from .cards import BACKS, NAMES

COLOUR = {"B": "black", "R": "red"}
WORDS = {
    **{code: f"{COLOUR[code[0]]} {code[1]}" for code in VALUE},
    **{code: f"crew {code[1]}" for code in BACKS},
    **{code: name.lower() for code, name in NAMES.items()},
}
