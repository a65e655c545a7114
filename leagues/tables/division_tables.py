"""Read the standings of divisions: stored rows, or fresh ones where a division has changed since."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import islice

from leagues.models import Division, Entry, Recount, Season, Standing
from leagues.pure.standings import POINT, Row, decimal
from leagues.tables.counting import work_out

NAMED = re.compile(r"\{(\d+)\}")
COLUMNS = ("division_id", "entry_id", "points", "games", "wins", "places", "strikes", "place", "why", "owed", "is_ranked")


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
