"""The names and reminders of paces on the site; `games.clocks.paces` defines the paces."""

from games.clocks import terms
from games.clocks.paces import DAY, HOUR, Bank, Pace, Slots, Steady, Untimed
from games.clocks.terms import LONGEST_TURN, PRESETS, SHORTEST_TURN, Preset, Terms, pace_sentence, span_words

__all__ = [
    "DAY", "HOUR", "LONGEST_TURN", "PRESETS", "REACTION", "SHORTEST_TURN", "USUAL", "Bank", "Slots", "Steady", "Terms", "Untimed",
    "pace_name", "pace_sentence", "preset", "reminders", "span_words",
]  # fmt: skip

USUAL = 2 * DAY
REACTION = DAY
"""The maximum time for a question off turn."""


def pace_name(pace: Pace | int) -> str:
    """Return the preset's name, or the pace in a few words; a number means a steady pace of so many seconds."""
    return terms.pace_name(Steady(pace) if isinstance(pace, int) else pace)


def preset(key: str) -> Preset | None:
    """Return the preset with the key that a form sends, or None."""
    return next((choice for choice in PRESETS if choice.key == key), None)


def reminders(allowance: int) -> tuple[int, ...]:
    """Return how many seconds before the deadline to send reminders, earliest first."""
    if allowance >= 3 * DAY:
        return DAY, 6 * HOUR
    if allowance >= DAY:
        return allowance // 4, 3 * HOUR
    return (allowance // 4,)
