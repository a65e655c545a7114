"""The reads of looking after a season. They come every few minutes for each season, and mostly find nothing: each is one prepared query."""

from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from core.prepared import MOMENT, NUMBER, Blank, Prepared
from games.models import Pause, Player, Wait
from leagues.models import Fixture, FixtureSeat, Round, Season

Status = Fixture.Status
MOST_FAILURES = 5
"""How often the start of a table is tried."""


@Prepared.of(NUMBER)
def season_row(season: Blank) -> QuerySet[Season]:
    """This season with its league."""
    return Season.objects.select_related("league").filter(pk=season)


@Prepared.of(NUMBER)
def locked_season(season: Blank) -> QuerySet[Season]:
    """The same, locked until the transaction ends."""
    return season_row.make(season).select_for_update(of=("self",))


@Prepared.of(NUMBER)
def unstarted(season: Blank) -> QuerySet[Fixture, int]:
    """The tables of running rounds that should have started, unless that failed too often."""
    found = Fixture.objects.filter(round__season=season, round__status="running", status=Status.PLANNED, failures__lt=MOST_FAILURES)
    return found.values_list("pk", flat=True)


@Prepared.of(NUMBER)
def to_watch(season: Blank) -> QuerySet[Fixture]:
    """The tables at which something may be wrong: those that are played, and those whose start has failed. In order."""
    failed = Q(status=Status.PLANNED, failures__gt=0)
    found = Fixture.objects.filter(Q(status=Status.RUNNING) | failed, round__season=season).select_related("round", "division", "game")
    return found.defer("game__public").order_by("round__number", "division__number", "number")


@Prepared.of(NUMBER)
def seats_at(fixtures: Any) -> QuerySet[FixtureSeat]:
    """The seats of these tables with their people."""
    return FixtureSeat.objects.filter(fixture__pk__in=fixtures).select_related("entry__user", "played_by").order_by("seat", "pk")


@Prepared.of(NUMBER)
def asked_at(games: Any) -> QuerySet[Wait]:
    """The open waits of these games, without windows, the most urgent first."""
    return Wait.objects.filter(game__pk__in=games, closed_at=None).exclude(next_step=Wait.Step.CLOSE).order_by("due_at", "pk")


@Prepared.of(NUMBER)
def players_at(games: Any) -> QuerySet[Player]:
    """Everyone at these games."""
    return Player.objects.filter(game__pk__in=games)


@Prepared.of(NUMBER)
def open_at_running(season: Blank) -> QuerySet[FixtureSeat]:
    """The seats that are open at running games."""
    found = FixtureSeat.objects.filter(
        fixture__round__season=season, fixture__status=Status.RUNNING, fixture__game__players__mode=Player.Mode.OPEN,
        fixture__game__players__seat=F("seat"),
    )  # fmt: skip
    return found.select_related("fixture__game", "entry")


@Prepared.of(NUMBER, MOMENT)
def asleep(season: Blank, long_ago: Blank) -> QuerySet[Fixture, int]:
    """The tables that have slept since then."""
    found = Fixture.objects.filter(round__season=season, status=Status.RUNNING, game__stalled_at__lte=long_ago)
    return found.order_by("pk").values_list("pk", flat=True)


@Prepared.of(NUMBER)
def finished_rounds(season: Blank) -> QuerySet[Round]:
    """The running rounds all of whose tables are over."""
    going_on = Fixture.objects.filter(round=OuterRef("pk"), status__in=(Status.PLANNED, Status.RUNNING))
    return Round.objects.filter(~Exists(going_on), season=season, status=Round.Status.RUNNING)


@Prepared.of(MOMENT, MOMENT)
def outages(since: Blank, until: Blank) -> QuerySet[Pause]:
    """The outages that touched this time, in order."""
    everywhere = Pause.objects.filter(game=None, user=None, reason=Pause.Reason.OUTAGE)
    return everywhere.filter(end__gt=since, begin__lt=until).order_by("begin")
