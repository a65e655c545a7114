"""Measure how fast one worker plays for captains who have timed out, in real games on PostgreSQL.

Goal: at least 150 expiries per second of the worker's own CPU time. bench/million.py measures how a sweep finds due work.
"""

from datetime import timedelta

from _site import new_game, new_people, site, timed

EXPIRIES, GOAL = 320, 150


def main() -> None:
    with site(over_postgres=True):
        from buccaneer_site.celery import app

        app.conf.task_always_eager = False
        expire()


def expire() -> None:
    """Let many captains time out, play for them, and print how fast."""
    from django.utils import timezone

    from games.models import Game, Wait
    from games.timeouts import sweeping

    owners = new_people("clock", EXPIRIES)  # one per game: a person may create only a few tables an hour
    [guest] = new_people("guest", 1)
    games = [new_game([owner, guest]).pk for owner in owners]
    now = timezone.now()
    ago = now - timedelta(days=9)
    Game.objects.filter(pk__in=games).update(started_at=ago)
    waits = Wait.objects.filter(game__in=games, closed_at=None)
    waits.update(next_step="expire", next_at=now, asked_at=ago, seen_at=ago, due_at=ago + timedelta(days=2), overdue_at=ago)
    due = list(waits.values_list("pk", "next_at"))
    batches = [dict(due[first : first + sweeping.TOGETHER]) for first in range(0, len(due), sweeping.TOGETHER)]
    sweeping.do_steps(batches.pop())  # a process's first steps also import code
    expired, took = timed(lambda: sum(sweeping.do_steps(batch) for batch in batches))
    print(f"{expired} expiries of Buccaneer in one worker: {expired / took.wall:.0f} a second, ", end="")
    print(f"{expired / took.cpu:.0f} for each second of its own CPU time (goal {GOAL})")


if __name__ == "__main__":
    main()
