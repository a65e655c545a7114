"""The state of a season at one moment of a transaction, for previews."""

from dataclasses import dataclass, field
from datetime import datetime

from leagues.models import Entry, Fixture, Season


@dataclass(slots=True)
class SeasonSnapshot:
    """Everything in a season that an organiser's button may change, in plain values."""

    season: Season
    entries: dict[int, Entry]
    fixtures: dict[int, Fixture]
    rounds: dict[int, tuple[str, str, bool]]
    places: dict[int, tuple[str, int, str]]
    waits: dict[tuple[int, int], datetime | None]
    rated: set[int]
    calls: int
    cards: dict[int, tuple[str, str]]
    going: dict[int, tuple[str, int, int]]
    letters: list[tuple[str, str]] = field(default_factory=list)
