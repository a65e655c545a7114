"""Withdraw captains from a season or from the site: hand over their games, and fill their places from the waiting list."""

import re
from collections import defaultdict
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.template.defaultfilters import pluralize
from django.utils import timezone

from accounts.models import User
from core.plain_text import listed
from games.editions.errors import NotAllowed
from games.models import Game, Player
from games.tables import account_changes
from games.timeouts import seats as chairs
from leagues import notices
from leagues.models import Act, Entry, Fixture, FixtureSeat, Sanction, Season, SubCall, Substitute
from leagues.services.common import locked, log, may_decide_on, must_be, must_have_reason
from leagues.services.entries import accepted_entries
from leagues.services.organisers import leave_leagues
from leagues.tables.division_tables import mark_changed


@transaction.atomic
def withdraw(season_id: int, user: User, entry_id: int | None = None, reason: str = "") -> Entry:
    """Withdraw the user from a season; with `entry_id`, take out that entry as an organiser. Raise NotAllowed."""
    season = locked(season_id)
    entry = season.entries.select_related("division").get(**({"pk": entry_id} if entry_id else {"user": user}))
    if entry_id:
        may_decide_on(user, season, entry)
        reason = must_have_reason(reason)
    if entry.status not in (Entry.Status.ACCEPTED, Entry.Status.WAITING):
        raise NotAllowed("withdrawn", "That has happened already.")
    must_be(season, Season.Status.REGISTRATION, Season.Status.SEEDING, Season.Status.RUNNING)
    take_out(season, entry, Entry.Status.WITHDRAWN)
    if entry_id:
        moment = int(timezone.now().timestamp())
        notices.decided(entry, f"taken-out:{moment}", "You have been taken out of the season.", reason)
    log(season, user, f"took {entry.name} out" if entry_id else "withdrew", reason)
    return entry


def take_out(season: Season, entry: Entry, status: str) -> None:
    """Take an entry out of a season: hand over its running games or, before the start, move up the waiting list."""
    entry.status = status
    entry.save(update_fields=["status"])
    if season.status == Season.Status.RUNNING:
        leave_tables(season, entry)
        if status == Entry.Status.EXCLUDED:
            leave_borrowed_seats(entry.user_id, fixture__round__season=season)
    elif season.status in (Season.Status.REGISTRATION, Season.Status.SEEDING):
        move_up(season)
    mark_changed(season.pk, [entry.division_id] if entry.division_id else [], f"{entry.name} is out")


def take_back_in(season: Season, entry: Entry) -> None:
    """Readmit an entry, with its seats at unfinished tables that no substitute has taken."""
    entry.status = Entry.Status.ACCEPTED
    entry.save(update_fields=["status"])
    entry.seats.filter(fixture__status__in=(Fixture.Status.PLANNED, Fixture.Status.RUNNING), played_by=None).update(gone=False)
    mark_changed(season.pk, [entry.division_id] if entry.division_id else [], f"{entry.name} plays again")


# -- the games of captains who are out ------------------------------------------------------------------
def leave_tables(season: Season, entry: Entry) -> None:
    """Hand an entry's unfinished seats to bots until substitutes come; the seats score nothing. Results of finished tables stand."""
    seats = entry.seats.filter(fixture__status__in=(Fixture.Status.PLANNED, Fixture.Status.RUNNING))
    open_seats = list(seats.select_related("fixture__game", "fixture__division").order_by("fixture__pk"))
    for seat in open_seats:
        seat.gone = True
        seat.save(update_fields=["gone"])
        go_on_without(seat, entry.user_id)
    tell_others(entry, [seat.fixture for seat in open_seats])


def leave_borrowed_seats(user: int | None, **which: Any) -> None:
    """Give up the unfinished seats that a user has taken over, and offer the seats to other substitutes."""
    borrowed = FixtureSeat.objects.filter(fixture__status__in=(Fixture.Status.PLANNED, Fixture.Status.RUNNING), **which)
    for seat in borrowed.filter(played_by=user, played_by__isnull=False).select_related("fixture__game").order_by("fixture__pk"):
        seat.played_by, seat.gone = None, seat.fixture.status == Fixture.Status.RUNNING
        seat.save(update_fields=["played_by", "gone"])
        go_on_without(seat, user)


