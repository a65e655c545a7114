"""The words in which scenarios of Buccaneer are written; docs/scenarios.md lists them all."""

from games.rulesets.buccaneer.edition import Edition
from games.rulesets.buccaneer.editions import EDITIONS

from . import words
from .coming import COMING
from .given import position
from .said import said, written
from .truths import TRUTHS


class Words:
    """What the runner of scenarios asks of one edition (`games.scenarios.vocabulary.Vocabulary`)."""

    coming = COMING
    truths = TRUTHS

    def __init__(self, edition: Edition):
        self.edition = edition

    def position(self, given, dice):
        return position(self.edition, given, dice)

    def seat(self, state, word):
        return words.seat_of(state, word)

    def captain(self, state, seat):
        return words.captain(state, seat)

    def said(self, state, seat, text, decisions):
        return said(state, seat, text, decisions)

    def written(self, state, decision, answer):
        return written(state, decision, answer)


VOCABULARIES = {slug: Words(edition) for slug, edition in EDITIONS.items()}
