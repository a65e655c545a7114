"""Open and close rounds, and create the game of each fixture in its own transaction, with retries."""

import logging
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from core.infrastructure import FAULTS
from core.plain_text import listed
from core.tasks import enqueue_after_commit
from games.editions.errors import NotAllowed
from games.engine import Ruleset
from games.play.controllers import helmsman_level
from games.tables import arranged
from games.tables.arranged import Chair
from games.tables.lobby import edition
from games.timeouts import seats as seats_of_games
from leagues import notices
from leagues.models import Division, Entry, Fixture, FixtureSeat, Round, Season
from leagues.pure import pairing
from leagues.services import drawing, entries, ready_check
from leagues.services.common import locked, log, must_be, must_organise
from leagues.services.entries import accepted_entries
from leagues.tables import division_tables
from leagues.tables.division_tables import mark_changed, mark_season

log_of_site = logging.getLogger(__name__)
MAX_FAILURES = 5
"""Maximum number of attempts to start a table."""


@transaction.atomic
def publish(round_id: int, by: User | None = None) -> Round:
    """Open a round; its games are created after the commit. Raise NotAllowed if the round is blocked."""
    season = locked(Round.objects.values_list("season_id", flat=True).get(pk=round_id))
    must_organise(by, season)
    must_be(season, Season.Status.RUNNING)
    opened = Round.objects.get(pk=round_id)
    opened.season = season
    if opened.status != Round.Status.PLANNED:
        return opened
    if blockers := blockers_of(opened):
        raise NotAllowed("blocked", " ".join(blockers))
    open_now(opened, by)
    return opened


class Present(NamedTuple):
    """The numbers of accepted captains, and of accepted captains who are not absent today."""

    accepted: int
    there: int


def blockers_of(opened: Round, present: Present | None = None) -> list[str]:
    season, blockers = opened.season, []
    earlier = [each for each in season.rounds.all() if each.number < opened.number and each.status != Round.Status.CLOSED]
    if any(each.status == Round.Status.PLANNED and not can_never_open(each, present) for each in earlier):
        blockers.append("An earlier round has not been opened yet.")
    elif season.preset.shape == "swiss" and any(each.status == Round.Status.RUNNING for each in earlier):
        blockers.append("In an open event, the previous round must end first.")
    if season.preset.shape == "swiss":
        blockers += too_few(opened, present)
    return blockers


def too_few(opened: Round, present: Present | None = None) -> list[str]:
    """Return a list with the reason why a round of an open event cannot fill a table; [] if it can."""
    playing = accepted_entries(opened.season)
    present = present or Present(playing.count(), there_now(playing).count())
    available = present.accepted if opened.is_final else present.there
    if available >= seats_needed(opened):
        return []
    away = present.accepted - available
    return [f"Only {available} captains are left, too few for a table{f' ({away} more are away now)' if away else ''}."]


def seats_needed(opened: Round) -> int:
    return drawing.least_seats(opened.season) if opened.is_final else opened.season.preset.seats


def can_never_open(planned: Round, present: Present | None = None) -> bool:
    """Return whether a round of an open event has too few captains for one table, even with all absent captains."""
    season = planned.season
    if season.preset.shape != "swiss":
        return False
    return (present.accepted if present else accepted_entries(season).count()) < seats_needed(planned)


def next_round(season: Season, present: Present | None = None) -> Round | None:
    planned = [each for each in season.rounds.all() if each.status == Round.Status.PLANNED]
    return next((each for each in planned if not can_never_open(each, present)), None)


def is_due(coming: Round) -> bool:
    """Return whether a round's opening time has come and, in an open event, no other round is running."""
    if coming.opens > timezone.now():
        return False
    return coming.season.preset.shape != "swiss" or not coming.season.rounds.filter(status=Round.Status.RUNNING).exists()


