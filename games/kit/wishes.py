"""Answers of standing orders that several games share. `wish` maps the keys of orders to a captain's choices."""

from collections.abc import Callable
from typing import Any

from games.engine import Choose

Reaction = Callable[[Any, Any, dict[str, Any]], Any]
"""`answer(view, decision, wish)`: the standing orders' answer to one question, or None."""


def gain(view: Any, decision: Choose, wish: dict[str, str]) -> str:
    """Choose treasure or crew to gain; with the wish "four", treasure from four points on."""
    if wish["gain"] == "four":
        return "treasure" if decision.facts["up_to"] >= 4 else "crew"
    return wish["gain"]


def loss(view: Any, decision: Choose, wish: dict[str, str]) -> str:
    """Choose treasure or crew to lose: as wished if possible, else the other."""
    return wish["loss"] if wish["loss"] in decision.options else str(decision.default)
