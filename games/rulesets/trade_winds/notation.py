"""The words of records for the short codes of things: code -> word, each word once."""

from games.kit.crew import CREW_WORDS

from .cards import BACKS, NAMES

WORDS = {
    **CREW_WORDS,
    **{code: f"crew {code[1]}" for code in BACKS},
    **{code: name.lower() for code, name in NAMES.items()},
}
