"""Leave: days on which a captain's clocks stop at all tables that honour leave. Leave accrues month by month.

A captain may choose automatic leave: a day of leave instead of a timeout, at most two days in a row.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from games.announcements import clock_log, notices
from games.clocks.due_times import Span, elapsed, merged, outside
from games.deadlines import recalculation
from games.deadlines.table_clock import TableClock
from games.editions.errors import NotAllowed
from games.models import BY_CAPTAIN, AutomaticLeave, ClockEntry, Game, Pause, Player, Wait
from games.models.clock import AUTOMATIC

VACATION = Pause.Reason.VACATION
A_MONTH = timedelta(days=2.5)
MONTH = timedelta(days=365.25 / 12)
MOST_SAVED = timedelta(days=30)
SHORTEST_LEAVE, LONGEST_LEAVE = timedelta(hours=24), timedelta(days=14)
NOTICE, AHEAD = timedelta(hours=1), timedelta(days=92)
UNIT = 6 * 3600
"""The unit in seconds. Used leave is rounded up to a multiple of it."""
A_DAY = timedelta(hours=24)
MAX_AUTOMATIC = 2


def absences_of(user: User) -> QuerySet[Pause]:
    return Pause.objects.filter(user=user, reason=VACATION).order_by("begin")


def days_left(user: User, now: datetime | None = None) -> timedelta:
    """Return a person's remaining leave. The first month is granted in advance. Current and planned leave counts in full."""
    now = now or timezone.now()
    rows = list(absences_of(user))
    past = [(row.begin, row.charged) for row in rows if row.charged is not None]
    return saved_up(user.date_joined, now, past) - sum((row.end - row.begin for row in rows if row.charged is None), timedelta())


def saved_up(since: datetime, now: datetime, used: list[tuple[datetime, int]]) -> timedelta:
    """Return the accrued leave minus `used`, a list of (begin, seconds). The balance never exceeds MOST_SAVED."""
    balance, counted_to = A_MONTH, since
    for begin, seconds in sorted(used):
        begin = min(begin, now)
        balance = min(MOST_SAVED, balance + A_MONTH * max(0.0, (begin - counted_to) / MONTH)) - timedelta(seconds=seconds)
        counted_to = max(counted_to, begin)
    return min(MOST_SAVED, balance + A_MONTH * max(0.0, (now - counted_to) / MONTH))


@transaction.atomic
def declare_absence(user: User, begin: datetime, end: datetime) -> Pause:
    """Take leave, merged with any overlapping leave. Raise NotAllowed if the leave is too soon, too long or not accrued."""
    now = timezone.now()
    get_user_model().objects.select_for_update().get(pk=user.pk)
    settle_absences(user, now)
    if begin < now + NOTICE:
        raise NotAllowed("too-soon", "Leave begins an hour from now at the earliest, so that the others can see it coming.")
    if end > now + AHEAD:
        raise NotAllowed("too-far", "That is too far ahead: leave must end within three months from today.")
    if any(is_overdue(wait, now) for wait in open_waits(user)):
        raise NotAllowed("overdue", "A game has waited for you too long already. Answer there first, then go on leave.")
    touching = [row for row in absences_of(user) if row.charged is None and row.begin <= end and row.end >= begin]
    begin, end = min([begin, *(row.begin for row in touching)]), max([end, *(row.end for row in touching)])
    if not SHORTEST_LEAVE <= end - begin <= LONGEST_LEAVE:
        raise NotAllowed("length", "Leave lasts from one day to two weeks.")
    had = sum((row.end - row.begin for row in touching), timedelta())
    saved, wanted = days_left(user, now), end - begin - had
    if wanted > saved:
        had_days = max(timedelta(), saved) / timedelta(days=1)
        raise NotAllowed("too-long", f"That takes {wanted / timedelta(days=1):.1f} days of leave, and you have saved up {had_days:.1f}.")
    drop(touching)
    row = Pause.objects.create(user=user, reason=VACATION, begin=begin, end=end, by=user)
    tell_tables(user, "leave", begin=begin, end=end, name=user.name, leave=row.pk)
    return row


@transaction.atomic
def end_early(user: User) -> None:
    """End leave early: cancel leave that has not begun, or end current leave in half a day. Raise NotAllowed if there is none."""
    now = timezone.now()
    row = absences_of(user).filter(end__gt=now, charged=None).first()
    if row is None:
        raise NotAllowed("no-leave", "You are not on leave.")
    if row.begin > now:
        drop([row])
        tell_tables(user)
    else:
        recalculation.cut(row, now)
        tell_tables(user, "leave-ended", name=user.name)


def drop(rows: list[Pause]) -> None:
    """Delete cancelled or replaced periods of leave, and their journal lines, so that each table shows only the current period."""
    keys = [row.pk for row in rows]
    ClockEntry.objects.filter(kind="leave", facts__leave__in=keys).delete()
    Pause.objects.filter(pk__in=keys).delete()


def is_overdue(wait: Wait, now: datetime) -> bool:
    """Return whether the wait is overdue. A game that needs newer code waits for nobody."""
    return (wait.overdue_at is not None or (wait.due_at is not None and wait.due_at < now)) and not wait.game.is_too_new


def open_waits(user: User) -> list[Wait]:
    seats = dict(running_absence(user).values_list("game_id", "seat"))
    waits = Wait.objects.filter(game__in=seats, closed_at=None).exclude(next_step=Wait.Step.CLOSE).select_related("game")
    return [wait for wait in waits if wait.seat == seats[wait.game_id]]


