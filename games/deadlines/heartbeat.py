"""Is the clock of this machine to be trusted, and was the site at work all the time? The sweep's heartbeat tells."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.commits import after_commit
from core.uptime import Uptime, uptime
from games.models import Heartbeat, Pause
from games.storage import prepared
from notifications import operators

log = logging.getLogger(__name__)

BEAT = timedelta(seconds=30)
OUTAGE = timedelta(minutes=10)
"""A longer silence was an outage: it is credited to everyone, with an hour more to find back."""
CREDIT_MORE = timedelta(hours=1)
BACKWARDS = timedelta(seconds=60)
GAPS, OFTEN = 7, 3
"""So many gaps are remembered. When so many of them were half as long at least as the newest, that one is no outage."""
SHORT, MOST_SHORT = timedelta(hours=1), 3
"""Of gaps that are shorter, so many are given back in a day."""
WRONG_CLOCK = """The clock of this machine {what} by {span}. Nobody is played for until it is right again.
If it is right now: python manage.py sweep --trust-this-clock"""
SILENT = """The sweep was silent for {silence}. Is Celery's beat running, and a worker?"""


@transaction.atomic
def beat() -> Pause | None:
    """Write down that the sweep is at work. The pause for everyone, when it was silent for long; until then nobody is played for."""
    now = timezone.now()
    last = Heartbeat.objects.select_for_update().filter(pk=1).first()
    if last is None:
        machine = uptime()
        Heartbeat.objects.get_or_create(pk=1, defaults={"at": now, "boot": machine.boot, "ticks": machine.seconds})
        return None
    silence, machine = now - last.at, uptime()
    if silence < -BACKWARDS:
        tell_clock("went back", -silence)
    elif silence >= BEAT and (jump := put_forward(last, silence, machine)):
        Heartbeat.objects.filter(pk=1).update(at=now - jump, ticks=machine.seconds)  # by the true time, as far as is known
        tell_clock("was put forward", jump)
    elif silence >= BEAT:
        gaps = [*(last.gaps or []), int(silence.total_seconds())][-GAPS:]
        Heartbeat.objects.filter(pk=1).update(at=now, boot=machine.boot, ticks=machine.seconds, gaps=gaps)
        return credit(last, now) if silence > OUTAGE else None
    return None


def put_forward(last: Heartbeat, silence: timedelta, machine: Uptime) -> timedelta | None:
    """By how much the clock of this machine was put forward since then; None where that much time has really gone by."""
    if not machine.boot or last.boot != machine.boot or last.ticks is None:
        return None
    jump = silence - timedelta(seconds=machine.seconds - last.ticks)
    return jump if jump > OUTAGE else None


def credit(last: Heartbeat, now: datetime) -> Pause | None:
    """Give everybody the time in which the sweep was silent, and an hour more; not where that is how it always is."""
    silence = now - last.at
    after_commit(operators.tell, "sweeps late", "The sweep was silent", SILENT.format(silence=str(silence).partition(".")[0]))
    if is_usual(last, silence, now):
        log.error("The sweep comes by only every %s. Clocks go on.", silence)
        return None
    log.error("The sweep was silent for %s: every clock is given that time back.", silence)
    return Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=last.at, end=now + CREDIT_MORE)


def is_usual(last: Heartbeat, silence: timedelta, now: datetime) -> bool:
    """Is it no outage, but a sweep that comes by rarely? Some of the gaps before were as long, or too many short ones were given back."""
    rare = sorted(last.gaps)[-OFTEN] if last.gaps and len(last.gaps) >= OFTEN else 0
    lately = Pause.objects.filter(game=None, user=None, reason=Pause.Reason.OUTAGE, end__gt=now - timedelta(days=1))
    short = sum(row.end - row.begin < SHORT + CREDIT_MORE for row in lately)
    return silence.total_seconds() < 2 * rare or (silence < SHORT and short >= MOST_SHORT)


def tell_clock(what: str, by: timedelta) -> None:
    """The clock of this machine is wrong: the log and those who run the site hear of it."""
    span = str(by).partition(".")[0]
    log.critical("The clock of this machine %s by %s: nobody is played for until that is mended.", what, span)
    after_commit(operators.tell, "clock", "Clocks stand still", WRONG_CLOCK.format(what=what, span=span), operators.AN_HOUR)


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


def was_put_forward() -> bool:
    """Does this machine show a time that has not come yet, by how long it has run?"""
    last = Heartbeat.objects.filter(pk=1).first()
    return last is not None and put_forward(last, timezone.now() - last.at, uptime()) is not None


def silence() -> float | None:
    """Seconds since the sweep was last at work; None when it never was."""
    beats = prepared.heartbeat()
    return (timezone.now() - beats[0]).total_seconds() if beats else None


@transaction.atomic
def trust_this_clock() -> None:
    """An operator says that the time of this machine is right after all. Nobody loses the time by which it was put forward."""
    now, machine = timezone.now(), uptime()
    last = Heartbeat.objects.select_for_update().filter(pk=1).first()
    if last is not None and now - last.at > OUTAGE:
        Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=last.at, end=now + CREDIT_MORE)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now, "boot": machine.boot, "ticks": machine.seconds})
