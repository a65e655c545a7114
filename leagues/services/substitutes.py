"""Fill open seats with substitutes, give cards for no-shows, and end abandoned tables, so that no table stalls."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from core.tasks import enqueue_after_commit
from games.announcements import notices as table_letters
from games.editions.errors import NotAllowed
from games.models import BY_CAPTAIN, Game, Player
from games.moderation import limits
from games.play import acting, standing_orders
from games.timeouts import seats as chairs
from leagues import notices
from leagues.models import Entry, Fixture, FixtureSeat, Sanction, Season, SubCall, Substitute
from leagues.services import cards, entries, ready_check, results
from leagues.services.common import locked, log, must_be, must_have_reason

ANSWER_WITHIN = timedelta(hours=12)
GUEST = "A guest account works in one browser only. Sign up first."
OUT = "You are out of this season, so you cannot take a seat in it."
AT_ONCE_WHEN_NEAR, NEAR = 3, timedelta(hours=48)


@transaction.atomic
def offer(season_id: int, user: User, most_games: int = 2, orders: Mapping[str, Any] = MappingProxyType({})) -> Substitute:
    """Add a user to the list of substitutes, with standing orders for their tables. Raise NotAllowed."""
    season = locked(season_id)
    must_be(season, Season.Status.REGISTRATION, Season.Status.SEEDING, Season.Status.RUNNING)
    limits.members_only(user, GUEST)
    if excluded(season).filter(user=user).exists():
        raise NotAllowed("out", OUT)
    substitute, _ = Substitute.objects.get_or_create(season=season, user=user, defaults={"most_games": max(1, min(10, most_games))})
    entries.give_orders(season, user, orders)
    return substitute


def excluded(season: Season) -> QuerySet[Entry]:
    return season.entries.filter(status=Entry.Status.EXCLUDED)


def must_not_be_out(game: Game, user: User) -> None:
    """Raise NotAllowed if the game belongs to a league and the user may not take a seat at its table."""
    fixture = Fixture.objects.filter(game=game).select_related("round__season").first()
    if fixture is not None:
        must_not_be_out_of(fixture, user)


def must_not_be_out_of(fixture: Fixture, user: User) -> None:
    """Raise NotAllowed for guests, for users excluded from the season, and for users withdrawn from a seat at the table."""
    limits.members_only(user, GUEST)
    withdrew = fixture.seats.filter(entry__user=user, entry__status=Entry.Status.WITHDRAWN)
    if withdrew.exists() or excluded(fixture.round.season).filter(user=user).exists():
        raise NotAllowed("out", OUT)


def open_seats(season: Season) -> list[FixtureSeat]:
    """Return seats that need a substitute: open in a running game, or not confirmed in a closed ready check."""
    open_at_running = FixtureSeat.objects.filter(
        fixture__round__season=season, fixture__status=Fixture.Status.RUNNING, fixture__game__players__mode=Player.Mode.OPEN,
        fixture__game__players__seat=F("seat"),
    ).select_related("fixture__game", "entry")  # fmt: skip
    return [*open_at_running, *ready_check.seats_to_fill(season)]


def call_substitutes(season: Season) -> int:
    """Close expired calls, give cards for no-shows, and call substitutes for every open seat. Return the number of new calls."""
    now = timezone.now()
    SubCall.objects.filter(seat__fixture__round__season=season, answer="", until__lte=now).update(answer="late")
    if not open_seats(season):
        return 0
    card_no_shows(season)
    return ask_the_next(season.pk)


@transaction.atomic
def ask_the_next(season_id: int) -> int:
    """Call the next substitutes: one per seat, or three near the hard end. The season's lock prevents double calls by two workers."""
    season, now, calls = locked(season_id), timezone.now(), 0
    together = AT_ONCE_WHEN_NEAR if season.hard_end - now < NEAR else 1
    for seat in open_seats(season):
        asked = seat.calls.filter(answer="").count()
        for substitute in free_substitutes(season, seat)[: max(0, together - asked)]:
            call = SubCall.objects.create(seat=seat, substitute=substitute, until=now + ANSWER_WITHIN)
            notices.substitute_called(call)
            calls += 1
    return calls


