"""The clock: finds waits whose time has come, and does what is due with each, once.

The rows are the truth. A task that comes twice or too late finds that `next_at` has changed and does nothing.
"""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine import Action
from games.models import Game, Player, Wait
from games.services import telling, waiting
from games.services.sitting import Sitting
from games.speakers import by_orders

log = logging.getLogger(__name__)

BATCH = 200
MOST_ANSWERS = 50
MOST_FAILURES = 6
LONGEST_PAUSE = timedelta(hours=1)
BOT_AGAIN = timedelta(seconds=60)


def due_waits(now) -> list[tuple[int, object]]:
    """(wait, its next_at) of what is due, oldest first."""
    due = Wait.objects.filter(closed_at=None, next_at__lte=now, game__status=Game.Status.RUNNING)
    return list(due.order_by("next_at").values_list("pk", "next_at")[:BATCH])


def step(wait_id: int, next_at) -> bool:
    """Do what is due with this wait. False when someone else did, or when it failed and will be tried again."""
    try:
        with transaction.atomic():
            return take_step(wait_id, next_at)
    except Exception:
        log.exception("wait %s could not be dealt with", wait_id)
        failed(wait_id)
        return False


def take_step(wait_id: int, next_at) -> bool:
    game_id = Wait.objects.filter(pk=wait_id, closed_at=None, next_at=next_at).values_list("game_id", flat=True).first()
    if game_id is None:
        return False
    game = Game.objects.select_for_update().get(pk=game_id)  # the lock first, then look again
    wait = Wait.objects.filter(pk=wait_id, closed_at=None, next_at=next_at).first()
    now = timezone.now()
    if wait is None or game.status != Game.Status.RUNNING or wait.next_at > now:
        return False
    if wait.next_step == Wait.Step.BOT:
        start_bots(wait, now)
    elif now >= wait.due_at:
        expire(wait)
    else:
        remind(game, wait, now)
    return True


def start_bots(wait: Wait, now) -> None:
    """The task that should have played this bot's turn was lost: start another."""
    from games.tasks import play_bots

    wait.next_at = now + BOT_AGAIN
    wait.save(update_fields=["next_at"])
    transaction.on_commit(lambda: play_bots.delay(wait.game_id), robust=True)


def remind(game: Game, wait: Wait, now) -> None:
    """A letter before time runs out."""
    player = Player.objects.select_related("user").get(game=game, seat=wait.seat)
    if player.user is not None:
        telling.reminder(game, wait, player.user)
    waiting.next_step(wait, now)
    wait.save(update_fields=["next_at", "next_step"])


def expire(wait: Wait) -> None:
    """Play for a captain whose time is out, until nothing more of this turn is asked of him."""
    sitting = Sitting.take_up(wait.game_id)
    player = sitting.players[wait.seat]
    answered = answer_for(sitting, wait)
    sitting.forget_undo()
    sitting.put_back()
    player.strikes += 1
    player.strikes_running += 1
    player.save(update_fields=["strikes", "strikes_running"])
    if player.user is not None:
        wait.refresh_from_db()
        telling.played_for_you(sitting.game, wait, player.user, answered)


def answer_for(sitting: Sitting, wait: Wait) -> int:
    """Standing orders, else the default, again and again; raises when the questions do not end."""
    orders = sitting.players[wait.seat].hand.orders
    for answered in range(MOST_ANSWERS):
        key, decision = waiting.asked_now(sitting).get(wait.seat, ("", None))
        if decision is None or key != wait.turn_key:
            return answered
        view = sitting.rules.view(sitting.state, wait.seat)
        said = by_orders(sitting.rules, orders, view, decision)
        answer = decision.default if said is None else said
        sitting.play(Action(wait.seat, decision.name, answer), "clock")
        sitting.settle()
    raise RuntimeError(f"game {sitting.game.pk}: seat {wait.seat} is asked for ever")


@transaction.atomic
def failed(wait_id: int) -> None:
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
        telling.to_all("stuck", game, game.players.select_related("user"), now)


def bots_failed(game_id: int) -> None:
    """A bot's turn raised: the same patience as with the clock."""
    wait = Wait.objects.filter(game_id=game_id, closed_at=None, next_step=Wait.Step.BOT).first()
    if wait is not None:
        failed(wait.pk)
