"""The words in which scenarios of Piracy are written; docs/scenarios-piracy.md lists them all."""

from . import words
from .coming import COMING
from .given import position
from .said import said, written
from .truths import TRUTHS


class Words:
    """What the runner of scenarios asks of a game (`games.scenarios.vocabulary.Vocabulary`)."""

    coming = COMING
    truths = TRUTHS

    def position(self, given, dice):
        return position(given, dice)

    def seat(self, state, word):
        return words.seat_of(state, word)

    def captain(self, state, seat):
        return words.captain(state, seat)

    def said(self, state, seat, text, decisions):
        return said(state, seat, text, decisions)

    def written(self, state, decision, answer):
        return written(state, decision, answer)


VOCABULARY = Words()
