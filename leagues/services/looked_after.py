"""Queries for looking after a season. They run every few minutes for each season and seldom return rows."""

from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from core.prepared import MOMENT, NUMBER, Blank, Prepared
from games.models import Pause, Player, Wait
from leagues.models import Fixture, FixtureSeat, Round, Season

Status = Fixture.Status
MOST_FAILURES = 5
"""Attempts to start a table."""


@Prepared.of(NUMBER)
def season_row(season: Blank) -> QuerySet[Season]:
    """Return this season with its league."""
    return Season.objects.select_related("league").filter(pk=season)


@Prepared.of(NUMBER)
def locked_season(season: Blank) -> QuerySet[Season]:
    """Return this season with its league, locked until the transaction ends."""
    return season_row.make(season).select_for_update(of=("self",))


@Prepared.of(NUMBER)
def unstarted(season: Blank) -> QuerySet[Fixture, int]:
    """Return the tables of running rounds that should have started, without those that failed too often."""
    fixtures = Fixture.objects.filter(round__season=season, round__status="running", status=Status.PLANNED, failures__lt=MOST_FAILURES)
    return fixtures.values_list("pk", flat=True)


@Prepared.of(NUMBER)
def to_watch(season: Blank) -> QuerySet[Fixture]:
    """Return the tables to check for problems, in order: those in play, and those that failed to start."""
    failed = Q(status=Status.PLANNED, failures__gt=0)
    fixtures = Fixture.objects.filter(Q(status=Status.RUNNING) | failed, round__season=season).select_related("round", "division", "game")
    return fixtures.defer("game__public").order_by("round__number", "division__number", "number")


@Prepared.of(NUMBER)
def seats_at(fixtures: Any) -> QuerySet[FixtureSeat]:
    """Return the seats of these tables with their people."""
    return FixtureSeat.objects.filter(fixture__pk__in=fixtures).select_related("entry__user", "played_by").order_by("seat", "pk")


@Prepared.of(NUMBER)
def asked_at(games: Any) -> QuerySet[Wait]:
    """Return the open waits of these games, without undo windows, the most urgent first."""
    return Wait.objects.filter(game__pk__in=games, closed_at=None).exclude(next_step=Wait.Step.CLOSE).order_by("due_at", "pk")


@Prepared.of(NUMBER)
def players_at(games: Any) -> QuerySet[Player]:
    """Return every player of these games."""
    return Player.objects.filter(game__pk__in=games)


@Prepared.of(NUMBER)
def open_at_running(season: Blank) -> QuerySet[FixtureSeat]:
    """Return the open seats at running games."""
    seats = FixtureSeat.objects.filter(
        fixture__round__season=season, fixture__status=Status.RUNNING, fixture__game__players__mode=Player.Mode.OPEN,
        fixture__game__players__seat=F("seat"),
    )  # fmt: skip
    return seats.select_related("fixture__game", "entry")


@Prepared.of(NUMBER, MOMENT)
def asleep(season: Blank, long_ago: Blank) -> QuerySet[Fixture, int]:
    """Return the tables that have slept since the given time."""
    fixtures = Fixture.objects.filter(round__season=season, status=Status.RUNNING, game__stalled_at__lte=long_ago)
    return fixtures.order_by("pk").values_list("pk", flat=True)


@Prepared.of(NUMBER)
def finished_rounds(season: Blank) -> QuerySet[Round]:
    """Return the running rounds whose tables are all over."""
    going_on = Fixture.objects.filter(round=OuterRef("pk"), status__in=(Status.PLANNED, Status.RUNNING))
    return Round.objects.filter(~Exists(going_on), season=season, status=Round.Status.RUNNING)


@Prepared.of(MOMENT, MOMENT)
def outages(since: Blank, until: Blank) -> QuerySet[Pause]:
    """Return the outages that overlap this period, in order."""
    everywhere = Pause.objects.filter(game=None, user=None, reason=Pause.Reason.OUTAGE)
    return everywhere.filter(end__gt=since, begin__lt=until).order_by("begin")
