"""The clock: finds waits whose time has come, and does what is due with each, once.

The rows are the truth. A task that comes twice or too late finds that `next_at` has changed and does nothing.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from core.commits import after_commit
from core.infrastructure import FAULTS
from core.tasks import enqueue_after_commit
from games import clock_log, notices
from games.deadlines import heartbeat, holding, recalculation
from games.models import Game, Wait
from games.moderation import faults
from games.storage import prepared
from games.timeouts import closing_windows, expiring, seats, unread_letters
from notifications import operators

log = logging.getLogger(__name__)

BATCH = 200
MOST_FAILURES = 6
LONGEST_PAUSE = timedelta(hours=1)
UNWELL = timedelta(minutes=5)
NEEDS_A_TRUE_CLOCK = (Wait.Step.DUE, Wait.Step.EXPIRE, Wait.Step.CLOSE)
SHORTLY = timedelta(minutes=1)
"""After what was no fault of the game: it is not counted."""
SET_ASIDE = """The clock failed at game {game} again and again: it was set aside, its clocks stand, and its players know.
The log says why."""
BOT_AGAIN = timedelta(seconds=60)


def due_waits(now: datetime) -> list[tuple[int, datetime]]:
    """(wait, its next_at) of what is due, oldest first; no more than one batch, however many games there are."""
    return [(wait, next_at) for wait, next_at in due_query(now)[:BATCH] if next_at is not None]


def due_query(now: datetime) -> QuerySet[Wait, tuple[int, datetime | None]]:
    due = Wait.objects.filter(closed_at=None, next_at__lte=now)  # one index, and no look at the games: a step does that
    return due.order_by("next_at").values_list("pk", "next_at")


def do_step(wait_id: int, next_at: datetime) -> bool:
    """Do what is due with this wait. False when someone else did, or when it failed and will be tried again."""
    try:
        with transaction.atomic():
            return take_step(wait_id, next_at)
    except FAULTS as error:
        log.error("wait %s is dealt with later: %s", wait_id, type(error).__name__)
        Wait.objects.filter(pk=wait_id, closed_at=None).update(next_at=timezone.now() + SHORTLY)
        return False
    except Exception:
        log.exception("wait %s could not be dealt with", wait_id)
        note_failure(wait_id)
        return False


def take_step(wait_id: int, next_at: datetime) -> bool:
    """Do what was planned for a wait at `next_at`. False: it was done, put off or set aside meanwhile, and nothing happened."""
    as_planned = {"pk": wait_id, "closed_at": None, "next_at": next_at}
    games = prepared.locked_for(wait_id, next_at)
    if not games:  # done by another, or set aside: then nothing is to come
        Wait.objects.filter(**as_planned).exclude(game__status=Game.Status.RUNNING).update(next_at=None)
        return False
    waits, now = prepared.planned(wait_id, next_at), timezone.now()  # the lock first, then look again
    if not waits or next_at > now:
        return False
    game, wait = games[0], waits[0]
    if game.is_too_new:
        hold_game(game, wait, now)
    elif wait.next_step in NEEDS_A_TRUE_CLOCK and not heartbeat.is_ok():
        expiring.put_off(wait, now + UNWELL)
    else:
        STEPS[Wait.Step(wait.next_step)](game, wait, now)
    return True


def hold_game(game: Game, wait: Wait, now: datetime) -> None:
    """Only newer code can open this game: nobody is played for, and everyone has time left when that is back."""
    holding.hold(game, now)
    wait.refresh_from_db()
    if wait.next_at is not None and wait.next_at <= now:
        expiring.put_off(wait, now + UNWELL)


def start_bots(game: Game, wait: Wait, now: datetime) -> None:
    """The task that should have played this bot's turn was lost: start another."""
    wait.next_at = now + BOT_AGAIN
    wait.save(update_fields=["next_at"])
    enqueue_after_commit("games.tasks.play_bots", wait.game_id)


def send_reminder(game: Game, wait: Wait, now: datetime) -> None:
    """A letter before time runs out. Right after a breakdown the time may be out already: then it is left out."""
    clock = recalculation.clock_of(game)
    if recalculation.catch_up(wait, clock, now):
        return
    player = clock.players[wait.seat]
    if player.user is not None and (wait.due_at is None or now < wait.due_at):
        notices.reminder(game, wait, player.user)
    wait.reminded = {Wait.Step.REMIND1: 1, Wait.Step.REMIND2: 2}[Wait.Step(wait.next_step)]
    clock.schedule(wait, now)
    wait.save(update_fields=["next_at", "next_step", "reminded"])


def come_due(game: Game, wait: Wait, now: datetime) -> None:
    """The time is up and grace begins: everybody sees it, the late one is told. Answers are still taken."""
    clock = recalculation.clock_of(game)
    if recalculation.catch_up(wait, clock, now):
        return
    player = clock.players[wait.seat]
    if unread_letters.lie_here(player, wait.deadline):
        expiring.put_off(wait, now + expiring.UNREAD)
        return
    wait.overdue_at = now
    clock_log.note(game, "overdue", wait.seat, until=clock.out_at(wait))
    if player.user is not None:
        notices.overdue(game, wait, player.user)
    clock.schedule(wait, now)
    wait.save(update_fields=["overdue_at", "next_at", "next_step"])


def expire(game: Game, wait: Wait, now: datetime) -> None:
    expiring.expire(game, wait, now)


def close_stalled(game: Game, wait: Wait, now: datetime) -> None:
    """Nobody has been there for too long: the table is closed, and counts for nothing."""
    seats.close_stalled(game)


STEPS = {
    Wait.Step.BOT: start_bots,
    Wait.Step.CLOSE: closing_windows.close_window,
    Wait.Step.REMIND1: send_reminder,
    Wait.Step.REMIND2: send_reminder,
    Wait.Step.DUE: come_due,
    Wait.Step.EXPIRE: expire,
    Wait.Step.STALL: close_stalled,
}


@transaction.atomic
def note_failure(wait_id: int) -> None:
    """Try again later, a little later each time; set the game aside when it keeps failing, and say so."""
    wait = Wait.objects.filter(pk=wait_id, closed_at=None).first()
    if wait is None:
        return
    game = Game.objects.select_for_update().get(pk=wait.game_id)
    now = timezone.now()
    pause = min(timedelta(minutes=2**wait.failures), LONGEST_PAUSE)
    Wait.objects.filter(pk=wait_id).update(failures=F("failures") + 1, next_at=now + pause)
    if wait.failures + 1 >= MOST_FAILURES and game.status == Game.Status.RUNNING:
        game.status = Game.Status.STUCK
        game.save(update_fields=["status"])
        notices.to_all("stuck", game, game.players.select_related("user"), now)
        faults.note(game.pk, faults.SET_ASIDE, "")
        after_commit(operators.tell, "game set aside", f"Game {game.pk} was set aside", SET_ASIDE.format(game=game.pk), operators.AN_HOUR)


def bots_failed(game_id: int) -> None:
    """A bot's turn raised: the same patience as with the clock."""
    wait = Wait.objects.filter(game_id=game_id, closed_at=None, next_step=Wait.Step.BOT).first()
    if wait is not None:
        note_failure(wait.pk)
