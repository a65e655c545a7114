"""What a table of a league is part of, and who decides about it: its organisers, but none who plays in that division themselves."""

from django.urls import reverse

from games.hooks.arrangers import Part
from games.models import Game
from leagues.models import Fixture
from leagues.permissions import plays_in


def deciders(game: Game) -> frozenset[int] | None:
    """Their ids; None for a table that is no league's."""
    fixture = Fixture.objects.filter(game=game).select_related("division", "round__season__league").first()
    if fixture is None:
        return None
    organisers = fixture.round.season.league.organisers.all()
    division = fixture.division
    return frozenset(
        user.pk
        for user in organisers
        if not division.entries.filter(user=user).exists() and not plays_in(user).filter(fixture__division=division).exists()
    )


def part_of(game: Game) -> Part | None:
    """The division of a table, and how it counts there."""
    fixture = Fixture.objects.filter(game=game).select_related("division", "round__season__league").first()
    if fixture is None:
        return None
    season = fixture.round.season
    link = reverse("leagues:division", args=[season.league.slug, season.number, fixture.division.number])
    return Part(f"{season.league.name}, {fixture.division.name}", link, how_it_counts(fixture))


def how_it_counts(fixture: Fixture) -> str:
    """A sentence where a result counts otherwise than it was played."""
    if fixture.status == Fixture.Status.VOID:
        return "This table is void: it counts for nothing in the league."
    seats = list(fixture.seats.select_related("entry__user"))
    if not fixture.counts or all(seat.place == seat.played_place and not seat.gone for seat in seats):
        return ""
    ordered = sorted(seats, key=lambda seat: (seat.place or 0, seat.seat))
    told = ", ".join(f"{seat.entry.name} {seat.place}{' (absent at the end)' if seat.gone else ''}" for seat in ordered)
    return f"Places that count in the league: {told}."
