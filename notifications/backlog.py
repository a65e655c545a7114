"""Measure the delay of letters, for operators."""

from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from .models import Delivery, LetterIn, State

LATE_OUT, LATE_IN = 300, 120
"""Seconds of waiting until operators should act: for letters to be sent, and for unread ones."""


def of_the_post() -> dict[str, int]:
    """Return for how many seconds the oldest letter has waited to be sent ("out") and to be read ("in")."""
    now = timezone.now()
    due = Delivery.objects.filter(state=State.PENDING, not_before__lte=now).aggregate(at=Min("not_before"))
    unread = LetterIn.objects.filter(state=LetterIn.State.STORED).aggregate(at=Min("received_at"))
    return {"out": since(due["at"], now), "in": since(unread["at"], now)}


def since(moment: datetime | None, now: datetime) -> int:
    return int((now - moment).total_seconds()) if moment else 0


def is_late(waiting: dict[str, int]) -> bool:
    return waiting["out"] > LATE_OUT or waiting["in"] > LATE_IN
