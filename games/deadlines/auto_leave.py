"""Automatic leave: take a day instead of a timeout, for captains who chose it, at most two days in a row."""

from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from games.announcements import notices
from games.deadlines import absences, recalculation
from games.deadlines.table_clock import TableClock
from games.models import BY_CAPTAIN, AutomaticLeave, Game, Pause, Player, Wait
from games.models.clock import AUTOMATIC

A_DAY = timedelta(hours=24)
MOST_RUNNING = 2


def wants(user: User) -> bool:
    """Return whether this person chose automatic leave. Needs no query if the chair was loaded with it."""
    return hasattr(user, "automatic_leave")


def wish(user: User, yes: bool) -> None:
    """Switch automatic leave on or off."""
    if yes:
        AutomaticLeave.objects.get_or_create(user=user)
    else:
        AutomaticLeave.objects.filter(user=user).delete()
    user._state.fields_cache.pop("automatic_leave", None)


def would_help(clock: TableClock, wait: Wait, now: datetime) -> bool:
    """Return whether a day of leave can prevent this timeout; False if only bots wait for the captain."""
    user, captains = clock.players[wait.seat].user, [player for player in clock.players.values() if not player.plays_itself]
    if user is None or len(captains) < 2 or not wants(user):
        return False
    has_room = clock.leave_used(wait.seat) + A_DAY.total_seconds() <= clock.terms.most_leave
    return has_room and not clock.is_used_up(wait, now + A_DAY) and has_a_day(user, now)


def has_a_day(user: User, now: datetime) -> bool:
    """Return whether a day is accrued, and fewer than two were taken automatically since the person last played."""
    taken = absences.absences_of(user).filter(note=AUTOMATIC, end__gt=last_played(user) or user.date_joined)
    return absences.days_left(user, now) >= A_DAY and taken.count() < MOST_RUNNING


def last_played(user: User) -> datetime | None:
    """Return when the person last answered themselves; None if never."""
    mine = Player.objects.filter(user=user, game=OuterRef("game"), seat=OuterRef("seat"))
    own_waits = Wait.objects.filter(Exists(mine), closed_by__in=BY_CAPTAIN).order_by("-closed_at")
    return own_waits.values_list("closed_at", flat=True).first()


@transaction.atomic
def take_a_day(user_id: int) -> bool:
    """Stop the person's clocks for a day, from just before the first ran out. Return False if none ran out, as after a repeated call."""
    user = get_user_model().objects.select_for_update().get(pk=user_id)
    now = timezone.now()
    absences.settle_absences(user, now)
    out = sorted((out_at, wait.game_id) for wait in absences.open_waits(user) if (out_at := runs_out(wait, now)) is not None)
    if not out or not has_a_day(user, now):
        return False
    begin = out[0][0] - timedelta(seconds=1)
    Pause.objects.create(user=user, reason=absences.VACATION, begin=begin, end=begin + A_DAY, by=user, note=AUTOMATIC)
    absences.tell_tables(user, "leave-automatic", begin=begin, end=begin + A_DAY, name=user.name)
    notices.about_table(notices.LEAVE_TAKEN, Game.objects.get(pk=out[0][1]), user, begin.isoformat())
    return True


def runs_out(wait: Wait, now: datetime) -> datetime | None:
    """Return when the time and grace of this wait ended if a day of leave would help, else None."""
    if wait.due_at is None or wait.due_at > now or wait.game.is_too_new:
        return None
    clock = recalculation.clock_of(wait.game)
    out = clock.out_at(wait)
    return out if out <= now and would_help(clock, wait, now) else None
