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
COLUMNS = ("division_id", "entry_id", "place", "points", "games", "wins", "places", "strikes", "owed", "is_ranked", "why")


def rows_of_divisions(season: Season, divisions: Collection[int]) -> dict[int, list[Row]]:
    """Return the rows of these divisions, without names, with at most five queries."""
    marked = set(Recount.objects.filter(division__in=divisions).values_list("division", flat=True))
    rows: dict[int, list[Row]] = {pk: [] for pk in divisions}
    stored_lines = Standing.objects.filter(division__in=[pk for pk in divisions if pk not in marked])
    for line in stored_lines.values_list(*COLUMNS):
        rows[line[0]].append(row_of(*line[1:]))
    return rows | work_out(season, marked) if marked else rows


def row_of(
    entry: int, place: int, points: int, games: int, wins: int, places: list[int], strikes: int, owed: int, is_ranked: bool, why: str
) -> Row:
    """Return a stored line as a Row; values of the criteria are not stored."""
    return Row(
        entry, points, games, Fraction(wins, POINT), tuple(places), strikes, place, why, owed=owed, is_ranked=is_ranked
    )  # fmt: skip


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
    entries = entries_by_number({row.entry for row in rows} | mentioned)
    names = {str(pk): entry.name for pk, entry in entries.items()}
    return [named_row(row, entries[row.entry], names) for row in rows]


def named_row(row: Row, person: Entry, names: dict[str, str]) -> NamedRow:
    plain = {field.name: getattr(row, field.name) for field in fields(Row)}
    return NamedRow(**plain | {"why": with_names(row.why, names)}, person=person, shown=points_in_words(row))


def points_in_words(row: Row) -> str:
    """Return a player's points in words, including compensation for games owed to them."""
    return decimal((row.points + row.made_up) / POINT)


def entries_by_number(numbers: Collection[int]) -> dict[int, Entry]:
    entries = Entry.objects.filter(pk__in=numbers).select_related("user").prefetch_related("sanctions")
    return {entry.pk: entry for entry in entries}


def table_of(division: Division) -> list[NamedRow]:
    """Return the standings of one division as a page shows them."""
    return tables_of(division.season, [division])[division.pk]


def all_tables(season: Season) -> dict[int, list[Row]]:
    """Return every division's rows, without names."""
    return rows_of_divisions(season, list(season.divisions.values_list("pk", flat=True)))


def with_names(sentence: str, names: dict[str, str]) -> str:
    """Put names into a reason in one pass, so that no name is parsed for placeholders."""
    return NAMED.sub(lambda place: names.get(place[1], "somebody"), sentence)


def decimal_points(points: int) -> str:
    return decimal(Fraction(points, POINT))
