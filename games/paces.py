"""How much time a table gives for an answer."""

from typing import NamedTuple

HOUR = 3600
DAY = 24 * HOUR
SHORTEST, LONGEST = 12 * HOUR, 14 * DAY
USUAL = 2 * DAY
REACTION = DAY
"""A question off turn is never allowed more than this."""


class Pace(NamedTuple):
    """A steady pace: every turn has the same time."""

    seconds: int
    name: str
    sentence: str


PRESETS = (
    Pace(12 * HOUR, "Twice a day", "Every turn is due within 12 hours: for captains who look in morning and evening."),
    Pace(DAY, "Daily", "Every turn is due within a day."),
    Pace(2 * DAY, "Every two days", "Every turn is due within two days: the usual pace, room for a busy evening."),
    Pace(3 * DAY, "Every three days", "Every turn is due within three days."),
    Pace(5 * DAY, "Five days", "Every turn is due within five days: a weekend away never costs you a turn."),
    Pace(7 * DAY, "Weekly", "Every turn is due within a week."),
    Pace(14 * DAY, "Fortnightly", "Every turn is due within two weeks: a letter now and then."),
)


def pace_name(seconds: int) -> str:
    """The preset's name, or the time in words."""
    for pace in PRESETS:
        if pace.seconds == seconds:
            return pace.name
    hours = round(seconds / HOUR)
    return f"{hours} hours" if hours % 24 else f"{hours // 24} days"


def reminders(allowance: int) -> tuple[int, ...]:
    """How many seconds before the end a reminder goes, first ones first."""
    if allowance >= 3 * DAY:
        return DAY, 6 * HOUR
    if allowance >= DAY:
        return allowance // 4, 3 * HOUR
    return (allowance // 4,)
