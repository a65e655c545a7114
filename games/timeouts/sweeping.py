"""The sweep: find due waits and carry out the due step of each once. A second or late task sees that `next_at` has changed."""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet, prefetch_related_objects
from django.utils import timezone

from core.infrastructure import FAULTS
from core.tasks import after_commit, enqueue_after_commit
from games.announcements import clock_log, notices
from games.deadlines import heartbeat, holding, recalculation, waiting
from games.deadlines.table_clock import TableClock
from games.engine.play import site_answer
from games.models import Game, Pause, Player, Wait
from games.moderation import reports
from games.play.session import Loaded, Session
from games.play.settling import settle
from games.storage import prepared
from games.timeouts import expiring, seats, unread_letters
from games.timeouts.expiring import Due
from notifications import operators, outbox

log = logging.getLogger(__name__)

BATCH, TOGETHER = 1000, 20
"""The maximum number of waits per sweep, and of steps per transaction."""
MOST_FAILURES = 6
LONGEST_PAUSE = timedelta(hours=1)
UNWELL = timedelta(minutes=5)
NEEDS_A_TRUE_CLOCK = (Wait.Step.DUE, Wait.Step.EXPIRE, Wait.Step.CLOSE, Wait.Step.STALL)
SHORTLY = timedelta(minutes=1)
"""The delay after an infrastructure fault. Such a fault does not count as a failure of the game."""
SET_ASIDE = """The clock failed at game {game} again and again: it was set aside, its clocks stand, and its players know.
The log says why."""
BOT_AGAIN = timedelta(seconds=60)
Planned = Mapping[int, datetime]
"""{id of a wait: its `next_at` when the sweep read the wait}."""


def due_waits(now: datetime) -> list[tuple[int, datetime]]:
    """Return (id, next_at) of the due waits, oldest first, at most BATCH."""
    return [(wait, next_at) for wait, next_at in due_query(now) if next_at is not None]


def due_query(now: datetime) -> QuerySet[Wait, tuple[int, datetime | None]]:
    due = Wait.objects.filter(closed_at=None, next_at__lte=now)  # uses one index; each step checks its game
    return due.order_by("next_at").values_list("pk", "next_at")[:BATCH]


def do_steps(planned: Planned) -> int:
    """Carry out the steps in one transaction, or each in its own if one fails. Return the number carried out."""
    remaining, done = planned, 0
    if len(planned) > 1:
        try:
            taken = in_one_transaction(planned)
        except Exception as error:
            log.warning("%s steps are done one by one: %s", len(planned), type(error).__name__)
        else:
            remaining, done = {pk: next_at for pk, next_at in planned.items() if pk not in taken}, sum(taken.values())
    return done + sum(do_step(*wait) for wait in remaining.items())


def do_step(wait_id: int, next_at: datetime) -> bool:
    """Carry out the step of a wait. Return False if another worker has it or did it, or if it failed and is retried later."""
    try:
        return in_one_transaction({wait_id: next_at})[wait_id]
    except FAULTS as error:
        log.error("wait %s is dealt with later: %s", wait_id, type(error).__name__)
        Wait.objects.filter(pk=wait_id, closed_at=None).update(next_at=timezone.now() + SHORTLY)
        return False
    except Exception:
        log.exception("wait %s could not be dealt with", wait_id)
        note_failure(wait_id)
        return False


def in_one_transaction(planned: Planned) -> dict[int, bool]:
    """Carry out the steps of the waits and store their notices together. Return {wait: whether its step was carried out}.

    The value is False if another worker did, moved or locked the wait. Of each game only the first wait is tried; others are omitted.
    """
    keys = list(planned)
    with transaction.atomic(), outbox.gathered():
        still_open = Wait.objects.filter(pk__in=keys, closed_at=None)
        unlocked = Game.objects.select_for_update(of=("self",), skip_locked=True).select_related("seed")
        games = unlocked.filter(pk__in=still_open.values("game"), status=Game.Status.RUNNING).in_bulk()
        waits, now = list(still_open), timezone.now()  # read after taking the locks
        if stopped := [wait.pk for wait in waits if wait.game_id not in games]:
            Wait.objects.filter(pk__in=stopped, closed_at=None).exclude(game__status=Game.Status.RUNNING).update(next_at=None)
        ready = [wait for wait in waits if wait.game_id in games and wait.next_at == planned[wait.pk] <= now]
        first = {wait.game_id: wait for wait in sorted(ready, key=lambda wait: (planned[wait.pk], wait.pk), reverse=True)}
        take_steps([(games[key], wait) for key, wait in first.items()], now)
    done = {wait.pk for wait in first.values()}
    later = {wait.pk for wait in ready} - done
    return {pk: pk in done for pk in keys if pk not in later}


def take_steps(steps: list[tuple[Game, Wait]], now: datetime) -> None:
    loaded = load_together([game for game, _ in steps if not game.is_too_new])
    any_unread, is_clock_ok = unread_letters.of_anybody(now).exists(), heartbeat.is_ok()
    for game, wait in steps:
        if game.is_too_new:
            holding.hold(game, now)
            wait.refresh_from_db()
            if wait.next_at is not None and wait.next_at <= now:
                expiring.put_off(wait, now + UNWELL)
        elif wait.next_step in NEEDS_A_TRUE_CLOCK and not is_clock_ok:
            expiring.put_off(wait, now + UNWELL)
        else:
            STEPS[Wait.Step(wait.next_step)](Due(loaded[game.pk], wait, now, any_unread))


