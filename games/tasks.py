"""Thin tasks, safe to run twice. Rows record what must happen; tasks only make it happen soon."""

import logging

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from core.infrastructure import FAULTS
from games.deadlines import absences, heartbeat, holding, recalculation
from games.engine import TooNew
from games.history import films
from games.matchmaking import seeks
from games.models import Game, Pause
from games.moderation import reports
from games.play import bots
from games.storage import archive, counted
from games.tables import housekeeping
from games.timeouts import sweeping

log = logging.getLogger(__name__)

CREDIT_AGAIN = 600
"""Seconds after which an unfinished task that credits an outage is started again."""
SCHEDULE = {
    "games.sweep": {"task": "games.tasks.sweep", "schedule": 15.0, "options": {"expires": 30}},
    "games.watch": {"task": "games.tasks.watch", "schedule": 300.0, "options": {"expires": 300}},
    "games.find_company": {"task": "games.tasks.find_company", "schedule": 60.0, "options": {"expires": 60}},
    "games.tidy_lobby": {"task": "games.tasks.tidy_lobby", "schedule": 3600.0, "options": {"expires": 3600}},
    "archive old games": {"task": "games.tasks.archive_games", "schedule": 60 * 60, "options": {"expires": 60 * 60}},
    "forget old reports": {"task": "games.tasks.forget_reports", "schedule": 24 * 60 * 60, "options": {"expires": 60 * 60}},
}


@shared_task(name="games.tasks.sweep")
def sweep() -> int:
    """Start the steps of every due wait and, after an outage, the task that corrects every clock; their order does not matter."""
    heartbeat.beat()
    if heartbeat.owed().exists() and cache.add("outage-credit", True, CREDIT_AGAIN):
        credit_outage.delay()
    housekeeping.housekeeping(timezone.now())
    due = [(wait_id, next_at.isoformat()) for wait_id, next_at in sweeping.due_waits(timezone.now())]
    for first in range(0, len(due), sweeping.TOGETHER):
        steps.delay(due[first : first + sweeping.TOGETHER])
    return len(due)


@shared_task(name="games.tasks.watch")
def watch() -> None:
    """Tell the operators which clocks, sweeps, letters or games are stuck."""
    housekeeping.notify_operators()


@shared_task(name="games.tasks.credit_outage")
def credit_outage() -> int:
    """Move every deadline by the length of an outage. Return the number moved. The steps of individual waits do the rest."""
    owed, moved = list(heartbeat.owed().values_list("pk", flat=True)), 0
    for pk in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True).iterator(chunk_size=500):
        try:
            moved += recalculation.recompute(pk, "outage")
        except Exception:
            log.exception("the clocks of game %s could not be set right", pk)
    Pause.objects.filter(pk__in=owed).update(charged=moved)
    return moved


@shared_task(name="games.tasks.hold_games")
def hold_games() -> int:
    """Hold the games that only newer code can open. Return how many."""
    return holding.hold_all()


@shared_task(name="games.tasks.take_leave")
def take_leave(user_id: int) -> bool:
    """Take a day of leave for a person whose turn would run out."""
    return absences.take_a_day(user_id)


@shared_task(name="games.tasks.steps")
def steps(due: list[tuple[int, str]]) -> int:
    """Carry out the steps of waits, each planned for the given time. Return the number carried out."""
    moments = {wait_id: parse_datetime(next_at) for wait_id, next_at in due}
    return sweeping.do_steps({wait_id: at for wait_id, at in moments.items() if at is not None})


@shared_task(name="games.tasks.step")
def step(wait_id: int, next_at: str) -> int:
    """Carry out the step of one wait. Only earlier releases queue this task. Return the number carried out."""
    return steps([(wait_id, next_at)])


@shared_task(name="games.tasks.play_bots")
def play_bots(game_id: int) -> None:
    """Play for the bots until a person is asked."""
    try:
        unfinished = bots.play_on(game_id)
    except TooNew as fault:
        log.warning("the bots of game %s wait: %s", game_id, fault)
        return
    except FAULTS as error:
        log.error("the bots of game %s play later: %s", game_id, type(error).__name__)
        return
    except Exception:
        log.exception("the bots of game %s could not play", game_id)
        sweeping.bots_failed(game_id)
        return
    if unfinished:
        play_bots.delay(game_id)


@shared_task(name="games.tasks.make_film")
def make_film(game_id: int, seat: int | None, number: int) -> None:
    """Draw the film of a game as this seat may see it."""
    films.make(game_id, seat, number)


@shared_task(name="games.tasks.note_fault")
def note_fault(game_id: int, part: str, error: str) -> None:
    """Record a fault of an edition at a table, and tell the hosts."""
    reports.note_fault(game_id, part, error)


@shared_task(name="games.tasks.find_company")
def find_company() -> int:
    """Seat players who still wait in matchmaking. Return the number of games begun."""
    return len(seeks.pair_seeks())


@shared_task(name="games.tasks.count_again")
def count_again(keys: list[str]) -> None:
    """Count figures that a page has found to be old."""
    housekeeping.count_again(keys)


@shared_task(name="games.tasks.tidy_lobby")
def tidy_lobby() -> int:
    """Close old searches, idle tables, and tables that had not begun by their agreed end, unless the clock is wrong; return how many."""
    if not heartbeat.is_ok():
        return 0
    counted.forget_old()
    return seeks.end_old() + housekeeping.close_idle_tables() + housekeeping.close_past_ends()


@shared_task(name="games.tasks.archive_games")
def archive_games() -> int:
    """Archive games that ended a few months ago, unless the clock is wrong. Return how many."""
    return archive.archive_old() if heartbeat.is_ok() else 0


@shared_task(name="games.tasks.forget_reports")
def forget_reports() -> int:
    """Delete reports that were decided long ago. Return how many."""
    return reports.forget_old()
