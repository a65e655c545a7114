"""Compute the standings of divisions from results, store them as rows, and read them; outdated rows are computed when read."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from core.tasks import enqueue_after_commit
from leagues.models import Division, Entry, Fixture, FixtureSeat, Recount, Round, Season, Snapshot, Standing
from leagues.pure.presets import Preset
from leagues.pure.standings import POINT, Missed, Row, Seat, decimal, standings

COUNTS = (Fixture.Status.FINISHED, Fixture.Status.ADJUDICATED)
SEAT_COLUMNS = (
    "fixture_id", "fixture__division_id", "fixture__status", "fixture__round__is_final", "entry_id", Coalesce("place", 0),
    "points", "score", "gone", "strikes",
)  # fmt: skip
NAMED = re.compile(r"\{(\d+)\}")
COLUMNS = ("division_id", "entry_id", "points", "games", "wins", "places", "strikes", "place", "why", "owed", "is_ranked")
FIELDS = ("order", "place", "points", "games", "wins", "places", "strikes", "owed", "is_ranked", "why")
BATCH_SIZE = 50
"""Number of divisions recalculated and stored in one transaction."""
MAX_DRAWN = 40
"""Maximum number of rows of a stored snapshot: longer charts are unreadable, and each change would store every row."""


# -- computing ------------------------------------------------------------------------------------------
class Member(NamedTuple):
    """The columns of an entry that standings need."""

    pk: int
    division: int
    status: str


class Part(NamedTuple):
    """The columns of a seat that standings need, whatever the status of its table. `place` is 0 before there is a result."""

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
    """Compute the rows of each division, best first. The number of queries does not depend on the number of divisions."""
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
    """Numbers of rounds of an open event: `to_come` are not drawn yet; `planned` excludes rounds that closed without opening."""

    to_come: int = 0
    planned: int = 0


def rounds_of(season: Season) -> Rounds:
    """Count the rounds of an open event, except rounds that closed without opening, because nobody missed those."""
    if season.preset.shape != "swiss":
        return Rounds()
    to_come = season.rounds.filter(status=Round.Status.PLANNED, is_final=False).count()
    never = season.rounds.filter(status=Round.Status.CLOSED, is_final=False, fixtures=None).count()
    return Rounds(to_come, season.preset.rounds - never)


def rows_of(seed: str, preset: Preset, members: list[Member], parts: list[Part], rounds: Rounds) -> list[Row]:
    """Return the standings of one division. Leave out entries that left the season and have no game that counts."""
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
    """Count each entry's void tables: owed to the entry, or forfeited because its captain had left."""
    missed: dict[int, Missed] = defaultdict(Missed)
    for part in parts:
        if part.status == Fixture.Status.VOID:
            owed, forfeited = missed[part.entry]
            missed[part.entry] = Missed(owed + (not part.gone), forfeited + part.gone)
    return missed


def unranked_of(preset: Preset, members: list[Member], parts: list[Part], rounds: Rounds) -> set[int]:
    """Return the entries without a place: out of the season, or with too few games that can still count."""
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
    """Return {division: rows}, computed if the stored rows are out of date. Reasons contain placeholders for names."""
    marked = set(Recount.objects.filter(division__in=divisions).values_list("division", flat=True))
    rows: dict[int, list[Row]] = {pk: [] for pk in divisions}
    stored_lines = Standing.objects.filter(division__in=[pk for pk in divisions if pk not in marked])
    for pk, entry, points, games, wins, places, strikes, place, why, owed, is_ranked in stored_lines.values_list(*COLUMNS):
        row = Row(entry, points, games, Fraction(wins, POINT), tuple(places), strikes, place, why, owed=owed, is_ranked=is_ranked)
        rows[pk].append(row)
    return rows | work_out(season, marked) if marked else rows


@dataclass(slots=True, kw_only=True)
class NamedRow(Row):
    """A standings row for pages and letters, with its entry, its points in words, and captains' names in its tie-break reason."""

    person: Entry
    shown: str


def tables_of(season: Season, divisions: Iterable[Division], most: int | None = None) -> dict[int, list[NamedRow]]:
    """Return {division: its first `most` rows}, with names."""
    shown_rows = {pk: rows[:most] for pk, rows in rows_of_divisions(season, [division.pk for division in divisions]).items()}
    named = iter(with_people([row for rows in shown_rows.values() for row in rows]))
    return {pk: list(islice(named, len(rows))) for pk, rows in shown_rows.items()}


def with_people(rows: Collection[Row]) -> list[NamedRow]:
    """Return the rows with names, in the same order."""
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
    """Return the points of a row in words, including compensation for owed games."""
    return decimal((row.points + row.made_up) / POINT)


def table_of(division: Division) -> list[NamedRow]:
    return tables_of(division.season, [division])[division.pk]


