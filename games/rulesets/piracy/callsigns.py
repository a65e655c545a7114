"""The names of ships in typed orders."""

from functools import lru_cache
from typing import Any

from .board import COLOURS


def ship_word(state: Any, ship: int) -> str:
    """Return a ship's name in an order: its colour, with a number if its captain has two. Takes a state or its public part."""
    return ship_words(state.owner, state.colours)[ship]


@lru_cache(maxsize=2000)
def ship_words(owners: tuple[int, ...], colours: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of all ships; `owners` as ship -> seat, `colours` as seat -> colour."""
    words = []
    for ship, seat in enumerate(owners):
        number = "" if owners.count(seat) == 1 else str(1 + owners[:ship].count(seat))
        words.append(COLOURS[colours[seat]].upper() + number)
    return tuple(words)
