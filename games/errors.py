"""What a person can do wrong at the site's side of a game. Their texts are written for people."""

from games.engine import RulesError


class StalePage(RulesError):
    """The page was drawn before the newest move (409)."""

    def __init__(self, text: str = "Someone moved while you were thinking. Look again."):
        super().__init__("stale", text)


class NotAllowed(RulesError):
    """That person, or that table, cannot do this now (422)."""
