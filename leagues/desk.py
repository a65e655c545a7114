"""What an organiser sees on one page. Nothing hidden in a running game is ever loaded for it: tables are seen as spectators see them."""

from collections import defaultdict

from django.utils import timezone

from games.models import Player, Wait
from leagues import promotion, queries
from leagues.models import Appeal, Entry, Season
from leagues.services import seasons
from leagues.services.common import organises
from notifications.models import Mailing

S = Season.Status
MOST_FIXTURES = 600


def of(season: Season, user) -> dict:
    """The whole desk."""
    step = seasons.step_of(season)
    check = step.check(season) if step else None
    fixtures = with_clocks(season, user)
    return {
        "step": step, "check": check, "fixtures": fixtures, "appeals": appeals(season),
        "entries": list(season.entries.select_related("user", "division").prefetch_related("sanctions")),
        "silent": silent(season), "next_round": season.rounds.filter(status="planned").first(),
        "acts": season.acts.select_related("by")[:40], "substitutes": season.substitutes.select_related("user"),
        "pressing": [fixture for fixture in fixtures if fixture.alarms],
        "going": promotion.preview(season) if season.status in (S.SETTLING, S.FINAL, S.ARCHIVED) else [],
        "changed": promotion.differences(season) if season.status == S.ARCHIVED else [],
    }  # fmt: skip


def appeals(season: Season):
    return Appeal.objects.filter(entry__season=season, granted=None).select_related("entry__user", "entry__division")


def with_clocks(season: Season, user) -> list:
    """Tables with whom they wait for, what is wrong there, and whether this organiser may decide."""
    fixtures = list(queries.fixtures_of(round__season=season)[:MOST_FIXTURES])
    games = [fixture.game_id for fixture in fixtures if fixture.status == "running"]
    waits: dict[int, list[Wait]] = defaultdict(list)
    for wait in Wait.objects.filter(game__in=games, closed_at=None).order_by("due_at"):
        waits[wait.game_id].append(wait)
    modes = {(game, seat): mode for game, seat, mode in Player.objects.filter(game__in=games).values_list("game", "seat", "mode")}
    own = set(season.entries.filter(user=user).values_list("division", flat=True)) if organises(user, season) else set()
    for fixture in fixtures:
        seats = {seat.seat: seat for seat in fixture.seats.all()}
        fixture.asked = [(seats[wait.seat], wait) for wait in waits[fixture.game_id] if wait.seat in seats] if fixture.game_id else []
        fixture.alarms = alarms(fixture, modes)
        fixture.may_decide = fixture.division_id not in own
    return fixtures


def alarms(fixture, modes: dict) -> list[str]:
    """What somebody should look at."""
    now, found = timezone.now(), []
    if fixture.failures:
        found.append("could not be started")
    if fixture.status != "running":
        return found
    found += [f"{seat.entry.name} is overdue" for seat, wait in fixture.asked if wait.due_at and wait.due_at < now]
    for seat in fixture.seats.all():
        mode = modes.get((fixture.game_id, seat.seat))
        if mode == Player.Mode.OPEN:
            found.append(f"the seat of {seat.entry.name} is open")
        elif mode == Player.Mode.AWAY:
            found.append(f"{seat.entry.name} is away")
    if fixture.game and fixture.game.status == "stuck":
        found.append("was set aside because of a fault")
    return found


def silent(season: Season) -> list[tuple[Entry, str]]:
    """Who gets no letters, and why."""
    people = season.entries.filter(status=Entry.Status.ACCEPTED).exclude(user=None).select_related("user")
    dead = dict(Mailing.objects.exclude(state=Mailing.State.OK).values_list("address", "state"))
    found = []
    for entry in people:
        if not entry.user.gets_letters:
            found.append((entry, "has switched them off"))
        elif entry.user.email in dead:
            found.append((entry, "letters come back"))
    return found
