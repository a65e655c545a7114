"""Alert the operators (the setting ADMINS) once per fault and period, straight through the relay, as the outbox may be stuck."""

import logging
import smtplib
from datetime import timedelta

from django.conf import settings
from django.core.mail import mail_admins
from django.utils import timezone

from . import home
from .models import Alarm

logger = logging.getLogger(__name__)
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)


def tell(fault: str, subject: str, text: str, every: timedelta = A_DAY) -> bool:
    """Tell operators of this fault unless they were told within the interval `every`; return whether a letter was sent."""
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
