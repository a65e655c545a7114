"""What processes of a site do in tests: each function here runs in a process of its own, forked from one that has loaded this."""

import os
import signal
from datetime import timedelta
from importlib import import_module

import django
from django.apps import apps

IN_THE_FORK_SERVER = not apps.ready
if IN_THE_FORK_SERVER:
    django.setup()

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import execute_from_command_line
from django.db.models import DateTimeField, F
from django.utils import timezone

from accounts.models import Tally
from buccaneer_site.celery import app
from games import tasks
from games.models import ClockEntry, Game, Heartbeat, Pause, Player, Wait
from games.rulesets import get_ruleset
from games.tables import lobby
from games.timeouts import seats, sweeping
from notifications.models import Notice
from notifications.transports import all_transports

WORKER = ["worker", "--pool", "threads", "-c", "2", "-O", "fair", "--without-gossip", "--without-mingle", "--without-heartbeat"]
HOUR = timedelta(hours=1)

if IN_THE_FORK_SERVER:  # what every process needs sooner or later
    get_ruleset("piracy")
    all_transports()
    import_module("buccaneer_site.asgi")
    import_module("celery.apps.worker")


# -- processes as an operator starts them -------------------------------------------------------------
def manage(*arguments: str) -> int:
    """`manage.py` with these arguments; what it ends with."""
    try:
        execute_from_command_line(["manage.py", *arguments])
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def serve() -> None:
    settings.PORT = 0  # any that is free
    sweep_each_second()
    manage("serve")


def work(name: str = "worker") -> None:
    app.worker_main([*WORKER, "--hostname", f"{name}@localhost"])


def beat(folder: str) -> None:
    sweep_each_second()
    app.start(["beat", "--schedule", f"{folder}/beat"])


def sweep_each_second() -> None:
    """Nobody wants to wait for a quarter of a minute."""
    tasks.SCHEDULE["games.sweep"]["schedule"] = 1.0


# -- what is on the tables ----------------------------------------------------------------------------
def games_of_two(count: int) -> None:
    """So many games of two people, all of whose time is out and who saw it in time."""
    anne, mary = [get_user_model().objects.create_user(email=f"{name}@example.org", name=name) for name in ("anne", "mary")]
    for _ in range(count):
        Tally.objects.all().delete()  # nobody may begin so many in an hour
        game = lobby.create(anne, "piracy", seats=2)
        lobby.join(game.pk, mary, token=game.join_token)
    ago = timezone.now() - timedelta(days=9)
    due = ago + timedelta(days=2)
    Game.objects.update(started_at=ago)
    Wait.objects.update(next_step="expire", next_at=timezone.now(), asked_at=ago, seen_at=ago, due_at=due, overdue_at=due)


def due_in(hours: int) -> None:
    """Everyone who is asked has so many hours left of their 48."""
    due = timezone.now() + hours * HOUR
    Wait.objects.update(asked_at=due - 48 * HOUR, due_at=due, next_at=due, next_step="due", overdue_at=None)


def ready_now() -> None:
    """What was put off is due again."""
    Wait.objects.filter(closed_at=None).update(next_at=timezone.now())


def heart_beat(hours: int) -> None:
    """The sweep was last at work then, seen from now."""
    Heartbeat.objects.create(pk=1, at=timezone.now() + hours * HOUR)


def turn_the_clock(hours: int) -> None:
    """Everything that is stored becomes so many hours older, which is the same."""
    for model in apps.get_models():
        moments = [field.name for field in model._meta.fields if isinstance(field, DateTimeField)]
        if moments:
            model.objects.update(**{name: F(name) - hours * HOUR for name in moments})
    Heartbeat.objects.update(ticks=F("ticks") - hours * 3600)  # and the machine has run for as much longer


def sweep_once() -> int:
    return tasks.sweep()


def sweep_and_credit() -> int:
    """What the beat starts, when it is back."""
    return tasks.sweep() + tasks.credit_outage()


def die_before_the_commit() -> None:
    """A worker that has played for a captain is killed before that is stored."""
    seats.after_strike = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    sweeping.do_step(*sweeping.due_waits(timezone.now())[0])


# -- what came of it ----------------------------------------------------------------------------------
def played() -> tuple[int, int, int]:
    """Turns the clock has played, strikes, and letters about it."""
    turns = Wait.objects.filter(closed_by="clock").count()
    return turns, sum(Player.objects.values_list("strikes", flat=True)), Notice.objects.filter(kind="played").count()


def moves_and_waits() -> tuple[int, int]:
    return Game.objects.get().number, Wait.objects.filter(closed_at=None).count()


def hours_left() -> set[int]:
    """How many hours the captains who are asked still have."""
    return {round((wait.due_at - timezone.now()) / HOUR) for wait in Wait.objects.filter(closed_at=None)}


def is_put_off() -> bool:
    return Wait.objects.get(closed_at=None).next_at > timezone.now()


def outages() -> int:
    return Pause.objects.filter(reason="outage").count()


def moved() -> list[str]:
    """Why deadlines moved, line by line of the journals."""
    return [entry.facts["reason"] for entry in ClockEntry.objects.filter(kind="clock-moved")]


def hints() -> int:
    """How many tasks lie in Redis, in all queues."""
    import redis

    there = redis.Redis.from_url(settings.REDIS_URL)
    return sum(there.llen(queue.name) for queue in settings.CELERY_TASK_QUEUES)