def free_substitutes(season: Season, seat: FixtureSeat) -> list[Substitute]:
    """Return the substitutes to call for a seat, by priority: not at its table, not called for it before, with games left."""
    at_table = {pk for pair in seat.fixture.seats.values_list("entry__user_id", "played_by_id") for pk in pair}
    if seat.fixture.game:
        at_table.update(seat.fixture.game.players.values_list("user_id", flat=True))
    free, out = [], excluded(season).exclude(user=None).values("user")
    willing = season.substitutes.filter(user__is_active=True).exclude(calls__seat=seat).exclude(user__in=out)
    for substitute in willing.exclude(user__in=[pk for pk in at_table if pk]):
        taken = FixtureSeat.objects.filter(fixture__round__season=season, played_by=substitute.user).count()
        if taken + substitute.calls.filter(answer="").count() < substitute.most_games:
            free.append(substitute)
    return free


def seats_of(season: Season, user: User) -> QuerySet[FixtureSeat]:
    """Return the seats at unfinished tables of a season that the user has taken over."""
    seats = FixtureSeat.objects.filter(
        fixture__round__season=season, fixture__status__in=(Fixture.Status.PLANNED, Fixture.Status.RUNNING), played_by=user
    )
    return seats.select_related("fixture__division", "entry__user").order_by("fixture__number", "pk")


@transaction.atomic
def answer_call(call_id: int, user: User, yes: bool) -> SubCall:
    call = SubCall.objects.select_related("seat__fixture__round__season", "substitute").get(pk=call_id, substitute__user=user)
    season = locked(call.seat.fixture.round.season_id)
    call.refresh_from_db()
    if call.answer:
        raise NotAllowed("answered", "That has been answered, or the time for it is over. Thank you all the same.")
    call.answer = "yes" if yes else "no"
    call.save(update_fields=["answer"])
    if yes:
        take_seat(season, call.seat, user)
    return call


def take_seat(season: Season, seat: FixtureSeat, user: User) -> None:
    """Give a seat to a substitute, and close the other calls for the seat. Raise NotAllowed."""
    fixture = seat.fixture
    must_not_be_out_of(fixture, user)
    if fixture.seats.filter(played_by=user).exclude(pk=seat.pk).exists():
        raise NotAllowed("seated", f"{user.name} plays at this table already.")
    if fixture.status == Fixture.Status.RUNNING and fixture.game is not None:
        orders = standing_orders.fitting_orders(standing_orders.first_at(fixture.game), entries.orders_of(season, user))
        chairs.substitute(fixture.game.pk, seat.seat, user, orders)
    elif fixture.status != Fixture.Status.PLANNED:
        raise NotAllowed("over", "That table is over.")
    seat.gone, seat.played_by = True, user
    seat.save(update_fields=["gone", "played_by"])
    seat.calls.filter(answer="").update(answer="late")
    if fixture.status == Fixture.Status.PLANNED:
        enqueue_after_commit("leagues.tasks.start_fixture", fixture.pk)
    act = log(
        season, None, f"{user.name} plays for {seat.entry.name} at table {fixture.number} of {fixture.division.name}", fixture=fixture
    )
    notices.decided(seat.entry, f"act:{act.pk}", f"{user.name} plays on for you at table {fixture.number}.", "your seat was open")


def reclaim_seat(game: Game, seat: int) -> None:
    """Give a seat back to its captain, who returned before a substitute had played, and close the calls for the seat."""
    rows = FixtureSeat.objects.filter(fixture__game=game, seat=seat, fixture__status=Fixture.Status.RUNNING)
    by_captain = rows.filter(entry__user__players__game=game, entry__user__players__seat=seat)
    own = by_captain.select_related("fixture__round__season", "entry__user").first()
    if own is None:
        return
    own.calls.filter(answer="").update(answer="late")
    if own.gone:
        own.gone, own.played_by = False, None
        own.save(update_fields=["gone", "played_by"])
        log(own.fixture.round.season, None, f"{own.entry.name} is back at table {own.fixture.number}", fixture=own.fixture)


