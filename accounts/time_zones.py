"""Time zones a person may choose."""

from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError


@cache
def time_zones() -> list[str]:
    """Return the IANA names people know, like Europe/London; not the technical ones."""
    known = {name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))}
    return [*sorted(known), "UTC"]


def validate_time_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError("Please choose a time zone from the list.", code="time_zone")
