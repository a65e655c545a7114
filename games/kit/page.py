"""What the pages of several games show of recent events: wakes of voyages, and cards turned up."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from .svg import Markup

Wake = tuple[str, str, int]
"""(from, to, seat)."""


def wakes(events: Iterable[dict[str, Any]], voyages: Collection[str]) -> list[Wake]:
    """Return the voyages among these events: those with such names."""
    return [(event["facts"]["start"], event["facts"]["square"], event["seat"]) for event in events if event["name"] in voyages]


def faces(events: Iterable[dict[str, Any]], name: str, seat: int | None, face: Callable[[int], Markup]) -> dict[str, list[Markup]]:
    """Return the cards turned up by events of this name: one's own newest one to look at, the newest three of others below."""
    drawn = [(event["seat"], event["facts"]["card"]) for event in events if event["name"] == name]
    mine = [card for who, card in drawn if who == seat]
    others = [card for who, card in drawn if who != seat]
    return {"faces": [face(card) for card in mine[-1:]], "other_faces": [face(card) for card in others[-3:]]}
