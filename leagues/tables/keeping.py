"""Store standings as rows. Divisions are marked when they change, and recalculated after the commit or by their readers."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from core.tasks import enqueue_after_commit
from leagues.models import Division, Recount, Season, Snapshot, Standing
from leagues.pure.standings import POINT, Row
from leagues.tables.division_tables import work_out

FIELDS = ("order", "place", "points", "games", "wins", "places", "strikes", "owed", "is_ranked", "why")
BATCH_SIZE = 50
"""Divisions read, recalculated and stored in one step."""
MAX_DRAWN = 40
"""The history of larger tables is not stored: nobody could read that many lines, and each change would store them all."""


def mark_changed(season_id: int, divisions: Iterable[int], cause: str) -> None:
    """Have the standings of these divisions recalculated after the commit."""
    Recount.objects.bulk_create([Recount(division_id=pk, cause=cause[:100]) for pk in divisions])
    enqueue_after_commit("leagues.tasks.renew_standings", season_id)


def mark_season(season: Season, cause: str) -> None:
    """Have all standings of a season recalculated after the commit."""
    mark_changed(season.pk, season.divisions.values_list("pk", flat=True), cause)


def renew_season(season_id: int) -> int:
    """Recalculate every marked division of this season in batches; return how many."""
    marked = Recount.objects.filter(division__season=season_id).order_by("division").values_list("division", flat=True).distinct()
    divisions = list(marked)
    return sum(renew(divisions[first : first + BATCH_SIZE]) for first in range(0, len(divisions), BATCH_SIZE))


@transaction.atomic
def renew(divisions: Collection[int]) -> int:
    """Recalculate the marked divisions and store changes; return how many, not counting divisions that another process has done.

    The lock serialises this function; it does not delay marks, which only refer to the division.
    """
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
    """Store the rows that differ from the stored ones; return how many."""
    before = {line.entry_id: line for line in Standing.objects.filter(division__in=tables)}
    now = [line_of(pk, order, row) for pk, rows in tables.items() for order, row in enumerate(rows, start=1)]
    changed = [line for line in now if line.entry_id not in before or values(before[line.entry_id]) != values(line)]
    Standing.objects.bulk_create(
        changed, batch_size=500, update_conflicts=True, unique_fields=["entry"], update_fields=["division", *FIELDS]
    )
    gone = before.keys() - {line.entry_id for line in now}
    Standing.objects.filter(entry__in=gone).delete()
    return len(changed) + len(gone)


def line_of(division_id: int, order: int, row: Row) -> Standing:
    return Standing(
        division_id=division_id, entry_id=row.entry, order=order, place=row.place, points=row.points, games=row.games,
        wins=int(row.wins * POINT), places=list(row.places), strikes=row.strikes, owed=row.owed, is_ranked=row.is_ranked, why=row.why,
    )  # fmt: skip


def values(line: Standing) -> list[Any]:
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
    """Return the divisions whose stored rows differ from a fresh calculation. Checked each night."""
    divisions = list(season.divisions.filter(recounts=None).prefetch_related("standings"))
    now = work_out(season, [division.pk for division in divisions])
    wrong = []
    for division in divisions:
        expected = [(row.entry, values(line_of(division.pk, order, row))) for order, row in enumerate(now[division.pk], start=1)]
        if expected != [(line.entry_id, values(line)) for line in division.standings.all()]:
            wrong.append(division)
    return wrong