def all_tables(season: Season) -> dict[int, list[Row]]:
    """Return {division: rows} for all divisions of a season, without names."""
    return rows_of_divisions(season, list(season.divisions.values_list("pk", flat=True)))


def with_names(sentence: str, names: dict[str, str]) -> str:
    """Replace all placeholders in a reason by names in one pass, so that a name is never read as a placeholder."""
    return NAMED.sub(lambda place: names.get(place[1], "somebody"), sentence)


def decimal_points(points: int) -> str:
    return decimal(Fraction(points, POINT))


# -- storing --------------------------------------------------------------------------------------------
def mark_changed(season_id: int, divisions: Iterable[int], cause: str) -> None:
    """Mark the divisions as changed, and queue the recalculation of their standings after the commit."""
    Recount.objects.bulk_create([Recount(division_id=pk, cause=cause[:100]) for pk in divisions])
    enqueue_after_commit("leagues.tasks.renew_standings", season_id)


def mark_season(season: Season, cause: str) -> None:
    """Mark all divisions of a season as changed; see `mark_changed`."""
    mark_changed(season.pk, season.divisions.values_list("pk", flat=True), cause)


def renew_season(season_id: int) -> int:
    """Recalculate every marked division of a season, in batches. Return the number of divisions."""
    marked = Recount.objects.filter(division__season=season_id).order_by("division").values_list("division", flat=True).distinct()
    divisions = list(marked)
    return sum(renew(divisions[first : first + BATCH_SIZE]) for first in range(0, len(divisions), BATCH_SIZE))


@transaction.atomic
def renew(divisions: Collection[int]) -> int:
    """Recalculate the marked divisions among `divisions`, and return their number. The lock does not block new marks."""
    rows = Division.objects.select_for_update(of=("self",), no_key=True).select_related("season").filter(pk__in=divisions)
    locked = list(rows.order_by("pk"))
    marks = list(Recount.objects.filter(division__in=locked))
    causes = {mark.division_id: mark.cause for mark in marks}
    if not causes:
        return 0
    tables = work_out(locked[0].season, causes)
    keep(tables)
    store_snapshots(tables, causes)
    Recount.objects.filter(pk__in=[mark.pk for mark in marks]).delete()
    return len(tables)


def keep(tables: Mapping[int, list[Row]]) -> int:
    """Store new and changed rows, and delete obsolete rows. Return the number of changes."""
    before = {line.entry_id: line for line in Standing.objects.filter(division__in=tables)}
    now = [stored_line(pk, order, row) for pk, rows in tables.items() for order, row in enumerate(rows, start=1)]
    changed = [line for line in now if line.entry_id not in before or stored_values(before[line.entry_id]) != stored_values(line)]
    Standing.objects.bulk_create(
        changed, batch_size=500, update_conflicts=True, unique_fields=["entry"], update_fields=["division", *FIELDS]
    )
    gone = before.keys() - {line.entry_id for line in now}
    Standing.objects.filter(entry__in=gone).delete()
    return len(changed) + len(gone)


def stored_line(division_id: int, order: int, row: Row) -> Standing:
    return Standing(
        division_id=division_id, entry_id=row.entry, order=order, place=row.place, points=row.points, games=row.games,
        wins=int(row.wins * POINT), places=list(row.places), strikes=row.strikes, owed=row.owed, is_ranked=row.is_ranked, why=row.why,
    )  # fmt: skip


def stored_values(line: Standing) -> list[Any]:
    return [getattr(line, key) for key in ("division_id", *FIELDS)]


def store_snapshots(tables: Mapping[int, list[Row]], causes: Mapping[int, str]) -> None:
    newest = Snapshot.objects.filter(division=OuterRef("pk")).order_by("-pk").values("rows")[:1]
    last = dict(Division.objects.filter(pk__in=tables).annotate(last=Subquery(newest)).values_list("pk", "last"))
    drawn = {pk: rows for pk, rows in tables.items() if len(rows) <= MAX_DRAWN and any(row.games for row in rows)}
    places = {pk: [[row.entry, row.place, row.points] for row in rows] for pk, rows in drawn.items()}
    Snapshot.objects.bulk_create(
        Snapshot(division_id=pk, cause=causes[pk], rows=lines) for pk, lines in places.items() if lines != last[pk]
    )  # fmt: skip


def wrong_tables(season: Season) -> list[Division]:
    """Return the divisions whose stored rows differ from a recalculation."""
    divisions = list(season.divisions.filter(recounts=None).prefetch_related("standings"))
    now = work_out(season, [division.pk for division in divisions])
    wrong = []
    for division in divisions:
        expected = [(row.entry, stored_values(stored_line(division.pk, order, row))) for order, row in enumerate(now[division.pk], start=1)]
        if expected != [(line.entry_id, stored_values(line)) for line in division.standings.all()]:
            wrong.append(division)
    return wrong