def leave_out(season: Season, planned: list[Round]) -> None:
    """Close planned rounds that are not played, and notify captains and organisers. The caller has locked the season."""
    if not planned:
        return
    Round.objects.filter(pk__in=[each.pk for each in planned]).update(status=Round.Status.CLOSED)
    names = listed(str(each) if not index else str(each).lower() for index, each in enumerate(planned))
    sentence = f"{names} {'is' if len(planned) == 1 else 'are'} not played."
    act = log(season, None, f"left out {names.lower()}", f"only {accepted_entries(season).count()} captains are left, too few for a table")
    notices.decided_for_all(act, sentence)
    notices.tell_organisers(season, {f"left-out:{planned[0].pk}": f"{sentence[:-1]}: {act.reason}."})
    mark_season(season, f"{names.lower()} left out")


def there_now(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries without an absence today."""
    today = timezone.now().date()
    return entries.exclude(pk__in=Entry.objects.filter(absences__begin__lte=today, absences__end__gte=today).values("pk"))


def open_now(opened: Round, by: User | None = None) -> None:
    """Open a round; in an open event, draw its tables first. The caller has locked the season."""
    if opened.season.preset.shape == "swiss":
        leave_out(opened.season, list(opened.season.rounds.filter(status=Round.Status.PLANNED, number__lt=opened.number)))
        draw_round(opened)
    opened.status, opened.opens = Round.Status.RUNNING, timezone.now()
    if opened.season.preset.ready_check:
        opened.ready_by = timezone.now() + timedelta(seconds=opened.season.preset.ready_time)
    opened.save(update_fields=["status", "opens", "ready_by"])
    log(opened.season, by, f"opened round {opened.number}")
    notices.round_opens(opened)
    for pk in opened.fixtures.filter(status=Fixture.Status.PLANNED).values_list("pk", flat=True):
        enqueue_after_commit("leagues.tasks.start_fixture", pk)


@transaction.atomic
def start(fixture_id: int) -> bool:
    """Create the game of a fixture. Return False if the game exists already or cannot be created now."""
    fixture = Fixture.objects.select_for_update(of=("self",)).select_related("round__season__league", "division").get(pk=fixture_id)
    season = fixture.round.season
    if (
        fixture.status != Fixture.Status.PLANNED
        or fixture.round.status != Round.Status.RUNNING
        or season.status != Season.Status.RUNNING
        or season.is_paused
        or ready_check.holds_back(fixture)
    ):
        return False
    rules = edition(season.league.ruleset)
    seats = list(fixture.seats.select_related("entry__user", "played_by"))
    chairs = [chair_of(seat, season, rules) for seat in seats]
    name = f"{season.league.name} {season.number}, {fixture.division.name}, table {fixture.number}"
    fixture.game = arranged.create(
        rules.slug, season.preset.options or season.league.options, season.preset.pace, name, chairs, season.league.is_public
    )
    fixture.status = Fixture.Status.RUNNING
    fixture.save(update_fields=["game", "status"])
    for seat in seats:
        if seat.gone and seat.played_by is None:
            seats_of_games.offer(fixture.game.pk, seat.seat)
    return True


def chair_of(seat: FixtureSeat, season: Season, rules: Ruleset) -> Chair:
    """Return the player for a seat: the substitute, the captain or the bot; for a captain who has left, a helmsman."""
    entry = seat.entry
    if seat.played_by is not None:
        return Chair(user=seat.played_by, orders=entries.orders_of(season, seat.played_by))
    if entry.bot:
        return Chair(bot=entry.bot, name=entry.own_name)
    if entry.user is None or entry.status != Entry.Status.ACCEPTED:
        if not seat.gone:
            seat.gone = True
            seat.save(update_fields=["gone"])
        return Chair(bot=helmsman_level(rules), name=f"A bot for {entry.name}"[:40])
    return Chair(user=entry.user, orders=entries.orders_of(season, entry.user))


def unstarted(season_id: int) -> QuerySet[Fixture, int]:
    """Return the ids of tables in running rounds that have no game yet and have not failed too often."""
    planned = Fixture.objects.filter(round__season=season_id, round__status=Round.Status.RUNNING, status=Fixture.Status.PLANNED)
    return planned.filter(failures__lt=MAX_FAILURES).values_list("pk", flat=True)


def start_safely(fixture_id: int) -> bool:
    """Create the game of a fixture. Log any error, and count errors other than infrastructure faults. Return whether a game began."""
    try:
        return start(fixture_id)
    except FAULTS as error:
        log_of_site.error("fixture %s is started later: %s", fixture_id, type(error).__name__)
        return False
    except Exception:
        log_of_site.exception("fixture %s could not be started", fixture_id)
    Fixture.objects.filter(pk=fixture_id).update(failures=F("failures") + 1)
    fixture = Fixture.objects.select_related("division", "round__season__league").get(pk=fixture_id)
    if fixture.failures == MAX_FAILURES:
        sentence = f"Table {fixture.number} of {fixture.division.name} could not be started. The site’s staff has to look."
        notices.tell_organisers(fixture.round.season, {f"start:{fixture.pk}": sentence})
    return False


@transaction.atomic
def close_finished(season_id: int) -> int:
    """Close running rounds whose tables are all over. Return the number of rounds."""
    locked(season_id)
    going_on = Fixture.objects.filter(round=OuterRef("pk"), status__in=(Fixture.Status.PLANNED, Fixture.Status.RUNNING))
    finished = Round.objects.filter(~Exists(going_on), season=season_id, status=Round.Status.RUNNING)
    return finished.update(status=Round.Status.CLOSED)


# -- open events ----------------------------------------------------------------------------------------
def draw_round(opened: Round) -> None:
    """Draw the tables of an open event's next round from the results so far, without absent captains."""
    season = opened.season
    division = season.divisions.get()
    mark_changed(season.pk, [division.pk], f"{str(opened).lower()} was drawn")
    if opened.is_final:
        drawing.store([final := Fixture(round=opened, division=division)], [(final, *seat) for seat in enumerate(finalists(division))])
        return
    playing = there_now(division.entries.filter(status=Entry.Status.ACCEPTED))
    entries = {entry.label: entry for entry in playing if entry.label is not None}
    field = contestants(season, entries, opened.number)
    seed = f"{season.seed}:{opened.number}"
    drawn, _ = pairing.next_round(list(field.values()), season.preset.seats, drawing.least_seats(season), seed)
    fixtures, seats = [], []
    for labels in drawn:
        fixture = Fixture(round=opened, division=division)
        fixtures.append(fixture)
        seats += [(fixture, seat, entries[label]) for seat, label in enumerate(labels)]
    drawing.store(fixtures, seats)


def finalists(division: Division) -> list[Entry]:
    """Return the best entries for one table, in an order that gives each entry its least used seats."""
    division.season = season = Season.objects.select_related("league").get(pk=division.season_id)
    playing = [row.person for row in division_tables.table_of(division) if row.person.status == Entry.Status.ACCEPTED]
    best = {entry.label: entry for entry in playing[: season.preset.seats] if entry.label is not None}
    known = contestants(season, best, season.rounds.count())
    return [best[contestant.label] for contestant in pairing.seat_evenly([known[label] for label in best])]


def contestants(season: Season, entries: dict[int, Entry], number: int) -> dict[int, pairing.Contestant]:
    """Return {label: Contestant} for pairing. Points are as in the standings, including compensation for void tables."""
    points = {row.entry: int(row.points + row.made_up) for rows in division_tables.all_tables(season).values() for row in rows}
    field = {label: pairing.Contestant(label, points.get(entry.pk, 0)) for label, entry in entries.items()}
    labels = {entry.pk: label for label, entry in entries.items()}
    fixtures = Fixture.objects.filter(round__season=season, round__number__lt=number).prefetch_related("seats")
    played: dict[int, int] = dict.fromkeys(entries, 0)
    for fixture in fixtures:
        here = [(labels[seat.entry_id], seat) for seat in fixture.seats.all() if seat.entry_id in labels]
        for label, seat in here:
            contestant = field[label]
            played[label] += 1
            contestant.seats[seat.seat] = contestant.seats.get(seat.seat, 0) + 1
            for other, _ in here:
                if other != label:
                    contestant.met[other] = contestant.met.get(other, 0) + 1
    for label, count in played.items():
        field[label].byes = number - 1 - count
    return field
