"""Standing orders that mean the same in several games: what they answer. `wish` is what a captain chose, by the keys of their orders."""

from collections.abc import Callable
from typing import Any

from games.engine import Choose

Reaction = Callable[[Any, Any, dict[str, Any]], Any]
"""`answer(view, decision, wish)`: what standing orders say to one question, or None."""


def gain(view: Any, decision: Choose, wish: dict[str, str]) -> str:
    """Treasure or crew; by the wish "four", treasure from four points on."""
    if wish["gain"] == "four":
        return "treasure" if decision.facts["up_to"] >= 4 else "crew"
    return wish["gain"]


def loss(view: Any, decision: Choose, wish: dict[str, str]) -> str:
    """Treasure or crew, the other way: as wished where that can be lost."""
    return wish["loss"] if wish["loss"] in decision.options else str(decision.default)
