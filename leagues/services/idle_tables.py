"""Continue tables of a league at which every person is absent; elsewhere such a table sleeps, but here others need its result.

Offer the empty seats to substitutes first. If none comes, helmsmen play the game to its end, so that bots at the table get
their points. A table without bots is void when all captains have left it.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from core.tasks import enqueue_after_commit
from games.announcements import notices as table_letters
from games.models import Player
from games.play import presence
from games.timeouts import seats as chairs
from leagues.models import Fixture, Season
from leagues.services import results

LEFT_ASLEEP = timedelta(seconds=chairs.AT_LEAST_GONE)
ABSENT = (Player.Mode.PRESENT, Player.Mode.AWAY)


def stir_sleeping_tables(season: Season) -> int:
    """Look after every sleeping table of this season; return how many there were."""
    long_ago = timezone.now() - LEFT_ASLEEP
    asleep = Fixture.objects.filter(round__season=season, status=Fixture.Status.RUNNING, game__stalled_at__lte=long_ago)
    sleeping = list(asleep.order_by("pk").values_list("pk", flat=True))
    for pk in sleeping:
        with transaction.atomic():
            go_on(results.locked_fixture(pk, None))
    return len(sleeping)


def go_on(fixture: Fixture) -> None:
    """Take the next step at one sleeping table, while its season and game are locked."""
    game = fixture.game
    if game is None or game.stalled_at is None or game.is_too_new or fixture.status != Fixture.Status.RUNNING:
        return
    captains = chairs.captains_of(game)
    empty = [player for player in captains if player.mode in ABSENT]
    for player in empty:
        chairs.open_up(game, player, timezone.now())
        player.save(update_fields=["mode", "open_until"])
        table_letters.seat_open(game, player)
    if empty or game.players.filter(mode=Player.Mode.OPEN).exists():
        return
    if fixture.seats.exclude(entry__bot="").exists():
        presence.wake_clocks(game)
        enqueue_after_commit("games.tasks.play_bots", game.pk)  # bots and helmsmen play to the end
    else:
        results.void_now(fixture, None, "nobody was left at the table")
