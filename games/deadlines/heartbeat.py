"""Is the clock of this machine to be trusted, and was the site at work all the time? The sweep's heartbeat tells."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from core.commits import after_commit
from core.uptime import Uptime, uptime
from games.models import Game, Heartbeat, Pause, Player, Vote, Wait
from notifications import operators

log = logging.getLogger(__name__)

BEAT = timedelta(seconds=30)
OUTAGE = timedelta(minutes=10)
"""A longer silence was an outage: it is credited to everyone, with an hour more to find back."""
CREDIT_MORE = timedelta(hours=1)
BACKWARDS = timedelta(seconds=60)
SPANS, OFTEN = 40, 3
"""So many spans are remembered (see `remembered`), and so many gaps that were alike say that the next one is no outage."""
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
        spans = remembered(last.gaps or [], silence)
        ticks = machine.seconds - behind(last, silence, machine)
        Heartbeat.objects.filter(pk=1).update(at=now, boot=machine.boot, ticks=ticks, gaps=spans)
        return credit(last.at, now, spans) if silence > OUTAGE else None
    return None


def put_forward(last: Heartbeat, silence: timedelta, machine: Uptime) -> timedelta | None:
    """By how much the clock of this machine was put forward since then; None where that much time has really gone by."""
    jump = gained(last, silence, machine)
    return jump if jump > OUTAGE else None


def behind(last: Heartbeat, silence: timedelta, machine: Uptime) -> float:
    """Seconds by which the clock of this machine went back. It stays so far behind the machine: set right again, it was not put forward."""
    lost = -gained(last, silence, machine)
    return lost.total_seconds() if lost > BACKWARDS else 0.0


def gained(last: Heartbeat, silence: timedelta, machine: Uptime) -> timedelta:
    """How much more time went by on the clock since then than for this machine; nothing where that is not known."""
    if not machine.boot or last.boot != machine.boot or last.ticks is None:
        return timedelta()
    return silence - timedelta(seconds=machine.seconds - last.ticks)


def remembered(spans: list[int], silence: timedelta) -> list[int]:
    """The last spans and this one, in seconds: gaps, and as negative numbers how long sweeps came by in time between them."""
    seconds = int(silence.total_seconds())
    if silence > OUTAGE:
        return [*spans, seconds][-SPANS:]
    return [*spans[:-1], spans[-1] - seconds] if spans and spans[-1] < 0 else [*spans, -seconds][-SPANS:]


def credit(since: datetime, now: datetime, spans: list[int]) -> Pause | None:
    """Give everybody the time in which the sweep was silent, and an hour more; not where that is how it always is."""
    silence = now - since
    after_commit(operators.tell, "sweeps late", "The sweep was silent", SILENT.format(silence=str(silence).partition(".")[0]))
    if is_usual(spans):
        log.error("The sweep comes by only every %s. Clocks go on.", silence)
        return None
    log.error("The sweep was silent for %s: every clock is given that time back.", silence)
    return give_back(since, now)


def give_back(since: datetime, now: datetime) -> Pause:
    """Give everybody the time since then, and an hour more. Clocks are set right from the row; what else has an end is put off here."""
    end = now + CREDIT_MORE
    by = end - since
    Game.objects.filter(status=Game.Status.OPEN, ready_by__gt=since).update(ready_by=F("ready_by") + by)
    Vote.objects.filter(result="", closed_at=None, expires_at__gt=since).update(expires_at=F("expires_at") + by)
    Player.objects.filter(mode=Player.Mode.OPEN, open_until__gt=since).update(open_until=F("open_until") + by)
    Wait.objects.filter(closed_at=None, next_step=Wait.Step.STALL, next_at__gt=since).update(next_at=F("next_at") + by)
    return Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=since, end=end)


def is_usual(spans: list[int]) -> bool:
    """Is the newest of these spans no outage, but a sweep that comes by rarely?

    Three gaps before were half as long at least; given back like all since then, they would stop clocks for more than half of the time.
    """
    alike = [at for at, span in enumerate(spans[:-1]) if 2 * span > spans[-1]]
    if len(alike) < OFTEN:
        return False
    since = spans[alike[-OFTEN] : -1]
    gaps = [timedelta(seconds=span) for span in since if span > OUTAGE.total_seconds()]
    given = sum(gaps, len(gaps) * CREDIT_MORE)
    return 2 * given > timedelta(seconds=sum(map(abs, since)))


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


def known_until(now: datetime) -> datetime:
    """Until when the sweep is known to have been at work and the clock to be right."""
    last = last_beat()
    return now if last is None or is_ok() else min(now, last)


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
    last = last_beat()
    return (timezone.now() - last).total_seconds() if last else None


def last_beat() -> datetime | None:
    """Return when the sweep was last at work, if ever."""
    return Heartbeat.objects.filter(pk=1).values_list("at", flat=True).first()


@transaction.atomic
def trust_this_clock() -> None:
    """An operator says that the time of this machine is right after all. Nobody loses the time by which it was put forward."""
    now, machine = timezone.now(), uptime()
    last = Heartbeat.objects.select_for_update().filter(pk=1).first()
    if last is not None and now - last.at > OUTAGE:
        give_back(last.at, now)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now, "boot": machine.boot, "ticks": machine.seconds})
