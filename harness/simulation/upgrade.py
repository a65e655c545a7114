"""An upgrade in mid-game: for hours, old code meets games that newer code has begun. They are held, and nobody loses time."""

from random import Random

from django.core.cache import cache
from django.db.models import F
from django.utils import timezone

from games.deadlines import holding
from games.models import Game, Wait

from .clock import Clock
from .invariants import Broken, Invariants

NEWER = 1000
"""So many versions later."""
SLACK = 900.0
"""Seconds that may pass before the old code notices."""


class Upgrade:
    """What newer code has, and how much time was left at its tables when old code first met them."""

    def __init__(self, clock: Clock, chance: Random, invariants: Invariants):
        self.clock, self.chance, self.invariants = clock, chance, invariants
        self.left: dict[int, tuple[int, float]] = {}

    def forecast(self, end: float) -> None:
        """Plan what the weather has foreseen until then."""
        for begin, until in self.invariants.weather.spans.get("upgrade", ()):
            if until < end:
                self.clock.at(begin, "old code is back", self.begin)
                self.clock.at(until, "new code is back", self.end)

    def begin(self) -> None:
        """Half of the running games are of newer code."""
        running = list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True))
        games = Game.objects.filter(pk__in=self.chance.sample(running, (len(running) + 1) // 2))
        now = timezone.now()
        for wait in Wait.objects.filter(game__in=games, closed_at=None).exclude(due_at=None).select_related("game"):
            self.left[wait.pk] = (wait.game.number, (wait.due_at - now).total_seconds() if wait.due_at else 0)
        games.update(version=F("version") + NEWER)
        cache.delete(holding.LOOKED)  # the processes have just started

    def end(self) -> None:
        """All code knows them again. Raises Broken if anything was done at a table meanwhile, or time was lost."""
        is_fair = self.invariants.is_fair(self.clock.now - self.clock.began, "worker", "beat", "disk", "redis", "clock")
        now = timezone.now()
        for wait in Wait.objects.filter(pk__in=self.left, game__version__gt=NEWER).select_related("game").order_by("pk"):
            number, left = self.left[wait.pk]
            if wait.closed_at is not None or wait.game.number != number:
                raise Broken(f"wait {wait.pk} of game {wait.game_id} was closed, although nobody could open the game")
            moment = wait.next_at if left < 0 else wait.due_at  # a moment that has passed stays; what comes next is put off
            if is_fair and moment and (moment - now).total_seconds() < max(left, 0) - SLACK:
                raise Broken(f"wait {wait.pk} of game {wait.game_id} had {left:.0f} s left, and has {moment - now}")
        self.left.clear()
        Game.objects.filter(version__gt=NEWER).update(version=F("version") - NEWER)
        cache.delete(holding.LOOKED)
