"""Hooks of higher parts: a person's topics for preferences, and the dates in their calendar."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from core.registry import Registry


@dataclass(frozen=True, slots=True)
class Date:
    """One calendar entry: a deadline or an event. `is_all_day` entries have days without hours."""

    uid: str
    begin: datetime
    until: datetime | None
    title: str
    link: str
    sequence: int = 0
    is_cancelled: bool = False
    is_all_day: bool = False


TOPICS: Registry[str, Callable[[User], Iterable[tuple[str, str]]]] = Registry()
"""`topics(user)` returns (topic, name), such as ("game:12", "Port Royal")."""
DATES: Registry[str, Callable[[User], Iterable[Date]]] = Registry()
"""`dates(user)` returns a person's deadlines and events, also those of the last days."""


def topics_of(user: User) -> list[tuple[str, str]]:
    return [topic for find in TOPICS.values() for topic in find(user)]


def dates_of(user: User) -> list[Date]:
    return [date for find in DATES.values() for date in find(user)]
