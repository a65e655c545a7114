"""Compute the standings of divisions from their results."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models.functions import Coalesce

from leagues.models import Entry, Fixture, FixtureSeat, Round, Season
from leagues.pure.presets import Preset
from leagues.pure.standings import Missed, Row, Seat, standings

COUNTS = (Fixture.Status.FINISHED, Fixture.Status.ADJUDICATED)
COLUMNS = (
    "fixture_id", "fixture__division_id", "fixture__status", "fixture__round__is_final", "entry_id", Coalesce("place", 0),
    "points", "score", "gone", "strikes",
)  # fmt: skip


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
    for seat in FixtureSeat.objects.filter(fixture__division__in=divisions).order_by("pk").values_list(*COLUMNS):
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
