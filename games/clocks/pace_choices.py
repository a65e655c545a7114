"""What the site says and does about paces, beside `games.clocks`, which knows what they are."""

from games.clocks import terms
from games.clocks.paces import DAY, HOUR, Bank, Pace, Slots, Steady, Untimed
from games.clocks.terms import LONGEST, PRESETS, SHORTEST, Preset, Terms, pace_sentence, span_words

__all__ = [
    "DAY", "HOUR", "LONGEST", "PRESETS", "REACTION", "SHORTEST", "USUAL", "Bank", "Slots", "Steady", "Terms", "Untimed",
    "pace_name", "pace_sentence", "preset", "reminders", "span_words",
]  # fmt: skip

USUAL = 2 * DAY
REACTION = DAY
"""A question off turn is never allowed more than this."""


def pace_name(pace: Pace | int) -> str:
    """The preset's name, or the pace in a few words; a number means a steady pace of so many seconds."""
    return terms.pace_name(Steady(pace) if isinstance(pace, int) else pace)


def preset(key: str) -> Preset | None:
    """The preset a form names, or None."""
    return next((found for found in PRESETS if found.key == key), None)


def reminders(allowance: int) -> tuple[int, ...]:
    """How many seconds before the end a reminder goes, first ones first."""
    if allowance >= 3 * DAY:
        return DAY, 6 * HOUR
    if allowance >= DAY:
        return allowance // 4, 3 * HOUR
    return (allowance // 4,)