@transaction.atomic
def card_no_shows(season: Season) -> None:
    """Give a yellow card to each captain whose seat opened before they had made a move."""
    season = locked(season.pk)
    for seat in open_seats(season):
        game = seat.fixture.game
        came = game is None or game.moves.filter(seat=seat.seat, by__in=BY_CAPTAIN).exists()
        if came or not Entry.objects.filter(pk=seat.entry_id, status=Entry.Status.ACCEPTED, bot="").exists():
            continue
        # Give one card per round, however many tables the captain missed, because all of them opened on the same day.
        before = seat.entry.sanctions.filter(reason__startswith=ready_check.NO_SHOW, at__gte=seat.fixture.round.opens)
        if not before.exists():
            cards.card(season, seat.entry, Sanction.Kind.YELLOW, None, f"{ready_check.NO_SHOW} at table {seat.fixture.number}")


@transaction.atomic
def replace(seat_id: int, by: User | None, person: User, reason: str) -> FixtureSeat:
    """Give an open seat to a person chosen by an organiser. Raise NotAllowed."""
    seat = FixtureSeat.objects.select_related("fixture", "entry").get(pk=seat_id)
    fixture = results.locked_fixture(seat.fixture_id, by)
    season, reason = fixture.division.season, must_have_reason(reason)
    must_be(season, Season.Status.RUNNING)
    if fixture.seats.filter(entry__user=person).exists():
        raise NotAllowed("seated", "That captain sits at this table already.")
    seat.fixture = fixture
    try:
        take_seat(season, seat, person)
    except NotAllowed as refusal:
        if refusal.code != "not-open":
            raise
        raise NotAllowed("not-open", f"The seat of {seat.entry.name} is not open, so nobody can take it over.") from None
    log(season, by, f"replaced {seat.entry.name} at table {fixture.number} by {person.name}", reason, fixture)
    return seat


# -- tables at which every person is absent -------------------------------------------------------------
def stir_sleeping_tables(season: Season) -> int:
    """Continue every sleeping table of a season, because others need the result. Return the number of tables.

    Offer the empty seats to substitutes first. If no substitute comes, helmsmen play a game with bots to its end, so that the
    bots get their points; a table without bots is voided.
    """
    long_ago = timezone.now() - timedelta(seconds=chairs.AT_LEAST_GONE)
    asleep = Fixture.objects.filter(round__season=season, status=Fixture.Status.RUNNING, game__stalled_at__lte=long_ago)
    sleeping = list(asleep.order_by("pk").values_list("pk", flat=True))
    for pk in sleeping:
        with transaction.atomic():
            continue_table(results.locked_fixture(pk, None))
    return len(sleeping)


def continue_table(fixture: Fixture) -> None:
    """Take the next step at one sleeping table. The caller has locked the season and the game."""
    game = fixture.game
    if game is None or game.stalled_at is None or game.is_too_new or fixture.status != Fixture.Status.RUNNING:
        return
    empty = [player for player in chairs.captains_of(game) if player.mode in (Player.Mode.PRESENT, Player.Mode.AWAY)]
    for player in empty:
        chairs.open_up(game, player, timezone.now())
        player.save(update_fields=["mode", "open_until"])
        table_letters.seat_open(game, player)
    if empty or game.players.filter(mode=Player.Mode.OPEN).exists():
        return
    if fixture.seats.exclude(entry__bot="").exists():
        acting.wake_clocks(game)
        enqueue_after_commit("games.tasks.play_bots", game.pk)  # bots and helmsmen play to the end
    else:
        results.void_now(fixture, None, "nobody was left at the table")
