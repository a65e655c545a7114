"""Reading leagues: what pages and exports are made from. Nothing here changes anything."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User, Visitor
from leagues.models import Entry, Fixture, FixtureSeat, League, Season
from leagues.permissions import organises
from leagues.pure.standings import decimal
from leagues.tables.division_tables import NamedRow, decimal_points

S = Season.Status


def visible_leagues(user: Visitor) -> QuerySet[League]:
    """Public ones, and those one organises or plays in."""
    if not user.is_authenticated:
        return League.objects.filter(is_public=True)
    mine = Q(organisers=user) | Q(seasons__entries__user=user)
    return League.objects.filter(Q(is_public=True) | mine).distinct()


def visible_seasons(user: Visitor) -> QuerySet[Season]:
    """Seasons of those leagues; drafts for organisers only."""
    drafts = Q(league__organisers=user) if user.is_authenticated else Q(pk=None)
    seasons = Season.objects.filter(~Q(status=S.DRAFT) | drafts, league__in=visible_leagues(user))
    return seasons.select_related("league").distinct()


def fixtures_of(*which: Q, **more: Any) -> QuerySet[Fixture]:
    """Fixtures with their rounds, divisions, seats and names, in order."""
    seats = FixtureSeat.objects.select_related("entry__user", "played_by")
    fixtures = Fixture.objects.filter(*which, **more).select_related("round", "division", "game")
    return fixtures.defer("game__public").prefetch_related(Prefetch("seats", seats)).order_by("round__number", "division__number", "number")


def cross_table(rows: list[NamedRow], fixtures: Iterable[Fixture]) -> list[tuple]:
    """For each row, its games against each other row: (fixture, own place, other's place), in the order of the table."""
    met: dict[tuple[int, int], list] = defaultdict(list)
    for fixture in fixtures:
        seats = list(fixture.seats.all())
        for one in seats:
            for other in seats:
                if one is not other:
                    met[one.entry_id, other.entry_id].append(meeting(fixture, one, other))
    return [(row, [(other, [] if other is row else met[row.entry, other.entry]) for other in rows]) for row in rows]


def meeting(fixture: Fixture, one: FixtureSeat, other: FixtureSeat) -> dict:
    """One square's line: who came before whom, or how far the game is."""
    if not fixture.counts or one.place is None or other.place is None:
        return {"fixture": fixture, "sign": "×" if fixture.status == Fixture.Status.VOID else "·", "words": fixture.get_status_display()}
    sign = "+" if one.place < other.place else "=" if one.place == other.place else "−"
    return {"fixture": fixture, "sign": sign, "words": f"{one.entry.name} came {one.place}, {other.entry.name} came {other.place}"}


def standing_lines(rows: Iterable[NamedRow]) -> list[dict]:
    """Rows with what the table page shows beside the points."""
    return [{"row": row, "wins": decimal(row.wins), "seconds": row.places.count(2), "cards": row.person.cards} for row in rows]


def champions(league: League) -> list[tuple[Season, list[Entry]]]:
    """Who won the highest division of each confirmed season."""
    seasons = league.seasons.filter(status=S.ARCHIVED)
    winners = Entry.objects.filter(season__in=seasons, division__number=1, place=1).select_related("user")
    by_season: dict[int, list[Entry]] = defaultdict(list)
    for entry in winners:
        by_season[entry.season_id].append(entry)
    return [(season, by_season[season.pk]) for season in seasons]


def record(entry: Entry) -> list[dict]:
    """A person's games of one season with what each gave."""
    found = []
    for fixture in fixtures_of(seats__entry=entry):
        mine = next(seat for seat in fixture.seats.all() if seat.entry_id == entry.pk)
        others = [seat.entry.name for seat in fixture.seats.all() if seat is not mine]
        found.append({"fixture": fixture, "mine": mine, "others": others, "points": decimal_points(mine.points)})
    return found


def entries_of(who: User, reader: Visitor) -> list[Entry]:
    """Somebody's parts in seasons that have been drawn and that this reader may see, the newest first."""
    seasons = visible_seasons(reader).exclude(status__in=(S.DRAFT, S.REGISTRATION, S.CANCELLED))
    found = Entry.objects.filter(user=who, season__in=seasons).exclude(status=Entry.Status.WAITING)
    return list(found.select_related("season__league", "division").order_by("-season__starts", "-pk")[:100])


def role(user: Visitor, season: Season, entries: Iterable[Entry] | None = None) -> dict:
    """What this reader is in this season; `entries` are all of it, where they are at hand."""
    own = season.entries.filter(user=user) if entries is None and user.is_authenticated else entries or ()
    entry = next((entry for entry in own if entry.user_id == user.pk), None)
    return {"my_entry": entry, "organises": user.is_authenticated and organises(user, season)}
