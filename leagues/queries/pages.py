"""Read-only queries for pages and exports of leagues."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse

from accounts.models import User, Visitor
from core.prepared import NUMBER, Blank, Prepared
from games.announcements.arrangers import Part
from games.models import Game
from leagues.models import Entry, Fixture, FixtureSeat, League, Season
from leagues.pure.standings import decimal
from leagues.services.common import organises
from leagues.tables.division_tables import NamedRow, decimal_points


def visible_leagues(user: Visitor) -> QuerySet[League]:
    """Return public leagues, and leagues that the user organises or plays in."""
    if not user.is_authenticated:
        return League.objects.filter(is_public=True)
    mine = Q(organisers=user) | Q(seasons__entries__user=user)
    return League.objects.filter(Q(is_public=True) | mine).distinct()


def visible_seasons(user: Visitor) -> QuerySet[Season]:
    """Return the seasons of visible leagues; drafts only for their organisers."""
    drafts = Q(league__organisers=user) if user.is_authenticated else Q(pk=None)
    seasons = Season.objects.filter(~Q(status=Season.Status.DRAFT) | drafts, league__in=visible_leagues(user))
    return seasons.select_related("league").distinct()


def fixtures_of(*which: Q, **more: Any) -> QuerySet[Fixture]:
    """Return the matching fixtures in order, with their rounds, divisions, seats and names."""
    seats = FixtureSeat.objects.select_related("entry__user", "played_by")
    fixtures = Fixture.objects.filter(*which, **more).select_related("round", "division", "game")
    return fixtures.defer("game__public").prefetch_related(Prefetch("seats", seats)).order_by("round__number", "division__number", "number")


def cross_table(rows: list[NamedRow], fixtures: Iterable[Fixture]) -> list[tuple[Any, ...]]:
    """Return each row with its games against every other row, in the order of the standings."""
    met: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for fixture in fixtures:
        seats = list(fixture.seats.all())
        for own in seats:
            for other in seats:
                if own is not other:
                    met[own.entry_id, other.entry_id].append(meeting(fixture, own, other))
    return [(row, [(other, [] if other is row else met[row.entry, other.entry]) for other in rows]) for row in rows]


def meeting(fixture: Fixture, own: FixtureSeat, other: FixtureSeat) -> dict[str, Any]:
    """Return one line of a cell in the cross table: the places of two players, or the status of their game."""
    if not fixture.counts or own.place is None or other.place is None:
        return {"fixture": fixture, "sign": "×" if fixture.status == Fixture.Status.VOID else "·", "words": fixture.get_status_display()}
    sign = "+" if own.place < other.place else "=" if own.place == other.place else "−"
    return {"fixture": fixture, "sign": sign, "words": f"{own.entry.name} came {own.place}, {other.entry.name} came {other.place}"}


def standing_lines(rows: Iterable[NamedRow]) -> list[dict[str, Any]]:
    """Return the rows with the columns that a page shows beside the points."""
    return [{"row": row, "wins": decimal(row.wins), "seconds": row.places.count(2), "cards": row.person.cards} for row in rows]


def champions(league: League) -> list[tuple[Season, list[Entry]]]:
    """Return (season, winners of its highest division) for each confirmed season."""
    seasons = league.seasons.filter(status=Season.Status.ARCHIVED)
    winners = Entry.objects.filter(season__in=seasons, division__number=1, place=1).select_related("user")
    by_season: dict[int, list[Entry]] = defaultdict(list)
    for entry in winners:
        by_season[entry.season_id].append(entry)
    return [(season, by_season[season.pk]) for season in seasons]


def record(entry: Entry) -> list[dict[str, Any]]:
    """Return a player's games in one season, with the points from each game."""
    games = []
    for fixture in fixtures_of(seats__entry=entry):
        mine = next(seat for seat in fixture.seats.all() if seat.entry_id == entry.pk)
        others = [seat.entry.name for seat in fixture.seats.all() if seat is not mine]
        games.append({"fixture": fixture, "mine": mine, "others": others, "points": decimal_points(mine.points)})
    return games


def entries_of(player: User, reader: Visitor) -> list[Entry]:
    """Return a player's entries in drawn seasons that the reader may see, newest first."""
    seasons = visible_seasons(reader).exclude(status__in=(Season.Status.DRAFT, Season.Status.REGISTRATION, Season.Status.CANCELLED))
    entries = Entry.objects.filter(user=player, season__in=seasons).exclude(status=Entry.Status.WAITING)
    return list(entries.select_related("season__league", "division").order_by("-season__starts", "-pk")[:100])


def role(user: Visitor, season: Season, entries: Iterable[Entry] | None = None) -> dict[str, Any]:
    """Return the user's entry in the season, and whether they organise it. `entries`: all entries of the season, if already loaded."""
    own = season.entries.filter(user=user) if entries is None and user.is_authenticated else entries or ()
    entry = next((entry for entry in own if entry.user_id == user.pk), None)
    return {"my_entry": entry, "organises": user.is_authenticated and organises(user, season)}


# -- for the page of a table ----------------------------------------------------------------------------
def fixture_of(game: Game) -> Fixture | None:
    """Return the game's fixture, or None outside leagues. The result is cached on the object `game`."""
    known: dict[str, Fixture | None] = vars(game)
    if "fixture_of" not in known:
        known["fixture_of"] = fixtures_at.first(game.pk)
    return known["fixture_of"]


@Prepared.of(NUMBER)
def fixtures_at(game: Blank) -> QuerySet[Fixture]:
    """Return the game's fixture with its division and league, if it has one."""
    return Fixture.objects.filter(game=game).select_related("division", "round__season__league")


@Prepared.of(NUMBER, NUMBER)
def deciders_of(league: Blank, division: Blank) -> QuerySet[User, int]:
    """Return the ids of the league's organisers who do not play in the division."""
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
    """Return the ids of the users who decide about the game's table; none outside leagues."""
    fixture = fixture_of(game)
    return frozenset() if fixture is None else frozenset(deciders_of(fixture.round.season.league_id, fixture.division_id))


def part_of(game: Game) -> Part | None:
    """Return the game's division, with a link and how the table counts there; None outside leagues."""
    fixture = fixture_of(game)
    if fixture is None:
        return None
    season = fixture.round.season
    link = reverse("leagues:division", args=[season.league.slug, season.number, fixture.division.number])
    return Part(f"{season.league.name}, {fixture.division.name}", link, how_it_counts(fixture))


def how_it_counts(fixture: Fixture) -> str:
    """Return a sentence if the table counts differently from how it was played, otherwise ""."""
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
