"""Reading the tables of divisions: kept lines, and where something has changed since, what comes out of the results now."""

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
    """The rows of these divisions, without their people: five queries at most, however many divisions they are."""
    marked = set(Recount.objects.filter(division__in=divisions).values_list("division", flat=True))
    found: dict[int, list[Row]] = {pk: [] for pk in divisions}
    kept = Standing.objects.filter(division__in=[pk for pk in divisions if pk not in marked])
    for line in kept.values_list(*COLUMNS):
        found[line[0]].append(row_of(*line[1:]))
    return found | work_out(season, marked) if marked else found


def row_of(
    entry: int, place: int, points: int, games: int, wins: int, places: list[int], strikes: int, owed: int, is_ranked: bool, why: str
) -> Row:
    """A kept line as the row it was made from; the values of the criteria are not kept."""
    return Row(
        entry, points, games, Fraction(wins, POINT), tuple(places), strikes, place, why, owed=owed, is_ranked=is_ranked
    )  # fmt: skip


@dataclass(slots=True, kw_only=True)
class NamedRow(Row):
    """A row as pages and letters show it: with its person, the points in words, and names in its reason."""

    person: Entry
    shown: str


def tables_of(season: Season, divisions: Iterable[Division], most: int | None = None) -> dict[int, list[NamedRow]]:
    """The same as a page shows them; of each division the first `most`."""
    found = {pk: rows[:most] for pk, rows in rows_of_divisions(season, [division.pk for division in divisions]).items()}
    named = iter(with_people([row for rows in found.values() for row in rows]))
    return {pk: list(islice(named, len(rows))) for pk, rows in found.items()}


def with_people(rows: Collection[Row]) -> list[NamedRow]:
    """These rows as a page shows them, in the same order."""
    mentioned = {int(number) for row in rows for number in NAMED.findall(row.why)}
    people = entries_by_number({row.entry for row in rows} | mentioned)
    names = {str(pk): entry.name for pk, entry in people.items()}
    return [named_row(row, people[row.entry], names) for row in rows]


def named_row(row: Row, person: Entry, names: dict[str, str]) -> NamedRow:
    plain = {field.name: getattr(row, field.name) for field in fields(Row)}
    return NamedRow(**plain | {"why": with_names(row.why, names)}, person=person, shown=points_in_words(row))


def points_in_words(row: Row) -> str:
    """What somebody has, with what was made up for games they are owed."""
    return decimal((row.points + row.made_up) / POINT)


def entries_by_number(numbers: Collection[int]) -> dict[int, Entry]:
    found = Entry.objects.filter(pk__in=numbers).select_related("user").prefetch_related("sanctions")
    return {entry.pk: entry for entry in found}


def table_of(division: Division) -> list[NamedRow]:
    """The table of one division."""
    return tables_of(division.season, [division])[division.pk]


def all_tables(season: Season) -> dict[int, list[Row]]:
    """Every division's rows, without their people."""
    return rows_of_divisions(season, list(season.divisions.values_list("pk", flat=True)))


def with_names(sentence: str, names: dict[str, str]) -> str:
    """A reason with the people's names in it; names are put in once, so that nothing in a name is read as a place for one."""
    return NAMED.sub(lambda place: names.get(place[1], "somebody"), sentence)


def decimal_points(points: int) -> str:
    return decimal(Fraction(points, POINT))