def running_absence(user: User) -> QuerySet[Player]:
    return Player.objects.filter(user=user, game__status=Game.Status.RUNNING)


def tell_tables(user: User, kind: str = "", **facts: Any) -> None:
    """Recompute the clocks at the person's tables. If `kind` is given, also write a journal line at each table."""
    for game in Game.objects.filter(pk__in=running_absence(user).values("game")).order_by("pk"):
        if game.terms.most_leave != 0:
            if kind:
                clock_log.note(game, kind, running_absence(user).get(game=game).seat, **facts)
            recalculation.recompute(game.pk, "leave", user.name)


def settle_absences(user: User, now: datetime) -> None:
    """Charge ended periods of leave for the seconds in which they stopped the clock of a wait, rounded up to UNIT."""
    for row in absences_of(user).filter(charged=None, end__lte=now):
        chairs = {player.game_id: player for player in Player.objects.filter(user=user)}
        waits = Wait.objects.filter(game__in=chairs, asked_at__lt=row.end, allowance__gt=0).exclude(closed_at__lt=row.begin)
        held: list[Span] = []
        for wait in waits.exclude(due_at=None).select_related("game"):  # a sleeping table has no clock
            chair = chairs[wait.game_id]
            if not wait.is_window and wait.seat == chair.seat and wait.asked_at >= chair.joined_at:
                held += honoured(recalculation.clock_of(wait.game), wait, row)
        whole = int((row.end - row.begin).total_seconds())
        seconds = whole - elapsed(row.begin, row.end, merged(sorted(held)))
        row.charged = min(whole, -(-seconds // UNIT) * UNIT)
        row.save(update_fields=["charged"])


def honoured(clock: TableClock, wait: Wait, row: Pause) -> Iterator[Span]:
    """Yield the parts of a period of leave that stopped the clock of a wait, without other pauses, within the table's limit of leave."""
    counted = next((span for pause, span in clock.own_spans(wait.seat, wait.asked_at, wait.may_leave) if pause.pk == row.pk), None)
    if counted is not None:
        span = Span(max(wait.asked_at, counted.begin), min(wait.closed_at or counted.end, counted.end))
        yield from outside(span, merged(clock.terms.calendar.spans(wait.asked_at), clock.table_spans()))


def wants_automatic(user: User) -> bool:
    """Return whether the person chose automatic leave. This needs no query if the seat was loaded with that choice."""
    return hasattr(user, "automatic_leave")


def choose_automatic(user: User, yes: bool) -> None:
    if yes:
        AutomaticLeave.objects.get_or_create(user=user)
    else:
        AutomaticLeave.objects.filter(user=user).delete()
    user._state.fields_cache.pop("automatic_leave", None)


def would_help(clock: TableClock, wait: Wait, now: datetime) -> bool:
    """Return whether a day of leave can prevent the timeout of a wait. Return False if only bots wait for the captain."""
    user, captains = clock.players[wait.seat].user, [player for player in clock.players.values() if not player.plays_itself]
    if user is None or len(captains) < 2 or not wants_automatic(user):
        return False
    has_room = clock.leave_used(wait.seat) + A_DAY.total_seconds() <= clock.terms.most_leave
    return has_room and not clock.is_used_up(wait, now + A_DAY) and has_a_day(user, now)


def has_a_day(user: User, now: datetime) -> bool:
    """Return whether a day has accrued, and fewer than two days were taken automatically since the person last played."""
    taken = absences_of(user).filter(note=AUTOMATIC, end__gt=last_played(user) or user.date_joined)
    return days_left(user, now) >= A_DAY and taken.count() < MAX_AUTOMATIC


def last_played(user: User) -> datetime | None:
    """Return the time of the person's last own answer, or None if there is none."""
    mine = Player.objects.filter(user=user, game=OuterRef("game"), seat=OuterRef("seat"))
    own_waits = Wait.objects.filter(Exists(mine), closed_by__in=BY_CAPTAIN).order_by("-closed_at")
    return own_waits.values_list("closed_at", flat=True).first()


@transaction.atomic
def take_a_day(user_id: int) -> bool:
    """Stop the person's clocks for a day, from just before the first ran out. Return False if none has run out."""
    user = get_user_model().objects.select_for_update().get(pk=user_id)
    now = timezone.now()
    settle_absences(user, now)
    out = sorted((out_at, wait.game_id) for wait in open_waits(user) if (out_at := runs_out(wait, now)) is not None)
    if not out or not has_a_day(user, now):
        return False
    begin = out[0][0] - timedelta(seconds=1)
    Pause.objects.create(user=user, reason=VACATION, begin=begin, end=begin + A_DAY, by=user, note=AUTOMATIC)
    tell_tables(user, "leave-automatic", begin=begin, end=begin + A_DAY, name=user.name)
    notices.about_table(notices.LEAVE_TAKEN, Game.objects.get(pk=out[0][1]), user, begin.isoformat())
    return True


def runs_out(wait: Wait, now: datetime) -> datetime | None:
    """Return the end of a wait's time and grace, if that has passed and a day of leave would help, otherwise None."""
    if wait.due_at is None or wait.due_at > now or wait.game.is_too_new:
        return None
    clock = recalculation.clock_of(wait.game)
    out = clock.out_at(wait)
    return out if out <= now and would_help(clock, wait, now) else None
