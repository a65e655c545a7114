"""Compute promotion and relegation from the standings, and fill free places. A preview is possible at any time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from leagues.models import Division, Entry, Season
from leagues.pure.standings import Row
from leagues.tables.division_tables import all_tables

Who = TypeVar("Who")


class Placed(NamedTuple):
    """The tier to which the last season sent a player (`to`), and the tier they played in (`came_from`). Tier 1 is the highest."""

    to: int
    came_from: int


class Person(NamedTuple):
    """The frequently used columns of an entry, because a page of a large season lists thousands of entries."""

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
    """A player's tier in the next season, with the reason."""

    entry: Person
    division: Division
    place: int
    to: int
    why: str

    def to_json(self) -> dict[str, Any]:
        return {
            "entry": self.entry.pk, "name": self.entry.name, "key": key_of(self.entry), "tier": self.division.tier,
            "division": self.division.name, "place": self.place, "to": self.to, "why": self.why,
        }  # fmt: skip


def key_of(entry: Entry | Person) -> str:
    """Return the key that identifies a player across seasons: a person's number or a bot's name."""
    return f"user:{entry.user_id}" if entry.user_id else f"bot:{entry.own_name}"


def preview(season: Season) -> list[Going]:
    """Return all players by next season's tier; within a tier, first promoted, then staying, then relegated players."""
    divisions, tables = list(season.divisions.all()), all_tables(season)
    rows = season.entries.order_by().values_list("pk", "status", "user", "own_name", "user__name")
    entries = {row[0]: Person(*row) for row in rows}
    lowest = max((division.tier for division in divisions), default=1)
    goings = []
    for division in divisions:
        goings += of_division(season, division, tables.get(division.pk, []), entries, lowest)
    return sorted(goings, key=lambda going: (going.to, going.to - going.division.tier, going.place, going.division.number))


def of_division(season: Season, division: Division, rows: list[Row], entries: dict[int, Person], lowest: int) -> list[Going]:
    """Return the next tiers of one division's players. Unranked players are neither promoted nor relegated."""
    preset = season.preset
    staying = [row for row in rows if entries[row.entry].status == Entry.Status.ACCEPTED]
    able = [row for row in staying if row.is_ranked]
    up = {row.entry for row in able[: preset.up]} if division.tier > 1 else set()
    rest = [row for row in able if row.entry not in up]
    down = {row.entry for row in rest[len(rest) - min(preset.down, len(rest)) :]} if division.tier < lowest and preset.down else set()
    return [going(division, row, entries[row.entry], up, down) for row in staying]


def going(division: Division, row: Row, entry: Person, up: set[int], down: set[int]) -> Going:
    """Return one player's next tier, with the reason in words."""
    place = f"place {row.place} in {division.name}"
    if row.entry in up:
        return Going(entry, division, row.place, division.tier - 1, f"goes up: {place}")
    if row.entry in down:
        return Going(entry, division, row.place, division.tier + 1, f"goes down: {place}")
    if not row.is_ranked:
        return Going(entry, division, row.place, division.tier, f"stays: in {division.name}; too few of their games count")
    return Going(entry, division, row.place, division.tier, f"stays: {place}")


def movers(season: Season) -> list[tuple[str, list[str]]]:
    """Return the names of promoted and relegated players: as confirmed, or by the provisional standings; [] before that."""
    if season.preset.shape == "swiss" or season.status not in (Season.Status.FINAL, Season.Status.ARCHIVED):
        return []
    moved = season.moved if season.status == Season.Status.ARCHIVED else [going.to_json() for going in preview(season)]
    up = [f"{move['name']} ({move['division']})" for move in moved if move["to"] < move["tier"]]
    down = [f"{move['name']} ({move['division']})" for move in moved if move["to"] > move["tier"]]
    return [(words, names) for words, names in (("Up", up), ("Down", down)) if names]


def before(season: Season) -> dict[str, Placed]:
    """Return {player key: Placed}, as confirmed at the end of the last season, best player first."""
    last = season.before
    return {moved["key"]: Placed(moved["to"], moved["tier"]) for moved in last.moved} if last else {}


def differences(season: Season) -> list[tuple[str, int, int]]:
    """Return (name, confirmed tier, tier by current standings) for each player whose tier a later correction would change."""
    confirmed = {moved["entry"]: moved for moved in season.moved}
    now = {going.entry.pk: going for going in preview(season)}
    return [(moved["name"], moved["to"], now[pk].to) for pk, moved in confirmed.items() if pk in now and now[pk].to != moved["to"]]


def fill_tiers(placed: Iterable[tuple[Who, Placed]], newcomers: Sequence[Who], room: Sequence[int]) -> list[Who]:
    """Return all players, best first: the first `room[0]` play in tier 1, the next `room[1]` in tier 2, and so on.

    `placed` is ordered best first. A free place goes to the best player who stayed in the tier below, then to the best player
    just relegated from the tier, then to newcomers. Nobody skips a tier unless nobody else is left. If a tier is too small for
    its players, the last of them play one tier lower.
    """
    waiting, new = list(placed), list(newcomers)
    ordered: list[Who] = []
    too_many: list[Who] = []
    for tier, places in enumerate(room, start=1):
        here = too_many + take(waiting, len(waiting), tier)
        here, too_many = here[:places], here[places:]
        here += take(waiting, places - len(here), tier + 1, tier + 1)
        here += take(waiting, places - len(here), tier + 1, tier)
        count = places - len(here)
        here += new[:count]
        new = new[count:]
        here += take(waiting, places - len(here))
        ordered += here
    return ordered


def take(waiting: list[tuple[Who, Placed]], limit: int, to: int | None = None, came_from: int | None = None) -> list[Who]:
    """Remove and return up to `limit` players from `waiting`; with `to` or `came_from`, only players with these tiers."""
    taken: list[Who] = []
    rest: list[tuple[Who, Placed]] = []
    for player, placed in waiting:
        if len(taken) < limit and to in (None, placed.to) and came_from in (None, placed.came_from):
            taken.append(player)
        else:
            rest.append((player, placed))
    waiting[:] = rest
    return taken
