"""Close idle tables, which nobody joins for three weeks, a week after a warning to their owner.

A join, an invitation or a new bot keeps the table open for another three weeks.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.announcements import notices
from games.models import Game
from games.rulesets import all_rulesets
from games.tables import lobby
from notifications.models import Notice

QUIET = timedelta(days=21)
CLOSES = timedelta(days=7)
BATCH = 200


def quiet_tables(now: datetime) -> QuerySet[Game]:
    """Return open tables without a join or an invitation for three weeks.

    Exclude editions that only newer code has, as nobody can join there, and tables in a ready check, which has its own end.
    """
    long_ago = now - QUIET
    games = Game.objects.filter(status=Game.Status.OPEN, ready_by=None, created_at__lte=long_ago, ruleset__in=list(all_rulesets()))
    return games.exclude(players__joined_at__gt=long_ago).exclude(invitations__made_at__gt=long_ago).order_by("created_at")


def close_idle_tables() -> int:
    """Warn the owners of idle tables, and close tables a week after the warning. Return the number of closed tables."""
    return sum(look_at(pk) for pk in quiet_tables(timezone.now()).values_list("pk", flat=True)[:BATCH])


@transaction.atomic
def look_at(game_id: int) -> bool:
    """Warn the owner of an idle table, or close it. Return whether it was closed."""
    now = timezone.now()
    game = quiet_tables(now).select_for_update(of=("self",)).filter(pk=game_id).first()
    if game is None:
        return False
    warning = Notice.objects.filter(kind=notices.IDLE_TABLE, facts__game=game.pk, created_at__gt=last_sign(game)).order_by("pk").first()
    if warning is None and game.owner is not None:
        notices.about_table(notices.IDLE_TABLE, game, game.owner, f"{now:%Y-%m-%d}")
    elif warning is None or warning.created_at <= now - CLOSES:
        close_table(game, now)
        return True
    return False


def close_past_ends() -> int:
    """Close tables whose agreed end came before their game began. Return their number."""
    now = timezone.now()
    past = Game.objects.filter(status=Game.Status.OPEN, ends_at__lte=now, ruleset__in=list(all_rulesets()))
    with transaction.atomic():
        games = list(past.select_for_update(of=("self",)).order_by("ends_at")[:BATCH])
        for game in games:
            close_table(game, now)
    return len(games)


def last_sign(game: Game) -> datetime:
    """Return the time of the last join or invitation, or of the table's creation."""
    signs = [*game.players.values_list("joined_at", flat=True), *game.invitations.values_list("made_at", flat=True)]
    return max([game.created_at, *signs])


def close_table(game: Game, now: datetime) -> None:
    """Close a table before its game begins, and notify its captains."""
    game.status, game.ended_at = Game.Status.CANCELLED, now
    game.save(update_fields=["status", "ended_at"])
    for player in game.players.exclude(user=None).select_related("user"):
        if player.user is not None:
            notices.about_table(notices.GIVEN_UP, game, player.user, notices.IDLE_TABLE)
    lobby.notify_pages(game)
