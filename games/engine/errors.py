"""Errors caused by players. Any other exception is our bug."""


class RulesError(Exception):
    """A refusal: a stable `code`, a sentence for the player, and the law it rests on ("" when none does)."""

    def __init__(self, code: str, text: str, law: str = ""):
        super().__init__(text)
        self.code, self.text, self.law = code, text, law


class IllegalAction(RulesError):
    """The answer is not among the ones offered."""


class NotYourDecision(RulesError):
    """The seat is not asked this question."""


class GameOver(RulesError):
    """The game has ended; nothing more can be played."""
