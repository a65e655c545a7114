"""Tell a table its league, and who decides about it: organisers who do not play in its division."""

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from accounts.models import User
from core.prepared import NUMBER, Blank, Prepared
from games.announcements.arrangers import Part
from games.models import Game
from leagues.models import Entry, Fixture, FixtureSeat


def fixture_of(game: Game) -> Fixture | None:
    """Return the fixture played at this table; None outside leagues. Cached on each loaded `game`."""
    known: dict[str, Fixture | None] = vars(game)
    if "fixture_of" not in known:
        known["fixture_of"] = fixtures_at.first(game.pk)
    return known["fixture_of"]


@Prepared.of(NUMBER)
def fixtures_at(game: Blank) -> QuerySet[Fixture]:
    """Return the fixture of this table with its division and league, if any."""
    return Fixture.objects.filter(game=game).select_related("division", "round__season__league")


@Prepared.of(NUMBER, NUMBER)
def deciders_of(league: Blank, division: Blank) -> QuerySet[User, int]:
    """Return the organisers of this league who do not play in this division."""
    seats = FixtureSeat.objects.filter(fixture__division=division)
    play_there = (
        Exists(Entry.objects.filter(division=division, user=OuterRef("pk")))
        | Exists(seats.filter(entry__user=OuterRef("pk")))
        | Exists(seats.filter(played_by=OuterRef("pk")))
    )
    return User.objects.filter(leagues_run=league).exclude(play_there).values_list("pk", flat=True)


def is_of_a_league(game: Game) -> bool:
    return fixture_of(game) is not None


def deciders(game: Game) -> frozenset[int]:
    """Return the ids of users who decide about this table; none outside leagues."""
    fixture = fixture_of(game)
    return frozenset() if fixture is None else frozenset(deciders_of(fixture.round.season.league_id, fixture.division_id))


def part_of(game: Game) -> Part | None:
    """Return the division of a table, and how the table counts there."""
    fixture = fixture_of(game)
    if fixture is None:
        return None
    season = fixture.round.season
    link = reverse("leagues:division", args=[season.league.slug, season.number, fixture.division.number])
    return Part(f"{season.league.name}, {fixture.division.name}", link, how_it_counts(fixture))


def how_it_counts(fixture: Fixture) -> str:
    """Return a sentence if the result counts differently from how it was played."""
    if fixture.status == Fixture.Status.VOID:
        return "This table is void: it counts for nothing in the league."
    if not fixture.counts:
        return ""
    seats = list(fixture.seats.select_related("entry__user"))
    if all(seat.place == seat.played_place and not seat.gone for seat in seats):
        return ""
    ordered = sorted(seats, key=lambda seat: (seat.place or 0, seat.seat))
    places = ", ".join(f"{seat.entry.name} {seat.place}{' (absent at the end)' if seat.gone else ''}" for seat in ordered)
    return f"Places that count in the league: {places}."
