"""Refusals by the site, rather than by the rules of a game. Their texts are written for people."""

from games.engine import RulesError


class StalePage(RulesError):
    """Raised if the page was drawn before the newest move (status 409)."""

    def __init__(self, text: str = "Someone moved while you were thinking. Look again."):
        super().__init__("stale", text)


class NotAllowed(RulesError):
    """Raised if a person or a table cannot do something now (status 422)."""


TABLE_TOO_NEW = "This table cannot be opened at the moment: it needs a newer version of this site. Nothing is lost, and its clocks wait."
"""The message of the page for `games.engine.TooNew` (status 503)."""
NO_ROOM = "The disk of this site is full, so nothing was stored; please try again later."
OUR_FAULT = "Something broke on our side, and we were told. Please try again."
RETRY_AFTER = "600"
"""Seconds after which a program may try again."""
