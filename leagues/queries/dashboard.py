"""What an organiser sees. Nothing hidden in a running game is ever loaded for it: tables are seen as spectators see them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games.agreements import votes
from games.models import Player, Wait
from leagues.models import Absence, Appeal, Entry, Fixture, FixtureSeat, Season
from leagues.permissions import plays_in
from leagues.queries import pages
from leagues.services import looked_after, ready_check, rounds, seasons
from leagues.tables import promotion
from notifications.models import Mailing, Stop

S = Season.Status
F = Fixture.Status
PAGE, MOST_NAMES = 40, 200
WANTED = {"turns": "turns", "reminders": "time that runs out", "leagues": "leagues"}
STATES = {"running": "being played", "planned": "to come", "finished": "played", "adjudicated": "adjudicated", "void": "void"}


class Captain(NamedTuple):
    """Someone in the field, with what stands between them and our letters: the state of their address, and what they have stopped.

    `is_own_division`: does the organiser who asks play in their division?
    """

    entry: Entry
    trouble: str | None
    stopped: list[str]
    is_own_division: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """A table as an organiser watches it: whom it waits for, what is wrong there, and whether this organiser may decide."""

    fixture: Fixture
    asked: list[tuple[FixtureSeat, Wait]]
    alarms: list[str]
    may_decide: bool

    @property
    def title(self) -> str:
        return f"{self.fixture.division.name}, table {self.fixture.number}"


def dashboard_of(season: Season, user: User, state: str = "", page: str = "1", who: str = "") -> dict:
    """The whole dashboard: the next step, what is pressing, and one page of tables and captains."""
    step, captains = seasons.step_of(season), field(season, user)
    everyone = [captain.entry for captain in captains]
    own = {captain.entry.division_id for captain in captains if captain.is_own_division}
    found = tables(season, own, state, page)
    check, coming = step.check(season) if step else None, rounds.next_round(season) if season.status == S.RUNNING else None
    return {
        "path": path(season), "step": step, "check": check, "appeals": appeals(season), **found,
        "who": who, "captains": named(everyone, who), "everyone": everyone, "how_many": len(everyone),
        "silent": unreachable_captains(captains), "away": coming_absences(season), "acts": season.acts.select_related("by")[:20],
        "waiting": seasons.waits_for_organisers(season, check, coming).values() if check and not season.is_paused else (),
        "next_round": coming,
        "ready_checks": ready_checks(season) if season.preset.ready_check else [], "substitutes": season.substitutes.select_related("user"),
        "going": promotion.preview(season) if season.status in (S.SETTLING, S.FINAL, S.ARCHIVED) and season.preset.shape != "swiss" else [],
        "changed": promotion.differences(season) if season.status == S.ARCHIVED else [],
    }  # fmt: skip


PATH = (
    ("draft", "Draft"), ("registration", "Registration"), ("seeding", "Drawn"), ("running", "Under way"),
    ("final", "Provisional result"), ("archived", "Confirmed"),
)  # fmt: skip


def path(season: Season) -> list[tuple[str, str, object]]:
    """The way of a season: words, whether that is behind us ("done"), now or to come, and when it begins."""
    status = "final" if season.status == S.SETTLING else season.status
    keys = [key for key, _ in PATH]
    here = keys.index(status) if status in keys else -1
    begins = {"seeding": season.registration_to, "running": season.starts, "final": season.hard_end}
    states = ["done" if at < here else "now" if at == here else "" for at in range(len(PATH))]
    return [(words, state, begins.get(key)) for (key, words), state in zip(PATH, states, strict=True)] if here >= 0 else []


def appeals(season: Season) -> QuerySet[Appeal]:
    return Appeal.objects.filter(entry__season=season, granted=None).select_related("entry__user", "entry__division")


def tables(season: Season, own: Set[int | None], state: str, page: str) -> dict:
    """One page of the tables in this state, all with something wrong, and how many there are of each state. `own`: as in `watched`.

    Without a state: those that run, if any do.
    """
    rows = list(pages.fixtures_of(round__season=season).values_list("pk", "status"))
    counted = Counter(status for _, status in rows)
    seasons.note_unfinished(season, counted)
    if not state:
        state = F.RUNNING if counted[F.RUNNING] else "all"
    shown = Paginator([pk for pk, status in rows if state not in STATES or status == state], PAGE).get_page(page)
    looked_at = pages.fixtures_of(Q(pk__in=shown.object_list) | Q(status__in=(F.RUNNING, F.PLANNED)), round__season=season)
    found = {table.fixture.pk: table for table in watched(season, list(looked_at), own)}
    return {
        "shown": shown, "tables": [found[pk] for pk in shown.object_list], "state": str(state),
        "states": [(key, words, counted[key]) for key, words in STATES.items() if counted[key]],
        "pressing": [table for table in found.values() if table.fixture.status in (F.RUNNING, F.PLANNED) and table.alarms],
    }  # fmt: skip


def field(season: Season, user: User) -> list[Captain]:
    """Everyone in it, with what is known about letters to them; `user` is the organiser who asks."""
    plays_there = Exists(plays_in(user).filter(fixture__division=OuterRef("division")))
    stopped = {f"without_{category}": Exists(Stop.objects.filter(user=OuterRef("user"), category=category)) for category in WANTED}
    trouble = Mailing.objects.filter(address=OuterRef("user__email")).exclude(state=Mailing.State.OK).values("state")
    found = season.entries.select_related("user", "division").prefetch_related("sanctions")
    rows = found.annotate(trouble=Subquery(trouble), plays_there=plays_there, **stopped)
    return [
        Captain(
            row, row.trouble, sorted(words for category, words in WANTED.items() if getattr(row, f"without_{category}")),
            row.plays_there or row.user_id == user.pk,
        )
        for row in rows
    ]  # fmt: skip


def named(everyone: list[Entry], who: str) -> list[Entry]:
    """Those whose name holds these letters."""
    return [entry for entry in everyone if who.casefold() in entry.name.casefold()][:MOST_NAMES]


# -- tables with their clocks ---------------------------------------------------------------------------
def watched(season: Season, fixtures: list[Fixture], own: Set[int | None] = frozenset()) -> list[Watched]:
    """These tables for an organiser who plays in the divisions that are `own`, and decides nothing there."""
    games = [fixture.game_id for fixture in fixtures if fixture.status == F.RUNNING]
    waits: dict[int | None, list[Wait]] = defaultdict(list)
    for wait in looked_after.asked_at(games):
        waits[wait.game_id].append(wait)
    players = {(player.game_id, player.seat_number): player for player in looked_after.players_at(games)}
    found = []
    for fixture in fixtures:
        seats = {seat.seat: seat for seat in fixture.seats.all()}
        asked = [(seats[wait.seat], wait) for wait in waits[fixture.game_id] if wait.seat in seats] if fixture.game_id else []
        found.append(Watched(fixture, asked, alarms(season, fixture, asked, players), fixture.division_id not in own))
    return found


def own_divisions(season: Season, user: User, everyone: Iterable[Entry]) -> set[int | None]:
    """Where an organiser plays themselves, and therefore decides nothing."""
    entered = {entry.division_id for entry in everyone if entry.user_id == user.pk}
    return entered | set(plays_in(user).filter(fixture__round__season=season).values_list("fixture__division", flat=True))


def alarms(season: Season, fixture: Fixture, asked: list[tuple[FixtureSeat, Wait]], players: dict) -> list[str]:
    """What somebody should look at: beyond the thresholds of the season."""
    now, found = timezone.now(), []
    if fixture.failures:
        found.append("could not be started")
    if fixture.status != F.RUNNING:
        return found
    if fixture.game and fixture.game.status == "stuck":
        found.append("was set aside because of a fault")
    late = now - timedelta(hours=season.alarm_overdue)
    found += [f"{seat.captain} is overdue" for seat, wait in asked if wait.due_at and wait.due_at < late]
    for seat in fixture.seats.all():
        player = players.get((fixture.game_id, seat.seat))
        found += seat_alarms(seat, player) if player is not None else []
    if season.alarm_quiet and not season.is_paused and moved_before(fixture, now - timedelta(days=season.alarm_quiet)):
        found.append(f"no move for {season.alarm_quiet} days")
    return found


def seat_alarms(seat: FixtureSeat, player: Player) -> list[str]:
    """What somebody should look at because of who has this seat."""
    states = {
        f"the seat of {seat.captain} is open": player.mode == Player.Mode.OPEN,
        f"{seat.captain} is away": player.mode == Player.Mode.AWAY,
        f"{seat.captain} has kept the table waiting too long": votes.has_held_too_long(player) and player.mode != Player.Mode.OPEN,
    }
    return [words for words, holds in states.items() if holds]


def moved_before(fixture: Fixture, moment: datetime) -> bool:
    last = (fixture.game.moved_at or fixture.game.started_at) if fixture.game else None
    return last is not None and last < moment


def pressing_tables(season: Season) -> list[Watched]:
    """All tables of a season with something wrong."""
    found, seats = looked_after.to_watch(season.pk), defaultdict(list)
    for seat in looked_after.seats_at([fixture.pk for fixture in found]):
        seats[seat.fixture_id].append(seat)
    for fixture in found:
        fixture._prefetched_objects_cache = {"seats": seats[fixture.pk]}  # type: ignore[attr-defined]
    return [table for table in watched(season, found) if table.alarms]


def ready_checks(season: Season) -> list[tuple]:
    """(round, names of those who have not said yet that they are ready)."""
    found = defaultdict(set)
    for seat in ready_check.missing(fixture__round__season=season, fixture__round__ready_check_closed=False):
        found[seat.fixture.round].add(seat.entry.name)
    return [(opened, sorted(names)) for opened, names in found.items()]


# -- people ---------------------------------------------------------------------------------------------
def unreachable_captains(captains: list[Captain]) -> list[tuple[Entry, str]]:
    """Who of the field gets no letters, or not all, and why."""
    found = []
    for entry, trouble, stopped, _ in captains:
        if entry.user is None or entry.status != Entry.Status.ACCEPTED:
            continue
        if not entry.user.gets_letters:
            found.append((entry, "has switched letters off"))
        elif trouble:
            found.append((entry, Mailing.State(trouble).label))
        elif stopped:
            found.append((entry, f"has stopped letters about {' and '.join(stopped)}"))
    return found


def coming_absences(season: Season) -> QuerySet[Absence]:
    """Days away that are noted and not over."""
    today = timezone.now().date()
    return Absence.objects.filter(entry__season=season, end__gte=today).select_related("entry__user").order_by("begin")
