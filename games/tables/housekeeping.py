"""Housekeeping for deadlines other than turns, such as those of idle tables. Every call is safe to repeat.

`Game.ends_at` is the agreed end: the round in progress at that time is the last. `Game.last_round` is the number of that round, set
by the sweep or by the first action after the agreed end (`Session.call_last_round`). So a late sweep gives nobody another round.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.tasks import enqueue
from games.agreements import votes
from games.agreements.clock_queries import LATE, SILENT, state_of_the_clock
from games.announcements import notices
from games.deadlines import heartbeat, holding
from games.editions.errors import NotAllowed
from games.models import Fault, Game, Player
from games.moderation.reports import SET_ASIDE
from games.play.session import Session
from games.queries import reliability
from games.rulesets import all_rulesets
from games.storage import counted
from games.tables import lobby, starting
from games.timeouts import seats
from notifications import operators
from notifications.models import Notice

log = logging.getLogger(__name__)

BATCH = 200
"""The maximum number of open seats, tables or agreed ends handled in one sweep."""
RECORDS_AT_ONCE = 5
"""The maximum number of people whose records one SQL statement counts."""
IDLE_AFTER, CLOSES_AFTER = timedelta(days=21), timedelta(days=7)
"""The time without a join, an invitation or a new bot until an owner is warned, and the time from the warning until the table closes."""


def housekeeping(now: datetime) -> None:
    """End what is due: games with an agreed end, votes, ready checks, open seats. End nothing while the system clock is wrong.

    Once an hour, and at once in a new process, start the task that holds games which only newer code can open.
    """
    if holding.is_time(now):
        enqueue("games.tasks.hold_games")
    if not heartbeat.is_ok():
        return
    call_due_last_rounds(now)
    votes.close_expired()
    starting.close_due_ready_checks()
    close_open_seats(now)


def call_due_last_rounds(now: datetime) -> int:
    """Declare the last round of games past their agreed end, if this code can open them. Skip failures. Return the number declared."""
    called = 0
    due = Game.objects.filter(holding.can_be_opened(), status=Game.Status.RUNNING, last_round=None, ends_at__lte=now)
    for game_id in due.order_by("ends_at").values_list("pk", flat=True)[:BATCH]:
        try:
            called += call_last_round(game_id)
        except NotAllowed:  # the game has ended meanwhile
            continue
        except Exception:
            log.exception("the last round of game %s could not be called", game_id)
    return called


@transaction.atomic
def call_last_round(game_id: int) -> bool:
    """Declare the current round of a game the last. Return False if that is too early or was done before."""
    session = Session.load(game_id)
    if not session.call_last_round():
        return False
    session.forget_undo()
    session.save()
    return True


def close_open_seats(now: datetime) -> int:
    """Let bots keep the open seats that nobody took in time. Return the number of seats."""
    return sum(seats.leave_to_helmsman(player.game_id, player.pk) for player in open_too_long(now))


def open_too_long(now: datetime) -> QuerySet[Player]:
    return Player.objects.filter(mode=Player.Mode.OPEN, open_until__lte=now).order_by("open_until")[:BATCH]


def count_again(keys: list[str]) -> None:
    """Count and store the cached records with the given keys, except fresh ones."""
    old = counted.not_fresh(keys)
    for first in range(0, len(old), RECORDS_AT_ONCE):
        counted.keep(reliability.counted_anew(old[first : first + RECORDS_AT_ONCE]))


def notify_operators() -> list[str]:
    """Notify the operators of all current problems. Return the names of the problems reported now."""
    return [fault for fault, subject, text in problems() if operators.tell(fault, subject, text)]


def problems() -> list[tuple[str, str, str]]:
    clock, letters = state_of_the_clock(), operators.letters_waiting()
    stuck = list(Fault.objects.filter(part=SET_ASIDE, game__status=Game.Status.STUCK).order_by("game").values_list("game", flat=True)[:20])
    is_late = clock["late"] > LATE or (clock["heartbeat"] or 0) > SILENT
    wrong = [
        (clock["clock"] != "ok", "clock", "Clocks stand still", f"The clock of this machine {clock['clock']}: nobody is played for."),
        (is_late, "sweeps late", "The sweep is late", f"Clocks are late by {clock['late']} seconds, the last sweep was {clock['heartbeat']}"
         " seconds ago. Is Celery's beat running, and a worker?"),
        (operators.are_late(letters), "letters wait", "Letters wait", f"Letters have waited {letters['out']} seconds to be sent,"
         f" {letters['in']} to be read. Is a worker running, and does manage.py mail_doctor find the relay?"),
        (bool(stuck), "games set aside", "Games are set aside", f"These games are set aside: {', '.join(map(str, stuck))}."),
    ]  # fmt: skip
    return [(fault, subject, text) for is_wrong, fault, subject, text in wrong if is_wrong]


def quiet_tables(now: datetime) -> QuerySet[Game]:
    """Return open tables without a join or an invitation for three weeks, except tables in a ready check or of an unknown edition."""
    long_ago = now - IDLE_AFTER
    games = Game.objects.filter(status=Game.Status.OPEN, ready_by=None, created_at__lte=long_ago, ruleset__in=list(all_rulesets()))
    return games.exclude(players__joined_at__gt=long_ago).exclude(invitations__made_at__gt=long_ago).order_by("created_at")


def close_idle_tables() -> int:
    """Warn the owners of idle tables, and close tables a week after the warning. Return the number of tables closed."""
    return sum(warn_or_close(pk) for pk in quiet_tables(timezone.now()).values_list("pk", flat=True)[:BATCH])


@transaction.atomic
def warn_or_close(game_id: int) -> bool:
    """Warn the owner of an idle table, or close the table. Return whether the table was closed."""
    now = timezone.now()
    game = quiet_tables(now).select_for_update(of=("self",)).filter(pk=game_id).first()
    if game is None:
        return False
    signs = [*game.players.values_list("joined_at", flat=True), *game.invitations.values_list("made_at", flat=True)]
    last_sign = max([game.created_at, *signs])
    warning = Notice.objects.filter(kind=notices.IDLE_TABLE, facts__game=game.pk, created_at__gt=last_sign).order_by("pk").first()
    if warning is None and game.owner is not None:
        notices.about_table(notices.IDLE_TABLE, game, game.owner, f"{now:%Y-%m-%d}")
    elif warning is None or warning.created_at <= now - CLOSES_AFTER:
        close_table(game, now)
        return True
    return False


def close_past_ends() -> int:
    """Close tables whose agreed end passed before their game began. Return the number of tables."""
    now = timezone.now()
    past = Game.objects.filter(status=Game.Status.OPEN, ends_at__lte=now, ruleset__in=list(all_rulesets()))
    with transaction.atomic():
        games = list(past.select_for_update(of=("self",)).order_by("ends_at")[:BATCH])
        for game in games:
            close_table(game, now)
    return len(games)


def close_table(game: Game, now: datetime) -> None:
    game.status, game.ended_at = Game.Status.CANCELLED, now
    game.save(update_fields=["status", "ended_at"])
    for player in game.players.exclude(user=None).select_related("user"):
        if player.user is not None:
            notices.about_table(notices.GIVEN_UP, game, player.user, notices.IDLE_TABLE)
    lobby.notify_pages(game)
