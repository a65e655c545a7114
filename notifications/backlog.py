"""How late letters are, for operators."""

from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from .models import Delivery, LetterIn, State

LATE_OUT, LATE_IN = 300, 120
"""Seconds until operators should look: for letters that wait to go, and for unread ones."""


def of_the_post() -> dict[str, int]:
    """Return how many seconds the oldest letter has waited to be sent ("out") and to be read ("in")."""
    now = timezone.now()
    due = Delivery.objects.filter(state=State.PENDING, not_before__lte=now).aggregate(at=Min("not_before"))
    unread = LetterIn.objects.filter(state=LetterIn.State.STORED).aggregate(at=Min("received_at"))
    return {"out": since(due["at"], now), "in": since(unread["at"], now)}


def since(at: datetime | None, now: datetime) -> int:
    return int((now - at).total_seconds()) if at else 0


def is_late(found: dict[str, int]) -> bool:
    return found["out"] > LATE_OUT or found["in"] > LATE_IN
