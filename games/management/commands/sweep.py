"""`manage.py sweep`: the second, independent look at clocks and post, for cron. Does what is due even if Celery's beat is down."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import tasks
from games.agreements.clock_queries import state_of_the_clock
from games.deadlines import heartbeat, recalculation
from games.models import Game
from games.tables import housekeeping
from games.timeouts import sweeping
from notifications import home, operators
from notifications import tasks as post

log = logging.getLogger(__name__)
MOST_ROUNDS = 500
OWN = ("games.", "notifications.")
OFTEN = 300
"""The longest interval in seconds of the beat tasks that this command also runs."""


@contextmanager
def tasks_at_once() -> Iterator[None]:
    """Run tasks at once instead of queueing them: there may be no worker."""
    before, current_app.conf.task_always_eager = current_app.conf.task_always_eager, True
    try:
        yield
    finally:
        current_app.conf.task_always_eager = before


class Command(BaseCommand):
    help = "Look whether the clocks of all games and the post are in order, and do what is due. Ends with 1 when something is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only look, do nothing")
        parser.add_argument("--recompute", action="store_true", help="work out every deadline anew (after new rules of a time zone)")
        parser.add_argument("--trust-this-clock", action="store_true", help="the time of this machine is right after all")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["trust_this_clock"]:
            heartbeat.trust_this_clock()
        found, letters = state_of_the_clock(), operators.letters_waiting()
        beat = "none yet" if found["heartbeat"] is None else f"{found['heartbeat']} s ago"
        self.stdout.write(f"late {found['late']} s, heartbeat {beat}, clock {found['clock']}, saved {found['saved']}")
        self.stdout.write(f"letters have waited {letters['out']} s to be sent, {letters['in']} s to be read")
        if why := home.why_quiet():
            self.stdout.write(why)
        housekeeping.notify_operators()
        if options["recompute"]:
            self.stdout.write(f"{self.recompute()} deadlines moved")
        if not options["check"]:
            self.do_what_is_due()
        if not found["is_ok"]:
            raise CommandError("The sweep is late or silent. Is Celery's beat running, and a worker?")
        if operators.are_late(letters) and not why:
            raise CommandError("Letters wait. Is a worker running, and does manage.py mail_doctor find the relay?")

    def recompute(self) -> int:
        running = Game.objects.filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True)
        return sum(recalculation.recompute(pk, "zone") for pk in running.iterator(chunk_size=500))

    def do_what_is_due(self) -> None:
        """Do what beat and its workers do, one after the other; doing it twice is harmless. No part stops the next."""
        with tasks_at_once():
            failed = [name for name, part in self.parts().items() if not self.is_done(name, part)]
        if failed:
            raise CommandError(f"Not all could be done: {', '.join(failed)}. The log says why.")

    def parts(self) -> dict[str, Callable[[], object]]:
        return {
            "heartbeat": heartbeat.beat,
            "letters": post.sweep,
            "outages": give_back,
            "what ends with time": lambda: housekeeping.housekeeping(timezone.now()),
            "clocks": lambda: self.stdout.write(f"{step_by_step()} steps done"),
            "matchmaking": tasks.find_company,
            "lobby": tasks.tidy_lobby,
            "archive": tasks.archive_games,
            "letters that came": post.read_letters,
            **self.others(),
        }

    def others(self) -> dict[str, Callable[[], object]]:
        """Return the tasks that other apps have added to the beat schedule, such as the sweep of seasons."""
        known = current_app.tasks  # reads the schedules, the first time
        scheduled = {name: entry["task"] for name, entry in current_app.conf.beat_schedule.items() if is_often(entry["schedule"])}
        return {name: known[task] for name, task in scheduled.items() if not task.startswith(OWN)}

    def is_done(self, name: str, part: Callable[[], object]) -> bool:
        try:
            part()
        except Exception:
            log.exception("the sweep could not do this: %s", name)
            return False
        return True


def is_often(schedule: Any) -> bool:
    return isinstance(schedule, int | float) and schedule <= OFTEN


def give_back() -> None:
    """Give back the time that outages cost, at every table."""
    if heartbeat.owed().exists():
        tasks.credit_outage()


def step_by_step() -> int:
    """Run every due step of the clocks. Return how many."""
    done = 0
    for _ in range(MOST_ROUNDS):
        steps = sum(sweeping.do_step(*due) for due in sweeping.due_waits(timezone.now()))
        done += steps
        if not steps:
            break
    return done