def go_on_without(seat: FixtureSeat, user: int | None) -> None:
    """Hand a user's seat in a running game to a bot, and offer the seat to substitutes. Do nothing before the game starts."""
    game = seat.fixture.game
    if game is None or game.status != Game.Status.RUNNING:
        return
    player = Player.objects.get(game=game, seat=seat.seat)
    if player.user_id is not None and not player.bot and player.user_id == user:
        account_changes.hand_over(game.pk, player.pk)
        chairs.offer(game.pk, seat.seat)


def tell_others(entry: Entry, fixtures: list[Fixture]) -> None:
    tables = defaultdict(list)
    others = FixtureSeat.objects.filter(fixture__in=fixtures).exclude(entry=entry)
    for seat in others.select_related("entry__user", "fixture").order_by("pk"):
        tables[seat.entry].append(seat.fixture)
    moment = timezone.now().isoformat()
    for other, theirs in tables.items():
        where = f"table{pluralize(len(theirs))} {listed(str(fixture.number) for fixture in theirs)}"
        sentence = f"At {where} a substitute or a bot plays on for {entry.name}, whose seat scores nothing."
        notices.decided(other, f"out:{entry.pk}:{moment}", sentence, f"{entry.name} is out of the season")


# -- the waiting list -----------------------------------------------------------------------------------
def move_up(season: Season) -> None:
    """Give free places to entries on the waiting list: first to substitutes of the last season, then to those who waited longest."""
    limit = season.preset.most_entries
    red_cards = Sanction.objects.filter(entry__season=season, kind=Sanction.Kind.RED, lifted_at=None)
    able = season.entries.filter(status=Entry.Status.WAITING, user__is_active=True).exclude(pk__in=red_cards.values("entry"))
    waiting = list(able.order_by("asked_at", "pk"))
    borrowed = FixtureSeat.objects.filter(fixture__round__season=season.before).exclude(played_by=None)
    helped = set(borrowed.values_list("played_by", flat=True))
    for entry in sorted(waiting, key=lambda entry: entry.user_id not in helped):
        if limit and accepted_entries(season).count() >= limit:
            return
        entry.status = Entry.Status.ACCEPTED
        entry.save(update_fields=["status"])
        notices.decided(
            entry, f"moved-up:{entry.asked_at.isoformat()}", "You have moved up from the waiting list, and play.", "a place came free"
        )


# -- deleted accounts -----------------------------------------------------------------------------------
def leave_all(user: User) -> None:
    """Withdraw a user's entries, delete their calls as a substitute, and remove them as organiser, before their account is deleted."""
    live = (Season.Status.REGISTRATION, Season.Status.SEEDING, Season.Status.RUNNING)
    for entry in Entry.objects.filter(user=user, season__status__in=live, status__in=("accepted", "waiting")).select_related("division"):
        season = locked(entry.season_id)
        take_out(season, entry, Entry.Status.WITHDRAWN)
        log(season, None, "a captain has left the site, and so this season")
    leave_borrowed_seats(user.pk)
    leave_leagues(user)
    SubCall.objects.filter(substitute__user=user).delete()
    Substitute.objects.filter(user=user).delete()
    Entry.objects.filter(user=user).update(own_name=Entry.NOBODY, former=user.pk)


def rename_in_acts(person: int, old: str, new: str) -> None:
    """Replace a person's former name in the acts logged for their seasons."""
    theirs = Season.objects.filter(Q(entries__user=person) | Q(entries__seats__played_by=person) | Q(substitutes__user=person))
    word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    for act in Act.objects.filter(season__in=theirs, what__contains=old):
        Act.objects.filter(pk=act.pk).update(what=word.sub(lambda _: new, act.what)[:300])
