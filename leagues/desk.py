"""What an organiser sees. Nothing hidden in a running game is ever loaded for it: tables are seen as spectators see them."""

from collections import defaultdict
from datetime import timedelta

from django.core.paginator import Paginator
from django.utils import timezone

from games.models import Player, Wait
from leagues import promotion, queries
from leagues.models import Appeal, Entry, Fixture, Season
from leagues.services import muster, seasons
from leagues.services.common import organises, plays_in
from notifications.models import Mailing, Stop

S = Season.Status
F = Fixture.Status
PAGE, MOST_NAMES = 40, 200
WANTED = {"turns": "turns", "reminders": "time that runs out", "leagues": "leagues"}
STATES = {"running": "being played", "planned": "to come", "finished": "played", "adjudicated": "adjudicated", "void": "void"}


def of(season: Season, user, state: str = "", page: str = "1", who: str = "") -> dict:
    """The whole desk: the next step, what is pressing, and one page of tables and captains."""
    step, states = seasons.step_of(season), counts(season)
    if not state:
        state = F.RUNNING if any(key == F.RUNNING for key, _, _ in states) else "all"
    fixtures, pressing = tables(season, user, state, page), pressing_tables(season, user)
    return {
        "path": path(season), "step": step, "check": step.check(season) if step else None, "fixtures": fixtures, "appeals": appeals(season),
        "states": states, "state": str(state), "who": who, "captains": captains(season, who),
        "how_many": season.entries.count(), "silent": silent(season), "away": away(season),
        "next_round": season.rounds.filter(status="planned").first(), "acts": season.acts.select_related("by")[:20],
        "musters": musters(season),
        "substitutes": season.substitutes.select_related("user"), "pressing": pressing,
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


def appeals(season: Season):
    return Appeal.objects.filter(entry__season=season, granted=None).select_related("entry__user", "entry__division")


def counts(season: Season) -> list[tuple[str, str, int]]:
    """(state, words, how many tables) of the states there are."""
    found: dict[str, int] = defaultdict(int)
    for status in Fixture.objects.filter(round__season=season).values_list("status", flat=True):
        found[status] += 1
    return [(state, words, found[state]) for state, words in STATES.items() if found[state]]


def tables(season: Season, user, state: str, page: str):
    """One page of the tables in this state, or of all."""
    which = {"round__season": season} | ({"status": state} if state in STATES else {})
    found = Paginator(queries.fixtures_of(**which), PAGE).get_page(page)
    found.object_list = with_clocks(season, list(found.object_list), user)
    return found


def captains(season: Season, who: str) -> list[Entry]:
    """Everyone in the field, or those whose name holds these letters."""
    found = season.entries.select_related("user", "division").prefetch_related("sanctions")
    if who:
        return [entry for entry in found if who.casefold() in entry.name.casefold()][:MOST_NAMES]
    return list(found[:MOST_NAMES])


# -- tables with their clocks ---------------------------------------------------------------------------
def with_clocks(season: Season, fixtures: list, user) -> list:
    """Tables with whom they wait for, what is wrong there, and whether this organiser may decide."""
    games = [fixture.game_id for fixture in fixtures if fixture.status == F.RUNNING]
    waits: dict[int, list[Wait]] = defaultdict(list)
    for wait in Wait.objects.filter(game__in=games, closed_at=None).order_by("due_at"):
        waits[wait.game_id].append(wait)
    modes = {(game, seat): mode for game, seat, mode in Player.objects.filter(game__in=games).values_list("game", "seat", "mode")}
    own = own_divisions(season, user)
    for fixture in fixtures:
        seats = {seat.seat: seat for seat in fixture.seats.all()}
        fixture.asked = [(seats[wait.seat], wait) for wait in waits[fixture.game_id] if wait.seat in seats] if fixture.game_id else []
        fixture.alarms = alarms(season, fixture, modes)
        fixture.may_decide = fixture.division_id not in own
    return fixtures


def own_divisions(season: Season, user) -> set[int]:
    """Where an organiser plays himself, and therefore decides nothing."""
    if user is None or not organises(user, season):
        return set()
    entered = set(season.entries.filter(user=user).values_list("division", flat=True))
    return entered | set(plays_in(user).filter(fixture__round__season=season).values_list("fixture__division", flat=True))


def alarms(season: Season, fixture, modes: dict) -> list[str]:
    """What somebody should look at: beyond the thresholds of the season."""
    now, found = timezone.now(), []
    if fixture.failures:
        found.append("could not be started")
    if fixture.status != F.RUNNING:
        return found
    if fixture.game and fixture.game.status == "stuck":
        found.append("was set aside because of a fault")
    late = now - timedelta(hours=season.alarm_overdue)
    found += [f"{seat.captain} is overdue" for seat, wait in fixture.asked if wait.due_at and wait.due_at < late]
    for seat in fixture.seats.all():
        mode = modes.get((fixture.game_id, seat.seat))
        if mode == Player.Mode.OPEN:
            found.append(f"the seat of {seat.captain} is open")
        elif mode == Player.Mode.AWAY:
            found.append(f"{seat.captain} is away")
    if season.alarm_quiet and not season.is_paused and moved_before(fixture, now - timedelta(days=season.alarm_quiet)):
        found.append(f"no move for {season.alarm_quiet} days")
    return found


def moved_before(fixture, moment) -> bool:
    last = fixture.game and (fixture.game.moved_at or fixture.game.started_at)
    return last is not None and last < moment


def pressing_tables(season: Season, user=None) -> list:
    """All tables of a season with something wrong."""
    found = queries.fixtures_of(round__season=season, status__in=(F.RUNNING, F.PLANNED))
    return [fixture for fixture in with_clocks(season, list(found), user) if fixture.alarms]


def musters(season: Season) -> list[tuple]:
    """(round, names of those who have not said yet that they are ready)."""
    found = defaultdict(set)
    for seat in muster.missing(fixture__round__season=season, fixture__round__mustered=False):
        found[seat.fixture.round].add(seat.entry.name)
    return [(opened, sorted(names)) for opened, names in found.items()]


# -- people ---------------------------------------------------------------------------------------------
def silent(season: Season) -> list[tuple[Entry, str]]:
    """Who gets no letters, or not all, and why."""
    people = list(season.entries.filter(status=Entry.Status.ACCEPTED).exclude(user=None).select_related("user"))
    trouble = {mailing.address: mailing.get_state_display() for mailing in Mailing.objects.exclude(state=Mailing.State.OK)}
    stopped = defaultdict(list)
    for user_id, category in Stop.objects.filter(user__in=[entry.user_id for entry in people], category__in=WANTED).values_list(
        "user", "category"
    ):
        stopped[user_id].append(WANTED[category])
    found = []
    for entry in people:
        if not entry.user.gets_letters:
            found.append((entry, "has switched letters off"))
        elif entry.user.email in trouble:
            found.append((entry, trouble[entry.user.email]))
        elif stopped[entry.user_id]:
            found.append((entry, f"has stopped letters about {' and '.join(sorted(stopped[entry.user_id]))}"))
    return found


def away(season: Season):
    """Days away that are noted and not over."""
    from leagues.models import Absence

    today = timezone.now().date()
    return Absence.objects.filter(entry__season=season, end__gte=today).select_related("entry__user").order_by("begin")
