"""Data of the organiser's dashboard. Nothing hidden in a running game is loaded: organisers see tables as spectators do."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, prefetch_related_objects
from django.utils import timezone

from accounts.models import User
from games.agreements import votes
from games.models import Player, Wait
from leagues.models import Absence, Appeal, Entry, Fixture, FixtureSeat, Season
from leagues.queries import pages
from leagues.services import ready_check, rounds, seasons
from leagues.services.common import plays_in
from leagues.tables import promotion
from notifications.models import Mailing, Stop

UNFINISHED = (Fixture.Status.RUNNING, Fixture.Status.PLANNED)
ENDED = (Season.Status.SETTLING, Season.Status.FINAL, Season.Status.ARCHIVED)
PAGE, MAX_NAMES = 40, 200
WANTED = {"turns": "turns", "reminders": "time that runs out", "leagues": "leagues"}
STATES = {"running": "being played", "planned": "to come", "finished": "played", "adjudicated": "adjudicated", "void": "void"}


class Captain(NamedTuple):
    """A player in the season, with any problem of their e-mail address and the letter categories that they have turned off.

    `is_own_division`: whether the organiser who reads the dashboard plays in the player's division.
    """

    entry: Entry
    trouble: str | None
    stopped: list[str]
    is_own_division: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """A table on the dashboard: the seats it waits for, its problems, and whether the organiser may decide about it."""

    fixture: Fixture
    asked: list[tuple[FixtureSeat, Wait]]
    alarms: list[str]
    may_decide: bool

    @property
    def title(self) -> str:
        return f"{self.fixture.division.name}, table {self.fixture.number}"


def dashboard_of(season: Season, user: User, state: str = "", page: str = "1", who: str = "") -> dict[str, Any]:
    """Return the context of the dashboard: the next step, urgent work, one page of tables, and the captains."""
    step, captains = seasons.step_of(season), field(season, user)
    everyone = [captain.entry for captain in captains]
    own = {captain.entry.division_id for captain in captains if captain.is_own_division}
    listed = tables(season, own, state, page)
    today = timezone.now().date()
    coming_absences = Absence.objects.filter(entry__season=season, end__gte=today).select_related("entry__user")
    absences = list(coming_absences.order_by("begin"))
    away = {absence.entry_id for absence in absences if absence.begin <= today}
    accepted = [entry for entry in everyone if entry.status == Entry.Status.ACCEPTED]
    present = rounds.Present(len(accepted), sum(entry.pk not in away for entry in accepted))
    check, coming = step.check(season) if step else None, None
    if season.status == Season.Status.RUNNING:
        prefetch_related_objects([season], "rounds")
        coming = rounds.next_round(season, present)
    return {
        "path": path(season), "step": step, "check": check, **listed,
        "appeals": Appeal.objects.filter(entry__season=season, granted=None).select_related("entry__user", "entry__division"),
        "who": who, "captains": [entry for entry in everyone if who.casefold() in entry.name.casefold()][:MAX_NAMES],
        "everyone": everyone, "how_many": len(everyone),
        "silent": unreachable_captains(captains), "away": absences, "acts": season.acts.select_related("by")[:20],
        "waiting": seasons.waits_for_organisers(season, check, coming, present).values() if check and not season.is_paused else (),
        "next_round": coming, "blockers": rounds.blockers_of(coming, present) if coming else [],
        "away_now": [absence.entry.name for absence in absences if absence.begin <= today],
        "ready_checks": ready_checks(season) if season.preset.ready_check else [], "substitutes": season.substitutes.select_related("user"),
        "going": promotion.preview(season) if season.status in ENDED and season.preset.shape != "swiss" else [],
        "changed": promotion.differences(season) if season.status == Season.Status.ARCHIVED else [],
    }  # fmt: skip


PATH = (
    ("draft", "Draft"), ("registration", "Registration"), ("seeding", "Drawn"), ("running", "Under way"),
    ("final", "Provisional result"), ("archived", "Confirmed"),
)  # fmt: skip


def path(season: Season) -> list[tuple[str, str, object]]:
    """Return (words, state, start) for each phase of a season; the state is "done", "now" or empty."""
    status = "final" if season.status == Season.Status.SETTLING else season.status
    keys = [key for key, _ in PATH]
    here = keys.index(status) if status in keys else -1
    begins = {"seeding": season.registration_to, "running": season.starts, "final": season.hard_end}
    states = ["done" if index < here else "now" if index == here else "" for index in range(len(PATH))]
    return [(words, state, begins.get(key)) for (key, words), state in zip(PATH, states, strict=True)] if here >= 0 else []


def tables(season: Season, own: Set[int | None], state: str, page: str) -> dict[str, Any]:
    """Return one page of tables with the status `state` (default: running), all tables with problems, and counts by status."""
    rows = list(pages.fixtures_of(round__season=season).values_list("pk", "status"))
    counted = Counter(status for _, status in rows)
    seasons.note_unfinished(season, counted)
    if not state:
        state = Fixture.Status.RUNNING if counted[Fixture.Status.RUNNING] else "all"
    shown = Paginator([pk for pk, status in rows if state not in STATES or status == state], PAGE).get_page(page)
    looked_at = pages.fixtures_of(Q(pk__in=shown.object_list) | Q(status__in=UNFINISHED), round__season=season)
    shown_tables = {table.fixture.pk: table for table in watched(season, list(looked_at), own)}
    return {
        "shown": shown, "tables": [shown_tables[pk] for pk in shown.object_list], "state": str(state),
        "states": [(key, words, counted[key]) for key, words in STATES.items() if counted[key]],
        "pressing": [table for table in shown_tables.values() if table.fixture.status in UNFINISHED and table.alarms],
    }  # fmt: skip


def field(season: Season, user: User) -> list[Captain]:
    """Return all entries of a season, with the reasons why letters may not reach them. `user` is the organiser who asks."""
    plays_there = Exists(plays_in(user).filter(fixture__division=OuterRef("division")))
    stopped = {f"without_{category}": Exists(Stop.objects.filter(user=OuterRef("user"), category=category)) for category in WANTED}
    trouble = Mailing.objects.filter(address=OuterRef("user__email")).exclude(state=Mailing.State.OK).values("state")
    entries = season.entries.select_related("user", "division").prefetch_related("sanctions")
    captains = []
    for row in entries.annotate(trouble=Subquery(trouble), plays_there=plays_there, **stopped):
        without = sorted(words for category, words in WANTED.items() if getattr(row, f"without_{category}"))
        captains.append(Captain(row, row.trouble, without, row.plays_there or row.user_id == user.pk))
    return captains


# -- tables with their clocks ---------------------------------------------------------------------------
def watched(season: Season, fixtures: list[Fixture], own: Set[int | None] = frozenset()) -> list[Watched]:
    """Return the tables for an organiser's dashboard. `own`: divisions in which the organiser plays, and so may not decide."""
    games = [fixture.game_id for fixture in fixtures if fixture.status == Fixture.Status.RUNNING]
    waits: dict[int | None, list[Wait]] = defaultdict(list)
    for wait in Wait.objects.filter(game__in=games, closed_at=None).exclude(next_step=Wait.Step.CLOSE).order_by("due_at", "pk"):
        waits[wait.game_id].append(wait)
    players: Mapping[tuple[int, int], Player] = {
        (player.game_id, player.seat_number): player for player in Player.objects.filter(game__in=games)
    }
    tables_shown = []
    for fixture in fixtures:
        seats = {seat.seat: seat for seat in fixture.seats.all()}
        asked = [(seats[wait.seat], wait) for wait in waits[fixture.game_id] if wait.seat in seats] if fixture.game_id else []
        tables_shown.append(Watched(fixture, asked, alarms(season, fixture, asked, players), fixture.division_id not in own))
    return tables_shown


