"""How reliably a person plays, and how fast tables really are: what the lobby shows and a table may ask for."""

from datetime import timedelta
from statistics import median, quantiles
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Game, Lapse, Player, Wait

SINCE = timedelta(days=90)
SAME_INCIDENT = timedelta(hours=24)
OWN = ("player", "mail", "standing")
GAMES = 30
SAMPLE = 500
KEPT = 600


class Reliability(NamedTuple):
    """Both from 0 to 1; who is new here begins near the best."""

    on_time: float
    finishes: float

    @property
    def words(self) -> str:
        return f"{round(self.on_time * 100)} % on time, finishes {round(self.finishes * 100)} %"


def of(user) -> Reliability:
    """The record of one person over the last three months."""
    waits = waits_of(user).filter(closed_at__gt=timezone.now() - SINCE, allowance__gt=0).order_by("closed_at")
    rows = list(waits.values_list("closed_at", "closed_by", "overdue_at"))
    late: float = incidents([closed for closed, by, overdue in rows if overdue is not None or by not in (*OWN, "cancelled")])
    lapses = list(Lapse.objects.filter(user=user, at__gt=timezone.now() - SINCE).values_list("lost_seat", flat=True))
    lost = sum(lapses)
    late += lost + (len(lapses) - lost) / 2
    chairs = Player.objects.filter(user=user).exclude(game__started_at=None).order_by("-game__started_at")
    last = list(chairs.values_list("mode", "resigned")[:GAMES])
    left = lost + sum(resigned or mode in (Player.Mode.OPEN, Player.Mode.BOT) for mode, resigned in last)
    waits, games = len(rows) + lost, len(last) + lost
    return Reliability(max(0, waits + 9 - late) / (waits + 10), 1 - (left + 0.5) / (games + 10))


def has_played(user, turns: int) -> bool:
    """Has this person answered in so many turns, ever?"""
    return waits_of(user).filter(closed_by__in=("player", "mail"))[:turns].count() >= turns


def waits_of(user) -> QuerySet[Wait]:
    """What this person was asked: a substitute answers for nothing that was before him."""
    mine = Player.objects.filter(user=user, game=OuterRef("game"), seat=OuterRef("seat"), joined_at__lte=OuterRef("asked_at"))
    return Wait.objects.filter(Exists(mine))


def incidents(moments: list) -> int:
    """How many troubles these were: what falls within one day is one."""
    count, last = 0, None
    for at in moments:
        if last is None or at - last > SAME_INCIDENT:
            count, last = count + 1, at
    return count


class Measured(NamedTuple):
    """Seconds that people really took for a turn at tables of one pace."""

    half: int
    most: int


def measured(game: Game) -> Measured | None:
    """The median and the 90th percentile at tables like this one, no less than a minute; None while there are too few turns to say.

    Tables that anybody may join are told apart from those of friends, and of who plays against bots alone.
    """
    key = f"measured:{game.ruleset}:{game.pace}:{game.open_to_all}"
    found = cache.get(key)
    if found is None:
        alike = {"game__ruleset": game.ruleset, "game__pace": game.pace, "game__open_to_all": game.open_to_all}
        turns = Wait.objects.filter(**alike, closed_by__in=["player", "mail"], allowance__gt=0)
        used = [max(60, seconds) for seconds in turns.order_by("-pk").values_list("used", flat=True)[:SAMPLE] if seconds is not None]
        found = (int(median(used)), int(quantiles(used, n=10)[8])) if len(used) >= 20 else ()
        cache.set(key, found, KEPT)
    return Measured(*found) if found else None
