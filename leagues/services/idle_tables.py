"""Tables of a league at which every person is absent. Elsewhere such a table sleeps; here others wait for its result, so it goes on.

First the empty seats are offered to substitutes. If none comes, helmsmen play the game to its end, so that bots who sit there
get what they deserve; a table of people only is void when all have left it.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from core.tasks import enqueue_after_commit
from games import notices as table_letters
from games.models import Player
from games.play import presence
from games.timeouts import seats as chairs
from leagues.models import Fixture, Season
from leagues.services import looked_after, results

LEFT_ASLEEP = timedelta(seconds=chairs.AT_LEAST_GONE)
ABSENT = (Player.Mode.PRESENT, Player.Mode.AWAY)


def stir_sleeping_tables(season: Season) -> int:
    """Look after every sleeping table of this season. How many there were."""
    long_ago = timezone.now() - LEFT_ASLEEP
    found = looked_after.asleep(season.pk, long_ago)
    for pk in found:
        with transaction.atomic():
            go_on(results.found(pk, None))
    return len(found)


def go_on(fixture: Fixture) -> None:
    """The next thing to do at one sleeping table. The season and the game are locked."""
    game = fixture.game
    if game is None or game.stalled_at is None or game.is_too_new or fixture.status != Fixture.Status.RUNNING:
        return
    people = chairs.people(game)
    empty = [player for player in people if player.mode in ABSENT]
    for player in empty:
        chairs.open_up(game, player, timezone.now())
        player.save(update_fields=["mode", "open_until"])
        table_letters.seat_open(game, player)
    if empty or game.players.filter(mode=Player.Mode.OPEN).exists():
        return
    if fixture.seats.exclude(entry__bot="").exists():
        presence.wake_clocks(game)
        enqueue_after_commit("games.tasks.play_bots", game.pk)  # bots and helmsmen play what is left
    else:
        results.void_now(fixture, None, "nobody was left at the table")
