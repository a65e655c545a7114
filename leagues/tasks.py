"""Celery tasks of leagues. All are safe to run twice, because database rows record the pending work."""

from datetime import timedelta

from celery import shared_task
from celery.schedules import crontab
from django.utils import timezone

from games.deadlines import heartbeat
from leagues import notices
from leagues.models import RatedTable, RatingBook, Recount, Season
from leagues.queries import dashboard
from leagues.services import cards, rating, ready_check, rounds, seasons, substitutes
from leagues.tables import division_tables

NEAR_THE_END = timedelta(days=4)
SCHEDULE = {
    "leagues.sweep": {"task": "leagues.tasks.sweep", "schedule": 300.0, "options": {"expires": 600}},
    "leagues.nightly": {"task": "leagues.tasks.nightly", "schedule": crontab(hour="3", minute="40")},
}
LIVING = ("registration", "seeding", "running", "settling", "final")


@shared_task(name="leagues.tasks.sweep")
def sweep() -> int:
    """Queue a task for each season in progress, and for outdated standings and ratings. Return the number of seasons."""
    living = list(Season.objects.filter(status__in=LIVING).values_list("pk", flat=True))
    for pk in living:
        look_after.delay(pk)
    for pk in Recount.objects.order_by("division__season").values_list("division__season", flat=True).distinct():
        renew_standings.delay(pk)
    behind = set(RatedTable.objects.filter(is_done=False).values_list("ruleset", flat=True).distinct())
    for ruleset in behind | set(RatingBook.objects.filter(stale=True).values_list("ruleset", flat=True)):
        rate.delay(ruleset)
    return len(living)


@shared_task(name="leagues.tasks.look_after")
def look_after(season_id: int) -> str:
    """Run the due work of one season: ready check, substitutes, games, next step. Do nothing while the system clock is wrong."""
    if not heartbeat.is_ok():
        return ""
    season = Season.objects.select_related("league").get(pk=season_id)
    if season.status == Season.Status.RUNNING:
        seasons.adjudicate_late(season_id)
        if not season.is_paused:
            ready_check.close_due(season)
            substitutes.stir_sleeping_tables(season)
            substitutes.call_substitutes(season)
            notices.alarms(season, [(table.fixture, table.alarms) for table in dashboard.pressing_tables(season)])
        if season.hard_end - timezone.now() < NEAR_THE_END:
            notices.near_the_end(season)
    for pk in rounds.unstarted(season.pk):
        start_fixture.delay(pk)
    return seasons.move_on(season_id)


@shared_task(name="leagues.tasks.close_rounds")
def close_rounds(season_id: int) -> int:
    return rounds.close_finished(season_id)


@shared_task(name="leagues.tasks.start_fixture")
def start_fixture(fixture_id: int) -> bool:
    return rounds.start_safely(fixture_id)


@shared_task(name="leagues.tasks.renew_standings")
def renew_standings(season_id: int) -> int:
    return division_tables.renew_season(season_id)


@shared_task(name="leagues.tasks.rate")
def rate(ruleset: str) -> int:
    return rating.catch_up(ruleset)


@shared_task(name="leagues.tasks.nightly")
def nightly() -> int:
    """Close old appeals, recalculate stored standings and ratings, and report wrong standings. Return the number of differences."""
    if heartbeat.is_ok():
        cards.close_unanswered()
    wrong = 0
    for season in Season.objects.filter(status__in=LIVING).select_related("league"):
        differing = division_tables.wrong_tables(season)
        for division in differing:
            notices.tell_organisers(
                season, {f"differs:{division.pk}": f"The table of {division.name} is not what it was. Look at its history."}
            )
        if differing:
            wrong += len(differing)
            division_tables.mark_changed(season.pk, [division.pk for division in differing], "worked out anew at night")
    for ruleset in RatingBook.objects.values_list("ruleset", flat=True):
        rating.count_seats(ruleset)
        if rating.wrong_ratings(ruleset):
            RatingBook.objects.filter(ruleset=ruleset).update(stale=True, stale_from=0)
            rate.delay(ruleset)
            wrong += 1
    return wrong
