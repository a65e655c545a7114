"""What the site can do: each function is one sentence, and one transaction."""

from games.errors import NotAllowed, StalePage

__all__ = ["NotAllowed", "StalePage"]
