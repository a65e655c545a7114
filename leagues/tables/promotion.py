"""Who goes up and who goes down, and who fills a place that stays empty. Worked out from the tables, so it can be previewed at any time."""

from dataclasses import dataclass
from typing import NamedTuple

from leagues.models import Division, Entry, Season
from leagues.pure.standings import Row
from leagues.pure.tiers import Placed
from leagues.tables.division_tables import all_tables


class Person(NamedTuple):
    """An entry, as far as it is told here: a page of a large season tells of thousands."""

    pk: int
    status: str
    user_id: int | None
    own_name: str
    user_name: str | None

    @property
    def name(self) -> str:
        return self.own_name or self.user_name or Entry.NOBODY


@dataclass(slots=True)
class Going:
    """Where one person goes, and why."""

    entry: Person
    division: Division
    place: int
    to: int
    why: str

    def to_json(self) -> dict:
        return {
            "entry": self.entry.pk, "name": self.entry.name, "key": key_of(self.entry), "tier": self.division.tier,
            "division": self.division.name, "place": self.place, "to": self.to, "why": self.why,
        }  # fmt: skip


def key_of(entry: Entry | Person) -> str:
    """How somebody is found again in the next season: a person by number, a bot by name."""
    return f"user:{entry.user_id}" if entry.user_id else f"bot:{entry.own_name}"


def preview(season: Season) -> list[Going]:
    """Everybody, from the top of the next season to its bottom: in each tier those who have come up, who stay, who have come down."""
    divisions = list(season.divisions.all())
    tables = all_tables(season)
    rows = season.entries.order_by().values_list("pk", "status", "user", "own_name", "user__name")
    entries = {row[0]: Person(*row) for row in rows}
    lowest = max((division.tier for division in divisions), default=1)
    found = []
    for division in divisions:
        found += of_division(season, division, tables.get(division.pk, []), entries, lowest)
    found.sort(key=lambda going: (going.to, rank(going), going.place, going.division.number))
    return found


def rank(going: Going) -> int:
    """Within the tier one goes to: came up, stays, came down."""
    return 0 if going.to < going.division.tier else 2 if going.to > going.division.tier else 1


def of_division(season: Season, division: Division, rows: list[Row], entries: dict[int, Person], lowest: int) -> list[Going]:
    """The people of one division. Who is not ranked, as too few of their games count, goes neither up nor down."""
    preset = season.preset
    staying = [row for row in rows if entries[row.entry].status == Entry.Status.ACCEPTED]
    able = [row for row in staying if row.is_ranked]
    up = {row.entry for row in able[: preset.up]} if division.tier > 1 else set()
    rest = [row for row in able if row.entry not in up]
    down = {row.entry for row in rest[len(rest) - min(preset.down, len(rest)) :]} if division.tier < lowest and preset.down else set()
    return [going(division, row, entries[row.entry], up, down) for row in staying]


def going(division: Division, row: Row, entry: Person, up: set[int], down: set[int]) -> Going:
    """Where one entry plays next, and why in words."""
    place = f"place {row.place} in {division.name}"
    if row.entry in up:
        return Going(entry, division, row.place, division.tier - 1, f"goes up: {place}")
    if row.entry in down:
        return Going(entry, division, row.place, division.tier + 1, f"goes down: {place}")
    if not row.is_ranked:
        return Going(entry, division, row.place, division.tier, f"stays: in {division.name}; too few of their games count")
    return Going(entry, division, row.place, division.tier, f"stays: {place}")


def movers(season: Season) -> list[tuple[str, list[str]]]:
    """Who goes up and who goes down, for everyone to read once all games are over: as confirmed, or as it stands now."""
    if season.preset.shape == "swiss" or season.status not in (Season.Status.FINAL, Season.Status.ARCHIVED):
        return []
    moved = season.moved if season.status == Season.Status.ARCHIVED else [going.to_json() for going in preview(season)]
    up = [f"{one['name']} ({one['division']})" for one in moved if one["to"] < one["tier"]]
    down = [f"{one['name']} ({one['division']})" for one in moved if one["to"] > one["tier"]]
    return [(words, names) for words, names in (("Up", up), ("Down", down)) if names]


def before(season: Season) -> dict[str, Placed]:
    """Key of a person -> where the season before has sent them; from the top to the bottom."""
    last = season.before
    return {moved["key"]: Placed(moved["to"], moved["tier"]) for moved in last.moved} if last else {}


def differences(season: Season) -> list[tuple[str, int, int]]:
    """(name, tier as confirmed, tier by the tables as they are now) of those for whom a later correction has changed it."""
    confirmed = {moved["entry"]: moved for moved in season.moved}
    now = {going.entry.pk: going for going in preview(season)}
    return [(moved["name"], moved["to"], now[pk].to) for pk, moved in confirmed.items() if pk in now and now[pk].to != moved["to"]]
