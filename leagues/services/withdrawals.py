"""Leaving a season: what becomes of the games of a person who is out, and who gets the free place."""

from collections import defaultdict
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed
from games.models import Game, Player
from games.tables import account_deletion
from games.timeouts import seats as chairs
from leagues import notices
from leagues.models import Entry, Fixture, FixtureSeat, Sanction, Season
from leagues.permissions import may_decide_on
from leagues.pure.sentences import listed
from leagues.services.common import locked, log, must_be, must_have_reason
from leagues.services.entries import accepted_entries
from leagues.tables.keeping import mark_changed

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
    if entry_id:
        moment = int(timezone.now().timestamp())
        notices.decided(entry, f"taken-out:{moment}", "You have been taken out of the season.", reason)
    log(season, user, f"took {entry.name} out" if entry_id else "withdrew", reason)
    return entry


def take_out(season: Season, entry: Entry, status: str) -> None:
    """This entry plays no more. Before the start somebody from the waiting list moves up."""
    entry.status = status
    entry.save(update_fields=["status"])
    if season.status == S.RUNNING:
        leave_tables(season, entry)
        if status == Entry.Status.EXCLUDED:
            leave_borrowed_seats(entry.user_id, fixture__round__season=season)
    elif season.status in (S.REGISTRATION, S.SEEDING):
        move_up(season)
    mark_changed(season.pk, [entry.division_id] if entry.division_id else [], f"{entry.name} is out")


def take_back_in(season: Season, entry: Entry) -> None:
    """This entry plays again: at tables to come in its own seats, and at running ones in those that it finds open still."""
    entry.status = Entry.Status.ACCEPTED
    entry.save(update_fields=["status"])
    entry.seats.filter(fixture__status__in=(F.PLANNED, F.RUNNING), played_by=None).update(gone=False)
    mark_changed(season.pk, [entry.division_id] if entry.division_id else [], f"{entry.name} plays again")


# -- the games of those who are out ---------------------------------------------------------------------
def leave_tables(season: Season, entry: Entry) -> None:
    """Tables that are over stand, always. At the others bots play on until substitutes come; for those who are out they score nothing."""
    seats = entry.seats.filter(fixture__status__in=(F.PLANNED, F.RUNNING)).select_related("fixture__game", "fixture__division")
    left = list(seats.order_by("fixture__pk"))
    for seat in left:
        seat.gone = True
        seat.save(update_fields=["gone"])
        go_on_without(seat, entry.user_id)
    tell_others(entry, [seat.fixture for seat in left])


def leave_borrowed_seats(user: int | None, **which: Any) -> None:
    """Give up the seats that this person has taken over from others: another substitute is asked, or the captain whose seat it was."""
    borrowed = FixtureSeat.objects.filter(fixture__status__in=(F.PLANNED, F.RUNNING), **which)
    for seat in borrowed.filter(played_by=user, played_by__isnull=False).select_related("fixture__game").order_by("fixture__pk"):
        seat.played_by, seat.gone = None, seat.fixture.status == F.RUNNING
        seat.save(update_fields=["played_by", "gone"])
        go_on_without(seat, user)


def go_on_without(seat: FixtureSeat, user: int | None) -> None:
    """A bot has the seat from now on, and substitutes are asked; at a table to come that is done when it begins."""
    game = seat.fixture.game
    if game is None or game.status != Game.Status.RUNNING:
        return
    player = Player.objects.get(game=game, seat=seat.seat)
    if player.user_id is not None and not player.bot and player.user_id == user:
        account_deletion.hand_over(game.pk, player.pk)
        chairs.offer(game.pk, seat.seat)


def tell_others(entry: Entry, fixtures: list[Fixture]) -> None:
    """Everyone at these tables reads once that somebody else plays on there."""
    tables = defaultdict(list)
    for seat in (
        FixtureSeat.objects.filter(fixture__in=fixtures).exclude(entry=entry).select_related("entry__user", "fixture").order_by("pk")
    ):
        tables[seat.entry].append(seat.fixture)
    moment = timezone.now().isoformat()
    for other, theirs in tables.items():
        numbers, one = listed(str(fixture.number) for fixture in theirs), len(theirs) == 1
        what = f"At table{'' if one else 's'} {numbers} a substitute or a bot plays on for {entry.name}, whose seat scores nothing."
        notices.decided(other, f"out:{entry.pk}:{moment}", what, f"{entry.name} is out of the season")


# -- the waiting list -----------------------------------------------------------------------------------
def move_up(season: Season) -> None:
    """The one who has waited longest gets the free place; those who helped out as substitutes in the season before come first."""
    most = season.preset.most_entries
    able = season.entries.filter(status=Entry.Status.WAITING, user__is_active=True).exclude(pk__in=carded_red(season))
    waiting = list(able.order_by("asked_at", "pk"))
    helped = helpers_before(season)
    for entry in sorted(waiting, key=lambda entry: entry.user_id not in helped):
        if most and accepted_entries(season).count() >= most:
            return
        entry.status = Entry.Status.ACCEPTED
        entry.save(update_fields=["status"])
        notices.decided(
            entry, f"moved-up:{entry.asked_at.isoformat()}", "You have moved up from the waiting list, and play.", "a place came free"
        )


def carded_red(season: Season) -> QuerySet:
    """The entries with a red card."""
    return Sanction.objects.filter(entry__season=season, kind=Sanction.Kind.RED, lifted_at=None).values("entry")


def helpers_before(season: Season) -> set[int]:
    """Who took over a seat in the season before."""
    before = FixtureSeat.objects.filter(fixture__round__season=season.before)
    return set(before.exclude(played_by=None).values_list("played_by", flat=True))
