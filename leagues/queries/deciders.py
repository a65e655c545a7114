"""What a table of a league is part of, and who decides about it: its organisers, but none who plays in that division themselves."""

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from accounts.models import User
from core.prepared import NUMBER, Blank, Prepared
from games.hooks.arrangers import Part
from games.models import Game
from leagues.models import Entry, Fixture, FixtureSeat


def fixture_of(game: Game) -> Fixture | None:
    """Return the fixture that is played at this table; None at a table that is no league's. Looked up once for each loaded `game`."""
    known = vars(game)
    if "fixture_of" not in known:
        known["fixture_of"] = next(iter(fixtures_at(game.pk)), None)
    return known["fixture_of"]


@Prepared.of(NUMBER)
def fixtures_at(game: Blank) -> QuerySet[Fixture]:
    """The fixture of this table with its division and its league, if any."""
    return Fixture.objects.filter(game=game).select_related("division", "round__season__league")


@Prepared.of(NUMBER, NUMBER)
def deciders_of(league: Blank, division: Blank) -> QuerySet[User, int]:
    """The organisers of this league who do not play in this division."""
    seats = FixtureSeat.objects.filter(fixture__division=division)
    play_there = (
        Exists(Entry.objects.filter(division=division, user=OuterRef("pk")))
        | Exists(seats.filter(entry__user=OuterRef("pk")))
        | Exists(seats.filter(played_by=OuterRef("pk")))
    )
    return User.objects.filter(leagues_run=league).exclude(play_there).values_list("pk", flat=True)


def is_of_a_league(game: Game) -> bool:
    """Is this table a league's?"""
    return fixture_of(game) is not None


def deciders(game: Game) -> frozenset[int]:
    """Their ids; none for a table that is no league's."""
    fixture = fixture_of(game)
    return frozenset() if fixture is None else frozenset(deciders_of(fixture.round.season.league_id, fixture.division_id))


def part_of(game: Game) -> Part | None:
    """The division of a table, and how it counts there."""
    fixture = fixture_of(game)
    if fixture is None:
        return None
    season = fixture.round.season
    link = reverse("leagues:division", args=[season.league.slug, season.number, fixture.division.number])
    return Part(f"{season.league.name}, {fixture.division.name}", link, how_it_counts(fixture))


def how_it_counts(fixture: Fixture) -> str:
    """A sentence where a result counts otherwise than it was played."""
    if fixture.status == Fixture.Status.VOID:
        return "This table is void: it counts for nothing in the league."
    if not fixture.counts:
        return ""
    seats = list(fixture.seats.select_related("entry__user"))
    if all(seat.place == seat.played_place and not seat.gone for seat in seats):
        return ""
    ordered = sorted(seats, key=lambda seat: (seat.place or 0, seat.seat))
    told = ", ".join(f"{seat.entry.name} {seat.place}{' (absent at the end)' if seat.gone else ''}" for seat in ordered)
    return f"Places that count in the league: {told}."
