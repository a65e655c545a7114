"""What ships are called in orders."""

from functools import lru_cache
from typing import Any

from .board import COLOURS


def ship_word(state: Any, ship: int) -> str:
    """How a ship is called in an order: its colour, with a number where its captain has two. Takes a state or what is seen of one."""
    return ship_words(state.owner, state.colours)[ship]


@lru_cache(maxsize=2000)
def ship_words(owners: tuple[int, ...], colours: tuple[int, ...]) -> tuple[str, ...]:
    """All ships by their words; `owners` as ship -> seat, `colours` as seat -> colour."""
    found = []
    for ship, seat in enumerate(owners):
        number = "" if owners.count(seat) == 1 else str(1 + owners[:ship].count(seat))
        found.append(COLOURS[colours[seat]].upper() + number)
    return tuple(found)