def own_divisions(season: Season, user: User, everyone: Iterable[Entry]) -> set[int | None]:
    """Return the divisions in which an organiser plays, and so may not decide."""
    entered = {entry.division_id for entry in everyone if entry.user_id == user.pk}
    return entered | set(plays_in(user).filter(fixture__round__season=season).values_list("fixture__division", flat=True))


def alarms(season: Season, fixture: Fixture, asked: list[tuple[FixtureSeat, Wait]], players: Mapping[tuple[int, int], Player]) -> list[str]:
    now, problems = timezone.now(), []
    if fixture.failures:
        problems.append("could not be started")
    if fixture.status != Fixture.Status.RUNNING:
        return problems
    if fixture.game and fixture.game.status == "stuck":
        problems.append("was set aside because of a fault")
    late = now - timedelta(hours=season.alarm_overdue)
    problems += [f"{seat.captain} is overdue" for seat, wait in asked if wait.due_at and wait.due_at < late]
    for seat in fixture.seats.all():
        player = players.get((fixture.game_id, seat.seat)) if fixture.game_id else None
        problems += seat_alarms(seat, player) if player is not None else []
    last_move = (fixture.game.moved_at or fixture.game.started_at) if fixture.game else None
    if season.alarm_quiet and not season.is_paused and last_move and last_move < now - timedelta(days=season.alarm_quiet):
        problems.append(f"no move for {season.alarm_quiet} days")
    return problems


