"""Convert states to snapshots and back, by the names of their attributes."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from games.engine.facts import freeze

AS_THEY_ARE = frozenset(("options", "treasure"))
"""Attributes that stay dictionaries in the state."""


def parts(state: Any, keys: Iterable[str]) -> dict[str, Any]:
    return {key: getattr(state, key) for key in keys}


def of_seats(state: Any, keys: Collection[str]) -> list[dict[str, Any]]:
    return [{key: getattr(state, key)[seat] for key in keys} for seat in state.seats]


def restore(state: Any, public: Mapping[str, Any], keys: Iterable[str], lists: Collection[str]) -> None:
    """Restore these attributes of a state. Those in `lists` become lists of tuples; the rest become tuples, numbers and strings."""
    for key in keys:
        value = public[key]
        if key in lists:
            value = [freeze(item) for item in value]
        elif key not in AS_THEY_ARE:
            value = freeze(value)
        setattr(state, key, value)


def restore_seats(state: Any, seats: Iterable[Mapping[str, Any]], keys: Iterable[str]) -> None:
    seats = list(seats)
    for key in keys:
        setattr(state, key, [freeze(seat[key]) for seat in seats])
