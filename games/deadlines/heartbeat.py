"""The heartbeat of the sweep, which detects outages and a wrong system clock."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from core.tasks import after_commit
from core.uptime import Uptime, uptime
from games.models import Game, Heartbeat, Pause, Player, Vote, Wait
from notifications import operators

log = logging.getLogger(__name__)

BEAT = timedelta(seconds=30)
OUTAGE = timedelta(minutes=10)
"""The minimum length of an outage. All captains are credited with an outage and CREDIT_MORE."""
CREDIT_MORE = timedelta(hours=1)
BACKWARDS = timedelta(seconds=60)
SPANS, OFTEN = 40, 3
"""The number of stored spans (see `remembered`), and the number of similar gaps after which a further gap is no outage."""
WRONG_CLOCK = """The clock of this machine {what} by {span}. Nobody is played for until it is right again.
If it is right now: python manage.py sweep --trust-this-clock"""
SILENT = """The sweep was silent for {silence}. Is Celery's beat running, and a worker?"""


@transaction.atomic
def beat() -> Pause | None:
    """Record that the sweep runs. After an outage, return the pause that credits all captains."""
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
        Heartbeat.objects.filter(pk=1).update(at=now - jump, ticks=machine.seconds)  # the true time, as far as known
        tell_clock("was put forward", jump)
    elif silence >= BEAT:
        spans = remembered(last.gaps or [], silence)
        ticks = machine.seconds - behind(last, silence, machine)
        Heartbeat.objects.filter(pk=1).update(at=now, boot=machine.boot, ticks=ticks, gaps=spans)
        return credit(last.at, now, spans) if silence > OUTAGE else None
    return None


def put_forward(last: Heartbeat, silence: timedelta, machine: Uptime) -> timedelta | None:
    """Return the time by which the system clock was put forward since the last heartbeat, or None if that is at most OUTAGE."""
    jump = gained(last, silence, machine)
    return jump if jump > OUTAGE else None


def behind(last: Heartbeat, silence: timedelta, machine: Uptime) -> float:
    """Return the seconds that the clock went back. They are subtracted from the uptime, so that a later correction is no jump forward."""
    lost = -gained(last, silence, machine)
    return lost.total_seconds() if lost > BACKWARDS else 0.0


def gained(last: Heartbeat, silence: timedelta, machine: Uptime) -> timedelta:
    """Return how much further the system clock advanced than the uptime since the last heartbeat, or zero if unknown."""
    if not machine.boot or last.boot != machine.boot or last.ticks is None:
        return timedelta()
    return silence - timedelta(seconds=machine.seconds - last.ticks)


def remembered(spans: list[int], silence: timedelta) -> list[int]:
    """Return the last spans with the newest, in seconds. Gaps are positive, and regular times between gaps are negative."""
    seconds = int(silence.total_seconds())
    if silence > OUTAGE:
        return [*spans, seconds][-SPANS:]
    return [*spans[:-1], spans[-1] - seconds] if spans and spans[-1] < 0 else [*spans, -seconds][-SPANS:]


def credit(since: datetime, now: datetime, spans: list[int]) -> Pause | None:
    """Credit all captains with an outage of the sweep and CREDIT_MORE. Return None if such gaps are usual."""
    silence = now - since
    after_commit(operators.tell, "sweeps late", "The sweep was silent", SILENT.format(silence=str(silence).partition(".")[0]))
    if is_usual(spans):
        log.error("The sweep comes by only every %s. Clocks go on.", silence)
        return None
    log.error("The sweep was silent for %s: every clock is given that time back.", silence)
    return give_back(since, now)


def give_back(since: datetime, now: datetime) -> Pause:
    """Credit all captains with the time since `since` and CREDIT_MORE: pause clocks, and move other deadlines now."""
    end = now + CREDIT_MORE
    by = end - since
    Game.objects.filter(status=Game.Status.OPEN, ready_by__gt=since).update(ready_by=F("ready_by") + by)
    Vote.objects.filter(result="", closed_at=None, expires_at__gt=since).update(expires_at=F("expires_at") + by)
    Player.objects.filter(mode=Player.Mode.OPEN, open_until__gt=since).update(open_until=F("open_until") + by)
    Wait.objects.filter(closed_at=None, next_step=Wait.Step.STALL, next_at__gt=since).update(next_at=F("next_at") + by)
    return Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=since, end=end)


def is_usual(spans: list[int]) -> bool:
    """Return whether the newest of the spans is no outage, because the sweep always runs rarely.

    Three earlier gaps of at least half its length make a gap usual, if crediting them would stop clocks for over half of the time.
    """
    alike = [index for index, span in enumerate(spans[:-1]) if 2 * span > spans[-1]]
    if len(alike) < OFTEN:
        return False
    since = spans[alike[-OFTEN] : -1]
    gaps = [timedelta(seconds=span) for span in since if span > OUTAGE.total_seconds()]
    credited = sum(gaps, len(gaps) * CREDIT_MORE)
    return 2 * credited > timedelta(seconds=sum(map(abs, since)))


def tell_clock(change: str, by: timedelta) -> None:
    span = str(by).partition(".")[0]
    log.critical("The clock of this machine %s by %s: nobody is played for until that is mended.", change, span)
    after_commit(operators.tell, "clock", "Clocks stand still", WRONG_CLOCK.format(what=change, span=span), operators.AN_HOUR)


def owed() -> QuerySet[Pause]:
    """Return the outages that are not yet credited at every table. Their `charged` is None."""
    return Pause.objects.filter(game=None, user=None, reason=Pause.Reason.OUTAGE, charged=None)


def is_ok() -> bool:
    """Return whether timeouts may happen: the last heartbeat must be recent and not in the future."""
    silent = silence()
    return silent is None or -BACKWARDS.total_seconds() <= silent <= OUTAGE.total_seconds()


def known_until(now: datetime) -> datetime:
    """Return the time until which the sweep is known to have run with a right clock."""
    last = last_beat()
    return now if last is None or is_ok() else min(now, last)


def went_back() -> bool:
    silent = silence()
    return silent is not None and silent < -BACKWARDS.total_seconds()


def was_put_forward() -> bool:
    """Return whether the system clock is ahead of the machine's uptime."""
    last = Heartbeat.objects.filter(pk=1).first()
    return last is not None and put_forward(last, timezone.now() - last.at, uptime()) is not None


def silence() -> float | None:
    """Return the seconds since the last heartbeat, or None if there was none."""
    last = last_beat()
    return (timezone.now() - last).total_seconds() if last else None


def last_beat() -> datetime | None:
    return Heartbeat.objects.filter(pk=1).values_list("at", flat=True).first()


@transaction.atomic
def trust_this_clock() -> None:
    """Accept the system clock as right, because an operator confirmed it. Credit all captains with the time by which it was put forward."""
    now, machine = timezone.now(), uptime()
    last = Heartbeat.objects.select_for_update().filter(pk=1).first()
    if last is not None and now - last.at > OUTAGE:
        give_back(last.at, now)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now, "boot": machine.boot, "ticks": machine.seconds})
