"""Ratings calculated from scratch."""

from leagues.models import RatingBook
from leagues.services import rating


def rate_anew(ruleset: str) -> int:
    """Recalculate all ratings of an edition; return the number of games."""
    RatingBook.objects.update_or_create(ruleset=ruleset, defaults={"stale": True, "stale_from": 0})
    return rating.catch_up(ruleset)