def seat_alarms(seat: FixtureSeat, player: Player) -> list[str]:
    states = {
        f"the seat of {seat.captain} is open": player.mode == Player.Mode.OPEN,
        f"{seat.captain} is away": player.mode == Player.Mode.AWAY,
        f"{seat.captain} has kept the table waiting too long": votes.has_held_too_long(player) and player.mode != Player.Mode.OPEN,
    }
    return [words for words, holds in states.items() if holds]


def pressing_tables(season: Season) -> list[Watched]:
    return [table for table in watched(season, list(to_watch(season))) if table.alarms]


def to_watch(season: Season) -> QuerySet[Fixture]:
    """Return the running tables, and planned tables that failed to start, in order, with their seats."""
    failed = Q(status=Fixture.Status.PLANNED, failures__gt=0)
    watched = Fixture.objects.filter(Q(status=Fixture.Status.RUNNING) | failed, round__season=season).defer("game__public")
    with_people = Prefetch("seats", FixtureSeat.objects.select_related("entry__user", "played_by").order_by("seat", "pk"))
    with_games = watched.select_related("round", "division", "game").prefetch_related(with_people)
    return with_games.order_by("round__number", "division__number", "number")


def ready_checks(season: Season) -> list[tuple[Any, ...]]:
    """Return (round, names of captains who have not confirmed) for each open ready check."""
    unconfirmed = defaultdict(set)
    for seat in ready_check.missing(fixture__round__season=season, fixture__round__ready_check_closed=False):
        unconfirmed[seat.fixture.round].add(seat.entry.name)
    return [(opened, sorted(names)) for opened, names in unconfirmed.items()]


# -- people ---------------------------------------------------------------------------------------------
def unreachable_captains(captains: list[Captain]) -> list[tuple[Entry, str]]:
    """Return (entry, reason) for each captain who does not get all letters."""
    unreachable = []
    for entry, trouble, stopped, _ in captains:
        if entry.user is None or entry.status != Entry.Status.ACCEPTED:
            continue
        if not entry.user.gets_letters:
            unreachable.append((entry, "has switched letters off"))
        elif trouble:
            unreachable.append((entry, Mailing.State(trouble).label))
        elif stopped:
            unreachable.append((entry, f"has stopped letters about {' and '.join(stopped)}"))
    return unreachable
