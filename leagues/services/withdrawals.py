"""Leaving a season: what becomes of the games of a person who is out, and who gets the free place."""

from collections import defaultdict

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed
from games.models import Game, Player
from games.tables import account_deletion
from leagues import notices
from leagues.models import Entry, Fixture, FixtureSeat, Season
from leagues.permissions import may_decide_on
from leagues.pure.sentences import listed
from leagues.services import results
from leagues.services.common import locked, log, must_be, must_have_reason
from leagues.services.entries import accepted_entries

S = Season.Status
F = Fixture.Status


@transaction.atomic
def withdraw(season_id: int, user: User, entry_id: int | None = None, reason: str = "") -> Entry:
    """Step back; with `entry_id`, an organiser takes somebody out."""
    season = locked(season_id)
    entry = season.entries.select_related("division").get(**({"pk": entry_id} if entry_id else {"user": user}))
    if entry_id:
        may_decide_on(user, season, entry)
        reason = must_have_reason(reason)
    if entry.status not in (Entry.Status.ACCEPTED, Entry.Status.WAITING):
        raise NotAllowed("withdrawn", "That has happened already.")
    must_be(season, S.REGISTRATION, S.SEEDING, S.RUNNING)
    take_out(season, entry, Entry.Status.WITHDRAWN)
    log(season, user, f"{entry.name} withdrew" if not entry_id else f"took {entry.name} out", reason)
    return entry


def take_out(season: Season, entry: Entry, status: str) -> None:
    """This entry plays no more. Before the start somebody from the waiting list moves up."""
    entry.status = status
    entry.save(update_fields=["status"])
    if season.status == S.RUNNING:
        settle_withdrawal(season, entry)
    else:
        move_up(season)


# -- the games of those who are out ---------------------------------------------------------------------
def settle_withdrawal(season: Season, entry: Entry) -> None:
    """Before half of somebody's games are over they are all void, or as the season's terms say; later the rest scores last."""
    seats = list(entry.seats.select_related("fixture__game", "fixture__division", "fixture__round").order_by("fixture__pk"))
    done = [seat for seat in seats if seat.fixture.counts]
    open_seats = [seat for seat in seats if seat.fixture.status in (F.PLANNED, F.RUNNING)]
    early = 2 * len(done) < len(seats)
    for seat in seats:
        seat.fixture.division.season = season
    if early:
        touched = seats if season.preset.withdrawal == "all" else open_seats
        void_all(entry, [seat.fixture for seat in touched if seat.fixture.status != F.VOID and not seat.fixture.is_held])
    for seat in open_seats:
        if seat.fixture.is_held or not early:  # what only newer code can open cannot be stopped now
            go_on_without(seat)


def void_all(entry: Entry, fixtures: list[Fixture]) -> None:
    """These tables of someone who is out. Everyone at them reads of it once."""
    reason, tables = f"{entry.name} is out of the season", defaultdict(list)
    for fixture in fixtures:
        for seat in fixture.seats.select_related("entry__user"):
            tables[seat.entry].append(fixture)
        results.void_now(fixture, None, reason, tells=False)
    moment = int(timezone.now().timestamp())
    for other, theirs in tables.items():
        numbers, one = listed(str(fixture.number) for fixture in theirs), len(theirs) == 1
        what = f"Table{'' if one else 's'} {numbers} of {theirs[0].division.name} {'is' if one else 'are'} void."
        notices.decided(other, f"out:{entry.pk}:{moment}", what, reason)


def go_on_without(seat: FixtureSeat) -> None:
    """A helmsman has the seat from now on; it scores last."""
    seat.gone = True
    seat.save(update_fields=["gone"])
    game = seat.fixture.game
    if game is not None and game.status == Game.Status.RUNNING:
        player = Player.objects.get(game=game, seat=seat.seat)
        if player.user_id is not None and not player.bot and player.user_id == seat.entry.user_id:
            account_deletion.hand_over(game.pk, player.pk)


# -- the waiting list -----------------------------------------------------------------------------------
def move_up(season: Season) -> None:
    """The one who has waited longest gets the free place; those who helped out as substitutes in the season before come first."""
    most = season.preset.most_entries
    waiting = list(season.entries.filter(status=Entry.Status.WAITING).order_by("asked_at", "pk"))
    helped = helpers_before(season)
    for entry in sorted(waiting, key=lambda entry: entry.user_id not in helped):
        if most and accepted_entries(season).count() >= most:
            return
        entry.status = Entry.Status.ACCEPTED
        entry.save(update_fields=["status"])
        notices.decided(entry, "moved-up", "You have moved up from the waiting list, and play.", "a place came free")


def helpers_before(season: Season) -> set[int]:
    """Who took over a seat in the season before."""
    before = FixtureSeat.objects.filter(fixture__round__season__league=season.league, fixture__round__season__number=season.number - 1)
    return set(before.exclude(played_by=None).values_list("played_by", flat=True))
