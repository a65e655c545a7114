"""Change the clocks of a season: extend, pause and resume tables or the season for organisers, and credit outages."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.template.defaultfilters import pluralize
from django.utils import timezone

from accounts.models import User
from games.clocks.due_times import Span, merged, paused_until
from games.clocks.terms import span_words
from games.deadlines import recalculation
from games.editions.errors import NotAllowed
from games.models import Pause
from leagues import notices
from leagues.models import Fixture, Round, Season, SubCall
from leagues.services import results
from leagues.services.common import locked, log, must_be, must_have_reason, must_judge_all

MAX_EXTENSIONS, LONGEST_EXTENSION = 2, 48
LONGEST_PAUSE = 14
WORTH_A_LETTER = timedelta(hours=1)
"""Shortest outage of which players are notified. Shorter outages postpone the hard end without a letter."""


def stop_clock(fixture: Fixture, by: User | None, begin: datetime, end: datetime, reason: str, why: str = "") -> None:
    """Pause the clock of one table. If the pause is long enough, the table's letters tell the captains, with `why`."""
    recalculation.pause(fixture.started_game, Pause.Reason.ORGANISER, begin, end, by=by, note=reason[:200], why=why)


def pauses_of(**which: Any) -> QuerySet[Pause]:
    """Return organisers' current and planned pauses of the fixtures that match `which`."""
    now = timezone.now()
    return Pause.objects.filter(game__fixture__in=Fixture.objects.filter(**which), reason=Pause.Reason.ORGANISER, end__gt=now)


def must_be_running(fixture: Fixture) -> None:
    if fixture.status != Fixture.Status.RUNNING:
        raise NotAllowed("not-running", "Only the clock of a game that is being played can be stopped.")


def must_be_days(days: int) -> None:
    if not 1 <= days <= LONGEST_PAUSE:
        raise NotAllowed("days", f"A pause lasts from 1 to {LONGEST_PAUSE} days.")


def in_days(days: int) -> str:
    return "a day" if days == 1 else f"{days} days"


# -- one table ------------------------------------------------------------------------------------------
@transaction.atomic
def extend(fixture_id: int, by: User | None, hours: int, reason: str) -> Fixture:
    """Give a table up to 48 hours more, at most twice per season. Raise NotAllowed."""
    fixture = results.locked_fixture(fixture_id, by)
    reason = must_have_reason(reason)
    must_be_running(fixture)
    if not 1 <= hours <= LONGEST_EXTENSION:
        raise NotAllowed("hours", f"Give from 1 to {LONGEST_EXTENSION} hours.")
    if fixture.acts.filter(what__startswith="gave ").count() >= MAX_EXTENSIONS:
        raise NotAllowed("too-many", "This table has been given more time twice. That is all there is in a season.")
    now = timezone.now()
    pauses = Pause.objects.filter(game=fixture.started_game, seat=None, end__gt=now).values_list("begin", "end")
    begin = paused_until(now, merged([Span(*row) for row in pauses])) or now
    stop_clock(fixture, by, begin, begin + timedelta(hours=hours), reason, why="more time")
    action = f"gave {hours} hour{pluralize(hours)} more at table {fixture.number} of {fixture.division.name}"
    act = log(fixture.division.season, by, action, reason, fixture)
    notices.decided_for_all(act, f"Table {fixture.number} has {hours} hour{pluralize(hours)} more.")
    return fixture


@transaction.atomic
def pause_table(fixture_id: int, by: User | None, days: int, reason: str) -> Fixture:
    """Pause the clock of one table; captains may still move. The season's hard end does not change. Raise NotAllowed."""
    fixture = results.locked_fixture(fixture_id, by)
    reason = must_have_reason(reason)
    must_be_running(fixture)
    must_be_days(days)
    if pauses_of(pk=fixture.pk).exists():
        raise NotAllowed("paused", "The clock of this table is stopped already.")
    now = timezone.now()
    stop_clock(fixture, by, now, now + timedelta(days=days), reason)
    action = f"paused table {fixture.number} of {fixture.division.name} for {in_days(days)}"
    act = log(fixture.division.season, by, action, reason, fixture)
    notices.decided_for_all(act, f"The clock of table {fixture.number} stands still for {in_days(days)}.")
    return fixture


@transaction.atomic
def resume_table(fixture_id: int, by: User | None, reason: str) -> Fixture:
    """End the pause of a table. The clock resumes in half a day, so that nobody loses time. Raise NotAllowed."""
    fixture = results.locked_fixture(fixture_id, by)
    reason = must_have_reason(reason)
    must_be_running(fixture)
    if not pauses_of(pk=fixture.pk).exists():
        raise NotAllowed("not-paused", "The clock of this table is not stopped.")
    if not end_pauses(pauses_of(pk=fixture.pk), by):
        raise NotAllowed("ends", recalculation.ENDS_ANYWAY)
    act = log(fixture.division.season, by, f"ended the pause of table {fixture.number} of {fixture.division.name}", reason, fixture)
    notices.decided_for_all(act, f"The clock of table {fixture.number} runs again in half a day.")
    return fixture


