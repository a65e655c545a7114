"""Alert operators (the setting ADMINS) without the outbox, which may be stuck, and measure how long letters have waited."""

import logging
import smtplib
from datetime import timedelta

from django.conf import settings
from django.core.mail import mail_admins
from django.db.models import Min
from django.utils import timezone

from . import home
from .models import Alarm, Delivery, LetterIn, State

logger = logging.getLogger(__name__)
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
LATE_OUT, LATE_IN = 300, 120
"""Seconds of waiting after which operators should act: for letters to be sent, and for unread incoming letters."""


def tell(fault: str, subject: str, text: str, every: timedelta = A_DAY) -> bool:
    """Tell operators of a fault unless they were told within `every`; return whether a letter was sent."""
    if not settings.ADMINS or home.is_quiet():
        return False
    now = timezone.now()
    alarm, is_new = Alarm.objects.get_or_create(fault=fault[:60], defaults={"told_at": now})
    if not is_new and not Alarm.objects.filter(pk=alarm.pk, told_at__lte=now - every).update(told_at=now):
        return False
    try:
        mail_admins(f"[Buccaneer] {subject}", f"{text}\n\n{settings.SITE_URL}\n")
    except (smtplib.SMTPException, OSError) as error:
        logger.error("those who run the site could not be told of %s: %s", fault, type(error).__name__)
        if is_new:  # so that the next alert is sent
            alarm.delete()
        else:
            Alarm.objects.filter(pk=alarm.pk).update(told_at=alarm.told_at)
        return False
    return True


def letters_waiting() -> dict[str, int]:
    """Return the seconds for which the oldest letter has waited to be sent ("out") and to be read ("in")."""
    now = timezone.now()
    due = Delivery.objects.filter(state=State.PENDING, not_before__lte=now).aggregate(out=Min("not_before"))
    unread = LetterIn.objects.filter(state=LetterIn.State.STORED).aggregate(**{"in": Min("received_at")})
    return {way: int((now - oldest).total_seconds()) if oldest else 0 for way, oldest in (due | unread).items()}


def are_late(waiting: dict[str, int]) -> bool:
    return waiting["out"] > LATE_OUT or waiting["in"] > LATE_IN
