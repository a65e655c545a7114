"""Time zones that a person may choose."""

from datetime import datetime
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from core.long_select import SearchedSelect

SEAS = {"Atlantic": "Atlantic Ocean", "Indian": "Indian Ocean", "Pacific": "Pacific Ocean", "Arctic": "Arctic Ocean"}
"""Labels for areas whose name alone says too little."""

CALLED = {"Antarctica/DumontDUrville": "Dumont d’Urville"}
"""Zones whose usual name differs from the IANA name."""

SAME_PLACE = {
    "Africa/Asmera": "Africa/Asmara", "Africa/Timbuktu": "Africa/Bamako", "America/Coral_Harbour": "America/Atikokan",
    "America/Virgin": "America/St_Thomas", "Antarctica/South_Pole": "Antarctica/McMurdo", "Atlantic/Jan_Mayen": "Arctic/Longyearbyen",
    "Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk", "Pacific/Yap": "Pacific/Chuuk",
}  # fmt: skip
"""Old names whose IANA link leads to another country."""

Grouped = list[tuple[str, str | list[tuple[str, str]]]]


@cache
def time_zones() -> list[str]:
    """Return the IANA names of places, such as Europe/London, old names included, and UTC; leave out technical names."""
    known = {name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))}
    return [*sorted(known), "UTC"]


def columns(name: str) -> list[list[str]]:
    """Return the lines of an IANA table, split at white space, without comments."""
    lines = files("tzdata").joinpath("zoneinfo", name).read_text("utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


@cache
def listed_zones() -> set[str]:
    """Return one name for each zone of each country, and UTC."""
    return {"UTC", *(fields[2] for fields in columns("zone.tab"))}.intersection(time_zones())


@cache
def old_names() -> dict[str, str]:
    """Return {unlisted name: listed name of the same zone}, because some browsers still report old names."""
    links = {fields[2]: fields[1] for fields in columns("tzdata.zi") if fields[0] == "L"} | SAME_PLACE
    return {name: links[name] for name in time_zones() if name not in listed_zones() and links.get(name) in listed_zones()}


def listed_name(name: str) -> str:
    """Return the listed name of a zone. Return an unknown name unchanged."""
    return old_names().get(name, name)


def zone_named(words: str) -> str:
    """Return the listed zone of a city or zone name, old or new, ignoring case; "" for no match or several."""
    name = words.casefold().replace(" ", "_")
    listed = {listed_name(zone) for zone in time_zones() if name in (zone.casefold(), zone.rpartition("/")[2].casefold())}
    return listed.pop() if len(listed) == 1 else ""


def zone_or_utc(guess: str) -> str:
    """Return the listed name of the zone that a browser reports, or UTC for an unknown zone."""
    return listed_name(guess) if guess in time_zones() else "UTC"


def zone_choices() -> Grouped:
    """Return the listed zones as choices, by area and city, with the present offset, such as "Berlin (UTC+1 now)"."""
    return named_at(timezone.now().replace(minute=0, second=0, microsecond=0))


@cache
def areas() -> dict[str, list[str]]:
    """Return {area: zones, sorted by city}."""
    by_area: dict[str, list[str]] = {}
    for name in sorted(listed_zones(), key=city):
        if "/" in name:
            by_area.setdefault(name.partition("/")[0], []).append(name)
    return dict(sorted(by_area.items()))


@lru_cache(maxsize=2)
def named_at(now: datetime) -> Grouped:
    """Return the choices with the offsets at `now`. Cached for an hour, because a page asks several times."""
    groups: Grouped = [("UTC", "UTC")]
    for area, zones in areas().items():
        groups.append((SEAS.get(area, area), [(name, f"{city(name)} (UTC{ahead(name, now)} now)") for name in zones]))
    return groups


def city(name: str) -> str:
    """Return "Buenos Aires, Argentina" for America/Argentina/Buenos_Aires."""
    return CALLED.get(name) or ", ".join(reversed(name.replace("_", " ").split("/")[1:])) or name


def ahead(name: str, now: datetime) -> str:
    """Return a zone's offset from UTC, such as "+5:30"."""
    offset = now.astimezone(ZoneInfo(name)).utcoffset()
    minutes = round(offset.total_seconds() / 60) if offset else 0
    hours, rest = divmod(abs(minutes), 60)
    return f"{'−' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}"


def validate_time_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError("Please choose a time zone from the list.", code="time_zone")


class ZoneField(forms.ChoiceField):
    """Form field for a time zone. An old name, stored or posted, becomes the listed name of its zone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zone_choices, widget=SearchedSelect("Search for a city", old_names), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return listed_name(value)

    def to_python(self, value: Any) -> str:
        return listed_name(super().to_python(value))