# -- the whole season -----------------------------------------------------------------------------------
@transaction.atomic
def pause_season(season_id: int, by: User | None, days: int, reason: str) -> Season:
    """Pause all clocks and the opening of rounds, and postpone all future dates of the season by `days`. Raise NotAllowed."""
    season = locked(season_id)
    must_judge_all(by, season)
    must_be(season, Season.Status.RUNNING)
    reason = must_have_reason(reason)
    must_be_days(days)
    if season.is_paused:
        raise NotAllowed("paused", "The season is paused already.")
    now, span = timezone.now(), timedelta(days=days)
    season.paused_until, season.hard_end = now + span, season.hard_end + span
    season.pauses = [*(season.pauses or []), [now.isoformat(), season.paused_until.isoformat()]]
    season.save(update_fields=["paused_until", "hard_end", "pauses"])
    unfinished = season.rounds.exclude(status=Round.Status.CLOSED)
    unfinished.update(target_end=F("target_end") + span)
    unfinished.filter(status=Round.Status.PLANNED).update(opens=F("opens") + span)
    unfinished.filter(ready_check_closed=False).update(ready_by=F("ready_by") + span)
    for fixture in Fixture.objects.filter(round__season=season, status=Fixture.Status.RUNNING).select_related("game").order_by("pk"):
        stop_clock(fixture, by, now, season.paused_until, reason)
    act = log(season, by, f"paused the season for {in_days(days)}", reason)
    notices.decided_for_all(act, f"The season stands still for {in_days(days)}; its hard end moves by the same time.")
    return season


@transaction.atomic
def resume_season(season_id: int, by: User | None, reason: str) -> Season:
    """End the pause of a season early. Postponed dates stay, so that nothing happens sooner than announced. Raise NotAllowed."""
    season = locked(season_id)
    must_judge_all(by, season)
    must_be(season, Season.Status.RUNNING)
    reason = must_have_reason(reason)
    if season.paused_until is None or not season.is_paused:
        raise NotAllowed("not-paused", "The season is not paused.")
    end_pauses(pauses_of(round__season=season).filter(end=season.paused_until), by)
    season.paused_until = timezone.now()
    if season.pauses:
        season.pauses[-1][1] = season.paused_until.isoformat()
    season.save(update_fields=["paused_until", "pauses"])
    act = log(season, by, "ended the pause of the season", reason)
    notices.decided_for_all(act, "The season goes on.")
    return season


def end_pauses(pauses: Iterable[Pause], by: User | None) -> int:
    """End the pauses now and adjust the deadlines of their tables. Return the number of pauses that were shortened."""
    ends = [(row, row.end) for row in pauses]
    rows = [(row, end) for row, end in ends if recalculation.cut(row, timezone.now())]
    for row, end in rows:  # extra time that follows a pause moves to the new end of the pause
        following = Pause.objects.filter(game=row.game_id, reason=Pause.Reason.ORGANISER, begin=end, end__gt=F("begin"))
        following.update(begin=row.end, end=F("end") - (end - row.end))
    for game_id in sorted({row.game_id for row, _ in rows if row.game_id is not None}):
        recalculation.recompute(game_id, "pause ended", by.name if by else "")
    return len(rows)


# -- outages --------------------------------------------------------------------------------------------
@transaction.atomic
def credit_outages(season_id: int) -> Season:
    """Postpone the hard end, ready checks and substitute calls by the outages since the season began, each counted once."""
    season = locked(season_id)
    span = outages_of(season) - timedelta(seconds=season.credited)
    if season.status == Season.Status.RUNNING and span > timedelta(0):
        season.hard_end += span
        season.credited += int(span.total_seconds())
        season.save(update_fields=["hard_end", "credited"])
        season.rounds.filter(status=Round.Status.RUNNING, ready_check_closed=False).update(ready_by=F("ready_by") + span)
        SubCall.objects.filter(seat__fixture__round__season=season, answer="").update(until=F("until") + span)
        act = log(season, None, f"put the hard end off by {span_words(int(span.total_seconds()))}", "the site was down")
        if span >= WORTH_A_LETTER:
            notices.dates_changed(act, f"The season ends on {notices.moment(season.hard_end)}.")
    return season


def outages_of(season: Season) -> timedelta:
    """Return the downtime during a season, including the recovery time that clocks get, without the season's own pauses."""
    everywhere = Pause.objects.filter(game=None, user=None, reason=Pause.Reason.OUTAGE)
    rows = everywhere.filter(end__gt=season.starts, begin__lt=season.hard_end).order_by("begin")
    down = [Span(max(row.begin, season.starts), row.end) for row in rows]
    paused = [Span(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in season.pauses or []]
    whole = length(merged(down, paused)) - length(merged(paused))
    return timedelta(seconds=int(whole.total_seconds()))


def length(spans: Iterable[Span]) -> timedelta:
    return sum((span.end - span.begin for span in spans), timedelta())
