"""Warnings that Buccaneer and Trade Winds share: fights that cannot be won, and turns that end with actions still open."""

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
"""Open question -> the warning that its captain may have forgotten it."""


def of_fight(hand: Sequence[str]) -> str:
    """Warn of a fight that this hand cannot win."""
    return "" if fighting(hand) else NO_STRENGTH


def left_to_do(beside: Sequence[Decision], treasure: Collection[str]) -> str:
    """Warn that a turn ends while one of these questions is still open; loose crew alone is no reason."""
    for asked in beside:
        options: Any = getattr(asked, "options", ())
        if asked.name in LEFT and (asked.name != "salvage" or any(item in treasure for item in options)):
            return LEFT[asked.name].format_map({"port": "", **asked.facts})
    return ""
