"""Hold the clocks of games that only newer code can open, after a rollback to an older release.

A pause of the game with the reason NEWER begins when this code first finds the game, and is extended while this code runs. Other
deadlines move by the same time. So all captains keep their remaining time, and at least half a day before the clock runs again.
"""

import logging
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from games.announcements import clock_log, notices
from games.deadlines import recalculation
from games.models import Game, Pause, Player, Vote, Wait
from games.rulesets import all_rulesets
from games.storage import prepared

log = logging.getLogger(__name__)

LOOKED = f"looked-for-newer-games:{secrets.token_hex(4)}"
"""The cache key for the time of this process's last search for games that are too new. A new process searches at once."""
AGAIN = timedelta(hours=1)
MIN_REST = recalculation.SOONEST + timedelta(hours=2)
"""The minimum remaining time of the pause, so that captains have half a day left whenever the newer code runs again."""
EXTENSION = timedelta(hours=4)
WORTH_A_LETTER = timedelta(hours=1)
AT_ONCE = 5000
"""The number of games in one query."""


def can_be_opened() -> Q:
    """Return the condition for games that this code can open, the opposite of `Game.is_too_new`."""
    editions = all_rulesets().items()
    return reduce(or_, (Q(ruleset=slug, version__lte=rules.version, format__lte=rules.format) for slug, rules in editions))


def too_new() -> QuerySet[Game]:
    """Return the running games that only newer code can open."""
    return Game.objects.filter(status=Game.Status.RUNNING).exclude(can_be_opened())


def numbers_to_hold(now: datetime) -> Iterator[int]:
    """Yield the ids of games that are too new and whose hold ends too soon. Query in batches, so that no query is slow on a large site."""
    newest = Game.objects.aggregate(pk=Max("pk"))["pk"] or 0
    enough = Pause.objects.filter(game=OuterRef("pk"), reason=Pause.Reason.NEWER, end__gte=now + MIN_REST)
    games = too_new().exclude(Exists(enough)).order_by("pk")
    for first in range(0, newest + 1, AT_ONCE):
        yield from games.filter(pk__gte=first, pk__lt=first + AT_ONCE).values_list("pk", flat=True)


def is_time(now: datetime) -> bool:
    """Return whether to search again for games to hold. Return True if the cache has lost the time of the last search."""
    last = cache.get(LOOKED)
    if last is not None and last <= now < last + AGAIN:
        return False
    cache.set(LOOKED, now, int(AGAIN.total_seconds()))
    return True


def hold_all() -> int:
    """Hold all running games that are too new, and postpone ready checks of unknown editions. Return the number of games held."""
    now, held = timezone.now(), 0
    full = Game.objects.filter(status=Game.Status.OPEN, ready_by__lt=now + MIN_REST).exclude(ruleset__in=list(all_rulesets()))
    full.update(ready_by=now + MIN_REST + EXTENSION)
    for pk in numbers_to_hold(now):
        try:
            held += hold_one(pk)
        except Exception:
            log.exception("the clocks of game %s could not be held", pk)
    return held


@transaction.atomic
def hold_one(game_id: int) -> bool:
    """Hold a game. Return False if the game has ended or can be opened again."""
    game = prepared.locked.get(game_id)
    if game.status != Game.Status.RUNNING or not game.is_too_new:
        return False
    hold(game, timezone.now())
    return True


def hold(game: Game, now: datetime) -> None:
    """Stop the clocks of a locked game for at least the next half day."""
    waits = list(game.waits.filter(closed_at=None).order_by("pk"))
    row = Pause.objects.filter(game=game, reason=Pause.Reason.NEWER, end__gte=now).order_by("-end").first()
    if row is None:
        put_off(game, waits, now, begin(game, waits, now).end - now)
    elif row.end < now + MIN_REST:
        before, row.end = row.end, now + MIN_REST + EXTENSION
        row.save(update_fields=["end"])
        put_off(game, waits, now, row.end - before)


def begin(game: Game, waits: list[Wait], now: datetime) -> Pause:
    """Create and record the pause of a game from now, or from just before the first clock ran out. Send a letter if the pause lasts."""
    log.warning("game %s waits for newer code", game.pk)
    clock = recalculation.clock_of(game)
    ends = [clock.out_at(wait) if wait.overdue_at else clock.due_of(wait) for wait in waits if wait.due_at is not None]
    start = min([now, *(end - timedelta(seconds=1) for end in ends if end is not None)])
    row = Pause.objects.create(game=game, reason=Pause.Reason.NEWER, begin=start, end=now + MIN_REST + EXTENSION)
    clock_log.note(game, "held")
    asked = Player.objects.filter(game=game, seat__in=[wait.seat for wait in waits]).select_related("user")
    captains = [player for player in asked if not player.plays_itself]
    notices.to_people(notices.NEWER_CODE, notices.TableFacts(game=game.pk), captains, str(row.pk), later=WORTH_A_LETTER)
    return row


def put_off(game: Game, waits: Iterable[Wait], now: datetime, by: timedelta) -> None:
    """Move all deadlines of a game: of waits, votes, open seats and a sleeping table, but not the agreed end, which is a date."""
    clock = recalculation.clock_of(game)
    for wait in waits:
        if wait.due_at is not None:
            recalculation.recompute_wait(wait, clock, now)
        elif wait.next_step != Wait.Step.BOT and not game.stalled_at:
            clock.schedule(wait, now)
            wait.save(update_fields=["next_at", "next_step"])
    Wait.objects.filter(game=game, closed_at=None, next_step=Wait.Step.STALL, game__stalled_at__isnull=False).update(
        next_at=F("next_at") + by
    )
    Game.objects.filter(pk=game.pk).update(stalled_at=F("stalled_at") + by)
    Vote.objects.filter(game=game, result="").update(expires_at=F("expires_at") + by)
    Player.objects.filter(game=game, mode=Player.Mode.OPEN).update(open_until=F("open_until") + by)
    Player.objects.filter(game=game).exclude(striking_since=None).update(striking_since=F("striking_since") + by)
