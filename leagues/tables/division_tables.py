"""The table of a division: worked out from its results each time, never kept. A snapshot only remembers what it was."""

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import F as Field
from django.db.models import QuerySet

from leagues.models import Division, Entry, FixtureSeat, Season, Snapshot
from leagues.pure.standings import POINT, Row, Seat, decimal, standings

COUNTS = ("finished", "adjudicated")


class Finality(TypedDict):
    """What is read of a seat beside its row."""

    is_final: bool


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    CountedSeat = WithAnnotations[FixtureSeat, Finality]
else:
    CountedSeat = FixtureSeat


def counted_games(seats: list[CountedSeat]) -> list[list[Seat]]:
    """The games that count, from their seats."""
    games: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        games[seat.fixture_id].append(Seat(seat.entry_id, seat.place_for_points, seat.points, seat.score))
    return list(games.values())


def seats_that_count(**which: Any) -> QuerySet[FixtureSeat, CountedSeat]:
    """Seats of games that count; `is_final` tells those of a final, which decides places and gives no points."""
    return FixtureSeat.objects.filter(fixture__status__in=COUNTS, **which).annotate(is_final=Field("fixture__round__is_final"))


def rows_of(season: Season, entries: list[Entry], seats: list[CountedSeat]) -> list[Row]:
    """The standings of these people in these games. Who left and has no game that counts stands in no table."""
    played = {seat.entry_id for seat in seats}
    ranked = [entry.pk for entry in entries if entry.status == Entry.Status.ACCEPTED or entry.pk in played]
    strikes = {entry.pk: entry.strikes for entry in entries}
    preset, finals = season.preset, {seat.entry_id: seat.place_for_points for seat in seats if seat.is_final}
    games = counted_games([seat for seat in seats if not seat.is_final])
    return standings(ranked, games, preset.criteria, strikes, season.seed, finals)


def table_of(division: Division) -> list[Row]:
    """The division's table now: two queries and a little arithmetic."""
    entries = list(division.entries.select_related("user").prefetch_related("sanctions"))
    seats = list(seats_that_count(fixture__division=division))
    rows = rows_of(division.season, entries, seats)
    by_pk = {entry.pk: entry for entry in entries}
    names = {str(pk): entry.name for pk, entry in by_pk.items()}
    for row in rows:
        row.person = by_pk[row.entry]
        row.why = with_names(row.why, names)
        row.shown = decimal_points(row.points)
    return rows


def with_names(sentence: str, names: dict[str, str]) -> str:
    """A reason with the people's names in it; names are put in once, so that nothing in a name is read as a place for one."""
    parts = []
    for part in sentence.split("{"):
        number, closing, rest = part.partition("}")
        parts.append(names.get(number, "somebody") + rest if closing and number.isdigit() else part)
    return "".join(parts)


def decimal_points(points: int) -> str:
    return decimal(Fraction(points, POINT))


def all_tables(season: Season) -> dict[int, list[Row]]:
    """Every division's rows, with two queries for the whole season."""
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in season.entries.exclude(division=None):
        if entry.division_id is not None:
            entries[entry.division_id].append(entry)
    seats: dict[int, list[CountedSeat]] = defaultdict(list)
    found = seats_that_count(fixture__round__season=season).select_related("fixture")
    for seat in found.only("fixture__division_id", "entry_id", "place", "points", "score"):
        seats[seat.fixture.division_id].append(seat)
    return {pk: rows_of(season, members, seats[pk]) for pk, members in entries.items()}


def store_snapshot(division: Division, cause: str) -> Snapshot | None:
    """Keep what the table is now, if it is another one than before."""
    entries = list(division.entries.all())
    seats = list(seats_that_count(fixture__division=division))
    rows = [[row.entry, row.place, row.points] for row in rows_of(division.season, entries, seats)]
    last = division.snapshots.order_by("-pk").first()
    if last is not None and last.rows == rows:
        return None
    return Snapshot.objects.create(division=division, cause=cause[:100], rows=rows)


def differs_from_snapshot(division: Division) -> bool:
    """Is the newest snapshot another table than the one worked out now? Looked at each night."""
    last = division.snapshots.order_by("-pk").first()
    if last is None:
        return False
    entries = list(division.entries.all())
    seats = list(seats_that_count(fixture__division=division))
    return last.rows != [[row.entry, row.place, row.points] for row in rows_of(division.season, entries, seats)]
