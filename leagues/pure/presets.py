"""Settings of a season, frozen when registration opens. A later change is a correction and needs a reason."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from leagues.pure.pairing import usual_load
from leagues.pure.standings import USUAL

DAY = 86400
USUAL_SIZES = {2: 8, 3: 7, 4: 7, 5: 11, 6: 11, 7: 15, 8: 15}
"""Map from captains per table to the division size with a perfectly fair schedule. Leagues use no other table sizes."""
SHAPES = {
    "divisions": "Divisions one below the other",
    "pyramid": "A pyramid: one division on top, two below it, then four",
    "swiss": "An open event in rounds: captains with similar points meet",
}
SCHEMES = {
    "table": "By place, as in our table",
    "wins": "Only the winner of a table",
    "ranks": "Even steps from first to last",
    "share": "By each captain’s share of all scores",
}
READY_CHECK = "muster"
"""Key of the ready check in stored presets."""
MADE_UP = {"average": "The average of their own games", "replay": "The table is played again"}
"""Compensation for captains whose table became void through no fault of theirs."""
VOIDED = ("all", "stand")
"""Values of `withdrawal` stored by earlier releases, which voided tables. They are ignored now."""
USUAL_PART = 50
ADJUDICATIONS = {"score": "As the position stands", "shared": "Shared among those who were in time"}


class BadPreset(ValueError):
    """Raised if a season cannot be played with its settings. The message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """The settings of a season, decided before registration opens. `for_seats` fills in the usual values."""

    shape: str = "divisions"
    seats: int
    size: int
    rounds: int = 4
    most_entries: int = 0
    most_at_once: int
    pace: int = 2 * DAY
    round_days: int = 30
    points: str = "table"
    criteria: tuple[str, ...] = USUAL
    up: int = 1
    down: int = 1
    withdrawal: str = "average"
    adjudication: str = "score"
    automatic: bool = True
    final: bool = False
    ready_check: bool = False
    least_counted: int = USUAL_PART
    options: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def for_seats(cls, seats: int, **more: Any) -> "Preset":
        """Return the usual preset for tables of `seats` captains, with the settings in `more` changed."""
        return cls(**{"seats": seats, "size": USUAL_SIZES[seats], "most_at_once": usual_load(seats), **more})

    @property
    def ready_time(self) -> int:
        """Return the time to answer a ready check, in seconds."""
        return min(2 * DAY, 2 * self.pace)

    @property
    def first_turn(self) -> int:
        """Return the longest time from the opening of a round until the first turn at a table is due, in seconds."""
        return self.pace + self.ready_time * self.ready_check

    def to_json(self) -> dict[str, Any]:
        stored = {**asdict(self), "criteria": list(self.criteria)}
        return {READY_CHECK if key == "ready_check" else key: value for key, value in stored.items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Preset":
        """Return the preset stored as `data`, with defaults for missing settings."""
        known = {known_field.name for known_field in fields(cls)}
        named = {"ready_check" if key == READY_CHECK else key: value for key, value in data.items()}
        values = {key: value for key, value in named.items() if key in known}
        if values.get("withdrawal") in VOIDED:
            values.pop("withdrawal")
        if "criteria" in values:
            values["criteria"] = tuple(values["criteria"])
        return cls(**values)

    def checked(self, least: int, most: int) -> "Preset":
        """Return the preset if it suits an edition for `least` to `most` captains. Raise BadPreset otherwise."""
        for wrong, sentence in self._faults(least, most):
            if wrong:
                raise BadPreset(sentence)
        return self

    def _faults(self, least: int, most: int) -> Iterator[tuple[bool, str]]:
        yield not least <= self.seats <= min(most, max(USUAL_SIZES)), f"This game is played by {least} to {most} at a table."
        yield not self.seats <= self.size <= 40, "A division has at least as many captains as a table, and at most 40."
        yield not 1 <= self.rounds <= 20, "An open event has 1 to 20 rounds."
        yield not 1 <= self.most_at_once <= 20, "A captain can have 1 to 20 games at once."
        yield not DAY // 2 <= self.pace <= 14 * DAY, "A turn may take from 12 hours to 14 days."
        yield not 1 <= self.round_days <= 365, "A round takes from 1 to 365 days."
        yield not 0 <= self.least_counted <= 100, "From 0 to 100 percent of somebody’s games have to count for a place."
        yield self.most_entries < 0 or 0 < self.most_entries < self.seats, "There must be room for at least one table."
        words = ((self.shape, SHAPES), (self.points, SCHEMES), (self.withdrawal, MADE_UP), (self.adjudication, ADJUDICATIONS))
        yield any(word not in choices for word, choices in words), "That is not among the choices of a season."
        known = set(self.criteria) <= set(USUAL) and len(set(self.criteria)) == len(self.criteria)
        yield (
            not known or self.criteria[:1] != ("points",),
            "Places are decided by points first, then by criteria from our list, each once.",
        )
        yield self.final and self.shape != "swiss", "A final belongs to an open event; divisions have their champions without one."
        yield not 0 <= self.up + self.down <= self.size or self.up < 0 or self.down < 0, "More would move than a division has."