def load_together(games: list[Game]) -> dict[int, Loaded]:
    """Return {id: loaded game} for the games, with pauses and the players' letter settings, in four queries."""
    keys = [game.pk for game in games]
    seats: dict[int, list[Player]] = defaultdict(list)
    for player in prepared.seated(keys):
        seats[player.game_id].append(player)
    users = [player.user for players in seats.values() for player in players if player.user is not None]
    prefetch_related_objects(users, "preferences")
    piles: dict[int, dict[str, list[Any]]] = defaultdict(dict)
    for key, name, cards in prepared.decks(keys):
        piles[key][name] = cards
    begun = min((game.started_at for game in games if game.started_at), default=timezone.now())
    rows = prepared.pauses(keys, sorted({person.pk for person in users}), begun)
    clocks = {game.pk: TableClock(game, seats[game.pk], pauses_of(game, seats[game.pk], rows)) for game in games}
    return {game.pk: Loaded(game, seats[game.pk], clocks[game.pk], piles[game.pk]) for game in games}


def pauses_of(game: Game, players: list[Player], rows: Iterable[Pause]) -> list[Pause]:
    """Return the pauses that may affect a game: its own, and those of the site and of its players since it started."""
    may_touch = {None, *(player.user_id for player in players)}
    since = game.started_at
    return [row for row in rows if row.game_id == game.pk or (
        row.game_id is None and row.user_id in may_touch and since is not None and row.end > since)]  # fmt: skip


def start_bots(due: Due) -> None:
    """Start another task for a bot's turn, because the first was lost."""
    expiring.put_off(due.wait, due.now + BOT_AGAIN)
    enqueue_after_commit("games.tasks.play_bots", due.wait.game_id)


def send_reminder(due: Due) -> None:
    """Send a reminder before the deadline, unless an outage delayed the reminder beyond the deadline."""
    wait, now, clock = due.wait, due.now, due.loaded.clock
    if recalculation.catch_up(wait, clock, now):
        return
    if due.player.user is not None and (wait.due_at is None or now < wait.due_at):
        notices.reminder(due.game, wait, due.player.user)
    wait.reminded = {Wait.Step.REMIND1: 1, Wait.Step.REMIND2: 2}[Wait.Step(wait.next_step)]
    clock.schedule(wait, now)
    wait.save(update_fields=["next_at", "next_step", "reminded"])


def come_due(due: Due) -> None:
    """Begin the grace period at the deadline: record the deadline as missed, and notify the captain."""
    wait, now, clock = due.wait, due.now, due.loaded.clock
    if recalculation.catch_up(wait, clock, now):
        return
    if due.has_unread(due.player, wait.deadline):
        expiring.put_off(wait, now + expiring.UNREAD)
        return
    wait.overdue_at = now
    clock_log.note(due.game, "overdue", wait.seat, until=clock.out_at(wait))
    if due.player.user is not None:
        notices.overdue(due.game, wait, due.player.user)
    clock.schedule(wait, now)
    wait.save(update_fields=["overdue_at", "next_at", "next_step"])


def close_window(due: Due) -> None:
    """Close a window whose time is over: play the standing orders and continue the game, in the transaction that locked it."""
    session, wait = Session(due.game, due.loaded), due.wait
    if recalculation.catch_up(wait, session.clock, due.now):
        return
    question = waiting.closing(session.decisions)
    seats = Wait.objects.filter(game=due.game, **waiting.OPEN_WINDOW).values_list("seat", flat=True)
    if any(due.has_unread(session.players[seat], wait.deadline) for seat in seats if session.players[seat].user_id):
        expiring.put_off(wait, due.now + expiring.UNREAD)
        return
    if question is not None:
        session.play(site_answer(question), "clock")
    settle(session)
    session.forget_undo()
    session.save()


STEPS: dict[Wait.Step, Callable[[Due], object]] = {
    Wait.Step.BOT: start_bots,
    Wait.Step.CLOSE: close_window,
    Wait.Step.REMIND1: send_reminder,
    Wait.Step.REMIND2: send_reminder,
    Wait.Step.DUE: come_due,
    Wait.Step.EXPIRE: expiring.expire,
    Wait.Step.STALL: lambda due: seats.close_stalled(due.game),
}


@transaction.atomic
def note_failure(wait_id: int) -> None:
    """Retry a step later, with exponential backoff. After too many failures, stop the game and notify its players and the operators."""
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
        notices.game_ended(notices.STUCK, game, game.players.select_related("user"), now)
        reports.note_fault(game.pk, reports.SET_ASIDE, "")
        after_commit(operators.tell, "game set aside", f"Game {game.pk} was set aside", SET_ASIDE.format(game=game.pk), operators.AN_HOUR)


def bots_failed(game_id: int) -> None:
    """Record a failed task of a bot's turn, like `note_failure`."""
    wait = Wait.objects.filter(game_id=game_id, closed_at=None, next_step=Wait.Step.BOT).first()
    if wait is not None:
        note_failure(wait.pk)
