"""Compute the standings of divisions from their results, and read them: stored rows, or fresh ones where a division has changed."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from django.db.models.functions import Coalesce

from leagues.models import Division, Entry, Fixture, FixtureSeat, Recount, Round, Season, Standing
from leagues.pure.presets import Preset
from leagues.pure.standings import POINT, Missed, Row, Seat, decimal, standings

COUNTS = (Fixture.Status.FINISHED, Fixture.Status.ADJUDICATED)
SEAT_COLUMNS = (
    "fixture_id", "fixture__division_id", "fixture__status", "fixture__round__is_final", "entry_id", Coalesce("place", 0),
    "points", "score", "gone", "strikes",
)  # fmt: skip
NAMED = re.compile(r"\{(\d+)\}")
COLUMNS = ("division_id", "entry_id", "points", "games", "wins", "places", "strikes", "place", "why", "owed", "is_ranked")


# -- computing ------------------------------------------------------------------------------------------
class Member(NamedTuple):
    """An entry of a division, as its standings need it."""

    pk: int
    division: int
    status: str


class Part(NamedTuple):
    """A seat at a table of a division, in any state of that table. Its place is 0 before there is a result."""

    fixture: int
    division: int
    status: str
    is_final: bool
    entry: int
    place: int
    points: int
    score: int
    gone: bool
    strikes: int

    @property
    def counts(self) -> bool:
        return self.status in COUNTS


def work_out(season: Season, divisions: Collection[int]) -> dict[int, list[Row]]:
    """Compute the rows of these divisions of a season, from the top, with three queries for any number of divisions."""
    members, parts = defaultdict(list), defaultdict(list)
    for row in Entry.objects.filter(division__in=divisions).values_list("pk", "division_id", "status"):
        member = Member(*row)
        members[member.division].append(member)
    for seat in FixtureSeat.objects.filter(fixture__division__in=divisions).order_by("pk").values_list(*SEAT_COLUMNS):
        part = Part(*seat)
        parts[part.division].append(part)
    preset, rounds = season.preset, rounds_of(season)
    return {pk: rows_of(season.seed, preset, members[pk], parts[pk], rounds) for pk in divisions}


class Rounds(NamedTuple):
    """Rounds of an open event: `to_come` are not drawn yet, `planned` leaves out rounds that were never opened."""

    to_come: int = 0
    planned: int = 0


def rounds_of(season: Season) -> Rounds:
    """Count the rounds; a round that closed before it opened counts as missed for nobody."""
    if season.preset.shape != "swiss":
        return Rounds()
    to_come = season.rounds.filter(status=Round.Status.PLANNED, is_final=False).count()
    never = season.rounds.filter(status=Round.Status.CLOSED, is_final=False, fixtures=None).count()
    return Rounds(to_come, season.preset.rounds - never)


def rows_of(seed: str, preset: Preset, members: list[Member], parts: list[Part], rounds: Rounds) -> list[Row]:
    """Return the standings of one division, without entries that left and have no game that counts."""
    played = {part.entry for part in parts if part.counts}
    listed = [member for member in members if member.status == Entry.Status.ACCEPTED or member.pk in played]
    finals = {part.entry: part.place for part in parts if part.is_final and part.counts}
    rest = [part for part in parts if not part.is_final]
    games: dict[int, list[Seat]] = defaultdict(list)
    for part in rest:
        if part.counts:
            games[part.fixture].append(Seat(part.entry, part.place, part.points, part.score))
    strikes: dict[int, int] = defaultdict(int)
    for part in parts:
        strikes[part.entry] += part.strikes * part.counts
    unranked = unranked_of(preset, listed, rest, rounds)
    entries = [member.pk for member in listed]
    return standings(entries, list(games.values()), preset.criteria, strikes, seed, finals, missed_of(rest), unranked)


def missed_of(parts: list[Part]) -> dict[int, Missed]:
    """Count each entry's void tables: owed to them, or forfeited because they had left."""
    missed: dict[int, Missed] = defaultdict(Missed)
    for part in parts:
        if part.status == Fixture.Status.VOID:
            owed, forfeited = missed[part.entry]
            missed[part.entry] = Missed(owed + (not part.gone), forfeited + part.gone)
    return missed


