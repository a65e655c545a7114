"""Scheduled tasks that delete old data about people."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts import former_names, sessions, signs, trust
from accounts.account_deletion import leave
from accounts.models import User

GUEST_RETENTION = timedelta(days=90)
HOUR = 60 * 60
SCHEDULE = {
    "forget guests who stay away": {"task": "accounts.tasks.forget_guests", "schedule": 6 * HOUR, "options": {"expires": HOUR}},
    "forget sessions that have ended": {"task": "accounts.tasks.forget_sessions", "schedule": 24 * HOUR, "options": {"expires": HOUR}},
    "forget where people were seen": {"task": "accounts.tasks.forget_signs", "schedule": 24 * HOUR, "options": {"expires": HOUR}},
    "forget how often things were done": {"task": "accounts.tasks.forget_tallies", "schedule": 24 * HOUR, "options": {"expires": HOUR}},
    "forget names that are free again": {"task": "accounts.tasks.forget_former_names", "schedule": 24 * HOUR, "options": {"expires": HOUR}},
}


@shared_task(name="accounts.tasks.forget_guests")
def forget_guests() -> int:
    """Delete guests not seen for three months, at most 200 at a time. Return the number deleted."""
    long_ago = timezone.now().date() - GUEST_RETENTION
    gone = User.objects.filter(is_guest=True, last_seen__lt=long_ago)[:200]
    for guest in gone:
        leave(guest)
    return len(gone)


@shared_task(name="accounts.tasks.forget_sessions")
def forget_sessions() -> None:
    sessions.SessionStore.clear_expired()
    sessions.forget_ended()


@shared_task(name="accounts.tasks.forget_signs")
def forget_signs() -> int:
    return signs.forget_old()


@shared_task(name="accounts.tasks.forget_tallies")
def forget_tallies() -> int:
    return trust.forget_old()


@shared_task(name="accounts.tasks.forget_former_names")
def forget_former_names() -> int:
    return former_names.forget_old()
