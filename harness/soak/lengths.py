"""How long people take to answer, and games to end."""

from collections import defaultdict

from django.db.models import QuerySet

from games.models import Game, Wait

HOUR, DAY = 3600, 86400


def quantile(values: list[float], share: float) -> float:
    """Return the value that this share of them does not exceed, rounded; 0 if there are none."""
    return round(sorted(values)[min(len(values) - 1, int(share * len(values)))], 1) if values else 0.0


def hours_of(waits: QuerySet[Wait]) -> list[float]:
    """Return for how long each of these was open."""
    closed = waits.exclude(closed_at=None).values_list("asked_at", "closed_at")
    return [(end - since).total_seconds() / HOUR for since, end in closed if end]


def days_of_games() -> dict[str, float]:
    """Return the median days of a game, by edition and pace."""
    lengths: defaultdict[str, list[float]] = defaultdict(list)
    over = Game.objects.filter(status=Game.Status.OVER).order_by("ruleset", "pace")
    for ruleset, pace, begin, end in over.values_list("ruleset", "pace", "started_at", "ended_at"):
        if begin and end:
            lengths[f"{ruleset} {pace // HOUR} h"].append((end - begin).total_seconds() / DAY)
    return {slug: quantile(days, 0.5) for slug, days in lengths.items()}
