"""Parts of a table's page that several games share: wakes of recent voyages, and cards turned up."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Required, TypedDict

from .svg import Markup

Wake = tuple[str, str, int]
"""A recent voyage: (from, to, seat)."""


class PageParts(TypedDict, total=False):
    """The parts that an edition supplies for the page of a table, by the names that its templates use.

    `ground` is the part of `board` that is the same in every position, so a page gets it once. `on_chart` names the questions whose
    answers the board offers. `hand_called` is the title of `hand`, if not "Your hand". `captains` has `name`, `mark`, `colour`, `mine`,
    `on_turn` and `gone` for each seat, shown with the scores beside the board. `possessions` is a Jinja template that draws each
    captain, and what lies `ashore`, from a dict of text, numbers, truth values, None, and lists and dicts of these
    (`games/web/template_helpers.py`).
    """

    board: Required[str]
    ground: str
    on_chart: Collection[str]
    hand: str
    hand_called: str
    faces: list[Markup]
    other_faces: list[Markup]
    text_board: str
    possessions: str
    captains: list[dict[str, Any]]
    ashore: dict[str, Any]


def wakes(events: Iterable[dict[str, Any]], voyages: Collection[str]) -> list[Wake]:
    """Return the voyages among these events; `voyages` holds the names of events that are voyages."""
    return [(event["facts"]["start"], event["facts"]["square"], event["seat"]) for event in events if event["name"] in voyages]


def faces(
    events: Iterable[dict[str, Any]], name: str, seat: int | None, face: Callable[[int], Markup]
) -> tuple[list[Markup], list[Markup]]:
    """Return the cards turned up in events with this name: the reader's newest card, and the newest three of the others."""
    drawn = [(event["seat"], event["facts"]["card"]) for event in events if event["name"] == name]
    mine = [card for who, card in drawn if who == seat]
    others = [card for who, card in drawn if who != seat]
    return [face(card) for card in mine[-1:]], [face(card) for card in others[-3:]]
