"""Time zones a person may choose."""

from datetime import datetime
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils import timezone

SEAS = {"Atlantic": "Atlantic Ocean", "Indian": "Indian Ocean", "Pacific": "Pacific Ocean", "Arctic": "Arctic Ocean", "US": "United States"}
"""Areas whose name alone says too little."""

CALLED = {
    "America/Argentina/ComodRivadavia": "Comodoro Rivadavia, Argentina", "America/Knox_IN": "Knox, Indiana", "Brazil/DeNoronha": "Noronha",
    "Antarctica/DumontDUrville": "Dumont d’Urville", "Australia/ACT": "Canberra (ACT)", "Australia/LHI": "Lord Howe Island",
    "Australia/NSW": "New South Wales", "Australia/North": "Northern Territory", "Australia/South": "South Australia",
    "Australia/West": "Western Australia", "Chile/Continental": "Mainland Chile", "Chile/EasterIsland": "Easter Island",
    "Mexico/BajaNorte": "Baja California", "Mexico/BajaSur": "Baja California Sur", "Mexico/General": "Most of Mexico",
    "US/East-Indiana": "Eastern Indiana", "US/Indiana-Starke": "Starke County, Indiana",
}  # fmt: skip
"""Zones whose own name is not what people say."""

Grouped = list[tuple[str, str | list[tuple[str, str]]]]


@cache
def time_zones() -> list[str]:
    """Return the IANA names people know, like Europe/London; not the technical ones."""
    known = {name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))}
    return [*sorted(known), "UTC"]


def zone_choices() -> Grouped:
    """Return all of them for a list: by area, by city, with the difference to UTC now, as in "Berlin (UTC+1 now)"."""
    return named_at(timezone.now().replace(minute=0, second=0, microsecond=0))


@cache
def areas() -> dict[str, list[str]]:
    """Return {area: its zones, by the names of the cities}."""
    found: dict[str, list[str]] = {}
    for name in sorted(time_zones(), key=city):
        if "/" in name:
            found.setdefault(name.partition("/")[0], []).append(name)
    return dict(sorted(found.items()))


@lru_cache(maxsize=2)
def named_at(now: datetime) -> Grouped:
    """Return the choices as they are named at this moment. Kept for an hour: a page asks several times."""
    groups: Grouped = [("UTC", "UTC")]
    for area, zones in areas().items():
        groups.append((SEAS.get(area, area), [(name, f"{city(name)} (UTC{ahead(name, now)} now)") for name in zones]))
    return groups


def city(name: str) -> str:
    """Return "Buenos Aires, Argentina" for America/Argentina/Buenos_Aires."""
    return CALLED.get(name) or ", ".join(reversed(name.replace("_", " ").split("/")[1:])) or name


def ahead(name: str, now: datetime) -> str:
    """Return by how many hours a zone is ahead of UTC: "+5:30"."""
    offset = now.astimezone(ZoneInfo(name)).utcoffset()
    minutes = round(offset.total_seconds() / 60) if offset else 0
    hours, rest = divmod(abs(minutes), 60)
    return f"{'−' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}"


def validate_time_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError("Please choose a time zone from the list.", code="time_zone")
