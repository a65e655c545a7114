"""The words of records for the short codes of things: code -> word, each word once."""

from games.kit.crew import VALUE

from .cards import NAMES

COLOUR = {"B": "black", "R": "red"}
HELD = {
    **{code: f"{COLOUR[code[0]]} {code[1]}" for code in VALUE},
    **{code: name.lower() for code, name in NAMES.items()},
}
WORDS = HELD | {f"@{code}": f"docked {word}" for code, word in HELD.items()}
