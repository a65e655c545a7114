"""Regular work about people."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import User

GUESTS_ARE_KEPT = timedelta(days=90)
SCHEDULE = {
    "forget guests who stay away": {
        "task": "accounts.tasks.forget_guests",
        "schedule": 6 * 60 * 60,
        "options": {"expires": 60 * 60},
    },
}


@shared_task
def forget_guests() -> int:
    """Guests who have not been here for a season leave; how many did."""
    long_ago = timezone.now().date() - GUESTS_ARE_KEPT
    gone = User.objects.filter(is_guest=True, last_seen__lt=long_ago)[:200]
    for guest in gone:
        leave(guest)
    return len(gone)
