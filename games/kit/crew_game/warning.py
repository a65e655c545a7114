"""Warnings that Buccaneer and Trade Winds share: fights that cannot be won, and turns that end with actions still possible."""

from collections.abc import Collection, Sequence
from typing import Any

from games.engine import Decision

from .crew import fighting

NO_STRENGTH = "Your fighting strength is 0, so you cannot win this fight."
LEFT = {
    "trade": "You can still trade at {port}.",
    "salvage": "You can still take the treasure that lies here.",
    "chart": "You can still dig for treasure here.",
}
"""Open question -> the warning that the captain may have forgotten the question."""


def of_fight(hand: Sequence[str]) -> str:
    """Return a warning if this hand cannot win a fight, else ""."""
    return "" if fighting(hand) else NO_STRENGTH


def left_to_do(beside: Sequence[Decision], treasure: Collection[str]) -> str:
    """Return a warning if one of these questions is still open when a turn ends, else "". Loose crew alone is no reason to warn."""
    for asked in beside:
        options: Any = getattr(asked, "options", ())
        if asked.name in LEFT and (asked.name != "salvage" or any(item in treasure for item in options)):
            return LEFT[asked.name].format_map({"port": "", **asked.facts})
    return ""
