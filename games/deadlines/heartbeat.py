"""Is the clock of this machine to be trusted, and was the site at work all the time? The sweep's heartbeat tells."""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Heartbeat, Pause
from games.storage import prepared

log = logging.getLogger(__name__)

BEAT = timedelta(seconds=30)
OUTAGE = timedelta(minutes=10)
"""A longer silence was an outage: it is credited to everyone, with an hour more to find back."""
CREDIT_MORE = timedelta(hours=1)
BACKWARDS = timedelta(seconds=60)


@transaction.atomic
def beat() -> Pause | None:
    """Write down that the sweep is at work. The pause for everyone, when it was silent for long; until then nobody is played for."""
    now = timezone.now()
    last = Heartbeat.objects.select_for_update().filter(pk=1).first()
    if last is None:
        Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
        return None
    silence = now - last.at
    if silence < -BACKWARDS:
        log.critical("The clock of this machine went back by %s: nobody is played for until that is mended.", -silence)
        return None
    if silence < BEAT:
        return None
    Heartbeat.objects.filter(pk=1).update(at=now)
    if silence <= OUTAGE:
        return None
    log.error("The sweep was silent for %s: every clock is given that time back.", silence)
    return Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=last.at, end=now + CREDIT_MORE)


def owed() -> QuerySet[Pause]:
    """Outages whose time has not been given back at every table: `charged` is set when it has."""
    return Pause.objects.filter(game=None, user=None, reason=Pause.Reason.OUTAGE, charged=None)


def is_ok() -> bool:
    """May somebody be played for? Not while the last heartbeat lies in the future, nor before an outage was written down."""
    silent = silence()
    return silent is None or -BACKWARDS.total_seconds() <= silent <= OUTAGE.total_seconds()


def went_back() -> bool:
    """Does this machine show a time before the last heartbeat?"""
    silent = silence()
    return silent is not None and silent < -BACKWARDS.total_seconds()


def silence() -> float | None:
    """Seconds since the sweep was last at work; None when it never was."""
    beats = prepared.heartbeat()
    return (timezone.now() - beats[0]).total_seconds() if beats else None


def trust_this_clock() -> None:
    """An operator says that the time of this machine is right after all."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
