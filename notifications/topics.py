"""What parts above us tell about a person: the matters he may have wishes about, and what stands in his calendar."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Date:
    """One entry of a calendar: something to be done until then, or that happens at a moment. `is_all_day`: it is about days, not hours."""

    uid: str
    begin: datetime
    until: datetime | None
    title: str
    link: str
    sequence: int = 0
    is_cancelled: bool = False
    is_all_day: bool = False


TOPICS: list[Callable[[Any], Iterable[tuple[str, str]]]] = []
"""`topics(user)` gives (topic, name), such as ("game:12", "Port Royal")."""
DATES: list[Callable[[Any], Iterable[Date]]] = []
"""`dates(user)` gives what waits for that person, and for some days what does no longer."""


def register_matters(topics: Callable[[Any], Iterable[tuple[str, str]]], dates: Callable[[Any], Iterable[Date]]) -> None:
    """Say who knows what waits for a person, his topics and his dates. Called from `AppConfig.ready`."""
    TOPICS.append(topics)
    DATES.append(dates)


def topics_of(user: User) -> list[tuple[str, str]]:
    return [topic for find in TOPICS for topic in find(user)]


def dates_of(user: User) -> list[Date]:
    return [date for find in DATES for date in find(user)]