def unranked_of(preset: Preset, members: list[Member], parts: list[Part], rounds: Rounds) -> set[int]:
    """Return entries without a place, because they are out of the season or too few of their games can still count."""
    planned: dict[int, int] = defaultdict(int)
    possible: dict[int, int] = defaultdict(lambda: rounds.to_come)
    for part in parts:
        planned[part.entry] += 1
        possible[part.entry] += part.status != Fixture.Status.VOID
    if preset.shape == "swiss":
        planned = defaultdict(lambda: rounds.planned)
    return {
        member.pk
        for member in members
        if member.status != Entry.Status.ACCEPTED or 100 * possible[member.pk] < preset.least_counted * planned[member.pk]
    }


# -- reading --------------------------------------------------------------------------------------------
def rows_of_divisions(season: Season, divisions: Collection[int]) -> dict[int, list[Row]]:
    """Return the rows of these divisions, without names and values of the criteria, with at most five queries."""
    marked = set(Recount.objects.filter(division__in=divisions).values_list("division", flat=True))
    rows: dict[int, list[Row]] = {pk: [] for pk in divisions}
    stored_lines = Standing.objects.filter(division__in=[pk for pk in divisions if pk not in marked])
    for pk, entry, points, games, wins, places, strikes, place, why, owed, is_ranked in stored_lines.values_list(*COLUMNS):
        row = Row(entry, points, games, Fraction(wins, POINT), tuple(places), strikes, place, why, owed=owed, is_ranked=is_ranked)
        rows[pk].append(row)
    return rows | work_out(season, marked) if marked else rows


@dataclass(slots=True, kw_only=True)
class NamedRow(Row):
    """A row as pages and letters show it: with its entry, the points in words, and names in its reason."""

    person: Entry
    shown: str


def tables_of(season: Season, divisions: Iterable[Division], most: int | None = None) -> dict[int, list[NamedRow]]:
    """Return the first `most` rows of each division, as a page shows them."""
    shown_rows = {pk: rows[:most] for pk, rows in rows_of_divisions(season, [division.pk for division in divisions]).items()}
    named = iter(with_people([row for rows in shown_rows.values() for row in rows]))
    return {pk: list(islice(named, len(rows))) for pk, rows in shown_rows.items()}


def with_people(rows: Collection[Row]) -> list[NamedRow]:
    """Return these rows as a page shows them, in unchanged order."""
    mentioned = {int(number) for row in rows for number in NAMED.findall(row.why)}
    known = Entry.objects.filter(pk__in={row.entry for row in rows} | mentioned)
    entries = {entry.pk: entry for entry in known.select_related("user").prefetch_related("sanctions")}
    names = {str(pk): entry.name for pk, entry in entries.items()}
    named = []
    for row in rows:
        plain = {field.name: getattr(row, field.name) for field in fields(Row)} | {"why": with_names(row.why, names)}
        named.append(NamedRow(**plain, person=entries[row.entry], shown=points_in_words(row)))
    return named


def points_in_words(row: Row) -> str:
    """Return a player's points in words, including compensation for games owed to them."""
    return decimal((row.points + row.made_up) / POINT)


def table_of(division: Division) -> list[NamedRow]:
    return tables_of(division.season, [division])[division.pk]


def all_tables(season: Season) -> dict[int, list[Row]]:
    """Return every division's rows, without names."""
    return rows_of_divisions(season, list(season.divisions.values_list("pk", flat=True)))


def with_names(sentence: str, names: dict[str, str]) -> str:
    """Put names into a reason in one pass, so that no name is parsed for placeholders."""
    return NAMED.sub(lambda place: names.get(place[1], "somebody"), sentence)


def decimal_points(points: int) -> str:
    return decimal(Fraction(points, POINT))
