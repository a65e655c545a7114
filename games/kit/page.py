"""Recent events on the pages of several games: wakes of voyages, and cards turned up."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Required, TypedDict

from .svg import Markup

Wake = tuple[str, str, int]
"""(from, to, seat)."""


class PageParts(TypedDict, total=False):
    """The drawings of an edition for the page of a table, by the names that its templates use.

    `ground` is the part of `board` that is the same in every position: a page gets it once. `on_chart` names the offers that the
    board itself shows. `hand_called` is the title of `hand`, if not "Your hand". `captains` has `name`, `mark`, `colour`,
    `mine`, `on_turn` and `gone` for each seat; the scores beside the board show these. `possessions` is a Jinja template;
    it draws each captain, and what lies `ashore`, from its own dict alone: text, numbers, truth values, None, lists and dicts
    of them (`games/web/template_helpers.py`).
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
    """Return the voyages among these events; `voyages` are their event names."""
    return [(event["facts"]["start"], event["facts"]["square"], event["seat"]) for event in events if event["name"] in voyages]


def faces(
    events: Iterable[dict[str, Any]], name: str, seat: int | None, face: Callable[[int], Markup]
) -> tuple[list[Markup], list[Markup]]:
    """Return the cards turned up by events of this name: the reader's own newest one, and the newest three of others."""
    drawn = [(event["seat"], event["facts"]["card"]) for event in events if event["name"] == name]
    mine = [card for who, card in drawn if who == seat]
    others = [card for who, card in drawn if who != seat]
    return [face(card) for card in mine[-1:]], [face(card) for card in others[-3:]]
